// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strided copies cost (hexloom/portable/copy.h, hexloom/hvx/copy.h).
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"
#include "plans/movement/Permutation.h"
#include "plans/movement/Transposition.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>
#include <set>

namespace hexloom {

using namespace movement_cost;

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes;
constexpr int64_t kStraightTurns = 6; // of an inner loop that clang writes out

int64_t innerTurns(const StridedCopy &C) { return C.Loops.empty() ? 1 : C.Loops.back().Size; }

/// How often the innermost loop is entered, and how often one of the outer ones carries into the next.
struct Entries {
  explicit Entries(const StridedCopy &C) {
    const auto Inner = static_cast<double>(innerTurns(C));
    All = Inner == 0 ? 0 : static_cast<double>(C.turns()) / Inner;
    double Left = All;
    for (size_t L = C.Loops.size(); L-- > 2;) {
      Left /= static_cast<double>(C.Loops[L - 1].Size);
      Carries += Left;
    }
  }
  double All, Carries = 0;
};

/// Whether the offset and all strides are multiples.
bool areMultiples(const StridedCopy &C, int64_t Of) {
  const auto Is = [&](int64_t Bytes) { return Bytes % Of == 0; };
  return Is(C.InOffset) && Is(C.OutOffset) &&
         std::all_of(C.Loops.begin(), C.Loops.end(), [&](const StridedCopy::Loop &L) { return Is(L.In) && Is(L.Out); });
}

/// Whether runs are single loads and stores (hl_copy_units).
bool movesUnits(const StridedCopy &C) {
  return (C.Run == 2 || C.Run == 4 || C.Run == 8) && areMultiples(C, C.Run);
}

/// Bytes from column to column if vectors of them are moved whole (hl_vcopy_columns), else 0.
int64_t columnPeriod(const StridedCopy &C) {
  if (C.Loops.empty() || C.Loops.back().In != C.Loops.back().Out || C.Loops.back().Size == 1)
    return 0;
  const int64_t Period = C.Loops.back().In;
  return Period > C.Run && Period < kVector && (Period & (Period - 1)) == 0 ? Period : 0;
}

/// Whether one byte fills the innermost loop's run of the output.
bool setsRuns(const StridedCopy &C) {
  return C.Run == 1 && !C.Loops.empty() && C.Loops.back().In == 0 && C.Loops.back().Out == 1;
}

/// Whether no byte is written twice.
bool isDisjoint(std::vector<StridedCopy::Loop> Loops, int64_t Run) {
  const auto Step = [](const StridedCopy::Loop &L) { return std::abs(L.Out); };
  std::sort(Loops.begin(), Loops.end(), [&](const StridedCopy::Loop &A, const StridedCopy::Loop &B) { return Step(A) < Step(B); });
  for (const StridedCopy::Loop &L : Loops) {
    if (L.Size > 1 && Step(L) < Run)
      return false;
    Run += (L.Size - 1) * Step(L);
  }
  return true;
}

/// Whether runs of up to a vector never go from one into the next, as hl_is_within_vectors sees it.
bool staysWithinVectors(const StridedCopy &C) {
  int64_t Size = 16;
  while (Size < C.Run)
    Size *= 2;
  const auto Is = [&](int64_t Bytes) { return Bytes % Size == 0; };
  return Is(C.OutOffset) && std::all_of(C.Loops.begin(), C.Loops.end(), [&](const StridedCopy::Loop &L) { return Is(L.Out); });
}

/// Whether what is set ends within a vector at most: runs of halves of vectors, or those that begin with one.
bool setsWhole(const StridedCopy &C) {
  const auto Begins = [](const StridedCopy::Loop &L) { return L.Out % kVector == 0; };
  return innerTurns(C) % (kVector / 2) == 0 ||
         (C.OutOffset % kVector == 0 && std::all_of(C.Loops.begin(), C.Loops.end() - 1, Begins));
}

int64_t placeOf(int64_t Offset) { return ((Offset % kVector) + kVector) % kVector; }

/// Vectors within a run, each aligned anew from two of the input's.
Cost turnedVectors(double Runs, int64_t Vectors) {
  const Cost Loop = Vectors > HL_LONG_RUN ? Cost(kTurnedLoop) : Cost();
  return Runs * (Loop + static_cast<double>(Vectors) * kVectorTurned);
}

Cost wholeVectors(double Runs, int64_t Vectors) {
  const Cost Loop = Vectors > HL_LONG_RUN ? Cost(kVectorLoop) : Cost();
  return Runs * (Loop + static_cast<double>(Vectors) * kVectorStep);
}

/// hl_vcopy_columns: its loop stores all vectors but the last one.
Cost columns(const StridedCopy &C, int64_t Period, const Entries &E) {
  const int64_t Span = (innerTurns(C) - 1) * Period + C.Run - 1;
  const auto Begins = [](const StridedCopy::Loop &L) { return L.Out % kVector == 0; };
  const bool IsPlaced = std::all_of(C.Loops.begin(), C.Loops.end() - 1, Begins);
  const double Steps = static_cast<double>(IsPlaced ? (placeOf(C.OutOffset) + Span) / kVector * kVector : Span) / kVector;
  return E.All * (kColumns + std::min(Steps, 2.0) * kColumnsLoop + Steps * kColumnsStep);
}

/// hl_vcopy_placed_runs
Cost placedRuns(const StridedCopy &C, const Entries &E) {
  const double Turns = static_cast<double>(C.turns());
  const int64_t Place = placeOf(C.OutOffset), Vectors = (Place + C.Run + kVector - 1) / kVector;
  const bool IsTurned = placeOf(C.InOffset) != Place;
  if (!IsTurned && Place == 0 && C.Run % kVector == 0) {
    const bool IsKept = !C.Loops.empty() && C.Loops.back().In == 0 && Vectors <= HL_LONG_RUN; // in registers: loads beside no stores
    return wholeVectors(Turns, Vectors) + (IsKept ? E.All * wholeVectors(1, Vectors) : Cost());
  }
  if (Vectors > 2) {
    const int64_t Middle = Vectors - 2;
    return Turns * (IsTurned ? kPlacedEndsTurned : kPlacedEnds) +
           (IsTurned ? turnedVectors(Turns, Middle) : wholeVectors(Turns, Middle));
  }
  const double AtOnce = E.All * static_cast<double>(innerTurns(C) / HL_AT_ONCE * HL_AT_ONCE), Alone = Turns - AtOnce;
  return AtOnce * static_cast<double>(Vectors) * (IsTurned ? kPlacedTurned : kPlaced) +
         Alone * (IsTurned ? kPlacedAloneTurned : kPlacedAlone);
}

/// Runs of up to a vector, at any place.
Cost shortRuns(const StridedCopy &C, const Entries &E) {
  const double Turns = static_cast<double>(C.turns());
  const bool IsWithin = staysWithinVectors(C);
  if (innerTurns(C) < HL_MANY_RUNS)
    return E.All * kFewLoop + Turns * (IsWithin ? kFewWithin : kFewCrossing);
  return E.All * kEndsLoop + Turns * (IsWithin && C.Run == kVector ? kVectorAnew : IsWithin ? kVectorWithin : kVectorCrossing);
}

/// Longer ones: the first vector of the output and the last two have masks (hl_vcopy).
Cost longRuns(const StridedCopy &C, const Entries &E) {
  const double Turns = static_cast<double>(C.turns()), Again = E.All > 1 ? E.All : 0;
  return Again * kLongLoop + Turns * kVectorLong + turnedVectors(Turns, (C.Run - 1) / kVector - 1);
}

} // namespace

static Cost turnsCost(const StridedCopy &C, const Entries &E);
static Cost runsCost(const StridedCopy &C, bool Ahead);

/// hl_vcopy_ahead: runs by unaligned loads and stores, but for those that end the output or the input.
static Cost aheadCost(const StridedCopy &C) {
  const int64_t Vectors = (C.Run + kVector - 1) / kVector, Over = Vectors * kVector - C.Run;
  const int64_t Careful = std::max((Over + HL_LOAD_SLACK + C.Loops.back().In - 1) / C.Loops.back().In, (Over + C.Run - 1) / C.Run);
  const Entries E(C);
  const double Last = static_cast<double>(std::min(Careful, innerTurns(C)));
  const Cost Run = C.Run <= kVector ? Cost(kVectorCrossing) : kVectorLong + turnedVectors(1, Vectors - 1);
  return kCall + turnsCost(C, E) + E.All * kEndsLoop + static_cast<double>(C.turns() * Vectors) * kVectorAhead + Last * Run;
}

bool fillsOutput(const StridedCopy &C) {
  int64_t Next = C.Run;
  for (size_t L = C.Loops.size(); L-- > 0; Next *= C.Loops[L].Size)
    if (C.Loops[L].Out != Next)
      return false;
  return !C.Loops.empty();
}

static bool mayGoAhead(const StridedCopy &C) {
  return C.Run >= HL_VECTOR_RUN && C.Run <= HL_AT_ONCE * kVector && fillsOutput(C) && C.Loops.back().In > 0;
}

bool goesAhead(const StridedCopy &C) {
  return mayGoAhead(C) && aheadCost(C).cycles() < runsCost(C, false).cycles();
}

/// Packets of a vector that hl_all_lanes or hl_deal_lanes puts together: of those of its loads and its permutations the larger number.
static double lanesPackets(const StridedCopy &C) {
  const auto Keeps = [](const StridedCopy::Loop &L) { return L.In % kVector == 0; };
  const int64_t Stride = C.Loops.back().In, Lanes = kVector / C.Run;
  if (!std::all_of(C.Loops.begin(), C.Loops.end() - 1, Keeps))
    return static_cast<double>(Lanes);
  if (Stride > C.Run && Stride <= kVector && (Stride & (Stride - 1)) == 0 && placeOf(C.InOffset) < Stride)
    return static_cast<double>(Stride / C.Run);
  std::set<int64_t> Loads;
  std::set<std::pair<int64_t, int64_t>> Turned;
  for (int64_t Lane = 0; Lane < Lanes; ++Lane) {
    const int64_t Offset = placeOf(C.InOffset) + Lane * Stride, Vector = Offset - placeOf(Offset), Turn = placeOf(Offset - Lane * C.Run);
    Loads.insert(Vector);
    if (Turn != 0)
      Turned.insert({Vector, Turn});
  }
  return static_cast<double>(std::max(Loads.size(), Turned.size()));
}

static Cost lanesCost(const StridedCopy &C) {
  const Entries E(C);
  const int64_t Lanes = kVector / C.Run, Runs = innerTurns(C);
  const bool IsWhole = placeOf(C.OutOffset) == 0 && (Runs % Lanes == 0 || E.All == 1);
  const double Vectors = static_cast<double>(Runs / Lanes), Ends = !IsWhole ? 2 : Runs % Lanes ? 1 : 0;
  return kCall + turnsCost(C, E) + E.All * (kLanes + Vectors * lanesPackets(C) * kLaneStep + Ends * kLaneEnd);
}

bool goesByLanes(const StridedCopy &C) {
  if (C.Run != kVector / 2 && C.Run != kVector / 4 && C.Run != kVector / 8)
    return false;
  if (!fillsOutput(C) || !areMultiples(C, C.Run) || innerTurns(C) < kVector / C.Run)
    return false;
  const double Cycles = lanesCost(C).cycles();
  return Cycles < runsCost(C, false).cycles() && !(mayGoAhead(C) && aheadCost(C).cycles() <= Cycles);
}

bool isPlaced(const StridedCopy &C) {
  const auto Is = [](const StridedCopy::Loop &L) { return L.In % kVector == 0 && L.Out % kVector == 0; };
  return C.Run > 2 && !movesUnits(C) && std::all_of(C.Loops.begin(), C.Loops.end(), Is);
}

static Cost scalarCost(const StridedCopy &C, bool InTable) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Runs = Turns * static_cast<double>(C.Run) * kScalarByte + kCall + Entries(C).All * kScalarTurn;
  return InTable ? Runs + Turns * kTableScalarRun : Runs;
}

StridedCopy longestInside(StridedCopy C) {
  if (C.Run > kVector || C.Loops.size() < 2 || setsRuns(C) || columnPeriod(C) || !isDisjoint(C.Loops, C.Run))
    return C;
  const auto Longest = std::max_element(C.Loops.begin(), C.Loops.end(),
                                        [](const StridedCopy::Loop &A, const StridedCopy::Loop &B) { return A.Size < B.Size; });
  if (Longest->Size > kStraightTurns * C.Loops.back().Size)
    std::swap(*Longest, C.Loops.back());
  return C;
}

/// The cost of the loops around the innermost one. A single one counts up; several go like the digits of a counter.
static Cost turnsCost(const StridedCopy &C, const Entries &E) {
  if (E.All <= 1)
    return {};
  return C.Loops.size() <= 2 ? E.All * kTurn : E.All * kTurnDeep + E.Carries * kCarry;
}

static Cost runsCost(const StridedCopy &C, bool Ahead) {
  if (Ahead && goesByLanes(C))
    return lanesCost(C);
  if (Ahead && goesAhead(C))
    return aheadCost(C);
  const double Turns = static_cast<double>(C.turns());
  const Entries E(C);
  const Cost Start = kCall + turnsCost(C, E);
  const double Again = E.All > 1 ? E.All : 0; // a loop that is entered once is set up beside other code
  if (setsRuns(C))
    return Start + E.All * (!setsWhole(C) ? kSet : innerTurns(C) % kVector ? kSetEnd : kSetWhole) + kVectorStep * Turns / kVector;
  if (const int64_t Period = columnPeriod(C))
    return Start + columns(C, Period, E);
  const bool Straight = innerTurns(C) <= kStraightTurns;
  if (movesUnits(C) && C.Loops.size() > 0 && C.Loops.back().In == 0)
    return Start + Again * kUnitLoop + Turns * kUnitRepeated;
  if (movesUnits(C))
    return Straight ? Start + Turns * kUnitStraight : Start + Again * kUnitLoop + Turns * kUnit;
  if (isPlaced(C))
    return Start + placedRuns(C, E);
  if (C.Run < HL_VECTOR_RUN)
    return Start + Turns * static_cast<double>(C.Run) * kByte;
  return Start + (C.Run <= kVector ? shortRuns(C, E) : longRuns(C, E));
}

Cost runsCost(const StridedCopy &C) { return runsCost(C, true); }

/// The cost of a copy whose parameters are loaded from a table of several copies.
Cost tableCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Start = kTableCopy + (C.Loops.empty() ? Cost() : Entries(C).All * kTableTurn);
  if (setsRuns(C) || columnPeriod(C))
    return Start + Entries(C).All * kTableEnds + kVectorStep * Turns * static_cast<double>(C.Run) / kVector;
  if (movesUnits(C))
    return Start + Turns * kTableUnit;
  if (C.Run < HL_VECTOR_RUN)
    return Start + Turns * (kTableShort + static_cast<double>(C.Run) * kTableByte);
  if (C.Run <= kVector)
    return Start + Turns * (staysWithinVectors(C) ? kTableWithin : kTableEnds);
  return Start + Turns * kTableLong + turnedVectors(Turns, (C.Run - 1) / kVector - 1);
}

bool shareTable(const CopyGroup &Copies, bool Tiles) {
  constexpr size_t kMostCalls = 6; // with code of their own
  return Copies.size() > kMostCalls &&
         !(Tiles && std::any_of(Copies.begin(), Copies.end(), goesByTiles));
}

Cost scalarCost(const CopyGroup &Copies) {
  Cost Sum;
  for (const StridedCopy &C : Copies)
    Sum += scalarCost(C, shareTable(Copies, false));
  return Sum;
}

static Cost vectorCost(const StridedCopy &C, CopyOrder Order) {
  if (Order == CopyOrder::Tiles) {
    if (const std::optional<Permutation> P = permutationOf(C))
      return P->cost();
    if (const std::optional<Transposition> T = transpositionOf(C))
      return T->cost();
  }
  return runsCost(Order == CopyOrder::AsStored ? C : longestInside(C));
}

Cost vectorCost(const CopyGroup &Copies, CopyOrder Order) {
  const bool Table = shareTable(Copies, Order == CopyOrder::Tiles);
  Cost Sum;
  for (const StridedCopy &C : Copies)
    Sum += Table ? tableCost(C) : vectorCost(C, Order);
  return Sum;
}

} // namespace hexloom
