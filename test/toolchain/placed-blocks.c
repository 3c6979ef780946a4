/* A loop with a break, a continue and a way out behind each other, its blocks placed by another algorithm (patch 0147).

RUN: %hexagon-cc -O3 -mllvm -enable-ext-tsp-block-placement -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -O3 -mllvm -enable-ext-tsp-block-placement -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O0 -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
*/
static volatile int sink;
static int cleaned;

static void clean(int *p) {
  cleaned += 100 + *p;
  sink = *p;
  *p = 0;
}

__attribute__((noinline)) static int turns(int n) {
  __attribute__((cleanup(clean))) int sum = n;
  for (int i = 0; i < n; i++) {
    __attribute__((cleanup(clean))) int part = i * 3;
    if (i == 4)
      break;
    if (i == 2)
      continue;
    if (n == 4)
      goto out;
    sum += part;
  }
out:
  return sum * 2;
}

/* What the loop does, by hand: the value, and what was cleaned. */
static const int results[9][2] = {{0, 100},  {2, 201},  {10, 308}, {12, 415}, {8, 204},
                                  {34, 647}, {36, 648}, {38, 649}, {40, 650}};

int main(void) {
  for (int n = 0; n < 9; n++) {
    cleaned = 0;
    if (turns(n) != results[n][0] || cleaned != results[n][1])
      return n + 1;
  }
  return 0;
}
