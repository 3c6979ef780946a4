/* A shuffle whose code inserts words of undefined registers: whatever these hold there, in program order and in packets. -sda-verify
   took them for values.

RUN: %hexagon-cc -fno-pic -O1 -mllvm -sda-pack -mllvm -sda-verify -c %s -o %t.o
RUN: %hexagon-cc -fno-pic -O2 -mllvm -sda-pack -mllvm -sda-verify -c %s -o %t.o
*/
typedef unsigned char bytes __attribute__((vector_size(64), aligned(64)));
void shuffle(bytes *p, bytes *o) {
  *o = __builtin_shufflevector(p[0], p[1],
      12, 96, 33, 38, 82, 3, 82, 123, 75, 55, 75, 106, 22, 79, 18, 70,
      120, 10, 68, 51, 60, 19, 30, 106, 85, 8, 108, 45, 51, 34, 37, 34,
      32, 87, 42, 119, 96, 24, 11, 22, 43, 103, 84, 18, 12, 4, 71, 113,
      61, 14, 38, 71, 74, 34, 105, 22, 42, 117, 100, 88, 40, 73, 41, 120);
}
