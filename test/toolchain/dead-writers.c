/* Loads of volatiles whose data nobody uses write a register each; one packet has one writer, whichever packetizer makes it (patch 0056). Two
   writers made a packet without an end, and text that the assembler refuses.

DEFINE: %{assemble} = -S %s -o %t.s && llvm-mc -triple=hexagon -mcpu=hexagonv66 -filetype=obj %t.s -o %t.o && llvm-objdump -d %t.o | FileCheck %s
RUN: %hexagon-cc -O1 %{assemble}
RUN: %hexagon-cc -O2 %{assemble}
RUN: %hexagon-cc -O2 -mllvm -sda-pack -mllvm -sda-verify %{assemble}
RUN: %hexagon-cc -O2 -c %s -o %t.o && llvm-objdump -d %t.o | FileCheck %s

CHECK-NOT: <unknown>
CHECK: jumpr r31
CHECK-NOT: <unknown>
*/
struct two { long x, y; } st;
struct pair { volatile long long both; volatile int one, two; } pairs;
int user;
long addr;
extern volatile short halves[];

void conditional_first(void) {
  if (!user)
    *(volatile long *)addr;
  *(volatile long *)&st.y;
}

void conditional_last(void) {
  *(volatile long *)&st.y;
  if (user)
    *(volatile long *)addr;
}

void both_ways(void) {
  if (user)
    *(volatile long *)addr;
  else
    *(volatile long *)&st.x;
  *(volatile long *)&st.y;
}

void halves_of_a_pair(struct pair *p, int n) {
  p->both;
  p->one;
  if (n)
    p->two;
  pairs.both;
  if (n > 1)
    pairs.one;
}

void many(void) {
  halves[0], halves[1];
  if (halves[2])
    halves[3];
  halves[4];
}
