// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR: where each output row and column reads.
#pragma once

#include "plans/windows/Window.h"

namespace hexloom {

/// hl_resize_tap of hexloom/portable/resize.h.
struct ResizeTap {
  int32_t Lower, Upper, DistanceQ10;
  float Distance;
};

/// Integer coordinates in units of 2^-10 (int8 and int16).
std::vector<ResizeTap> bilinearTapsFixed(int In, int Out, bool AlignCorners, bool HalfPixel);
/// Single-precision coordinates (uint8).
std::vector<ResizeTap> bilinearTapsFloat(int In, int Out, bool AlignCorners, bool HalfPixel);
std::vector<int32_t> nearestSources(int In, int Out, bool AlignCorners, bool HalfPixel);

/// Tables of hl_resize_tap, and of source coordinates, rounded up to a multiple of `Multiple`
/// entries.
std::string sourceTaps(const Graph &G, const Op &O, bool Rows, LayerWriter &W);
std::string nearestTable(const Graph &G, const Op &O, bool Rows, size_t Multiple, LayerWriter &W);

Fields resizeFields(const Graph &G, const Op &O);
std::string resizeProblem(const Graph &G, const Op &O);

/// Whether the operator is RESIZE_BILINEAR; otherwise it is RESIZE_NEAREST_NEIGHBOR.
inline bool isBilinear(const Op &O) { return O.Kind == OpKind::ResizeBilinear; }

} // namespace hexloom
