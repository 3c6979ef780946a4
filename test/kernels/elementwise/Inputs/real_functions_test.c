/* The float functions of hexloom/portable/real.h against long double: roots, remainders and roundings to the bit, the others
 * to within one unit in the last place of the nearest float. Arguments are every STRIDE-th bit pattern and the edges. On
 * Hexagon (COMPARE) there is no library to compare with: it prints a hash of all results, which must be the host's. */
#include <hexloom/portable/real.h>

typedef float function(float);
static const struct {
  const char *name;
  function *f;
} functions[] = {{"exp", hl_real_exp},     {"log", hl_real_log},   {"tanh", hl_real_tanh},   {"logistic", hl_real_logistic},
                 {"elu", hl_real_elu},     {"sqrt", hl_real_sqrt}, {"floor", hl_real_floor}, {"ceil", hl_real_ceil},
                 {"round", hl_real_round}, {"rsqrt", hl_real_rsqrt}, {"gelu", hl_real_gelu},
                 {"gelu by tanh", hl_real_gelu_by_tanh}};
enum { FUNCTIONS = sizeof functions / sizeof *functions, FIRST_EXACT = 5, FIRST_GELU = 10 };

static uint32_t hash_of(uint32_t hash, float x) { return (hash ^ hl_real_bits(x)) * 16777619u; }

/* Pairs whose exponents are anything. */
static uint32_t next_random(uint32_t *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state ^ (*state >> 16);
}

static uint32_t hash_pairs(float (*f)(float, float), int count) {
  uint32_t state = 1, hash = 2166136261u;
  for (int i = 0; i < count; ++i) {
    const float x = hl_real_of_bits(next_random(&state)), y = hl_real_of_bits(next_random(&state));
    hash = hash_of(hash, f(x, y));
  }
  return hash;
}
static float quotient(float x, float y) { return hl_real(x / y); }
static float product(float x, float y) { return hl_real(x * y); }

static uint32_t hash_function(function *f, uint32_t stride) {
  uint32_t hash = 2166136261u;
  for (uint64_t bits = 0; bits < 0x100000000u; bits += stride)
    hash = hash_of(hash, f(hl_real_of_bits((uint32_t)bits)));
  return hash;
}

static void report(const char *name, uint32_t hash);

#ifdef COMPARE
#include <math.h>
#include <stdio.h>

static long double oracle(int function, long double x) {
  switch (function) {
  case 0:
    return expl(x);
  case 1:
    return logl(x);
  case 2:
    return tanhl(x);
  case 3:
    return 1 / (1 + expl(-x));
  case 4:
    return x >= 0 ? x : expm1l(x);
  case 5:
    return sqrtl(x);
  case 6:
    return floorl(x);
  case 7:
    return ceill(x);
  case 8:
    return x < 0 && rintl(x) == 0 ? 0 : rintl(x); /* the reference adds 1 to the floor */
  case 9:
    return (float)(1 / (long double)sqrtf((float)x));
  default: /* of minus infinity the reference's product is no number */
    return isinf(x) && x < 0 ? NAN : x > 100 ? x : x * (function == FIRST_GELU ? erfcl(-x * sqrtl(0.5L)) / 2 : 1 / (1 + expl(-sqrtl(8 / acosl(-1)) * (x + 0.044715L * x * x * x))));
  }
}

/* Floats that lie between two of them, in units of the last place; one of the other sign is far. */
static int64_t distance(float a, float b) {
  const int64_t p = hl_real_bits(a), q = hl_real_bits(b);
  return p > q ? p - q : q - p;
}

static int check(int function, uint32_t bits) {
  const float x = hl_real_of_bits(bits), got = functions[function].f(x), wanted = (float)oracle(function, x);
  const int exact = function >= FIRST_EXACT && function < FIRST_GELU;
  if (wanted != wanted ? hl_real_bits(got) == 0x7fc00000u : distance(got, wanted) <= !exact)
    return 0;
  printf("%s(%a) gives %a instead of %a\n", functions[function].name, x, got, wanted);
  return 1;
}

/* A base and an exponent: anything; near 1 and large; anything to a small whole or half power; what is special. */
static void draw_power(int i, uint32_t *state, float *x, float *y) {
  static const float special[] = {0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 2, -2, 0.5f, -0.5f, 3, 1e38f, 16777216, 16777217, 8388607, -8388608,
                                  0x1p-149f, 4.5f, -3e9f, 0x1.fffffep127f};
  enum { COUNT = sizeof special / sizeof *special };
  const uint32_t a = next_random(state), b = next_random(state);
  *x = hl_real_of_bits(a), *y = hl_real_of_bits(b);
  if (i < COUNT * COUNT)
    *x = special[i % COUNT], *y = special[i / COUNT];
  else if (i % 4 == 1)
    *x = hl_real_of_bits(0x3f800000u + a % 100000 - 50000), *y = hl_real_of_bits((b & 0x807fffffu) | (127 + b % 31) << 23);
  else if (i % 4 == 2)
    *y = (float)((int)(b % 81) - 40) / 2;
  else if (i % 4 == 3)
    *x = (float)(a % 1000) / 8, *y = (float)((int)(b % 2000) - 1000) / 64;
}

static int check_powers(int count) {
  uint32_t state = 5;
  int wrong = 0;
  for (int i = 0; i < count && wrong < 20; ++i) {
    float x, y;
    draw_power(i, &state, &x, &y);
    const float got = hl_real_pow(x, y), wanted = (float)powl(x, y);
    const int right = wanted != wanted ? hl_real_bits(got) == 0x7fc00000u
                      : wanted == 0    ? (hl_real_bits(got) ^ hl_real_bits(wanted)) < 2 /* 0 or next to it, with its sign */
                                       : distance(got, wanted) <= 1;
    if (!right)
      wrong += printf("%a to the power of %a is %a instead of %a\n", x, y, got, wanted) > 0;
  }
  return wrong;
}

int main(void) {
  int wrong = check_powers(1000000);
  for (int f = 0; f < FUNCTIONS; ++f) {
    for (uint64_t bits = 0; bits < 0x100000000u && wrong < 20; bits += 4099)
      wrong += check(f, (uint32_t)bits);
    static const uint32_t edges[] = {0, 1, 0x7fffff, 0x800000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x42b17217, 0x42b17218,
                                     0x4b000000, 0x4affffff, 0x3effffff, 0x3f000000, 0x3f000001, 0x3fc00000, 0x40200000,
                                     0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fffffff, 0x42cff1b5, 0x3cffffff, 0x3d000000};
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; ++i)
      for (uint32_t sign = 0; sign < 2; ++sign)
        for (uint32_t near = 0; near < 3; ++near)
          wrong += check(f, (edges[i] + near - (edges[i] ? 1 : 0)) | sign << 31);
  }
  uint32_t state = 7;
  for (int i = 0; i < 1000000 && wrong < 20; ++i) {
    float x = hl_real_of_bits(next_random(&state)), y = hl_real_of_bits(next_random(&state));
    if (i & 1) /* of like size */
      y = hl_real_of_bits((hl_real_bits(y) & 0x807fffffu) | (hl_real_bits(x) & 0x7f800000u));
    const float rest = hl_real_rest(x, y), wanted = fmodf(x, y);
    const double q = floor((double)x / (double)y);
    const float whole = hl_real_floor_div(x, y);
    if (wanted != wanted ? rest == rest : hl_real_bits(rest) != hl_real_bits(wanted))
      wrong += printf("%a by %a leaves %a instead of %a\n", x, y, rest, wanted) > 0;
    if (q != q ? whole == whole : whole != (float)q)
      wrong += printf("%a by %a is %a instead of %a\n", x, y, whole, q) > 0;
  }
  if (wrong)
    return 1;
#else
#include <hexloom/port.h>

#include "../../../../runtime/harness_text.h"

int main(void) {
#endif
  for (int f = 0; f < FUNCTIONS; ++f)
    report(functions[f].name, hash_function(functions[f].f, 1000003));
  report("div", hash_pairs(quotient, 5000));
  report("mul", hash_pairs(product, 5000));
  report("rest", hash_pairs(hl_real_rest, 300));
  report("floor_div", hash_pairs(hl_real_floor_div, 5000));
  report("pow", hash_pairs(hl_real_pow, 5000));
  return 0;
}

static void report(const char *name, uint32_t hash) {
#ifdef COMPARE
  printf("%s %u\n", name, (unsigned)hash);
#else
  char digits[24];
  hl_port_print(1, name);
  hl_port_print(1, " ");
  hl_port_print(1, number_to_text(hash, digits));
  hl_port_print(1, "\n");
#endif
}
