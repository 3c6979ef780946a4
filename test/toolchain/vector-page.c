/* Loads and stores of parts of a vector stay in the vectors that have their bytes (patch 0043): the next one may be on a page that is nobody's.
   LLVM 19 loads and stores there; the store has no byte there, which the emulator does not mind.

RUN: %hexagon-cc -O0 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 %s -c -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 %s -S -o - | FileCheck %s

CHECK-LABEL: store_aligned_64:
CHECK: if (q{{[0-3]}}) vmem(r{{[0-9]+}}+#0) =
CHECK-NOT: vmem
CHECK-LABEL: store_any_64:
CHECK: if (q{{[0-3]}}) vmem(r{{[0-9]+}}+#0) =
CHECK-NOT: +#1)
CHECK: if (q{{[0-3]}}) vmem(r{{[0-9]+}}+#0) =
CHECK-NOT: vmem
CHECK-LABEL: load_aligned_64:
*/
#include "Inputs/page_end.h"

#define NOINLINE __attribute__((noinline))
typedef signed char bytes64 __attribute__((vector_size(64)));
typedef signed char any64 __attribute__((vector_size(64), aligned(1)));
typedef short shorts32 __attribute__((vector_size(64)));
typedef short any_shorts32 __attribute__((vector_size(64), aligned(2)));

NOINLINE void store_aligned_64(bytes64 *to, const bytes64 *v) { *to = *v + 1; }
NOINLINE void store_any_64(any64 *to, const bytes64 *v) { *to = *v + 1; }
NOINLINE void load_aligned_64(bytes64 *to, const bytes64 *v) { *to = *v + 1; }
NOINLINE void load_any_64(bytes64 *to, const any64 *v) { *to = *v + 1; }
NOINLINE void load_any_shorts(shorts32 *to, const any_shorts32 *v) { *to = *v + 1; }

enum { Page = 65536 };

static bytes64 in, out;
static int right(const volatile signed char *a, const volatile signed char *b) {
  for (int i = 0; i < 64; ++i)
    if (a[i] != (signed char)(b[i] + 1))
      return 0;
  return 1;
}

int main(void) {
  signed char *end = (signed char *)endOfMemory(Page);
  if (!end)
    return 100;
  volatile signed char *pages = end - Page;
  for (int i = 0; i < 256; ++i)
    pages[Page - 256 + i] = i * 7;
  for (int i = 0; i < 64; ++i)
    ((volatile signed char *)&in)[i] = i * 5;
  signed char *last = (signed char *)pages + Page - 64;
  load_aligned_64(&out, (bytes64 *)last);
  if (!right((signed char *)&out, last))
    return 1;
  for (int k = 0; k < 130; k += 13) {
    load_any_64(&out, (any64 *)(last - k));
    if (!right((signed char *)&out, last - k))
      return 2;
  }
  load_any_shorts((shorts32 *)&out, (any_shorts32 *)(last - 2));
  for (int i = 0; i < 32; ++i)
    if (((volatile short *)&out)[i] != (short)(((volatile short *)(last - 2))[i] + 1))
      return 3;
  store_aligned_64((bytes64 *)last, &in);
  if (!right(last, (signed char *)&in) || last[-1] != (signed char)(191 * 7))
    return 4;
  for (int k = 1; k < 130; k += 13) {
    const signed char ahead = last[-k - 1], behind = last[64 - k];
    store_any_64((any64 *)(last - k), &in);
    if (!right(last - k, (signed char *)&in) || last[-k - 1] != ahead || last[64 - k] != behind)
      return 5;
  }
  return 0;
}
