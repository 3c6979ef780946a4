// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Shapes.h"
#include "ir/Diagnostics.h"
#include "ir/Families.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

namespace {

Shape reducedShape(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims;
  const std::vector<int64_t> &Axes = O.ints(Attr::Axes);
  if (!std::is_sorted(Axes.begin(), Axes.end()) ||
      std::adjacent_find(Axes.begin(), Axes.end()) != Axes.end())
    opError(G, O, "axes are not sorted and unique");
  for (int64_t Axis : Axes)
    if (Axis < 0 || Axis >= static_cast<int64_t>(In.size()))
      opError(G, O,
              strf("axis %lld of an input of rank %zu", static_cast<long long>(Axis), In.size()));
  Shape Result;
  for (size_t D = 0; D < In.size(); ++D) {
    if (!std::binary_search(Axes.begin(), Axes.end(), static_cast<int64_t>(D)))
      Result.push_back(In[D]);
    else if (O.b(Attr::KeepDims))
      Result.push_back(1);
  }
  return Result;
}

Shape argShape(const Graph &G, const Op &O) {
  Shape Result = G.in(O, 0).Dims;
  const int64_t Axis = O.i(Attr::Axis);
  if (Axis < 0 || Axis >= static_cast<int64_t>(Result.size()))
    opError(G, O,
            strf("axis %lld of an input of rank %zu", static_cast<long long>(Axis), Result.size()));
  if (Result[Axis] == 0)
    opError(G, O, "the axis has no elements");
  Result.erase(Result.begin() + Axis);
  return Result;
}

Shape fullyConnectedShape(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  if (Filter.rank() != 2)
    opError(G, O, strf("filter has rank %d where 2 is required", Filter.rank()));
  const int32_t Outputs = Filter.Dims[0], Depth = Filter.Dims[1];
  if (Depth == 0 || In.elements() % Depth != 0)
    opError(
        G, O,
        strf("input of %s does not divide into rows of %d elements", text(In.Dims).c_str(), Depth));
  if (G.hasIn(O, 2) && G.in(O, 2).elements() != Outputs)
    opError(G, O,
            strf("bias has %lld elements where %d are required",
                 static_cast<long long>(G.in(O, 2).elements()), Outputs));
  // Both forms exist: [rows, outputs], and the input's shape with the last dimension replaced.
  Shape Kept = In.Dims;
  if (Out.rank() == In.rank() && !Kept.empty() && Kept.back() == Depth) {
    Kept.back() = Outputs;
    if (Out.Dims == Kept)
      return Kept;
  }
  return {static_cast<int32_t>(In.elements() / Depth), Outputs};
}

Shape matMulShape(const Graph &G, const Op &O) {
  const Shape &X = G.in(O, 0).Dims, &Y = G.in(O, 1).Dims;
  if (X.size() < 2 || Y.size() < 2)
    opError(G, O, "inputs of rank below 2");
  auto matrix = [](const Shape &S, bool Transposed) {
    const int32_t Rows = S[S.size() - 2], Columns = S[S.size() - 1];
    return Transposed ? std::make_pair(Columns, Rows) : std::make_pair(Rows, Columns);
  };
  const auto A = matrix(X, O.b(Attr::AdjX)), B = matrix(Y, O.b(Attr::AdjY));
  if (A.second != B.first)
    opError(
        G, O,
        strf("matrices of %dx%d and %dx%d do not multiply", A.first, A.second, B.first, B.second));
  Shape Result =
      broadcastShapes(G, O, Shape(X.begin(), X.end() - 2), Shape(Y.begin(), Y.end() - 2));
  Result.push_back(A.first);
  Result.push_back(B.second);
  return Result;
}

/// Inputs broadcast against each other.
Shape elementwiseShape(const Graph &G, const Op &O) {
  Shape Result = G.in(O, 0).Dims;
  for (size_t I = 1; I < O.Inputs.size(); ++I)
    Result = broadcastShapes(G, O, Result, G.in(O, I).Dims);
  return Result;
}

std::vector<Shape> statedShapes(const Graph &G, const Op &O) {
  std::vector<Shape> Result;
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    Result.push_back(G.out(O, I).Dims);
  return Result;
}

std::vector<Shape> detectionShapes(const Graph &G, const Op &O) {
  const Shape &Boxes = G.in(O, 0).Dims, &Scores = G.in(O, 1).Dims, &Anchors = G.in(O, 2).Dims;
  const bool Fits = Boxes.size() == 3 && Scores.size() == 3 && Boxes[0] == 1 && Boxes[2] >= 4 && Scores[0] == 1 &&
                    Scores[1] == Boxes[1] && Anchors == Shape{Boxes[1], 4};
  if (!Fits)
    opError(G, O, strf("boxes, scores and anchors of %s, %s and %s", text(Boxes).c_str(), text(Scores).c_str(),
                       text(Anchors).c_str()));
  for (Attr A : {Attr::MaxDetections, Attr::MaxClasses, Attr::PerClass, Attr::Classes})
    if (O.i(A) < 1 || O.i(A) > 4096)
      opError(G, O, strf("%s is %lld", text(A), (long long)O.i(A)));
  const int64_t Background = Scores[2] - O.i(Attr::Classes), Rows = O.i(Attr::MaxDetections) * O.i(Attr::MaxClasses);
  if (Background < 0 || Background > 1)
    opError(G, O, strf("%d scores of a box for %lld classes", Scores[2], (long long)O.i(Attr::Classes)));
  if (!(O.f(Attr::IouThreshold) > 0) || O.f(Attr::IouThreshold) > 1)
    opError(G, O, strf("%s is %g", text(Attr::IouThreshold), O.f(Attr::IouThreshold)));
  const auto Count = static_cast<int32_t>(Rows);
  return {{1, Count, 4}, {1, Count}, {1, Count}, {1}};
}

/// The shape of operators all of whose inputs have the same one. Fails if they differ.
Shape equalShape(const Graph &G, const Op &O) {
  for (size_t I = 1; I < O.Inputs.size(); ++I)
    if (G.in(O, I).Dims != G.in(O, 0).Dims)
      opError(G, O, strf("inputs of %s and %s", text(G.in(O, 0).Dims).c_str(), text(G.in(O, I).Dims).c_str()));
  return G.in(O, 0).Dims;
}

Shape preluShape(const Graph &G, const Op &O) {
  const Shape Result = elementwiseShape(G, O);
  if (Result != G.in(O, 0).Dims)
    opError(G, O,
            strf("slopes of %s do not broadcast to the input's %s", text(G.in(O, 1).Dims).c_str(),
                 text(G.in(O, 0).Dims).c_str()));
  return Result;
}

void checkActivation(const Graph &G, const Op &O) {
  if (!O.Attrs.count(Attr::Activation))
    return;
  const std::string &A = O.s(Attr::Activation);
  if (O.Kind == OpKind::SequenceRnn && A == "tanh")
    return;
  if (A != "none" && A != "relu" && A != "relu6" && A != "relu_n1_to_1")
    opError(G, O, "unknown activation '" + A + "'");
}

} // namespace

Shape broadcastShapes(const Graph &G, const Op &O, const Shape &A, const Shape &B) {
  Shape Result(std::max(A.size(), B.size()), 1);
  for (size_t I = 0; I < Result.size(); ++I) { // from the last dimension
    const int32_t DimA = I < A.size() ? A[A.size() - 1 - I] : 1;
    const int32_t DimB = I < B.size() ? B[B.size() - 1 - I] : 1;
    if (DimA != DimB && DimA != 1 && DimB != 1)
      opError(G, O, strf("shapes %s and %s do not broadcast", text(A).c_str(), text(B).c_str()));
    Result[Result.size() - 1 - I] = DimA == 1 ? DimB : DimA;
  }
  return Result;
}

std::string shapeFault(const Shape &S, DType Type) {
  if (S.size() > kMaxRank)
    return strf("has rank %zu where at most %d is supported", S.size(), kMaxRank);
  int64_t Product = bytesOf(Type); // an upper bound: dimensions of 0 count as 1
  for (int32_t Dim : S) {
    if (Dim < 0)
      return strf("has shape %s", text(S).c_str());
    Product *= std::max(Dim, 1);
    if (Product > INT32_MAX)
      return strf("of shape %s takes 2 GiB or more", text(S).c_str());
  }
  return "";
}

std::vector<Shape> inferShapes(const Graph &G, const Op &O, Budget &Purse) {
  checkActivation(G, O);
  switch (O.Kind) { // that differ from their like
  case OpKind::PRelu:
    return {preluShape(G, O)};
  case OpKind::AddN:
    return {equalShape(G, O)};
  case OpKind::DetectionPostprocess:
    return detectionShapes(G, O);
  default:
    break;
  }
  switch (familyOf(O.Kind)) {
  case Family::Elementwise:
    return {elementwiseShape(G, O)};
  case Family::Window:
    return {windowShape(G, O)};
  case Family::Dense:
    return {fullyConnectedShape(G, O)};
  case Family::MatMul:
    return {matMulShape(G, O)};
  case Family::Reduction:
    return {reducedShape(G, O)};
  case Family::Arg:
    return {argShape(G, O)};
  case Family::Rows:
    if (G.in(O, 0).rank() == 0)
      opError(G, O, "input is a scalar");
    return {G.in(O, 0).Dims};
  case Family::Movement:
    return movementShapes(G, O);
  case Family::Resize:
    return {resizedShape(G, O)};
  case Family::Scatter:
    return scatterShapes(G, O, Purse);
  case Family::Recurrent:
    return recurrentShapes(G, O);
  case Family::Hybrid:
    return hybridShapes(G, O);
  case Family::Stated: // of a WHILE, ir/Verifier.cpp compares with its regions
    return statedShapes(G, O);
  }
  throw InternalError("an operator of no family");
}

Family familyOf(OpKind Kind) {
  switch (Kind) {
#define OPERATOR(KIND, FAMILY)                                                                                               \
  case OpKind::KIND:                                                                                                         \
    return Family::FAMILY;
#include "ir/families.def"
#define MOVEMENT(KIND, ...)                                                                                                  \
  case OpKind::KIND:                                                                                                         \
    return Family::Movement;
#include "ir/movements.def"
  default:
    return Family::Elementwise;
  }
}

bool hasFilter(OpKind Kind) {
  switch (Kind) {
#define FILTER(KIND, SIDE, AXIS) case OpKind::KIND:
#include "ir/families.def"
    return true;
  default:
    return false;
  }
}

void checkShapes(const Graph &G, const Op &O, Budget &Purse) {
  const std::vector<Shape> Inferred = inferShapes(G, O, Purse);
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    if (G.out(O, I).Dims != Inferred.at(I))
      opError(G, O,
              strf("output '%s' is stated as %s where the operator gives %s",
                   printable(G.out(O, I).Name).c_str(), text(G.out(O, I).Dims).c_str(),
                   text(Inferred[I]).c_str()));
}

} // namespace hexloom
