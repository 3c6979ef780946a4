// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What freestanding/files.c is made of, by the simulator's system calls. */
#ifndef HEXLOOM_SWIFTDSP_SYSCALL_H
#define HEXLOOM_SWIFTDSP_SYSCALL_H
#include "include/swift_dsp_system.h"

enum {
  HL_READ = SWIFT_DSP_READ,
  HL_WRITE = SWIFT_DSP_WRITE,
  HL_CREATE = SWIFT_DSP_CREATE,
  HL_TRUNCATE = SWIFT_DSP_TRUNCATE
};

static inline long hl_sys_open(const char *path, int flags, int mode) { return swift_dsp_open(path, flags, mode); }
static inline void hl_sys_close(long file) { swift_dsp_close((int)file); }
static inline long hl_sys_read(long file, uintptr_t to, size_t bytes) {
  return swift_dsp_read((int)file, (void *)to, bytes);
}
static inline long hl_sys_write(long file, uintptr_t from, size_t bytes) {
  return swift_dsp_write((int)file, (const void *)from, bytes);
}
static inline int64_t hl_sys_size(long file) { return swift_dsp_seek((int)file, 0, SWIFT_DSP_SEEK_END); }

#endif
