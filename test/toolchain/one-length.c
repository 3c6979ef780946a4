/* A function's attribute names another length of vectors than the file's: it has that one alone (patch 0144).

RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O1 -S -emit-llvm %s -o - | FileCheck %s
CHECK: "target-features"="+hvx-length64b,{{.*}}-hvx-length128b,
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=64b -DLENGTH='"hvx-length128b"' -O1 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=LONGER
LONGER: "target-features"="+hvx-length128b,{{.*}}-hvx-length64b,
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -S %s -o - | FileCheck %s --check-prefix=CODE
CODE-COUNT-4: vcmp.gt
CODE-NOT: vcmp.gt

The back end takes no function with both.

RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=64b -O1 -S -emit-llvm %s -o - | not llc -mattr=+hvx-length128b - -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH
BOTH: LLVM ERROR: a function has HVX vectors of 64 bytes or of 128, not both
*/
#ifndef LENGTH
#define LENGTH "hvx-length64b"
#endif
typedef unsigned char Bytes __attribute__((vector_size(64)));
typedef unsigned Words __attribute__((vector_size(256)));

/* Four vectors of 64 bytes, or two of 128. */
__attribute__((target(LENGTH))) void add_large(Bytes *bytes, Words *limits) {
  Words w = __builtin_convertvector(*bytes, Words);
  w += (Words)(w > *limits) & 1;
  *bytes = __builtin_convertvector(w, Bytes);
}
