// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accumulators of vconv that a variable indexes (conv-of-indexed-accumulators.test).
#include <swift_dsp.h>

v64i32 four(v64i32 a, v16i8 x, v16i8 y, int n, int s) {
  a = swift_dsp_vconv4bu(a, x, y, x, y);
  a[n & 31] = s;
  return swift_dsp_vconv1uu(a, y, x);
}

int two(v64i32 *p, v16i8 x, v16i8 y, int n) {
  v64i32 a = swift_dsp_vconv2bu(*p, x, x, y);
  a = swift_dsp_vconv2bu(a, x, y, x);
  return a[n & 31];
}

v64i32 halves(v64i32 a, v16i8 x, v16i8 y, int n, int s) {
  a = swift_dsp_vconvlbu(a, x, y, x);
  a[n & 31] = s;
  return swift_dsp_vconvhbu(a, y, x, y);
}
