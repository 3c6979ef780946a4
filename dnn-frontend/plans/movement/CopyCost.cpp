// What strided copies cost (hexloom/portable/copy.h, hexloom/hvx/copy.h).
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"
#include "plans/movement/Transposition.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

/// How often the innermost loop is entered.
double entries(const StridedCopy &C) {
  const double Inner = C.Loops.empty() ? 1 : static_cast<double>(C.Loops.back().Size);
  return Inner == 0 ? 0 : static_cast<double>(C.turns()) / Inner;
}

/// Whether runs are single loads and stores (hl_copy_units).
bool movesUnits(const StridedCopy &C) {
  if (C.Run != 2 && C.Run != 4 && C.Run != 8)
    return false;
  const auto IsMultiple = [&](int64_t Bytes) { return Bytes % C.Run == 0; };
  return IsMultiple(C.InOffset) && IsMultiple(C.OutOffset) &&
         std::all_of(C.Loops.begin(), C.Loops.end(), [&](const StridedCopy::Loop &L) {
           return IsMultiple(L.In) && IsMultiple(L.Out);
         });
}

/// Whether runs are whole vectors on both sides.
bool movesVectors(const StridedCopy &C) {
  constexpr int64_t kVector = 128;
  const auto IsMultiple = [](int64_t Bytes) { return Bytes % kVector == 0; };
  return IsMultiple(C.Run) && IsMultiple(C.InOffset) && IsMultiple(C.OutOffset) &&
         std::all_of(C.Loops.begin(), C.Loops.end(), [&](const StridedCopy::Loop &L) {
           return IsMultiple(L.In) && IsMultiple(L.Out);
         });
}

/// Bytes from column to column if vectors of them are moved whole (hl_vcopy_columns), else 0.
int64_t columnPeriod(const StridedCopy &C) {
  if (C.Loops.empty() || C.Loops.back().In != C.Loops.back().Out)
    return 0;
  const int64_t Period = C.Loops.back().In;
  return Period > C.Run && Period < 128 && (Period & (Period - 1)) == 0 ? Period : 0;
}

} // namespace

Cost scalarCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  return kCall + entries(C) * kTurn + Turns * static_cast<double>(C.Run) * kScalarByte;
}

Cost runsCost(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const Cost Start = kCall + entries(C) * kTurn;
  if (C.Run == 1 && !C.Loops.empty() && C.Loops.back().In == 0 && C.Loops.back().Out == 1)
    return Start + entries(C) * kVectorEnds + kVectorStep * Turns / 128;
  if (const int64_t Period = columnPeriod(C))
    return Start + entries(C) * kColumns + Turns * static_cast<double>(Period) / 128 * kColumnsStep;
  if (movesUnits(C))
    return Start + Turns * kUnit;
  if (C.Run < 12) // HL_VECTOR_RUN
    return scalarCost(C);
  if (movesVectors(C))
    return Start + Turns * (kVectorsWhole + kVectorStep * static_cast<double>(C.Run) / 128);
  if (C.Run <= 128)
    return Start + Turns * kVectorEnds;
  return Start + Turns * (kVectorLong + kVectorStep * static_cast<double>(C.Run) / 128);
}

Cost vectorCost(const StridedCopy &C) {
  const std::optional<Transposition> T = transpositionOf(C);
  return T ? T->cost() : runsCost(C);
}

} // namespace hexloom
