// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PIXOR: Yang et al. (2018), figure 2: residual stages over a bird's-eye view of 36 channels, two
// transposed convolutions on the way up, a header that says class and box of each place.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {
struct Stage {
  int32_t Channels, Blocks; ///< four times as many channels come out
};
const Stage Stages[] = {{24, 3}, {48, 6}, {64, 6}, {96, 4}};
} // namespace

void pixor(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  Map X = S.conv(S.image({1, Height, Width, 36}), 32, square(3), Relu);
  X = S.conv(X, 32, square(3), Relu);
  std::vector<Map> Ends;
  for (const Stage &St : Stages) {
    for (int32_t I = 0; I < St.Blocks; ++I)
      X = bottleneck(S, X, St.Channels, I ? 1 : 2);
    Ends.push_back(X);
  }
  X = S.conv(X, 196, square(1));
  X = S.add(S.transposeConv(X, 128, 3, 2), S.conv(Ends[2], 128, square(1)));
  X = S.add(S.transposeConv(X, 96, 3, 2), S.conv(Ends[1], 96, square(1)));
  for (int32_t Layer = 0; Layer < 4; ++Layer)
    X = S.conv(X, 96, square(3), Relu);
  N.output(S.logistic(S.conv(X, 1, square(3))).V);
  N.output(S.conv(X, 6, square(3)).V);
}

} // namespace zoo
