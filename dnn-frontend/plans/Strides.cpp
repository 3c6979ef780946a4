#include "plans/Strides.h"
#include "ir/LayoutMap.h"

namespace hexloom {

Fields strideFields(const std::string &Prefix, Layout L, const Nhwc &Images, int64_t ElementBytes) {
  constexpr int kImage = 0, kRow = 1, kPixel = 2, kChannel = 3, kBlock = 32;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  const auto Bytes = [&](const char *Name, int Dim, int64_t Step) {
    return field((Prefix + Name).c_str(), Map.stride(Map.groupOf(Dim), Step * Map.stepIn(Dim)) * ElementBytes);
  };
  return {Bytes("pixel", kPixel, 1), Bytes("block", kChannel, kBlock), Bytes("row", kRow, 1), Bytes("image", kImage, 1)};
}

} // namespace hexloom
