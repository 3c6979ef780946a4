// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FLatten Transformer: Han et al., FLatten Transformer: Vision Transformer using Focused Linear Attention (2023), on the stages of PVT:
// Wang et al., Pyramid Vision Transformer (2021). A function that sharpens directions takes softmax's place, so products of keys and
// values come first. Lengths of tokens are roots of sums of squares.
#include "SmartMem.h"
#include "Tokens.h"

#include <cmath>

namespace zoo {

namespace {

/// The cube of each element, brought to the length that the token had.
Map focused(Simulation &S, const Map &In) {
  const int32_t C = In.Dims[2];
  const Map Positive = S.add(S.relu(In), S.small(In));
  const Map X = S.mul(Positive, S.vector(C, 1, 0.3)); // the divisors are constants
  const Map Squares = S.mul(X, X), Cubes = S.mul(Squares, X);
  const Map Length = S.sqrt(S.sum(Squares, {2})), Power = S.sum(S.mul(Cubes, Cubes), {2});
  return S.mul(S.mul(Cubes, S.rsqrt(S.add(Power, S.small(Power)))), Length);
}

/// A depthwise convolution of the values of each head as an image: [1, heads, tokens, depth] to tokens.
Map placed(Simulation &S, const Map &V) {
  const int32_t Heads = V.Dims[1], Tokens = V.Dims[2], Depth = V.Dims[3];
  const Map Planes = S.transpose(S.reshape(V, {Heads, Tokens, Depth}), {0, 2, 1});
  const int32_t Side = imageSide(Tokens);
  const Map Y = depthwisePlanar(S, S.reshape(Planes, {Heads, Depth, Side, Side}), 5);
  return S.transpose(S.reshape(Y, {1, Heads * Depth, Tokens}), {0, 2, 1});
}

Map linearAttention(Simulation &S, const Map &X, int32_t Heads) {
  const int32_t Tokens = X.Dims[1], C = X.Dims[2];
  const Map Q = S.fullyConnected(X, C), KV = S.fullyConnected(X, 2 * C);
  const Map Two = S.transpose(S.reshape(KV, {1, Tokens, 2, C}), {2, 0, 1, 3});
  const Map K = S.add(entry(S, Two, 0), S.noise({1, Tokens, C}, 0, 0.3)), V = heads(S, entry(S, Two, 1), Heads);
  const Map Queries = heads(S, focused(S, Q), Heads), Keys = heads(S, focused(S, K), Heads);
  const Map Weights = S.batchMatMul(Queries, S.transpose(S.mean(Keys, {2}), {0, 1, 3, 2}), false);
  const Map Inverse = S.div(S.scalar(1), S.add(Weights, S.small(Weights)));
  const Map Part = S.scalar(1 / std::sqrt(Tokens));
  const Map Sums = S.batchMatMul(S.mul(S.transpose(Keys, {0, 1, 3, 2}), Part), S.mul(V, Part), false);
  const Map Mixed = joined(S, S.mul(S.batchMatMul(Queries, Sums, false), Inverse));
  return S.fullyConnected(S.add(Mixed, placed(S, V)), C);
}

} // namespace

void flatten(Simulation &S, Net &N, const FlattenSize &Size) {
  Map Image = S.image({1, Size.Image, Size.Image, 3});
  for (size_t Stage = 0;; ++Stage) {
    const int32_t C = Size.Channels[Stage], Patch = Stage ? 2 : 4;
    Map X = S.layerNorm(tokensOf(S, S.conv(Image, C, square(Patch, Patch, Padding::VALID))));
    X = S.add(X, S.noise({1, X.Dims[1], C}, 0, 0.3));
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block) {
      X = S.add(X, linearAttention(S, S.layerNorm(X), Size.Heads[Stage]));
      X = S.add(X, multilayer(S, S.layerNorm(X), Size.Ratios[Stage] * C));
    }
    if (Stage + 1 == Size.Blocks.size())
      return logits(S, N, X, Size.Classes);
    Image = imageOf(S, X);
  }
}

} // namespace zoo
