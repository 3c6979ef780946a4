// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Residual networks of grouped convolutions. ResNeXt: Xie et al., Aggregated Residual Transformations for Deep Neural Networks (2016);
// RegNetY: Radosavovic et al., Designing Network Design Spaces (2020).
#include "Tokens.h"
#include "SmartMem.h"

namespace zoo {

void resNext(Simulation &S, Net &N, const ResNextSize &Size) {
  Map X = S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Stem, 7, 2, Relu);
  X = S.maxPool(X, square(3, 2));
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    const int32_t Width = Size.Width << Stage, Outputs = 2 * Width;
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block) {
      const int32_t Stride = Block == 0 && Stage ? 2 : 1;
      Map Y = S.convGrouped(S.conv(X, Width, 1, 1, Relu), Width, Size.Groups, square(3, Stride), Relu);
      Y = S.conv(Y, Outputs, square(1));
      X = S.add(Y, Block ? X : S.conv(X, Outputs, square(1, Stride)), Relu);
    }
  }
  logits(S, N, X, Size.Classes);
}

void regNet(Simulation &S, Net &N, const RegNetSize &Size) {
  Map X = S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Stem, 3, 2, Relu);
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    const int32_t C = Size.Channels[Stage];
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block) {
      const int32_t Stride = Block ? 1 : 2;
      Map Y = S.convGrouped(S.conv(X, C, 1, 1, Relu), C, C / Size.Group, square(3, Stride), Relu);
      Y = S.conv(excite(S, Y, X.Dims[3] / 4, nullptr, sigmoid), C, square(1));
      X = S.add(Y, Block ? X : S.conv(X, C, square(1, Stride)), Relu);
    }
  }
  logits(S, N, X, Size.Classes);
}

} // namespace zoo
