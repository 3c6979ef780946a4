/* The window scheduler takes time with the square of a loop's instructions: it tries loops of up to 300 (patch 0092), and no larger one. Half a
   minute went into a file of loops with two thousand, which came out as they were.

RUN: %hexagon-cc -O2 -c %s -o %t.o -DTERMS=FOUR -ftime-trace=%t.small.json -ftime-trace-granularity=0 && grep -q WindowSearch %t.small.json
RUN: %hexagon-cc -O2 -c %s -o %t.o -DTERMS=MANY -ftime-trace=%t.large.json -ftime-trace-granularity=0 && not grep -q WindowSearch %t.large.json
*/
#define ONE(K) x += p[K] * q[K] ^ p[K + 1];
#define FOUR(K) ONE(K) ONE(K + 1) ONE(K + 2) ONE(K + 3)
#define SIXTEEN(K) FOUR(K) FOUR(K + 4) FOUR(K + 8) FOUR(K + 12)
#define MANY(K) SIXTEEN(K) SIXTEEN(K + 16) SIXTEEN(K + 32) SIXTEEN(K + 48) SIXTEEN(K + 64) SIXTEEN(K + 80)

unsigned sum(const unsigned *p, unsigned *q, int n) {
  unsigned x = 1;
  for (int i = 0; i < n; ++i) {
    TERMS(0)
    p += 128;
    q[i] = x;
  }
  return x;
}
