// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simulation.h"
#include "Samples.h"

#include <algorithm>
#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

Window square(int32_t Size, int32_t Stride, Padding P) { return {Size, Size, Stride, P}; }

void calibrated(Net &N, TensorType Type, ImageSize Size, ImageSize Calibration,
                const Builder &Build) {
  Net Small(N.name());
  Simulation First(Small, Type);
  Build(First, Small, Calibration.Height, Calibration.Width);
  Simulation Second(N, Type, &First.chosen());
  Build(Second, N, Size.Height, Size.Width);
}

Quantization Simulation::calibrate(const std::vector<float> &Sample) const {
  const auto [Low, High] = std::minmax_element(Sample.begin(), Sample.end());
  // Few values say little about the range: statistics of tokens, logits.
  const double Margin = Sample.size() < 2000 ? 1.8 : 1.05;
  const double Min = Margin * std::min(0.0, double(*Low)),
               Max = std::max(1e-6 + Min, Margin * double(*High));
  if (Type == TensorType::INT16)
    return perTensor(rounded(std::max(Max, -Min) / 32767), 0);
  const float Scale = rounded((std::max(Max, 0.0) - Min) / 255);
  const double Zero = lowest(Type) - Min / Scale;
  return perTensor(Scale, static_cast<int64_t>(std::round(Zero)));
}

Quantization Simulation::choose(const std::vector<float> &Sample) {
  if (Counted)
    return perTensor(1, 0);
  if (!IsKnown) {
    Chosen.Results.push_back(calibrate(Sample));
    return Chosen.Results.back();
  }
  const Quantization Q = Chosen.Results.at(0);
  Chosen.Results.pop_front();
  return Q;
}

/// Adds the operator; the sample goes on as the quantized tensor holds it.
Map Simulation::finish(Op Code, const std::vector<Value> &Inputs, Shape Dims, const Sampler &Sample,
                       BuiltinOptionsUnion Options, const Quantization *Fixed) {
  std::vector<float> Reals;
  if (!IsKnown)
    Reals = Sample();
  const Quantization Q = Fixed ? *Fixed : choose(Reals);
  const double Scale = Q.Scales[0], Zero = static_cast<double>(Q.ZeroPoints[0]);
  for (float &X : Reals) {
    const double Code8 = std::min(std::max(std::round(X / Scale) + Zero, double(lowest(Type))),
                                  double(highest(Type)));
    X = static_cast<float>((Code8 - Zero) * Scale);
  }
  return {N.op1(Code, Inputs, {Type, Dims, Q}, std::move(Options)), Dims, std::move(Reals)};
}

Value Simulation::constant(const std::function<Calibration::Constant()> &Make) {
  if (!IsKnown)
    Chosen.Constants.push_back(Make());
  const Calibration::Constant &C = IsKnown ? Chosen.Constants.at(0) : Chosen.Constants.back();
  const Value V = N.constant(C.Spec, C.Data);
  if (IsKnown)
    Chosen.Constants.pop_front();
  return V;
}

Value Simulation::counted(TensorType Of, const Shape &Dims) {
  Counted->Parameters += elementsOf(Dims);
  return N.constant({Of, Dims, perTensor(1, 0)}, nullptr, 0);
}

Map Simulation::image(const Shape &Dims) {
  Map M{{}, Dims, std::vector<float>(IsKnown ? 0 : static_cast<size_t>(elementsOf(Dims)))};
  const auto Draw = [&](size_t I, const std::vector<int32_t> &At) {
    const int X = At[At.size() - 2], C = At.back(), Y = At.size() > 3 ? At[At.size() - 3] : 0;
    const int Wave = std::abs((X * 3 + Y * 5 + C * 29) % 128 - 64) +
                     std::abs((Y * 2 - X + C * 11 + 512) % 96 - 48);
    const int Noise = N.random().between(0, 255);
    M.Sample[I] =
        static_cast<float>(X % 16 < 8 ? (Wave * 255 / 112 + Noise / 16) : Noise) / 135 - 1;
  };
  if (!IsKnown)
    forEach(Dims, Draw);
  const float Steps = Type == TensorType::INT16 ? 32768 : 128;
  M.V = N.input({Type, Dims, perTensor(1 / Steps, Type == TensorType::UINT8 ? 128 : 0)});
  return M;
}

Map Simulation::scalar(double Real) {
  const Quantization Q = perTensor(rounded(Real / 100), lowest(Type));
  return {
      N.constant({Type, {1}, Q}, std::vector<uint8_t>{static_cast<uint8_t>(lowest(Type) + 100)}),
      {1},
      {static_cast<float>(100 * Q.Scales[0])}};
}

Map Simulation::small(const Map &Of) {
  constexpr double Part = 0.02;
  Map M{{}, {1}, {}};
  if (Counted) {
    M.V = counted(Type, M.Dims);
    return M;
  }
  M.V = constant([&] {
    const Quantization Q = perTensor(rounded(Part * std::max(1e-3f, *std::max_element(Of.Sample.begin(), Of.Sample.end())) / 100), lowest(Type));
    M.Sample = {100 * Q.Scales[0]};
    return Calibration::Constant{{Type, M.Dims, Q}, {static_cast<uint8_t>(lowest(Type) + 100)}};
  });
  return M;
}

Map Simulation::vector(int32_t Size, double Middle, double Spread) {
  Map M{{}, {Size}, {}};
  M.V = Counted ? counted(Type, M.Dims) : constant([&] { return noise(M.Dims, Middle, Spread, M.Sample); });
  return M;
}

Map Simulation::noise(const Shape &Dims, double Middle, double Spread) {
  Map M{{}, Dims, {}};
  if (Counted) {
    M.V = counted(Type, Dims);
    return M;
  }
  const Calibration::Constant C = noise(Dims, Middle, Spread, M.Sample);
  M.V = N.constant(C.Spec, C.Data);
  return M;
}

Calibration::Constant Simulation::noise(const Shape &Dims, double Middle, double Spread,
                                        std::vector<float> &Reals) {
  const Quantization Q =
      perTensor(rounded((std::fabs(Middle) + Spread) / 127), Type == TensorType::UINT8 ? 128 : 0);
  std::vector<uint8_t> Codes;
  for (int64_t I = 0; I < elementsOf(Dims); ++I) {
    const double Real = Middle + Spread * N.random().between(-100, 100) / 100;
    const int Code = static_cast<int>(std::round(Real / Q.Scales[0]));
    Codes.push_back(static_cast<uint8_t>(Code + Q.ZeroPoints[0]));
    Reals.push_back(static_cast<float>(Code * Q.Scales[0]));
  }
  return {{Type, Dims, Q}, Codes};
}

} // namespace zoo
