/* The port interface by system calls; see syscall.h. */
#include <hexloom/port.h>

#include "syscall.h"

enum { AT_FDCWD = -100, O_RDONLY = 0, O_WRONLY = 1, O_CREAT = 0100, O_TRUNC = 01000, SEEK_END = 2 };
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

static long open_file(const char *path, int flags) {
  return hl_syscall(HL_SYS_OPENAT, AT_FDCWD, (long)path, flags, 0666, 0, 0);
}

static void close_file(long file) { hl_syscall(HL_SYS_CLOSE, file, 0, 0, 0, 0, 0); }

/* read or write until all is done; 0 or -1 */
static int transfer(long call, long file, uintptr_t memory, size_t bytes) {
  const size_t largest = 1u << 30;
  while (bytes) {
    const long done = hl_syscall(call, file, (long)memory, (long)(bytes < largest ? bytes : largest), 0, 0, 0);
    if (done <= 0)
      return -1;
    memory += (size_t)done;
    bytes -= (size_t)done;
  }
  return 0;
}

int64_t hl_port_file_size(const char *path) {
  const long file = open_file(path, O_RDONLY);
  if (failed(file))
    return -1;
  int64_t size = -1;
  const long status = hl_syscall(HL_SYS_LSEEK, file, 0, 0, (long)&size, SEEK_END, 0);
  close_file(file);
  return failed(status) ? -1 : size;
}

int hl_port_read_file(const char *path, void *to, size_t bytes) {
  const long file = open_file(path, O_RDONLY);
  if (failed(file))
    return -1;
  const int status = transfer(HL_SYS_READ, file, (uintptr_t)to, bytes);
  close_file(file);
  return status;
}

int hl_port_write_file(const char *path, const void *from, size_t bytes) {
  const long file = open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
  if (failed(file))
    return -1;
  const int status = transfer(HL_SYS_WRITE, file, (uintptr_t)from, bytes);
  close_file(file);
  return status;
}

void hl_port_print(int stream, const char *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  transfer(HL_SYS_WRITE, stream, (uintptr_t)text, length);
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
  now.exact = 1;
  return now;
}
