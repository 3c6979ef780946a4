/* A file system that takes no new file of a name that ends in .h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <string.h>

int rename(const char *from, const char *to) {
  const size_t length = strlen(to);
  if (length > 2 && strcmp(to + length - 2, ".h") == 0) {
    errno = EPERM;
    return -1;
  }
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
