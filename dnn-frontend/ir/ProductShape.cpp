// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/ProductShape.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

static ProductShape fullyConnectedShape(const Graph &G, const Op &O) {
  const Shape &Filter = G.in(O, 1).Dims;
  ProductShape S;
  const auto Rows = static_cast<int32_t>(Filter[1] ? G.in(O, 0).elements() / Filter[1] : 0);
  S.In = {1, 1, Rows, Filter[1]};
  S.Out = {1, 1, Rows, Filter[0]};
  return S;
}

ProductShape productShape(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::FullyConnected)
    return fullyConnectedShape(G, O);
  const Shape &Filter = G.in(O, 1).Dims;
  const auto Int = [](int64_t V) { return static_cast<int>(V); };
  ProductShape S;
  S.In = asNhwc(G.in(O, 0).Dims);
  S.Out = asNhwc(G.out(O, 0).Dims);
  S.KernelH = Filter[1];
  S.KernelW = Filter[2];
  S.StrideH = Int(O.ints(Attr::Stride)[0]);
  S.StrideW = Int(O.ints(Attr::Stride)[1]);
  S.PadTop = Int(O.ints(Attr::Pads)[0]);
  S.PadLeft = Int(O.ints(Attr::Pads)[1]);
  if (O.Kind == OpKind::Conv2D || O.Kind == OpKind::ProductSums) {
    S.DilationH = Int(O.ints(Attr::Dilation)[0]);
    S.DilationW = Int(O.ints(Attr::Dilation)[1]);
    S.Groups = Filter[3] ? S.In.C / Filter[3] : 1;
  }
  return S;
}

/// TensorFlow Lite defines the rescaling of 64-bit sums for shifts below 8.
static std::string wideScaleProblem(const OutputStage &S) {
  if (S.Wide && !S.Shifts.empty() && *std::max_element(S.Shifts.begin(), S.Shifts.end()) > 7)
    return "64-bit sums are scaled by 128 or more";
  return "";
}

std::string productProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  if (In.Type != DType::UInt8 && In.Type != DType::Int8 && In.Type != DType::Int16)
    return std::string("does not serve activations of type ") + text(In.Type);
  if (Out.Type != In.Type)
    return std::string("does not serve results of type ") + text(Out.Type);
  if (Filter.Type != (In.Type == DType::UInt8 ? DType::UInt8 : DType::Int8))
    return std::string("does not serve filters of type ") + text(Filter.Type);
  if (!In.Quant.present() || !Filter.Quant.present() || !Out.Quant.present())
    return "a tensor has no quantization";
  if (G.hasIn(O, 2) && !G.in(O, 2).isConst())
    return "the bias is not a constant";
  return In.Type == DType::Int16 ? wideScaleProblem(outputStage(G, O)) : "";
}

Multiplier productMultiplier(const Tensor &X, const Tensor &Y, const Tensor &Out) {
  const float Product = X.Quant.scale() * Y.Quant.scale();
  return quantizeMultiplier(double(Product) / double(Out.Quant.scale()));
}

OutputStage outputStage(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  const int Channels = Filter.Dims[O.Kind == OpKind::DepthwiseConv2D ? 3 : 0];
  const bool FullyConnected = O.Kind == OpKind::FullyConnected;
  OutputStage S;
  // FULLY_CONNECTED with one scale takes the path of a plain product.
  const std::vector<Multiplier> Factors =
      FullyConnected && !Filter.Quant.perChannel()
          ? std::vector<Multiplier>(Channels, productMultiplier(In, Filter, Out))
          : convolutionMultipliers(In, Filter, Out, Channels);
  for (const Multiplier &M : Factors) {
    S.Multipliers.push_back(M.Value);
    S.Shifts.push_back(M.Shift);
  }
  S.Bias = biasOf(G, O, Channels);
  S.Wide = In.Type == DType::Int16 &&
           !(G.hasIn(O, 2) && G.in(O, 2).Type == DType::Int32); // an int32 bias: sums of 32 bits
  S.InZero = In.Quant.zeroPoint();
  // int8 convolutions ignore the filter's zero point: it is 0 by the format's specification.
  S.FilterZero = In.Type == DType::UInt8 || FullyConnected ? Filter.Quant.zeroPoint() : 0;
  S.OutZero = Out.Quant.zeroPoint();
  S.Bounds = activationRange(Out, O.s(Attr::Activation));
  return S;
}

std::string matmulProblem(const Graph &G, const Op &O) {
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  if (X.Type != DType::Int8 && X.Type != DType::Int16)
    return std::string("does not serve operands of type ") + text(X.Type);
  const bool KeepsSums = Out.Type == DType::Int32;
  if (Y.Type != X.Type || (Out.Type != X.Type && !KeepsSums))
    return "operands and result differ in type";
  if (!KeepsSums && (!X.Quant.present() || !Y.Quant.present() || !Out.Quant.present()))
    return "a tensor has no quantization";
  if (Out.rank() > 5)
    return strf("does not serve %d batch dimensions", Out.rank() - 2);
  if (X.Type == DType::Int16 && productMultiplier(X, Y, Out).Shift > 7)
    return "64-bit sums are scaled by 128 or more";
  return "";
}

/// Strides, in matrices, of an operand's batch dimensions as seen from the output's; 0 where it is
/// broadcast.
static void batchStrides(const Shape &Operand, int32_t (&Strides)[3]) {
  const int Batched = static_cast<int>(Operand.size()) - 2;
  int32_t Matrices = 1;
  for (int D = 0; D < 3; ++D) { // from the innermost
    const int32_t Size = D < Batched ? Operand[Batched - 1 - D] : 1;
    Strides[2 - D] = Size == 1 ? 0 : Matrices;
    Matrices *= Size;
  }
}

MatmulShape matmulShape(const Graph &G, const Op &O) {
  const Shape &X = G.in(O, 0).Dims, &Y = G.in(O, 1).Dims, &Out = G.out(O, 0).Dims;
  MatmulShape S;
  for (size_t D = 0; D + 2 < Out.size(); ++D)
    S.Batches[3 - (Out.size() - 2) + D] = Out[D];
  batchStrides(X, S.XStrides);
  batchStrides(Y, S.YStrides);
  S.Rows = Out[Out.size() - 2];
  S.Columns = Out.back();
  S.Depth = X[X.size() - (O.b(Attr::AdjX) ? 2 : 1)];
  return S;
}

} // namespace hexloom
