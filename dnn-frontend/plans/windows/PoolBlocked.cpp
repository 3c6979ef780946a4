// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AVERAGE_POOL_2D and MAX_POOL_2D in the depth-blocked layout (hexloom/hvx/pool.h, PoolNest.h): plans and their cost.
#include "plans/NestPlans.h"
#include "plans/Strides.h"
#include "plans/windows/PoolNest.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>
#include <set>

namespace hexloom {

namespace {

constexpr int kVectorPixels = 4; // of a vector
constexpr int kLoadSlack = HL_LOAD_SLACK / 32; // pixels

std::vector<uint16_t> divisorTable(const WindowShape &S, const Division &D, bool OneDivisor) {
  std::vector<uint16_t> Table;
  if (OneDivisor) {
    addDivisor(D, countsOfFour(S, rowsOf(S, 0), 0), Table);
    return Table;
  }
  for (int Rows = 1; Rows <= std::min(S.KernelH, S.In.H); ++Rows)
    for (int X = 0; X < S.Out.W; X += kVectorPixels)
      addDivisor(D, countsOfFour(S, Rows, X), Table);
  return Table;
}

/// The image's first pixel in the buffer.
int imageColumn(const WindowShape &S) { return ceilDiv(HL_POOL_SLACK + S.PadLeft, 4) * 4; }

int bufferColumns(const WindowShape &S) {
  const int Read = (ceilDiv(S.Out.W, 4) * 4 - 1) * S.StrideW + S.KernelW - 1 + kVectorPixels;
  const int Written = S.PadLeft + std::max(ceilDiv(S.In.W, 4) * 4, S.In.W + kVectorPixels);
  return ceilDiv(imageColumn(S) - S.PadLeft + std::max(Read, Written) + kLoadSlack, 4) * 4;
}

/// The cost of combining the rows of all windows of a block of channels. Windows with all of their rows are straight code, others are a
/// loop.
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

/// The cost of combining the windows' columns. Loads of the buffer that do not fall on whole vectors turn two of them. Each of four pixels
/// of a stride combines its own.
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

/// What decides which instructions the nest executes, beside types and shapes: NestPlans.h.
std::string factsOf(const WindowShape &S, bool Average) {
  std::string Facts = Average ? "pool of sums" : "pool of maxima";
  for (int Each : {S.KernelH, S.KernelW, S.StrideH, S.StrideW, S.PadTop, S.PadLeft})
    Facts += " " + std::to_string(Each);
  return Facts;
}

/// A plan's schedule while it is put together.
struct PoolPoint {
  const WindowShape &S;
  bool Average;
  WordsIn Place = WordsIn::Unset;
  int Unroll = 0;
};

constexpr AxisRow kWords = {ScheduleField::Words, "", "registers, memory", TakenBy::Cost, "where the rows of windows are combined"};
constexpr AxisRow kUnroll = {ScheduleField::Unroll, "turns", "4, 1", TakenBy::Rule,
                             "turns of a row that are alike and are written out at most, where rows are combined in registers"};

const std::vector<Axis<PoolPoint>> &poolAxes() {
  static const std::vector<Axis<PoolPoint>> All = {
      {kWords,
       [](const PoolPoint &X) {
         return PoolColumns::fit(X.S, X.Average) ? choice(std::vector{WordsIn::Registers, WordsIn::Memory}) : std::vector<std::string>();
       },
       [](PoolPoint &X, const std::string &Value) {
         X.Place = Value.empty() ? WordsIn::Unset : chosen(std::vector{WordsIn::Registers, WordsIn::Memory}, Value);
       }},
      {kUnroll,
       [](const PoolPoint &X) {
         return X.Place == WordsIn::Registers ? numbers(PoolColumns(X.S, X.Average).unrolls()) : std::vector<std::string>();
       },
       [](PoolPoint &X, const std::string &Value) { X.Unroll = numberOf(Value); }}};
  return All;
}

} // namespace

Space poolSpace() { return declaredSpace("pool_d32", poolAxes()); }

void planPoolBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = poolProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if (!is8Bit(G.in(O, 0).Type))
    return Plans.reject(unservedType(G.in(O, 0)));
  const WindowShape S = windowOf(G, O);
  const bool Average = isAverage(O);
  const std::set<int> Counts = Average ? countsOf(S) : std::set<int>();
  if (Average && !findDivision(Counts))
    return Plans.reject("the windows have sizes that 16-bit reciprocals do not divide by exactly");
  const Cost Block = rowsCost(S, Average) + columnsCost(S, Average, Counts.size() == 1, G.in(O, 0).Type);
  const Cost InMemory = cost::VectorLayer + ceilDiv(S.In.C, 32) * Block;
  NestPlans Priced(G, O, Plans, factsOf(S, Average));
  const auto Nest = [](const Graph &Alone, const Op &Its, LayerWriter &W) { PoolNest(Alone, Its, W).write(); };
  for (Layout L : blockedLayouts()) {
    PoolPoint Point = {S, Average};
    Plans.addPoints(poolAxes(), Point, O, [&](const PoolPoint &X, const Schedule &How) {
      if (X.Place == WordsIn::Registers)
        Priced.add({L}, {L}, How, Nest);
      else
        Plans.add(O, L, InMemory, How);
    });
  }
}

void emitPoolBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  const bool Average = isAverage(O);
  PoolPoint Point = {S, Average};
  obey(poolAxes(), Point, O.Schedule);
  if (Point.Place == WordsIn::Registers)
    return PoolNest(G, O, W).write();
  W.body("pool.h");
  const std::set<int> Counts = countsOf(S);
  const bool OneDivisor = Counts.size() == 1;
  const Division D = Average ? findDivision(Counts).value() : Division{0, 0};
  const int Columns = bufferColumns(S);
  W.structure("hl_pool", "p", poolFields(G, O));
  W.structure("hl_pool_tiling", "t",
              {field("columns", Columns), field("image", imageColumn(S)), field("one_divisor", OneDivisor),
               field("halves", hasHalves(G.in(O, 0).Type, {Counts.begin(), Counts.end()})),
               field("prescale", D.Prescale), field("shift", D.Shift)});
  const std::string Table =
      Average ? W.blobOf(divisorTable(S, D, OneDivisor), "uint8_t", "reciprocals") : "0";
  const std::string Scratch = W.scratch(int64_t(Columns) * 32 * (Average ? 2 : 1));
  W.line(
      strf("hl_pool_d32(&p, &t, %d, in0, %s, out0, %s);", Average, Table.c_str(), Scratch.c_str()));
}

} // namespace hexloom
