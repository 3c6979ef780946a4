// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What the programs of this folder ask of the machine they run on. runtime/qemu implements it without a C library, by
 * system calls; runtime/host over the C library. Generated models need none of it, only memcpy and memset.
 */
#ifndef HEXLOOM_PORT_H
#define HEXLOOM_PORT_H

#include <stddef.h>
#include <stdint.h>

/* Granularity of hl_port_map: a multiple of the page size of every port. */
#define HL_PORT_PAGE 65536u

/* Events since the program's start; the differences are exact. All zero and `exact` 0 where nothing counts them; a port
 * leaves at zero what it does not count. */
typedef struct {
  uint32_t packets, instructions, vector_instructions, cycles; /* modulo 2^32 */
  int exact;
} hl_port_counters;

/* Zeroed memory of `bytes` rounded up to HL_PORT_PAGE, with an inaccessible page before and behind it; null if there is
 * none. It is never given back. */
void *hl_port_map(size_t bytes);

/* Size of a file in bytes, or -1 when it cannot be opened. */
int64_t hl_port_file_size(const char *path);
/* Reads exactly `bytes` from the file's start; 0, or -1 on any failure. */
int hl_port_read_file(const char *path, void *to, size_t bytes);
/* Creates or replaces the file; 0, or -1 on any failure. */
int hl_port_write_file(const char *path, const void *from, size_t bytes);

/* Writes to standard output (stream 1) or standard error (stream 2). */
void hl_port_print(int stream, const char *text);

hl_port_counters hl_port_count(void);

#endif
