// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements without computing (resizing among them).
#include "ir/Diagnostics.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

int64_t axisOf(const Graph &G, const Op &O, int64_t Rank) {
  const int64_t Axis = O.i(Attr::Axis);
  if (Axis < 0 || Axis >= Rank)
    opError(G, O, strf("axis %lld where the rank is %lld", (long long)Axis, (long long)Rank));
  return Axis;
}

void requireSize(const Graph &G, const Op &O, Attr A, size_t Size) {
  if (O.ints(A).size() != Size)
    opError(G, O,
            strf("%s has %zu elements where %zu are required", text(A), O.ints(A).size(), Size));
}

int32_t checkedDim(const Graph &G, const Op &O, int64_t Dim) {
  if (Dim < 0 || Dim > INT32_MAX)
    opError(G, O, strf("output has a dimension of %lld", (long long)Dim));
  return static_cast<int32_t>(Dim);
}

[[noreturn]] void impossible(const Graph &G, const Op &O) {
  opError(G, O,
          strf("an input of %s does not give an output of %s", text(G.in(O, 0).Dims).c_str(),
               text(G.out(O, 0).Dims).c_str()));
}

Shape reshaped(const Graph &G, const Op &O) {
  if (G.in(O, 0).elements() != G.out(O, 0).elements())
    impossible(G, O);
  return G.out(O, 0).Dims;
}

Shape transposed(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Perm = O.ints(Attr::Perm);
  requireSize(G, O, Attr::Perm, In.size());
  std::vector<bool> Seen(In.size());
  Shape Result;
  for (int64_t Axis : Perm) {
    if (Axis < 0 || Axis >= static_cast<int64_t>(In.size()) || Seen[Axis])
      opError(G, O, "perm is not a permutation");
    Seen[Axis] = true;
    Result.push_back(In[Axis]);
  }
  return Result;
}

Shape concatenated(const Graph &G, const Op &O) {
  Shape Result = G.in(O, 0).Dims;
  const int64_t Axis = axisOf(G, O, static_cast<int64_t>(Result.size()));
  int64_t Sum = Result[Axis];
  for (size_t I = 1; I < O.Inputs.size(); ++I) {
    Shape Other = G.in(O, I).Dims;
    Sum += Other.size() == Result.size() ? Other[Axis] : 0;
    if (Other.size() == Result.size())
      Other[Axis] = Result[Axis];
    if (Other != Result)
      opError(G, O,
              strf("input %zu of %s does not fit %s along axis %lld", I,
                   text(G.in(O, I).Dims).c_str(), text(G.in(O, 0).Dims).c_str(), (long long)Axis));
  }
  Result[Axis] = checkedDim(G, O, Sum);
  return Result;
}

/// The sizes of the parts are the network's choice.
std::vector<Shape> splitted(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const int64_t Axis = axisOf(G, O, static_cast<int64_t>(In.size()));
  std::vector<Shape> Result(O.Outputs.size(), In);
  int64_t Sum = 0;
  for (size_t I = 0; I < O.Outputs.size(); ++I) {
    const Shape &Out = G.out(O, I).Dims;
    if (Out.size() != In.size())
      opError(G, O, strf("output %zu is stated as %s", I, text(Out).c_str()));
    Result[I][Axis] = Out[Axis];
    Sum += Out[Axis];
  }
  if (Sum != In[Axis])
    opError(G, O,
            strf("the parts have %lld elements along axis %lld, the input %d", (long long)Sum,
                 (long long)Axis, In[Axis]));
  return Result;
}

Shape packed(const Graph &G, const Op &O) {
  Shape Result = G.in(O, 0).Dims;
  const int64_t Axis = axisOf(G, O, static_cast<int64_t>(Result.size()) + 1);
  for (size_t I = 1; I < O.Inputs.size(); ++I)
    if (G.in(O, I).Dims != Result)
      opError(G, O,
              strf("inputs of %s and %s", text(Result).c_str(), text(G.in(O, I).Dims).c_str()));
  Result.insert(Result.begin() + Axis, static_cast<int32_t>(O.Inputs.size()));
  return Result;
}

std::vector<Shape> unpacked(const Graph &G, const Op &O) {
  Shape Part = G.in(O, 0).Dims;
  const int64_t Axis = axisOf(G, O, static_cast<int64_t>(Part.size()));
  if (Part[Axis] != static_cast<int64_t>(O.Outputs.size()))
    opError(G, O, strf("%zu outputs of a dimension of %d", O.Outputs.size(), Part[Axis]));
  Part.erase(Part.begin() + Axis);
  return std::vector<Shape>(O.Outputs.size(), Part);
}

Shape withoutOnes(Shape S) {
  S.erase(std::remove(S.begin(), S.end(), 1), S.end());
  return S;
}

Shape sliced(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Begin = O.ints(Attr::Begin), &Strides = O.ints(Attr::Strides),
                             &Size = O.ints(Attr::Size);
  for (Attr A : {Attr::Begin, Attr::Strides, Attr::Size})
    requireSize(G, O, A, In.size());
  Shape Taken;
  for (size_t D = 0; D < In.size(); ++D) {
    const bool IsSane = Size[D] >= 0 && Size[D] <= In[D] && Strides[D] != 0 &&
                        Strides[D] >= -INT32_MAX && Strides[D] <= INT32_MAX && Begin[D] >= 0 && Begin[D] <= In[D];
    const int64_t Last = IsSane && Size[D] > 0 ? Begin[D] + (Size[D] - 1) * Strides[D] : 0;
    if (!IsSane || (Size[D] > 0 && (Begin[D] >= In[D] || Last < 0 || Last >= In[D])))
      opError(G, O,
              strf("takes %lld elements from %lld by steps of %lld of dimension %zu, which has %d",
                   (long long)Size[D], (long long)Begin[D], (long long)Strides[D], D, In[D]));
    Taken.push_back(static_cast<int32_t>(Size[D]));
  }
  const Shape &Out = G.out(O, 0).Dims;
  if (withoutOnes(Out) != withoutOnes(Taken))
    opError(G, O,
            strf("a slice of %s does not give an output of %s", text(Taken).c_str(),
                 text(Out).c_str()));
  return Out;
}

/// {before0, after0, before1, ...}, none negative.
void checkPairs(const Graph &G, const Op &O, Attr A, size_t Count) {
  requireSize(G, O, A, 2 * Count);
  for (int64_t Value : O.ints(A))
    if (Value < 0 || Value > INT32_MAX)
      opError(G, O, strf("%s of %lld", text(A), (long long)Value));
}

/// The value must be one of the tensor's type; of float it is the bit pattern.
void checkPadValue(const Graph &G, const Op &O) {
  const DType Type = G.in(O, 0).Type;
  const bool IsSigned = Type == DType::Int8 || Type == DType::Int16 || Type == DType::Int32;
  const int64_t Span = int64_t(1) << (8 * std::min<int64_t>(bytesOf(Type), 4));
  const int64_t Low = IsSigned ? -Span / 2 : 0, Value = O.i(Attr::PadValue);
  if (Type != DType::Int64 && (Value < Low || Value >= Low + Span))
    opError(G, O, strf("pad_value %lld is no %s", (long long)Value, text(Type)));
}

Shape padded(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::Pad)
    checkPadValue(G, O);
  Shape Result = G.in(O, 0).Dims;
  checkPairs(G, O, Attr::Paddings, Result.size());
  const std::vector<int64_t> &P = O.ints(Attr::Paddings);
  const bool IsMirror = O.Kind == OpKind::MirrorPad;
  if (IsMirror && O.s(Attr::Mode) != "reflect" && O.s(Attr::Mode) != "symmetric")
    opError(G, O, "unknown mode '" + O.s(Attr::Mode) + "'");
  for (size_t D = 0; D < Result.size(); ++D) {
    const int64_t Limit = Result[D] - (IsMirror && O.s(Attr::Mode) == "reflect" ? 1 : 0);
    const int64_t Most = std::max(P[2 * D], P[2 * D + 1]);
    if (IsMirror && Most > std::max<int64_t>(Limit, 0))
      opError(G, O,
              strf("mirrors %lld elements of dimension %zu, which has %d", (long long)Most, D,
                   Result[D]));
    Result[D] = checkedDim(G, O, Result[D] + P[2 * D] + P[2 * D + 1]);
  }
  return Result;
}

/// Constant indices are checked here; the values of others are the caller's responsibility.
template <typename T>
void checkIndices(const Graph &G, const Op &O, const Tensor &Indices, int64_t Step, int64_t Offset,
                  int64_t Limit) {
  for (int64_t I = Offset; I < Indices.elements(); I += Step)
    if (Indices.dataAs<T>()[I] < 0 || Indices.dataAs<T>()[I] >= Limit)
      opError(G, O,
              strf("index %lld of a dimension of %lld", (long long)Indices.dataAs<T>()[I],
                   (long long)Limit));
}
void checkIndices(const Graph &G, const Op &O, int64_t Step, int64_t Offset, int64_t Limit, Budget &Purse) {
  const Tensor &Indices = G.in(O, 1);
  if (!Indices.isConst())
    return;
  Purse.work(Indices.elements() / Step);
  if (Indices.Type == DType::Int16)
    checkIndices<int16_t>(G, O, Indices, Step, Offset, Limit);
  else if (Indices.Type == DType::Int32)
    checkIndices<int32_t>(G, O, Indices, Step, Offset, Limit);
  else
    checkIndices<int64_t>(G, O, Indices, Step, Offset, Limit);
}

Shape gathered(const Graph &G, const Op &O, Budget &Purse) {
  const Shape &In = G.in(O, 0).Dims, &Indices = G.in(O, 1).Dims;
  const int64_t Axis = axisOf(G, O, static_cast<int64_t>(In.size())),
                BatchDims = O.i(Attr::BatchDims);
  if (BatchDims < 0 || BatchDims > Axis || BatchDims > static_cast<int64_t>(Indices.size()))
    opError(G, O, strf("batch_dims is %lld", (long long)BatchDims));
  for (int64_t D = 0; D < BatchDims; ++D)
    if (In[D] != Indices[D])
      opError(
          G, O,
          strf("batch dimensions of %s and %s differ", text(In).c_str(), text(Indices).c_str()));
  checkIndices(G, O, 1, 0, In[Axis], Purse);
  Shape Result(In.begin(), In.begin() + Axis);
  Result.insert(Result.end(), Indices.begin() + BatchDims, Indices.end());
  Result.insert(Result.end(), In.begin() + Axis + 1, In.end());
  return Result;
}

Shape gatheredNd(const Graph &G, const Op &O, Budget &Purse) {
  const Shape &In = G.in(O, 0).Dims, &Indices = G.in(O, 1).Dims;
  if (Indices.empty() || Indices.back() > static_cast<int64_t>(In.size()))
    opError(G, O, strf("indices of %s into %s", text(Indices).c_str(), text(In).c_str()));
  const int32_t Depth = Indices.back();
  for (int32_t D = 0; D < Depth; ++D)
    checkIndices(G, O, Depth, D, In[D], Purse);
  Shape Result(Indices.begin(), Indices.end() - 1);
  Result.insert(Result.end(), In.begin() + Depth, In.end());
  return Result;
}

Shape tiled(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (In.size() != Out.size())
    impossible(G, O);
  for (size_t D = 0; D < In.size(); ++D)
    if (In[D] == 0 ? Out[D] != 0 : Out[D] % In[D] != 0)
      impossible(G, O);
  return Out;
}

Shape broadcast(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (In.size() > Out.size())
    impossible(G, O);
  for (size_t I = 0; I < In.size(); ++I)
    if (In[In.size() - 1 - I] != 1 && In[In.size() - 1 - I] != Out[Out.size() - 1 - I])
      impossible(G, O);
  return Out;
}

Shape reversed(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  for (int64_t Axis : O.ints(Attr::Axes))
    if (Axis < 0 || Axis >= static_cast<int64_t>(In.size()))
      opError(G, O, strf("axis %lld where the rank is %zu", (long long)Axis, In.size()));
  return In;
}

/// SPACE_TO_DEPTH and DEPTH_TO_SPACE.
Shape depthBlocked(const Graph &G, const Op &O) {
  Shape S = G.in(O, 0).Dims;
  requireSize(G, O, Attr::Block, 1);
  const int64_t B = O.ints(Attr::Block)[0];
  if (S.size() != 4 || B < 1 || B > 32768)
    opError(G, O, strf("block %lld of an input of %s", (long long)B, text(S).c_str()));
  const bool ToDepth = O.Kind == OpKind::SpaceToDepth;
  if (ToDepth ? S[1] % B != 0 || S[2] % B != 0 : S[3] % (B * B) != 0)
    opError(
        G, O,
        strf("an input of %s does not divide into blocks of %lld", text(S).c_str(), (long long)B));
  if (ToDepth)
    return {S[0], static_cast<int32_t>(S[1] / B), static_cast<int32_t>(S[2] / B),
            checkedDim(G, O, S[3] * B * B)};
  return {S[0], checkedDim(G, O, S[1] * B), checkedDim(G, O, S[2] * B),
          static_cast<int32_t>(S[3] / (B * B))};
}

/// SPACE_TO_BATCH_ND and BATCH_TO_SPACE_ND.
Shape batchBlocked(const Graph &G, const Op &O) {
  Shape S = G.in(O, 0).Dims;
  const bool ToBatch = O.Kind == OpKind::SpaceToBatchNd;
  const Attr Pairs = ToBatch ? Attr::Paddings : Attr::Crops;
  const std::vector<int64_t> &Block = O.ints(Attr::Block);
  if (Block.empty() || Block.size() > 2 || S.size() != Block.size() + 2)
    opError(G, O, strf("%zu block sizes for an input of rank %zu", Block.size(), S.size()));
  checkPairs(G, O, Pairs, Block.size());
  if (ToBatch)
    checkPadValue(G, O);
  int64_t Batch = S[0];
  for (size_t D = 0; D < Block.size(); ++D) {
    const int64_t B = Block[D], Sum = O.ints(Pairs)[2 * D] + O.ints(Pairs)[2 * D + 1];
    if (B < 1 || B > INT32_MAX)
      opError(G, O, strf("block size %lld", (long long)B));
    const int64_t Size = ToBatch ? S[D + 1] + Sum : S[D + 1] * B;
    if (ToBatch ? Size % B != 0 : Batch % B != 0)
      opError(G, O,
              strf("an input of %s does not divide into blocks of %lld", text(S).c_str(),
                   (long long)B));
    S[D + 1] = checkedDim(G, O, ToBatch ? Size / B : Size - Sum);
    Batch = checkedDim(G, O, ToBatch ? Batch * B : Batch / B);
  }
  S[0] = static_cast<int32_t>(Batch);
  return S;
}

std::vector<Shape> shapesBy(Shape (*Of)(const Graph &, const Op &), const Graph &G, const Op &O, Budget &) { return {Of(G, O)}; }
std::vector<Shape> shapesBy(Shape (*Of)(const Graph &, const Op &, Budget &), const Graph &G, const Op &O, Budget &Purse) {
  return {Of(G, O, Purse)};
}
std::vector<Shape> shapesBy(std::vector<Shape> (*Of)(const Graph &, const Op &), const Graph &G, const Op &O, Budget &) { return Of(G, O); }

} // namespace

Shape resizedShape(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (In.size() != 4 || Out.size() != 4)
    opError(G, O,
            strf("resizes %s to %s; rank 4 is required", text(In).c_str(), text(Out).c_str()));
  if (O.b(Attr::AlignCorners) && O.b(Attr::HalfPixel))
    opError(G, O, "align_corners and half_pixel exclude each other");
  for (int D = 1; D < 3; ++D)
    if (In[D] < 1 || Out[D] < 1)
      impossible(G, O);
  return {In[0], Out[1], Out[2], In[3]};
}

std::vector<Shape> movementShapes(const Graph &G, const Op &O, Budget &Purse) {
  switch (O.Kind) {
#define MOVEMENT(KIND, SHAPES, BOXES)                                                                                        \
  case OpKind::KIND:                                                                                                         \
    return shapesBy(SHAPES, G, O, Purse);
#include "ir/families.def"
  default:
    HEXLOOM_CHECK(false, std::string("no movement: ") + text(O.Kind));
  }
}

} // namespace hexloom
