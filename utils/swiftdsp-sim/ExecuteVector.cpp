// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector operations on data lanes and on guarded lanes, shifts, moves, permutations, packing.
#include "Arithmetic.h"
#include "Execute.h"

using namespace swiftdsp;

namespace {
/// What the lanes b, h, w are.
template <class S, class U, class W, Vector::Guards G> struct LanesOf {
  using Signed = S;
  using Unsigned = U;
  using Wide = W;
  static constexpr unsigned N = 16 / sizeof(S), Bits = 8 * sizeof(S);
  static constexpr Vector::Guards Guards = G;
};
struct LanesOfB : LanesOf<int8_t, uint8_t, int32_t, Vector::SignsOfB> {
  static int8_t *get(Vector &V) { return V.b; }
  static const int8_t *get(const Vector &V) { return V.b; }
};
struct LanesOfH : LanesOf<int16_t, uint16_t, int32_t, Vector::SignsOfH> {
  static int16_t *get(Vector &V) { return V.h; }
  static const int16_t *get(const Vector &V) { return V.h; }
};
struct LanesOfW : LanesOf<int32_t, uint32_t, int64_t, Vector::SignsOfW> {
  static int32_t *get(Vector &V) { return V.w; }
  static const int32_t *get(const Vector &V) { return V.w; }
};

/// Operations on two lanes x and y (ux, uy: unsigned), as wide numbers; the result is cut to the lane.
#define LANE_OPERATION(Name, Expression)                                                           \
  struct Name {                                                                                    \
    template <class L> static typename L::Signed run(typename L::Signed X, typename L::Signed Y) { \
      [[maybe_unused]] constexpr unsigned Bits = L::Bits;                                          \
      [[maybe_unused]] const typename L::Wide x = X, y = Y;                                        \
      [[maybe_unused]] const typename L::Unsigned ux = X, uy = Y;                                  \
      return typename L::Signed(Expression);                                                       \
    }                                                                                              \
  };
LANE_OPERATION(Add, x + y)
LANE_OPERATION(Sub, x - y)
LANE_OPERATION(QAdd, saturate(x + y, Bits))
LANE_OPERATION(QSub, saturate(x - y, Bits))
LANE_OPERATION(QAddU, saturateUnsigned(int64_t(ux) + uy, Bits))
LANE_OPERATION(QSubU, saturateUnsigned(int64_t(ux) - uy, Bits))
LANE_OPERATION(Average, (x + y + 1) >> 1)
LANE_OPERATION(Min, std::min(x, y))
LANE_OPERATION(Max, std::max(x, y))
LANE_OPERATION(MinU, std::min(ux, uy))
LANE_OPERATION(MaxU, std::max(ux, uy))
LANE_OPERATION(Equal, x == y ? -1 : 0)
LANE_OPERATION(Greater, x > y ? -1 : 0)
LANE_OPERATION(GreaterU, ux > uy ? -1 : 0)
LANE_OPERATION(Multiply, uint64_t(x) * uint64_t(y))
LANE_OPERATION(ShiftLeft, uint64_t(ux) << (uy & (Bits - 1)))
LANE_OPERATION(ShiftRight, ux >> (uy & (Bits - 1)))
LANE_OPERATION(ShiftRightSigned, x >> (uy & (Bits - 1)))
LANE_OPERATION(And, x & y)
LANE_OPERATION(Or, x | y)
LANE_OPERATION(Xor, x ^ y)
LANE_OPERATION(AndNot, x & ~y)
LANE_OPERATION(Absolute, x < 0 ? 0 - uint64_t(x) : uint64_t(x))

template <class What, class L> void onVectors(Machine &M, const Operation &O) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  Vector &A = M.V[O.A];
  for (unsigned I = 0; I != L::N; ++I)
    L::get(A)[I] = What::template run<L>(L::get(B)[I], L::get(C)[I]);
  A.Kind = L::Guards;
}

/// The second operand is the low bits of a general register.
template <class What, class L> void onScalar(Machine &M, const Operation &O) {
  const Vector B = M.V[O.B];
  const typename L::Signed C = typename L::Signed(M.R[O.C]);
  Vector &A = M.V[O.A];
  for (unsigned I = 0; I != L::N; ++I)
    L::get(A)[I] = What::template run<L>(L::get(B)[I], C);
  A.Kind = L::Guards;
}
} // namespace

#define LANES(Name, Suffix, What, L)                                                               \
  EXECUTE(v##Name##Suffix) { onVectors<What, L>(M, O); }                                           \
  EXECUTE(v##Name##Suffix##s) { onScalar<What, L>(M, O); }
#define ALL_LANES(Name, What)                                                                      \
  LANES(Name, b, What, LanesOfB)                                                                   \
  LANES(Name, h, What, LanesOfH)                                                                   \
  LANES(Name, w, What, LanesOfW)
ALL_LANES(add, Add)
ALL_LANES(sub, Sub)
ALL_LANES(qadd, QAdd)
ALL_LANES(qsub, QSub)
ALL_LANES(qaddu, QAddU)
ALL_LANES(qsubu, QSubU)
ALL_LANES(avg, Average)
ALL_LANES(min, Min)
ALL_LANES(max, Max)
ALL_LANES(minu, MinU)
ALL_LANES(maxu, MaxU)
ALL_LANES(eq, Equal)
ALL_LANES(gt, Greater)
ALL_LANES(gtu, GreaterU)
ALL_LANES(mul, Multiply)
ALL_LANES(shl, ShiftLeft)
ALL_LANES(shr, ShiftRight)
ALL_LANES(sra, ShiftRightSigned)
EXECUTE(vand) { onVectors<And, LanesOfW>(M, O); }
EXECUTE(vor) { onVectors<Or, LanesOfW>(M, O); }
EXECUTE(vxor) { onVectors<Xor, LanesOfW>(M, O); }
EXECUTE(vandn) { onVectors<AndNot, LanesOfW>(M, O); }
EXECUTE(vabsb) { onVectors<Absolute, LanesOfB>(M, O); }
EXECUTE(vabsh) { onVectors<Absolute, LanesOfH>(M, O); }
EXECUTE(vabsw) { onVectors<Absolute, LanesOfW>(M, O); }

EXECUTE(vsel) {
  const Vector A = M.V[O.A], B = M.V[O.B], C = M.V[O.C];
  for (unsigned I = 0; I != 4; ++I)
    M.V[O.A].w[I] = (B.w[I] & A.w[I]) | (C.w[I] & ~A.w[I]);
  M.V[O.A].Kind = Vector::SignsOfW;
}

EXECUTE(vsumw) {
  const Vector B = M.V[O.B];
  uint32_t Sum = B.uw[0] + B.uw[1] + B.uw[2] + B.uw[3];
  for (uint32_t &W : M.V[O.A].uw)
    W = Sum;
  M.V[O.A].Kind = Vector::SignsOfW;
}

// Guarded lanes: X and Y are whole lanes, D is the first operand's data lane.
#define GUARDED(Name, Lane, Set, Data, Expression)                                                 \
  EXECUTE(Name) {                                                                                  \
    const Vector B = M.V[O.B], C = M.V[O.C];                                                       \
    M.V[O.A].Set([&](unsigned I) {                                                                 \
      [[maybe_unused]] const auto X = B.Lane(I), Y = C.Lane(I);                                    \
      [[maybe_unused]] const auto D = B.Data[I];                                                   \
      return decltype(B.Lane(I))(Expression);                                                      \
    });                                                                                            \
  }
#define ALL_GUARDED(Name, Expression)                                                              \
  GUARDED(v##Name##40, l40, setL40, w, Expression)                                                 \
  GUARDED(v##Name##20, l20, setL20, h, Expression)                                                 \
  GUARDED(v##Name##10, l10, setL10, b, Expression)
ALL_GUARDED(add, X + Y)
ALL_GUARDED(sub, X - Y)
ALL_GUARDED(abs, X < 0 ? -X : X)
ALL_GUARDED(min, std::min(X, Y))
ALL_GUARDED(max, std::max(X, Y))
ALL_GUARDED(ext, D)
ALL_GUARDED(sat, saturate(X, 8 * sizeof D))
ALL_GUARDED(gt, X > Y ? -1 : 0)
EXECUTE(vmov) { M.V[O.A] = M.V[O.B]; }

EXECUTE(vrsh40) {
  const Vector B = M.V[O.B];
  unsigned E = unsigned(M.R[O.C] & 31);
  for (unsigned I = 0; I != 4; ++I)
    M.V[O.A].w[I] = int32_t(saturate(roundingShift(B.l40(I), E), 32));
  M.V[O.A].Kind = Vector::SignsOfW;
}

// --- Between general registers and vectors ---

#define SPLAT(Name, L)                                                                             \
  EXECUTE(Name) {                                                                                  \
    for (unsigned I = 0; I != L::N; ++I)                                                           \
      L::get(M.V[O.A])[I] = L::Signed(M.R[O.B]);                                                   \
    M.V[O.A].Kind = L::Guards;                                                                     \
  }
SPLAT(vsplb, LanesOfB)
SPLAT(vsplh, LanesOfH)
SPLAT(vsplw, LanesOfW)

// Inserts a lane from a general register. Other lanes keep their guard bits.
static void insert(Machine &M, const Operation &O, unsigned LaneBits) {
  Vector &A = M.V[O.A];
  unsigned GuardBits = LaneBits / 4, Lane = unsigned(O.Imm);
  uint32_t Guard = A.guard(), Ones = ((1u << GuardBits) - 1) << Lane * GuardBits;
  bool Negative = M.R[O.B] >> (LaneBits - 1) & 1;
  std::memcpy(A.ub + Lane * (LaneBits / 8), &M.R[O.B], LaneBits / 8);
  A.Guard = Negative ? Guard | Ones : Guard & ~Ones;
  A.Kind = Vector::Explicit;
}
EXECUTE(vinsb) { insert(M, O, 8); }
EXECUTE(vinsh) { insert(M, O, 16); }
EXECUTE(vinsw) { insert(M, O, 32); }
EXECUTE(vgetb) { M.R[O.A] = M.V[O.B].b[O.Imm]; }
EXECUTE(vgetub) { M.R[O.A] = M.V[O.B].ub[O.Imm]; }
EXECUTE(vgeth) { M.R[O.A] = M.V[O.B].h[O.Imm]; }
EXECUTE(vgetuh) { M.R[O.A] = M.V[O.B].uh[O.Imm]; }
EXECUTE(vgetw) { M.R[O.A] = M.V[O.B].w[O.Imm]; }
EXECUTE(vgetg) { M.R[O.A] = int8_t(M.V[O.B].guard() >> 8 * O.Imm); }

// --- Packing and permutations ---

/// X: lane I of B, then of C; the new lanes are half as wide.
#define PACK(Name, To, TheGuards, From, Half, Expression)                                          \
  EXECUTE(Name) {                                                                                  \
    const Vector B = M.V[O.B], C = M.V[O.C];                                                       \
    Vector &A = M.V[O.A];                                                                          \
    for (unsigned I = 0; I != 2 * (Half); ++I) {                                                   \
      const int64_t X = I < (Half) ? B.From[I] : C.From[I - (Half)];                               \
      A.To[I] = decltype(A.To[0] + 0)(Expression);                                                 \
    }                                                                                              \
    A.Kind = Vector::TheGuards;                                                                    \
  }
PACK(vpkwh, h, SignsOfH, w, 4, saturate(X, 16))
PACK(vpkwuh, uh, Zero, w, 4, saturateUnsigned(X, 16))
PACK(vpkhb, b, SignsOfB, h, 8, saturate(X, 8))
PACK(vpkhub, ub, Zero, h, 8, saturateUnsigned(X, 8))
PACK(vtrwh, h, SignsOfH, w, 4, X)
PACK(vtrhb, b, SignsOfB, h, 8, X)

static void packFour(Machine &M, const Operation &O, int32_t Low, int32_t High) {
  const Vector B[4] = {M.V[O.B], M.V[O.B + 1], M.V[O.B + 2], M.V[O.B + 3]};
  int64_t Zero = M.R[O.C] >> 16;
  for (unsigned I = 0; I != 16; ++I)
    M.V[O.A].b[I] = int8_t(std::min<int64_t>(std::max<int64_t>(B[I / 4].w[I % 4] + Zero, Low), High));
}
EXECUTE(vpk4b) {
  packFour(M, O, int8_t(M.R[O.C]), int8_t(M.R[O.C] >> 8));
  M.V[O.A].Kind = Vector::SignsOfB;
}
EXECUTE(vpk4ub) {
  packFour(M, O, uint8_t(M.R[O.C]), uint8_t(M.R[O.C] >> 8));
  M.V[O.A].Kind = Vector::Zero;
}

#define UNPACK(Name, To, TheGuards, From, N, First)                                                \
  EXECUTE(Name) {                                                                                  \
    const Vector B = M.V[O.B];                                                                     \
    for (unsigned I = 0; I != (N); ++I)                                                            \
      M.V[O.A].To[I] = B.From[I + (First)];                                                        \
    M.V[O.A].Kind = Vector::TheGuards;                                                             \
  }
UNPACK(vunlbh, h, SignsOfH, b, 8, 0)
UNPACK(vunhbh, h, SignsOfH, b, 8, 8)
UNPACK(vunlubh, uh, Zero, ub, 8, 0)
UNPACK(vunhubh, uh, Zero, ub, 8, 8)
UNPACK(vunlhw, w, SignsOfW, h, 4, 0)
UNPACK(vunhhw, w, SignsOfW, h, 4, 4)
UNPACK(vunluhw, uw, Zero, uh, 4, 0)
UNPACK(vunhuhw, uw, Zero, uh, 4, 4)

EXECUTE(vperm) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  for (unsigned I = 0; I != 16; ++I)
    M.V[O.A].b[I] = B.b[C.ub[I] & 15];
  M.V[O.A].Kind = Vector::SignsOfB;
}

EXECUTE(vperm2) {
  const Vector Index = M.V[O.A], B = M.V[O.B], C = M.V[O.C];
  for (unsigned I = 0; I != 16; ++I)
    M.V[O.A].b[I] = (Index.ub[I] & 16 ? C : B).b[Index.ub[I] & 15];
  M.V[O.A].Kind = Vector::SignsOfB;
}

template <class L> static void interleave(Machine &M, const Operation &O, unsigned First) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  for (unsigned I = 0; I != L::N; ++I)
    L::get(M.V[O.A])[I] = L::get(I % 2 ? C : B)[First + I / 2];
  M.V[O.A].Kind = L::Guards;
}

template <class L> static void deinterleave(Machine &M, const Operation &O, unsigned First) {
  const Vector B = M.V[O.B], C = M.V[O.C];
  for (unsigned I = 0; I != L::N; ++I)
    L::get(M.V[O.A])[I] = L::get(I < L::N / 2 ? B : C)[2 * I % L::N + First];
  M.V[O.A].Kind = L::Guards;
}

#define INTERLEAVE(Suffix, L)                                                                      \
  EXECUTE(vilvl##Suffix) { interleave<L>(M, O, 0); }                                               \
  EXECUTE(vilvh##Suffix) { interleave<L>(M, O, L::N / 2); }                                        \
  EXECUTE(vev##Suffix) { deinterleave<L>(M, O, 0); }                                               \
  EXECUTE(vod##Suffix) { deinterleave<L>(M, O, 1); }
INTERLEAVE(b, LanesOfB)
INTERLEAVE(h, LanesOfH)
INTERLEAVE(w, LanesOfW)
