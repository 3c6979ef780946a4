// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The port interface by system calls; see syscall.h. Files and console are in freestanding/files.c. */
#include <hexloom/port.h>

#include "syscall.h"

enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_NORESERVE = 0x4000 };

static int failed(long result) { return result < 0 && result > -4096; }

void *hl_port_map(size_t bytes) {
  if (bytes > UINT32_MAX - 3 * HL_PORT_PAGE)
    return NULL;
  const size_t inner = (bytes + HL_PORT_PAGE - 1) / HL_PORT_PAGE * HL_PORT_PAGE;
  const long memory = hl_syscall(HL_SYS_MMAP2, 0, (long)(inner + 2 * HL_PORT_PAGE), PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (failed(memory))
    return NULL;
  if (inner && failed(hl_syscall(HL_SYS_MPROTECT, memory + HL_PORT_PAGE, (long)inner, PROT_READ | PROT_WRITE, 0, 0, 0)))
    return NULL;
  return (char *)memory + HL_PORT_PAGE;
}

/* QEMU's counters are control registers c20 to c22, which the assembler has no names for: the words are the transfers
 * r0 = c20, c21 and c22. The compiler adds the same few packets around each, so that differences are comparable.
 */
#define READ_COUNTER(WORD)                                                                         \
  ({                                                                                               \
    register uint32_t value __asm__("r0");                                                         \
    __asm__ volatile(".word " #WORD : "=r"(value)::"memory");                                      \
    value;                                                                                         \
  })

hl_port_counters hl_port_count(void) {
  hl_port_counters now;
  now.packets = READ_COUNTER(0x6a14c000);
  now.instructions = READ_COUNTER(0x6a15c000);
  now.vector_instructions = READ_COUNTER(0x6a16c000);
  now.cycles = 0;
  now.exact = 1;
  return now;
}
