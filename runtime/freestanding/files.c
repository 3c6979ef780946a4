// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The port interface's files and console over five system calls, which syscall.h of the port's folder declares: open, close, read,
 * write, size. Shared by the ports without a C library.
 */
#include <hexloom/port.h>

#include "syscall.h"

/* read or write until all is done; 0 or -1 */
static int transfer(long (*call)(long, uintptr_t, size_t), long file, uintptr_t memory, size_t bytes) {
  const size_t largest = 1u << 30;
  while (bytes) {
    const long done = call(file, memory, bytes < largest ? bytes : largest);
    if (done <= 0)
      return -1;
    memory += (size_t)done;
    bytes -= (size_t)done;
  }
  return 0;
}

int64_t hl_port_file_size(const char *path) {
  const long file = hl_sys_open(path, HL_READ, 0);
  if (file < 0)
    return -1;
  const int64_t size = hl_sys_size(file);
  hl_sys_close(file);
  return size < 0 ? -1 : size;
}

int hl_port_read_file(const char *path, void *to, size_t bytes) {
  const long file = hl_sys_open(path, HL_READ, 0);
  if (file < 0)
    return -1;
  const int status = transfer(hl_sys_read, file, (uintptr_t)to, bytes);
  hl_sys_close(file);
  return status;
}

int hl_port_write_file(const char *path, const void *from, size_t bytes) {
  const long file = hl_sys_open(path, HL_WRITE | HL_CREATE | HL_TRUNCATE, 0666);
  if (file < 0)
    return -1;
  const int status = transfer(hl_sys_write, file, (uintptr_t)from, bytes);
  hl_sys_close(file);
  return status;
}

void hl_port_print(int stream, const char *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  transfer(hl_sys_write, stream, (uintptr_t)text, length);
}
