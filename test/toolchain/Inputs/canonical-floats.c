/* main of canonical-floats.ll: what its functions give for NaN, infinities, zeros and numbers. Bits, so that no operation of floats is in between. */
typedef unsigned word;
typedef unsigned long long wide;
word canonical_float(word), minimum_float(word, word), maximum_float(word, word);
wide canonical_double(wide), minimum_double(wide, wide), maximum_double(wide, wide);
void canonical_vector(word *);
int rounded_half(unsigned short);

/* What the functions of the tested file may call. */
#define UNUSED(NAME) float NAME(float x) { return x; }
UNUSED(roundevenf) UNUSED(exp10f)
long lroundf(float x) { return x < 0 ? -(long)(0.5f - x) : (long)(x + 0.5f); }

/* In ascending order; the last two are NaN, the first of them signalling. */
static const word floats[] = {0xff800000, 0xff7fffff, 0xbf800000, 0x80000001, 0x80000000, 0,
                              1,          0x3f800000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0xffc01234};
static const wide doubles[] = {0xfffull << 52, 0xffefffffffffffff, 0xbffull << 52,     0x8000000000000001, 1ull << 63,         0,
                               1,              0x3ffull << 52,     0x7fefffffffffffff, 0x7ffull << 52,     0x7ff0000000000001, 0xfff8000000001234};
enum { Values = sizeof floats / sizeof *floats, Numbers = Values - 2 };

static int is_quiet(word x) { return (x & 0x7fc00000) == 0x7fc00000; }
static int is_quiet_wide(wide x) { return (x & 0x7ffull << 52) == 0x7ffull << 52 && x >> 51 & 1; }

int main(void) {
  static word vector[4] __attribute__((aligned(16))) = {0x7f800001, 0x80000001, 0xff800000, 0x3f800000};
  canonical_vector(vector);
  if (!is_quiet(vector[0]) || vector[1] != 0x80000001 || vector[2] != 0xff800000 || vector[3] != 0x3f800000)
    return 1;
  for (int i = 0; i < Values; ++i) {
    word c = canonical_float(floats[i]);
    wide d = canonical_double(doubles[i]);
    if (i < Numbers ? c != floats[i] || d != doubles[i] : !is_quiet(c) || !is_quiet_wide(d))
      return 2;
    for (int j = 0; j < Values; ++j) {
      word low = minimum_float(floats[i], floats[j]), high = maximum_float(floats[i], floats[j]);
      wide low_wide = minimum_double(doubles[i], doubles[j]), high_wide = maximum_double(doubles[i], doubles[j]);
      if (i >= Numbers || j >= Numbers) {
        if (!is_quiet(low) || !is_quiet(high) || !is_quiet_wide(low_wide) || !is_quiet_wide(high_wide))
          return 3;
      } else if (low != floats[i < j ? i : j] || high != floats[i < j ? j : i] || low_wide != doubles[i < j ? i : j] ||
                 high_wide != doubles[i < j ? j : i])
        return 4;
    }
  }
  /* 2.5, -1.5, 0.25, 1000 */
  return rounded_half(0x4100) != 3 || rounded_half(0xbe00) != -2 || rounded_half(0x3400) != 0 || rounded_half(0x63d0) != 1000;
}
