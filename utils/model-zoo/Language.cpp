// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks of text: the encoder of Stable Diffusion 1 (CLIP ViT-L/14: Radford et al., 2021) and Pythia (Biderman et al., 2023), a
// decoder with rotary positions (Su et al., 2021). Tokens are the graph's input.
#include "SmartMem.h"
#include "Tokens.h"

#include <cmath>

namespace zoo {

namespace {

/// What keeps tokens from those that come later, as a constant of the scores.
Map causal(Simulation &S, const Map &Scores, int32_t Tokens) { return S.add(Scores, S.noise({1, 1, Tokens, Tokens}, -4, 4)); }

/// x * sigmoid(1.702 x).
Map quickGelu(Simulation &S, const Map &X) { return S.mul(X, S.logistic(S.mul(X, S.scalar(1.702)))); }

/// The first of these channels of each head turned by an angle that its token's place and its own give.
Map turned(Simulation &S, const Map &X, int32_t Turned) {
  const int32_t Tokens = X.Dims[2], Half = Turned / 2, Depth = X.Dims[3];
  const Map Part = channels(S, X, 0, Turned), Rest = channels(S, X, Turned, Depth - Turned);
  const Map Cosines = S.noise({1, 1, Tokens, Turned}, 0, 1), Sines = S.noise({1, 1, Tokens, Turned}, 0, 1);
  const Map Low = channels(S, Part, 0, Half), High = S.negative(channels(S, Part, Half, Half));
  const Map Turn = S.add(S.mul(Part, Cosines), S.mul(S.concatenate({High, Low}, 3), Sines));
  return S.concatenate({Turn, Rest}, 3);
}

Map decoderAttention(Simulation &S, const Map &X, int32_t Heads) {
  const int32_t Tokens = X.Dims[1], C = X.Dims[2], Depth = C / Heads;
  // Queries, keys and values of a head lie side by side.
  const Map All = S.reshape(S.fullyConnected(X, 3 * C, 1.5), {1, Tokens, Heads, 3 * Depth});
  const auto Part = [&](int32_t K) { return S.transpose(channels(S, All, K * Depth, Depth), {0, 2, 1, 3}); };
  const Map Queries = turned(S, Part(0), Depth / 4), Keys = turned(S, Part(1), Depth / 4);
  const Map Mixed = attend(S, Queries, Keys, Part(2), [&](const Map &Scores) { return causal(S, Scores, Tokens); });
  return S.fullyConnected(joined(S, Mixed), C);
}

} // namespace

void clipText(Simulation &S, Net &N, int32_t Tokens, const TextSize &Size) {
  const int32_t C = Size.Channels;
  Map X = S.reshape(S.words(Tokens, Size.Vocabulary, C), {1, Tokens, C});
  X = S.add(X, S.noise({1, Tokens, C}, 0, 0.3));
  for (int32_t Layer = 0; Layer < Size.Layers; ++Layer) {
    const Map L = S.layerNorm(X);
    const Map Q = heads(S, S.fullyConnected(L, C, 1.8), Size.Heads), K = heads(S, S.fullyConnected(L, C, 1.8), Size.Heads),
              V = heads(S, S.fullyConnected(L, C), Size.Heads);
    const Map Mixed = joined(S, attend(S, Q, K, V, [&](const Map &Scores) { return causal(S, Scores, Tokens); }));
    X = S.add(X, S.fullyConnected(Mixed, C));
    X = S.add(X, S.fullyConnected(quickGelu(S, S.fullyConnected(S.layerNorm(X), 4 * C)), C));
  }
  N.output(S.layerNorm(X).V);
}

void pythia(Simulation &S, Net &N, int32_t Tokens, const TextSize &Size) {
  const int32_t C = Size.Channels;
  Map X = S.reshape(S.words(Tokens, Size.Vocabulary, C), {1, Tokens, C});
  for (int32_t Layer = 0; Layer < Size.Layers; ++Layer) {
    const Map Attended = decoderAttention(S, S.layerNorm(X), Size.Heads), Inner = multilayer(S, S.layerNorm(X), 4 * C);
    X = S.add(X, S.add(Attended, Inner));
  }
  N.output(S.fullyConnected(S.layerNorm(X), Size.Vocabulary, 2.5).V);
}

} // namespace zoo
