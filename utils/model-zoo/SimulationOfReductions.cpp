// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Samples.h"
#include "Simulation.h"

#include <algorithm>
#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

/// MEAN or SUM.
Map Simulation::reduce(Op Code, const Map &In, std::vector<int32_t> Axes) {
  Shape Out = In.Dims;
  double Count = 1;
  for (int32_t Axis : Axes) {
    Count *= Code == Op::MEAN ? Out[size_t(Axis)] : 1;
    Out[size_t(Axis)] = 1;
  }
  const auto Strides = broadcastStrides(Out, In.Dims);
  const auto Sample = [&] {
    std::vector<float> Means(static_cast<size_t>(elementsOf(Out)));
    forEach(In.Dims, [&](size_t I, const std::vector<int32_t> &At) {
      Means[size_t(dot(At, Strides))] += static_cast<float>(In.Sample[I] / Count);
    });
    return Means;
  };
  tfl::ReducerOptionsT Options;
  Options.keep_dims = true;
  return finish(Code, {In.V, N.ints(Axes)}, Out, Sample, options(Options));
}

static BuiltinOptionsUnion poolOptions(const Window &W) {
  tfl::Pool2DOptionsT Options;
  Options.padding = W.Padding;
  Options.filter_height = W.Height;
  Options.filter_width = W.Width;
  Options.stride_w = Options.stride_h = W.Stride;
  return options(Options);
}

Map Simulation::maxPool(const Map &In, const Window &Win) {
  const bool Same = Win.Padding == Padding::SAME;
  const int32_t H = In.Dims[1], W = In.Dims[2], C = In.Dims[3], Stride = Win.Stride;
  const auto Size = [=](int32_t In, int32_t Kernel) {
    return Same ? (In + Stride - 1) / Stride : (In - Kernel) / Stride + 1;
  };
  const Shape Out = {In.Dims[0], Size(H, Win.Height), Size(W, Win.Width), C};
  const int32_t Top = Same ? std::max(0, (Out[1] - 1) * Stride + Win.Height - H) / 2 : 0,
                Left = Same ? std::max(0, (Out[2] - 1) * Stride + Win.Width - W) / 2 : 0;
  const auto Sample = [&] {
    std::vector<float> Results(static_cast<size_t>(elementsOf(Out)), -1e30f);
    forEach(Out, [&](size_t I, const std::vector<int32_t> &At) {
      for (int32_t Tap = 0; Tap < Win.Height * Win.Width; ++Tap) {
        const int32_t Y = At[1] * Stride - Top + Tap / Win.Width,
                      X = At[2] * Stride - Left + Tap % Win.Width;
        if (Y >= 0 && Y < H && X >= 0 && X < W)
          Results[I] =
              std::max(Results[I], In.Sample[((size_t(At[0]) * H + Y) * W + X) * C + At[3]]);
      }
    });
    return Results;
  };
  const Quantization Unchanged = N.spec(In.V).Quantization;
  return finish(Op::MAX_POOL_2D, {In.V}, Out, Sample, poolOptions(Win), &Unchanged);
}

Map Simulation::averagePoolAll(const Map &In) {
  const Shape Out = {In.Dims[0], 1, 1, In.Dims[3]};
  const auto Strides = broadcastStrides(Out, In.Dims);
  const float Count = static_cast<float>(In.Dims[1] * In.Dims[2]);
  const auto Sample = [&] {
    std::vector<float> Means(static_cast<size_t>(elementsOf(Out)));
    forEach(In.Dims, [&](size_t I, const std::vector<int32_t> &At) {
      Means[size_t(dot(At, Strides))] += In.Sample[I] / Count;
    });
    return Means;
  };
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::AVERAGE_POOL_2D, {In.V}, Out, Sample,
                poolOptions({In.Dims[1], In.Dims[2], 1, Padding::VALID}), &Same);
}

Map Simulation::standardized(const Map &In, const std::vector<int32_t> &Axes) {
  const Map Mean = mean(In, Axes);
  const Map Variance = mean(squaredDifference(In, Mean), Axes);
  const Map Factor = rsqrt(add(Variance, scalar(0.01)));
  return mul(sub(In, Mean), Factor);
}

Map Simulation::normalize(const Map &In, const std::vector<int32_t> &Axes,
                          ActivationFunctionType Activation) {
  const Map Normal = standardized(In, Axes);
  return add(mul(Normal, vector(In.Dims.back(), 1, 0.3)), vector(In.Dims.back(), 0, 0.5),
             Activation);
}

} // namespace zoo
