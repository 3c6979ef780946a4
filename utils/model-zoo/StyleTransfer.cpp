// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fast style transfer: Johnson et al., Perceptual losses (2016), the supplement's table 1, with
// instance normalization and with enlarging before the convolutions instead of transposed ones, as
// the widely used implementations have it.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {

/// A convolution over a reflected border, normalized.
Map layer(Simulation &S, const Map &In, int32_t Channels, int32_t Kernel, int32_t Stride,
          ActivationFunctionType Activation) {
  const Map X = S.conv(S.reflect(In, Kernel / 2), Channels, square(Kernel, Stride, Padding::VALID));
  return S.normalize(X, {1, 2}, Activation);
}

Map enlarged(Simulation &S, const Map &In) {
  return S.resizeNearest(In, 2 * In.Dims[1], 2 * In.Dims[2]);
}

} // namespace

void styleTransfer(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = layer(S, S.image({1, Height, Width, 3}), 32, 9, 1, Relu);
  X = layer(S, layer(S, X, 64, 3, 2, Relu), 128, 3, 2, Relu);
  for (int32_t Block = 0; Block < 5; ++Block)
    X = S.add(X, layer(S, layer(S, X, 128, 3, 1, Relu), 128, 3, 1, None));
  X = layer(S, enlarged(S, X), 64, 3, 1, Relu);
  X = layer(S, enlarged(S, X), 32, 3, 1, Relu);
  N.output(S.conv(S.reflect(X, 4), 3, square(9, 1, Padding::VALID)).V);
}

} // namespace zoo
