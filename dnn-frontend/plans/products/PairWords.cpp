// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PairNest's copy of the image whose words lie in pairs (PairView.h).
#include "plans/products/PairNest.h"

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kPixelBytes = 32, kWordBytes = 4;

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

/// The phases that begin with the first pixels, at a place of a row: as many as the stride.
void PairNest::firstPhases(const char *Name, const Value &At, bool IsAligned) {
  const char *const Vector = IsAligned ? "const HVX_Vector *" : "const unaligned_vector *";
  if (S.StrideW == 1)
    return N.declare("const HVX_Vector", phaseOf(Name, 0).text(), asUnsigned(load(Vector, At)));
  N.declare("const HVX_VectorPair", Name,
            call("Q6_W_vdeal_VVR", {asUnsigned(load(Vector, At + Value(kVector))), asUnsigned(load(Vector, At)), -kWordBytes}));
  N.declare("const HVX_Vector", phaseOf(Name, 0).text(), call("Q6_V_lo_W", {Name}));
  N.declare("const HVX_Vector", phaseOf(Name, 1).text(), call("Q6_V_hi_W", {Name}));
}

/// The phases of a row of pixels of a word. Those of the second half begin a word later than those of the first.
void PairNest::phases() {
  const int Stride = S.StrideW, Vectors = Pairs.PhaseVectors;
  const bool HasLater = Pairs.Phases > Stride;
  const auto Each = [&](const auto &Do) {
    for (int Phase = 0; Phase < Stride; ++Phase)
      Do(Phase);
  };
  const auto Later = [&](int Phase, const Value &Next) {
    N.set(Value("to")[(Stride + Phase) * Vectors], call("Q6_V_valign_VVI", {Next, Value("now")[Phase], kWordBytes}));
  };
  N.declare("const uint8_t *", "at", "row_from");
  N.array("HVX_Vector", "now", {Stride});
  N.block([&] {
    firstPhases("first", "at", true);
    Each([&](int Phase) {
      N.set(Value("to")[Phase * Vectors], phaseOf("first", Phase));
      N.set(Value("now")[Phase], phaseOf("first", Phase));
    });
  });
  N.loop("x", Vectors - 1, {{"to", 1}}, Unrolling::Compiler, [&] {
    N.move({{"at", Stride * kVector}});
    firstPhases("next", "at", true);
    Each([&](int Phase) {
      N.set(Value("to")[Phase * Vectors + 1], phaseOf("next", Phase));
      if (HasLater)
        Later(Phase, phaseOf("next", Phase));
      N.set(Value("now")[Phase], phaseOf("next", Phase));
    });
  });
  if (HasLater && !Pairs.ArePhasesFull)
    Each([&](int Phase) { Later(Phase, Value("now")[Phase]); }); // its last word does not count
  if (HasLater && Pairs.ArePhasesFull)
    N.block([&] {
      firstPhases("last", "at" + Value(Stride * kWordBytes), false);
      Each([&](int Phase) { N.set(Value("to")[(Stride + Phase) * Vectors], phaseOf("last", Phase)); });
    });
  N.move({{"to", (Pairs.Phases - 1) * Vectors + 1}});
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
