// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector products and requantisation.
#include "Arithmetic.h"
#include "Execute.h"

using namespace swiftdsp;

/// Adds P(I) to lanes of 40 bits.
template <class F> static void accumulate(Vector &A, F P) {
  const Vector Old = A;
  A.setL40([&](unsigned I) { return Old.l40(I) + P(I); });
}

// 16 x 16 bits into lanes of 40: the low or the high four lanes.
#define WIDE(Suffix, Lanes, First)                                                                 \
  EXECUTE(vmpy##Suffix) {                                                                          \
    const Vector B = M.V[O.B], C = M.V[O.C];                                                       \
    M.V[O.A].setL40([&](unsigned I) { return int64_t(B.Lanes[I + First]) * C.Lanes[I + First]; }); \
  }                                                                                                \
  EXECUTE(vmac##Suffix) {                                                                          \
    const Vector B = M.V[O.B], C = M.V[O.C];                                                       \
    accumulate(M.V[O.A], [&](unsigned I) { return int64_t(B.Lanes[I + First]) * C.Lanes[I + First]; }); \
  }
WIDE(l, h, 0)
WIDE(h, h, 4)
WIDE(lu, uh, 0)
WIDE(hu, uh, 4)

static void macScalar(Machine &M, const Operation &O, unsigned First) {
  const Vector B = M.V[O.B];
  int64_t C = int16_t(M.R[O.C]);
  accumulate(M.V[O.A], [&](unsigned I) { return B.h[I + First] * C; });
}
EXECUTE(vmacls) { macScalar(M, O, 0); }
EXECUTE(vmachs) { macScalar(M, O, 4); }
EXECUTE(vmacw) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  // The lower 40 bits are enough, and the sum then fits 64.
  auto Product = [&](unsigned I) { return int64_t(uint64_t(int64_t(B.w[I]) * C.w[I]) & 0xffffffffff); };
  accumulate(M.V[O.A], Product);
}

// Results of 32 and 16 bits: X is the destination's old lane, B and C are the operands.
#define LANES_OF_W(Name, Expression)                                                               \
  EXECUTE(Name) {                                                                                  \
    [[maybe_unused]] const Vector A = M.V[O.A], B = M.V[O.B], C = M.V[O.C & 15];                   \
    for (unsigned I = 0; I != 4; ++I) {                                                            \
      [[maybe_unused]] const int64_t X = A.w[I];                                                   \
      M.V[O.A].w[I] = int32_t(Expression);                                                         \
    }                                                                                              \
    M.V[O.A].Kind = Vector::SignsOfW;                                                              \
  }
LANES_OF_W(vmulhw, (int64_t(B.w[I]) * C.w[I]) >> 32)
LANES_OF_W(vqmacl, saturate(X + 2 * int64_t(B.h[I]) * C.h[I], 32))
LANES_OF_W(vqmach, saturate(X + 2 * int64_t(B.h[I + 4]) * C.h[I + 4], 32))
LANES_OF_W(vqrmacw, saturate(X + ((int64_t(B.w[I]) * C.w[I] + (1 << 30)) >> 31), 32))
LANES_OF_W(vqrdmulw, srdhm(B.w[I], C.w[I]))
LANES_OF_W(vqrdmulws, srdhm(B.w[I], M.R[O.C]))
LANES_OF_W(vrdivw, rdiv(B.w[I], unsigned(C.w[I] & 31)))
LANES_OF_W(vrdivws, rdiv(B.w[I], unsigned(M.R[O.C] & 31)))
LANES_OF_W(vrqws, requantize(B.w[I], M.R[O.C], M.R[O.C + 1]))

EXECUTE(vrqw) {
  const Vector B = M.V[O.B], C = M.V[O.C], Shift = M.V[O.C + 1];
  for (unsigned I = 0; I != 4; ++I)
    M.V[O.A].w[I] = requantize(B.w[I], C.w[I], Shift.w[I]);
  M.V[O.A].Kind = Vector::SignsOfW;
}

#define LANES_OF_H(Name, Expression)                                                               \
  EXECUTE(Name) {                                                                                  \
    [[maybe_unused]] const Vector A = M.V[O.A], B = M.V[O.B], C = M.V[O.C & 15];                   \
    for (unsigned I = 0; I != 8; ++I) {                                                            \
      [[maybe_unused]] const int32_t X = A.h[I];                                                   \
      M.V[O.A].h[I] = int16_t(saturate(Expression, 16));                                           \
    }                                                                                              \
    M.V[O.A].Kind = Vector::SignsOfH;                                                              \
  }
LANES_OF_H(vqrdmulh, (B.h[I] * C.h[I] + 0x4000) >> 15)
LANES_OF_H(vqrdmulhs, (B.h[I] * int16_t(M.R[O.C]) + 0x4000) >> 15)
LANES_OF_H(vqrmach, X + ((B.h[I] * C.h[I] + 0x4000) >> 15))

namespace {
template <class T> const T *bytes(const Vector &V);
template <> const int8_t *bytes(const Vector &V) { return V.b; }
template <> const uint8_t *bytes(const Vector &V) { return V.ub; }

template <class T, class U> int64_t dot(const T *B, const U *C) {
  int32_t Sum = 0;
  for (unsigned K = 0; K != 4; ++K)
    Sum += B[K] * C[K];
  return Sum;
}

template <class T, class U> void dotVectors(Machine &M, const Operation &O) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  accumulate(M.V[O.A], [&](unsigned I) { return dot(bytes<T>(B) + 4 * I, bytes<U>(C) + 4 * I); });
}

template <class T, class U> void dotScalar(Machine &M, const Operation &O) {
  const Vector B = M.V[O.B];
  U C[4];
  std::memcpy(C, &M.R[O.C], 4);
  accumulate(M.V[O.A], [&](unsigned I) { return dot(bytes<T>(B) + 4 * I, C); });
}
} // namespace

#define BYTES(Letters, T, U)                                                                       \
  EXECUTE(vdot##Letters) { dotVectors<T, U>(M, O); }                                               \
  EXECUTE(vdot##Letters##s) { dotScalar<T, U>(M, O); }
BYTES(bb, int8_t, int8_t)
BYTES(bu, int8_t, uint8_t)
BYTES(ub, uint8_t, int8_t)
BYTES(uu, uint8_t, uint8_t)
