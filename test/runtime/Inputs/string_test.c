/* memcpy, memmove, memset and memcmp of runtime/qemu against byte loops, over all alignments that matter and lengths
 * around every vector boundary; nothing outside of the destination may change. Exit status 0: all right; 1: the first
 * difference was printed. A mapped page's very end is used, so that reading past it would be a fault.
 */
#include <hexloom/port.h>

#include "../../../runtime/harness_text.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *left, const void *right, size_t n);

enum { SIZE = 1024, AROUND = 160 };

static unsigned char expected[SIZE];
static const int lengths[] = {0, 1, 2, 3, 7, 8, 9, 31, 64, 127, 128, 129, 130, 200, 255, 256, 257, 383, 384, 385, 500};
enum { NUM_LENGTHS = sizeof lengths / sizeof lengths[0] };

static void fill(unsigned char *to, unsigned seed) {
  for (int i = 0; i < SIZE; ++i)
    to[i] = (unsigned char)(i * 7 + (i >> 8) * 3 + seed);
}

static int same(const unsigned char *got) {
  for (int i = 0; i < SIZE; ++i)
    if (got[i] != expected[i])
      return 0;
  return 1;
}

static int report(const char *what, int to, int from, int n) {
  const int values[] = {to, from, n};
  hl_port_print(1, what);
  for (int i = 0; i < 3; ++i) {
    char digits[24];
    hl_port_print(1, " ");
    hl_port_print(1, number_to_text((uint64_t)values[i], digits));
  }
  hl_port_print(1, "\n");
  return 1;
}

static int check_copies(unsigned char *to, unsigned char *from, int d, int s, int n) {
  fill(to, 1);
  fill(from, 99);
  fill(expected, 1);
  for (int i = 0; i < n; ++i)
    expected[d + i] = from[s + i];
  if (memcpy(to + d, from + s, (size_t)n) != to + d || !same(to))
    return report("memcpy", d, s, n);
  /* overlapping: both within one buffer */
  fill(to, 1);
  fill(expected, 1);
  for (int i = 0; i < n; ++i)
    expected[d + i] = to[s + i];
  if (memmove(to + d, to + s, (size_t)n) != to + d || !same(to))
    return report("memmove", d, s, n);
  return 0;
}

static int check_set(unsigned char *to, int d, int n) {
  fill(to, 5);
  fill(expected, 5);
  for (int i = 0; i < n; ++i)
    expected[d + i] = 0xe7;
  return memset(to + d, 0x1e7, (size_t)n) == to + d && same(to) ? 0 : report("memset", d, 0, n);
}

static int sign(int x) { return (x > 0) - (x < 0); }

static int check_compare(unsigned char *a, unsigned char *b, int n) {
  for (int offset = 0; offset < 9; ++offset)
    for (int differing = -1; differing < n; differing += 1 + n / 5) {
      fill(a, 3);
      fill(b, 3);
      if (differing >= 0)
        b[offset + differing] ^= 0x80;
      const int wanted = differing < 0 ? 0 : a[offset + differing] < b[offset + differing] ? -1 : 1;
      if (sign(memcmp(a + offset, b + offset, (size_t)n)) != wanted)
        return report("memcmp", offset, differing, n);
    }
  return 0;
}

/* Source and destination end where the mapped memory ends. */
static int check_page_end(void) {
  unsigned char *const a = hl_port_map(HL_PORT_PAGE), *const b = hl_port_map(HL_PORT_PAGE);
  for (int i = 0; i < NUM_LENGTHS; ++i) {
    unsigned char *const to = a + HL_PORT_PAGE - lengths[i], *const from = b + HL_PORT_PAGE - lengths[i];
    memset(from, 3 + i, (size_t)lengths[i]);
    memcpy(to, from, (size_t)lengths[i]);
    memmove(to, from, (size_t)lengths[i]);
    if (memcmp(to, from, (size_t)lengths[i]) != 0)
      return report("page end", 0, 0, lengths[i]);
  }
  return 0;
}

int main(int argc, char **argv) {
  (void)argc, (void)argv;
  unsigned char *const to = hl_port_map(SIZE), *const from = hl_port_map(SIZE);
  if (!to || !from || check_page_end() != 0)
    return 1;
  static const int places[] = {0, 1, 3, 4, 8, 77, 127, 128, 129, AROUND};
  for (int n = 0; n < NUM_LENGTHS; ++n)
    for (unsigned d = 0; d < sizeof places / sizeof places[0]; ++d) {
      if (check_set(to, places[d], lengths[n]) != 0)
        return 1;
      for (unsigned s = 0; s < sizeof places / sizeof places[0]; ++s)
        if (check_copies(to, from, places[d], places[s], lengths[n]) != 0)
          return 1;
    }
  for (int n = 0; n < NUM_LENGTHS; ++n)
    if (check_compare(to, from, lengths[n]) != 0)
      return 1;
  hl_port_print(1, "all right\n");
  return 0;
}
