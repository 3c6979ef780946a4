// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ShuffleNet V2, width 1: Ma et al., ShuffleNet V2 (2018), table 5. All that is joined in a stage has one quantization, as converters
// choose it, so that no operator stands between slices, concatenations and shuffles.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {

/// Channels of two halves in turn.
Map shuffled(Simulation &S, const Map &First, const Map &Second, const Map &Like) {
  const Map X = S.concatenate({First, Second}, 3, &Like);
  const int32_t H = X.Dims[1], W = X.Dims[2], C = X.Dims[3];
  return S.reshape(S.transpose(S.reshape(X, {1, H, W, 2, C / 2}), {0, 1, 2, 4, 3}), X.Dims);
}

/// 1x1, depthwise, 1x1.
Map branch(Simulation &S, const Map &In, int32_t Channels, int32_t Stride, const Map *Like) {
  const Map X = S.depthwise(S.conv(In, Channels, 1, 1, Relu), square(3, Stride));
  return S.conv(X, Channels, square(1), Relu, 0, Like);
}

/// Half of the channels pass; the others go through products.
Map unit(Simulation &S, const Map &In) {
  const int32_t H = In.Dims[1], W = In.Dims[2], Half = In.Dims[3] / 2;
  const Map Passes = S.slice(In, {0, 0, 0, 0}, {1, H, W, Half});
  const Map Y = branch(S, S.slice(In, {0, 0, 0, Half}, {1, H, W, Half}), Half, 1, &In);
  return shuffled(S, Passes, Y, In);
}

Map stage(Simulation &S, const Map &In, int32_t Channels, int32_t Units) {
  const Map First = S.conv(S.depthwise(In, square(3, 2)), Channels / 2, square(1), Relu);
  Map X = shuffled(S, First, branch(S, In, Channels / 2, 2, &First), First);
  for (int32_t I = 1; I < Units; ++I)
    X = unit(S, X);
  return X;
}

} // namespace

void shuffleNetV2(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = S.maxPool(S.conv(S.image({1, Height, Width, 3}), 24, 3, 2, Relu), square(3, 2));
  X = stage(S, stage(S, stage(S, X, 116, 4), 232, 8), 464, 4);
  classify(S, N, S.conv(X, 1024, 1, 1, Relu), 1000);
}

} // namespace zoo
