// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TinyBERT with four layers: Jiao et al. (2019), section 4.2: 312 channels, 1200 in the inner
// layer, 12 heads. What the vocabulary's embedding gives is the input, as the 4.7 million
// parameters of GCD2's table IV have no room for the embedding; Width is the number of tokens.
#include "Blocks.h"
#include "Published.h"

#include <cmath>

namespace zoo {

namespace {

constexpr int32_t Layers = 4, Channels = 312, Inner = 1200, Heads = 12;

Map attention(Simulation &S, const Map &In, const Map &Mask) {
  // Spread enough for a token to look at few others.
  const Map Q = heads(S, S.fullyConnected(In, Channels, 1.8), Heads),
            K = heads(S, S.fullyConnected(In, Channels, 1.8), Heads),
            V = heads(S, S.fullyConnected(In, Channels), Heads);
  const Map Scores = S.mul(S.batchMatMul(Q, K, true), S.scalar(1 / std::sqrt(Channels / Heads)));
  const Map Shares = S.softmax(S.add(Scores, Mask));
  return S.fullyConnected(joined(S, S.batchMatMul(Shares, V, false)), Channels);
}

} // namespace

void tinyBert(Simulation &S, Net &N, int32_t, int32_t Tokens) {
  const Map Words = S.image({1, Tokens, Channels}), Mask = S.image({1, 1, 1, Tokens});
  Map X = S.add(S.add(Words, S.noise({1, Tokens, Channels}, 0, 0.3)), S.vector(Channels, 0, 0.3));
  X = S.layerNorm(X);
  for (int32_t Layer = 0; Layer < Layers; ++Layer) {
    X = S.layerNorm(S.add(X, attention(S, X, Mask)));
    X = S.layerNorm(S.add(X, S.fullyConnected(S.gelu(S.fullyConnected(X, Inner)), Channels)));
  }
  const Map First = S.reshape(S.slice(X, {0, 0, 0}, {1, 1, Channels}), {1, Channels});
  N.output(S.softmax(S.fullyConnected(S.tanh(S.fullyConnected(First, Channels)), 2)).V);
}

} // namespace zoo
