// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/CoreCost.h"
#include "plans/products/RowAxes.h"
#include "plans/products/RowTiles.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

using namespace product_cost;

namespace {

constexpr int kHalfTile = 4, kLanes = hexagon::kVectorLanes, kVector = hexagon::kVectorBytes;
constexpr int kShort = 12;                            // words of a tile that is one straight piece of code
constexpr int kMostStraightPixels = 20;               // of a row of such tiles that is one, too
constexpr int kMostTilesInARow = 8;                   // at most, of any words
constexpr int kMostStraightTurns = 3;                 // its tiles where other blocks stand between

} // namespace

bool CoreRow::isPiece(const Runs &R) const { return Aligned8 && R.Words % 2 == 0 && R.Words <= HL_PIECE_WORDS && !SumRuns; }

/// Cycles of one pixel's runs of a kind, times the tile's pixels.
Cost CoreRow::products(int Size, const Runs &R) const {
  const int Alone = Aligned8 ? R.Words % 2 : R.Words;
  const double Words = R.Count * R.Words;
  if (Size < kHalfTile) {
    const Cost Each = Is16 ? Size * SmallTileWord : Size == 1 ? Cost(SmallTileWord) : Size == 2 ? Cost(SmallTileTwo) : Cost(SmallTileThree);
    return Words * Each + R.Count * Alone * Size * SmallTileLone + (HasStride ? Cost() : R.Count * SmallTileRun);
  }
  Cost Sum = Words * Size * (Is16 ? PixelPair : PixelWord);
  if (Words <= Unroll)
    return Sum;
  if (R.Count > 1 && isPiece(R)) // the same loop as in front of a stage that waits; one of few turns waits at its ends all the time
    return Words > kShort ? Sum + 1 * AheadRun + R.Count * AheadPiece : Sum + RunStart + R.Count * RunPiece;
  Sum += R.Count * RunStart;
  if (Size <= kHalfTile) // clang writes a loop of few words out
    return Sum;
  return Sum + R.Count * Alone * RunLoneEight + (R.Words >= HL_STRAIGHT_WORDS && !Is16 ? R.Count * RunEight : Cost());
}

/// Cycles of the output stage of four pixels.
Cost CoreRow::output() const {
  if (Is16)
    return OutputVector16;
  switch (Output.Kind) {
  case Form::Narrow15:
    return OutputNarrow15;
  case Form::Narrow16:
    return OutputNarrow16;
  case Form::Narrow31:
    return OutputNarrow31;
  case Form::Full31:
    return OutputFull31;
  case Form::Reference:
    break;
  }
  return OutputVector;
}

/// hl_product_tile_ahead.
Cost CoreRow::tileAhead(int Size) const {
  Cost Sum = AheadTile + words() * Size * AheadWord + Tile / 4.0 * stagePackets(Output) * AheadStage;
  if (words() <= kShort)
    Sum += Tile / 4.0 * AheadFew;
  for (const Runs &R : Kinds) {
    const bool First = &R == &Kinds[0];
    const double Further = First ? R.Count - 1 : R.Count;
    if (First && R.Words > HL_STRAIGHT_WORDS)
      Sum += 1 * AheadRun;
    if (Further == 0)
      continue;
    if (R.Count > 1 && isPiece(R))
      Sum += 1 * AheadRun + Further * AheadPiece;
    else
      Sum += Further * (R.Words <= HL_STRAIGHT_WORDS ? AheadShort : AheadRun);
  }
  return Sum;
}

Cost CoreRow::tile(int Size) const {
  if (IsAhead)
    return tileAhead(Size);
  Cost Sum;
  double Sums = 0;
  for (const Runs &R : Kinds) {
    Sum += products(Size, R);
    if (SumRuns && R.Count > 0)
      Sums += double((int64_t(R.Count) + SumRuns - 1) / SumRuns);
  }
  Sum *= Parts;
  if (!Is16 && Size >= kHalfTile && IsStraight)
    Sum += ceilDiv(Size, kHalfTile) * StraightFour;
  else if (!Is16 && Size >= kHalfTile)
    Sum += Apart ? TileApart + ceilDiv(Size, kHalfTile) * TileFourApart : ceilDiv(Size, kHalfTile) * TileFour;
  if (!Is16 && Size >= kHalfTile && !IsStraight && !Apart && !HasStride && Kinds[0].Count > 1)
    Sum += TileLooped;
  if (SumRuns)
    return Sum + Parts * Sums * Size * WideSum;
  if (Is16 && Size >= kHalfTile)
    Sum += Tile16;
  if (Size < kHalfTile)
    return Sum + SmallTile;
  return Sum + double(ceilDiv(Size, kHalfTile)) * output();
}

double CoreRow::words() const {
  double Sum = 0;
  for (const Runs &R : Kinds)
    Sum += R.Count * R.Words;
  return Sum;
}

Cost CoreRow::cost() const {
  Cost Sum = BlockStart;
  if (IsStraight && Apart)
    Sum += StraightApart;
  for (const RowTiles &T : rowTiles(Pixels, Tile))
    Sum += double(T.Turns) * tile(T.Pixels);
  return Sum;
}

int runStride(const View &V) {
  if (!V.Tail.empty() && (!V.Full.empty() || V.Tail[0].Offset != 0))
    return 0;
  const std::vector<Run> &All = V.Full.empty() ? V.Tail : V.Full;
  const int Stride = All.size() > 1 ? All[1].Offset : 4; // of a single run any
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].Offset != static_cast<int>(I) * Stride)
      return 0;
  return Stride;
}

bool runsAreOne(const View &V) { return V.Full.size() > 1 && V.Tail.empty() && runStride(V) == 4 * V.Full[0].words(); }

static CoreRow rowOf(const View &V) {
  CoreRow Row{V.Shape.Out.W, {}, V.Aligned8, runStride(V) != 0, V.ElementBytes == 2, V.sumRuns()};
  Row.Output = V.Output;
  Row.Tile = V.Tile;
  Row.Unroll = V.Unroll;
  Row.IsAhead = V.IsAhead;
  Row.IsStraight = V.IsStraight;
  Row.Apart = !V.OutBlocked;
  Row.Parts = V.Parts;
  for (const std::vector<Run> *Kind : {&V.Full, &V.Tail})
    if (!Kind->empty())
      Row.Kinds.push_back({double(Kind->size()), (*Kind)[0].words()});
  return Row;
}

/// All of a pixel's words, in one straight piece, or pairs in a loop. Runs are the same distance apart, and one sum takes them all.
std::vector<int> unrolls(const View &V) {
  constexpr int kLeast = 8, kMost = 12, kPair = 2; // fewer are as good in a loop, more need too many registers
  const CoreRow Row = rowOf(V);
  const double Words = Row.words();
  if (!Row.HasStride || Row.SumRuns || Row.IsAhead || Words < kLeast || Words > kMost || V.Across)
    return {};
  return {static_cast<int>(Words), kPair};
}

/// Places of the output stage. There is a choice for bytes in rows of at least four pixels, unless the stage is the reference's arithmetic.
/// Where all products of a tile are few enough to be one straight piece of code, the next tile's have no room for an output stage.
std::vector<std::string> finishes(const View &V) {
  const CoreRow Row = rowOf(V);
  if (Row.Pixels < kHalfTile || Row.Is16 || Row.SumRuns || Row.Output.isReference())
    return {};
  if (Row.words() > kShort)
    return {kFinishNext, kFinishOwn};
  return {kFinishOwn, kFinishNext};
}

bool choosesFinish(const View &V) { return !V.OutBlocked && rowOf(V).words() <= kShort && !finishes(V).empty(); }

bool isUsuallyStraight(const View &V) {
  const CoreRow Row = rowOf(V);
  if (Row.Is16 || Row.SumRuns || Row.IsAhead || Row.words() > kShort || Row.Pixels < kHalfTile || Row.Pixels > kMostStraightPixels)
    return false;
  if (V.BlocksOutside || V.outBlocks() == 1)
    return true;
  int Turns = 0; // between other blocks
  for (const RowTiles &T : rowTiles(Row.Pixels, Row.Tile))
    Turns += T.Turns;
  return Turns <= kMostStraightTurns;
}

/// Tiles whose output stage waits are always turns of loops, as are many; one of each size is no loop anyway.
std::vector<std::string> rowForms(const View &V) {
  const CoreRow Row = rowOf(V);
  if (Row.Is16 || Row.SumRuns || Row.IsAhead || V.Across)
    return {};
  int Turns = 0;
  bool IsLooped = false;
  for (const RowTiles &T : rowTiles(Row.Pixels, Row.Tile)) {
    Turns += T.Turns;
    IsLooped |= T.Turns > 1;
  }
  if (!IsLooped || Turns > kMostTilesInARow)
    return {};
  if (isUsuallyStraight(V))
    return {kRowStraight, kRowLoop};
  return {kRowLoop, kRowStraight};
}

/// Four blocks at a time: bounded by the loads of their weights, or by the products.
static Cost acrossCost(const View &V) {
  const double Fours = std::ceil(V.outBlocks() / 4.0), Pixels = V.Shape.Out.W;
  const double Runs = runsAreOne(V) ? 1 : double(V.Full.size() + V.Tail.size());
  double Alone = 0;
  for (const std::vector<Run> *Kind : {&V.Full, &V.Tail})
    for (const Run &R : *Kind)
      Alone += V.Aligned8 ? R.words() % 2 : R.words();
  // Where several rows follow one another, tiles of few words are measured to take longer than their parts.
  constexpr int64_t kShortSum = 24; // words
  const bool Waits = V.Shape.Out.N * V.Shape.Out.H > 1 && V.words() <= kShortSum;
  return V.outBlocks() * (double(V.words()) * std::max(1.0, Pixels / 2) * AcrossWord + Alone * Pixels * AcrossLone) +
         Fours * (AcrossTile + Runs * AcrossRun + Pixels * AcrossPixel + Waits * AcrossWait);
}

Cost rowCost(const View &V) {
  if (V.Across)
    return acrossCost(V);
  const CoreRow Row = rowOf(V);
  // One straight piece keeps a block's weights and constants for further rows of it.
  const bool Again = V.ElementBytes == 1 && V.outBlocks() > 1 && !V.BlocksOutside && Row.words() <= kShort;
  const Cost Reload = !Again ? Cost() : Row.IsStraight ? ceilDiv(Row.Pixels, Row.Tile) * Row.words() * StraightAgainWord : BlockAgain;
  const Cost Blocks = V.outBlocks() * (Row.cost() + Reload);
  return Row.Apart && Row.IsAhead ? Blocks + AheadApart : Blocks;
}

/// Groups of up to 32 pixels whose loads might pass the tensor's end (hl_sums_any).
static double nearSums(double Rows, int Pixels, int PixelBytes) {
  const auto Row = int64_t(Pixels) * PixelBytes, All = int64_t(Rows);
  const int64_t Limit = (All * Row + kVector - 1) / kVector * kVector;
  const int64_t Reach = int64_t(ceilDiv(PixelBytes, kVector)) * kVector + HL_LOAD_SLACK;
  double Near = 0;
  for (int64_t Y = All; Y-- > 0;)
    for (int X = (Pixels - 1) / kLanes * kLanes; X >= 0; X -= kLanes, ++Near)
      if (Y * Row + int64_t(std::min(X + kLanes, Pixels) - 1) * PixelBytes + Reach <= Limit)
        return Near;
  return Near;
}

Cost pixelSumsCost(double Rows, int Pixels, int PixelBytes, int Blocks) {
  const double Groups = Rows * ceilDiv(Pixels, kLanes);
  if (PixelBytes <= 32 && kVector % PixelBytes == 0)
    return Rows * SumRow + Rows * Blocks * double((int64_t(Pixels) * PixelBytes + kVector - 1) / kVector) * SumBlock +
           Groups * (PixelBytes / 4) * SumFold;
  const double Vectors = double(kLanes) * ceilDiv(PixelBytes, kVector);
  return Rows * SumRow + Groups * (SumPixels + Vectors * SumVector) + nearSums(Rows, Pixels, PixelBytes) * Vectors * SumNear;
}

} // namespace hexloom
