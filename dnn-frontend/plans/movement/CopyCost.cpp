// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strided copies cost (hexloom/portable/copy.h, hexloom/hvx/copy.h).
#include "plans/NestPlans.h"
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"
#include "plans/movement/Forms.h"
#include "plans/movement/Permutation.h"
#include "plans/movement/Transposition.h"
#include "support/Rounding.h"

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

/// How often the innermost loop is entered.
int64_t entries(const StridedCopy &C) { return innerTurns(C) == 0 ? 0 : C.turns() / innerTurns(C); }

int64_t vectorsOf(int64_t Bytes) { return ceilDiv(Bytes, kVector); }

/// The loops around the innermost one: a single one counts up, several go like the digits of a counter.
std::string around(const StridedCopy &C) {
  return entries(C) <= 1 ? "" : C.Loops.size() <= 2 ? " nested" : with("deep", static_cast<int64_t>(C.Loops.size()) - 1);
}

/// Vectors within a run: up to some number straight code, else a loop of `Each` at once, which is `Loop`.
void addVectors(OwnLoops &To, const char *Loop, int64_t Runs, int64_t Vectors, int64_t Each) {
  if (Vectors <= HL_LONG_RUN) {
    To.front().What += with("vectors", Vectors);
    return;
  }
  To.front().What += " long";
  To.push_back({Loop, Runs * (Vectors / Each), 0});
}

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

/// hl_vcopy_columns: its loop stores all vectors but the last one.
Cost columnsCost(const StridedCopy &C, int64_t Period) {
  const int64_t Span = (innerTurns(C) - 1) * Period + C.Run - 1;
  const auto Begins = [](const StridedCopy::Loop &L) { return L.Out % kVector == 0; };
  const bool IsPlaced = std::all_of(C.Loops.begin(), C.Loops.end() - 1, Begins);
  const double Steps = static_cast<double>(IsPlaced ? (placeOf(C.OutOffset) + Span) / kVector * kVector : Span) / kVector;
  return static_cast<double>(entries(C)) * (kColumns + std::min(Steps, 2.0) * kColumnsLoop + Steps * kColumnsStep);
}

/// A run of one byte's value for each turn of the outer loops (hl_vset).
OwnLoops setLoops(const StridedCopy &C) {
  const int64_t Runs = entries(C), Vectors = innerTurns(C) / kVector;
  if (setsWhole(C))
    return {{"hl_vset " + std::string(innerTurns(C) % kVector ? "end" : "whole") + with("vectors", Vectors) + around(C), Runs}};
  OwnLoops Loops = {{"hl_vset any" + around(C), Runs}};
  if (Vectors > 1)
    Loops.push_back({"hl_vset vectors", Runs * Vectors, 0});
  return Loops;
}

/// hl_copy_units
OwnLoops unitLoops(const StridedCopy &C) {
  const std::string Of = "hl_copy_units";
  if (!C.Loops.empty() && C.Loops.back().In == 0)
    return {{Of + " repeated" + around(C), C.turns(), entries(C)}};
  if (innerTurns(C) <= kStraightTurns)
    return {{Of + with("straight", innerTurns(C)) + around(C), entries(C)}};
  return {{Of + around(C), C.turns(), entries(C)}};
}

/// hl_vcopy_placed_runs
OwnLoops placedLoops(const StridedCopy &C) {
  const int64_t Turns = C.turns(), All = entries(C), Place = placeOf(C.OutOffset), Vectors = vectorsOf(Place + C.Run);
  const bool IsTurned = placeOf(C.InOffset) != Place;
  if (!IsTurned && Place == 0 && C.Run % kVector == 0) {
    const bool IsKept = !C.Loops.empty() && C.Loops.back().In == 0 && Vectors <= HL_LONG_RUN; // in registers
    OwnLoops Loops = {{"hl_vcopy_whole" + when(IsKept, "kept") + around(C), Turns, All}};
    addVectors(Loops, "hl_vcopy_whole vectors", Turns, Vectors, 1);
    return Loops;
  }
  const std::string Form =
      when(IsTurned, "turned") + when(Place != 0, "begins") + when((Place + C.Run) % kVector != 0, "ends") + around(C);
  if (Vectors > 2) {
    OwnLoops Loops = {{"hl_vcopy_placed" + Form, Turns, All}};
    addVectors(Loops, IsTurned ? "hl_vcopy_turned vectors" : "hl_vcopy_whole vectors", Turns, Vectors - 2, IsTurned ? HL_AT_ONCE : 1);
    return Loops;
  }
  const int64_t Fours = innerTurns(C) / HL_AT_ONCE;
  if (Fours == 0)
    return {{"hl_vcopy_placed few" + with("vectors", Vectors) + Form, Turns, All}};
  return {{"hl_vcopy_placed four" + with("vectors", Vectors) + with("rest", innerTurns(C) % HL_AT_ONCE) + Form, All * Fours, All}};
}

/// Longer runs than a vector, of any place: the first vector of the output and the last two have masks (hl_vcopy).
OwnLoops longLoops(const StridedCopy &C) {
  OwnLoops Loops = {{"hl_vcopy any" + around(C), C.turns(), entries(C)}};
  addVectors(Loops, "hl_vcopy_turned vectors", C.turns(), (C.Run - 1) / kVector - 1, HL_AT_ONCE);
  return Loops;
}

/// hl_vcopy_nest, hl_vcopy_placed_nest; nothing: vectors of columns, which are no loop of the layer.
OwnLoops nestLoops(const StridedCopy &C) {
  if (setsRuns(C))
    return setLoops(C);
  if (columnPeriod(C))
    return {};
  if (movesUnits(C))
    return unitLoops(C);
  if (isPlaced(C))
    return placedLoops(C);
  if (C.Run < HL_VECTOR_RUN)
    return {{"hl_copy_runs" + with("bytes", C.Run) + around(C), C.turns(), entries(C)}};
  if (C.Run > kVector)
    return longLoops(C);
  const bool IsFew = innerTurns(C) < HL_MANY_RUNS, IsWithin = staysWithinVectors(C);
  const char *const Form = !IsWithin ? " crossing" : !IsFew && C.Run == kVector ? " whole" : " within";
  return {{(IsFew ? "hl_vcopy few" : "hl_vcopy_ends") + std::string(Form) + around(C), C.turns(), entries(C)}};
}

/// hl_vcopy_ahead: runs by unaligned loads and stores, but for those that end the output or the input.
OwnLoops aheadLoops(const StridedCopy &C) {
  const int64_t Vectors = vectorsOf(C.Run), Over = Vectors * kVector - C.Run;
  const int64_t Careful = std::max(ceilDiv(Over + HL_LOAD_SLACK, C.Loops.back().In), ceilDiv(Over, C.Run));
  const int64_t Last = std::min(Careful, innerTurns(C));
  OwnLoops Loops = {{"hl_vcopy_ahead" + with("vectors", Vectors) + around(C), C.turns(), entries(C)}};
  addCareful(Loops, "hl_vcopy_ahead careful" + with("vectors", Vectors), Last);
  return Loops;
}

double cyclesOf(const OwnLoops &Loops) { return costOf(Loops).cycles(); }

} // namespace

static Cost nestCost(const StridedCopy &C) {
  const int64_t Period = setsRuns(C) ? 0 : columnPeriod(C);
  return Period ? columnsCost(C, Period) : costOf(nestLoops(C));
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
  return mayGoAhead(C) && cyclesOf(aheadLoops(C)) < nestCost(C).cycles();
}

/// Packets of a vector that hl_all_lanes or hl_deal_lanes puts together: of those of its loads and its permutations the larger number.
static int64_t lanesPackets(const StridedCopy &C) {
  const auto Keeps = [](const StridedCopy::Loop &L) { return L.In % kVector == 0; };
  const int64_t Stride = C.Loops.back().In, Lanes = kVector / C.Run;
  if (!std::all_of(C.Loops.begin(), C.Loops.end() - 1, Keeps))
    return Lanes;
  if (Stride > C.Run && Stride <= kVector && (Stride & (Stride - 1)) == 0 && placeOf(C.InOffset) < Stride)
    return Stride / C.Run;
  std::set<int64_t> Loads;
  std::set<std::pair<int64_t, int64_t>> Turned;
  for (int64_t Lane = 0; Lane < Lanes; ++Lane) {
    const int64_t Offset = placeOf(C.InOffset) + Lane * Stride, Vector = Offset - placeOf(Offset), Turn = placeOf(Offset - Lane * C.Run);
    Loads.insert(Vector);
    if (Turn != 0)
      Turned.insert({Vector, Turn});
  }
  return static_cast<int64_t>(std::max(Loads.size(), Turned.size()));
}

static OwnLoops lanesLoops(const StridedCopy &C) {
  const int64_t Lanes = kVector / C.Run, Runs = innerTurns(C);
  const bool IsWhole = placeOf(C.OutOffset) == 0 && (Runs % Lanes == 0 || entries(C) == 1);
  return {{"hl_vcopy_lanes" + with("packets", lanesPackets(C)) + with("run", C.Run) + with("ends", !IsWhole ? 2 : Runs % Lanes ? 1 : 0) + around(C),
           entries(C) * (Runs / Lanes), entries(C)}};
}

bool goesByLanes(const StridedCopy &C) {
  if (C.Run != kVector / 2 && C.Run != kVector / 4 && C.Run != kVector / 8)
    return false;
  if (!fillsOutput(C) || !areMultiples(C, C.Run) || innerTurns(C) < kVector / C.Run)
    return false;
  const double Cycles = cyclesOf(lanesLoops(C));
  return Cycles < nestCost(C).cycles() && !(mayGoAhead(C) && cyclesOf(aheadLoops(C)) <= Cycles);
}

bool isPlaced(const StridedCopy &C) {
  const auto Is = [](const StridedCopy::Loop &L) { return L.In % kVector == 0 && L.Out % kVector == 0; };
  return C.Run > 2 && !movesUnits(C) && std::all_of(C.Loops.begin(), C.Loops.end(), Is);
}

static Cost scalarCost(const StridedCopy &C, bool InTable) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Runs = Turns * static_cast<double>(C.Run) * kScalarByte + kCall + static_cast<double>(entries(C)) * kScalarTurn;
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

void addCareful(OwnLoops &To, const std::string &What, int64_t Turns) {
  if (Turns > 1)
    To.push_back({What, Turns, Turns}); // however many: one body
  else if (Turns == 1)
    To.front().What += " careful";
}

OwnLoops copyLoops(const StridedCopy &C) { return goesByLanes(C) ? lanesLoops(C) : goesAhead(C) ? aheadLoops(C) : nestLoops(C); }

Cost runsCost(const StridedCopy &C) {
  const OwnLoops Loops = copyLoops(C);
  return Loops.empty() ? nestCost(C) : costOf(Loops);
}

/// The cost of a copy whose parameters are loaded from a table of several copies.
Cost tableCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Start = kTableCopy + (C.Loops.empty() ? Cost() : static_cast<double>(entries(C)) * kTableTurn);
  if (setsRuns(C) || columnPeriod(C))
    return Start + static_cast<double>(entries(C)) * kTableEnds + Turns * static_cast<double>(C.Run) / kVector * kTableVector;
  if (movesUnits(C))
    return Start + Turns * kTableUnit;
  if (C.Run < HL_VECTOR_RUN)
    return Start + Turns * (kTableShort + static_cast<double>(C.Run) * kTableByte);
  if (C.Run <= kVector)
    return Start + Turns * (staysWithinVectors(C) ? kTableWithin : kTableEnds);
  return Start + Turns * (kTableLong + static_cast<double>((C.Run - 1) / kVector - 1) * kTableVector);
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
      return costOf(P->loops());
    if (const std::optional<Transposition> T = transpositionOf(C))
      return costOf(T->loops());
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
