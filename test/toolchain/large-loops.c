/* A loop that its resources alone make too large for the software pipeliner: no circuits are looked for (patch 0095), which took minutes for a
   thousand instructions. What is told is the interval of the resources, 64 products at two for each packet, not that of the chain, three times as long.

RUN: %hexagon-cc -O2 -Rpass-analysis=pipeliner %s -c -o %t.o 2>&1 | FileCheck %s
CHECK: Minimal Initiation Interval too large: {{3[0-9]}} > 27
*/
#define ONE(K) x = x * p[K] + p[K + 1];
#define FOUR(K) ONE(K) ONE(K + 1) ONE(K + 2) ONE(K + 3)
#define SIXTEEN(K) FOUR(K) FOUR(K + 4) FOUR(K + 8) FOUR(K + 12)

unsigned chain(const unsigned *p, int n) {
  unsigned x = 1;
  for (int i = 0; i < n; ++i) {
    SIXTEEN(0)
    SIXTEEN(16)
    SIXTEEN(32)
    SIXTEEN(48)
    p += 64;
  }
  return x;
}
