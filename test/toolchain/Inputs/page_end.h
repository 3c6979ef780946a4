// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that ends where nobody's begins, from Linux under the emulator.

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c, r3 __asm__("r3") = d, r4 __asm__("r4") = e,
                r5 __asm__("r5") = f, r6 __asm__("r6") = number;
  __asm__ volatile("trap0(#1)" : "+r"(r0) : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6) : "memory");
  return r0;
}

/* The end of so many bytes that can be read and written, a multiple of 65,536; null: the system has none. */
static char *endOfMemory(long bytes) {
  enum { MMAP = 222, MUNMAP = 215, READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22 };
  /* Twice as many, of which the latter half is given back. */
  const long memory = call(MMAP, 0, 2 * bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
  if ((unsigned long)memory > -4096ul || call(MUNMAP, memory + bytes, bytes, 0, 0, 0, 0))
    return 0;
  return (char *)memory + bytes;
}
