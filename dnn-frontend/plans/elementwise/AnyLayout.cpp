// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/AnyLayout.h"
#include "machine/Processor.h"

namespace hexloom {

static constexpr int64_t kVector = hexagon::kVectorBytes;

static bool fits(const Tensor &T, Layout L) { return T.rank() <= 4 && LayoutMap::fits(L, T.Type, T.Dims); }

bool sameInLayout(const Tensor &A, const Tensor &B, Layout L) {
  if (!fits(A, L) || !fits(B, L))
    return false;
  const Nhwc X = asNhwc(A.Dims), Y = asNhwc(B.Dims);
  return X.N == Y.N && X.H == Y.H && X.W == Y.W && X.C == Y.C;
}

std::optional<ChannelRuns> channelRuns(const Tensor &T, Layout L, int64_t SetsOfChannels) {
  constexpr JoinedDims kImages{0, 0}, kChannels{3, 3};
  if (!fits(T, L))
    return std::nullopt;
  const LayoutMap Map(L, T.Dims);
  const std::vector<LayoutMap::Digit> &Digits = Map.digits();
  const auto IsOf = [&](const LayoutMap::Digit &D, const JoinedDims &Dims) { return Map.groups()[D.Group].Dims == Dims; };
  const LayoutMap::Digit &Last = Digits.back();
  if (!IsOf(Last, kChannels) || Last.High == 0 || kVector % Last.Size != 0)
    return std::nullopt;
  if (SetsOfChannels > 1 && !IsOf(Digits.front(), kImages))
    return std::nullopt;
  ChannelRuns R{1, 0, 0, Last.Size};
  for (const LayoutMap::Digit &D : Digits) {
    if (!IsOf(D, kChannels)) {
      R.Outer *= R.Blocks ? 1 : D.Size;
      continue;
    }
    if (R.Blocks) // the last digit, or a third one
      return &D == &Last && R.Vectors > 0 ? std::optional(R) : std::nullopt;
    R.Blocks = D.Size;
    R.Vectors = D.Stride % kVector == 0 ? D.Stride / kVector : 0;
  }
  return std::nullopt;
}

} // namespace hexloom
