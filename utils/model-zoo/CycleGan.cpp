// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CycleGAN's generator with nine residual blocks: Zhu et al., Unpaired image-to-image translation
// (2017), appendix 7.2.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {

Map layer(Simulation &S, const Map &In, int32_t Channels, int32_t Kernel,
          ActivationFunctionType Activation) {
  const Map X = S.conv(S.reflect(In, Kernel / 2), Channels, square(Kernel, 1, Padding::VALID));
  return S.normalize(X, {1, 2}, Activation);
}

} // namespace

void cycleGan(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = layer(S, S.image({1, Height, Width, 3}), 64, 7, Relu);
  for (int32_t Channels : {128, 256})
    X = S.normalize(S.conv(X, Channels, square(3, 2)), {1, 2}, Relu);
  for (int32_t Block = 0; Block < 9; ++Block)
    X = S.add(X, layer(S, layer(S, X, 256, 3, Relu), 256, 3, None));
  for (int32_t Channels : {128, 64})
    X = S.normalize(S.transposeConv(X, Channels, 3, 2), {1, 2}, Relu);
  N.output(S.tanh(S.conv(S.reflect(X, 3), 3, square(7, 1, Padding::VALID))).V);
}

} // namespace zoo
