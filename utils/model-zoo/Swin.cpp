// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Swin Transformer: Liu et al. (2021); AutoFormerV2: Chen et al., Searching the Search Space of Vision Transformer (2021), which has
// the same blocks and other windows. In channels-last order, as images come to TensorFlow Lite.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

void swin(Simulation &S, Net &N, const SwinSize &Size) {
  Map X = S.layerNorm(S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels, square(4, 4, Padding::VALID)));
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    if (Stage)
      X = S.fullyConnected(S.layerNorm(pixelsJoined(S, X)), 2 * X.Dims[3]);
    const int32_t Window = Size.Windows[Stage], Heads = X.Dims[3] / Size.Depth;
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = swinBlock(S, X, Heads, Window, Block % 2 && Window < X.Dims[1] ? Window / 2 : 0);
  }
  logits(S, N, S.layerNorm(X), Size.Classes);
}

} // namespace zoo
