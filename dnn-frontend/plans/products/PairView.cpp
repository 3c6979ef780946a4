// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PairView.h"
#include "support/Checked.h"

namespace hexloom {

static constexpr int kBlock = 32, kWordBytes = 4;

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

std::string pairProblem(const ProductShape &S, bool InBlocked) {
  constexpr int kMostColumns = 8;
  if (S.Groups != 1)
    return "pairs of words serve one group of channels";
  if (!InBlocked && S.In.C > kWordBytes)
    return "row-major pixels of more than four channels are no words";
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

PairView::Place PairView::placeOfColumn(int Column) const {
  const int Pixel = Column * Image.Shape.DilationW, Stride = Image.Shape.StrideW, Word = Pixel / Stride;
  return {Pixel % Stride + Word % 2 * Stride, Word / 2};
}

int64_t PairView::placeOfWord(int Word) const {
  if (!isPicture())
    return Word % 2 * hexagon::kVectorBytes + Word / 2 * kPairBytes;
  const Place At = placeOfColumn(Word % Image.Shape.KernelW);
  return Word / Image.Shape.KernelW * Image.Shape.DilationH * rowBytes() + At.Phase * phaseBytes() + At.Pair * kPairBytes;
}

int64_t PairView::placeOfPacked(int Word) const {
  int Run = 0;
  for (int Words = 0; Words = Packed.Full.at(static_cast<size_t>(Run)).words(), Word >= Words; Word -= Words)
    ++Run;
  const int Each = Blocks * Columns; // runs of rows of the kernel
  return Run / Each * RunRows * Image.Shape.DilationH * rowBytes() + Run % Each * runBytes() + placeOfWord(Word);
}

/// Rows of the image for those of the outputs.
static void addRows(PairView &P) {
  const ProductShape &S = P.Image.Shape;
  const bool IsOneRow = S.KernelH == 1;
  P.Rows = IsOneRow ? S.Out.H : (S.Out.H - 1) * S.StrideH + (S.KernelH - 1) * S.DilationH + 1;
  P.RowStep = IsOneRow ? S.StrideH : 1;
  P.OutputStep = IsOneRow ? 1 : S.StrideH;
  checkedInt(P.bytes());
}

/// Row-major pixels of up to four channels.
PairView pictureViewOf(const ProductShape &S, bool OutBlocked) {
  constexpr int kMostStraight = 12; // words whose products are one run
  PairView P;
  P.Image = viewOf(S, false, OutBlocked, 1, 0, true);
  P.Image.Tile = PairView::kFour;
  int Pairs = 0;
  for (int Column = 0; Column < S.KernelW; ++Column) {
    const PairView::Place At = P.placeOfColumn(Column);
    P.Phases = std::max(P.Phases, roundUp(At.Phase + 1, S.StrideW)); // of stride 2 both are made at a time
    Pairs = std::max(Pairs, At.Pair);
  }
  const int Bytes = P.Image.outWidth4() * kWordBytes + Pairs * PairView::kPairBytes;
  P.PhaseVectors = ceilDiv(Bytes, hexagon::kVectorBytes);
  P.ArePhasesFull = Bytes % hexagon::kVectorBytes == 0;
  P.RunRows = S.KernelH * S.KernelW <= kMostStraight ? S.KernelH : 1;
  P.FullWords = P.RunRows * S.KernelW;
  addRows(P);
  P.Packed = P.Image;
  P.Packed.Full.clear();
  P.Packed.Tail.clear();
  for (int First = 0; First < S.KernelH * S.KernelW; First += P.FullWords) {
    Run R;
    for (int Place = First; Place < First + P.FullWords; ++Place)
      for (int C = 0; C < kWordBytes; ++C)
        R.Taps.push_back(C < S.In.C ? Place * S.In.C + C : -1);
    P.Packed.Full.push_back(std::move(R));
  }
  return P;
}

PairView pairViewOf(const ProductShape &S, bool InBlocked, bool OutBlocked) {
  if (!InBlocked)
    return pictureViewOf(S, OutBlocked);
  PairView P;
  P.Image = viewOf(S, true, OutBlocked, 1, 0, S.KernelW > 1); // loads of later columns pass the last row's end
  P.Image.Tile = PairView::kFour;
  P.Blocks = P.Image.Blocks;
  P.Columns = S.KernelW;
  const int Tiles = P.tiles();
  P.HasHalf = S.StrideW == 1 && Tiles % 2;
  P.Eights = S.StrideW == 1 ? (Tiles + 1) / 2 : Tiles;
  addRows(P);

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
