// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Operators.h"
#include "ir/ProductShape.h"
#include "support/Error.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

/// Axes and tensors as they are named.
class Builder {
public:
  using Terms = std::vector<std::pair<std::string, int64_t>>;
  void axis(const std::string &Name, int64_t Extent, bool Reduces = false) {
    if (Extent < 1)
      throw UserError("axis " + Name + " of the operator is empty");
    O.Axes.push_back({Name, Extent, Reduces, Extent});
  }
  void tensor(const char *Name, const std::vector<Terms> &Dims) {
    std::vector<IndexMap::Sum> Outputs;
    ScalarOperator::Tensor T{Name, IndexMap(O.extents(), {}), {}};
    for (const Terms &Each : Dims) {
      IndexMap::Sum S;
      for (const auto &[Axis, Coefficient] : Each)
        S.Terms.push_back({O.axisNamed(Axis), Coefficient});
      Outputs.push_back(S);
      Outputs.back().Constant = -IndexMap(O.extents(), {S}).bounds(0).Least;
    }
    T.Map = IndexMap(O.extents(), std::move(Outputs));
    for (size_t D = 0; D < Dims.size(); ++D)
      T.Sizes.push_back(T.Map.bounds(D).Greatest + 1);
    O.Tensors.push_back(std::move(T));
  }
  ScalarOperator operator()() {
    (void)O.products(); // it fits
    return std::move(O);
  }

private:
  ScalarOperator O;
};

/// "y" of the last dimension but one.
std::string nameOf(const WindowOperator &W, size_t D) { return std::string(1, "zyx"[3 - W.Dimensions.size() + D]); }

ScalarOperator windows(const WindowOperator &W) {
  const bool IsConv = W.Kind == WindowOperator::Convolution;
  Builder B;
  std::vector<Builder::Terms> Out = {{{"n", 1}}}, In = Out, Weights;
  B.axis("n", W.Batches);
  for (size_t D = 0; D < W.Dimensions.size(); ++D)
    B.axis(nameOf(W, D), W.Dimensions[D].Outputs);
  if (W.Groups > 1)
    B.axis("g", W.Groups);
  if (IsConv)
    B.axis("k", W.Outputs);
  B.axis("c", W.Channels, IsConv);
  for (size_t D = 0; D < W.Dimensions.size(); ++D) {
    const std::string At = nameOf(W, D);
    B.axis("k" + At, W.Dimensions[D].Taps, true);
    Out.push_back({{At, 1}});
    In.push_back({{At, W.Dimensions[D].Stride}, {"k" + At, W.Dimensions[D].Dilation}});
    Weights.push_back({{"k" + At, 1}});
  }
  if (W.Groups > 1)
    for (auto *Tensor : {&Out, &In})
      Tensor->push_back({{"g", 1}});
  Out.push_back({{IsConv ? "k" : "c", 1}});
  In.push_back({{"c", 1}});
  if (IsConv)
    Weights.insert(Weights.begin(), {{"k", 1}});
  if (W.Groups > 1)
    Weights.insert(Weights.begin(), {{"g", 1}});
  Weights.push_back({{"c", 1}});
  B.tensor("out", Out);
  B.tensor("in", In);
  B.tensor("weights", W.Kind == WindowOperator::Pool ? std::vector<Builder::Terms>{} : Weights);
  return B();
}

/// Outputs q * stride + r: tap (taps - 1 - t) * stride + r meets input q + t, of which the first taps - 1 lie in front of the image.
ScalarOperator transposed(const WindowOperator &W) {
  Builder B;
  std::vector<Builder::Terms> Out = {{{"n", 1}}}, In = Out, Weights = {{{"k", 1}}};
  B.axis("n", W.Batches);
  for (size_t D = 0; D < W.Dimensions.size(); ++D) {
    B.axis("q" + nameOf(W, D), ceilDiv(W.Dimensions[D].Outputs, W.Dimensions[D].Stride));
    B.axis("r" + nameOf(W, D), W.Dimensions[D].Stride);
  }
  B.axis("k", W.Outputs);
  B.axis("c", W.Channels, true);
  for (size_t D = 0; D < W.Dimensions.size(); ++D) {
    const int64_t Stride = W.Dimensions[D].Stride;
    const std::string At = nameOf(W, D);
    B.axis("t" + At, ceilDiv(W.Dimensions[D].Taps, Stride), true);
    Out.push_back({{"q" + At, Stride}, {"r" + At, 1}});
    In.push_back({{"q" + At, 1}, {"t" + At, 1}});
    Weights.push_back({{"r" + At, 1}, {"t" + At, -Stride}});
  }
  Out.push_back({{"k", 1}});
  In.push_back({{"c", 1}});
  Weights.push_back({{"c", 1}});
  B.tensor("out", Out);
  B.tensor("in", In);
  B.tensor("weights", Weights);
  return B();
}

} // namespace

ScalarOperator scalarsOf(const WindowOperator &W) { return W.Kind == WindowOperator::Transposed ? transposed(W) : windows(W); }

ScalarOperator scalarsOf(const DenseOperator &D) {
  Builder B;
  B.axis("n", D.Rows);
  B.axis("k", D.Outputs);
  B.axis("c", D.Depth, true);
  B.tensor("out", {{{"n", 1}}, {{"k", 1}}});
  B.tensor("in", {{{"n", 1}}, {{"c", 1}}});
  B.tensor("weights", {{{"k", 1}}, {{"c", 1}}});
  return B();
}

ScalarOperator scalarsOf(const MatrixOperator &M) {
  const auto Matrix = [](bool IsShared, const char *Row, const char *Column) {
    std::vector<Builder::Terms> Dims = {{{"b", 1}}, {{Row, 1}}, {{Column, 1}}};
    Dims.erase(Dims.begin(), Dims.begin() + IsShared);
    return Dims;
  };
  Builder B;
  B.axis("b", M.Batches);
  B.axis("m", M.Rows);
  B.axis("n", M.Columns);
  B.axis("k", M.Depth, true);
  B.tensor("out", Matrix(false, "m", "n"));
  B.tensor("left", Matrix(M.IsLeftShared, "m", "k"));
  B.tensor("right", Matrix(M.IsRightShared, "k", "n"));
  return B();
}

namespace {

std::optional<ScalarOperator> windowOf(const Graph &G, const Op &O) {
  const Nhwc In = asNhwc(G.in(O, 0).Dims), Out = asNhwc(G.out(O, 0).Dims);
  const std::vector<int64_t> &Stride = O.ints(Attr::Stride);
  std::vector<int64_t> Taps, Dilation = {1, 1};
  WindowOperator W{WindowOperator::Pool, In.N, 1, In.C, 1, {}};
  if (O.Kind == OpKind::AveragePool2D) {
    Taps = O.ints(Attr::Kernel);
  } else {
    const Shape &Filter = G.in(O, 1).Dims;
    Taps = {Filter[1], Filter[2]};
    W.Kind = O.Kind == OpKind::Conv2D ? WindowOperator::Convolution : O.Kind == OpKind::TransposeConv ? WindowOperator::Transposed : WindowOperator::Depthwise;
    if (O.Kind != OpKind::TransposeConv)
      Dilation = O.ints(Attr::Dilation);
    W.Outputs = Out.C;
    if (O.Kind == OpKind::Conv2D && Filter[3] < In.C) {
      W.Groups = In.C / Filter[3];
      W.Outputs = Out.C / W.Groups;
      W.Channels = Filter[3];
    }
    if (O.Kind == OpKind::DepthwiseConv2D && Out.C > In.C)
      W = {WindowOperator::Convolution, In.N, In.C, 1, Out.C / In.C, {}};
  }
  W.Dimensions = {{Out.H, Taps[0], Stride[0], Dilation[0]}, {Out.W, Taps[1], Stride[1], Dilation[1]}};
  if (W.Kind == WindowOperator::Transposed) // outputs that are cut off come first
    for (size_t D = 0; D < W.Dimensions.size(); ++D)
      W.Dimensions[D].Outputs += O.ints(Attr::Pads)[D];
  return scalarsOf(W);
}

std::optional<ScalarOperator> matricesOf(const Graph &G, const Op &O) {
  const MatmulShape S = matmulShape(G, O);
  const auto Elements = [&](size_t I) { return G.in(O, I).elements(); };
  const bool IsLeftShared = Elements(0) == int64_t(S.Rows) * S.Depth, IsRightShared = Elements(1) == int64_t(S.Columns) * S.Depth;
  const bool IsLeftWhole = Elements(0) == S.batches() * S.Rows * S.Depth, IsRightWhole = Elements(1) == S.batches() * S.Columns * S.Depth;
  if (!(IsLeftShared || IsLeftWhole) || !(IsRightShared || IsRightWhole))
    return std::nullopt; // shared in some dimensions only
  return scalarsOf(MatrixOperator{S.batches(), S.Rows, S.Columns, S.Depth, IsLeftShared && !IsLeftWhole, IsRightShared && !IsRightWhole});
}

} // namespace

std::optional<ScalarOperator> scalarsOf(const Graph &G, const Op &O) {
  const auto IsEmpty = [&](TensorId T) { return T != kNoTensor && G.Tensors[T].elements() == 0; };
  if (std::any_of(O.Inputs.begin(), O.Inputs.end(), IsEmpty) || std::any_of(O.Outputs.begin(), O.Outputs.end(), IsEmpty))
    return std::nullopt;
  switch (O.Kind) {
  case OpKind::Conv2D:
  case OpKind::DepthwiseConv2D:
  case OpKind::TransposeConv:
  case OpKind::AveragePool2D:
    return windowOf(G, O);
  case OpKind::FullyConnected:
    return scalarsOf(DenseOperator{G.in(O, 0).elements() / G.in(O, 1).Dims[1], G.in(O, 1).Dims[0], G.in(O, 1).Dims[1]});
  case OpKind::BatchMatMul:
    return matricesOf(G, O);
  default:
    return std::nullopt;
  }
}

} // namespace hexloom
