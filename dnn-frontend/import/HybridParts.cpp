// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/HybridParts.h"

namespace hexloom {

QuantizedRows quantizeRows(OpMaker &M, TensorId Rows, const Shape &Padded, const Ints &Pads, bool Asymmetric) {
  const QuantizedRows Q = {M.activation(DType::Int8, Padded), M.activation(DType::Float32, {Padded[0]}), M.activation(DType::Int32, {Padded[0]})};
  M.op(OpKind::QuantizeRows, {Rows}, {Q.Bytes, Q.Scales, Q.Zeros}, {{Attr::Pads, Pads}, {Attr::Asymmetric, Asymmetric}});
  return Q;
}

std::vector<int32_t> sumsOfRows(const Tensor &Weights, int32_t Rows, int32_t Depth) {
  const auto *Values = Weights.dataAs<int8_t>();
  std::vector<int32_t> Sums;
  for (int32_t Row = 0; Row < Rows; ++Row, Values += Depth) {
    uint32_t Sum = 0;
    for (int32_t K = 0; K < Depth; ++K)
      Sum += static_cast<uint32_t>(static_cast<int32_t>(Values[K]));
    Sums.push_back(static_cast<int32_t>(Sum));
  }
  return Sums;
}

void StackedWeights::add(const Tensor &Matrix) {
  Channels += Matrix.Dims.at(0);
  Depth = Matrix.Dims.at(1);
  Values.insert(Values.end(), Matrix.Data->begin(), Matrix.Data->end());
  Scales.resize(static_cast<size_t>(Channels), Matrix.Quant.scale());
}

TensorId denseProduct(OpMaker &M, TensorId Rows, const StackedWeights &W, TensorId Bias, bool Asymmetric) {
  const int32_t Count = M.at(Rows).Dims.at(0);
  const Shape In = {Count, 1, 1, W.Depth}, Out = {Count, 1, 1, W.Channels};
  const Ints One = {1, 1}, None = {0, 0, 0, 0};
  const TensorId Images = M.made(OpKind::Reshape, {Rows}, DType::Float32, In);
  const QuantizedRows Q = quantizeRows(M, Images, In, None, Asymmetric);
  const TensorId Weights = M.constant(DType::Int8, {W.Channels, 1, 1, W.Depth}, W.Values);
  const TensorId Sums = M.made(OpKind::ProductSums, {Q.Bytes, Weights}, DType::Int32, Out,
                               {{Attr::Stride, One}, {Attr::Dilation, One}, {Attr::Pads, None}});
  const TensorId OfWeights = M.constant(DType::Int32, {W.Channels}, sumsOfRows(M.at(Weights), W.Channels, W.Depth)),
                 Scales = M.constant(DType::Float32, {W.Channels}, W.Scales);
  const TensorId Scaled = M.made(OpKind::ScaleSums, {Sums, Q.Scales, Q.Zeros, OfWeights, Scales, Bias}, DType::Float32, Out,
                                 {{Attr::Order, std::string("dense")}, {Attr::Activation, std::string("none")}});
  return M.made(OpKind::Reshape, {Scaled}, DType::Float32, {Count, W.Channels});
}

} // namespace hexloom
