// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HVX kernels of the operators with two inputs: plans and emission.
#include "expr/Operators.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/AddWords.h"
#include "plans/elementwise/AnyLayout.h"
#include "plans/elementwise/Arithmetic.h"
#include "plans/elementwise/Prelu.h"
#include "plans/elementwise/Reciprocal.h"
#include "plans/elementwise/StagedProduct.h"
#include "plans/elementwise/VectorFunction.h"
#include "plans/elementwise/VectorOperand.h"
#include "stages/StageText.h"
#include "support/CText.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int64_t kVectorBytes = hexagon::kVectorBytes;

std::string whyNotVector(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0);
  if (groupOf(O.Kind) == Group::Logic)
    return "";
  if (groupOf(O.Kind) == Group::Extremum)
    return A.Type == DType::Int64 || A.Type == DType::Float32 ? strf("no vector instruction for %s", text(A.Type)) : "";
  if (O.Kind == OpKind::PRelu)
    return whyNotPrelu(G, O);
  if (isPlain32(G, O) || isBoolEquality(G, O))
    return "";
  const std::string WhyNot = whyNotArithmetic(G, O);
  if (!WhyNot.empty())
    return WhyNot;
  if (addsByPowersOfTwo(G, O))
    return "power-of-two scales are served by scalar code";
  if (A.Type == DType::Int16)
    for (const Tensor *T : {&A, &G.in(O, 1), &G.out(O, 0)})
      if (T->Quant.zeroPoint() != 0)
        return "int16 with a zero point";
  return "";
}

/// The forms of both operands; at least one is Full, so that one loop serves.
std::array<OperandForm, 2> formsOf(const Graph &G, const Op &O) {
  const Tensor &Out = G.out(O, 0);
  std::array<OperandForm, 2> F = {formOf(G.in(O, 0), Out), formOf(G.in(O, 1), Out)};
  const auto IsFull = [](const OperandForm &X) { return X.Form == OperandForm::Full || X.Form == OperandForm::Expanded; };
  if (!IsFull(F[0]) && !IsFull(F[1]))
    F[F[0].Form == OperandForm::Scalar ? 1 : 0] = {OperandForm::Expanded};
  return F;
}

/// Vectors of the inputs' type for all elements. Comparisons have narrower outputs only where both are bytes.
int64_t rowMajorVectors(const Graph &G, const Op &O) {
  return (G.out(O, 0).elements() * bytesOf(G.in(O, 0).Type) + 127) / 128;
}

bool staysInRegisters(const OperandForm &F, int64_t Vectors) {
  return F.Form == OperandForm::Scalar || (F.Form == OperandForm::Periodic && Vectors / F.Period >= F.Period);
}

constexpr int64_t kLeastTurns = 4; ///< for which several vectors are loaded

/// Whether of an operand that repeats several vectors stay in registers (hl_vbinary_held).
bool holdsSeveral(const VectorFunction &F, int64_t Period, int64_t Vectors) {
  return F.IsOneInstruction && Period < Vectors && Vectors / Period >= kLeastTurns;
}

constexpr int64_t kLeastDepth = 9; ///< of rows, of which a vector then has 16 at most

/// The operand with a value for each row, where the other one has more than one, or -1.
int rowInput(const Graph &G, const Op &O) {
  const Tensor &Out = G.out(O, 0);
  for (int I = 0; I < 2; ++I)
    if (formOf(G.in(O, 1 - I), Out).Form != OperandForm::Scalar && rowDepth(G.in(O, I), Out) >= kLeastDepth)
      return I;
  return -1;
}

int rowOperand(const Graph &G, const Op &O, const VectorFunction &F) { return F.Operand.empty() ? -1 : rowInput(G, O); }

/// The loops of hl_vbinary_flat, _periods, _held and _scalar.
OwnLoops loopsOf(const std::array<OperandForm, 2> &Forms, int64_t Vectors, const VectorFunction &F) {
  for (const OperandForm &X : Forms) {
    if (X.Form == OperandForm::Scalar)
      return {{F.withOne(), Vectors}};
    if (X.Form != OperandForm::Periodic)
      continue;
    if (holdsSeveral(F, X.Period, Vectors))
      return {{F.each() + " several", Vectors, (X.Period + HL_HELD - 1) / HL_HELD}};
    return {staysInRegisters(X, Vectors) ? OwnLoop{F.withOne(), Vectors, X.Period} : OwnLoop{F.each() + " repeated", Vectors}};
  }
  return {{F.each(), Vectors}};
}

/// The loops of hl_vbinary_rows: the rows' values as words, then vectors.
OwnLoops rowsLoops(const Graph &G, const Op &O, int Row, const VectorFunction &F) {
  return {{F.Operand, (G.in(O, Row).elements() + kVectorBytes - 1) / kVectorBytes}, {F.inRows(), rowMajorVectors(G, O)}};
}

Cost rowMajorCost(const Graph &G, const Op &O, const VectorFunction &F) {
  const Tensor &Out = G.out(O, 0);
  if (F.HoldsWords && wordsInput(G, O) >= 0)
    return wordsCost(G, O);
  if (const int Row = rowOperand(G, O, F); Row >= 0)
    return expansionCost(G.in(O, 1 - Row), Out, formOf(G.in(O, 1 - Row), Out)) + costOf(rowsLoops(G, O, Row, F));
  const auto Forms = formsOf(G, O);
  Cost Expanded;
  for (size_t I = 0; I < 2; ++I)
    Expanded += expansionCost(G.in(O, I), Out, Forms[I]);
  return Expanded + costOf(loopsOf(Forms, rowMajorVectors(G, O), F));
}

/// The vectors of a constant in L that the output's meet one after the other, again and again: of one image where all have the same
/// and images lie one behind the other. 0: it has no such vectors, or they would fill the weights with copies.
int64_t constantPeriod(const Tensor &Constant, const Tensor &Out, Layout L) {
  constexpr int64_t kMost = 1 << 20; // bytes
  if (Constant.rank() > 4 || !layoutFits(Out, L))
    return 0;
  const int64_t Bytes = storageBytes(Out.Type, expandedDims(Constant, Out, L), L);
  return Bytes % kVectorBytes == 0 && Bytes <= std::max(kMost, 2 * Constant.bytes()) ? Bytes / kVectorBytes : 0;
}

/// What the other operand is in a layout other than row-major: of the output's shape, one value, one for each channel, or a constant that
/// is repeated as far as the output needs it.
enum class SecondOperand { None, Same, Scalar, Channel, Constant };
SecondOperand secondOperand(const Tensor &Other, const Tensor &Out, Layout L) {
  if (!Other.isConst() && sameInLayout(Other, Out, L))
    return SecondOperand::Same;
  if (Other.elements() == 1)
    return SecondOperand::Scalar;
  constexpr int64_t kMostConstant = 1 << 20; // bytes of one that is rearranged here
  const bool Runs = isPerChannel(Other, Out) && channelRuns(Out, L, asNhwc(Other.Dims).N) && layoutFits(Other, L) &&
                    (!Other.isConst() || storageBytes(Other.Type, Other.Dims, L) <= kMostConstant);
  if (Runs)
    return SecondOperand::Channel;
  return Other.isConst() && constantPeriod(Other, Out, L) > 0 ? SecondOperand::Constant : SecondOperand::None;
}

/// The operand that has the output's shape (0 or 1), or -1.
int fullOperand(const Graph &G, const Op &O, Layout L) {
  for (int I = 0; I < 2; ++I)
    if (!G.in(O, I).isConst() && sameInLayout(G.in(O, I), G.out(O, 0), L))
      return I;
  return -1;
}

/// The forms of the output's vectors and of a constant that meets them in L.
std::array<OperandForm, 2> formsIn(Layout L, const Tensor &Out, const Tensor &Constant) {
  const int64_t Period = constantPeriod(Constant, Out, L);
  const bool IsWhole = Period == storageBytes(Out.Type, Out.Dims, L) / kVectorBytes;
  return {OperandForm{OperandForm::Full}, IsWhole ? OperandForm{OperandForm::Full} : OperandForm{OperandForm::Periodic, Period}};
}

/// The loops for an output in a layout other than row-major.
OwnLoops loopsIn(Layout L, const Tensor &Out, const Tensor &Other, const VectorFunction &F) {
  const int64_t Vectors = storageBytes(Out.Type, Out.Dims, L) / kVectorBytes;
  const SecondOperand Form = secondOperand(Other, Out, L);
  if (Form == SecondOperand::Constant)
    return loopsOf(formsIn(L, Out, Other), Vectors, F);
  if (Form != SecondOperand::Channel)
    return {{Form == SecondOperand::Same ? F.each() : F.withOne(), Vectors}};
  const ChannelRuns R = channelRuns(Out, L, asNhwc(Other.Dims).N).value();
  return {{F.withOne() + strf("-%lld", static_cast<long long>(R.Channels)), Vectors, R.Outer * R.Blocks}};
}

/// The input of which a vector meets many of the other one's while it stays in registers, or -1.
int heldInput(const Graph &G, const Op &O) {
  const Tensor &Out = G.out(O, 0);
  if (const int Held = wordsInput(G, O); Held >= 0 && Out.Layout == Layout::RowMajor)
    return Held;
  if (Out.Layout != Layout::RowMajor) {
    const int Full = fullOperand(G, O, Out.Layout);
    const Tensor &Other = G.in(O, 1 - Full);
    const SecondOperand Form = secondOperand(Other, Out, Out.Layout);
    const bool Stays = Form == SecondOperand::Scalar || Form == SecondOperand::Channel ||
                       (Form == SecondOperand::Constant && staysInRegisters(formsIn(Out.Layout, Out, Other)[1], Out.bytes() / kVectorBytes));
    return Stays ? 1 - Full : -1;
  }
  const auto Forms = formsOf(G, O);
  for (int I = 0; I < 2 && rowInput(G, O) < 0; ++I)
    if (staysInRegisters(Forms[I], rowMajorVectors(G, O)))
      return I;
  return -1;
}

void addPlanIn(Layout L, const Graph &G, const Op &O, const VectorFunction &F, PlanList &Plans) {
  const Tensor &Out = G.out(O, 0);
  const int Full = fullOperand(G, O, L);
  if (Full < 0)
    return;
  const Tensor &Other = G.in(O, 1 - Full);
  if (bytesOf(Other.Type) != 1 || Other.rank() > 4)
    return;
  const SecondOperand Form = secondOperand(Other, Out, L);
  if (Form == SecondOperand::None)
    return;
  std::vector<Layout> Inputs(2, L);
  if (Form == SecondOperand::Scalar)
    Inputs[1 - Full] = Layout::RowMajor;
  Plans.follow(Inputs, {L}, costOf(loopsIn(L, Out, Other, F)));
  if (Form == SecondOperand::Constant)
    Plans.repeats(constantPeriod(Other, Out, L) * kVectorBytes);
}

/// hl_vbinary_rows.
void emitRows(const Graph &G, const Op &O, int Row, const VectorFunction &F, LayerWriter &W) {
  W.body("binary_rows.h");
  const int64_t Rows = G.in(O, Row).elements(), Depth = rowDepth(G.in(O, Row), G.out(O, 0));
  const int64_t First = std::max<int64_t>(Depth - kVectorBytes, 0);
  Bytes Numbers;
  for (int64_t Column = First; Column < Depth - 1 + kVectorBytes; ++Column)
    Numbers.push_back(static_cast<uint8_t>(Column / Depth));
  const std::string Words = W.scratch((Rows + kVectorBytes - 1) / kVectorBytes * 4 * kVectorBytes + kVectorBytes);
  const OperandForm Other = formOf(G.in(O, 1 - Row), G.out(O, 0));
  const int64_t Period = Other.Form == OperandForm::Periodic ? Other.Period : rowMajorVectors(G, O);
  NestBuilder(W).primitive("hl_vbinary_rows",
                     {F.Operand, F.Operands, "&p", vectorOperand(G, O, 1 - Row, Other, W), W.input(Row), W.blob(Numbers, "uint8_t", "rows of a vector's bytes"),
                      Words, W.output(0), Rows, Depth, Period, int(Row == 0)},
                     rowsLoops(G, O, Row, F));
}

void emitRowMajor(const Graph &G, const Op &O, const VectorFunction &F, LayerWriter &W) {
  if (F.Name == "hl_vadd_held" && wordsInput(G, O) >= 0)
    return emitWords(G, O, W);
  if (const int Row = rowOperand(G, O, F); Row >= 0)
    return emitRows(G, O, Row, F, W);
  const auto Forms = formsOf(G, O);
  const bool Swap = Forms[0].Form == OperandForm::Scalar || Forms[0].Form == OperandForm::Periodic;
  const size_t Full = Swap ? 1 : 0, Other = 1 - Full;
  const std::string A = vectorOperand(G, O, Full, Forms[Full], W), B = vectorOperand(G, O, Other, Forms[Other], W);
  const int64_t Vectors = rowMajorVectors(G, O), Width = bytesOf(G.in(O, 0).Type);
  const OwnLoops Loops = loopsOf(Forms, Vectors, F);
  NestBuilder N(W);
  if (Forms[Other].Form == OperandForm::Scalar)
    return N.primitive("hl_vbinary_scalar", {F.Name, "&p", A, B, W.output(0), Vectors, Width, int(Swap)}, Loops);
  const int64_t Period = Forms[Other].Form == OperandForm::Periodic ? Forms[Other].Period : Vectors;
  N.primitive(holdsSeveral(F, Period, Vectors) ? "hl_vbinary_held" : "hl_vbinary_flat", {F.Name, "&p", A, B, W.output(0), Vectors, Period, int(Swap)}, Loops);
}

void emitInLayout(const Graph &G, const Op &O, const VectorFunction &F, LayerWriter &W) {
  const Tensor &Out = G.out(O, 0);
  const int Full = fullOperand(G, O, Out.Layout);
  const Tensor &Other = G.in(O, 1 - Full);
  const int64_t Vectors = Out.bytes() / kVectorBytes;
  const OwnLoops Loops = loopsIn(Out.Layout, Out, Other, F);
  NestBuilder N(W);
  const std::string A = W.input(Full), B = W.input(1 - Full), To = W.output(0);
  switch (secondOperand(Other, Out, Out.Layout)) {
  case SecondOperand::Scalar:
    return N.primitive("hl_vbinary_scalar", {F.Name, "&p", A, B, To, Vectors, 1, Full}, Loops);
  case SecondOperand::Channel: {
    const std::string Channels =
        Other.isConst() ? W.blob(inLayout(Other, Out.Layout), "uint8_t", "'" + Other.Name + "' in blocks") : B;
    const int Images = asNhwc(Other.Dims).N;
    const ChannelRuns R = channelRuns(Out, Out.Layout, Images).value();
    return N.primitive("hl_vbinary_channel", {F.Name, "&p", A, Channels, To, Images, R.Outer / Images, R.Blocks, R.Vectors, R.Channels, Full}, Loops);
  }
  case SecondOperand::Constant: {
    const int64_t Period = constantPeriod(Other, Out, Out.Layout);
    const std::string Repeated = W.blob(inLayout(expanded(Other, Out, Out.Layout), Out.Layout), "uint8_t", "'" + Other.Name + "' in blocks");
    return N.primitive(holdsSeveral(F, Period, Vectors) ? "hl_vbinary_held" : "hl_vbinary_flat",
                       {F.Name, "&p", A, Repeated, To, Vectors, Period, Full}, Loops);
  }
  default:
    return N.primitive("hl_vbinary_flat", {F.Name, "&p", A, B, To, Vectors, Vectors, Full}, Loops);
  }
}

} // namespace

/// What plans of MUL and SQUARED_DIFFERENCE of bytes leave open.
Space binarySpace() { return {"binary_hvx", {stageRow()}}; }

void planVectorBinary(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotVector(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  const Stage S = productStage(G, O, Plans.stageSearch(O));
  if (hasStagedProducts(G, O) && !Plans.stage(O, S))
    return;
  const VectorFunction F = functionOf(G, O, S, -1, Plans.compilation().Purse);
  Plans.add(O, Layout::RowMajor, rowMajorCost(G, O, F));
  if (F.HoldsWords)
    Plans.repeats(wordsBytes(G, O));
  for (Layout L : offeredLayouts())
    if (L != Layout::RowMajor)
      addPlanIn(L, G, O, F, Plans);
}

void emitVectorBinary(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("binary.h");
  W.body("add_linear_held.h");
  W.body("binary_staged.h");
  const Stage S = productStage(G, O, W.stageSearch());
  checkObeyed(O, S);
  VectorFunction F = functionOf(G, O, S, heldInput(G, O), W.purse());
  if (combines(O, Combines::Quotient)) {
    W.body("div.h");
    const Bytes Planes = reciprocalPlanes(G.in(O, 1));
    F.Params.push_back({"inverse", W.blob(Planes, "uint8_t", "reciprocals of the divisor's bytes")});
  }
  if (isPlain32(G, O))
    W.body("plain.h");
  if (F.Params.size() == 1 && F.Params[0].first.empty())
    W.line(strf("static const %s p = %s;", F.ParamsType.c_str(), F.Params[0].second.c_str()));
  else
    W.structure(F.ParamsType, "p", F.Params);
  if (G.out(O, 0).Layout == Layout::RowMajor)
    emitRowMajor(G, O, F, W);
  else
    emitInLayout(G, O, F, W);
}

} // namespace hexloom
