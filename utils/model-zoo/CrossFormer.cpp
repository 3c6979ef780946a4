// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CrossFormer: Wang et al., CrossFormer: A Versatile Vision Transformer Hinging on Cross-scale Attention (2021). Blocks attend in turn
// to neighbours and to tokens far apart; convolutions of several sizes make tokens.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

/// Tokens a fixed distance apart, of an image, and back.
Map apart(Simulation &S, const Map &X, int32_t Group) {
  const int32_t Interval = X.Dims[1] / Group, C = X.Dims[3];
  const Map Parts = S.transpose(S.reshape(X, {Group, Interval, Group, Interval, C}), {1, 3, 0, 2, 4});
  return S.reshape(Parts, {Interval * Interval, Group * Group, C});
}
Map together(Simulation &S, const Map &X, int32_t Side, int32_t Group) {
  const int32_t Interval = Side / Group, C = X.Dims[2];
  const Map Parts = S.transpose(S.reshape(X, {Interval, Interval, Group, Group, C}), {2, 0, 3, 1, 4});
  return S.reshape(Parts, {1, Side, Side, C});
}

Map block(Simulation &S, const Map &In, int32_t Heads, int32_t Group, bool IsFar) {
  const int32_t Tokens = In.Dims[1], C = In.Dims[2], Side = imageSide(Tokens), Of = Group * Group;
  const Map X = S.reshape(S.layerNorm(In), {1, Side, Side, C});
  // The network of positions has constant inputs, so its result is a constant.
  const auto Biased = [&](const Map &Scores) { return S.add(Scores, S.noise({1, Heads, Of, Of}, 0, 1)); };
  const Map Y = attention(S, IsFar ? apart(S, X, Group) : windows(S, X, Group), Heads, Biased);
  const Map Back = IsFar ? together(S, Y, Side, Group) : unwindowed(S, Y, Side, Group);
  const Map Z = S.add(In, S.reshape(Back, {1, Tokens, C}));
  return S.add(Z, multilayer(S, S.layerNorm(Z), 4 * C));
}

Map merged(Simulation &S, const Map &In) {
  const Map Image = imageOf(S, S.layerNorm(In));
  std::vector<Map> Parts;
  for (const int32_t Kernel : {2, 4})
    Parts.push_back(tokensOf(S, S.conv(Image, In.Dims[2], square(Kernel, 2))));
  return S.concatenate(Parts, 2);
}

} // namespace

void crossFormer(Simulation &S, Net &N, const CrossFormerSize &Size) {
  const Map Image = S.image({1, Size.Image, Size.Image, 3});
  std::vector<Map> Parts;
  for (const auto &[Kernel, Part] : {std::pair{4, 2}, {8, 4}, {16, 8}, {32, 8}})
    Parts.push_back(tokensOf(S, S.conv(Image, Size.Channels / Part, square(Kernel, 4))));
  Map X = S.layerNorm(S.concatenate(Parts, 2));
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    if (Stage)
      X = merged(S, X);
    const bool IsWhole = imageSide(X.Dims[1]) == Size.Group;
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = block(S, X, X.Dims[2] / Size.Depth, Size.Group, Block % 2 && !IsWhole);
  }
  logits(S, N, S.layerNorm(X), Size.Classes);
}

} // namespace zoo
