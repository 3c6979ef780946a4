// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EfficientNet-b0: Tan and Le, EfficientNet (2019), table 1.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {

struct Row {
  int32_t Kernel, Expansion, Channels, Repeats, Stride;
};
const Row Rows[] = {{3, 1, 16, 1, 1},  {3, 6, 24, 2, 2},  {5, 6, 40, 2, 2}, {3, 6, 80, 3, 2},
                    {5, 6, 112, 3, 1}, {5, 6, 192, 4, 2}, {3, 6, 320, 1, 1}};

Map block(Simulation &S, const Map &In, const Row &R, int32_t Stride) {
  const int32_t Inner = In.Dims[3] * R.Expansion;
  Map X = R.Expansion == 1 ? In : swish(S, S.conv(In, Inner, square(1)));
  X = swish(S, S.depthwise(X, square(R.Kernel, Stride)));
  X = S.conv(excite(S, X, In.Dims[3] / 4, swish, sigmoid), R.Channels, square(1));
  return Stride == 1 && R.Channels == In.Dims[3] ? S.add(X, In) : X;
}

} // namespace

std::vector<Map> efficientNetStages(Simulation &S, const Map &Image) {
  std::vector<Map> Ends;
  Map X = swish(S, S.conv(Image, 32, square(3, 2)));
  for (const Row &R : Rows) {
    if (R.Stride == 2)
      Ends.push_back(X);
    for (int32_t I = 0; I < R.Repeats; ++I)
      X = block(S, X, R, I ? 1 : R.Stride);
  }
  Ends.push_back(X);
  return Ends;
}

void efficientNet(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  const Map X = efficientNetStages(S, S.image({1, Height, Width, 3})).back();
  classify(S, N, swish(S, S.conv(X, 1280, square(1))), 1000);
}

} // namespace zoo
