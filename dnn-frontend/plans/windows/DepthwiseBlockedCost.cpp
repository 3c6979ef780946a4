// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the text of DepthwiseNest.h costs.
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/windows/DepthwiseTiling.h"
#include "plans/windows/PacketWork.h"
#include "stages/StageText.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace hexloom {

namespace {

using Tiling = DepthwiseTiling;

constexpr int kVector = Tiling::kVector, kFour = Tiling::kFour;

/// Columns of an image whose words are not known where products are written, as the padding's are; or all, those of the padding too.
struct Columns {
  int64_t First, Behind;
  bool have(int64_t Column) const { return Column >= First && Column < Behind; }
};
constexpr Columns kAllColumns = {std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()};

constexpr int kStraightVectors = 4; ///< of a row, which hl_depthwise_row_words makes into words in straight code

class BlockedCost {
public:
  BlockedCost(const WindowShape &S, const Tiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked)
      : S(S), T(T), F(F), InBlocked(InBlocked), OutBlocked(OutBlocked) {}
  Cost cost() const;

private:
  const WindowShape &S;
  const Tiling &T;
  const DepthwiseForm &F;
  const bool InBlocked, OutBlocked;

  int wholeGroups() const { return S.Out.H / T.Rows; }
  int rowGroups() const { return ceilDiv(S.Out.H, T.Rows); }
  int rowVectors() const { return ceilDiv(S.In.W, kFour); }
  int splitBlocks() const { return static_cast<int>(std::count(T.SplitBlocks.begin(), T.SplitBlocks.end(), 1)); }
  bool isStraight() const { return F.IsStraight || T.Turns == 1; }
  bool isForwarded() const;
  bool hasPadding() const;
  int rowsOfWords(int Rows) const;
  int64_t column(int Turn, int X, int Kx) const;
  std::set<int64_t> columnsRead(int Turn) const;
  PacketWork vectorWork(double Vectors, int Rows) const;
  PacketWork turnWork(int Rows, int Sets, int Turn, const Columns &Unknown) const;
  double weights(int Rows, int Sets) const { return double(wordsRead(S, Rows, kFour)) * (1 + Sets * T.FurtherColumns.share(S.KernelW)); }
  PacketWork weightsWork(int Rows, int Sets, double Words) const;
  double straightWaits(int Groups) const;
  PacketWork nearVectors(const AlikeTurns &Alike, int Rows) const;
  Cost nearWait(const PacketWork &Each) const;
  Cost nearRow(const std::vector<AlikeTurns> &Turns, int Rows, int Sets) const;
  Cost nearLoop(const AlikeTurns &Alike, int Rows, int Sets) const;
  Cost forwardedRow(int Rows, int Sets) const;
  Cost memoryRow(int Rows, int Sets) const;
  Cost wordsCost(int Rows) const;
  Cost blockRow(int Rows, int Sets, int Groups) const;
  Cost group(int Rows, int Groups) const;
  struct MixedRows {
    int Unaligned, Together;
  };
  MixedRows mixedRows(int Group) const;
  Cost mixedVector(int Group) const;
  double careful(int Y, int Group) const;
  Cost mixedWords() const;
};

/// The work of the output stage of 128 results, with the store. Instructions are those of hexloom/hvx/stage.h, copies of constants that are
/// added to among them. Half of those that choose one of two constants find a place beside multiplications, which fill no packet alone.
PacketWork stageWork(const Tiling &T) {
  constexpr PacketWork kUniform = {20, 3, 0, 8}, kByLanes = {30, 3, 0, 8}; // the reference's own
  const StageKind &Kind = T.Output.Kind;
  if (Kind.isReference())
    return T.Uniform ? kUniform : kByLanes;
  constexpr int kNarrow15 = 10, kNarrow16 = 12, kWords = 18, kHalvesChosen = 2, kWordsChosen = 4;
  const bool Is31 = Kind.Kind == Form::Narrow31; // chooses instead of copying
  const int Slots = Kind.Kind == Form::Narrow15 ? kNarrow15 : Kind.Kind == Form::Narrow16 ? kNarrow16 : kWords;
  const int Chosen = !Kind.TwoSided ? 0 : Is31 || Kind.Kind == Form::Narrow15 ? kHalvesChosen : kWordsChosen;
  return {double(Slots + Chosen), 3, 0, double(stagePackets(Kind))};
}

/// The cost of packets near words, by what fills them; straight code is like this, too.
Cost nearPackets(const PacketWork &W) {
  return W.Slots / 4 * cost::DepthwiseNearPacket + W.Permutes * cost::DepthwiseNearPermute + W.Loads * cost::DepthwiseNearLoad +
         W.Multiplies * cost::DepthwiseNearMultiply;
}

Cost memoryPackets(const PacketWork &W) {
  return W.Slots / 4 * cost::DepthwisePacket + W.Multiplies * cost::DepthwiseMultiply;
}

/// Whether clang finds the words in registers, although they are in memory: nothing is stored between them and their products that
/// may lie in the same place. In a result that goes to memory of its own, the second turn's place is known for one block only.
bool BlockedCost::isForwarded() const {
  return !F.InRegisters && InBlocked && isStraight() && rowVectors() <= kStraightVectors &&
         (OutBlocked || T.Turns == 1 || T.Blocks == 1);
}

/// Whether rows may be the one of zero points, which lies in scratch memory.
bool BlockedCost::hasPadding() const {
  return S.PadTop > 0 || (rowGroups() * T.Rows - 1) * S.StrideH + (S.KernelH - 1) * S.DilationH - S.PadTop >= S.In.H;
}

/// Input rows that words are made of: behind the last one that is read stands that one again (groupRow), which clang loads once.
int BlockedCost::rowsOfWords(int Rows) const { return std::min(kFour * T.Groups, (Rows - 1) * S.StrideH + S.KernelH); }

/// The image's column that output X of a turn's four reads at Kx of the kernel.
int64_t BlockedCost::column(int Turn, int X, int Kx) const {
  return int64_t(kFour * Turn + X) * S.StrideW - S.PadLeft + int64_t(Kx) * S.DilationW;
}

/// The image's columns that a turn reads. Neighbouring outputs share them.
std::set<int64_t> BlockedCost::columnsRead(int Turn) const {
  std::set<int64_t> All;
  for (int X = 0; X < kFour; ++X)
    for (int Kx = 0; Kx < S.KernelW; ++Kx)
      All.insert(column(Turn, X, Kx));
  return All;
}

/// Vectors of a group of four rows loaded and interleaved.
PacketWork BlockedCost::vectorWork(double Vectors, int Rows) const {
  const double Loads = Vectors * rowsOfWords(Rows) / T.Groups;
  const double Shuffles = Vectors * (rowsOfWords(Rows) == 1 ? 3 : 4); // of the same row four times, two are alike
  return {Loads + Shuffles, Shuffles, Loads, 0};
}

/// Products and output stage of four columns. Of known words, products with a block's weights are always the same ones, and so are
/// results that are made of nothing else.
PacketWork BlockedCost::turnWork(int Rows, int Sets, int Turn, const Columns &Unknown) const {
  constexpr double kOfAll = 6; // of a stage: from halfwords to the store
  int Columns = 0, Outputs = 0;
  for (int X = 0; X < kFour; ++X) {
    int Read = 0;
    for (int Kx = 0; Kx < S.KernelW; ++Kx)
      Read += Unknown.have(column(Turn, X, Kx));
    Columns += Read;
    Outputs += Read > 0;
  }
  const double Products = weights(Rows, Sets) / S.KernelW * Columns, Made = double(Outputs) / kFour;
  const PacketWork Stage = stageWork(T);
  return {2 * Products + Rows * ((Stage.Slots - kOfAll) * Made + kOfAll), Rows * Stage.Permutes, 0,
          Products / 2 + Rows * Stage.Multiplies * Made};
}

/// Weights that a turn loads: all where they do not stay in registers beside the sums and `Words`; their addresses are sums of their own.
PacketWork BlockedCost::weightsWork(int Rows, int Sets, double Words) const {
  constexpr int kRegisters = hexagon::kVectorRegisters, kOthers = 6;
  const double All = weights(Rows, Sets);
  if (All + kFour * Rows + Words + kOthers <= kRegisters)
    return {};
  return {2 * All, 0, All, 0};
}

/// Cycles for which a row group of a block in straight code waits. The loop around it goes on with the next group meanwhile. A loop of two
/// turns is not pipelined, and waits.
double BlockedCost::straightWaits(int Groups) const {
  const bool IsBranch = T.FurtherSets > 0 && splitBlocks() < T.Blocks;
  const int Turns = IsBranch ? 1 : OutBlocked && InBlocked && Groups > 1 ? Groups : T.Blocks;
  return stageChain(T.Output.Kind) / (Turns > 2 ? Turns : 1);
}

/// Vectors that come into reach in each of these turns.
PacketWork BlockedCost::nearVectors(const AlikeTurns &Alike, int Rows) const {
  const auto Outside = std::count(Alike.Made.begin(), Alike.Made.end(), Four::Outside);
  return vectorWork(static_cast<double>(Alike.Made.size()) - static_cast<double>(Outside), Rows);
}

/// A turn whose words are all made in it, or most: where rows may be in scratch memory, it waits for the stores of the turn before, if
/// these go there, too. What it has to do fills a part of that.
Cost BlockedCost::nearWait(const PacketWork &Each) const {
  const bool HasOthers = T.Live > S.StrideW && S.StrideW == 1;
  if (OutBlocked || HasOthers || !hasPadding())
    return {};
  return std::max(0.0, stageChain(T.Output.Kind) - std::max(Each.Slots / 4, Each.Multiplies)) * cost::DepthwiseNearApart;
}

/// Turns of a loop that keep words for the next one.
Cost BlockedCost::nearLoop(const AlikeTurns &Alike, int Rows, int Sets) const {
  PacketWork Each = nearVectors(Alike, Rows);
  Each += turnWork(Rows, Sets, Alike.First, kAllColumns);
  Each.Slots += kFour * (T.Live - S.StrideW);
  Cost All = Alike.Count * (nearPackets(Each) + nearWait(Each));
  if (Alike.Count == 2)
    All += stageChain(T.Output.Kind) * cost::DepthwiseNearWait;
  return All;
}

/// A row group of a block whose words are made beside their products.
Cost BlockedCost::nearRow(const std::vector<AlikeTurns> &Turns, int Rows, int Sets) const {
  Cost All;
  for (int I = 0; I < T.Live - S.StrideW; ++I)
    if (fourOf(S, T.First + I) != Four::Outside)
      All += cost::DepthwiseNearFirst;
  for (const AlikeTurns &Alike : Turns) {
    const bool IsLoop = !F.IsStraight && Alike.Count > 1;
    if (IsLoop)
      All += nearLoop(Alike, Rows, Sets);
    for (int I = 0; I < Alike.Count && !IsLoop; ++I) {
      PacketWork Each = nearVectors(Alike, Rows);
      Each += turnWork(Rows, Sets, Alike.First + I, {0, S.In.W});
      All += nearPackets(Each);
      if (T.Turns > 1 && T.Blocks > 1) // else clang knows where the stores go
        All += nearWait(Each);
    }
  }
  return All;
}

/// A row group of a block whose words are stored, but read from registers (isForwarded). Only words in front of the image are loaded.
Cost BlockedCost::forwardedRow(int Rows, int Sets) const {
  constexpr double kSpared = 8; // words that are needed no more when others are made
  const double Vectors = double(rowVectors()) * T.Groups, Words = kFour * Vectors;
  PacketWork All = vectorWork(Vectors, Rows);
  All.Slots += Words;
  for (int Turn = 0; Turn < T.Turns; ++Turn) {
    const std::set<int64_t> Read = columnsRead(Turn);
    const double Loads = double(std::distance(Read.begin(), Read.lower_bound(0))) * T.Groups;
    All += turnWork(Rows, Sets, Turn, {kAllColumns.First, S.In.W});
    All += {Loads, 0, Loads, 0};
    All += weightsWork(Rows, Sets, Words - kSpared);
  }
  return nearPackets(All);
}

/// A row group of a block whose words are in memory.
Cost BlockedCost::memoryRow(int Rows, int Sets) const {
  const double Words = double(columnsRead(0).size()) * T.Groups;
  PacketWork Each = turnWork(Rows, Sets, 0, kAllColumns);
  Each += {Words, 0, Words, 0};
  Each += weightsWork(Rows, Sets, 0);
  Cost All = memoryPackets(Each * T.Turns);
  if (!isStraight() && T.Turns == 2)
    All += stageChain(T.Output.Kind) * cost::DepthwiseWait;
  // Words and results, both in scratch memory: clang does not know that they are apart.
  if (!OutBlocked && (!isStraight() || T.Blocks > 1))
    All += T.Turns * cost::DepthwiseApartTurn;
  return All;
}

/// The cost of making the words of a row group of a block in memory (hl_depthwise_row_words).
Cost BlockedCost::wordsCost(int Rows) const {
  const double Vectors = rowVectors();
  if (Vectors <= kStraightVectors)
    return Vectors * T.Groups * cost::DepthwiseWordsStraight + Vectors * rowsOfWords(Rows) * cost::DepthwiseWordsRow;
  return T.Groups * cost::DepthwiseWordsLoop + Vectors * T.Groups * cost::DepthwiseWords;
}

/// A row group of a block, in a loop over `Groups` of them.
Cost BlockedCost::blockRow(int Rows, int Sets, int Groups) const {
  const Cost Straight = cost::DepthwiseStraightRow + straightWaits(Groups) * cost::DepthwiseStraightWait;
  if (F.InRegisters) {
    const std::vector<AlikeTurns> Turns = alikeTurns(S, T);
    const bool IsLoop = !F.IsStraight && std::any_of(Turns.begin(), Turns.end(), [](const AlikeTurns &A) { return A.Count > 1; });
    return nearRow(Turns, Rows, Sets) + (IsLoop ? Cost(cost::DepthwiseNearRow) : Straight);
  }
  if (isForwarded())
    return forwardedRow(Rows, Sets) + Straight;
  return memoryRow(Rows, Sets) + (InBlocked ? wordsCost(Rows) : Cost());
}

/// `Groups` groups of `Rows` output rows, of all blocks.
Cost BlockedCost::group(int Rows, int Groups) const {
  if (Rows == 0 || Groups == 0)
    return {};
  const int Split = splitBlocks();
  return Groups * ((T.Blocks - Split) * blockRow(Rows, 0, Groups) + Split * blockRow(Rows, T.FurtherSets, Groups));
}

/// Four rows, in all row groups but the last, shorter one: how many of their vectors are not known to be whole ones of memory. Of
/// several that are never outside the image clang loads whole vectors and turns them.
BlockedCost::MixedRows BlockedCost::mixedRows(int Group) const {
  const int64_t Row = int64_t(S.In.W) * S.In.C, Step = int64_t(T.Rows) * S.StrideH;
  MixedRows Found = {0, 0};
  for (int I = 0; I < kFour; ++I) {
    const int64_t First = int64_t(kFour * Group + I) * S.DilationH - S.PadTop;
    const bool IsWhole = First * Row % kVector == 0 && Step * Row % kVector == 0;
    const bool IsInside = First >= 0 && First + (wholeGroups() - 1) * Step < S.In.H;
    Found.Unaligned += !IsWhole;
    Found.Together += !IsWhole && IsInside;
  }
  return Found;
}

/// How many of a group's four rows of words are loaded with care (hl_mixed_interleave) in the last image, in fours. All are, if one is near
/// the tensor's end. Code for one row group is an exception: clang knows which rows are outside the image.
double BlockedCost::careful(int Y, int Group) const {
  constexpr int64_t kReach = HL_LOAD_SLACK + kVector;
  const int64_t Row = int64_t(S.In.W) * S.In.C, Before = (S.In.N - 1) * S.In.H * Row;
  const int64_t Limit = roundUp(Before + S.In.H * Row, kVector) - Before;
  int64_t Inside = 0, Last = -1;
  for (int I = 0; I < kFour; ++I) {
    const int64_t At = int64_t(Y) * T.Rows * S.StrideH - S.PadTop + int64_t(kFour * Group + I) * S.DilationH;
    if (At >= 0 && At < S.In.H)
      ++Inside, Last = At;
  }
  if (Inside == 0 || (Last + 1) * Row + kReach <= Limit)
    return 0;
  return wholeGroups() == 1 || Y >= wholeGroups() ? double(Inside) / kFour : 1;
}

/// A vector of each of four row-major rows, without care.
Cost BlockedCost::mixedVector(int Group) const {
  if (int64_t(S.In.W) * S.In.C <= HL_DEPTHWISE_FEW * kVector)
    return cost::DepthwiseMixedFew;
  const MixedRows Rows = mixedRows(Group);
  return cost::DepthwiseMixedWords + Rows.Unaligned * cost::DepthwiseMixedUnaligned +
         (Rows.Together > 1 ? Cost(cost::DepthwiseMixedTogether) : Cost());
}

/// The cost of making words of row-major rows, in all images and for all blocks at once.
Cost BlockedCost::mixedWords() const {
  const double Vectors = std::ceil(double(S.In.W) * S.In.C / kVector), All = double(S.Out.N) * rowGroups();
  Cost Words = All * T.Groups * cost::DepthwiseMixedRow;
  for (int Group = 0; Group < T.Groups; ++Group) {
    double WithCare = 0;
    for (int Y = 0; Y < rowGroups(); ++Y)
      WithCare += careful(Y, Group);
    Words += WithCare * Vectors * cost::DepthwiseMixedCareful + (All - WithCare) * Vectors * mixedVector(Group);
  }
  return Words;
}

Cost BlockedCost::cost() const {
  const int PixelVectors = InBlocked ? 1 : T.Blocks;
  const double Filled = double(PixelVectors) * (rowVectors() + (F.InRegisters ? 0 : T.Groups * T.columns(S)));
  const Cost Image = group(T.Rows, wholeGroups()) + group(S.Out.H % T.Rows, 1);
  Cost All = cost::VectorLayer + Filled * cost::DepthwiseFilled + double(S.Out.N) * Image;
  if (!InBlocked)
    All += mixedWords();
  if (!OutBlocked)
    All += unblockingCost(S.Out);
  return All;
}

} // namespace

Cost depthwiseBlockedCost(const WindowShape &S, const DepthwiseTiling &T, const DepthwiseForm &F, bool InBlocked, bool OutBlocked) {
  return BlockedCost(S, T, F, InBlocked, OutBlocked).cost();
}

} // namespace hexloom
