// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the runtime's vector kernels know of a layout: hl_strides (hexloom/hvx/layout.h).
#pragma once

#include "ir/Graph.h"
#include "plans/Plan.h"
#include "support/CText.h"

namespace hexloom {

/// Offered layouts in which each row of an image is blocks of 32 channels. A block has all of the row's pixels, in whole vectors, and rows
/// lie one behind the other. Besides dense pixels, the vector kernels read and make these layouts (hl_in_blocks of hexloom/hvx/layout.h).
/// They are found by the layouts' maps, in the order of ir/layouts.def.
const std::vector<Layout> &blockedLayouts();
bool isBlocked(Layout L);
/// Whether the tensor can be stored in all blocked layouts.
bool fitsBlocks(const Tensor &T);
/// Offered layouts whose pixels lie flat in planes of four channels, padded to 32, image behind image.
const std::vector<Layout> &planeLayouts();
/// Offered layouts whose pixels lie flat in planes of one channel, padded to 128.
const std::vector<Layout> &channelPlaneLayouts();
/// Adds a plan for each blocked layout, with all activations in it.
void addBlocked(PlanList &Plans, const Op &O, const Cost &C);

/// Bytes from a pixel, a block of 32 channels, a row, an image to the next.
struct Strides {
  int64_t Pixel, Block, Row, Image;
};
Strides stridesOf(Layout L, const Nhwc &Images, int64_t ElementBytes);

/// The fields of hl_strides, each name behind `Prefix`: "in.", of images of that size.
Fields strideFields(const std::string &Prefix, Layout L, const Nhwc &Images, int64_t ElementBytes);

} // namespace hexloom
