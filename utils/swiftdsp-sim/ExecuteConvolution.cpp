// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The convolution over the vector file, `vconv`: what simulated networks spend most of the host's time on.
#include "Execute.h"
#include <type_traits>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

using namespace swiftdsp;

namespace {
/// Adds by words and guard bytes; guard bits that are signs again are noted as such.
void addWithGuards(Vector &A, const int32_t *Sum) {
  uint32_t Guard = A.guard(), NewGuard = 0;
  for (unsigned I = 0; I != 4; ++I) {
    uint32_t Old = A.uw[I], New = Old + uint32_t(Sum[I]);
    uint32_t Byte = (Guard >> 8 * I) + uint32_t(Sum[I] >> 31) + (New < Old);
    A.uw[I] = New;
    NewGuard |= (Byte & 0xff) << 8 * I;
  }
  A.Kind = Vector::SignsOfW;
  if (A.guard() == NewGuard)
    return;
  A.Guard = NewGuard;
  A.Kind = Vector::Explicit;
}

// Forms of data, by what pixel x and tap k are: byte Step * x + k of some registers, or byte x of register k.
enum class Form { Step1, Step2, Step4, Planes };

#if defined(__SSE2__)

/// Columns of data as three vectors of pairs of 16 bits, the taps 0 and 1; and the taps 2 and 3.
struct Pairs {
  __m128i First[3], Second[3];
};

__m128i load(const Vector &V) { return _mm_load_si128(reinterpret_cast<const __m128i *>(V.ub)); }

/// The lower and the upper eight bytes as numbers of 16 bits.
template <class T> __m128i low(__m128i X) {
  return std::is_signed_v<T> ? _mm_srai_epi16(_mm_unpacklo_epi8(X, X), 8) : _mm_unpacklo_epi8(X, _mm_setzero_si128());
}
template <class T> __m128i high(__m128i X) {
  return std::is_signed_v<T> ? _mm_srai_epi16(_mm_unpackhi_epi8(X, X), 8) : _mm_unpackhi_epi8(X, _mm_setzero_si128());
}

/// Pairs of byte x of A and byte x of B.
template <class T> void zip(__m128i A, __m128i B, __m128i (&Out)[3]) {
  Out[0] = _mm_unpacklo_epi16(low<T>(A), low<T>(B));
  Out[1] = _mm_unpackhi_epi16(low<T>(A), low<T>(B));
  Out[2] = _mm_unpacklo_epi16(high<T>(A), high<T>(B));
}

/// The first two (evenPairs) or the last two (oddPairs) of each four 16-bit numbers of A, then of B.
__m128i evenPairs(__m128i A, __m128i B) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(A), _mm_castsi128_ps(B), _MM_SHUFFLE(2, 0, 2, 0)));
}
__m128i oddPairs(__m128i A, __m128i B) {
  return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(A), _mm_castsi128_ps(B), _MM_SHUFFLE(3, 1, 3, 1)));
}

template <Form How, class T> Pairs pairsOf(const Vector *V) {
  Pairs P = {};
  __m128i A = load(V[0]);
  if constexpr (How == Form::Step1) {
    zip<T>(A, _mm_srli_si128(A, 1), P.First);
    zip<T>(_mm_srli_si128(A, 2), _mm_srli_si128(A, 3), P.Second);
  } else if constexpr (How == Form::Step2) {
    __m128i B = load(V[1]), Next = _mm_or_si128(_mm_srli_si128(A, 2), _mm_slli_si128(B, 14));
    P = {{low<T>(A), high<T>(A), low<T>(B)}, {low<T>(Next), high<T>(Next), low<T>(_mm_srli_si128(B, 2))}};
  } else if constexpr (How == Form::Step4) {
    for (unsigned K = 0; K != 3; ++K) {
      __m128i X = load(V[K]);
      P.First[K] = evenPairs(low<T>(X), high<T>(X));
      P.Second[K] = oddPairs(low<T>(X), high<T>(X));
    }
  } else {
    zip<T>(A, load(V[1]), P.First);
  }
  return P;
}

/// Sums of products for row Row: the pairs P.First with the row's pair of weights FirstPair, and, if there are Two,
/// P.Second with the next one. W holds the weights of two rows.
template <unsigned Row, bool Two, unsigned FirstPair>
__m128i sum(const Pairs &P, unsigned K, __m128i W) {
  constexpr unsigned Base = Row % 2 * 2;
  __m128i S = _mm_madd_epi16(P.First[K], _mm_shuffle_epi32(W, (Base + FirstPair) * 0x55));
  if constexpr (Two)
    S = _mm_add_epi32(S, _mm_madd_epi16(P.Second[K], _mm_shuffle_epi32(W, (Base + 1) * 0x55)));
  return S;
}

/// As long as guard bits are signs and no sum leaves 32 bits, words are enough.
template <unsigned Row, bool Two, unsigned FirstPair> void addRow(Machine &M, const Pairs &P, __m128i W) {
  Vector *A = M.V + 3 * Row;
  __m128i S[3], New[3], Overflow = _mm_setzero_si128();
  for (unsigned K = 0; K != 3; ++K) {
    __m128i Old = load(A[K]);
    S[K] = sum<Row, Two, FirstPair>(P, K, W);
    New[K] = _mm_add_epi32(Old, S[K]);
    Overflow = _mm_or_si128(Overflow, _mm_and_si128(_mm_xor_si128(Old, New[K]), _mm_xor_si128(S[K], New[K])));
  }
  bool Signs = A[0].Kind == Vector::SignsOfW && A[1].Kind == Vector::SignsOfW && A[2].Kind == Vector::SignsOfW;
  for (unsigned K = 0; K != 3; ++K) {
    if (Signs && !_mm_movemask_ps(_mm_castsi128_ps(Overflow))) {
      _mm_store_si128(reinterpret_cast<__m128i *>(A[K].ub), New[K]);
      continue;
    }
    alignas(16) int32_t Sums[4];
    _mm_store_si128(reinterpret_cast<__m128i *>(Sums), S[K]);
    addWithGuards(A[K], Sums);
  }
}

template <Form How, unsigned FirstTap, class T, class U> void convolve(Machine &M, const Operation &O) {
  constexpr bool Two = How != Form::Planes;
  Pairs P = pairsOf<How, T>(M.V + O.B);
  __m128i W = load(M.V[O.C]), Upper = low<U>(W), Lower = high<U>(W);
  addRow<0, Two, FirstTap / 2>(M, P, Upper);
  addRow<1, Two, FirstTap / 2>(M, P, Upper);
  addRow<2, Two, FirstTap / 2>(M, P, Lower);
  addRow<3, Two, FirstTap / 2>(M, P, Lower);
}

#else

template <class T> const T *bytes(const Vector &V);
template <> const int8_t *bytes(const Vector &V) { return V.b; }
template <> const uint8_t *bytes(const Vector &V) { return V.ub; }

template <Form How, unsigned FirstTap, class T, class U> void convolve(Machine &M, const Operation &O) {
  constexpr unsigned Step = How == Form::Step2 ? 2 : How == Form::Step4 ? 4 : 1, Taps = How == Form::Planes ? 2 : 4;
  const Vector Data[3] = {M.V[O.B], M.V[(O.B + 1) & 15], M.V[(O.B + 2) & 15]}, Weights = M.V[O.C];
  int32_t Sums[48] = {};
  for (unsigned I = 0; I != 48; ++I)
    for (unsigned K = 0; K != Taps; ++K) {
      unsigned At = How == Form::Planes ? 16 * K + I % 12 : Step * (I % 12) + K;
      Sums[I] += bytes<T>(Data[At / 16])[At % 16] * bytes<U>(Weights)[I / 12 * 4 + FirstTap + K];
    }
  for (unsigned V = 0; V != 12; ++V)
    addWithGuards(M.V[V], Sums + 4 * V);
}

#endif
} // namespace

#define BYTES(Letters, T, U)                                                                       \
  EXECUTE(vconv1##Letters) { convolve<Form::Step1, 0, T, U>(M, O); }                               \
  EXECUTE(vconv2##Letters) { convolve<Form::Step2, 0, T, U>(M, O); }                               \
  EXECUTE(vconv4##Letters) { convolve<Form::Step4, 0, T, U>(M, O); }                               \
  EXECUTE(vconvl##Letters) { convolve<Form::Planes, 0, T, U>(M, O); }                              \
  EXECUTE(vconvh##Letters) { convolve<Form::Planes, 2, T, U>(M, O); }
BYTES(bb, int8_t, int8_t)
BYTES(bu, int8_t, uint8_t)
BYTES(ub, uint8_t, int8_t)
BYTES(uu, uint8_t, uint8_t)
