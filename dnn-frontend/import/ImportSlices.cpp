// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SLICE and STRIDED_SLICE: what is taken of each dimension of the input, masks resolved.
#include "import/OpReader.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

/// The resolved slice and the output's shape (without the dimensions that are dropped, with those
/// that are new).
struct Slice {
  Ints Begin, Strides, Size;
  Shape Output;
};

void setSlice(OpReader &R, const Slice &S) {
  R.setShape(0, S.Output);
  R.set(Attr::Begin, S.Begin);
  R.set(Attr::Strides, S.Strides);
  R.set(Attr::Size, S.Size);
}

class StridedSliceReader {
public:
  explicit StridedSliceReader(OpReader &R)
      : R(R), P(R.options<tflite::StridedSliceOptions>()), Begin(R.param(1, "begin")),
        End(R.param(2, "end")), Strides(R.param(3, "strides")) {}

  Slice read() {
    const size_t Entries = Begin.size();
    if (End.size() != Entries || Strides.size() != Entries || Entries > 31)
      R.fail(strf("begin, end and strides have %zu, %zu and %zu elements", Begin.size(), End.size(),
                  Strides.size()));
    size_t Consuming = 0; // entries that stand for one dimension of the input
    for (size_t I = 0; I < Entries; ++I)
      Consuming += !has(P.ellipsis_mask(), I) && !has(P.new_axis_mask(), I);
    const size_t Rank = R.in(0).Dims.size();
    if (Consuming > Rank)
      R.fail(strf("slices %zu dimensions of an input of rank %zu", Consuming, Rank));
    for (size_t I = 0; I < Entries; ++I)
      readEntry(I, Rank - Consuming);
    takeWhole(Rank - S.Begin.size());
    return S;
  }

private:
  static bool has(int32_t Mask, size_t I) { return (Mask >> I) & 1; }

  void readEntry(size_t I, size_t Unnamed) {
    if (has(P.ellipsis_mask(), I)) {
      if (std::exchange(SeenEllipsis, true))
        R.fail("has two ellipses");
      takeWhole(Unnamed);
    } else if (has(P.new_axis_mask(), I))
      S.Output.push_back(1);
    else
      take(I);
  }

  void takeWhole(size_t Count) {
    for (; Count > 0; --Count) {
      const int32_t Dim = R.in(0).Dims[S.Begin.size()];
      push(0, 1, Dim);
      S.Output.push_back(Dim);
    }
  }

  void push(int64_t First, int64_t Stride, int64_t Size) {
    S.Begin.push_back(First);
    S.Strides.push_back(Stride);
    S.Size.push_back(Size);
  }

  /// Entry I applies to the next dimension of the input.
  void take(size_t I) {
    const int64_t Dim = R.in(0).Dims[S.Begin.size()], Stride = Strides[I];
    if (Stride == 0 || Stride < -INT32_MAX || Stride > INT32_MAX)
      R.fail(strf("stride %lld of dimension %zu", (long long)Stride, S.Begin.size()));
    // Positions before the first and behind the last element where a backward or a forward walk
    // ends.
    const int64_t Low = Stride > 0 ? 0 : -1, High = Stride > 0 ? Dim : Dim - 1;
    auto clamp = [&](int64_t Position) {
      return std::max(Low, std::min(High, Position < 0 ? Position + Dim : Position));
    };
    if (has(P.shrink_axis_mask(), I)) {
      const int64_t At = Begin[I] < 0 ? Begin[I] + Dim : Begin[I];
      const int64_t Index = has(P.begin_mask(), I) ? (Stride > 0 ? 0 : Dim - 1) : At;
      if (Index < 0 || Index >= Dim)
        R.fail(strf("index %lld of dimension %zu, which has %lld elements", (long long)Begin[I],
                    S.Begin.size(), (long long)Dim));
      push(Index, 1, 1);
      return;
    }
    const int64_t First = has(P.begin_mask(), I) ? (Stride > 0 ? 0 : Dim - 1) : clamp(Begin[I]);
    constexpr int64_t kFar = int64_t(1) << 40; // beyond any element, and to be added to
    const int64_t Last = P.offset() ? First + std::clamp(End[I], -kFar, kFar) : End[I];
    const int64_t Stop = has(P.end_mask(), I) ? (Stride > 0 ? Dim : -1) : clamp(Last);
    const int64_t Step = Stride > 0 ? Stride : -Stride;
    const int64_t Distance = Stride > 0 ? Stop - First : First - Stop;
    const int64_t Size = Distance <= 0 ? 0 : (Distance + Step - 1) / Step;
    push(Size == 0 ? 0 : First, Size <= 1 ? 1 : Stride, Size);
    S.Output.push_back(static_cast<int32_t>(Size));
  }

  OpReader &R;
  const tflite::StridedSliceOptions &P;
  const Ints Begin, End, Strides;
  bool SeenEllipsis = false;
  Slice S;
};

} // namespace

/// A size of -1 reaches to the end.
void importSlice(OpReader &R) {
  const Shape &In = R.in(0).Dims;
  const Ints Begin = R.param(1, "begin"), Size = R.param(2, "size");
  if (Begin.size() != In.size() || Size.size() != In.size())
    R.fail(strf("begin and size have %zu and %zu elements, the input has rank %zu", Begin.size(),
                Size.size(), In.size()));
  Slice S;
  for (size_t D = 0; D < In.size(); ++D) {
    const bool Begins = Begin[D] >= 0 && Begin[D] <= In[D];
    const int64_t Rest = Begins ? In[D] - Begin[D] : 0, Taken = Size[D] == -1 ? Rest : Size[D];
    if (!Begins || Taken < 0 || Taken > Rest)
      R.fail(strf("takes %lld elements from %lld of dimension %zu, which has %d",
                  (long long)Size[D], (long long)Begin[D], D, In[D]));
    S.Begin.push_back(Taken == 0 ? 0 : Begin[D]);
    S.Strides.push_back(1);
    S.Size.push_back(Taken);
    S.Output.push_back(static_cast<int32_t>(Taken));
  }
  setSlice(R, S);
}

void importStridedSlice(OpReader &R) { setSlice(R, StridedSliceReader(R).read()); }

} // namespace hexloom
