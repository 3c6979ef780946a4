// RUN: %packed-cc -O2 -std=c11 -ffp-contract=off -I%root/runtime/include -c %s -o %t.o
// RUN: %hexagon-ld %t.o %runtime -o %t
// RUN: qemu-hexagon %t
//
// Transposition by tiles of elements of every width, dense and with bytes between columns, which stay, of rows that share vectors, too; both buffers end at
// inaccessible pages.
#include "../check.h"

#include <hexloom/hvx/transpose_tiles.h>

enum { BETWEEN = 0x5A };

static const hl_transpose_routes none;
static HVX_Vector tiles[4 * HL_TILE_ROWS];

static void check(const hl_transpose_params *p, const uint8_t *in, const uint8_t *out) {
  const int width = p->outer.run;
  for (int c = 0; c < p->columns; ++c)
    for (int at = 0; at < (c + 1 < p->columns ? p->out_stride : p->rows * width); ++at) {
      const int row = at / width;
      const int wanted = row < p->rows ? in[row * p->in_stride + c * width + at % width] : BETWEEN;
      if (out[c * p->out_stride + at] != wanted)
        FAIL("byte (width, column, place, got, wanted)", width, c, at, out[c * p->out_stride + at], wanted);
    }
}

/* WIDTH bytes; rows and their stride; columns and theirs. */
#define SHAPE(WIDTH, ROWS, IN, COLUMNS, OUT)                                                                          \
  do {                                                                                                                \
    static const hl_transpose_params p = {{0, 0, WIDTH, 0, {{0, 0, 0}}}, ROWS, IN, COLUMNS, OUT};                      \
    const int in_bytes = ((ROWS)-1) * (IN) + (COLUMNS) * (WIDTH), out_bytes = ((COLUMNS)-1) * (OUT) + (ROWS) * (WIDTH); \
    uint8_t *in = guarded(in_bytes), *out = guarded(out_bytes);                                                       \
    for (int i = 0; i < in_bytes; ++i)                                                                                \
      in[i] = (uint8_t)random_in(0, 255);                                                                             \
    for (int i = 0; i < out_bytes; ++i)                                                                               \
      out[i] = BETWEEN;                                                                                               \
    hl_vtranspose(&p, &none, (IN) % 128 == 0, (OUT) % 128 == 0, in, out, tiles);                                             \
    check(&p, in, out);                                                                                               \
  } while (0)

int main(void) {
  SHAPE(1, 128, 128, 128, 128);
  SHAPE(1, 161, 40, 33, 170);
  SHAPE(1, 64, 131, 131, 64);
  SHAPE(1, 161, 32, 32, 161);
  SHAPE(1, 64, 64, 64, 64);
  SHAPE(2, 70, 64, 32, 150);
  SHAPE(2, 32, 64, 21, 64);
  SHAPE(4, 33, 80, 9, 256);
  SHAPE(8, 17, 48, 3, 136);
  SHAPE(16, 9, 96, 6, 144);
  SHAPE(32, 13, 160, 5, 500);
  SHAPE(64, 5, 192, 3, 320);
  return finish();
}
