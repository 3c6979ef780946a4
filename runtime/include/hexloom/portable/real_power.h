// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* x^y in integers, as hexloom/portable/real_functions.h: e^(y log|x|), for which the logarithm needs more digits than a float
 * has. What is no finite number above 0 on either side is as C says. */
#ifndef HEXLOOM_PORTABLE_REAL_POWER_H
#define HEXLOOM_PORTABLE_REAL_POWER_H

#include <hexloom/portable/real_functions.h>

/* log(x) of a finite x above 0, in units of 2^-56: of x = 2^e m with m near 1, of a 1024th that is near 1 / m, and of what that
 * leaves of m, which is exact, by its series. */
static inline int64_t hl_q56_log(float x) {
  static const struct {
    int32_t over; /* 1 / m in 1024ths */
    int64_t log;  /* of its reciprocal */
  } steps[] = {/* m = 45 / 64, ... 91 / 64 */
      {1456, -25362574210781883}, {1425, -23811812925776356}, {1394, -22226942074105256}, {1365, -20712083654842549},
      {1337, -19218608556063027}, {1311, -17803534798616952}, {1285, -16360114081152161}, {1260, -14944398719606322},
      {1237, -13616908502277723}, {1214, -12264502698632562}, {1192, -10946704484146920}, {1170, -9604356547179362},
      {1150, -8361953458641191}, {1130, -7097752716140254}, {1111, -5875863298202342}, {1092, -4632896222061681},
      {1074, -3435235509402471}, {1057, -2285535757574008}, {1040, -1117194379296892}, {1024, 0},
      {1008, 1134788713174546}, {993, 2215132698380821}, {978, 3311920905632733}, {964, 4350874348641342},
      {950, 5405027230826315}, {936, 6474830885601505}, {923, 7482645831933539}, {910, 8504756501760123},
      {898, 9461287282640153}, {886, 10430686576203593}, {874, 11413305357985720}, {862, 12409509161019628},
      {851, 13334955079935257}, {840, 14272441436996350}, {830, 15135416949561257}, {819, 16096781766658521},
      {809, 16982021328230436}, {799, 17878271614260412}, {790, 18694540061514577}, {780, 19612483609423309},
      {771, 20448751340348908}, {762, 21294838486174232}, {753, 22150978387669370}, {745, 22920626228395086},
      {736, 23796421406920543}, {728, 24583943934540991}, {720, 25380168544659536}};
  int32_t e;
  uint32_t m = hl_real_normal(hl_real_bits(x), &e) << 1; /* in units of 2^-24 */
  e -= 127;
  if (m > 23726566u) { /* the root of 2 */
    m >>= 1; /* its last digit is 0 */
    ++e;
  }
  const uint32_t at = ((m + (1u << 17)) >> 18) - 45;
  const int32_t z = (int32_t)((int64_t)m * steps[at].over - (1ll << 34)); /* in units of 2^-34; |z| < 0.0125 */
  const int32_t z31 = z >> 3;
  int32_t sum = 357913941 - hl_mul_q31(306783378, z31); /* 1 / 6, 1 / 7 */
  sum = 429496730 - hl_mul_q31(sum, z31);
  sum = 536870912 - hl_mul_q31(sum, z31);
  sum = 715827883 - hl_mul_q31(sum, z31);
  sum = 1073741824 - hl_mul_q31(sum, z31);
  const int64_t part = ((int64_t)z * sum) >> 25; /* z / 2 - z^2 / 3 + ..., in units of 2^-40 */
  return e * (int64_t)49946518145322874 + steps[at].log + (int64_t)z * (1 << 22) - ((part * z) >> 18);
}

/* y times the logarithm, in units of 2^-40; 2^48 stands for what is larger. */
static inline int64_t hl_q40_times_log(float y, int64_t log) {
  const uint64_t magnitude = (uint64_t)(log < 0 ? -log : log);
  if (magnitude == 0)
    return 0;
  const int zeros = __builtin_clzll(magnitude);
  int32_t exponent;
  const uint64_t mantissa = hl_real_normal(hl_real_bits(y) & 0x7fffffffu, &exponent);
  const uint64_t product = ((magnitude << zeros) >> 24) * mantissa; /* 2^62 and above */
  const int32_t down = 166 + zeros - exponent - 24 - 24 + 24; /* to units of 2^-40 */
  const int64_t result = down < 14 ? 1ll << 48 : down < 64 ? (int64_t)(product >> down) : 0;
  return (log < 0) != (y < 0) ? -result : result;
}

static inline int hl_real_is_odd(float y) {
  const float a = y < 0 ? -y : y;
  return a < 16777216.0f && (float)(int32_t)a == a && ((int32_t)a & 1);
}

static inline float hl_real_pow(float x, float y) {
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return hl_real_of_bits(0x7fc00000u);
  const uint32_t size = hl_real_bits(x) & 0x7fffffffu, sign = hl_real_is_odd(y) ? hl_real_bits(x) & 0x80000000u : 0;
  const int whole = hl_real_bits(y) << 1 >= 0x97000000u || (float)(int32_t)y == y; /* of 2^23 and above */
  if (x < 0 && x >= -HL_REAL_MOST && !whole)
    return hl_real_of_bits(0x7fc00000u);
  if (size == 0x3f800000u)
    return hl_real_of_bits(sign | size);
  if (size == 0 || size == 0x7f800000u || y > HL_REAL_MOST || y < -HL_REAL_MOST)
    return hl_real_of_bits((size > 0x3f800000u) == (y > 0) ? sign | 0x7f800000u : sign);
  const int64_t w = hl_q40_times_log(y, hl_q56_log(hl_real_of_bits(size)));
  if (w > 89ll << 40 || w < -(104ll << 40))
    return hl_real_of_bits(w > 0 ? sign | 0x7f800000u : sign);
  return hl_real_of_scaled(hl_scaled_exp_of(w), sign);
}

#endif
