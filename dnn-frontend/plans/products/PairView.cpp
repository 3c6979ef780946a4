// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PairView.h"
#include "support/Checked.h"

namespace hexloom {

static constexpr int kBlock = 32;

std::vector<int> PairView::groupsOf(int Blocks) {
  const int Rest = Blocks % kMostBlocks, Full = Blocks / kMostBlocks;
  if (Rest == 1 && Full) { // one takes half a packet more for each product
    std::vector<int> Groups(static_cast<size_t>(Full - 1), kMostBlocks);
    Groups.insert(Groups.end(), {3, 2});
    return Groups;
  }
  std::vector<int> Groups(static_cast<size_t>(Full), kMostBlocks);
  if (Rest)
    Groups.push_back(Rest);
  return Groups;
}

std::string pairProblem(const ProductShape &S) {
  constexpr int kMostColumns = 8;
  if (S.Groups != 1)
    return "pairs of words serve one group of channels";
  if (S.StrideW > 2)
    return "pairs of words serve strides of 1 and 2 along a row";
  if (S.Out.W < PairView::kFour)
    return "rows of fewer than four outputs do not fill pairs of words";
  if (S.KernelW > kMostColumns)
    return "the words are copied for each column of the kernel, of which there are too many";
  return "";
}

/// The taps of 32 channels, or of those that the last block has, of one pixel of the window.
static Run runOf(const View &V, int Place, int Block) {
  Run R;
  const int Channels = std::min(kBlock, V.Depth - Block * kBlock);
  for (int C = 0; C < roundUp(Channels, 4); ++C)
    R.Taps.push_back(C < Channels ? Place * V.Depth + Block * kBlock + C : -1);
  return R;
}

PairView pairViewOf(const ProductShape &S, bool OutBlocked, bool SignedWeights) {
  PairView P;
  P.Image = viewOf(S, true, OutBlocked, 1, 0, S.KernelW > 1); // loads of later columns pass the last row's end
  P.Image.SignedWeights = SignedWeights;
  P.Image.Tile = PairView::kFour;
  P.Blocks = P.Image.Blocks;
  P.Columns = S.KernelW;
  const int Tiles = P.tiles();
  P.HasHalf = S.StrideW == 1 && Tiles % 2;
  P.Eights = S.StrideW == 1 ? (Tiles + 1) / 2 : Tiles;
  const bool IsOneRow = S.KernelH == 1;
  P.Rows = IsOneRow ? S.Out.H : (S.Out.H - 1) * S.StrideH + (S.KernelH - 1) * S.DilationH + 1;
  P.RowStep = IsOneRow ? S.StrideH : 1;
  P.OutputStep = IsOneRow ? 1 : S.StrideH;
  checkedInt(P.bytes());

  const auto WordsOf = [&](int Block) { return runOf(P.Image, 0, Block).words(); };
  P.FullWords = WordsOf(0);
  P.TailWords = WordsOf(P.Blocks - 1) == P.FullWords ? 0 : WordsOf(P.Blocks - 1);
  P.Packed = P.Image;
  P.Packed.Full.clear();
  P.Packed.Tail.clear();
  for (int KY = 0; KY < S.KernelH; ++KY)
    for (int Block = 0; Block < P.Blocks; ++Block)
      for (int KX = 0; KX < S.KernelW; ++KX)
        P.Packed.Full.push_back(runOf(P.Image, KY * S.KernelW + KX, Block));
  return P;
}

} // namespace hexloom
