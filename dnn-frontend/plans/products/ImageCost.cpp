// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/ImageCost.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

using namespace product_cost;

static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes, kFour = 4, kEight = 8;

static double vectors(double Bytes) { return std::ceil(Bytes / kVector); }

Cost imageCost(const View &V) {
  if (!V.Copied)
    return {};
  const ProductShape &S = V.Shape;
  const int Rows = std::clamp(V.Height - S.PadTop, 0, S.In.H), Bytes = V.inPixelBytes();
  const Cost Outside = vectors(double(V.Height - Rows) * double(V.widthBytes())) * ImageFill;
  Cost Row;
  if (V.InBlocked)
    Row += vectors(double(V.widthBytes())) * ImageVector;
  else if (V.Spread)
    Row += std::ceil(double(S.In.W) / V.Spread) * ImageSpread;
  else if (Bytes == V.PixelBytes)
    Row += vectors(double(S.In.W) * Bytes) * ImageDense;
  else
    Row += double(S.In.W) * vectors(Bytes) * ImagePixel;
  return V.Blocks * (Outside + Rows * Row);
}

Cost imageSumsCost(const View &V) {
  const int Blocks = V.InBlocked ? V.Blocks / V.Groups : V.Blocks;
  const double Pixels = double(V.SumsRows) * V.SumsPixels;
  if (!V.sumsAreOfVectors())
    return V.Groups * (std::ceil(Pixels / kEight) * SumsEight + Pixels * vectors(V.PixelBytes) * SumsPixel);
  const bool Short = V.SumsRows > 1 && V.SumsWidth < kLanes;
  const double Sums =
      Short ? std::ceil(double(V.SumsRows) * V.SumsWidth / kLanes) : V.SumsRows * std::ceil(double(V.SumsPixels) / kLanes);
  return V.Groups *
         Blocks * (Pixels * V.PixelBytes / kVector * SumsVector + Sums * SumsBlock);
}

Cost windowSumsCost(double Rows, int64_t Width, int Taps) {
  constexpr int kColumns = 9; // hl_window_sums
  const Cost PerVector = Taps <= kColumns ? Taps * WindowSum : Taps * WindowSumLooped;
  // What a vector takes is little of either: a loop waits at its ends, and rows of one vector are none.
  return Rows * ((Width > kLanes ? WindowRow : WindowRowOnce) + std::ceil(double(Width) / kLanes) * PerVector);
}

} // namespace hexloom
