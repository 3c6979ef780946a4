// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks of table 7 of SmartMem (Niu et al., 2024). Each has its sizes in a structure, so that a reduced one is made by the same lines.
#pragma once

#include "Simulation.h"

namespace zoo {

using Counts = std::vector<int32_t>; ///< of each stage

/// Channels of the first stage, which double; the side of the windows of each stage, and blocks in it.
struct SwinSize {
  int32_t Image, Channels, Depth; ///< Depth: channels of a head
  Counts Blocks, Windows;
  int32_t Classes;
};
void swin(Simulation &S, Net &N, const SwinSize &Size);

struct VisionTransformerSize {
  int32_t Image, Channels, Blocks, Depth, Classes;
};
void visionTransformer(Simulation &S, Net &N, const VisionTransformerSize &Size);

struct ConvNextSize {
  int32_t Image;
  Counts Channels, Blocks;
  int32_t Classes;
  bool IsPlanar; ///< as PyTorch exports it, in NCHW but for normalizations and products
};
void convNext(Simulation &S, Net &N, const ConvNextSize &Size);

struct CrossFormerSize {
  int32_t Image, Channels, Depth, Group;
  Counts Blocks;
  int32_t Classes;
};
void crossFormer(Simulation &S, Net &N, const CrossFormerSize &Size);

struct CSwinSize {
  int32_t Image, Channels, Depth;
  Counts Blocks, Stripes;
  int32_t Classes;
};
void cswin(Simulation &S, Net &N, const CSwinSize &Size);

struct EfficientVitSize {
  int32_t Image, Depth;
  Counts Channels, Blocks; ///< the first stage has depthwise separable blocks, the last two attention
  int32_t Head, Wide, Classes;
};
void efficientVit(Simulation &S, Net &N, const EfficientVitSize &Size);

struct ResNextSize {
  int32_t Image, Stem, Width, Groups;
  Counts Blocks;
  int32_t Classes;
};
void resNext(Simulation &S, Net &N, const ResNextSize &Size);

struct RegNetSize {
  int32_t Image, Stem, Group;
  Counts Channels, Blocks;
  int32_t Classes;
};
void regNet(Simulation &S, Net &N, const RegNetSize &Size);

struct YoloSize {
  int32_t Image, Width, Classes; ///< Width: channels of the first convolution
};
void yoloV8(Simulation &S, Net &N, const YoloSize &Size);

struct SmtSize {
  int32_t Image, Channels;
  Counts Blocks, Heads, Ratios; ///< Heads: of attention, 0 where a stage has none
  int32_t Classes;
};
void smt(Simulation &S, Net &N, const SmtSize &Size);

struct BiFormerSize {
  int32_t Image, Channels, Depth, Regions; ///< Regions: in a row
  Counts Blocks, Chosen;                   ///< Chosen: regions that a region attends to, 0: all tokens
  int32_t Classes;
};
void biFormer(Simulation &S, Net &N, const BiFormerSize &Size);

struct FlattenSize {
  int32_t Image;
  Counts Channels, Blocks, Heads, Ratios;
  int32_t Classes;
};
void flatten(Simulation &S, Net &N, const FlattenSize &Size);

struct TextSize {
  int32_t Vocabulary, Channels, Layers, Heads;
};
void clipText(Simulation &S, Net &N, int32_t Tokens, const TextSize &Size);
void pythia(Simulation &S, Net &N, int32_t Tokens, const TextSize &Size);

struct DiffusionSize {
  int32_t Channels;
  Counts Multipliers;
  int32_t Blocks, Groups, Heads, ContextTokens, ContextChannels;
};
/// Side: of the latents.
void diffusionUnet(Simulation &S, Net &N, int32_t Side, const DiffusionSize &Size);
void diffusionDecoder(Simulation &S, Net &N, int32_t Side, const DiffusionSize &Size);

} // namespace zoo
