// What strided copies cost (hexloom/portable/copy.h, hexloom/hvx/copy.h).
#include "plans/CText.h"
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

/// How often the innermost loop is entered.
double entries(const StridedCopy &C) {
  const double Inner = C.Loops.empty() ? 1 : static_cast<double>(C.Loops.back().Size);
  return Inner == 0 ? 0 : static_cast<double>(C.turns()) / Inner;
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
  if (C.Run < 12) // HL_VECTOR_RUN
    return scalarCost(C);
  if (C.Run <= 128)
    return Start + Turns * kVectorEnds;
  return Start + Turns * (kVectorLong + kVectorStep * static_cast<double>(C.Run) / 128);
}

namespace {

constexpr int64_t kTileRows = 32, kTileBytes = 32;

Cost tilesCost(const Transposition &T) {
  const auto Pieces = [](int64_t Size, int64_t Piece) {
    return static_cast<double>((Size + Piece - 1) / Piece);
  };
  const double Across = Pieces(T.Columns * T.Outer.Run, kTileBytes);
  const double Tiles = Across * Pieces(T.Rows, kTileRows);
  const double Stores = static_cast<double>(T.Columns) * Pieces(T.Rows, 128 / T.Outer.Run);
  return kCall + static_cast<double>(T.Outer.turns()) *
                     (kTurn + Tiles * kTile + static_cast<double>(T.Rows) * Across * kTileLoad +
                      Stores * kTileStore);
}

/// A loop along the elements of a run on one side.
std::optional<size_t> contiguousLoop(const StridedCopy &C, bool OfInput) {
  for (size_t I = 0; I < C.Loops.size(); ++I)
    if ((OfInput ? C.Loops[I].In : C.Loops[I].Out) == C.Run &&
        (OfInput ? C.Loops[I].Out : C.Loops[I].In) != C.Run)
      return I;
  return std::nullopt;
}

} // namespace

std::optional<Transposition> transpositionOf(const StridedCopy &C) {
  const std::optional<size_t> Along = contiguousLoop(C, true), Across = contiguousLoop(C, false);
  if (!Along || !Across || (C.Run != 1 && C.Run != 2 && C.Run != 4))
    return std::nullopt;
  Transposition T{C, C.Loops[*Across].Size, C.Loops[*Across].In, C.Loops[*Along].Size,
                  C.Loops[*Along].Out};
  auto &Loops = T.Outer.Loops;
  Loops.erase(Loops.begin() + static_cast<long>(std::max(*Along, *Across)));
  Loops.erase(Loops.begin() + static_cast<long>(std::min(*Along, *Across)));
  return tilesCost(T).cycles() < runsCost(C).cycles() ? std::optional(T) : std::nullopt;
}

std::string Transposition::cText() const {
  return braces(std::vector<std::string>{Outer.cText(), std::to_string(Rows),
                                         std::to_string(InStride), std::to_string(Columns),
                                         std::to_string(OutStride)});
}

Cost vectorCost(const StridedCopy &C) {
  const std::optional<Transposition> T = transpositionOf(C);
  return T ? tilesCost(*T) : runsCost(C);
}

} // namespace hexloom
