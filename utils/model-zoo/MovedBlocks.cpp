// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of networks that SmartMem (Niu et al., 2024, table 7) evaluates, as exporters write them: windows by TRANSPOSE, shifts by slices,
// heads of attention, permutations around products of an NCHW export, shuffled channels, pixels that become channels. References: Liu et
// al., Swin Transformer (2021); Dosovitskiy et al., ViT (2020); Liu et al., ConvNeXt (2022); Ma et al., ShuffleNet V2 (2018).
#include "Blocks.h"
#include "Zoo.h"

#include <cmath>

namespace zoo {

namespace {

Map multilayer(Simulation &S, const Map &X, int32_t Inner) {
  return S.fullyConnected(S.gelu(S.fullyConnected(X, Inner)), X.Dims.back());
}

/// The attention of [images, tokens, channels]; queries, keys and values of one product. Add: what the scores get besides.
Map attention(Simulation &S, const Map &X, int32_t Heads, const std::function<Map(const Map &)> &Add) {
  const int32_t B = X.Dims[0], Tokens = X.Dims[1], C = X.Dims[2], Depth = C / Heads;
  const Map All = S.transpose(S.reshape(S.fullyConnected(X, 3 * C, 1.5), {B, Tokens, 3, Heads, Depth}), {2, 0, 3, 1, 4});
  const auto Part = [&](int32_t K) {
    return S.reshape(S.slice(All, {K, 0, 0, 0, 0}, {1, B, Heads, Tokens, Depth}), {B, Heads, Tokens, Depth});
  };
  const Map Queries = S.mul(Part(0), S.scalar(1 / std::sqrt(Depth)));
  const Map Shares = S.softmax(Add(S.batchMatMul(Queries, Part(1), true)));
  const Map Mixed = S.transpose(S.batchMatMul(Shares, Part(2), false), {0, 2, 1, 3});
  return S.fullyConnected(S.reshape(Mixed, {B, Tokens, C}), C);
}

/// Rows or columns moved round by so many.
Map rolled(Simulation &S, const Map &X, int32_t By, int32_t Axis) {
  const auto A = static_cast<size_t>(Axis);
  const int32_t Size = X.Dims[A], Cut = (By + Size) % Size;
  std::vector<int32_t> Zero(X.Dims.size(), 0), Begin = Zero;
  Begin[A] = Cut;
  Shape Last = X.Dims, First = X.Dims;
  Last[A] = Size - Cut, First[A] = Cut;
  return S.concatenate({S.slice(X, Begin, Last), S.slice(X, Zero, First)}, Axis);
}

/// A block of windows of 7x7 tokens, which are shifted first if Shift is not 0.
Map swinBlock(Simulation &S, const Map &In, int32_t Heads, int32_t Shift) {
  constexpr int32_t Window = 7, Tokens = Window * Window;
  const int32_t H = In.Dims[1], W = In.Dims[2], C = In.Dims[3], Rows = H / Window, Columns = W / Window, Windows = Rows * Columns;
  Map X = S.layerNorm(In);
  if (Shift)
    X = rolled(S, rolled(S, X, Shift, 1), Shift, 2);
  X = S.transpose(S.reshape(X, {1, Rows, Window, Columns, Window, C}), {0, 1, 3, 2, 4, 5});
  X = attention(S, S.reshape(X, {Windows, Tokens, C}), Heads, [&](const Map &Scores) {
    const Map Biased = S.add(Scores, S.noise({1, Heads, Tokens, Tokens}, 0, 1));
    if (!Shift)
      return Biased;
    const Map Masked = S.add(S.reshape(Biased, {1, Windows, Heads, Tokens, Tokens}), S.noise({1, Windows, 1, Tokens, Tokens}, -4, 4));
    return S.reshape(Masked, {Windows, Heads, Tokens, Tokens});
  });
  X = S.transpose(S.reshape(X, {1, Rows, Columns, Window, Window, C}), {0, 1, 3, 2, 4, 5});
  X = S.reshape(X, {1, H, W, C});
  if (Shift)
    X = rolled(S, rolled(S, X, -Shift, 1), -Shift, 2);
  X = S.add(In, X);
  return S.add(X, multilayer(S, S.layerNorm(X), 4 * C));
}

/// The four pixels of each block of 2x2, side by side, by strided slices.
Map pixelsJoined(Simulation &S, const Map &X) {
  std::vector<Map> Four;
  for (const auto &[Row, Column] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
    Four.push_back(S.stridedSlice(X, {0, Row, Column, 0}, {1, 2, 2, 1}));
  return S.concatenate(Four, 3);
}

void swinPair(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const int32_t Heads = Channels / 32;
  const Map X = swinBlock(S, swinBlock(S, S.image({1, Size, Size, Channels}), Heads, 0), Heads, 3);
  N.output(S.fullyConnected(S.layerNorm(pixelsJoined(S, X)), 2 * Channels).V);
}

/// Patches of 16x16 pixels, a class token, a block, and what reads the token.
void vitBlock(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  Map X = S.conv(S.image({1, Size, Size, 3}), Channels, square(16, 16, Padding::VALID));
  X = S.reshape(X, {1, X.Dims[1] * X.Dims[2], Channels});
  X = S.concatenate({S.noise({1, 1, Channels}, 0, 1), X}, 1);
  X = S.add(X, S.noise({1, X.Dims[1], Channels}, 0, 0.3));
  X = S.add(X, attention(S, S.layerNorm(X), Channels / 64, [](const Map &Scores) { return Scores; }));
  X = S.layerNorm(S.add(X, multilayer(S, S.layerNorm(X), 4 * Channels)));
  N.output(S.fullyConnected(S.reshape(S.slice(X, {0, 0, 0}, {1, 1, Channels}), {1, Channels}), 100).V);
}

/// A ConvNeXt block and what follows a stage, in NCHW but for products.
void convNext(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const std::vector<int32_t> ToNchw = {0, 3, 1, 2}, ToNhwc = {0, 2, 3, 1};
  const Map In = S.transpose(S.image({1, Size, Size, Channels}), ToNchw);
  Map X = S.transpose(S.depthwise(S.transpose(In, ToNhwc), square(7)), ToNchw);
  X = multilayer(S, S.layerNorm(S.transpose(X, ToNhwc)), 4 * Channels);
  X = S.add(In, S.transpose(S.mul(X, S.vector(Channels, 0, 0.5)), ToNchw));
  X = S.transpose(S.layerNorm(S.transpose(X, ToNhwc)), ToNchw);
  N.output(S.conv(S.transpose(X, ToNhwc), 2 * Channels, square(2, 2, Padding::VALID)).V);
}

/// Two units; half of the channels pass each of them, then the halves are shuffled.
void shuffleUnits(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const int32_t Half = Channels / 2;
  Map X = S.image({1, Size, Size, Channels});
  for (int Unit = 0; Unit < 2; ++Unit) {
    const Map Passes = S.slice(X, {0, 0, 0, 0}, {1, Size, Size, Half});
    Map Y = S.conv(S.slice(X, {0, 0, 0, Half}, {1, Size, Size, Half}), Half, 1, 1, Relu);
    Y = S.conv(S.depthwise(Y, square(3)), Half, 1, 1, Relu);
    X = S.reshape(S.concatenate({Passes, Y}, 3), {1, Size, Size, 2, Half});
    X = S.reshape(S.transpose(X, {0, 1, 2, 4, 3}), {1, Size, Size, Channels});
  }
  N.output(X.V);
}

void spaceToDepthStem(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  N.output(S.conv(S.spaceToDepth(S.image({1, Size, Size, 3}), 2), Channels, 3, 1, Relu).V);
}

void focusStem(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  N.output(S.conv(pixelsJoined(S, S.image({1, Size, Size, 3})), Channels, 3, 1, Relu).V);
}

/// PyTorch's pixel_unshuffle in NCHW.
void unshuffleStem(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const int32_t Half = Size / 2;
  Map X = S.reshape(S.image({1, 3, Size, Size}), {1, 3, Half, 2, Half, 2});
  X = S.reshape(S.transpose(X, {0, 1, 3, 5, 2, 4}), {1, 12, Half, Half});
  N.output(S.conv(S.transpose(X, {0, 2, 3, 1}), Channels, 3, 1, Relu).V);
}

const struct {
  const char *Name, *Description;
  void (*Build)(Simulation &, Net &, int32_t Size, int32_t Channels);
  int32_t Size, Channels, SmallSize, SmallChannels;
} Rows[] = {
    {"swin_pair", "two blocks of a Swin Transformer and the merging of patches", swinPair, 56, 96, 14, 32},
    {"vit_block", "a Vision Transformer with one block", vitBlock, 224, 384, 64, 64},
    {"convnext_nchw", "a ConvNeXt block, exported in NCHW", convNext, 56, 96, 14, 32},
    {"shuffle_units", "two ShuffleNet V2 units", shuffleUnits, 28, 116, 8, 16},
    {"space_to_depth_stem", "a convolution of SPACE_TO_DEPTH", spaceToDepthStem, 224, 32, 32, 16},
    {"focus_stem", "a convolution of joined slices", focusStem, 224, 32, 32, 16},
    {"unshuffle_stem", "a convolution of pixels that were channels of planes", unshuffleStem, 224, 32, 32, 16},
};

} // namespace

void addMovedBlocks(std::vector<Entry> &Zoo) {
  for (const auto &R : Rows)
    for (const bool Small : {false, true}) {
      const int32_t Size = Small ? R.SmallSize : R.Size, Channels = Small ? R.SmallChannels : R.Channels;
      const std::string Text = std::to_string(Size) + "x" + std::to_string(Size);
      Zoo.push_back({R.Name + ("_" + Text) + "_int8", R.Description + std::string(Small ? ", reduced to " : ", ") + Text,
                     [=](Net &N) {
                       Simulation S(N, TensorType::INT8);
                       R.Build(S, N, Size, Channels);
                     },
                     true});
    }
}

} // namespace zoo
