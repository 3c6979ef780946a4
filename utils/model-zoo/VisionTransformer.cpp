// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ViT: Dosovitskiy et al. (2020). Patches of 16x16 pixels, a class token, blocks, and what reads the token.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

void visionTransformer(Simulation &S, Net &N, const VisionTransformerSize &Size) {
  const int32_t C = Size.Channels;
  Map X = S.conv(S.image({1, Size.Image, Size.Image, 3}), C, square(16, 16, Padding::VALID));
  X = S.reshape(X, {1, X.Dims[1] * X.Dims[2], C});
  X = S.concatenate({S.noise({1, 1, C}, 0, 1), X}, 1);
  X = S.add(X, S.noise({1, X.Dims[1], C}, 0, 0.3));
  for (int32_t Block = 0; Block < Size.Blocks; ++Block) {
    X = S.add(X, attention(S, S.layerNorm(X), C / Size.Depth));
    X = S.add(X, multilayer(S, S.layerNorm(X), 4 * C));
  }
  X = S.layerNorm(X);
  N.output(S.fullyConnected(S.reshape(S.slice(X, {0, 0, 0}, {1, 1, C}), {1, C}), Size.Classes).V);
}

} // namespace zoo
