// RUN: %packed-cc -O2 -std=c11 -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Strided copies by vectors against the portable kernel: every byte of the destination's buffer,
// those outside of the copy included, and nothing read behind the source's last vector.
#include "../check.h"

#include <hexloom/hvx/copy.h>
#include <hexloom/hvx/copy_lanes.h>
#include <hexloom/hvx/pad_channels.h>

enum { kBytes = 4096 };

static uint8_t *in, *wanted, *got;

static void compare(const char *what, int64_t x, int64_t y, int64_t z) {
  for (int i = 0; i < kBytes; ++i)
    if (wanted[i] != got[i]) {
      FAIL(what, x, y, z, i, wanted[i], got[i]);
      return;
    }
}

static void reset(void) {
  for (int i = 0; i < kBytes; ++i) {
    in[i] = (uint8_t)random_word();
    wanted[i] = got[i] = (uint8_t)random_word();
  }
}

static void test_run(void) {
  const int count = random_in(0, 3) ? random_in(1, 300) : random_in(1, 3000);
  const int from = random_in(0, 1) ? kBytes - count : random_in(0, kBytes - count),
            to = random_in(0, kBytes - count);
  reset();
  __builtin_memcpy(wanted + to, in + from, (size_t)count);
  hl_vcopy(in + from, got + to, count);
  compare("run (count, from, to, at, wanted, got)", count, from, to);
  for (int i = 0; i < count; ++i)
    wanted[to + i] = 77;
  hl_vset(got + to, count, Q6_Vb_vsplat_R(77));
  compare("set (count, from, to, at, wanted, got)", count, from, to);
}

/* Each place in a vector to each other, by both functions that copy a run. */
static void test_places(void) {
  reset();
  for (int at = 0; at < HL_ALIGN; ++at)
    for (int place = 0; place < HL_ALIGN; ++place) {
      const int run = random_in(0, 7) ? random_in(1, 400) : random_in(1, 2500), first = HL_ALIGN * random_in(0, 3);
      const int from = random_in(0, 1) ? at + HL_ALIGN * random_in(0, 3) : (kBytes - run) / HL_ALIGN * HL_ALIGN - HL_ALIGN + at,
                to = first + place;
      for (int i = 0; i < run; ++i)
        wanted[to + i] = in[from + i];
      if (random_in(0, 1))
        hl_vcopy(in + from, got + to, run);
      else
        hl_vcopy_placed(in + from, at, got + to, place, run);
      for (int i = first; i < to + run + 2 * HL_ALIGN; ++i)
        if (wanted[i] != got[i]) {
          FAIL("place (at, place, run, i, wanted, got)", at, place, run, i, wanted[i], got[i]);
          return;
        }
    }
  compare("places (at, wanted, got)", 0, 0, 0);
}

/* Nests whose strides are multiples of a vector, up to both ends of the input. */
static void test_placed(void) {
  const int run = random_in(0, 2) ? random_in(3, 300) : random_in(301, 1900), most = (kBytes - run) / HL_ALIGN;
  const int count = random_in(1, 9), step = random_in(0, 2), back = random_in(0, 1), reach = step * (count - 1);
  const int dense = (run + HL_ALIGN - 1) / HL_ALIGN + 1, out_reach = dense * (count - 1);
  if (reach > most || out_reach > most - 1)
    return;
  const int end = kBytes - run - reach * HL_ALIGN, first = random_in(0, 1) ? end : random_in(0, 1) * random_in(0, end);
  const hl_copy_params p = {back ? first + reach * HL_ALIGN : first, random_in(0, kBytes - run - out_reach * HL_ALIGN), run, 1,
                            {{count, (back ? -step : step) * HL_ALIGN, dense * HL_ALIGN}}};
  reset();
  hl_copy(&p, in, wanted);
  hl_vcopy_placed_nest(&p, in, got);
  compare("placed nest (run, count, offset, at, wanted, got)", run, count, p.in_offset);
}

/* Sizes that the compiler knows, which chooses among straight code and loops by them: as emitted code has them. */
#define FOR_EACH_CONSTANT(NEST)                                                                                                \
  NEST(0, hl_vcopy_nest, 5, 3, 12, 11, 12, 29) NEST(1, hl_vcopy_nest, 300, 7, 40, 9, -40, 40)                                  \
  NEST(2, hl_vcopy_nest, 0, 32, 32, 20, 96, 64) NEST(3, hl_vcopy_nest, 1, 0, 128, 12, 140, 128)                                \
  NEST(4, hl_vcopy_nest, 10, 77, 128, 8, 0, 131) NEST(5, hl_vcopy_nest, 3249, 0, 171, 20, -171, 171)                           \
  NEST(6, hl_vcopy_nest, 171, 9, 171, 3, 171, 400) NEST(7, hl_vcopy_nest, 100, 1, 129, 5, 130, 140)                            \
  NEST(8, hl_vcopy_nest, 1, 126, 256, 6, 256, 257) NEST(9, hl_vcopy_nest, 2, 5, 384, 4, 385, 386)                              \
  NEST(10, hl_vcopy_nest, 77, 5, 1536, 2, 13, 1600) NEST(11, hl_vcopy_nest, 127, 1, 1793, 2, 100, 1800)                        \
  NEST(12, hl_vcopy_nest, 0, 60, 1920, 2, 0, 1921) NEST(13, hl_vcopy_nest, 1, 127, 3500, 1, 0, 0)                              \
  NEST(14, hl_vcopy_placed_nest, 0, 0, 128, 30, 0, 128) NEST(15, hl_vcopy_placed_nest, 0, 0, 1536, 2, 128, 1536)               \
  NEST(16, hl_vcopy_placed_nest, 128, 256, 1920, 2, 0, 1920) NEST(17, hl_vcopy_placed_nest, 9, 120, 3, 13, 128, 256)           \
  NEST(18, hl_vcopy_placed_nest, 60, 60, 100, 11, 256, 256) NEST(19, hl_vcopy_placed_nest, 3900, 30, 150, 7, -128, 384)        \
  NEST(20, hl_vcopy_placed_nest, 5, 64, 400, 5, 128, 640) NEST(21, hl_vcopy_placed_nest, 64, 5, 1790, 2, 384, 1920)            \
  NEST(22, hl_vcopy_placed_nest, 17, 3, 3900, 1, 0, 0) NEST(23, hl_vcopy_placed_nest, 128, 127, 257, 6, 384, 512)              \
  NEST(24, hl_vcopy_lanes, 32, 0, 32, 41, 96, 32) NEST(25, hl_vcopy_lanes, 2112, 96, 32, 31, 64, 32)                           \
  NEST(26, hl_vcopy_lanes, 64, 64, 64, 33, 64, 64) NEST(27, hl_vcopy_lanes, 112, 0, 16, 32, 128, 16)                           \
  NEST(28, hl_vcopy_lanes, 0, 128, 32, 23, 128, 32) NEST(29, hl_vcopy_lanes, 48, 16, 16, 61, 64, 16)                           \
  NEST(30, hl_vcopy_lanes, 4064, 0, 32, 37, -96, 32) NEST(31, hl_vcopy_lanes, 3968, 64, 64, 29, -128, 64)                      \
  NEST(32, hl_vcopy_lanes, 256, 0, 64, 21, 0, 64) NEST(33, hl_vcopy_lanes, 16, 112, 16, 7, 48, 16)                             \
  NEST(34, hl_vcopy_lanes, 0, 0, 16, 128, 32, 16) NEST(35, hl_vcopy_lanes, 96, 64, 32, 1, 32, 32)                              \
  NEST(36, hl_vcopy_lanes, 64, 0, 64, 31, 128, 64) NEST(37, hl_vcopy_lanes, 96, 0, 32, 4, 128, 32)

#define CONSTANT_NEST(I, FUNCTION, IN, OUT, RUN, COUNT, IN_STRIDE, OUT_STRIDE)                                                 \
  static const hl_copy_params nest##I = {IN, OUT, RUN, 1, {{COUNT, IN_STRIDE, OUT_STRIDE}}};                                   \
  static __attribute__((noinline)) void copy##I(const uint8_t *HL_RESTRICT from, uint8_t *HL_RESTRICT to) {                    \
    FUNCTION(&nest##I, from, to);                                                                                              \
  }
FOR_EACH_CONSTANT(CONSTANT_NEST)

#define CHECK_NEST(I, ...)                                                                                                     \
  reset();                                                                                                                     \
  hl_copy(&nest##I, in, wanted);                                                                                               \
  copy##I(in, got);                                                                                                            \
  compare("constant nest (number, at, wanted, got)", I, 0, 0);

static void test_constants(void) { FOR_EACH_CONSTANT(CHECK_NEST) }

/* A nest whose outermost loops are dense in the output; the input repeats, runs backwards, or
 * skips. */
static void test_nest(void) {
  hl_copy_params p = {.run = random_in(0, 1) ? random_in(1, 8) : random_in(9, 300),
                      .loops = random_in(0, 3)};
  int out_stride = p.run + random_in(0, 1) * random_in(0, 9), lowest = 0, highest = 0;
  for (int l = p.loops - 1; l >= 0; --l) {
    p.loop[l].size = random_in(1, 4);
    p.loop[l].out = out_stride;
    p.loop[l].in = random_in(0, 3) ? random_in(-1, 1) * random_in(1, 200) : p.run;
    out_stride *= p.loop[l].size;
    const int reach = p.loop[l].in * (p.loop[l].size - 1);
    lowest += reach < 0 ? reach : 0;
    highest += reach > 0 ? reach : 0;
  }
  if (p.loops > 0 && random_in(0, 7) == 0) { /* one byte repeated along the output */
    const int inner = p.loops - 1;
    p.run = 1;
    p.loop[inner].in = 0;
    p.loop[inner].out = 1;
    highest = lowest = 0;
    for (int l = 0; l < inner; ++l)
      p.loop[l].in = 0;
  }
  if (out_stride > kBytes || highest - lowest + p.run > kBytes)
    return;
  p.in_offset =
      random_in(0, 1) ? kBytes - p.run - highest : random_in(-lowest, kBytes - p.run - highest);
  p.out_offset = random_in(0, kBytes - out_stride);
  reset();
  hl_copy(&p, in, wanted);
  hl_vcopy_nest(&p, in, got);
  compare("nest (run, loops, offset, at, wanted, got)", p.run, p.loops, p.in_offset);
}

/* Lanes of vectors: nests that are dense in the output, and begin and end anywhere within vectors. */
static void test_lanes(void) {
  hl_copy_params p = {.run = 16 << random_in(0, 2), .loops = random_in(1, 3)};
  int out_stride = p.run, lowest = 0, highest = 0;
  for (int l = p.loops - 1; l >= 0; --l) {
    p.loop[l].size = random_in(1, l == p.loops - 1 ? 20 : 3);
    p.loop[l].out = out_stride;
    p.loop[l].in = p.run * random_in(-2, 12);
    out_stride *= p.loop[l].size;
    const int reach = p.loop[l].in * (p.loop[l].size - 1);
    lowest += reach < 0 ? reach : 0;
    highest += reach > 0 ? reach : 0;
  }
  if (out_stride > kBytes || highest - lowest + p.run > kBytes)
    return;
  const int last = kBytes - p.run - highest;
  p.in_offset = (random_in(0, 1) ? last : random_in(-lowest, last)) / p.run * p.run;
  p.out_offset = random_in(0, kBytes - out_stride) / p.run * p.run;
  reset();
  hl_copy(&p, in, wanted);
  hl_vcopy_lanes(&p, in, got);
  compare("lanes (run, loops, offset, at, wanted, got)", p.run, p.loops, p.in_offset);
}

/* Pieces of columns, equally far apart on both sides. */
static void test_columns(void) {
  const int period = 2 << random_in(0, 5), run = random_in(1, period - 1);
  const int count = random_in(2, random_in(0, 3) ? 20 : 60), span = (count - 1) * period + run;
  const int last = kBytes - span;
  const int from = random_in(0, 1) ? random_in(0, 1) * last : random_in(0, last),
            to = random_in(0, last);
  const hl_copy_params p = {from, to, run, 1, {{count, period, period}}};
  reset();
  hl_copy(&p, in, wanted);
  hl_vcopy_nest(&p, in, got);
  compare("columns (period, run, count, at, wanted, got)", period, run, count);
}

static void test_pad_channels(void) {
  const int rows = random_in(1, 3), vectors = random_in(1, 2), channels = random_in(1, 70),
            more = random_in(0, 40);
  const hl_pad_channels_params p = {
      rows, vectors, (channels + 31) / 32, (channels + more + 31) / 32, (channels - 1) % 32 + 1,
      200};
  reset();
  hl_vpad_channels(&p, in, got);
  for (int row = 0; row < rows; ++row)
    for (int x = 0; x < 4 * vectors; ++x)
      for (int c = 0; c < channels + more; ++c) {
        const int at = ((row * p.out_blocks + c / 32) * 4 * vectors + x) * 32 + c % 32;
        const int from = ((row * p.in_blocks + c / 32) * 4 * vectors + x) * 32 + c % 32;
        const int value = c < channels ? in[from] : 200;
        if (got[at] != value)
          FAIL("pad channels (channels, more, c, got, wanted)", channels, more, c, got[at], value);
      }
}

/* SPACE_TO_BATCH_ND of 5x5x7 by 2x3: single bytes go to vectors that were filled just before. */
static const hl_copy_params pieces[] = {{42, 35, 7, 2, {{2, 70, 28}, {2, 21, 7}}},
                                        {49, 147, 7, 1, {{2, 70, 28}}},
                                        {35, 252, 7, 2, {{2, 70, 28}, {2, 21, 7}}},
                                        {7, 343, 7, 2, {{3, 70, 28}, {2, 21, 7}}},
                                        {14, 455, 7, 1, {{3, 70, 28}}},
                                        {0, 560, 7, 2, {{3, 70, 28}, {2, 21, 7}}}};

static __attribute__((noinline)) void fill_and_copy(const uint8_t *HL_RESTRICT from,
                                                    uint8_t *HL_RESTRICT to) {
  hl_vfill(to, 6, 1, -26);
  hl_vcopy_nest(&pieces[0], from, to);
  hl_vcopy_nest(&pieces[1], from, to);
  hl_vcopy_nest(&pieces[2], from, to);
  hl_vcopy_nest(&pieces[3], from, to);
  hl_vcopy_nest(&pieces[4], from, to);
  hl_vcopy_nest(&pieces[5], from, to);
}

static void test_fill(void) {
  reset();
  for (int i = 0; i < 6 * HL_ALIGN; ++i)
    wanted[i] = (uint8_t)-26;
  for (int i = 0; i < 6; ++i)
    hl_copy(&pieces[i], in, wanted);
  fill_and_copy(in, got);
  compare("fill and copy (at, wanted, got)", 0, 0, 0);
}

int main(void) {
  in = guarded(kBytes), wanted = guarded(kBytes), got = guarded(kBytes);
  test_fill();
  test_places();
  test_constants();
  for (int round = 0; round < 400; ++round) {
    test_run();
    test_nest();
    test_placed();
    test_lanes();
    test_columns();
    test_pad_channels();
  }
  return finish();
}
