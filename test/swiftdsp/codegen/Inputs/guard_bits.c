/* Local variables keep their guard bits where the compiler spills them (all vector registers are clobbered between the making of sums of
 * more than 32 bits and their use), and where it chooses between them. The status is 0, or the number of the first wrong one. */
#include <swift_dsp.h>

#define CLOBBER()                                                                                                      \
  __asm__ volatile("" ::                                                                                               \
                       : "vr0", "vr1", "vr2", "vr3", "vr4", "vr5", "vr6", "vr7", "vr8", "vr9", "vr10", "vr11", "vr12", \
                         "vr13", "vr14", "vr15")

/* Lane 0 of a sum, shifted into 32 bits. */
static int shown(v4i32 sum) { return swift_dsp_vrsh40(sum, 4)[0]; }

__attribute__((noinline)) static int one(int x) {
  v4i32 a = swift_dsp_vext40(swift_dsp_vsplw(x));
  v4i32 b = swift_dsp_vadd40(a, a), c = swift_dsp_vadd40(b, b), d = swift_dsp_vadd40(c, b);
  CLOBBER();
  const long long wide = x;
  if (shown(d) != (int)((wide * 6 + 8) >> 4))
    return 1;
  if (shown(c) != (int)((wide * 4 + 8) >> 4))
    return 2;
  return shown(b) == (int)((wide * 2 + 8) >> 4) ? 0 : 3;
}

/* More at a time than registers, and far from the stack pointer. */
__attribute__((noinline)) static int many(int x) {
  volatile char far[9000];
  v4i32 sums[24];
  far[x & 1023] = 1;
  sums[0] = swift_dsp_vext40(swift_dsp_vsplw(x));
#pragma clang loop unroll(full)
  for (int i = 1; i < 24; i++)
    sums[i] = swift_dsp_vadd40(sums[i - 1], sums[0]);
#pragma clang loop unroll(full)
  for (int i = 0; i < 24; i++)
    if (shown(sums[i]) != (int)(((long long)x * (i + 1) + 8) >> 4))
      return 10 + i;
  return far[x & 1023] - 1;
}

/* An operand of four registers is spilled whole, and nothing of what lies beside it. */
__attribute__((noinline)) static int four(int x, int clamp) {
  volatile int before[4] = {x, x + 1, x + 2, x + 3}, after[4] = {x + 4, x + 5, x + 6, x + 7};
  const v4i32 a = swift_dsp_vsplw(x), b = a + a, c = b + a, d = c + a, e = d + a;
  const v16i8 packed = swift_dsp_vpk4b(a, b, c, d, clamp), other = swift_dsp_vpk4b(b, c, d, e, clamp);
  CLOBBER();
  const v16i8 again = swift_dsp_vpk4b(a, b, c, d, clamp), second = swift_dsp_vpk4b(b, c, d, e, clamp);
  for (int i = 0; i < 16; i++)
    if (packed[i] != x * (i / 4 + 1) || packed[i] != again[i] || other[i] != x * (i / 4 + 2) || other[i] != second[i])
      return 40 + i;
  for (int i = 0; i < 4; i++)
    if (before[i] != x + i || after[i] != x + 4 + i)
      return 60 + i;
  return 0;
}

/* An if between vectors, and two by one condition of which the second takes what the first gave. */
__attribute__((noinline)) static int chosen(int x, int left, int right) {
  v4i32 a = swift_dsp_vext40(swift_dsp_vsplw(x)), b = swift_dsp_vadd40(a, a), c = swift_dsp_vadd40(b, b), d = a;
  if (left < right) {
    a = b;
    d = c;
  }
  const v4i32 e = left < right ? swift_dsp_vadd40(d, a) : d;
  const long long wide = x;
  if (shown(a) != (int)(((left < right ? 2 : 1) * wide + 8) >> 4))
    return 80;
  if (shown(d) != (int)(((left < right ? 4 : 1) * wide + 8) >> 4))
    return 81;
  return shown(e) == (int)(((left < right ? 6 : 1) * wide + 8) >> 4) ? 0 : 82;
}

/* Selects values by conditions, one behind the other, in a loop. */
__attribute__((noinline)) static int best(int x, const int *scores, int n) {
  const v4i32 step = swift_dsp_vext40(swift_dsp_vsplw(x));
  v4i32 sum = step, kept = step;
  int most = scores[0], times = 1;
  for (int i = 1; i < n; i++) {
    sum = swift_dsp_vadd40(sum, step);
    if (scores[i] > most) {
      most = scores[i];
      kept = sum;
      times = i + 1;
    }
  }
  return shown(kept) == (int)(((long long)x * times + 8) >> 4) ? 0 : 90;
}

int main(void) {
  const int scores[] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (int i = 0; i < 2; i++) {
    const int choice = chosen(0x7fffffff, i, 1), kept = best(0x7fffffff, scores, 8 - 3 * i);
    if (choice || kept)
      return choice ? choice : kept;
  }
  const int fourth = four(7, 0x7f80);
  if (fourth)
    return fourth;
  const int first = one(0x7fffffff), second = one(-0x80000000), third = many(0x10000001);
  return first ? first : second ? second + 3 : third;
}
