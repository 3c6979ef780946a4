// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Hybrid.h"
#include "import/OpReader.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

namespace {

class Hybrid {
public:
  explicit Hybrid(OpReader &R) : R(R), Kind(R.op().Kind), In(R.in(0)), Filter(R.in(1)), Out(R.out(0)), Attrs(R.op().Attrs) {}

  void run() {
    checkWeights();
    readForm();
    const TensorId Image = image(), Weights = weights();
    const TensorId Sums = product(Image, Weights);
    finish(Sums);
  }

private:
  OpReader &R;
  const OpKind Kind;
  const Tensor In, Filter, Out; ///< copies: new tensors move the graph's own
  const std::map<Attr, AttrValue> Attrs;
  bool Asymmetric = false;
  const char *Order = "row"; ///< of SCALE_SUMS (hexloom/portable/hybrid.h)
  TensorId RowScales = kNoTensor, RowZeros = kNoTensor;
  Tensor Packed; ///< the filter as OHWI
  std::vector<int32_t> WeightSums;

  bool isImage() const { return Kind == OpKind::Conv2D || Kind == OpKind::DepthwiseConv2D; }
  bool transposesWeights() const { return Kind == OpKind::BatchMatMul && !std::get<bool>(Attrs.at(Attr::AdjY)); }
  int channelAxis() const {
    if (Kind == OpKind::BatchMatMul)
      return Filter.rank() - (transposesWeights() ? 1 : 2);
    return Kind == OpKind::DepthwiseConv2D ? 3 : 0;
  }
  int32_t channels() const { return Filter.Dims[channelAxis()]; }
  int64_t depth() const { return Filter.elements() / std::max(channels(), 1); } ///< products of a sum
  bool hasUnlikeScales() const { return std::set<float>(Filter.Quant.Scales.begin(), Filter.Quant.Scales.end()).size() > 1; }

  void checkWeights() const;
  void readForm();
  TensorId image();
  TensorId weights();
  TensorId product(TensorId Image, TensorId Weights);
  void finish(TensorId Sums);

  TensorId activation(const std::string &Name, DType Type, const Shape &S) { return R.add({Name, Type, S, {}, nullptr}); }
  template <typename T> TensorId constant(DType Type, const std::vector<T> &Values) {
    const auto *First = reinterpret_cast<const uint8_t *>(Values.data());
    return R.add({Filter.Name, Type, {static_cast<int32_t>(Values.size())}, {},
                  std::make_shared<Bytes>(First, First + Values.size() * sizeof(T))});
  }
};

void Hybrid::checkWeights() const {
  const std::string Name = "weights '" + printable(Filter.Name) + "' of float activations ";
  if (!Filter.isConst())
    R.fail(Name + "are not a constant");
  if (!Filter.Quant.present())
    R.fail(Name + "have no scale");
  if (Filter.Quant.perChannel() && Filter.Quant.Axis != channelAxis())
    R.fail(Name + strf("are quantized along axis %d where %d is required", Filter.Quant.Axis, channelAxis()));
  for (int64_t Zero : Filter.Quant.ZeroPoints)
    if (Zero != 0)
      R.fail(Name + strf("have zero point %lld where 0 is required", (long long)Zero));
  if (Kind == OpKind::BatchMatMul && Filter.elements() != int64_t(Filter.Dims[Filter.rank() - 2]) * Filter.Dims.back())
    R.fail(Name + "are more than one matrix: " + text(Filter.Dims));
}

/// Each kernel of TensorFlow Lite has its own way. That of CONV_2D depends on the weights' scales, not on options.
void Hybrid::readForm() {
  switch (Kind) {
  case OpKind::Conv2D:
    Asymmetric = hasUnlikeScales() || In.Dims[3] != Filter.Dims[3];
    Order = Asymmetric ? "channel" : "zero";
    return;
  case OpKind::DepthwiseConv2D:
    Asymmetric = true;
    return;
  case OpKind::FullyConnected:
    Asymmetric = R.options<tflite::FullyConnectedOptions>().asymmetric_quantize_inputs();
    Order = "dense";
    return;
  default:
    Asymmetric = R.options<tflite::BatchMatMulOptions>().asymmetric_quantize_inputs();
    Order = "float";
  }
}

/// The activations as images, quantized.
TensorId Hybrid::image() {
  TensorId From = R.op().Inputs[0];
  Tensor Seen = In;
  Seen.Data = nullptr;
  if (Kind == OpKind::BatchMatMul && std::get<bool>(Attrs.at(Attr::AdjX))) { // rows are columns as yet
    std::vector<int64_t> Perm;
    for (int D = 0; D < In.rank(); ++D)
      Perm.push_back(D);
    std::swap(Perm[Perm.size() - 2], Perm.back());
    std::swap(Seen.Dims[Seen.Dims.size() - 2], Seen.Dims.back());
    const TensorId Turned = R.add(Seen);
    R.before(OpKind::Transpose, {From}, {Turned}, {{Attr::Perm, Perm}});
    From = Turned;
  }
  std::vector<int64_t> Pads = {0, 0, 0, 0};
  if (isImage())
    Pads = std::get<std::vector<int64_t>>(Attrs.at(Attr::Pads));
  else {
    const auto Depth = static_cast<int32_t>(depth());
    Seen.Dims = {Depth ? static_cast<int32_t>(In.elements() / Depth) : 0, 1, 1, Depth};
    const TensorId Rows = R.add(Seen);
    R.before(OpKind::Reshape, {From}, {Rows}, {});
    From = Rows;
  }
  Shape S = Seen.Dims;
  for (int D = 0; D < 2; ++D) {
    const int64_t Side = S[1 + D] + Pads[D] + Pads[D + 2];
    if (Side > INT32_MAX)
      R.fail(strf("an image with padding of %lld rows or columns", (long long)Side));
    S[1 + D] = static_cast<int32_t>(Side);
  }
  const TensorId Image = activation(In.Name, DType::Int8, S);
  RowScales = activation(In.Name, DType::Float32, {S[0]});
  RowZeros = activation(In.Name, DType::Int32, {S[0]});
  R.before(OpKind::QuantizeRows, {From}, {Image, RowScales, RowZeros}, {{Attr::Pads, Pads}, {Attr::Asymmetric, Asymmetric}});
  return Image;
}

TensorId Hybrid::weights() {
  Packed = Filter;
  Packed.Quant = {};
  const int32_t Depth = static_cast<int32_t>(depth());
  if (!isImage())
    Packed.Dims = {channels(), 1, 1, Depth};
  if (Kind == OpKind::DepthwiseConv2D)
    Packed.Dims = {channels(), Filter.Dims[1], Filter.Dims[2], 1};
  if (Kind == OpKind::DepthwiseConv2D || transposesWeights()) { // channels are innermost
    Bytes Turned;
    for (int32_t C = 0; C < channels(); ++C)
      for (int32_t K = 0; K < Depth; ++K)
        Turned.push_back((*Filter.Data)[size_t(K) * channels() + C]);
    Packed.Data = std::make_shared<Bytes>(std::move(Turned));
  }
  const auto *Values = Packed.dataAs<int8_t>();
  for (int32_t C = 0; C < channels(); ++C, Values += Depth) {
    uint32_t Sum = 0;
    for (int32_t K = 0; K < Depth; ++K)
      Sum += static_cast<uint32_t>(static_cast<int32_t>(Values[K]));
    WeightSums.push_back(static_cast<int32_t>(Sum));
  }
  return R.add(Packed);
}

TensorId Hybrid::product(TensorId Image, TensorId Weights) {
  Shape S = Out.Dims;
  if (!isImage())
    S = {channels() ? static_cast<int32_t>(Out.elements() / channels()) : 0, 1, 1, channels()};
  const TensorId Sums = activation(Out.Name, DType::Int32, S);
  const std::vector<int64_t> One = {1, 1}, None = {0, 0, 0, 0};
  R.before(OpKind::ProductSums, {Image, Weights}, {Sums},
           {{Attr::Stride, isImage() ? Attrs.at(Attr::Stride) : One},
            {Attr::Dilation, isImage() ? Attrs.at(Attr::Dilation) : One},
            {Attr::Pads, None}});
  return Sums;
}

void Hybrid::finish(TensorId Sums) {
  const TensorId Bias = R.inputs() > 2 ? R.op().Inputs[2] : kNoTensor;
  std::vector<float> Scales = Filter.Quant.Scales;
  if (!hasUnlikeScales())
    Scales.resize(1);
  const std::vector<TensorId> Inputs = {Sums, RowScales, RowZeros, constant(DType::Int32, WeightSums), constant(DType::Float32, Scales), Bias};
  const auto Activation = Attrs.find(Attr::Activation);
  const std::map<Attr, AttrValue> How = {{Attr::Order, std::string(Order)},
                                         {Attr::Activation, Activation == Attrs.end() ? std::string("none") : Activation->second}};
  if (isImage())
    return R.become(OpKind::ScaleSums, Inputs, How);
  const auto Rows = channels() ? static_cast<int32_t>(Out.elements() / channels()) : 0;
  const TensorId Scaled = activation(Out.Name, DType::Float32, {Rows, 1, 1, channels()});
  R.before(OpKind::ScaleSums, Inputs, {Scaled}, How);
  R.become(OpKind::Reshape, {Scaled}, {});
}

} // namespace

void importHybrid(OpReader &R) { Hybrid(R).run(); }

} // namespace hexloom
