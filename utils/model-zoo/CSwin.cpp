// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CSwin Transformer: Dong et al., CSWin Transformer: A General Vision Transformer Backbone with Cross-Shaped Windows (2021). Half of
// the heads attend in vertical stripes, half in horizontal ones; a depthwise convolution of the values tells positions. In the order of
// PyTorch's export, NCHW around convolutions.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

struct Stripes {
  int32_t Side, Height, Width, Heads;
  int32_t count() const { return Side / Height * (Side / Width); }
  int32_t tokens() const { return Height * Width; }
  /// NCHW with rows and columns of stripes as dimensions of their own.
  Map split(Simulation &S, const Map &X) const {
    const int32_t C = X.Dims[2];
    const Map Planes = S.reshape(S.transpose(X, {0, 2, 1}), {1, C, Side, Side});
    return S.reshape(Planes, {1, C, Side / Height, Height, Side / Width, Width});
  }
};

/// [1, tokens, channels] to [stripes, heads, tokens of a stripe, depth].
Map striped(Simulation &S, const Map &X, const Stripes &St) {
  const int32_t C = X.Dims[2];
  const Map Parts = S.reshape(S.transpose(St.split(S, X), {0, 2, 4, 3, 5, 1}), {St.count(), St.tokens(), C});
  return heads(S, Parts, St.Heads);
}

/// [stripes, channels, height, width] to [stripes, heads, tokens, depth].
Map planesToHeads(Simulation &S, const Map &X, const Stripes &St) {
  return S.transpose(S.reshape(X, {St.count(), St.Heads, X.Dims[1] / St.Heads, St.tokens()}), {0, 1, 3, 2});
}

/// Three: queries, keys and values, [3, 1, tokens, channels].
Map attention(Simulation &S, const Map &Three, const Stripes &St) {
  const int32_t C = Three.Dims[3], Tokens = Three.Dims[2];
  const Map Q = entry(S, Three, 0), K = entry(S, Three, 1), V = entry(S, Three, 2);
  const Map Queries = striped(S, Q, St), Keys = striped(S, K, St);
  const Map Planes = S.reshape(S.transpose(St.split(S, V), {0, 2, 4, 1, 3, 5}), {St.count(), C, St.Height, St.Width});
  const Map Places = planesToHeads(S, depthwisePlanar(S, Planes, 3), St);
  const Map X = S.add(attend(S, Queries, Keys, planesToHeads(S, Planes, St)), Places);
  const Map Parts = S.reshape(joined(S, X), {1, St.Side / St.Height, St.Side / St.Width, St.Height, St.Width, C});
  return S.reshape(S.transpose(Parts, {0, 1, 3, 2, 4, 5}), {1, Tokens, C});
}

Map block(Simulation &S, const Map &In, int32_t Heads, int32_t Width) {
  const int32_t Tokens = In.Dims[1], C = In.Dims[2], Side = imageSide(Tokens), Half = C / 2;
  const Map Y = S.transpose(S.reshape(S.fullyConnected(S.layerNorm(In), 3 * C, 1.5), {1, Tokens, 3, C}), {2, 0, 1, 3});
  Map Mixed;
  if (Side == Width) {
    Mixed = attention(S, Y, {Side, Side, Side, Heads});
  } else {
    const Map A = attention(S, channels(S, Y, 0, Half), {Side, Side, Width, Heads / 2});
    Mixed = S.concatenate({A, attention(S, channels(S, Y, Half, Half), {Side, Width, Side, Heads / 2})}, 2);
  }
  const Map X = S.add(In, S.fullyConnected(Mixed, C));
  return S.add(X, multilayer(S, S.layerNorm(X), 4 * C));
}

} // namespace

void cswin(Simulation &S, Net &N, const CSwinSize &Size) {
  Map X = S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels, square(7, 4));
  X = S.layerNorm(tokensOf(S, X));
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    if (Stage)
      X = S.layerNorm(tokensOf(S, S.conv(imageOf(S, X), 2 * X.Dims[2], square(3, 2))));
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = block(S, X, X.Dims[2] / Size.Depth, Size.Stripes[Stage]);
  }
  logits(S, N, S.layerNorm(X), Size.Classes);
}

} // namespace zoo
