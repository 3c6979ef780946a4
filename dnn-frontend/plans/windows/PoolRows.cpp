// AVERAGE_POOL_2D and MAX_POOL_2D of bytes and int16, row-major (hexloom/hvx/pool_rows.h): tiling,
// divisors, cost.
#include "plans/windows/Pool.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = 128;
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
  const int64_t Row = int64_t(S.In.W) * S.In.C * bytesOf(Type), All = wholeVectors(Row) / kVector,
                Limit = wholeVectors(int64_t(S.In.N) * S.In.H * Row);
  double Straight = 0, Careful = 0, CarefulLoads = 0; // vectors
  for (int Y = 0; Y < S.Out.H; ++Y) {
    const int Top = Y * S.StrideH - S.PadTop, First = std::max(Top, 0), End = std::min(Top + S.KernelH, S.In.H);
    const bool IsStraight = S.KernelH <= kMostStraightRows && End - First == S.KernelH && End * Row - kVector + kLoadSlack <= Limit;
    const int64_t Whole = IsStraight ? Row / kVector : 0;
    Straight += static_cast<double>(Whole);
    Careful += static_cast<double>(All - Whole);
    CarefulLoads += static_cast<double>((All - Whole) * (End - First));
  }
  const Cost Load = Row % kVector ? (Average ? cost::PoolRowsAddTurned : cost::PoolRowsTurned)
                                  : (Average ? cost::PoolRowsAdd : cost::PoolRowsStep);
  const Cost Whole = (Average ? cost::PoolRowsAddVector : cost::PoolRowsVector) + S.KernelH * Load;
  return double(S.In.N) * (S.Out.H * cost::PoolRow + Straight * Whole + Careful * cost::PoolRowsCareful +
                           CarefulLoads * cost::PoolRowsCarefulLoad);
}

/// Their columns, by outputs that follow one another.
Cost columnsCost(const WindowShape &S, bool Average, DType Type) {
  const Tiling T = tilingOf(S, Average, Type);
  const int64_t Bytes = bytesOf(Type), Step = int64_t(S.In.C) * (Average ? 4 : Bytes);
  const double Pixels = double(S.In.N) * S.Out.H * T.Pixels, Vectors = Pixels * double(wholeVectors(T.Run * Bytes) / kVector);
  const double Words = Pixels * double(wholeVectors(T.Run * 4) / kVector);
  const Cost Column = Step % kVector ? cost::PoolRowsColumnTurned : cost::PoolRowsColumn;
  const Cost Store = T.Run * Bytes % kVector ? cost::PoolRowsStore : cost::PoolRowsWhole;
  const Cost Columns = S.KernelW * Column;
  return Pixels * cost::PoolRowsPixel + Vectors * Store + (Average ? Words * (cost::PoolRowsDivide + Columns) : Vectors * Columns);
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
