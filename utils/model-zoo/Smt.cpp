// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SMT: Lin et al., Scale-Aware Modulation Meet Transformer (2023). Early blocks multiply values by a modulator, which depthwise
// convolutions of several sizes make; late ones attend; blocks between do so in turn.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

constexpr int32_t Scales = 4;

/// Channels of each scale lie apart before the depthwise convolutions, and in turn behind them.
Map modulator(Simulation &S, const Map &X) {
  const int32_t Side = imageSide(X.Dims[1]), C = X.Dims[2], Part = C / Scales;
  const Map Four = S.transpose(S.reshape(S.fullyConnected(X, C), {1, Side, Side, Scales, Part}), {3, 0, 4, 1, 2});
  Map All;
  for (int32_t K = 0; K < Scales; ++K) {
    const Map Y = S.reshape(depthwisePlanar(S, entry(S, Four, K), 3 + 2 * K), {1, Part, 1, Side, Side});
    All = K ? S.concatenate({All, Y}, 2) : Y;
  }
  const Map Image = S.transpose(S.reshape(All, {1, C, Side, Side}), ToNhwc);
  return tokensOf(S, S.conv(S.gelu(S.convGrouped(Image, 2 * C, Part, square(1))), C, square(1)));
}

Map modulated(Simulation &S, const Map &X) {
  const int32_t C = X.Dims[2];
  const Map Values = S.fullyConnected(X, C);
  return S.fullyConnected(S.mul(modulator(S, X), Values), C);
}

/// Attention, with a depthwise convolution of the values beside it.
Map attentionWithPlaces(Simulation &S, const Map &X, int32_t Heads) {
  const int32_t C = X.Dims[2];
  const Map Queries = heads(S, S.fullyConnected(X, C, 1.5), Heads);
  const std::vector<Map> KV = splitHeads(S, S.fullyConnected(X, 2 * C, 1.5), 2, Heads);
  const Map Mixed = joined(S, attend(S, Queries, KV[0], KV[1]));
  const Map Places = tokensOf(S, S.depthwise(imageOf(S, joined(S, KV[1])), square(3)));
  return S.fullyConnected(S.add(Mixed, Places), C);
}

Map block(Simulation &S, const Map &In, int32_t Heads, int32_t Ratio) {
  const Map L = S.layerNorm(In);
  const Map X = S.add(In, Heads ? attentionWithPlaces(S, L, Heads) : modulated(S, L));
  const Map Wide = S.fullyConnected(S.layerNorm(X), Ratio * In.Dims[2]);
  const Map Mixed = S.add(Wide, tokensOf(S, S.depthwise(imageOf(S, Wide), square(3))));
  return S.add(X, S.fullyConnected(S.gelu(Mixed), In.Dims[2]));
}

} // namespace

void smt(Simulation &S, Net &N, const SmtSize &Size) {
  Map X = S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels, 3, 2, Relu);
  X = S.conv(X, Size.Channels, square(2, 2));
  const size_t Stages = Size.Blocks.size();
  for (size_t Stage = 0; Stage < Stages; ++Stage) {
    if (Stage)
      X = S.conv(imageOf(S, X), Size.Channels << Stage, square(3, 2));
    X = S.layerNorm(tokensOf(S, X));
    const bool InTurn = Stage + 2 == Stages;
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = block(S, X, InTurn && Block % 2 == 0 ? 0 : Size.Heads[Stage], Size.Ratios[Stage]);
    X = S.layerNorm(X);
  }
  logits(S, N, X, Size.Classes);
}

} // namespace zoo
