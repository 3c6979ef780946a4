// AVERAGE_POOL_2D and MAX_POOL_2D in the depth-blocked layout (hexloom/hvx/pool.h, PoolNest.h): divisors, cost.
#include "plans/Strides.h"
#include "plans/windows/PoolNest.h"
#include "support/Checked.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>
#include <optional>
#include <set>

namespace hexloom {

namespace {

constexpr int kPixelLanes = 16,
              kVectorPixels = 4; // halfwords of a pixel in a vector, pixels of a vector
constexpr size_t kMostSizes = 64; // of windows, in one dimension
constexpr int kLoadSlack = HL_LOAD_SLACK / 32; // pixels

/// Elements of a window in one dimension.
int extent(int Index, int Stride, int Pad, int Kernel, int In) {
  const int Begin = Index * Stride - Pad;
  return std::min(Begin + Kernel, In) - std::max(Begin, 0);
}
int rowsOf(const WindowShape &S, int Y) {
  return extent(Y, S.StrideH, S.PadTop, S.KernelH, S.In.H);
}
int columnsOf(const WindowShape &S, int X) {
  return extent(X, S.StrideW, S.PadLeft, S.KernelW, S.In.W);
}

std::set<int> countsOf(const WindowShape &S) {
  std::set<int> Rows, Columns, Counts;
  for (int Y = 0; Y < S.Out.H; ++Y)
    Rows.insert(rowsOf(S, Y));
  for (int X = 0; X < S.Out.W; ++X)
    Columns.insert(columnsOf(S, X));
  if (Rows.size() > kMostSizes || Columns.size() > kMostSizes)
    throw Overflow("the windows have too many sizes");
  for (int R : Rows)
    for (int C : Columns)
      Counts.insert(R * C);
  return Counts;
}

/// quotient = (n << Prescale) * reciprocal(count) >> (16 + Shift), in 16-bit factors.
struct Division {
  int Prescale, Shift;
  int64_t reciprocal(int Count) const {
    const int64_t Power = int64_t(1) << (16 + Shift - Prescale);
    return (Power + Count - 1) / Count;
  }
  /// Whether every dividend up to 255 * Count + Count / 2 is divided exactly.
  bool exactFor(int Count) const {
    const int64_t Largest = 255 * int64_t(Count) + Count / 2, R = reciprocal(Count);
    if (R > 65535 || Largest << Prescale > 65535)
      return false;
    for (int64_t N = 0; N <= Largest; ++N)
      if ((N << Prescale) * R >> (16 + Shift) != N / Count)
        return false;
    return true;
  }
};

std::optional<Division> findDivision(const std::set<int> &Counts) {
  constexpr int kMostCount = 257; // 255 times that is a halfword
  if (!Counts.empty() && *Counts.rbegin() > kMostCount)
    return std::nullopt;
  for (int Prescale = 0; Prescale < 8; ++Prescale)
    for (int Shift = 0; Shift < 16; ++Shift) {
      const Division D{Prescale, Shift};
      if (std::all_of(Counts.begin(), Counts.end(), [&](int C) { return D.exactFor(C); }))
        return D;
    }
  return std::nullopt;
}

/// hl_pool_divisor of four output pixels.
void addDivisor(const WindowShape &S, const Division &D, int Rows, int FirstX,
                std::vector<uint16_t> &Table) {
  const auto AddLanes = [&](auto Value) {
    for (int Pixel = 0; Pixel < kVectorPixels; ++Pixel)
      Table.insert(
          Table.end(), kPixelLanes,
          static_cast<uint16_t>(Value(Rows * columnsOf(S, std::min(FirstX + Pixel, S.Out.W - 1)))));
  };
  AddLanes([&](int Count) { return D.reciprocal(Count); });
  AddLanes([](int Count) { return Count / 2; });
  AddLanes([](int Count) { return 128 * Count; });
}

std::vector<uint16_t> divisorTable(const WindowShape &S, const Division &D, bool OneDivisor) {
  std::vector<uint16_t> Table;
  if (OneDivisor) {
    addDivisor(S, D, rowsOf(S, 0), 0, Table);
    return Table;
  }
  for (int Rows = 1; Rows <= std::min(S.KernelH, S.In.H); ++Rows)
    for (int X = 0; X < S.Out.W; X += kVectorPixels)
      addDivisor(S, D, Rows, X, Table);
  return Table;
}

/// The image's first pixel in the buffer.
int imageColumn(const WindowShape &S) { return ceilDiv(HL_POOL_SLACK + S.PadLeft, 4) * 4; }

int bufferColumns(const WindowShape &S) {
  const int Read = (ceilDiv(S.Out.W, 4) * 4 - 1) * S.StrideW + S.KernelW - 1 + kVectorPixels;
  const int Written = S.PadLeft + std::max(ceilDiv(S.In.W, 4) * 4, S.In.W + kVectorPixels);
  return ceilDiv(imageColumn(S) - S.PadLeft + std::max(Read, Written) + kLoadSlack, 4) * 4;
}

/// The rows of all windows of a block of channels combined: straight code for windows with all of their rows, else a loop.
Cost rowsCost(const WindowShape &S, bool Average) {
  double Straight = 0, Looped = 0, Loads = 0;
  for (int Y = 0; Y < S.Out.H; ++Y) {
    const int Rows = rowsOf(S, Y);
    const bool IsStraight = Rows == S.KernelH && Rows <= HL_POOL_WINDOW;
    (IsStraight ? Straight : Looped) += 1;
    Loads += IsStraight ? 0 : Rows;
  }
  const Cost Whole = double(S.KernelH) * (Average ? cost::PoolAdd : cost::PoolStep);
  const Cost Clipped = Average ? Looped * cost::PoolAddLooped + Loads * cost::PoolAddLoopedStep
                               : Looped * cost::PoolLooped + Loads * cost::PoolLoopedStep;
  const bool AreClipped = Looped > 0 && Straight > 0; // by the image: which form a row takes shows at run time
  return double(S.In.N) * (S.Out.H * (AreClipped ? cost::PoolRowClipped : cost::PoolRow) + ceilDiv(S.In.W, 4) * (Straight * Whole + Clipped));
}

/// Their columns: loads of the buffer that do not fall on whole vectors turn two of them; each of four pixels of a stride combines
/// its own.
Cost columnsCost(const WindowShape &S, bool Average, bool OneDivisor, DType Type) {
  const int First = imageColumn(S) - S.PadLeft, Pixels = S.StrideW == 1 ? 1 : kVectorPixels;
  std::set<int> Turned;
  for (int I = 0; I < Pixels; ++I)
    for (int X = 0; X < S.KernelW; ++X)
      if ((First + I * (S.StrideW - 1) + X) % kVectorPixels != 0)
        Turned.insert(I * (S.StrideW - 1) + X);
  const Cost Store = !Average ? Cost(cost::PoolStore) : Cost(OneDivisor ? cost::PoolDivide : cost::PoolDivideEach);
  const Cost Sign = Average && Type == DType::Int8 ? Cost(cost::PoolDivideSigned) : Cost();
  const Cost Columns = static_cast<double>(Turned.size()) * cost::PoolColumn + Pixels * (S.KernelW - 1) * cost::PoolColumnTwo;
  return double(S.In.N) * S.Out.H * ceilDiv(S.Out.W, 4) * ((Average ? 2 : 1) * Columns + Store + Sign);
}

/// Of maxima whose windows' rows stay in registers: packets of loads, or of all instructions, or of what aligns vectors anew,
/// whichever are more; a loop's turn that keeps columns for the next one waits for itself.
Cost nestCost(const WindowShape &S) {
  constexpr double kOfPacket = 3; // instructions with those of addresses
  const PoolColumns Columns(S);
  const auto Aligned = std::count_if(Columns.Taps.begin(), Columns.Taps.end(), [](const PoolColumns::Tap &T) { return T.Column != 0; }) +
                       (S.StrideW > 1);
  const auto Loaded = [&](int Unit) {
    const auto Kinds = Columns.kindsOf(Unit);
    return static_cast<double>(std::count_if(Kinds.begin(), Kinds.end(), [](PoolColumns::Four F) { return F != PoolColumns::Four::Outside; }));
  };
  double Straight = 0, Looped = 0, Turns = 0, Loops = 0;
  for (int Y = 0; Y < S.Out.H; ++Y) {
    const int Rows = rowsOf(S, Y);
    int X = Columns.First;
    for (; X < Columns.First + Columns.Live - 1; ++X)
      Straight += Loaded(X) * Rows;
    for (int Alike : Columns.Turns) {
      const double Vectors = Loaded(X), Loads = Vectors * Rows,
                   All = Loads + std::max(Rows - 1, 0) * Vectors + S.KernelW - 1 + double(Aligned) + 1;
      const double Packets = Alike * std::max({Loads, double(Aligned), All / kOfPacket});
      const bool IsLoop = Alike > PoolColumns::kMostStraight;
      (IsLoop ? Looped : Straight) += Packets;
      Turns += IsLoop && Columns.keeps() ? Alike : 0;
      Loops += IsLoop;
      X += Alike;
    }
  }
  return double(S.In.N) * ceilDiv(S.In.C, 32) * (S.Out.H * cost::PoolNearRow + Straight * cost::PoolNearStraight + Looped * cost::PoolNearLooped +
                                                 Turns * cost::PoolNearKept + Loops * cost::PoolNearLoop);
}

/// Where a window's rows are combined, the usual place first; Unset: there is no choice.
std::vector<WordsIn> placesOfRows(const WindowShape &S, bool Average) {
  if (Average || !PoolColumns::fit(S))
    return {WordsIn::Unset};
  return {WordsIn::Registers, WordsIn::Memory};
}

} // namespace

void planPoolBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if (!is8Bit(G.in(O, 0).Type))
    return Plans.reject(unservedType(G.in(O, 0)));
  const WindowShape S = windowOf(G, O);
  const std::set<int> Counts = isAverage(O) ? countsOf(S) : std::set<int>();
  if (isAverage(O) && !findDivision(Counts))
    return Plans.reject("the windows have sizes that 16-bit reciprocals do not divide by exactly");
  const Cost Block = rowsCost(S, isAverage(O)) + columnsCost(S, isAverage(O), Counts.size() == 1, G.in(O, 0).Type);
  const Cost InMemory = cost::VectorLayer + ceilDiv(S.In.C, 32) * Block;
  for (Layout L : blockedLayouts())
    for (WordsIn Place : placesOfRows(S, isAverage(O))) {
      Schedule How;
      How.Words = Place;
      Plans.add(O, L, Place == WordsIn::Registers ? nestCost(S) : InMemory, How);
    }
}

void emitPoolBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const std::vector<WordsIn> Places = placesOfRows(windowOf(G, O), isAverage(O));
  HEXLOOM_CHECK(std::count(Places.begin(), Places.end(), O.Schedule.Words) == 1, "a pool's schedule with a strange place of rows");
  if (O.Schedule.Words == WordsIn::Registers)
    return PoolNest(G, O, W).write();
  W.body("pool.h");
  const WindowShape S = windowOf(G, O);
  const std::set<int> Counts = countsOf(S);
  const bool Average = isAverage(O), OneDivisor = Counts.size() == 1;
  const Division D = Average ? findDivision(Counts).value() : Division{0, 0};
  const int Columns = bufferColumns(S);
  W.structure("hl_pool", "p", poolFields(G, O));
  W.structure("hl_pool_tiling", "t",
              {field("columns", Columns), field("image", imageColumn(S)), field("one_divisor", OneDivisor),
               field("prescale", D.Prescale), field("shift", D.Shift)});
  const std::string Table =
      Average ? W.blobOf(divisorTable(S, D, OneDivisor), "uint8_t", "reciprocals") : "0";
  const std::string Scratch = W.scratch(int64_t(Columns) * 32 * (Average ? 2 : 1));
  W.line(
      strf("hl_pool_d32(&p, &t, %d, in0, %s, out0, %s);", Average, Table.c_str(), Scratch.c_str()));
}

} // namespace hexloom
