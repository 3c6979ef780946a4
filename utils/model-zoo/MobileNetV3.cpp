// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MobileNetV3-Large: Howard et al., Searching for MobileNetV3 (2019), table 1.
#include "Blocks.h"
#include "Published.h"
#include "RealNet.h"

namespace zoo {

namespace {

struct Row {
  int32_t Kernel, Inner, Channels;
  bool Excites, IsHard; ///< squeeze and excitation; h-swish instead of a rectifier
  int32_t Stride;
};
const Row Rows[] = {
    {3, 16, 16, false, false, 1}, {3, 64, 24, false, false, 2}, {3, 72, 24, false, false, 1},
    {5, 72, 40, true, false, 2},  {5, 120, 40, true, false, 1}, {5, 120, 40, true, false, 1},
    {3, 240, 80, false, true, 2}, {3, 200, 80, false, true, 1}, {3, 184, 80, false, true, 1},
    {3, 184, 80, false, true, 1}, {3, 480, 112, true, true, 1}, {3, 672, 112, true, true, 1},
    {5, 672, 160, true, true, 2}, {5, 960, 160, true, true, 1}, {5, 960, 160, true, true, 1},
};

/// relu6(x + 3) / 6, of several operators as exporters lower it.
Map hardSigmoid(Simulation &S, const Map &In) {
  return S.mul(S.add(In, S.scalar(3), Relu6), S.scalar(1.0 / 6));
}

Map block(Simulation &S, const Map &In, const Row &R) {
  const auto Fused = R.IsHard ? None : Relu;
  const auto Then = [&](const Map &M) { return R.IsHard ? S.hardSwish(M) : M; };
  Map X = R.Inner == In.Dims[3] ? In : Then(S.conv(In, R.Inner, square(1), Fused));
  X = Then(S.depthwise(X, square(R.Kernel, R.Stride), Fused));
  if (R.Excites)
    X = excite(S, X, widened(R.Inner / 4.0), nullptr, hardSigmoid);
  X = S.conv(X, R.Channels, square(1));
  return R.Stride == 1 && R.Channels == In.Dims[3] ? S.add(X, In) : X;
}

} // namespace

void mobileNetV3(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = S.hardSwish(S.conv(S.image({1, Height, Width, 3}), 16, square(3, 2)));
  for (const Row &R : Rows)
    X = block(S, X, R);
  X = S.averagePoolAll(S.hardSwish(S.conv(X, 960, square(1))));
  X = S.hardSwish(S.conv(X, 1280, square(1)));
  N.output(S.softmax(S.fullyConnected(S.reshape(X, {1, 1280}), 1000, 2.5)).V);
}

namespace {

/// The network with dynamic-range quantization, as it is exported without a calibration.
class Hybrid : RealNet {
public:
  explicit Hybrid(Net &N) : RealNet(N) {}
  void run(int32_t Side);

private:
  Value hardSwish(Value X) { return unary(BuiltinOperator::HARD_SWISH, X); }
  Value excited(Value X);
  Value block(Value X, const Row &R);
};

Value Hybrid::excited(Value X) {
  const Value Few = conv(mean(X), widened(channels(X) / 4.0), 1, 1, Activation::RELU);
  const Value Sum = binary(BuiltinOperator::ADD, conv(Few, channels(X), 1, 1), reals({}, {3}), Activation::RELU6);
  return binary(BuiltinOperator::MUL, X, binary(BuiltinOperator::MUL, Sum, reals({}, {1 / 6.0f})));
}

Value Hybrid::block(Value X, const Row &R) {
  const auto Fused = R.IsHard ? Activation::NONE : Activation::RELU;
  const auto Then = [&](Value V) { return R.IsHard ? hardSwish(V) : V; };
  Value Y = R.Inner == channels(X) ? X : Then(conv(X, R.Inner, 1, 1, Fused));
  Y = Then(depthwise(Y, R.Kernel, R.Stride, Fused));
  Y = conv(R.Excites ? excited(Y) : Y, R.Channels, 1, 1);
  return R.Stride == 1 && R.Channels == channels(X) ? binary(BuiltinOperator::ADD, Y, X) : Y;
}

void Hybrid::run(int32_t Side) {
  Value X = hardSwish(conv(N.input(real({1, Side, Side, 3})), 16, 3, 2));
  for (const Row &R : Rows)
    X = block(X, R);
  X = hardSwish(conv(mean(hardSwish(conv(X, 960, 1, 1))), 1280, 1, 1));
  N.output(softmax(dense(reshape(X, {1, 1280}), 1000)));
}

} // namespace

void addHybridMobileNetV3(std::vector<Entry> &Zoo) {
  for (int32_t Side : {64, 224})
    Zoo.push_back({"mobilenet_v3_large_" + std::to_string(Side) + "_hybrid",
                   "MobileNetV3-Large of random weights with dynamic-range quantization, images of " + std::to_string(Side),
                   [Side](Net &N) { Hybrid(N).run(Side); }, true});
}

} // namespace zoo
