// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What networks with attention are made of, as exporters of PyTorch write it. Tokens: [images, tokens, channels]; an image is [1, height,
// width, channels].
#pragma once

#include "Blocks.h"

namespace zoo {

inline const std::vector<int32_t> ToNchw = {0, 3, 1, 2}, ToNhwc = {0, 2, 3, 1};

/// FULLY_CONNECTED to Inner channels, GELU, and back.
Map multilayer(Simulation &S, const Map &X, int32_t Inner);

/// Entry Index of the first dimension, which goes away, by SLICE and RESHAPE.
Map entry(Simulation &S, const Map &X, int32_t Index);
/// Channels [First, First + Count) of the last dimension.
Map channels(Simulation &S, const Map &X, int32_t First, int32_t Count);

/// Count tensors [images, heads, tokens, depth] of the channels of one: queries, keys, values.
std::vector<Map> splitHeads(Simulation &S, const Map &X, int32_t Count, int32_t Heads);
/// What the scores get besides.
using Change = std::function<Map(const Map &)>;
/// softmax(scaled queries by keys) by values; all of them have heads.
Map attend(Simulation &S, const Map &Queries, const Map &Keys, const Map &Values, const Change &Add = nullptr);
/// Attention of tokens among themselves: one product makes queries, keys and values, another one mixes the heads.
Map attention(Simulation &S, const Map &X, int32_t Heads, const Change &Add = nullptr);

/// Rows or columns moved round by so many.
Map rolled(Simulation &S, const Map &X, int32_t By, int32_t Axis);
/// An image as windows of this size, [windows, size^2, channels], and back.
Map windows(Simulation &S, const Map &X, int32_t Size);
Map unwindowed(Simulation &S, const Map &X, int32_t Side, int32_t Size);
/// The four pixels of each block of 2x2, side by side, by strided slices.
Map pixelsJoined(Simulation &S, const Map &X);

/// Side of the square image that so many tokens are.
int32_t imageSide(int32_t Tokens);
/// Tokens of one image as the image and back, through NCHW, as PyTorch has it around a convolution.
Map imageOf(Simulation &S, const Map &Tokens);
Map tokensOf(Simulation &S, const Map &Image);
/// A depthwise convolution of an image in NCHW.
Map depthwisePlanar(Simulation &S, const Map &X, int32_t Kernel);

/// Mean of tokens or pixels, and a product: the graph's output.
void logits(Simulation &S, Net &N, const Map &X, int32_t Classes);

/// A block of a Swin Transformer on an image; windows are shifted first if Shift is not 0.
Map swinBlock(Simulation &S, const Map &In, int32_t Heads, int32_t Window, int32_t Shift);
/// A ConvNeXt block in NCHW.
Map convNextBlockPlanar(Simulation &S, const Map &In);

} // namespace zoo
