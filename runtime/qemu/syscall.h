// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Linux system calls of Hexagon: trap0(#1), number in r6, arguments in r0 to r5, result in r0 (negative: -errno).
 * The numbers are those of Linux's generic table (asm-generic/unistd.h), which Hexagon uses.
 */
#ifndef HEXLOOM_QEMU_SYSCALL_H
#define HEXLOOM_QEMU_SYSCALL_H
#include <stddef.h>
#include <stdint.h>

enum {
  HL_SYS_OPENAT = 56,
  HL_SYS_CLOSE = 57,
  HL_SYS_LSEEK = 62, /* 32-bit: _llseek */
  HL_SYS_READ = 63,
  HL_SYS_WRITE = 64,
  HL_SYS_EXIT_GROUP = 94,
  HL_SYS_MMAP2 = 222,
  HL_SYS_MPROTECT = 226
};

static inline long hl_syscall(long number, long a0, long a1, long a2, long a3, long a4, long a5) {
  register long r0 __asm__("r0") = a0;
  register long r1 __asm__("r1") = a1;
  register long r2 __asm__("r2") = a2;
  register long r3 __asm__("r3") = a3;
  register long r4 __asm__("r4") = a4;
  register long r5 __asm__("r5") = a5;
  register long r6 __asm__("r6") = number;
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6) : "memory");
  return r0;
}

/* What freestanding/files.c is made of. */
enum { HL_READ = 0, HL_WRITE = 1, HL_CREATE = 0100, HL_TRUNCATE = 01000 };

static inline long hl_sys_open(const char *path, int flags, int mode) {
  enum { AT_FDCWD = -100 };
  return hl_syscall(HL_SYS_OPENAT, AT_FDCWD, (long)path, flags, mode, 0, 0);
}

static inline void hl_sys_close(long file) { hl_syscall(HL_SYS_CLOSE, file, 0, 0, 0, 0, 0); }

static inline long hl_sys_read(long file, uintptr_t to, size_t bytes) {
  return hl_syscall(HL_SYS_READ, file, (long)to, (long)bytes, 0, 0, 0);
}

static inline long hl_sys_write(long file, uintptr_t from, size_t bytes) {
  return hl_syscall(HL_SYS_WRITE, file, (long)from, (long)bytes, 0, 0, 0);
}

static inline int64_t hl_sys_size(long file) {
  enum { SEEK_TO_END = 2 };
  int64_t size = -1;
  const long status = hl_syscall(HL_SYS_LSEEK, file, 0, 0, (long)&size, SEEK_TO_END, 0);
  return status < 0 ? -1 : size;
}

__attribute__((noreturn)) static inline void hl_exit(int status) {
  for (;;)
    hl_syscall(HL_SYS_EXIT_GROUP, status, 0, 0, 0, 0, 0);
}

#endif
