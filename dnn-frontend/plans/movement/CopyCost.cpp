// What strided copies cost (hexloom/portable/copy.h, hexloom/hvx/copy.h).
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"
#include "plans/movement/Transposition.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

constexpr int64_t kVector = 128;
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

/// Whether all runs lie at the same distance from a multiple of a vector: then clang knows their parts.
bool isPlaceKnown(const StridedCopy &C) {
  return std::all_of(C.Loops.begin(), C.Loops.end(), [](const StridedCopy::Loop &L) { return L.In % kVector == 0 && L.Out % kVector == 0; });
}

/// Whether what is set ends within a vector at most: runs of halves of vectors, or those that begin with one.
bool setsWhole(const StridedCopy &C) {
  const auto Begins = [](const StridedCopy::Loop &L) { return L.Out % kVector == 0; };
  return innerTurns(C) % (kVector / 2) == 0 ||
         (C.OutOffset % kVector == 0 && std::all_of(C.Loops.begin(), C.Loops.end() - 1, Begins));
}

/// What runs of more than a vector do, by where they lie (hl_vcopy).
struct Parts {
  double Heads = 0, Tails = 0, Aligned = 0, Turned = 0; ///< of longer ones; whole vectors, from a multiple of a vector or not
  double Loops = 0; ///< over vectors, where they are not straight code
};

void addRun(int64_t In, int64_t Out, int64_t Run, Parts &P) {
  constexpr int64_t kStraightVectors = 12;
  const int64_t Offset = ((Out % kVector) + kVector) % kVector;
  const int64_t Head = Offset ? kVector - Offset : 0, Whole = (Run - Head) / kVector;
  P.Heads += Head != 0;
  P.Tails += (Run - Head) % kVector != 0;
  P.Loops += Whole > kStraightVectors;
  ((In + Head) % kVector == 0 ? P.Aligned : P.Turned) += static_cast<double>(Whole);
}

/// Of all runs; of many, the first ones stand for all.
Parts partsOf(const StridedCopy &C) {
  constexpr int64_t kMost = 2048;
  const int64_t All = C.turns(), Seen = std::min(All, kMost);
  std::vector<int64_t> Turn(C.Loops.size(), 0);
  Parts P;
  for (int64_t Left = Seen, In = C.InOffset, Out = C.OutOffset; Left > 0; --Left) {
    addRun(In, Out, C.Run, P);
    for (size_t L = C.Loops.size(); L-- > 0;) {
      In += C.Loops[L].In;
      Out += C.Loops[L].Out;
      if (++Turn[L] < C.Loops[L].Size)
        break;
      In -= C.Loops[L].In * Turn[L];
      Out -= C.Loops[L].Out * Turn[L];
      Turn[L] = 0;
    }
  }
  const double Scale = Seen ? static_cast<double>(All) / static_cast<double>(Seen) : 0;
  for (double *Count : {&P.Heads, &P.Tails, &P.Aligned, &P.Turned, &P.Loops})
    *Count *= Scale;
  return P;
}

/// Of runs of more than a vector whose places clang does not know: branches around their parts.
Cost longRuns(const StridedCopy &C) {
  const Parts P = partsOf(C);
  return P.Heads * kRunHead + P.Tails * kRunTail + P.Aligned * kVectorStep + P.Turned * kVectorTurned;
}

/// Of others.
Cost knownRuns(const StridedCopy &C) {
  const Parts P = partsOf(C);
  const double Loops = C.turns() > 1 ? P.Loops : 0; // the only one is set up beside other code
  return Loops * kVectorLoop + P.Heads * kKnownHead + P.Tails * kKnownTail + P.Aligned * kVectorStep + P.Turned * kKnownTurned;
}

} // namespace

static Cost scalarCost(const StridedCopy &C, bool InTable) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Runs = Turns * static_cast<double>(C.Run) * kScalarByte + kCall + Entries(C).All * kTurn;
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

/// Of the loops around the innermost one: a single one counts, more go like the digits of a counter.
static Cost turnsCost(const StridedCopy &C, const Entries &E) {
  if (E.All <= 1)
    return {};
  return C.Loops.size() <= 2 ? E.All * kTurn : E.All * kTurnDeep + E.Carries * kCarry;
}

Cost runsCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const Entries E(C);
  const Cost Start = kCall + turnsCost(C, E);
  const double Again = E.All > 1 ? E.All : 0; // a loop that is entered once is set up beside other code
  if (setsRuns(C))
    return Start + E.All * (setsWhole(C) ? kSetWhole : kSet) + kVectorStep * Turns / kVector;
  if (const int64_t Period = columnPeriod(C))
    return Start + E.All * kColumns + Turns * static_cast<double>(Period) / kVector * kColumnsStep;
  const bool Straight = innerTurns(C) <= kStraightTurns;
  if (movesUnits(C) && C.Loops.size() > 0 && C.Loops.back().In == 0)
    return Start + Again * kUnitLoop + Turns * kUnitRepeated;
  if (movesUnits(C))
    return Straight ? Start + Turns * kUnitStraight : Start + Again * kUnitLoop + Turns * kUnit;
  if (C.Run < kLeastVectorRun)
    return Start + Turns * static_cast<double>(C.Run) * kByte;
  if (C.Run <= kVector)
    return Start + E.All * kEndsLoop + Turns * (staysWithinVectors(C) ? kVectorEnds : kVectorCrossing);
  return isPlaceKnown(C) ? Start + knownRuns(C) : Start + Turns * kVectorLong + longRuns(C);
}

/// The same where a table has more than one copy and all sizes are loaded.
Cost tableCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Start = kTableCopy + Entries(C).All * kTableTurn;
  if (setsRuns(C) || columnPeriod(C))
    return Start + Entries(C).All * kTableEnds + kVectorStep * Turns * static_cast<double>(C.Run) / kVector;
  if (movesUnits(C))
    return Start + Turns * kTableUnit;
  if (C.Run < kLeastVectorRun)
    return Start + Turns * (kTableShort + static_cast<double>(C.Run) * kTableByte);
  if (C.Run <= kVector)
    return Start + Turns * kTableEnds;
  return Start + Turns * kTableLong + longRuns(C);
}

bool shareTable(const CopyGroup &Copies, bool Tiles) {
  constexpr size_t kMostCalls = 6; // with code of their own
  return Copies.size() > kMostCalls &&
         !(Tiles && std::any_of(Copies.begin(), Copies.end(), [](const StridedCopy &C) { return transpositionOf(C).has_value(); }));
}

Cost scalarCost(const CopyGroup &Copies) {
  Cost Sum;
  for (const StridedCopy &C : Copies)
    Sum += scalarCost(C, shareTable(Copies, false));
  return Sum;
}

static Cost vectorCost(const StridedCopy &C, CopyOrder Order) {
  const std::optional<Transposition> T = Order == CopyOrder::Tiles ? transpositionOf(C) : std::nullopt;
  return T ? T->cost() : runsCost(Order == CopyOrder::AsStored ? C : longestInside(C));
}

Cost vectorCost(const CopyGroup &Copies, CopyOrder Order) {
  const bool Table = shareTable(Copies, Order == CopyOrder::Tiles);
  Cost Sum;
  for (const StridedCopy &C : Copies)
    Sum += Table ? tableCost(C) : vectorCost(C, Order);
  return Sum;
}

} // namespace hexloom
