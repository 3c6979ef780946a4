// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The port interface on SwiftDSP. Files and console are in freestanding/files.c. */
#include <hexloom/port.h>

#include "syscall.h"

/* Blocks lie behind the program, from swiftdsp.ld's __heap_start up to what is left to the stack, each between two pages that nobody
 * may touch: the one behind it is the next one's. */
void *hl_port_map(size_t bytes) {
  extern char __heap_start[];
  enum { STACK = 1 << 20 };
  static uintptr_t next;
  if (!next) {
    next = ((uintptr_t)__heap_start + HL_PORT_PAGE - 1) / HL_PORT_PAGE * HL_PORT_PAGE;
    swift_dsp_protect((void *)next, HL_PORT_PAGE);
  }
  const uintptr_t limit = swift_dsp_memory_end() - STACK;
  /* Memory is zero at the start and never given back. */
  const uintptr_t block = next + HL_PORT_PAGE;
  if (block > limit || bytes > limit - block || limit - block - bytes < 2 * HL_PORT_PAGE)
    return NULL;
  next = block + (bytes + HL_PORT_PAGE - 1) / HL_PORT_PAGE * HL_PORT_PAGE;
  swift_dsp_protect((void *)next, HL_PORT_PAGE);
  return (void *)block;
}

hl_port_counters hl_port_count(void) {
  return (hl_port_counters){.packets = (uint32_t)swift_dsp_packets(),
                            .instructions = (uint32_t)swift_dsp_instructions(),
                            .cycles = (uint32_t)swift_dsp_cycles(),
                            .exact = 1};
}
