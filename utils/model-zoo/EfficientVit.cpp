// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EfficientViT: Cai et al., EfficientViT: Multi-Scale Linear Attention for High-Resolution Dense Prediction (2022). Attention is linear:
// products of keys and values first, and a division by the sum of the weights, which a column of ones beside the values gives.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

/// An inverted residual without its sum.
Map inverted(Simulation &S, const Map &In, int32_t Channels, int32_t Stride) {
  const Map X = S.hardSwish(S.conv(In, 4 * In.Dims[3], square(1)));
  return S.conv(S.hardSwish(S.depthwise(X, square(3, Stride))), Channels, square(1));
}

Map linearAttention(Simulation &S, const Map &In, int32_t Depth) {
  const int32_t Side = In.Dims[1], C = In.Dims[3], Heads = 2 * C / Depth, Tokens = Side * Side;
  const Map Fine = S.conv(In, 3 * C, square(1));
  const Map Coarse = S.convGrouped(S.depthwise(Fine, square(5)), 3 * C, 3 * C / Depth, square(1));
  const Map Planes = S.transpose(S.concatenate({Fine, Coarse}, 3), ToNchw);
  const Map All = S.transpose(S.reshape(Planes, {1, Heads, 3 * Depth, Tokens}), {0, 1, 3, 2});
  const Map Q = channels(S, All, 0, Depth), K = channels(S, All, Depth, Depth), V = channels(S, All, 2 * Depth, Depth);
  const Map Queries = S.relu(Q), Keys = S.relu(K), Values = S.extended(V, 3, 1);
  const Map Sums = S.batchMatMul(Queries, S.batchMatMul(S.transpose(Keys, {0, 1, 3, 2}), Values, false), false);
  const Map Weights = channels(S, Sums, Depth, 1);
  const Map Mixed = S.div(channels(S, Sums, 0, Depth), S.add(Weights, S.small(Weights)));
  const Map Image = S.reshape(S.transpose(Mixed, {0, 1, 3, 2}), {1, 2 * C, Side, Side});
  return S.add(S.conv(S.transpose(Image, ToNhwc), C, square(1)), In);
}

} // namespace

void efficientVit(Simulation &S, Net &N, const EfficientVitSize &Size) {
  Map X = S.hardSwish(S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels[0], square(3, 2)));
  for (int32_t Block = 0; Block < Size.Blocks[0]; ++Block)
    X = S.add(S.conv(S.hardSwish(S.depthwise(X, square(3))), Size.Channels[0], square(1)), X);
  const size_t Stages = Size.Channels.size();
  for (size_t Stage = 1; Stage < Stages; ++Stage) {
    const bool Attends = Stage + 2 >= Stages;
    X = inverted(S, X, Size.Channels[Stage], 2);
    for (int32_t Block = Attends ? 0 : 1; Block < Size.Blocks[Stage]; ++Block) {
      if (Attends)
        X = linearAttention(S, X, Size.Depth);
      X = S.add(inverted(S, X, Size.Channels[Stage], 1), X);
    }
  }
  X = S.averagePoolAll(S.hardSwish(S.conv(X, Size.Head, square(1))));
  X = S.layerNorm(S.fullyConnected(S.reshape(X, {1, Size.Head}), Size.Wide));
  N.output(S.fullyConnected(S.hardSwish(X), Size.Classes, 2.5).V);
}

} // namespace zoo
