// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conformer (S): Gulati et al. (2020), table 1: 16 layers of 144 channels, four heads, kernels of
// 32; relative positions after Transformer-XL. The image is the log mel spectrogram, Height frames
// of 80 bands; products of the positions with their weights are constants at inference.
#include "Blocks.h"
#include "Published.h"

#include <cmath>

namespace zoo {

namespace {

constexpr int32_t Layers = 16, Channels = 144, Heads = 4, Depth = Channels / Heads, Kernel = 32;

Map feedForward(Simulation &S, const Map &In) {
  const Map Wide = S.fullyConnected(S.layerNorm(In), 4 * Channels);
  const Map X = S.fullyConnected(swish(S, Wide), Channels);
  return S.add(In, S.mul(X, S.scalar(0.5)));
}

/// [1, heads, T, 2T-1], by distance, to [1, heads, T, T], by position: row T moves by T places.
Map shifted(Simulation &S, const Map &In) {
  const int32_t T = In.Dims[2];
  Map X = S.pad(In, {0, 0, 0, 1}, {0, 0, 0, 0});
  X = S.slice(S.reshape(X, {1, Heads, 2 * T, T}), {0, 0, 1, 0}, {1, Heads, 2 * T - 1, T});
  return S.slice(S.reshape(X, {1, Heads, T, 2 * T - 1}), {0, 0, 0, 0}, {1, Heads, T, T});
}

Map attention(Simulation &S, const Map &In) {
  const int32_t T = In.Dims[1];
  const Map X = S.layerNorm(In);
  // Spread enough for a frame to look at few others.
  const Map Q = S.fullyConnected(X, Channels, 1.8);
  const Map K = heads(S, S.fullyConnected(X, Channels, 1.8), Heads),
            V = heads(S, S.fullyConnected(X, Channels), Heads);
  const Map Content = heads(S, S.add(Q, S.vector(Channels, 0, 0.3)), Heads),
            Place = heads(S, S.add(Q, S.vector(Channels, 0, 0.3)), Heads);
  const Map Places = S.noise({1, Heads, 2 * T - 1, Depth}, 0, 1);
  const Map Scores =
      S.add(S.batchMatMul(Content, K, true), shifted(S, S.batchMatMul(Place, Places, true)));
  const Map Shares = S.softmax(S.mul(Scores, S.scalar(1 / std::sqrt(Depth))));
  const Map Mixed = joined(S, S.batchMatMul(Shares, V, false));
  return S.add(In, S.fullyConnected(Mixed, Channels));
}

Map convolution(Simulation &S, const Map &In) {
  const int32_t T = In.Dims[1];
  const Map X = S.fullyConnected(S.layerNorm(In), 2 * Channels);
  const Map Gate = S.logistic(S.slice(X, {0, 0, Channels}, {1, T, Channels}));
  const Map Gated = S.mul(S.slice(X, {0, 0, 0}, {1, T, Channels}), Gate);
  const Map Along = S.depthwise(S.reshape(Gated, {1, T, 1, Channels}), Window{Kernel, 1});
  return S.add(In, S.fullyConnected(S.reshape(swish(S, Along), {1, T, Channels}), Channels));
}

} // namespace

void conformer(Simulation &S, Net &N, int32_t Frames, int32_t Bands) {
  Map X = S.conv(S.image({1, Frames, Bands, 1}), Channels, square(3, 2), Relu);
  X = S.conv(X, Channels, square(3, 2), Relu);
  X = S.fullyConnected(S.reshape(X, {1, X.Dims[1], X.Dims[2] * Channels}), Channels);
  for (int32_t Layer = 0; Layer < Layers; ++Layer) {
    X = convolution(S, attention(S, feedForward(S, X)));
    X = S.layerNorm(feedForward(S, X));
  }
  N.output(X.V);
}

} // namespace zoo
