// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AVERAGE_POOL_2D and MAX_POOL_2D of bytes and int16, row-major (hexloom/hvx/pool_rows.h): tiling,
// divisors, cost.
#include "plans/windows/Pool.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = hexagon::kVectorBytes;
constexpr int kLoadSlack = HL_LOAD_SLACK + kVector;
constexpr int kMostRows = 128;            // of bytes that halfwords add
constexpr int kMostCount = 65535;

int64_t wholeVectors(int64_t Bytes) { return roundUp(Bytes, kVector); }

struct Tiling {
  int64_t Origin, Buffer; ///< bytes
  int Pixels;
  int64_t Run; ///< elements
  bool OneCount;
};

/// Whether all windows lie inside of the image.
bool allInside(const WindowShape &S) {
  return S.PadTop == 0 && S.PadLeft == 0 &&
         int64_t(S.Out.H - 1) * S.StrideH + S.KernelH <= S.In.H &&
         int64_t(S.Out.W - 1) * S.StrideW + S.KernelW <= S.In.W;
}

Tiling tilingOf(const WindowShape &S, bool Average, DType Type) {
  const int64_t Pixel = int64_t(S.In.C) * (Average ? 4 : bytesOf(Type));
  const int64_t Read = (int64_t(S.Out.W - 1) * S.StrideW + S.KernelW) * Pixel,
                Written = S.In.W * Pixel;
  const bool OneCount = allInside(S), Flat = S.StrideW == 1 && (!Average || OneCount);
  Tiling T;
  T.Origin = wholeVectors(S.PadLeft * Pixel);
  T.Buffer =
      T.Origin + wholeVectors(std::max(Read - S.PadLeft * Pixel, Written + 4 * kVector) + kLoadSlack);
  T.Pixels = Flat ? 1 : S.Out.W;
  T.Run = Flat ? int64_t(S.Out.W) * S.In.C : S.In.C;
  T.OneCount = OneCount;
  return T;
}

/// hl_divisor for every number of elements; the first is for none, or the only one.
std::vector<int32_t> divisorTable(const WindowShape &S, bool OneCount) {
  std::vector<int32_t> Table;
  if (!OneCount)
    Table = {0, 0, 0};
  for (int Count = OneCount ? S.KernelH * S.KernelW : 1; Count <= S.KernelH * S.KernelW; ++Count) {
    int Shift = 0;
    while (Count >> (Shift + 1))
      ++Shift;
    const auto Reciprocal = static_cast<int32_t>(((int64_t(1) << (31 + Shift)) - 1) / Count);
    Table.insert(Table.end(), {Count, Reciprocal, Shift});
  }
  return Table;
}

/// The rows of all windows combined: whole vectors by straight code (hl_pool_rows_straight), others with care.
Cost rowsCost(const WindowShape &S, bool Average, DType Type) {
  const int64_t Row = int64_t(S.In.W) * S.In.C * bytesOf(Type), Whole = Row / kVector, Limit = wholeVectors(int64_t(S.In.N) * S.In.H * Row);
  double Straight = 0, Careful = 0, CarefulLoads = 0, Part = 0; // vectors; loads of rows' ends
  for (int Y = 0; Y < S.Out.H; ++Y) {
    const int Top = Y * S.StrideH - S.PadTop, First = std::max(Top, 0), End = std::min(Top + S.KernelH, S.In.H);
    const bool IsStraight = S.KernelH <= HL_POOL_WINDOW && End - First == S.KernelH && End * Row - kVector + kLoadSlack <= Limit;
    (IsStraight ? Straight : Careful) += double(Whole);
    CarefulLoads += IsStraight ? 0 : double(Whole) * (End - First);
    Part += Row % kVector ? End - First : 0;
  }
  // Rows that begin at whole vectors, windows that do, any others.
  const bool AreWhole = Row % kVector == 0, AreKnown = S.StrideH * Row % kVector == 0 && S.PadTop * Row % kVector == 0;
  const Cost Load = AreWhole   ? (Average ? Cost() : Cost(cost::PoolRowsStep)) // sums have as many packets of their own
                    : AreKnown ? (Average ? Cost() : Cost(cost::PoolRowsKnown))
                               : Cost(!Average             ? cost::PoolRowsTurned
                                      : bytesOf(Type) == 1 ? cost::PoolRowsAddTurned
                                                           : cost::PoolRowsAddTurned16);
  const Cost Vector = !Average ? Cost() : Cost(bytesOf(Type) == 1 ? cost::PoolRowsAddVector : cost::PoolRowsAddVector16);
  // Where the image clips no window, all have the same number of rows, which the code then knows.
  const bool AreClipped = S.PadTop || int64_t(S.Out.H - 1) * S.StrideH + S.KernelH > S.In.H;
  const Cost Ends = (Row % kVector != 0) * double(S.Out.H) * cost::PoolRowsPart;
  const Cost CarefulLoad = !Average ? cost::PoolRowsCarefulLoad : bytesOf(Type) == 1 ? cost::PoolRowsCarefulAdd : cost::PoolRowsCarefulAdd16;
  return double(S.In.N) * ((AreClipped ? S.Out.H : 0) * cost::PoolRowsRow + Straight * (Vector + S.KernelH * Load) +
                           Careful * cost::PoolRowsCareful + (CarefulLoads + Part) * CarefulLoad + Ends);
}

/// The cost of combining the windows' columns (hl_pool_rows_pixels). Pixels of few vectors are combined together; otherwise a loop goes
/// over the vectors of a pixel.
Cost columnsCost(const WindowShape &S, bool Average, DType Type) {
  const Tiling T = tilingOf(S, Average, Type);
  const int64_t Bytes = bytesOf(Type), Step = int64_t(S.In.C) * (Average ? 4 : Bytes), Vectors = ceilDiv(T.Run * Bytes, kVector),
                Words = ceilDiv(T.Run * 4, kVector), Counted = Average ? Words : Vectors;
  const int64_t Together = Counted > HL_POOL_ROWS_TOGETHER / 2 ? 1 : HL_POOL_ROWS_TOGETHER / Counted;
  const double Rows = double(S.In.N) * S.Out.H, Pixels = Rows * T.Pixels;
  const bool IsTurned = Step % kVector != 0;
  const Cost Load = Average ? Cost(IsTurned ? cost::PoolRowsSumTurned : cost::PoolRowsSum)
                            : (IsTurned ? Cost(cost::PoolRowsColumn) : Cost()); // of whole vectors: beside the loads of rows
  const Cost Columns = S.KernelW * Load;
  if (Vectors > HL_POOL_ROWS_TOGETHER)
    return Pixels * (cost::PoolRowsLoop + double(Vectors) * cost::PoolRowsLoopVector +
                     double(Counted) * (Average ? Columns + cost::PoolRowsDivide : Columns));
  const Cost Pixel = !Average ? Cost() : T.OneCount ? Cost() : Cost(cost::PoolRowsCount);
  const int64_t Ending = std::min(ceilDiv(kVector, int64_t(S.Out.W) * S.In.C * Bytes), int64_t(S.Out.H)); // rows of the last vector
  return double(Ending * T.Pixels * Vectors) * cost::PoolRowsEnding +
         Rows * double(ceilDiv(int64_t(T.Pixels), Together)) * (Average ? cost::PoolRowsDivided : cost::PoolRowsTogether) +
         Pixels * (Pixel + double(Vectors) * (!Average ? cost::PoolRowsStore : Bytes == 1 ? cost::PoolRowsNarrow : cost::PoolRowsNarrow16) +
                   double(Counted) * (Average ? Columns + cost::PoolRowsDivide : Columns));
}

} // namespace

void planPoolRows(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const DType Type = G.in(O, 0).Type;
  if (S.outputs() == 0)
    return Plans.reject("the tensor is empty");
  if (isAverage(O) && (S.KernelH > kMostRows || S.taps() > kMostCount))
    return Plans.reject("the windows are too large for sums in words");
  Plans.add(O, Layout::RowMajor, cost::VectorLayer + rowsCost(S, isAverage(O), Type) + columnsCost(S, isAverage(O), Type));
}

void emitPoolRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("pool_rows.h");
  const WindowShape S = windowOf(G, O);
  const bool Average = isAverage(O);
  const Tiling T = tilingOf(S, Average, G.in(O, 0).Type);
  W.structure("hl_pool", "p", poolFields(G, O));
  W.structure("hl_pool_rows_tiling", "t",
              {field("origin", T.Origin), field("buffer", T.Buffer), field("pixels", T.Pixels),
               field("run", T.Run), field("one_count", T.OneCount)});
  const std::string Table =
      Average ? W.blobOf(divisorTable(S, T.OneCount), "hl_divisor", "reciprocals") : "0";
  W.line(strf("hl_pool_rows(&p, &t, %d, %s, %s,", Average, W.input(0).c_str(), Table.c_str()));
  W.line(strf("    out0, %s);", W.scratch(T.Buffer).c_str()));
}

} // namespace hexloom
