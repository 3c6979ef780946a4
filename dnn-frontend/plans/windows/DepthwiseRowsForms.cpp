// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan of depthwise convolutions on dense rows chooses, and how a row's turns follow from it.
#include "plans/windows/DepthwiseRowsTiling.h"

#include <algorithm>

namespace hexloom {

int64_t RowsTurns::looped(const DepthwiseRowsForm &F) const {
  const int64_t Looped = Count / F.Turns * F.Turns;
  return Looped > F.Turns ? Looped : 0;
}

/// The first ones: all of their elements exist, and all words that come into reach are of the image.
int64_t DepthwiseRowsTiling::wholeTurns(bool InRegisters) const {
  int64_t Whole = rowElements() / kTurn;
  for (int Plane = 0; Plane < Units.planes() && InRegisters; ++Plane)
    if (Units.isRead(Plane))
      Whole = std::min(Whole, (Units.plane(Plane).Elements / Units.elements() - lead(Plane)) / units());
  return std::max<int64_t>(Whole, 0);
}

bool DepthwiseRowsTiling::areAlike(int64_t Turn, int64_t Other, bool InRegisters) const {
  const auto IsWhole = [&](int64_t I) { return (I + 1) * kTurn <= rowElements(); };
  if (IsWhole(Turn) != IsWhole(Other))
    return false;
  for (int Plane = 0; Plane < Units.planes() && InRegisters; ++Plane)
    for (int I = lead(Plane); I < lead(Plane) + units(); ++I)
      if (Units.isRead(Plane) && Units.kindOf(Plane, Turn * units() + I) != Units.kindOf(Plane, Other * units() + I))
        return false;
  return true;
}

std::vector<RowsTurns> DepthwiseRowsTiling::turns(const DepthwiseRowsForm &F) const {
  std::vector<RowsTurns> All;
  if (const int64_t Whole = wholeTurns(F.InRegisters))
    All.push_back({0, Whole});
  for (int64_t Turn = wholeTurns(F.InRegisters); Turn < Turns; ++Turn)
    if (!All.empty() && areAlike(Turn, Turn - 1, F.InRegisters))
      ++All.back().Count;
    else
      All.push_back({Turn, 1});
  return All;
}

/// Numbers of turns that are written out: all, those of a loop's body after which channels begin anew, or one that goes round the phases.
std::vector<int> DepthwiseRowsTiling::writtenTurns() const {
  constexpr int kMostStraight = 8, kMostPeriod = 8, kMostNeeded = 16;
  const bool IsLoop = Period <= kMostPeriod && 2 * Period <= Turns;
  std::vector<int> All;
  if (Turns <= kMostStraight || (!isDense() && !IsLoop && Turns <= kMostNeeded))
    All.push_back(Turns);
  if (IsLoop)
    All.push_back(Period);
  if (Period > 1 && Turns > 1)
    All.push_back(1);
  return All;
}

/// Whether the form serves. More words than registers may still be faster than words that are made before. Straight code does not move them
/// for the next turn. Where strides or multipliers spread them, that takes far longer in memory.
bool DepthwiseRowsTiling::serves(int Written, bool InRegisters) const {
  constexpr int kMostLive = 64, kMostLooped = 20, kMostPlanes = 8;
  const auto InPlace = [&](int Turns) { // words are made where they are multiplied, from addresses that are the same in each turn of a loop
    const bool IsStraight = Turns == this->Turns;
    return Units.planes() <= kMostPlanes && allLive() <= (IsStraight || !isDense() ? kMostLive : kMostLooped) &&
           (isDense() || IsStraight || Turns % Period == 0);
  };
  if (InRegisters)
    return InPlace(Written);
  const std::vector<int> All = writtenTurns();
  return isDense() || std::none_of(All.begin(), All.end(), InPlace);
}

std::vector<DepthwiseRowsForm> DepthwiseRowsTiling::forms() const {
  std::vector<DepthwiseRowsForm> All;
  for (int Rows : AllRows)
    for (int Written : writtenTurns())
      for (bool InRegisters : {true, false})
        if (serves(Written, InRegisters))
          All.push_back({Rows, Written, InRegisters});
  return All;
}

Schedule DepthwiseRowsTiling::schedule(const DepthwiseRowsForm &F) const {
  Schedule How = depthwiseSchedule(Type);
  How.Tile = rowsTile(AllRows, F.Rows, {kTurn});
  if (Turns > 1)
    How.Unroll = F.Turns;
  How.Words = F.InRegisters ? WordsIn::Registers : WordsIn::Memory;
  return How;
}

DepthwiseRowsForm DepthwiseRowsTiling::form(const Schedule &How) const {
  Schedule Wanted = How;
  Wanted.Stage.clear();
  for (const DepthwiseRowsForm &F : forms())
    if (schedule(F) == Wanted)
      return F;
  throw InternalError("a depthwise convolution's schedule that is none of its plans': " + text(Wanted));
}

} // namespace hexloom
