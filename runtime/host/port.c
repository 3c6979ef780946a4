// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The port interface over a POSIX C library. */
#define _DEFAULT_SOURCE
#include <hexloom/port.h>

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

void *hl_port_map(size_t bytes) {
  const size_t inner = (bytes + HL_PORT_PAGE - 1) / HL_PORT_PAGE * HL_PORT_PAGE;
  char *const memory =
      mmap(NULL, inner + 2 * HL_PORT_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return NULL;
  if (inner && mprotect(memory + HL_PORT_PAGE, inner, PROT_READ | PROT_WRITE) != 0)
    return NULL;
  return memory + HL_PORT_PAGE;
}

int64_t hl_port_file_size(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

int hl_port_read_file(const char *path, void *to, size_t bytes) {
  FILE *const file = fopen(path, "rb");
  if (!file)
    return -1;
  const int good = fread(to, 1, bytes, file) == bytes;
  fclose(file);
  return good ? 0 : -1;
}

int hl_port_write_file(const char *path, const void *from, size_t bytes) {
  FILE *const file = fopen(path, "wb");
  if (!file)
    return -1;
  const int good = fwrite(from, 1, bytes, file) == bytes;
  return fclose(file) == 0 && good ? 0 : -1;
}

void hl_port_print(int stream, const char *text) { fputs(text, stream == 1 ? stdout : stderr); }

hl_port_counters hl_port_count(void) { return (hl_port_counters){0, 0, 0, 0, 0}; }
