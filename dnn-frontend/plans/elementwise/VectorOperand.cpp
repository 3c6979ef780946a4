// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/VectorOperand.h"
#include "ir/LayoutMap.h"
#include "nests/LayerWriter.h"
#include "plans/elementwise/Broadcast.h"
#include "plans/movement/CopyEmit.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes;

int64_t vectorsOf(int64_t Bytes) { return (Bytes + kVector - 1) / kVector; }

/// The operand repeated to a dense buffer of the output's shape, or of one period.
StridedCopy expansion(const Tensor &Operand, const Tensor &Output, const OperandForm &F) {
  const int64_t Width = bytesOf(Operand.Type);
  StridedCopy C;
  C.Run = Width;
  if (F.Form == OperandForm::Periodic) {
    const int64_t Own = Operand.elements() * Width;
    C.Loops = {{F.Period * kVector / Own, 0, Own}, {Operand.elements(), Width, Width}};
  } else {
    const BroadcastLoops Loops = broadcastLoops(Output.Dims, {Operand.Dims});
    int64_t Stride = Output.elements() * Width;
    for (size_t I = 0; I < Loops.Sizes.size(); ++I) {
      Stride /= Loops.Sizes[I];
      C.Loops.push_back({Loops.Sizes[I], Loops.Strides[0][I] * Width, Stride});
    }
  }
  C.simplify();
  return C;
}

} // namespace

OperandForm formOf(const Tensor &Operand, const Tensor &Output) {
  if (Operand.elements() == Output.elements() || Output.elements() == 0) // nothing is read
    return {OperandForm::Full};
  if (Operand.elements() == 1)
    return {OperandForm::Scalar};
  const BroadcastLoops Loops = broadcastLoops(Output.Dims, {Operand.Dims});
  const bool Repeats = Loops.Sizes.size() == 2 && Loops.Strides[0][0] == 0 && Loops.Strides[0][1] == 1;
  const int64_t Width = bytesOf(Operand.Type), Own = Operand.elements() * Width;
  const int64_t Period = std::lcm(Own, kVector) / kVector;
  if (!Repeats || Period >= vectorsOf(Output.elements() * Width))
    return {OperandForm::Expanded};
  return {OperandForm::Periodic, Period};
}

int64_t rowDepth(const Tensor &Operand, const Tensor &Output) {
  const BroadcastLoops Loops = broadcastLoops(Output.Dims, {Operand.Dims});
  const bool IsRows = Loops.Sizes.size() == 2 && Loops.Strides[0][0] == 1 && Loops.Strides[0][1] == 0;
  return IsRows ? Loops.Sizes[1] : 0;
}

/// Small constants are repeated at compile time; large ones would fill the weights with copies.
static bool isRepeatedHere(const Tensor &Operand, const StridedCopy &C) {
  constexpr int64_t kMost = 1 << 20;
  return Operand.isConst() && C.bytes() <= std::max(kMost, 2 * Operand.bytes());
}

Cost expansionCost(const Tensor &Operand, const Tensor &Output, const OperandForm &F) {
  if (F.Form == OperandForm::Full || F.Form == OperandForm::Scalar || Output.elements() == 0)
    return {};
  const StridedCopy C = expansion(Operand, Output, F);
  return C.Loops.empty() || isRepeatedHere(Operand, C) ? Cost() : runsCost(C);
}

std::string vectorOperand(const Graph &G, const Op &O, size_t I, const OperandForm &F, LayerWriter &W) {
  const Tensor &Operand = G.in(O, I), &Output = G.out(O, 0);
  if (F.Form == OperandForm::Full || F.Form == OperandForm::Scalar || Output.elements() == 0)
    return W.input(I);
  const StridedCopy C = expansion(Operand, Output, F);
  if (C.Loops.empty())
    return W.input(I);
  if (isRepeatedHere(Operand, C)) {
    Bytes Copy(C.bytes());
    C.apply(Operand.Data->data(), Copy.data());
    return W.blob(Copy, "uint8_t", "'" + Operand.Name + "' repeated");
  }
  includeCopies(kVectorCopies, W);
  const std::string Scratch = W.scratch(C.bytes());
  W.line(strf("static const hl_copy_params repeat%zu = %s;", I, C.cText().c_str()));
  callVectorCopy(C, strf("repeat%zu", I), W.input(I), Scratch, W);
  return Scratch;
}

Shape expandedDims(const Tensor &Operand, const Tensor &Output, Layout L) {
  constexpr JoinedDims kImages{0, 0};
  const Nhwc D = asNhwc(Output.Dims);
  const LayoutMap Map(L, {D.N, D.H, D.W, D.C});
  const LayoutMap::Digit &First = Map.digits().front();
  const Shape One = {1, D.H, D.W, D.C};
  const bool IsImages = Map.groups()[First.Group].Dims == kImages && First.Margin == 0 && LayoutMap(L, One).size() == First.Stride;
  return IsImages && asNhwc(Operand.Dims).N == 1 ? One : Shape{D.N, D.H, D.W, D.C};
}

Tensor expanded(const Tensor &Constant, const Tensor &Output, Layout L) {
  Tensor All = Constant;
  All.Dims = expandedDims(Constant, Output, L);
  Bytes Data(static_cast<size_t>(All.bytes()));
  expansion(Constant, All, {OperandForm::Expanded}).apply(Constant.Data->data(), Data.data());
  All.Data = std::make_shared<const Bytes>(std::move(Data));
  return All;
}

bool isPerChannel(const Tensor &Operand, const Tensor &Output) {
  if (Operand.rank() > 4 || Output.rank() > 4 || Operand.rank() == 0)
    return false;
  const Nhwc X = asNhwc(Operand.Dims), Y = asNhwc(Output.Dims);
  return X.H == 1 && X.W == 1 && X.C == Y.C && (X.N == 1 || X.N == Y.N);
}

} // namespace hexloom
