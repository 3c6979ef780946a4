// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan of depthwise convolutions on dense rows chooses, and how a row's turns follow from it.
#include "plans/windows/DepthwiseRowsTiling.h"
#include "space/Points.h"

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

namespace {

constexpr AxisRow kTile = {ScheduleField::Tile, "rows x elements", "Nx128", TakenBy::Cost,
                           "outputs that are made of the same words at a time, at most as many rows as those words hold"};
constexpr AxisRow kUnroll = {ScheduleField::Unroll, "turns", "N", TakenBy::Cost,
                             "turns that are written out: all of a row, those after which channels begin a vector again, or one"};

std::vector<int> unrolls(const DepthwiseRowsTiling &T) {
  std::vector<int> All;
  for (int Written : T.writtenTurns())
    if (T.serves(Written, true) || T.serves(Written, false))
      All.push_back(Written);
  return All;
}

} // namespace

static std::vector<Axis<DepthwiseRowsPoint>> axes(const AxisRow &Instruction) {
  return {
      {Instruction, [](const DepthwiseRowsPoint &X) { return std::vector<std::string>{depthwiseInstruction(X.T.Type)}; }},
      {depthwise_axis::Vector, [](const DepthwiseRowsPoint &) { return std::vector<std::string>{"activations"}; }},
      {kTile, [](const DepthwiseRowsPoint &X) { return rowTiles(X.T.AllRows, std::to_string(X.T.kTurn)); },
       [](DepthwiseRowsPoint &X, const std::string &Value) { X.Form.Rows = Value.empty() ? X.T.AllRows.front() : numberOf(Value); }},
      {kUnroll, [](const DepthwiseRowsPoint &X) { return X.T.Turns > 1 ? numbers(unrolls(X.T)) : std::vector<std::string>(); },
       [](DepthwiseRowsPoint &X, const std::string &Value) { X.Form.Turns = Value.empty() ? X.T.writtenTurns().front() : numberOf(Value); }},
      {kDepthwiseWords,
       [](const DepthwiseRowsPoint &X) {
         std::vector<std::string> Places;
         for (WordsIn Place : {WordsIn::Registers, WordsIn::Memory})
           if (X.T.serves(X.Form.Turns, Place == WordsIn::Registers))
             Places.push_back(text(Place));
         return Places;
       },
       [](DepthwiseRowsPoint &X, const std::string &Value) { X.Form.InRegisters = Value == text(WordsIn::Registers); }}};
}

const std::vector<Axis<DepthwiseRowsPoint>> &depthwiseRowsAxes(bool Is16) {
  static const std::vector<Axis<DepthwiseRowsPoint>> Bytes = axes(depthwise_axis::Bytes), Halfwords = axes(depthwise_axis::Halfwords);
  return Is16 ? Halfwords : Bytes;
}

Space depthwiseRowsSpace() { return declaredSpace("depthwise_vrmpy_rows", depthwiseRowsAxes(false), {stageRow()}); }
Space depthwiseRows16Space() { return declaredSpace("depthwise_vdmpy_rows", depthwiseRowsAxes(true)); }

} // namespace hexloom
