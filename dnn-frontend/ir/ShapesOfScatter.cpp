// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that take elements from, or put them, where indices say, and those along sequences.
#include "ir/Diagnostics.h"
#include "ir/Evaluate.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

int64_t axisOf(const Graph &G, const Op &O, Attr A, int64_t Rank) {
  const int64_t Axis = O.i(A);
  if (Axis < 0 || Axis >= Rank)
    opError(G, O, strf("%s %lld where the rank is %lld", text(A), (long long)Axis, (long long)Rank));
  return Axis;
}

[[noreturn]] void misfit(const Graph &G, const Op &O, const char *What, const Tensor &A, const Tensor &B) {
  opError(G, O, strf("%s: %s and %s", What, text(A.Dims).c_str(), text(B.Dims).c_str()));
}

/// Checks that every Step-th constant index from First on is below Limit. Other indices are the caller's responsibility.
void checkIndices(const Graph &G, const Op &O, const Tensor &Indices, int64_t First, int64_t Step, int64_t Limit, Budget &Purse) {
  if (!Indices.isConst())
    return;
  Purse.work(Indices.elements() / Step);
  for (int64_t I = First; I < Indices.elements(); I += Step)
    if (integerAt(Indices, I) < 0 || integerAt(Indices, I) >= Limit)
      opError(G, O, strf("index %lld of a dimension of %lld", (long long)integerAt(Indices, I), (long long)Limit));
}

Shape gathered(const Graph &G, const Op &O, Budget &Purse) {
  const Shape &In = G.in(O, 0).Dims, &Indices = G.in(O, 1).Dims;
  const int64_t Axis = axisOf(G, O, Attr::Axis, static_cast<int64_t>(In.size())), BatchDims = O.i(Attr::BatchDims);
  if (BatchDims < 0 || BatchDims > Axis || BatchDims > static_cast<int64_t>(Indices.size()))
    opError(G, O, strf("batch_dims is %lld", (long long)BatchDims));
  for (int64_t D = 0; D < BatchDims; ++D)
    if (In[D] != Indices[D])
      opError(
          G, O,
          strf("batch dimensions of %s and %s differ", text(In).c_str(), text(Indices).c_str()));
  checkIndices(G, O, G.in(O, 1), 0, 1, In[Axis], Purse);
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
    checkIndices(G, O, G.in(O, 1), D, Depth, In[D], Purse);
  Shape Result(Indices.begin(), Indices.end() - 1);
  Result.insert(Result.end(), In.begin() + Depth, In.end());
  return Result;
}

Shape scattered(const Graph &G, const Op &O, Budget &Purse) {
  const Tensor &Indices = G.in(O, 0), &Updates = G.in(O, 1), &Out = G.out(O, 0);
  if (Indices.rank() == 0 || Indices.Dims.back() > Out.rank() || Indices.Dims.back() < 1)
    misfit(G, O, "indices do not fit the output", Indices, Out);
  const int32_t Depth = Indices.Dims.back();
  Shape Wanted(Indices.Dims.begin(), Indices.Dims.end() - 1);
  Wanted.insert(Wanted.end(), Out.Dims.begin() + Depth, Out.Dims.end());
  if (Updates.Dims != Wanted)
    opError(G, O, strf("updates of %s where indices and output ask for %s", text(Updates.Dims).c_str(),
                       text(Wanted).c_str()));
  for (int32_t D = 0; D < Depth; ++D)
    checkIndices(G, O, Indices, D, Depth, Out.Dims[D], Purse);
  return Out.Dims;
}

Shape updated(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Update = G.in(O, 1), &Begin = G.in(O, 2);
  bool Fits = In.rank() == Update.rank() && Begin.elements() == In.rank();
  for (int D = 0; Fits && D < In.rank(); ++D)
    Fits = Update.Dims[D] <= In.Dims[D];
  if (!Fits)
    misfit(G, O, "the update does not fit", In, Update);
  return In.Dims;
}

Shape reversed(const Graph &G, const Op &O, Budget &Purse) {
  const Tensor &In = G.in(O, 0), &Lengths = G.in(O, 1);
  const int64_t Axis = axisOf(G, O, Attr::Axis, In.rank()), Batch = axisOf(G, O, Attr::BatchAxis, In.rank());
  if (Axis == Batch)
    opError(G, O, "the sequences' dimension is that of the lengths, too");
  if (Lengths.Dims != Shape{In.Dims[Batch]})
    misfit(G, O, "the lengths do not fit the input", Lengths, In);
  checkIndices(G, O, Lengths, 0, 1, int64_t(In.Dims[Axis]) + 1, Purse);
  return In.Dims;
}

/// The depth is what the output states.
Shape oneHot(const Graph &G, const Op &O) {
  const Tensor &Indices = G.in(O, 0), &Out = G.out(O, 0);
  const int64_t Axis = axisOf(G, O, Attr::Axis, Indices.rank() + 1);
  for (size_t I : {1, 2})
    if (G.in(O, I).elements() != 1)
      opError(G, O, strf("input %zu has %lld elements where one is required", I, (long long)G.in(O, I).elements()));
  if (Out.rank() != Indices.rank() + 1)
    misfit(G, O, "indices do not fit the output", Indices, Out);
  Shape Result = Indices.Dims;
  Result.insert(Result.begin() + Axis, Out.Dims[Axis]);
  return Result;
}

Shape lookedUp(const Graph &G, const Op &O, Budget &Purse) {
  const Tensor &Rows = G.in(O, 0), &Table = G.in(O, 1);
  if (Rows.rank() != 1 || Table.rank() < 1)
    misfit(G, O, "rows of one dimension and a table are required", Rows, Table);
  checkIndices(G, O, Rows, 0, 1, Table.Dims[0], Purse);
  Shape Result = Table.Dims;
  Result[0] = Rows.Dims[0];
  return Result;
}

Shape broadcastArgs(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1);
  if (A.rank() != 1 || B.rank() != 1)
    misfit(G, O, "two shapes are required", A, B);
  return {std::max(A.Dims[0], B.Dims[0])};
}

/// As many as the outputs state.
std::vector<Shape> largest(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (In.rank() == 0 || Out.rank() != In.rank() || Out.Dims.back() > In.Dims.back())
    misfit(G, O, "input and output do not fit", In, Out);
  Shape Result = In.Dims;
  Result.back() = Out.Dims.back();
  return {Result, Result};
}

} // namespace

std::vector<Shape> scatterShapes(const Graph &G, const Op &O, Budget &Purse) {
  switch (O.Kind) {
  case OpKind::Gather:
    return {gathered(G, O, Purse)};
  case OpKind::GatherNd:
    return {gatheredNd(G, O, Purse)};
  case OpKind::ScatterNd:
    return {scattered(G, O, Purse)};
  case OpKind::DynamicUpdateSlice:
    return {updated(G, O)};
  case OpKind::ReverseSequence:
    return {reversed(G, O, Purse)};
  case OpKind::OneHot:
    return {oneHot(G, O)};
  case OpKind::EmbeddingLookup:
    return {lookedUp(G, O, Purse)};
  case OpKind::BroadcastArgs:
    return {broadcastArgs(G, O)};
  case OpKind::TopK:
    return largest(G, O);
  case OpKind::Cumsum:
    axisOf(G, O, Attr::Axis, G.in(O, 0).rank());
    return {G.in(O, 0).Dims};
  default:
    HEXLOOM_CHECK(false, std::string("scatters nothing: ") + text(O.Kind));
  }
}

} // namespace hexloom
