// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/Strides.h"
#include "ir/LayoutMap.h"

#include <algorithm>

namespace hexloom {

/// Whether L has Size bytes for an image and each element where AddressOf(n, y, x, c) says.
template <typename F> static bool hasAddresses(Layout L, const Shape &Dims, int64_t Size, F AddressOf) {
  if (!LayoutMap::fits(L, DType::Int8, Dims))
    return false;
  const LayoutMap Map(L, Dims);
  for (int64_t N = 0; N < Dims[0]; ++N)
    for (int64_t Y = 0; Y < Dims[1]; ++Y)
      for (int64_t X = 0; X < Dims[2]; ++X)
        for (int64_t C = 0; C < Dims[3]; ++C)
          if (Map.addressOf({N, Y, X, C}) != AddressOf(N, Y, X, C))
            return false;
  return Map.size() == Size;
}

/// Whether L is one of blockedLayouts(). The image that is tried has a width, channels and a number of rows that are padded or odd.
static bool hasBlocks(Layout L) {
  constexpr int64_t kN = 2, kH = 3, kW = 5, kC = 70, kWidth = 8, kBlocks = 3, kLanes = 32;
  return hasAddresses(L, {kN, kH, kW, kC}, kN * kH * kBlocks * kWidth * kLanes, [](int64_t N, int64_t Y, int64_t X, int64_t C) {
    return (((N * kH + Y) * kBlocks + C / kLanes) * kWidth + X) * kLanes + C % kLanes;
  });
}

/// Whether L is one of planeLayouts(), tried with an image whose pixels and channels are padded.
static bool hasPlanes(Layout L) {
  constexpr int64_t kN = 2, kH = 3, kW = 15, kC = 7, kPadded = 64, kPlanes = 2, kLanes = 4;
  return hasAddresses(L, {kN, kH, kW, kC}, kN * kPlanes * kPadded * kLanes, [](int64_t N, int64_t Y, int64_t X, int64_t C) {
    return ((N * kPlanes + C / kLanes) * kPadded + Y * kW + X) * kLanes + C % kLanes;
  });
}

/// Whether L is one of channelPlaneLayouts(), tried with an image whose pixels are padded.
static bool hasChannelPlanes(Layout L) {
  constexpr int64_t kN = 2, kH = 3, kW = 43, kC = 3, kPadded = 256;
  return hasAddresses(L, {kN, kH, kW, kC}, kN * kC * kPadded,
                      [](int64_t N, int64_t Y, int64_t X, int64_t C) { return (N * kC + C) * kPadded + Y * kW + X; });
}

static std::vector<Layout> offeredThat(bool (*Is)(Layout)) {
  std::vector<Layout> Found;
  std::copy_if(offeredLayouts().begin(), offeredLayouts().end(), std::back_inserter(Found), Is);
  return Found;
}

const std::vector<Layout> &blockedLayouts() {
  static const std::vector<Layout> All = offeredThat(hasBlocks);
  return All;
}

const std::vector<Layout> &planeLayouts() {
  static const std::vector<Layout> All = offeredThat(hasPlanes);
  return All;
}

const std::vector<Layout> &channelPlaneLayouts() {
  static const std::vector<Layout> All = offeredThat(hasChannelPlanes);
  return All;
}

bool isBlocked(Layout L) {
  return std::find(blockedLayouts().begin(), blockedLayouts().end(), L) != blockedLayouts().end();
}

bool fitsBlocks(const Tensor &T) {
  return std::all_of(blockedLayouts().begin(), blockedLayouts().end(),
                     [&](Layout L) { return layoutFits(T, L); });
}

void addBlocked(PlanList &Plans, const Op &O, const Cost &C) {
  for (Layout L : blockedLayouts())
    Plans.add(O, L, C);
}

Strides stridesOf(Layout L, const Nhwc &Images, int64_t ElementBytes) {
  constexpr int kImage = 0, kRow = 1, kPixel = 2, kChannel = 3, kBlock = 32;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  const auto Bytes = [&](int Dim, int64_t Step) { return Map.stride(Map.groupOf(Dim), Step * Map.stepIn(Dim)) * ElementBytes; };
  return {Bytes(kPixel, 1), Bytes(kChannel, kBlock), Bytes(kRow, 1), Bytes(kImage, 1)};
}

Fields strideFields(const std::string &Prefix, Layout L, const Nhwc &Images, int64_t ElementBytes) {
  const Strides S = stridesOf(L, Images, ElementBytes);
  const auto Named = [&](const char *Name, int64_t Bytes) { return field((Prefix + Name).c_str(), Bytes); };
  return {Named("pixel", S.Pixel), Named("block", S.Block), Named("row", S.Row), Named("image", S.Image)};
}

} // namespace hexloom
