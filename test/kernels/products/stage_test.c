// RUN: stage-cases > %t.h
// RUN: FileCheck %s --input-file %t.h
// CHECK-DAG: NARROW15,.two_sided=0
// CHECK-DAG: NARROW15,.two_sided=1
// CHECK-DAG: NARROW16,.two_sided=0
// CHECK-DAG: NARROW16,.two_sided=1
// CHECK-DAG: NARROW31,.two_sided=0,.flipped=0
// CHECK-DAG: NARROW31,.two_sided=0,.flipped=1
// CHECK-DAG: NARROW31,.two_sided=1
// CHECK-DAG: FULL31,.two_sided=0,.flipped=0
// CHECK-DAG: FULL31,.two_sided=1
// RUN: %packed-cc -O2 -std=c11 -I %root/runtime/include -DCASES='"%t.h"' -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
/* Every kind of output stage on the vector unit against the reference's arithmetic there, for every
 * sum of its channels' ranges. */
#include <hexloom/hvx/requantize.h>
#include <hexloom/hvx/stage.h>
#include <hexloom/portable/element.h>

#include "../check.h"

enum { LANES = 32 };
typedef int32_t row[LANES] __attribute__((aligned(128)));

typedef struct {
  hl_stage stage;
  int32_t type, zero, min, max;
  row multiplier, constant, negative, offset; /* of the stage */
  row added;                                  /* to the sums */
  row factor, shift, low, high;               /* of the reference; the sums */
} stage_case;
#include CASES

static HVX_Vector vector(const row lanes) { return *(const HVX_Vector *)lanes; }

static void compare(int number, int32_t step, HVX_Vector wanted, HVX_Vector got) {
  union {
    HVX_Vector v;
    uint8_t b[128];
    uint64_t d[16];
  } differ = {Q6_V_vxor_VV(wanted, got)};
  uint64_t any = 0;
  for (int i = 0; i < 16; ++i)
    any |= differ.d[i];
  for (int i = 0; any && i < 128; ++i)
    if (differ.b[i])
      FAIL("case, form, two_sided, lane, step, difference", number, cases[number].stage.form,
           cases[number].stage.two_sided, i % LANES, step + i / LANES, differ.b[i]);
}

static void run(int number) {
  const stage_case *const c = &cases[number];
  const hl_vscale scale = hl_vscale_of(vector(c->factor), vector(c->shift), 0);
  const hl_stage_lanes lanes = {vector(c->multiplier), vector(c->constant), vector(c->negative),
                                vector(c->offset)};
  const HVX_Vector low = vector(c->low), high = vector(c->high), added = vector(c->added);
  int32_t steps = 0;
  for (int i = 0; i < LANES; ++i)
    steps = hl_max(steps, c->high[i] - c->low[i] + 1);
  for (int32_t step = 0; step < steps; step += 4) {
    HVX_Vector sums[4], wanted[4];
    for (int i = 0; i < 4; ++i) {
      const HVX_Vector sum =
          Q6_Vw_vmin_VwVw(high, Q6_Vw_vadd_VwVw(low, Q6_V_vsplat_R(step + i)));
      sums[i] = Q6_Vw_vadd_VwVw(sum, added);
      wanted[i] = hl_vrequantize_lanes(sum, &scale, 0);
    }
    const HVX_Vector bytes = hl_vnarrow(wanted[0], wanted[1], wanted[2], wanted[3], c->zero, c->min,
                                        c->max, c->type == HL_INT8);
    const HVX_Vector got =
        hl_stage_alike(&c->stage, sums, &lanes, c->min, c->max, (hl_type)c->type);
    compare(number, step, bytes, got);
  }
}

int main(void) {
  for (int number = 0; number < (int)(sizeof cases / sizeof cases[0]); ++number)
    run(number);
  return finish();
}
