/* A frame is released behind the last access by a pointer into it (patch 0087): of alloca, an indexed array, one of two objects, a va_list. LLVM 19
   releases these frames ahead of a block in which no instruction names the frame: there deallocframe stood apart from the return.

RUN: %hexagon-cc -O2 -S %s -o - | FileCheck --implicit-check-not=deallocframe %s
RUN: %hexagon-cc --target=hexagon-unknown-linux-musl -fno-pic -O2 -S %s -o - | FileCheck --implicit-check-not=deallocframe %s
RUN: %packed-cc -O2 -S %s -o - | FileCheck --implicit-check-not=deallocframe %s
*/
#include <stdarg.h>

/* CHECK-LABEL: of_any_size:
   CHECK: dealloc_return
 */
int of_any_size(int a, int n) {
  volatile int *p = __builtin_alloca(n);
  p[0] = a;
  if (a > 0)
    return p[1] + p[0];
  return 7;
}

/* CHECK-LABEL: stored_behind:
   CHECK: dealloc_return
 */
int stored_behind(int n, int m) {
  volatile int v[4];
  volatile int *p = &v[n & 3];
  *p = n;
  if (m > 4) {
    *p = 5;
    return p[m & 1];
  }
  return 0;
}

/* CHECK-LABEL: one_of_two:
   CHECK: dealloc_return
 */
int one_of_two(int n, int *q) {
  int v[4];
  v[n & 3] = n;
  v[n >> 2 & 3] = 4;
  int *p = n > 8 ? &v[n >> 4 & 3] : q;
  int first = *p;
  if (first > 9)
    return p[-1];
  return first;
}

typedef float floats __attribute__((ext_vector_type(2)));

/* CHECK-LABEL: unnamed:
   CHECK: dealloc_return
 */
int unnamed(floats first, int last, ...) {
  va_list ap;
  int same = first[0] == 143 && first[1] == 146;
  va_start(ap, last);
  same &= va_arg(ap, int) == 9;
  floats v = va_arg(ap, floats);
  va_end(ap);
  return same && v[0] == 43 && v[1] == 46;
}

/* What an argument points to existed before: the frame may go first.
   CHECK-LABEL: elsewhere:
   CHECK: deallocframe
   CHECK: memw(r1+r0<<#2)
 */
int elsewhere(int n, int *q) {
  volatile int v[4];
  v[n & 3] = n;
  if (v[1] > 4)
    return q[n] * 3;
  return 0;
}
