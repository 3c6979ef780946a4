#include "plans/movement/Copy.h"
#include "plans/CText.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

int64_t StridedCopy::turns() const {
  int64_t Product = 1;
  for (const Loop &L : Loops)
    Product *= L.Size;
  return Product;
}

void StridedCopy::simplify() {
  std::vector<Loop> Kept;
  for (const Loop &L : Loops) {
    if (L.Size == 1)
      continue;
    if (!Kept.empty() && Kept.back().In == L.In * L.Size && Kept.back().Out == L.Out * L.Size)
      Kept.back() = {Kept.back().Size * L.Size, L.In, L.Out};
    else
      Kept.push_back(L);
  }
  while (!Kept.empty() && Kept.back().In == Run && Kept.back().Out == Run) {
    Run *= Kept.back().Size;
    Kept.pop_back();
  }
  Loops = std::move(Kept);
}

void StridedCopy::apply(const uint8_t *From, uint8_t *To) const {
  std::vector<int64_t> Turn(Loops.size(), 0);
  for (int64_t Left = turns(); Left > 0; --Left) {
    int64_t In = InOffset, Out = OutOffset;
    for (size_t L = 0; L < Loops.size(); ++L) {
      In += Turn[L] * Loops[L].In;
      Out += Turn[L] * Loops[L].Out;
    }
    std::copy(From + In, From + In + Run, To + Out);
    for (size_t L = Loops.size(); L-- > 0 && ++Turn[L] == Loops[L].Size;)
      Turn[L] = 0;
  }
}

std::string StridedCopy::cText() const {
  HEXLOOM_CHECK(Loops.size() <= kCopyLoops, "too many loops");
  std::vector<std::string> Rows;
  for (const Loop &L : Loops)
    Rows.push_back(braces({L.Size, L.In, L.Out}));
  if (Rows.empty())
    Rows.push_back("{0}");
  return braces(std::vector<std::string>{std::to_string(InOffset), std::to_string(OutOffset), std::to_string(Run),
                                         std::to_string(Loops.size()), braces(Rows)});
}

View viewOf(const Tensor &T, Layout L) {
  View V{T.Dims, std::vector<int64_t>(T.Dims.size()), bytesOf(T.Type)};
  if (L == Layout::Depth32) {
    HEXLOOM_CHECK(T.rank() == 4, "depth-blocked movement of another rank");
    const int64_t Block = (T.Dims[2] + 3) / 4 * 4 * 32, Blocks = (T.Dims[3] + 31) / 32;
    V.Dims[3] = static_cast<int32_t>(Blocks);
    V.Strides = {T.Dims[1] * Blocks * Block, Blocks * Block, 32, Block};
    V.Unit = 32;
    return V;
  }
  int64_t Stride = V.Unit;
  for (size_t I = T.Dims.size(); I-- > 0; Stride *= T.Dims[I])
    V.Strides[I] = Stride;
  return V;
}

StridedCopy boxCopy(int64_t Unit, const Shape &Size, const std::vector<int64_t> &InStrides,
                    const std::vector<int64_t> &OutStrides, int64_t InOffset, int64_t OutOffset) {
  StridedCopy C;
  C.Run = Unit;
  C.InOffset = InOffset;
  C.OutOffset = OutOffset;
  for (size_t I = 0; I < Size.size(); ++I)
    C.Loops.push_back({Size[I], InStrides[I], OutStrides[I]});
  C.simplify();
  return C;
}

} // namespace hexloom
