// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Evaluate.h"
#include "ir/Shapes.h"
#include "ir/Loop.h"
#include "support/Error.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace hexloom {

namespace {

using Ints = std::vector<int64_t>;

/// Steps of a row-major tensor.
Ints stepsOf(const Shape &S) {
  Ints Steps(S.size());
  int64_t Step = 1;
  for (size_t D = S.size(); D-- > 0; Step *= S[D])
    Steps[D] = Step;
  return Steps;
}

/// Calls F with every index of the shape, in row-major order.
void forEachIndex(const Shape &S, const std::function<void(const Ints &)> &F) {
  Ints Index(S.size());
  for (int64_t Count = elementsOf(S); Count > 0; --Count) {
    F(Index);
    for (size_t D = S.size(); D-- > 0;) {
      if (++Index[D] < S[D])
        break;
      Index[D] = 0;
    }
  }
}

/// Output elements of the first input in the order that Source gives: an element's number, or -1
/// for the pad value.
Bytes gatherElements(const Tensor &In, const Shape &Walk, int64_t PadValue,
                     const std::function<int64_t(const Ints &)> &Source) {
  const int64_t Size = bytesOf(In.Type);
  Bytes Result;
  Result.reserve(elementsOf(Walk) * Size);
  const uint8_t *Pad = reinterpret_cast<const uint8_t *>(&PadValue); // little endian, as the data
  forEachIndex(Walk, [&](const Ints &Index) {
    const int64_t From = Source(Index);
    const uint8_t *Begin = From < 0 ? Pad : In.Data->data() + From * Size;
    Result.insert(Result.end(), Begin, Begin + Size);
  });
  return Result;
}

/// The same where each dimension of the source is found by itself, -1 for padding.
Bytes gatherByDimension(const Tensor &In, const Shape &Walk, int64_t PadValue,
                        const std::function<int64_t(size_t D, int64_t I)> &At) {
  const Ints Steps = stepsOf(In.Dims);
  return gatherElements(In, Walk, PadValue, [&](const Ints &Index) {
    int64_t From = 0;
    for (size_t D = 0; D < Index.size(); ++D) {
      const int64_t I = At(D, Index[D]);
      if (I < 0)
        return int64_t(-1);
      From += I * Steps[D];
    }
    return From;
  });
}

Bytes transpose(const Tensor &In, const Tensor &Out, const Ints &Perm) {
  const Ints Steps = stepsOf(In.Dims);
  return gatherElements(In, Out.Dims, 0, [&](const Ints &Index) {
    int64_t From = 0;
    for (size_t D = 0; D < Index.size(); ++D)
      From += Index[D] * Steps[Perm[D]];
    return From;
  });
}

Bytes broadcast(const Tensor &In, const Tensor &Out) {
  const Ints Steps = stepsOf(In.Dims);
  const size_t Extra = Out.Dims.size() - In.Dims.size();
  return gatherElements(In, Out.Dims, 0, [&](const Ints &Index) {
    int64_t From = 0;
    for (size_t D = 0; D < In.Dims.size(); ++D)
      From += In.Dims[D] == 1 ? 0 : Index[Extra + D] * Steps[D];
    return From;
  });
}

/// Elements before and behind Axis; joined and parted tensors are rows of Outer x (their axis x
/// Inner).
struct AroundAxis {
  int64_t Outer = 1, Inner = 1;
  AroundAxis(const Shape &S, int64_t Axis, int64_t Width) {
    for (int64_t D = 0; D < static_cast<int64_t>(S.size()); ++D)
      (D < Axis ? Outer : Inner) *= D < Axis || D >= Axis + Width ? S[D] : 1;
  }
};

/// CONCATENATION and PACK: the latter's inputs have an axis of 1 that their shapes do not show.
Bytes join(const Graph &G, const Op &O) {
  const bool IsPack = O.Kind == OpKind::Pack;
  const int64_t Axis = O.i(Attr::Axis);
  const AroundAxis Around(G.in(O, 0).Dims, Axis, IsPack ? 0 : 1);
  Bytes Result;
  for (int64_t Row = 0; Row < Around.Outer; ++Row)
    for (size_t I = 0; I < O.Inputs.size(); ++I) {
      const Tensor &In = G.in(O, I);
      const int64_t Size = Around.Inner * (IsPack ? 1 : In.Dims[Axis]) * bytesOf(In.Type);
      const auto Begin = In.Data->begin() + Row * Size;
      Result.insert(Result.end(), Begin, Begin + Size);
    }
  return Result;
}

/// SPLIT and UNPACK.
std::vector<Bytes> part(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  const int64_t Axis = O.i(Attr::Axis);
  const AroundAxis Around(In.Dims, Axis, 1);
  std::vector<Bytes> Result(O.Outputs.size());
  auto From = In.Data->begin();
  for (int64_t Row = 0; Row < Around.Outer; ++Row)
    for (size_t I = 0; I < O.Outputs.size(); ++I) {
      const int64_t Size =
          Around.Inner * (O.Kind == OpKind::Unpack ? 1 : G.out(O, I).Dims[Axis]) * bytesOf(In.Type);
      Result[I].insert(Result[I].end(), From, From + Size);
      From += Size;
    }
  return Result;
}

std::optional<Bytes> gather(const Graph &G, const Op &O, Budget &Purse) {
  checkShapes(G, O, Purse); // its indices may be constants since now, or only within this turn of a loop
  if (O.i(Attr::BatchDims) != 0)
    return std::nullopt;
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1);
  const int64_t Axis = O.i(Attr::Axis);
  const AroundAxis Around(In.Dims, Axis, 1);
  const int64_t Size = Around.Inner * bytesOf(In.Type);
  Bytes Result;
  for (int64_t Row = 0; Row < Around.Outer; ++Row)
    for (int64_t I = 0; I < Indices.elements(); ++I) {
      const int64_t At = Indices.Type == DType::Int16   ? Indices.dataAs<int16_t>()[I]
                         : Indices.Type == DType::Int32 ? Indices.dataAs<int32_t>()[I]
                                                        : Indices.dataAs<int64_t>()[I];
      const auto Begin = In.Data->begin() + (Row * In.Dims[Axis] + At) * Size;
      Result.insert(Result.end(), Begin, Begin + Size);
    }
  return Result;
}

} // namespace

std::optional<std::vector<Bytes>> evaluateMovement(const Graph &G, const Op &O, Budget &Purse) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  auto one = [](Bytes B) { return std::optional<std::vector<Bytes>>({std::move(B)}); };
  switch (O.Kind) {
  case OpKind::Reshape:
    return one(*In.Data);
  case OpKind::Transpose:
    return one(transpose(In, Out, O.ints(Attr::Perm)));
  case OpKind::BroadcastTo:
    return one(broadcast(In, Out));
  case OpKind::Tile:
    return one(
        gatherByDimension(In, Out.Dims, 0, [&](size_t D, int64_t I) { return I % In.Dims[D]; }));
  case OpKind::StridedSlice: {
    const Ints &Size = O.ints(Attr::Size);
    return one(gatherByDimension(In, Shape(Size.begin(), Size.end()), 0, [&](size_t D, int64_t I) {
      return O.ints(Attr::Begin)[D] + I * O.ints(Attr::Strides)[D];
    }));
  }
  case OpKind::Pad:
    return one(gatherByDimension(In, Out.Dims, O.i(Attr::PadValue), [&](size_t D, int64_t I) {
      const int64_t At = I - O.ints(Attr::Paddings)[2 * D];
      return At < In.Dims[D] ? At : -1;
    }));
  case OpKind::ReverseV2:
    return one(gatherByDimension(In, Out.Dims, 0, [&](size_t D, int64_t I) {
      const Ints &Axes = O.ints(Attr::Axes);
      return std::count(Axes.begin(), Axes.end(), static_cast<int64_t>(D)) ? In.Dims[D] - 1 - I : I;
    }));
  case OpKind::Concatenation:
  case OpKind::Pack:
    return one(join(G, O));
  case OpKind::Split:
  case OpKind::Unpack:
    return part(G, O);
  case OpKind::Gather:
    if (std::optional<Bytes> Result = gather(G, O, Purse))
      return one(std::move(*Result));
    return std::nullopt;
  default:
    return std::nullopt;
  }
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
