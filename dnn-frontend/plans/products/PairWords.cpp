// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PairNest's copy of the image whose words lie in pairs (PairView.h).
#include "plans/products/PairNest.h"

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kPixelBytes = 32;

Value PairNest::asUnsigned(const Value &Vector) const {
  return Type == DType::Int8 ? does(*instructionNamed("vxor.ub.ub"), {Vector, "flip"}) : Vector;
}

/// Two vectors of four pixels, dealt.
void PairNest::eight(const Value &First, const Value &Second) {
  N.declare("const HVX_VectorPair", "dealt", call("Q6_W_vdeal_VVR", {asUnsigned(Second), asUnsigned(First), Pairs.isDealt2() ? 4 : 36}));
  N.set(Value("to")[0], call("Q6_V_lo_W", {"dealt"}));
  N.set(Value("to")[1], call("Q6_V_hi_W", {"dealt"}));
}

void PairNest::eights(const char *Vector, int64_t Count) {
  N.loop("x", Count, {{"at", 2 * kVector}, {"to", 2}}, Unrolling::Compiler, [&] {
    N.declare("const HVX_Vector", "first", load(Vector, "at"));
    N.declare("const HVX_Vector", "second", load(Vector, shifted("at", kVector)));
    eight("first", "second");
  });
}

void PairNest::wordsOfColumn(int Column) {
  const int64_t First = int64_t(Column) * S.DilationW * kPixelBytes;
  const char *const Vector = First % kVector ? "const unaligned_vector *" : "const HVX_Vector *";
  N.declare("const uint8_t *", "at", moved("block_from", First));
  eights(Vector, Pairs.HasHalf ? Pairs.Eights - 1 : Pairs.Eights);
  if (!Pairs.HasHalf)
    return;
  N.block([&] {
    N.declare("const HVX_Vector", "first", load(Vector, "at"));
    eight("first", "first");
    N.move({{"to", 2}});
  });
}

/// The phases of a row of pixels of a word, of stride 2 two at a time.
void PairNest::phases() {
  constexpr int kWordBytes = 4;
  const int Stride = S.StrideW;
  for (int Phase = 0; Phase < Pairs.Phases; Phase += Stride)
    N.block([&] {
      const char *const Vector = Phase ? "const unaligned_vector *" : "const HVX_Vector *";
      N.declare("const uint8_t *", "at", moved("row_from", Phase * kWordBytes));
      N.loop("x", Pairs.PhaseVectors, {{"at", Stride * kVector}, {"to", 1}}, Unrolling::Compiler, [&] {
        if (Stride == 1)
          return N.set(Value("to")[0], asUnsigned(load(Vector, "at")));
        N.declare("const HVX_VectorPair", "dealt",
                  call("Q6_W_vdeal_VVR", {asUnsigned(load(Vector, shifted("at", kVector))), asUnsigned(load(Vector, "at")), -kWordBytes}));
        N.set(Value("to")[0], call("Q6_V_lo_W", {"dealt"}));
        N.set(Value("to")[Pairs.PhaseVectors], call("Q6_V_hi_W", {"dealt"}));
      });
      if (Stride > 1)
        N.move({{"to", Pairs.PhaseVectors}});
    });
}

void PairNest::makeWords() {
  N.declare("HVX_Vector *", "to", cast("HVX_Vector *", "words"));
  if (Type == DType::Int8)
    N.declare("const HVX_Vector", "flip", call("Q6_Vb_vsplat_R", {128}));
  if (Pairs.isFlat()) {
    N.declare("const uint8_t *", "at", "image");
    return eights("const HVX_Vector *", int64_t(Pairs.Rows) * Pairs.Blocks * Pairs.Eights);
  }
  N.declare("const uint8_t *", "row_from", "image");
  N.loop("y", Pairs.Rows, {{"row_from", int64_t(Pairs.RowStep) * V.RowBytes}}, Unrolling::None, [&] {
    if (Pairs.isPicture())
      return phases();
    N.declare("const uint8_t *", "block_from", "row_from");
    N.loop("block", Pairs.Blocks, {{"block_from", V.BlockBytes}}, Unrolling::None, [&] {
      for (int Column = 0; Column < Pairs.Columns; ++Column)
        N.block([&] { wordsOfColumn(Column); });
    });
  });
}

} // namespace hexloom
