// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* System calls of SwiftDSP's simulator (docs/swiftdsp-isa.md, "Memory, faults, system calls"). Negative results are -errno. */
#ifndef SWIFT_DSP_SYSTEM_H
#define SWIFT_DSP_SYSTEM_H
#include <stddef.h>
#include <stdint.h>

enum {
  SWIFT_DSP_SYS_EXIT = 1,
  SWIFT_DSP_SYS_OPEN,
  SWIFT_DSP_SYS_READ,
  SWIFT_DSP_SYS_WRITE,
  SWIFT_DSP_SYS_CLOSE,
  SWIFT_DSP_SYS_SEEK,
  SWIFT_DSP_SYS_CYCLES,
  SWIFT_DSP_SYS_PACKETS,
  SWIFT_DSP_SYS_INSTRUCTIONS,
  SWIFT_DSP_SYS_MEMORY,
  SWIFT_DSP_SYS_PROTECT
};

enum {
  SWIFT_DSP_READ = 0,
  SWIFT_DSP_WRITE = 1,
  SWIFT_DSP_READ_WRITE = 2,
  SWIFT_DSP_CREATE = 0x40,
  SWIFT_DSP_TRUNCATE = 0x200,
  SWIFT_DSP_APPEND = 0x400
};

enum { SWIFT_DSP_SEEK_SET, SWIFT_DSP_SEEK_CUR, SWIFT_DSP_SEEK_END };

static inline int64_t swift_dsp_sys(int32_t number, int32_t a, int32_t b, int32_t c) {
  register int32_t v0 __asm__("r1") = number;
  register int32_t v1 __asm__("r2");
  register int32_t a0 __asm__("r3") = a;
  register int32_t a1 __asm__("r4") = b;
  register int32_t a2 __asm__("r5") = c;
  __asm__ volatile("sys" : "+r"(v0), "=r"(v1) : "r"(a0), "r"(a1), "r"(a2) : "memory");
  return (int64_t)((uint64_t)(uint32_t)v1 << 32 | (uint32_t)v0);
}

__attribute__((noreturn)) static inline void swift_dsp_exit(int status) {
  swift_dsp_sys(SWIFT_DSP_SYS_EXIT, status, 0, 0);
  __builtin_unreachable();
}

static inline int swift_dsp_open(const char *path, int flags, int mode) {
  return (int)swift_dsp_sys(SWIFT_DSP_SYS_OPEN, (int32_t)path, flags, mode);
}

static inline int swift_dsp_read(int file, void *to, size_t bytes) {
  return (int)swift_dsp_sys(SWIFT_DSP_SYS_READ, file, (int32_t)to, (int32_t)bytes);
}

static inline int swift_dsp_write(int file, const void *from, size_t bytes) {
  return (int)swift_dsp_sys(SWIFT_DSP_SYS_WRITE, file, (int32_t)from, (int32_t)bytes);
}

static inline int swift_dsp_close(int file) { return (int)swift_dsp_sys(SWIFT_DSP_SYS_CLOSE, file, 0, 0); }

static inline int64_t swift_dsp_seek(int file, int32_t offset, int whence) {
  return swift_dsp_sys(SWIFT_DSP_SYS_SEEK, file, offset, whence);
}

static inline uint64_t swift_dsp_cycles(void) { return (uint64_t)swift_dsp_sys(SWIFT_DSP_SYS_CYCLES, 0, 0, 0); }
static inline uint64_t swift_dsp_packets(void) { return (uint64_t)swift_dsp_sys(SWIFT_DSP_SYS_PACKETS, 0, 0, 0); }
static inline uint64_t swift_dsp_instructions(void) { return (uint64_t)swift_dsp_sys(SWIFT_DSP_SYS_INSTRUCTIONS, 0, 0, 0); }

/* The end of memory: the stack begins below it. */
static inline uintptr_t swift_dsp_memory_end(void) { return (uintptr_t)swift_dsp_sys(SWIFT_DSP_SYS_MEMORY, 0, 0, 0); }

/* Whole pages of 4096 bytes cannot be accessed any more, those of them that lie there. */
static inline int swift_dsp_protect(void *at, size_t bytes) {
  return (int)swift_dsp_sys(SWIFT_DSP_SYS_PROTECT, (int32_t)at, (int32_t)bytes, 0);
}

#endif
