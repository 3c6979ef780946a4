// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Lanes.h"

#include <algorithm>

namespace hexloom {

namespace {

int bitOf(int64_t Power) { return Power == 1 ? 0 : 1 + bitOf(Power / 2); }

bool isPower(int64_t N) { return N > 0 && (N & (N - 1)) == 0; }

/// The part of a digit in the vectors' bytes, as a power of two, and the part that counts vectors.
struct Split {
  int64_t Inside, Outside;
};

/// How vectors of `Bytes` split a digit's values: those within a vector, and vectors. Nothing: some
/// values begin within a vector.
std::optional<Split> splitAt(const LayoutMap::Digit &D, int64_t Bytes) {
  if (D.Stride % Bytes == 0)
    return Split{1, D.Size};
  if (D.Stride < Bytes && Bytes % D.Stride == 0 && D.Stride * D.Size <= Bytes && isPower(D.Size))
    return Split{D.Size, 1};
  if (D.Stride < Bytes && Bytes % D.Stride == 0 && D.Stride * D.Size % Bytes == 0)
    return Split{Bytes / D.Stride, D.Size / (Bytes / D.Stride)};
  return std::nullopt;
}

/// Whether places count pixels as the tensor's indices do, padding aside.
bool countsPixelsInOrder(const LayoutMap &Map, size_t Channel) {
  std::pair<int, int64_t> Before = {-1, 0};
  for (const LayoutMap::Digit &D : Map.digits()) {
    const std::pair<int, int64_t> Here = {Map.groups()[D.Group].Dims.First, -D.Low};
    if (D.Group != Channel && Here < Before)
      return false;
    Before = D.Group != Channel ? Here : Before;
  }
  return true;
}

/// Whether what pads pixels stands behind all of them: one index counts them.
bool padsBehindAll(const LayoutMap &Map, size_t Channel) {
  int Counted = 0;
  for (size_t I = 0; I < Map.groups().size(); ++I)
    Counted += I != Channel && Map.groups()[I].Extent > 1;
  return Counted <= 1;
}

} // namespace

std::optional<PixelVectors> pixelVectors(Layout L, const Nhwc &Images, int Terms, int VectorBytes) {
  constexpr int kChannel = 3;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  const size_t Channel = Map.groupOf(kChannel);
  if (Map.origin() || !(Map.groups()[Channel].Dims == JoinedDims{kChannel, kChannel}))
    return std::nullopt;
  PixelVectors V{1, {}, 0, 1, {}, false};
  int64_t Filled = 1;
  int ChannelLoops = 0;
  for (auto D = Map.digits().rbegin(); D != Map.digits().rend(); ++D) {
    const std::optional<Split> Parts = splitAt(*D, VectorBytes);
    if (!Parts)
      return std::nullopt;
    const bool IsChannel = D->Group == Channel;
    if (Parts->Inside > 1 && D->Stride != Filled)
      return std::nullopt;
    if (IsChannel && Parts->Inside > 1 && D->Low != V.Channels)
      return std::nullopt;
    for (int64_t Place = D->Stride; Place < D->Stride * Parts->Inside; Place *= 2) {
      if (IsChannel && V.Channels >= Terms)
        V.Bits.push_back(bitOf(Place));
      else if (IsChannel ? Place != V.Channels : V.Channels < Terms)
        return std::nullopt;
      V.Channels *= IsChannel ? 2 : 1;
    }
    Filled *= Parts->Inside;
    ChannelLoops += IsChannel && Parts->Outside > 1;
    if (!IsChannel && Parts->Outside > 1) {
      V.Units *= Parts->Outside;
      V.Walk.insert(V.Walk.begin(), {Parts->Outside, D->Stride * Parts->Inside});
    }
  }
  if (Filled != VectorBytes || V.Channels < Terms || ChannelLoops > 1)
    return std::nullopt;
  V.Block = Map.stride(Channel, V.Channels);
  const int64_t Pixels = int64_t(Images.N) * Images.H * Images.W;
  const bool IsPadded = V.Units * (VectorBytes / V.Channels) != Pixels;
  V.IsFlat = countsPixelsInOrder(Map, Channel) && (!IsPadded || padsBehindAll(Map, Channel));
  return V;
}

bool PixelVectors::isDense(int VectorBytes) const {
  int64_t Next = VectorBytes;
  return std::all_of(Walk.rbegin(), Walk.rend(), [&](const std::pair<int64_t, int64_t> &Loop) {
    const bool Follows = Loop.second == Next;
    Next *= Loop.first;
    return Follows;
  });
}

std::vector<int64_t> PixelVectors::offsets() const {
  std::vector<int64_t> All = {0};
  for (const auto &[Turns, Bytes] : Walk) {
    std::vector<int64_t> Finer;
    for (int64_t At : All)
      for (int64_t I = 0; I < Turns; ++I)
        Finer.push_back(At + I * Bytes);
    All = std::move(Finer);
  }
  return All;
}

} // namespace hexloom
