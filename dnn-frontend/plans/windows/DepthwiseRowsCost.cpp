// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the text of DepthwiseRowsNest.h costs.
#include "plans/windows/DepthwiseRowsWork.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

constexpr int kVector = DepthwiseRowsTiling::kVector, kLanes = DepthwiseRowsTiling::kLanes, kTurn = DepthwiseRowsTiling::kTurn;

class RowsCost {
public:
  RowsCost(const DepthwiseRowsTiling &T, const DepthwiseRowsForm &F) : T(T), S(T.S), F(F), Work(T, F) {}
  Cost cost() const;

private:
  const DepthwiseRowsTiling &T;
  const WindowShape &S;
  const DepthwiseRowsForm F;
  const DepthwiseRowsWork Work;

  int turnVectors(int64_t Turn) const {
    return static_cast<int>(ceilDiv(std::min<int64_t>(T.rowElements() - Turn * kTurn, kTurn), int64_t(kLanes)));
  }
  Cost packets(const PacketWork &Each, bool IsLooped) const;
  Cost turn(int Vectors, int Made, bool IsLooped) const;
  double packetsOf(const std::vector<RowsTurns> &Turns, int Made) const;
  Cost group(int Made) const;
  Cost rowWords() const;
};

/// The cost of packets with this work. If several kinds of instructions nearly fill the packets, each of them takes more than the fullest
/// alone.
Cost RowsCost::packets(const PacketWork &Each, bool IsLooped) const {
  const double All = Each.Slots / 4;
  if (!IsLooped)
    return All * (F.InRegisters ? cost::DepthwiseRowsStraightNear : cost::DepthwiseRowsStraight) +
           (T.Is16 ? 0.0 : Each.Unaligned) * cost::DepthwiseRowsStraightUnaligned + Each.Loads * cost::DepthwiseRowsStraightLoad +
           Each.Permutes * cost::DepthwiseRowsStraightPermute +
           Each.Multiplies * (T.Is16 ? cost::DepthwiseRowsStraightMultiply16 : cost::DepthwiseRowsStraightMultiply);
  if (T.Is16) // loads and multiplications leave room for all the others
    return Each.Unaligned * cost::DepthwiseRowsUnaligned16 + Each.Loads * cost::DepthwiseRowsLoad16 +
           Each.Multiplies * cost::DepthwiseRowsMultiply16;
  return All * (F.InRegisters ? cost::DepthwiseRowsNear : cost::DepthwiseRowsPacket) + Each.Unaligned * cost::DepthwiseRowsUnaligned +
         Each.Loads * cost::DepthwiseRowsLoad + Each.Multiplies * cost::DepthwiseRowsMultiply;
}

/// 128 elements of `Made` rows, or fewer.
Cost RowsCost::turn(int Vectors, int Made, bool IsLooped) const {
  constexpr int kSpilling = 3; // rows whose sums and constants do not fit
  Cost C = packets(Work.turn(Vectors, Made, IsLooped), IsLooped);
  if (T.Wide)
    C += Made * cost::DepthwiseRowsWide;
  const double Words = wordsRead(S, Made, T.WordRows) * (1 + T.FurtherSets * T.FurtherColumns.share(S.KernelW));
  if (T.Is16 && !IsLooped && Made > 1)
    C += Words * cost::DepthwiseRowsMany16;
  if (Made >= kSpilling)
    C += Words * cost::DepthwiseRowsMany;
  if (Made > kSpilling && F.InRegisters)
    C += Words * cost::DepthwiseRowsMost;
  return C;
}

/// Packets that the instructions of a row group's turns fill, all of them in straight code.
double RowsCost::packetsOf(const std::vector<RowsTurns> &Turns, int Made) const {
  double All = 0;
  for (const RowsTurns &Alike : Turns)
    All += double(Alike.Count) * Work.turn(turnVectors(Alike.First), Made, false).Slots / 4;
  return All;
}

/// The turns of a group of `Made` output rows, and what is there before the first.
Cost RowsCost::group(int Made) const {
  constexpr int kWordRegisters = 16; // for words
  constexpr double kChain = 30; // cycles from a turn's loads to its stores, each instruction behind the one that it waits for
  const std::vector<RowsTurns> Turns = T.turns(F);
  const bool IsLoop = std::any_of(Turns.begin(), Turns.end(), [&](const RowsTurns &Alike) { return Alike.looped(F) > 0; });
  Cost All = (IsLoop ? 0.0 : std::max(0.0, kChain - packetsOf(Turns, Made))) * cost::DepthwiseRowsStraightWait;
  for (const RowsTurns &Alike : Turns) {
    const auto Looped = static_cast<double>(Alike.looped(F)), Loops = Looped / F.Turns;
    const int Vectors = turnVectors(Alike.First);
    All += Looped * turn(Vectors, Made, true) + (double(Alike.Count) - Looped) * turn(Vectors, Made, false);
    if (Looped > 0)
      All += cost::DepthwiseRowsLoop;
    if (F.InRegisters)
      All += Loops * std::max(0, T.allLive() - kWordRegisters) * cost::DepthwiseRowsSpilled;
    if (F.InRegisters) // words go from turn to turn: no two of them at a time
      All += Loops * std::max(0.0, kChain - F.Turns * Work.turn(Vectors, Made, true).Slots / 4) * cost::DepthwiseRowsWait;
    if (F.Turns % T.Period)
      All += Loops * cost::DepthwiseRowsRound;
  }
  return F.InRegisters ? All : All + rowWords();
}

/// The cost of making all words of a group of output rows in memory.
Cost RowsCost::rowWords() const {
  const int Multiplier = S.Out.C / S.In.C;
  const double Vectors = std::ceil(double(T.rowBytes()) / kVector);
  Cost Words, All;
  for (int Group = 0; Group < T.Groups; ++Group) {
    const PacketWork Each = Work.denseWords(Group);
    All += Vectors * (Each.Slots / 4 * cost::DepthwiseRowsWords + Each.Unaligned * cost::DepthwiseRowsWordsUnaligned);
  }
  if (T.isDense())
    return All;
  for (int Plane = 0; Plane < T.Units.planes(); ++Plane) {
    if (!T.Units.isRead(Plane))
      continue;
    const double Pixels = double(T.Units.plane(Plane).Elements) / S.Out.C;
    Words += Multiplier == 1 ? Pixels * ceilDiv(S.In.C, kLanes) * cost::DepthwiseRowsPixel
                             : Pixels * S.In.C * ceilDiv(Multiplier, kLanes) * cost::DepthwiseRowsRepeat;
  }
  return All + T.Groups * Words;
}

Cost RowsCost::cost() const {
  const double Images = S.Out.N;
  Cost All = cost::VectorLayer + cost::DepthwiseRowsLayer + Images * (S.Out.H / F.Rows) * group(F.Rows);
  if (const int Rest = S.Out.H % F.Rows)
    All += Images * group(Rest);
  if (S.Out.H / F.Rows > 1)
    All += Work.hoisted(F.Rows) * cost::DepthwiseRowsHoisted;
  const auto Careful = static_cast<double>(ceilDiv(S.Out.H, F.Rows) - T.firstCareful(F));
  return All + Images * Careful * double(T.Turns) * Work.units(false).Loads * cost::DepthwiseRowsCareful;
}

} // namespace

Cost depthwiseRowsCost(const DepthwiseRowsTiling &T, const DepthwiseRowsForm &F) { return RowsCost(T, F).cost(); }

} // namespace hexloom
