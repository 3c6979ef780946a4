// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stable Diffusion 1: Rombach et al., High-Resolution Image Synthesis with Latent Diffusion Models (2022): the denoising network and
// the decoder of latents. Channels last, as the port to Keras has them. The embedding of the time step is an input, as it has no weights.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

Map groupNorm(Simulation &S, const Map &In, int32_t Groups) {
  const int32_t Pixels = In.Dims[1] * In.Dims[2], C = In.Dims[3];
  const Map X = S.reshape(In, {1, Pixels, Groups, C / Groups});
  const Map Normal = S.reshape(S.standardized(X, {1, 3}), In.Dims);
  return S.add(S.mul(Normal, S.vector(C, 1, 0.3)), S.vector(C, 0, 0.5));
}

Map activated(Simulation &S, const Map &In, int32_t Groups) { return swish(S, groupNorm(S, In, Groups)); }

/// Time: null in the decoder.
Map residual(Simulation &S, const Map &In, int32_t C, int32_t Groups, const Map *Time) {
  Map X = S.conv(activated(S, In, Groups), C, square(3));
  if (Time)
    X = S.add(X, S.reshape(S.fullyConnected(swish(S, *Time), C), {1, 1, 1, C}));
  X = S.conv(activated(S, X, Groups), C, square(3));
  return S.add(X, In.Dims[3] == C ? In : S.conv(In, C, square(1)));
}

/// Queries of one, keys and values of another row of tokens.
Map crossAttention(Simulation &S, const Map &X, const Map &Context, int32_t Heads) {
  const int32_t C = X.Dims[2];
  const Map Q = heads(S, S.fullyConnected(X, C, 1.5), Heads), K = heads(S, S.fullyConnected(Context, C, 1.5), Heads),
            V = heads(S, S.fullyConnected(Context, C), Heads);
  return S.fullyConnected(joined(S, attend(S, Q, K, V)), C);
}

/// Half of the inner channels times GELU of the others.
Map gated(Simulation &S, const Map &X) {
  const int32_t C = X.Dims[2];
  const std::vector<Map> Halves = S.split(S.fullyConnected(X, 8 * C), 2, 2);
  return S.fullyConnected(S.mul(Halves[0], S.gelu(Halves[1])), C);
}

Map transformer(Simulation &S, const Map &In, const Map &Context, const DiffusionSize &Size) {
  const int32_t C = In.Dims[3], Pixels = In.Dims[1] * In.Dims[2];
  Map X = S.reshape(S.conv(groupNorm(S, In, Size.Groups), C, square(1)), {1, Pixels, C});
  const Map First = S.layerNorm(X);
  X = S.add(X, crossAttention(S, First, First, Size.Heads));
  X = S.add(X, crossAttention(S, S.layerNorm(X), Context, Size.Heads));
  X = S.add(X, gated(S, S.layerNorm(X)));
  return S.add(In, S.conv(S.reshape(X, In.Dims), C, square(1)));
}

Map doubled(Simulation &S, const Map &X) { return S.conv(S.resizeNearest(X, 2 * X.Dims[1], 2 * X.Dims[2]), X.Dims[3], square(3)); }

} // namespace

void diffusionUnet(Simulation &S, Net &N, int32_t Side, const DiffusionSize &Size) {
  const int32_t C = Size.Channels, Levels = static_cast<int32_t>(Size.Multipliers.size());
  const Map Latents = S.image({1, Side, Side, 4}), Step = S.image({1, C}), Context = S.image({1, Size.ContextTokens, Size.ContextChannels});
  const Map Time = S.fullyConnected(swish(S, S.fullyConnected(Step, 4 * C)), 4 * C);
  const auto Block = [&](const Map &In, int32_t Level, bool Attends) {
    const Map X = residual(S, In, C * Size.Multipliers[size_t(Level)], Size.Groups, &Time);
    return Attends ? transformer(S, X, Context, Size) : X;
  };
  Map X = S.conv(Latents, C, square(3));
  std::vector<Map> Skips = {X};
  for (int32_t Level = 0; Level < Levels; ++Level) {
    for (int32_t K = 0; K < Size.Blocks; ++K)
      Skips.push_back(X = Block(X, Level, Level < Levels - 1));
    if (Level < Levels - 1)
      Skips.push_back(X = S.conv(X, X.Dims[3], square(3, 2)));
  }
  X = Block(Block(X, Levels - 1, true), Levels - 1, false);
  for (int32_t Level = Levels - 1; Level >= 0; --Level) {
    for (int32_t K = 0; K <= Size.Blocks; ++K) {
      X = Block(S.concatenate({X, Skips.back()}, 3), Level, Level < Levels - 1);
      Skips.pop_back();
    }
    if (Level)
      X = doubled(S, X);
  }
  N.output(S.conv(activated(S, X, Size.Groups), 4, square(3)).V);
}

void diffusionDecoder(Simulation &S, Net &N, int32_t Side, const DiffusionSize &Size) {
  const int32_t Levels = static_cast<int32_t>(Size.Multipliers.size()), Most = Size.Channels * Size.Multipliers.back();
  Map X = S.conv(S.conv(S.image({1, Side, Side, 4}), 4, square(1)), Most, square(3));
  X = residual(S, X, Most, Size.Groups, nullptr);
  const Map Tokens = S.reshape(groupNorm(S, X, Size.Groups), {1, Side * Side, Most});
  X = S.add(X, S.reshape(crossAttention(S, Tokens, Tokens, 1), X.Dims));
  X = residual(S, X, Most, Size.Groups, nullptr);
  for (int32_t Level = Levels - 1; Level >= 0; --Level) {
    for (int32_t K = 0; K <= Size.Blocks; ++K)
      X = residual(S, X, Size.Channels * Size.Multipliers[size_t(Level)], Size.Groups, nullptr);
    if (Level)
      X = doubled(S, X);
  }
  N.output(S.conv(activated(S, X, Size.Groups), 3, square(3)).V);
}

} // namespace zoo
