// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Hybrid.h"
#include "import/HybridRecurrent.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

namespace {

/// How many a tensor of matrices has.
int64_t matrices(const Shape &S) { return elementsOf({S.begin(), S.end() - 2}); }

class Hybrid {
public:
  explicit Hybrid(OpReader &R) : R(R), Kind(R.op().Kind), From(R.op().Inputs[0]), In(R.in(0)), Filter(R.in(1)), Out(R.out(0)), Attrs(R.op().Attrs) {}

  void run() {
    checkWeights();
    readForm();
    if (isStack())
      return runStack();
    const TensorId Image = image(), Weights = weights();
    const TensorId Sums = product(Image, Weights);
    Kind == OpKind::Svdf ? finishSvdf(Sums) : finish(Sums);
  }

private:
  OpReader &R;
  const OpKind Kind;
  TensorId From;
  Tensor In, Filter; ///< copies: new tensors move the graph's own
  const Tensor Out;
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
  int32_t rows() const { return depth() ? static_cast<int32_t>(In.elements() / depth()) : 0; } ///< of a matrix
  int64_t depth() const { return Filter.elements() / std::max(channels(), 1); } ///< products of a sum
  bool hasUnlikeScales() const { return std::set<float>(Filter.Quant.Scales.begin(), Filter.Quant.Scales.end()).size() > 1; }

  bool isStack() const { return Kind == OpKind::BatchMatMul && matrices(Filter.Dims) > 1; } ///< of matrices

  void checkWeights() const;
  void runStack();
  void readForm();
  TensorId image();
  TensorId weights();
  TensorId product(TensorId Image, TensorId Weights);
  void finish(TensorId Sums);
  std::vector<TensorId> operands(TensorId Sums, TensorId Bias); ///< of SCALE_SUMS
  void finishSvdf(TensorId Sums);
  TensorId timeWeights();

  TensorId made(OpKind Kind, std::vector<TensorId> Inputs, const Shape &S, std::map<Attr, AttrValue> How = {}) {
    const TensorId Result = activation(Out.Name, DType::Float32, S);
    R.before(Kind, std::move(Inputs), {Result}, std::move(How));
    return Result;
  }
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
  if (Kind == OpKind::Svdf && Filter.Quant.perChannel())
    R.fail(Name + "have several scales where one is required");
  constexpr int64_t kMostMatrices = 64;
  if (isStack() && matrices(Out.Dims) > kMostMatrices)
    R.fail(Name + strf("make %lld products of matrices, more than %lld", (long long)matrices(Out.Dims), (long long)kMostMatrices));
}

/// The matrix of `Of` that belongs to the I-th one of `To`, numpy's broadcasting of the dimensions before both.
static int64_t matrixOf(const Shape &Of, const Shape &To, int64_t I) {
  int64_t Place = 0, Step = 1;
  for (size_t D = 3; D <= To.size(); ++D) { // from the last
    const int32_t Size = To[To.size() - D], Own = D <= Of.size() ? Of[Of.size() - D] : 1;
    Place += Own == 1 ? 0 : I % Size * Step;
    Step *= Own;
    I /= Size;
  }
  return Place;
}

/// Products by several matrices, one after the other: each has rows and weights of its own.
void Hybrid::runStack() {
  const Tensor Given = In, Weights = Filter;
  const int32_t A = Given.Dims[Given.rank() - 2], B = Given.Dims.back(), M = Out.Dims[Out.rank() - 2], N = Out.Dims.back();
  const int64_t Size = int64_t(Weights.Dims[Weights.rank() - 2]) * Weights.Dims.back(), Count = matrices(Out.Dims);
  const TensorId Flat = made(OpKind::Reshape, {From}, {static_cast<int32_t>(matrices(Given.Dims)), A, B});
  In.Dims = {1, A, B};
  Filter.Dims = {Weights.Dims[Weights.rank() - 2], Weights.Dims.back()};
  Filter.Quant.Axis = std::max(0, Weights.Quant.Axis - (Weights.rank() - 2));
  const std::map<Attr, AttrValue> How = {{Attr::Order, std::string(Order)}, {Attr::Activation, std::string("none")}};
  std::vector<TensorId> Parts;
  for (int64_t I = 0; I < Count; ++I) {
    const int64_t X = matrixOf(Given.Dims, Out.Dims, I), W = matrixOf(Weights.Dims, Out.Dims, I);
    From = made(OpKind::StridedSlice, {Flat}, In.Dims,
                {{Attr::Begin, Ints{X, 0, 0}}, {Attr::Strides, Ints{1, 1, 1}}, {Attr::Size, Ints{1, A, B}}});
    Filter.Data = std::make_shared<Bytes>(Weights.Data->begin() + W * Size, Weights.Data->begin() + (W + 1) * Size);
    const TensorId Image = image(), Own = weights();
    Parts.push_back(made(OpKind::Reshape, {made(OpKind::ScaleSums, operands(product(Image, Own), kNoTensor), {M, 1, 1, N}, How)}, {1, M, N}));
  }
  const TensorId All = made(OpKind::Concatenation, Parts, {static_cast<int32_t>(Count), M, N},
                            {{Attr::Axis, int64_t(0)}, {Attr::Activation, std::string("none")}});
  R.become(OpKind::Reshape, {All}, {});
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
  case OpKind::Svdf:
    Asymmetric = R.options<tflite::SVDFOptions>().asymmetric_quantize_inputs();
    Order = "dense";
    return;
  default:
    Asymmetric = R.options<tflite::BatchMatMulOptions>().asymmetric_quantize_inputs();
    Order = "float";
  }
}

/// The activations as images, quantized.
TensorId Hybrid::image() {
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
    Seen.Dims = {rows(), 1, 1, static_cast<int32_t>(depth())};
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
  OpMaker M = R.maker();
  const QuantizedRows Q = quantizeRows(M, From, S, Pads, Asymmetric);
  RowScales = Q.Scales;
  RowZeros = Q.Zeros;
  return Q.Bytes;
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
  WeightSums = sumsOfRows(Packed, channels(), Depth);
  return R.add(Packed);
}

TensorId Hybrid::product(TensorId Image, TensorId Weights) {
  Shape S = Out.Dims;
  if (!isImage())
    S = {rows(), 1, 1, channels()};
  const TensorId Sums = activation(Out.Name, DType::Int32, S);
  const std::vector<int64_t> One = {1, 1}, None = {0, 0, 0, 0};
  R.before(OpKind::ProductSums, {Image, Weights}, {Sums},
           {{Attr::Stride, isImage() ? Attrs.at(Attr::Stride) : One},
            {Attr::Dilation, isImage() ? Attrs.at(Attr::Dilation) : One},
            {Attr::Pads, None}});
  return Sums;
}

std::vector<TensorId> Hybrid::operands(TensorId Sums, TensorId Bias) {
  std::vector<float> Scales = Filter.Quant.Scales;
  if (!hasUnlikeScales())
    Scales.resize(1);
  return {Sums, RowScales, RowZeros, constant(DType::Int32, WeightSums), constant(DType::Float32, Scales), Bias};
}

void Hybrid::finish(TensorId Sums) {
  const TensorId Bias = R.inputs() > 2 ? R.op().Inputs[2] : kNoTensor;
  const auto Activation = Attrs.find(Attr::Activation);
  const std::map<Attr, AttrValue> How = {{Attr::Order, std::string(Order)},
                                         {Attr::Activation, Activation == Attrs.end() ? std::string("none") : Activation->second}};
  if (isImage())
    return R.become(OpKind::ScaleSums, operands(Sums, Bias), How);
  R.become(OpKind::Reshape, {made(OpKind::ScaleSums, operands(Sums, Bias), {rows(), 1, 1, channels()}, How)}, {});
}

/// The weights of the times, as floats.
TensorId Hybrid::timeWeights() {
  const Tensor Times = R.in(2);
  const std::string Name = "weights '" + printable(Times.Name) + "' of float activations ";
  if (Times.Quant.Scales.size() != 1 || Times.Quant.zeroPoint() != 0)
    R.fail(Name + "need one scale and the zero point 0");
  std::vector<float> Values;
  for (int64_t I = 0; I < Times.elements(); ++I)
    Values.push_back(Times.Quant.scale() * static_cast<float>(Times.dataAs<int8_t>()[I]));
  const auto *First = reinterpret_cast<const uint8_t *>(Values.data());
  return R.add({Times.Name, DType::Float32, Times.Dims, {}, std::make_shared<Bytes>(First, First + Values.size() * sizeof(float))});
}

/// What the filters have seen, the newest last, is the state. Its products with the weights of the times are summed from the oldest on, then
/// the filters of a unit.
void Hybrid::finishSvdf(TensorId Sums) {
  const std::map<Attr, AttrValue> None = {{Attr::Activation, std::string("none")}};
  const int32_t Batches = rows(), Filters = channels(), Memory = R.in(2).Dims[1], Units = Out.Dims[1];
  const TensorId State = R.op().Inputs[4], Bias = R.op().Inputs[3], Next = R.op().Outputs.at(1), Times = timeWeights();
  const TensorId Scaled = made(OpKind::ScaleSums, operands(Sums, kNoTensor), {Batches, 1, 1, Filters},
                               {{Attr::Order, std::string(Order)}, {Attr::Activation, std::string("none")}});
  TensorId Seen = made(OpKind::Reshape, {Scaled}, {Batches, Filters, 1});
  if (Memory > 1) {
    const TensorId Before = made(OpKind::Reshape, {State}, {Batches, Filters, Memory});
    const TensorId Kept = made(OpKind::StridedSlice, {Before}, {Batches, Filters, Memory - 1},
                               {{Attr::Begin, Ints{0, 0, 1}}, {Attr::Strides, Ints{1, 1, 1}}, {Attr::Size, Ints{Batches, Filters, Memory - 1}}});
    Seen = made(OpKind::Concatenation, {Kept, Seen}, {Batches, Filters, Memory}, {{Attr::Axis, int64_t(2)}, {Attr::Activation, std::string("none")}});
  }
  R.before(OpKind::Reshape, {Seen}, {Next}, {});
  const std::map<Attr, AttrValue> Last = {{Attr::Axes, Ints{2}}, {Attr::KeepDims, false}};
  const TensorId ByTime = made(OpKind::Mul, {Seen, Times}, {Batches, Filters, Memory}, None);
  const TensorId ByFilter = made(OpKind::Sum, {ByTime}, {Batches, Filters}, Last);
  const TensorId OfUnits = made(OpKind::Reshape, {ByFilter}, {Batches, Units, Units ? Filters / Units : 0});
  const TensorId Result = made(OpKind::Sum, {OfUnits}, {Batches, Units}, Last);
  R.setActivation(R.options<tflite::SVDFOptions>().fused_activation_function());
  const AttrValue Activation = R.op().Attrs.at(Attr::Activation);
  if (Bias != kNoTensor)
    return R.become(OpKind::Add, {Result, Bias}, {{Attr::Activation, Activation}, {Attr::PotScale, false}});
  const std::string &Word = std::get<std::string>(Activation);
  R.become(Word == "relu" ? OpKind::Relu : Word == "relu6" ? OpKind::Relu6 : Word == "relu_n1_to_1" ? OpKind::ReluN1To1 : OpKind::Reshape,
           {Result}, {});
}

} // namespace

void importHybrid(OpReader &R) {
  if (R.op().Kind == OpKind::UnidirectionalSequenceLstm || R.op().Kind == OpKind::SequenceRnn)
    importHybridRecurrent(R);
  else
    Hybrid(R).run();
}

} // namespace hexloom
