// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseRowsWork.h"

#include <algorithm>
#include <set>

namespace hexloom {

static constexpr int kVector = DepthwiseRowsTiling::kVector, kLanes = DepthwiseRowsTiling::kLanes, kTurn = DepthwiseRowsTiling::kTurn;

/// How many of a group's input rows are loaded, in the mean of all groups of output rows.
double DepthwiseRowsWork::rowsInside(int Group) const {
  const int First = Group * T.WordRows;
  const int64_t Groups = ceilDiv(S.Out.H, F.Rows), Step = int64_t(F.Rows) * S.StrideH;
  double All = 0;
  for (int Row = First; Row < std::min(First + T.WordRows, T.rowsRead(F.Rows)); ++Row) {
    const int64_t Above = S.PadTop - int64_t(Row) * S.DilationH; // the image has it for the groups from Above / Step on
    const auto From = [&](int64_t Count) { return std::clamp<int64_t>(ceilDiv(Count, Step), 0, Groups); };
    const int64_t Inside = From(Above), Behind = From(S.In.H + Above);
    All += static_cast<double>(Behind - Inside);
  }
  return All / static_cast<double>(Groups);
}

/// A unit's rows loaded, brought to their places and interleaved.
PacketWork DepthwiseRowsWork::unit(double Rows, int Plane, bool IsLooped) const {
  PacketWork All;
  constexpr int64_t kMostUnits = 8; // of a period that are looked at
  constexpr size_t kRoutesKept = 4; // in registers
  const int64_t Units = std::min({int64_t(T.Units.period()), T.Units.units(Plane), kMostUnits});
  const int64_t Step = IsLooped ? T.rowStep(F) : 0;
  const bool IsWhole = T.isAligned(0, Step), AreLoaded = T.Units.routes().size() > kRoutesKept;
  for (int64_t Unit = 0; Unit < Units; ++Unit) {
    const std::vector<UnitLoad> Loads = T.Units.loads(Plane, Unit);
    for (const UnitLoad &L : Loads) {
      const bool IsAligned = T.isAligned(L.Offset, Step), IsRouted = L.Route >= 0;
      All.Slots += (IsAligned ? 1 : 2) + IsRouted + (IsRouted && AreLoaded);
      All.Permutes += !IsAligned + IsRouted;
      All.Loads += 1 + (IsRouted && AreLoaded);
    }
    All.Slots += static_cast<double>(Loads.size()) - 1;
    All.Unaligned += !IsWhole && !Loads.empty(); // clang joins those of a unit
  }
  All = All * (Rows / static_cast<double>(std::max<int64_t>(Units, 1)));
  const double Shuffles = T.Is16 ? 1 : 4;
  All.Slots += Shuffles, All.Permutes += Shuffles;
  return All;
}

PacketWork DepthwiseRowsWork::denseWords(int Group) const {
  const double Rows = rowsInside(Group), Shuffles = T.Is16 ? 1 : 4, Unaligned = T.rowBytes() % kVector ? Rows : 0;
  return {Rows + Unaligned + Shuffles + T.WordRows, Unaligned + Shuffles, Rows, 0, Unaligned};
}

PacketWork DepthwiseRowsWork::units(bool IsLooped) const {
  PacketWork All;
  for (int Group = 0; Group < T.Groups; ++Group)
    for (int Plane = 0; Plane < T.Units.planes(); ++Plane)
      if (T.Units.isRead(Plane)) {
        const int64_t Made = std::min<int64_t>(T.Units.units(Plane), int64_t(T.Turns) * T.units() + T.lead(Plane));
        All += unit(rowsInside(Group), Plane, IsLooped) * (double(Made) / T.Turns);
      }
  return All;
}

/// The work of bringing a turn's words from where they are: putting them together of two vectors, and loading them if they are in memory.
PacketWork DepthwiseRowsWork::words(int Vectors) const {
  std::set<std::pair<int, int>> Loaded;
  PacketWork All;
  for (int Kx = 0; Kx < S.KernelW; ++Kx)
    for (int I = 0; I < Vectors; ++I) {
      const int At = T.Units.margin() + T.Units.tap(Kx) + I * kLanes;
      Loaded.insert({T.Units.planeOf(Kx), At / kLanes});
      if (At % kLanes == 0)
        continue;
      Loaded.insert({T.Units.planeOf(Kx), At / kLanes + 1});
      All.Slots += 1, All.Permutes += 1;
    }
  if (!F.InRegisters)
    All.Slots += static_cast<double>(Loaded.size()), All.Loads += static_cast<double>(Loaded.size());
  return All * T.Groups;
}

/// The work of the output stage of a row: 128 words to bytes or halfwords.
static PacketWork stageWork(const DepthwiseRowsTiling &T) {
  constexpr PacketWork kHalves = {18, 2, 0, 4}, kWide = {36, 2, 0, 12};
  constexpr PacketWork kUniform = {20, 2, 0, 8}, kByLanes = {26, 3, 0, 8}, kBothWays = {38, 3, 0, 8}; // the reference's own
  if (T.Is16)
    return T.Wide ? kWide : kHalves;
  if (T.Output.Kind.isReference())
    return T.Uniform ? kUniform : T.RightOnly ? kByLanes : kBothWays;
  constexpr int kNarrow = 13, kFull = 17, kTwoSided = 8, kTwoSidedHalves = 4; // two constants: comparisons and choices
  const Form Kind = T.Output.Kind.Kind;
  const int Choices = !T.Output.Kind.TwoSided ? 0 : Kind == Form::Narrow15 ? kTwoSidedHalves : kTwoSided;
  return {double((Kind == Form::Full31 ? kFull : kNarrow) + Choices), 2, 0, double(stagePackets(T.Output.Kind))};
}

/// The stage of fewer vectors of words: but for those that put bytes together, each instruction is for one of four.
static PacketWork ofVectors(PacketWork Stage, int Vectors) {
  constexpr double kTogether = 4;
  const double Part = Vectors / 4.0;
  Stage.Slots = kTogether + (Stage.Slots - kTogether) * Part;
  Stage.Multiplies *= Part;
  return Stage;
}

/// Vectors of a phase's constants that are no weights, as far as they are read.
static int headerVectors(const DepthwiseRowsTiling &T) {
  constexpr int kAll = 5;
  return T.Is16 ? (T.Wide ? kAll : kAll - 1) : T.Output.Kind.isReference() ? kAll : 1 + stageVectorsOf(T.Output.Kind);
}

/// Vectors of constants that 32 elements of `Made` rows read.
double DepthwiseRowsWork::constantsRead(int Made) const {
  return wordsRead(S, Made, T.WordRows) * (1 + T.FurtherSets) + headerVectors(T);
}

/// Constants that are loaded: where channels begin anew within 128 elements all turns have the same, and those that find a register
/// stay there. Loads reach 8 vectors; the address of others is a sum of its own.
PacketWork DepthwiseRowsWork::constants(int Vectors, int Made, bool IsLooped) const {
  constexpr int kRegisters = hexagon::kVectorRegisters, kReach = 8, kLooped = 6, kStraight = 14, kStraightNear = 0;
  const int Others = IsLooped ? kLooped : F.InRegisters ? kStraightNear : kStraight; // turns written out overlap, their words, too
  const double Each = constantsRead(Made), Distinct = T.Phases * Each;
  const double Near = F.InRegisters ? T.allLive() : 0, Kept = std::max(0.0, kRegisters - Others - Vectors * Made - Near);
  const bool GoesRound = IsLooped && F.Turns % T.Period;
  double Loaded = Vectors * Each;
  if (T.Period == 1 && T.Turns > 1)
    Loaded = std::min(Distinct, 2 * std::max(0.0, Distinct - Kept));
  else if (!GoesRound)
    Loaded = std::min(T.Phases, Vectors) * Each * (1 - std::min(1.0, Kept / Distinct) / 2);
  const double Far = GoesRound ? 0 : std::max(0.0, 1 - kReach / Distinct);
  return {Loaded * (1 + Far), 0, Loaded, 0};
}

/// Turns that are written out have the same constants in all row groups.
double DepthwiseRowsWork::hoisted(int Made) const {
  constexpr double kKept = 80; // of so few, most are loaded where they are read
  int64_t Phases = 0;
  for (const RowsTurns &Alike : T.turns(F))
    if (Alike.looped(F) == 0)
      Phases = std::max(Phases, std::min<int64_t>(T.Phases, Alike.Count * kTurn / kLanes));
  return std::max(0.0, static_cast<double>(Phases) * constantsRead(Made) - kKept);
}

/// Products and output stages.
PacketWork DepthwiseRowsWork::outputs(int Vectors, int Made) const {
  const double Products = double(Vectors) * wordsRead(S, Made, T.WordRows) * (1 + T.FurtherSets);
  const bool IsAligned = T.rowElements() * T.ElementBytes % kVector == 0;
  const double Stores = double(Made) * T.ElementBytes;
  PacketWork All = ofVectors(stageWork(T), Vectors) * Made;
  const double Unaligned = IsAligned ? 0 : Stores, Multiplies = T.Is16 ? Products : Products / 2;
  All += {(T.Is16 ? 1 : 2) * Products + Stores + Unaligned, Unaligned, 0, Multiplies, Unaligned};
  return All;
}

PacketWork DepthwiseRowsWork::turn(int Vectors, int Made, bool IsLooped) const {
  PacketWork All = words(Vectors);
  if (F.InRegisters)
    All += units(IsLooped);
  All += constants(Vectors, Made, IsLooped);
  All += outputs(Vectors, Made);
  return All;
}

} // namespace hexloom
