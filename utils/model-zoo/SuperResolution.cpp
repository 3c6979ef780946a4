// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// WDSR-b, twice the height and width: Yu et al., Wide activation (2018), with 16 channels, six
// times as many before the rectifier and 0.8 times (13) after it, four blocks: 22.2 thousand
// parameters.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

static Map block(Simulation &S, const Map &In) {
  const Map Wide = S.conv(In, 96, square(1), Relu);
  return S.add(In, S.conv(S.conv(Wide, 13, square(1)), 16, square(3)));
}

void superResolution(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  // The mean of the training images is taken away first and put back last.
  const Map Image =
      S.mul(S.sub(S.image({1, Height, Width, 3}), S.vector(3, 0.1, 0.05)), S.scalar(2));
  Map X = S.conv(Image, 16, square(3));
  for (int32_t Block = 0; Block < 4; ++Block)
    X = block(S, X);
  X = S.depthToSpace(S.add(S.conv(X, 12, square(3)), S.conv(Image, 12, square(5))), 2);
  N.output(S.add(S.mul(X, S.scalar(0.5)), S.vector(3, 0.1, 0.05)).V);
}

} // namespace zoo
