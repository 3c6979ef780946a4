/* Vectors that change places in a loop, and those that become a constant (patch 0094). LLVM 19 needs all of the memory for the former and
   crashes at the latter. The limit of memory ends a compiler that has the fault.

RUN: bash -c "ulimit -v 8000000; %packed-cc -O2 -c %s -o %t.2.o" && %hexagon-ld %t.2.o %runtime -o %t.2 && qemu-hexagon %t.2
RUN: bash -c "ulimit -v 8000000; %packed-cc -O1 -fno-unroll-loops -c %s -o %t.1.o" && %hexagon-ld %t.1.o %runtime -o %t.1 && qemu-hexagon %t.1
*/
#define NONE __attribute__((noinline))
#define TURNS 7
typedef int Vector __attribute__((ext_vector_type(32)));

static NONE void swap(const Vector *p, Vector *q, int n) {
  Vector a = p[0], b = p[1];
  for (int i = 0; i < n; i++) {
    q[i] = a;
    Vector t = a;
    a = b;
    b = t;
  }
}

static NONE void rotate(const Vector *p, Vector *q, int n) {
  Vector a = p[0], b = p[1], c = p[2];
  for (int i = 0; i < n; i++) {
    q[i] = a + b;
    Vector t = a;
    a = b;
    b = c;
    c = t;
  }
}

static NONE void become(const Vector *p, Vector *q, int n) {
  Vector a = *p;
  for (int i = 0; i < n; i++) {
    q[i] = a;
    a = 3;
  }
}

static NONE void stay(const Vector *p, Vector *q, int n) {
  Vector a = p[0], b = p[1];
  for (int i = 0; i < n; i++) {
    q[i] = a + b;
    b = a;
  }
}

static Vector from[3], to[TURNS];

static int lane(int vector, int i) { return 1000 * vector + i; }

int main(void) {
  int faults = 0;
  for (int v = 0; v < 3; ++v)
    for (int i = 0; i < 32; ++i)
      from[v][i] = lane(v, i);
  swap(from, to, TURNS);
  for (int t = 0; t < TURNS; ++t)
    for (int i = 0; i < 32; ++i)
      faults += to[t][i] != lane(t % 2, i);
  rotate(from, to, TURNS);
  for (int t = 0; t < TURNS; ++t)
    for (int i = 0; i < 32; ++i)
      faults += to[t][i] != lane(t % 3, i) + lane((t + 1) % 3, i);
  become(from + 1, to, TURNS);
  for (int t = 0; t < TURNS; ++t)
    for (int i = 0; i < 32; ++i)
      faults += to[t][i] != (t ? 3 : lane(1, i));
  stay(from, to, TURNS);
  for (int t = 0; t < TURNS; ++t)
    for (int i = 0; i < 32; ++i)
      faults += to[t][i] != lane(0, i) + lane(t ? 0 : 1, i);
  return faults ? 1 : 0;
}
