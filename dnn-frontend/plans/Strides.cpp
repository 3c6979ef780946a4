#include "plans/Strides.h"
#include "ir/LayoutMap.h"

#include <algorithm>

namespace hexloom {

/// By all addresses of an image whose width, channels and number of rows are padded or odd.
static bool hasBlocks(Layout L) {
  constexpr int64_t kN = 2, kH = 3, kW = 5, kC = 70, kWidth = 8, kBlocks = 3, kLanes = 32;
  const Shape Dims = {kN, kH, kW, kC};
  if (!LayoutMap::fits(L, DType::Int8, Dims))
    return false;
  const LayoutMap Map(L, Dims);
  for (int64_t Row = 0; Row < kN * kH; ++Row)
    for (int64_t X = 0; X < kW; ++X)
      for (int64_t C = 0; C < kC; ++C)
        if (Map.addressOf({Row / kH, Row % kH, X, C}) !=
            ((Row * kBlocks + C / kLanes) * kWidth + X) * kLanes + C % kLanes)
          return false;
  return Map.size() == kN * kH * kBlocks * kWidth * kLanes;
}

/// Likewise.
static bool hasPlanes(Layout L) {
  constexpr int64_t kN = 2, kH = 3, kW = 15, kC = 7, kPadded = 64, kPlanes = 2, kLanes = 4;
  const Shape Dims = {kN, kH, kW, kC};
  if (!LayoutMap::fits(L, DType::Int8, Dims))
    return false;
  const LayoutMap Map(L, Dims);
  for (int64_t Image = 0; Image < kN; ++Image)
    for (int64_t Pixel = 0; Pixel < kH * kW; ++Pixel)
      for (int64_t C = 0; C < kC; ++C)
        if (Map.addressOf({Image, Pixel / kW, Pixel % kW, C}) !=
            ((Image * kPlanes + C / kLanes) * kPadded + Pixel) * kLanes + C % kLanes)
          return false;
  return Map.size() == kN * kPlanes * kPadded * kLanes;
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

Fields strideFields(const std::string &Prefix, Layout L, const Nhwc &Images, int64_t ElementBytes) {
  constexpr int kImage = 0, kRow = 1, kPixel = 2, kChannel = 3, kBlock = 32;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  const auto Bytes = [&](const char *Name, int Dim, int64_t Step) {
    return field((Prefix + Name).c_str(), Map.stride(Map.groupOf(Dim), Step * Map.stepIn(Dim)) * ElementBytes);
  };
  return {Bytes("pixel", kPixel, 1), Bytes("block", kChannel, kBlock), Bytes("row", kRow, 1), Bytes("image", kImage, 1)};
}

} // namespace hexloom
