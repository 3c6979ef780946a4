#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>

#ifdef FAST
#define NAME(LOOP) fast_##LOOP
#else
#define NAME(LOOP) plain_##LOOP
#endif

#define LOOPS(DO) DO(add) DO(halves) DO(downwards) DO(unaligned) DO(mixed)
#define DECLARE(LOOP)                                                                     \
  void plain_##LOOP(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n); \
  void fast_##LOOP(const HVX_Vector *x, const HVX_Vector *y, HVX_Vector *to, int n);
LOOPS(DECLARE)
