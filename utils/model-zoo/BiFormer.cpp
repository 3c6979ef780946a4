// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BiFormer: Zhu et al., BiFormer: Vision Transformer with Bi-Level Routing Attention (2023). Each region of an image attends to the
// tokens of few regions, which are chosen when the network runs.
#include "SmartMem.h"
#include "Tokens.h"

#include <cmath>

namespace zoo {

namespace {

struct Regions {
  int32_t Rows, Width, Chosen, Heads; ///< Width: tokens in a row of a region
  int32_t count() const { return Rows * Rows; }
  int32_t tokens() const { return Width * Width; }
};

/// Places of values: a depthwise convolution of [regions, tokens, channels] as an image in NCHW.
Map placed(Simulation &S, const Map &V, const Regions &R) {
  const int32_t C = V.Dims[2], Side = R.Rows * R.Width;
  const Map Planes = S.transpose(S.reshape(V, {R.Rows, R.Rows, R.Width, R.Width, C}), {4, 0, 2, 1, 3});
  return S.transpose(depthwisePlanar(S, S.reshape(Planes, {1, C, Side, Side}), 5), ToNhwc);
}

/// Which regions each region attends to: means of queries by means of keys.
Map routed(Simulation &S, const Map &Q, const Map &K, const Regions &R) {
  const int32_t C = Q.Dims[2];
  const auto Means = [&](const Map &X) { return S.reshape(S.mean(X, {1}), {1, R.count(), C}); };
  const Map Scores = S.batchMatMul(S.mul(Means(Q), S.scalar(1 / std::sqrt(C))), Means(K), true);
  return S.largest(S.reshape(Scores, {R.count(), R.count()}), R.Chosen);
}

/// Takes an image, and attends by regions.
Map routedAttention(Simulation &S, const Map &X, const Regions &R) {
  const int32_t C = X.Dims[3], Side = X.Dims[1], Keys = R.Chosen * R.tokens();
  const Map All = S.fullyConnected(windows(S, X, R.Width), 3 * C, 1.5);
  const Map Q = channels(S, All, 0, C), KV = channels(S, All, C, 2 * C);
  const Map Places = placed(S, channels(S, KV, C, C), R);
  const Map Chosen = routed(S, Q, channels(S, KV, 0, C), R);
  const Map Read = S.gather(S.reshape(KV, {R.count(), R.tokens() * 2 * C}), Chosen);
  const std::vector<Map> Parts = S.split(S.reshape(Read, {R.count(), Keys, 2 * C}), 2, 2);
  const Map Mixed = attend(S, heads(S, Q, R.Heads), heads(S, Parts[0], R.Heads), heads(S, Parts[1], R.Heads));
  const Map Image = unwindowed(S, joined(S, Mixed), Side, R.Width);
  return S.fullyConnected(S.add(Image, Places), C);
}

/// Takes an image, all of whose tokens attend to all.
Map plainAttention(Simulation &S, const Map &X, int32_t Heads) {
  const int32_t Side = X.Dims[1], C = X.Dims[3];
  const Map Tokens = S.reshape(X, {1, Side * Side, C});
  const std::vector<Map> Three = splitHeads(S, S.fullyConnected(Tokens, 3 * C, 1.5), 3, Heads);
  const Map Planes = S.reshape(S.transpose(Three[2], {0, 1, 3, 2}), {1, C, Side, Side});
  const Map Places = S.transpose(depthwisePlanar(S, Planes, 5), ToNhwc);
  const Map Mixed = S.reshape(joined(S, attend(S, Three[0], Three[1], Three[2])), {1, Side, Side, C});
  return S.fullyConnected(S.add(Mixed, Places), C);
}

/// In and out in NCHW.
Map block(Simulation &S, const Map &In, int32_t Depth, int32_t Rows, int32_t Chosen) {
  const Map X = S.transpose(S.add(In, depthwisePlanar(S, In, 3)), ToNhwc), L = S.layerNorm(X);
  const int32_t C = X.Dims[3], Heads = C / Depth;
  const Map Y = S.add(X, Chosen ? routedAttention(S, L, {Rows, X.Dims[1] / Rows, Chosen, Heads}) : plainAttention(S, L, Heads));
  return S.transpose(S.add(Y, multilayer(S, S.layerNorm(Y), 3 * C)), ToNchw);
}

} // namespace

void biFormer(Simulation &S, Net &N, const BiFormerSize &Size) {
  Map X = S.gelu(S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels / 2, square(3, 2)));
  X = S.transpose(S.conv(X, Size.Channels, square(3, 2)), ToNchw);
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    if (Stage)
      X = S.transpose(S.conv(S.transpose(X, ToNhwc), Size.Channels << Stage, square(3, 2)), ToNchw);
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = block(S, X, Size.Depth, Size.Regions, Size.Chosen[Stage]);
  }
  // The last normalization is of batches: it stands alone behind a sum, so nothing folds it.
  const int32_t C = X.Dims[1];
  X = S.add(S.mul(S.transpose(X, ToNhwc), S.vector(C, 1, 0.3)), S.vector(C, 0, 0.5));
  logits(S, N, X, Size.Classes);
}

} // namespace zoo
