// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of networks that SmartMem (Niu et al., 2024, table 7) evaluates, as exporters write them: windows by TRANSPOSE, shifts by slices,
// heads of attention, permutations around products of an NCHW export, shuffled channels, pixels that become channels. References: Liu et
// al., Swin Transformer (2021); Dosovitskiy et al., ViT (2020); Liu et al., ConvNeXt (2022); Ma et al., ShuffleNet V2 (2018).
#include "SmartMem.h"
#include "Tokens.h"
#include "Zoo.h"

namespace zoo {

namespace {

void swinPair(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const int32_t Heads = Channels / 32;
  const Map X = swinBlock(S, swinBlock(S, S.image({1, Size, Size, Channels}), Heads, 7, 0), Heads, 7, 3);
  N.output(S.fullyConnected(S.layerNorm(pixelsJoined(S, X)), 2 * Channels).V);
}

/// A block, and what reads the class token.
void vitBlock(Simulation &S, Net &N, int32_t Size, int32_t Channels) { visionTransformer(S, N, {Size, Channels, 1, 64, 100}); }

/// A ConvNeXt block and what follows a stage, in NCHW but for products.
void convNext(Simulation &S, Net &N, int32_t Size, int32_t Channels) {
  const Map X = convNextBlockPlanar(S, S.transpose(S.image({1, Size, Size, Channels}), ToNchw));
  const Map Y = S.transpose(S.layerNorm(S.transpose(X, ToNhwc)), ToNchw);
  N.output(S.conv(S.transpose(Y, ToNhwc), 2 * Channels, square(2, 2, Padding::VALID)).V);
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
