// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Functions of one byte by a table of 256. The machine has no gather: vperm2 looks sixteen bytes up among 32 by the lower five bits of
 * each, and eight such results are chosen among by the other three. */
#ifndef HEXLOOM_SWIFTDSP_TABLE_H
#define HEXLOOM_SWIFTDSP_TABLE_H

#include <hexloom/swiftdsp/vectors.h>

typedef struct {
  v16i8 bytes;
  v4i32 bit5, bit6, bit7; /* lanes of ones where the byte has it */
} hl_sd_index;

HL_KERNEL hl_sd_index hl_sd_index_of(v16i8 bytes) {
  const hl_sd_index index = {bytes, (v4i32)swift_dsp_vsrabs(swift_dsp_vshlbs(bytes, 2), 7),
                             (v4i32)swift_dsp_vsrabs(swift_dsp_vshlbs(bytes, 1), 7), (v4i32)swift_dsp_vsrabs(bytes, 7)};
  return index;
}

/* Returns the table, which is to be loaded once `result` is there. All of it would fill the vector registers and be spilled if a loop kept
 * it there or loaded it ahead. */
HL_KERNEL const int8_t *hl_sd_behind(v4i32 *result, const int8_t *table) {
  __asm__ volatile("" : "+r"(table), "+v"(*result));
  return table;
}

HL_KERNEL v4i32 hl_sd_among_32(const int8_t *table, hl_sd_index i) {
  return (v4i32)swift_dsp_vperm2(i.bytes, hl_sd_at(table), hl_sd_at(table + HL_SD_VECTOR));
}
HL_KERNEL v4i32 hl_sd_among_64(const int8_t *table, hl_sd_index i) {
  return swift_dsp_vsel(i.bit5, hl_sd_among_32(table + 32, i), hl_sd_among_32(table, i));
}
HL_KERNEL v4i32 hl_sd_among_128(const int8_t *table, hl_sd_index i) {
  v4i32 low = hl_sd_among_64(table, i);
  table = hl_sd_behind(&low, table);
  return swift_dsp_vsel(i.bit6, hl_sd_among_64(table + 64, i), low);
}
HL_KERNEL v16i8 hl_sd_look_up(const int8_t *table, hl_sd_index i) {
  table = hl_sd_behind(&i.bit7, table);
  v4i32 low = hl_sd_among_128(table, i);
  table = hl_sd_behind(&low, table);
  v4i32 result = swift_dsp_vsel(i.bit7, hl_sd_among_128(table + 128, i), low);
  hl_sd_behind(&result, table); /* ahead of the next look-up */
  return (v16i8)result;
}

/* Whole vectors, in buffers that have room for them. */
HL_KERNEL void hl_sd_table8(const uint8_t *table, const void *in, void *out, int vectors) {
  const int8_t *from = (const int8_t *)in;
  int8_t *to = (int8_t *)out;
  for (int i = 0; i < vectors; ++i, from += HL_SD_VECTOR, to += HL_SD_VECTOR)
    hl_sd_put(to, hl_sd_look_up((const int8_t *)table, hl_sd_index_of(hl_sd_at(from))));
}

#endif
