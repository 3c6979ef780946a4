/* A pipelined loop that writes one half of a register pair and reads the pair: the other half comes from ahead of it (patch 0015). Software
   pipelining and the scheduler behind register allocation are needed for the fault. The status tells the two apart.

RUN: %hexagon-cc -O2 -fwrapv -fno-strict-aliasing -fno-builtin -fno-math-errno -fvectorize -mllvm -hexagon-autohvx -DREFERENCE -mllvm -rdf-opt=0 -mllvm -enable-pipeliner=0 %s -c -o %t.reference.o
RUN: %hexagon-cc -O2 -fwrapv -fno-strict-aliasing -fno-builtin -fno-math-errno -fvectorize -mllvm -hexagon-autohvx -Rpass=pipeliner %s -c -o %t.o 2>&1 | FileCheck %s
RUN: %hexagon-ld %t.o %t.reference.o %runtime -o %t && qemu-hexagon %t
CHECK: Pipelined
*/
#include <stdint.h>

#ifdef REFERENCE
#define NAME reference
#else
#define NAME pipelined
#endif

static uint8_t pools[4][16384] __attribute__((aligned(128)));
static uint32_t seed = 3244300485u;
static uint32_t word(void) { return seed = seed * 1664525u + 1013904223u; }

__attribute__((noinline)) static void product(int8_t *restrict d, const uint32_t *restrict a, const uint8_t *restrict b, int n) {
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 32; ++i) {
      int32_t s = n;
      for (int l = 0; l < 16; ++l)
        s += (int32_t)a[j * 16 + l] * b[l * 32 + i];
      d[j * 32 + i] = s >> 7;
    }
}

uint32_t NAME(void) {
  volatile int n;
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < 16384; ++i)
      pools[p][i] = word() >> 24;
  n = 33;
  product((int8_t *)(pools[1] + 64), (uint32_t *)(pools[2] + 384), (uint8_t *)(pools[0] + 77), n);
  n = 65;
  product((int8_t *)(pools[0] + 192), (uint32_t *)(pools[1] + 336), (uint8_t *)(pools[3] + 192), n);
  n = 256;
  product((int8_t *)(pools[1] + 70), (uint32_t *)(pools[2] + 436), (uint8_t *)(pools[3] + 64), n);
  uint32_t hash = 2166136261u;
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < 16384; ++i)
      hash = (hash ^ pools[p][i]) * 16777619u;
  return hash;
}

#ifndef REFERENCE
uint32_t reference(void);
int main(void) { return pipelined() != reference(); }
#endif
