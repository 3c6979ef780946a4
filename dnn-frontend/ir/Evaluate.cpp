// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Evaluate.h"
#include "ir/Box.h"
#include "ir/Loop.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

/// Elements of the value that a movement fills its outputs with, or 0.
Bytes filled(const Tensor &T, int64_t Value) {
  const uint8_t *Begin = reinterpret_cast<const uint8_t *>(&Value); // little endian, as the data
  const int64_t Width = bytesOf(T.Type);
  Bytes Result;
  Result.reserve(T.bytes());
  for (int64_t I = 0; I < T.elements(); ++I)
    Result.insert(Result.end(), Begin, Begin + Width);
  return Result;
}

/// Whether some input of uint8 does not keep its bytes.
bool rescalesBytes(const Graph &G, const Op &O) {
  bool Any = false;
  for (size_t I = 0; I < O.Inputs.size() && G.out(O, 0).Type == DType::UInt8; ++I)
    Any |= rescales(G, O, I);
  return Any;
}

/// Elements before and behind Axis.
struct AroundAxis {
  int64_t Outer = 1, Inner = 1;
  AroundAxis(const Shape &S, int64_t Axis) {
    for (int64_t D = 0; D < static_cast<int64_t>(S.size()); ++D)
      (D < Axis ? Outer : Inner) *= D == Axis ? 1 : S[D];
  }
};

std::optional<Bytes> gather(const Graph &G, const Op &O, Budget &Purse) {
  checkShapes(G, O, Purse); // its indices may be constants since now, or only within this turn of a loop
  if (O.i(Attr::BatchDims) != 0)
    return std::nullopt;
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1);
  const int64_t Axis = O.i(Attr::Axis);
  const AroundAxis Around(In.Dims, Axis);
  const int64_t Size = Around.Inner * bytesOf(In.Type);
  Bytes Result;
  for (int64_t Row = 0; Row < Around.Outer; ++Row)
    for (int64_t I = 0; I < Indices.elements(); ++I) {
      const auto Begin = In.Data->begin() + (Row * In.Dims[Axis] + integerAt(Indices, I)) * Size;
      Result.insert(Result.end(), Begin, Begin + Size);
    }
  return Result;
}

} // namespace

std::optional<std::vector<Bytes>> evaluateMovement(const Graph &G, const Op &O, Budget &Purse) {
  const auto One = [](Bytes B) { return std::optional<std::vector<Bytes>>({std::move(B)}); };
  if (isView(O.Kind))
    return One(*G.in(O, 0).Data);
  if (O.Kind == OpKind::Gather) {
    std::optional<Bytes> Result = gather(G, O, Purse);
    return Result ? One(std::move(*Result)) : std::nullopt;
  }
  const std::optional<BoxMovement> M = rescalesBytes(G, O) ? std::nullopt : boxesOf(G, O);
  if (!M)
    return std::nullopt;
  std::vector<Bytes> Results;
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    Results.push_back(filled(G.out(O, I), M->FillValue));
  for (const BoxMovement::Piece &P : M->Pieces) {
    const Tensor &In = G.in(O, P.Input), &Out = G.out(O, P.Output);
    if (In.elements() > 0 && Out.elements() > 0)
      rowMajorCopy(G, O, P, bytesOf(In.Type)).apply(In.Data->data(), Results[P.Output].data());
  }
  return Results;
}

static std::optional<std::vector<Bytes>> evaluateLoop(const Graph &G, const Op &O, Budget &Purse) {
  const std::optional<LoopOutcome> Outcome = runLoop(G, O, Purse);
  std::vector<Bytes> Result;
  for (size_t I = 0; Outcome && I < Outcome->Values.size() && Outcome->Values[I]; ++I)
    Result.push_back(*Outcome->Values[I]);
  return Result.size() == O.Outputs.size() ? std::optional(std::move(Result)) : std::nullopt;
}

/// Products, pools and reductions, if they may be computed.
static std::optional<Bytes> evaluateKernel(const Graph &G, const Op &O, Budget &Purse, Effort Most) {
  const int64_t Steps = std::max(productSteps(G, O), windowSteps(G, O));
  if (Steps == 0 || Most == Effort::Light || !Purse.tryWork(Steps))
    return std::nullopt;
  const std::optional<Bytes> Product = evaluateProduct(G, O);
  return Product ? Product : evaluateWindow(G, O);
}

static std::optional<std::vector<Bytes>> evaluateAny(const Graph &G, const Op &O, Budget &Purse, Effort Most) {
  if (O.Kind == OpKind::While)
    return evaluateLoop(G, O, Purse);
  if (auto Moved = evaluateMovement(G, O, Purse))
    return Moved;
  std::optional<Bytes> One = evaluateArithmetic(G, O);
  if (!One)
    One = evaluateKernel(G, O, Purse, Most);
  return One ? std::optional(std::vector<Bytes>{std::move(*One)}) : std::nullopt;
}

std::optional<std::vector<Bytes>> evaluate(const Graph &G, const Op &O, Budget &Purse, Effort Most) {
  for (TensorId Id : O.Inputs)
    if (Id != kNoTensor && !G.Tensors[Id].isConst())
      return std::nullopt;
  if (O.Inputs.empty() || O.Inputs[0] == kNoTensor)
    return std::nullopt;
  int64_t Size = 0;
  for (TensorId Id : O.Outputs)
    Size += G.Tensors[Id].bytes();
  if (Size > kMaxFoldedBytes || !Purse.affords(Size)) // computed on the device
    return std::nullopt;
  constexpr int64_t kStepsPerByte = 30;
  Purse.work(kStepsPerByte * Size);
  std::optional<std::vector<Bytes>> Result = evaluateAny(G, O, Purse, Most);
  if (Result)
    Purse.keep(Size);
  for (size_t I = 0; Result && I < Result->size(); ++I)
    HEXLOOM_CHECK(static_cast<int64_t>((*Result)[I].size()) == G.out(O, I).bytes(),
                  strf("size of the folded %s", text(O.Kind)));
  return Result;
}

} // namespace hexloom
