// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/HalfCost.h"
#include "plans/products/Products.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>
#include <set>
#include <utility>

namespace hexloom {

using namespace product_cost;

namespace {

constexpr int kVector = hexagon::kVectorBytes;

/// Turns of 128 pixels of an image.
double turnsOf(const ProductShape &S, PixelWalk Walk) {
  return double(Walk == PixelWalk::Flat ? ceilDiv(int64_t(S.Out.H) * S.Out.W, kVector)
                                        : int64_t(S.Out.H) * ceilDiv(S.Out.W, kVector));
}

/// Number of turns whose windows leave the image's rows, or are near the tensor's ends (HalfNest::isInner).
double carefulTurns(const ProductShape &S, PixelWalk Walk) {
  const int64_t Above = S.PadTop, Right = int64_t(S.KernelW - 1) * S.DilationW - S.PadLeft,
                Down = int64_t(S.KernelH - 1) * S.DilationH - S.PadTop, Below = std::max<int64_t>(0, S.Out.H - 1 + Down - (S.In.H - 1));
  const int64_t Least = Above * S.In.W + S.PadLeft, Most = Down * S.In.W + Right, Plane = roundUp(int64_t(S.In.H) * S.In.W, kVector);
  const int64_t Farthest = Plane - Most - kVector - HL_LOAD_SLACK; // pixel from which a window's vectors lie in the plane
  if (Walk == PixelWalk::Flat) {
    const int64_t Last = std::min({Farthest, (S.In.H - Below) * S.In.W - kVector, int64_t(S.Out.H) * S.Out.W - 1});
    return turnsOf(S, Walk) - double(std::max<int64_t>(0, floorDiv(Last, int64_t(kVector)) - ceilDiv(Least, int64_t(kVector)) + 1));
  }
  // Rows above and below, and of the others the first turns and the last ones.
  const int64_t PerRow = ceilDiv(S.Out.W, kVector), End = (S.Out.H - Below) * PerRow;
  const auto IsInside = [&](int64_t Turn) {
    const int64_t From = Turn / PerRow * S.In.W + std::min<int64_t>(Turn % PerRow * kVector, S.Out.W - kVector);
    return From >= Least && From <= Farthest;
  };
  int64_t First = Above * PerRow, Behind = End;
  while (First < End && !IsInside(First))
    ++First;
  while (Behind > First && !IsInside(Behind - 1))
    --Behind;
  return turnsOf(S, Walk) - double(std::max<int64_t>(0, Behind - First));
}

double borderRows(const ProductShape &S) {
  int Count = 0;
  for (int Y = 0; Y < S.KernelH; ++Y)
    Count += leavesRows(S, Y);
  return Count;
}

/// Numbers of vectors of a group's windows. All: of every tap. Many: in no register. Masked: perhaps outside by their column. LastRow: of
/// the window's last row. Loaded: of memory that taps are turned from, which neighbours share.
struct Vectors {
  double All = 0, Many = 0, Masked = 0, LastRow = 0, Loaded = 0;
  explicit Vectors(const HalfProduct &P) : All(double(P.Taps.size())), Many(std::max(0.0, All - hexagon::kKeptRegisters)) {
    std::set<std::pair<int, int64_t>> Touched;
    for (const HalfTap &T : P.Taps) {
      Masked += leavesColumns(P.S, T.X);
      LastRow += T.Y == P.S.KernelH - 1;
      const int64_t At = (int64_t(T.Y) * P.S.DilationH - P.S.PadTop) * P.S.In.W + int64_t(T.X) * P.S.DilationW - P.S.PadLeft;
      Touched.insert({T.Plane, floorDiv(At, int64_t(kVector))});
      Touched.insert({T.Plane, floorDiv(At + kVector - 1, int64_t(kVector))});
    }
    Loaded = double(Touched.size());
  }
};

double stepsOf(const HalfProduct &P) { return double(P.Steps.size()); }
double threesOf(const HalfProduct &P) {
  return double(std::count_if(P.Steps.begin(), P.Steps.end(), [](const HalfStep &Each) { return Each.By == HalfBy::Three; }));
}
/// How often a result's halfword sums are added to words: both sums of two runs at once.
double widenings(const HalfProduct &P) { return P.staysHalf() ? 0 : double(ceilDiv(P.Runs.size(), 2u)); }

/// The output stage of a result: constants of its forms, of halfwords or of words.
struct StageCosts {
  const Cost Half16, Half31, Narrow15, Narrow16, Narrow31, Full31;
};

Cost stageCost(const HalfProduct &P, const StageCosts &Costs) {
  switch (P.Chosen.Kind.Kind) {
  case Form::Narrow15: // what halfwords take by it, all results do
    return P.staysHalf() ? Cost() : Costs.Narrow15;
  case Form::Narrow16:
    return P.staysHalf() ? Costs.Half16 : Costs.Narrow16;
  case Form::Narrow31:
    return P.staysHalf() ? Costs.Half31 : Costs.Narrow31;
  default:
    return Costs.Full31;
  }
}

/// A result that no other stands beside: each of its instructions waits for the one before.
Cost aloneCost(const HalfProduct &P) {
  const Cost Sided = P.Chosen.Kind.TwoSided ? Cost(HalfSided) : Cost();
  return HalfResult + stepsOf(P) * HalfStepAlone + threesOf(P) * HalfThree + widenings(P) * HalfWiden + Sided +
         stageCost(P, {HalfHalf16, HalfHalf31, HalfNarrow15, Cost(), HalfNarrow31, HalfFull31});
}

/// The results of a group that no other's stand beside, of one output: what the stage waits for, most of which loads and products fill.
Cost lonelyCost(const HalfProduct &P) {
  return stageChain(P.Chosen.Kind) * HalfGroupChain + stepsOf(P) * HalfGroupStep + threesOf(P) * HalfThree + widenings(P) * HalfGroupWiden;
}

/// The cost of one of two outputs whose products stand side by side.
Cost besideCost(const HalfProduct &P) {
  const Cost Sided = P.Chosen.Kind.TwoSided ? Cost(HalfTwoSided) : Cost();
  return HalfTwoResult + stepsOf(P) * HalfTwoStep + widenings(P) * HalfTwoWiden + Sided +
         stageCost(P, {HalfTwoHalf16, HalfTwoHalf31, Cost(), HalfTwoNarrow16, HalfTwoNarrow31, HalfTwoFull31});
}

/// The cost of an output of one of three groups side by side: packets that multiplications fill.
Cost togetherCost(const HalfProduct &P) {
  return (stepsOf(P) + 2 * widenings(P) + stagePackets(P.Chosen.Kind)) * HalfGroupPacket;
}

/// Several outputs of a group or a turn: a loop over them, from vectors in registers or in memory.
Cost outputsCost(const HalfProduct &P, const Schedule &How) {
  const double Twos = How.Tile.at(1) > 1 ? P.outputs() / 2 : 0, Ones = P.outputs() - 2 * Twos, Taps = double(P.Taps.size());
  const Cost Wait = P.staysHalf() ? HalfLoadHalf : HalfLoadWait;
  const Cost Kept = isInMemory(P, How) && P.outputs() > 1 ? Taps * HalfVectorKept + (Twos + Ones) * (Taps * HalfLoad + Wait) : Cost();
  const Cost Loop = P.S.Groups > 1 ? HalfGroupLoop : HalfLoop;
  return Twos * 2 * besideCost(P) + Ones * aloneCost(P) + Kept + (P.outputs() / How.Tile.at(1) > 1 ? Loop : Cost());
}

Cost groupOutputsCost(const HalfProduct &P, const Schedule &How) { return P.outputs() == 1 ? lonelyCost(P) : outputsCost(P, How); }

/// The groups of a turn near the ends of planes, one after the other.
Cost carefulGroupsCost(const HalfProduct &P, const Schedule &How) {
  const Vectors V(P);
  return P.S.Groups * (V.Many * HalfGroupMany + V.All * HalfGroupCareful + borderRows(P.S) * HalfCarefulRow +
                       V.Masked * HalfCarefulMasked + (P.flips() ? V.All * HalfFlipped : Cost()) + groupOutputsCost(P, How));
}

/// Groups of a turn whose results no other's stand beside.
double groupsAlone(const HalfProduct &P, const Schedule &How) {
  if (How.Unroll <= 1)
    return P.S.Groups;
  return P.S.Groups % How.Unroll == 1 ? 1 : 0;
}

/// The groups of a turn, several side by side as far as they go.
Cost groupsCost(const HalfProduct &P, const Schedule &How) {
  const Vectors V(P);
  const double Alone = groupsAlone(P, How);
  const Cost Each = V.Many * HalfGroupMany + V.Masked * HalfGroupMasked + (P.flips() ? V.All * HalfFlipped : Cost());
  const Cost Own = HalfGroup + V.All * HalfGroupVector + std::max(0.0, V.Loaded - V.All) * HalfGroupApart;
  return P.S.Groups * Each + Alone * (Own + groupOutputsCost(P, How)) +
         (P.S.Groups - Alone) * (V.All * HalfGroupVectorBeside + V.Loaded * HalfGroupLoadedBeside + togetherCost(P));
}

/// What a turn without groups loads, the products of it.
Cost onlyGroupCost(const HalfProduct &P, PixelWalk Walk, const Schedule &How) {
  const Vectors V(P);
  const Cost Many = P.outputs() == 1 ? HalfVectorManyOnce : Walk == PixelWalk::Rows ? HalfVectorMany : HalfVectorManyFlat;
  return V.Many * Many + V.All * HalfVector + V.Loaded * HalfVectorLoaded + V.Masked * HalfVectorMasked +
         (P.flips() ? V.All * HalfFlipped : Cost()) + outputsCost(P, How);
}

/// A turn's addresses: which of its pixels' windows leave the image. An image of one turn has none.
Cost turnCost(const HalfProduct &P, PixelWalk Walk, double Turns) {
  if (Turns == 1)
    return {};
  return HalfTurn + (P.S.KernelH * P.S.KernelW > 1 ? Cost(HalfTurnWindow) : Cost()) +
         (Walk == PixelWalk::Rows ? P.S.Out.C * HalfUnaligned : Cost()) +
         (Walk == PixelWalk::Rows && hasBorderColumns(P.S) ? Cost(HalfRowsTurn) : Cost());
}

/// Loops over rows of one kind and what is left behind them (HalfNest::slide).
double slidingTurns(const HalfProduct &P, int Unroll) {
  int Turns = 0;
  for (const AlikeRows &Alike : alikeRows(P.S, roundUp(int64_t(P.S.In.H) * P.S.In.W, kVector)))
    Turns += Alike.Count / Unroll;
  return Turns;
}

/// The cost of an image, by rows whose windows' vectors stay in registers.
Cost slidingCost(const HalfProduct &P, const Schedule &How) {
  const Vectors V(P);
  const Cost Row = HalfSlideRow + (P.flips() ? V.LastRow * HalfFlipped : Cost()) + stepsOf(P) * HalfSlideStep + threesOf(P) * HalfThree +
                   widenings(P) * HalfSlideWiden + stagePackets(P.Chosen.Kind) * HalfSlideStage;
  const double Columns = double(P.S.Groups) * ceilDiv(P.S.Out.W, kVector);
  return Columns * ((V.All - V.LastRow) * HalfSlideFirst + P.S.Out.H * Row +
                    slidingTurns(P, How.Unroll ? How.Unroll : slidingUnrolls(P).front()) * HalfSlideTurn);
}

} // namespace

Cost halfCost(const HalfProduct &P, PixelWalk Walk, const Schedule &How) {
  if (How.Order == kHalfSlides)
    return VectorLayer + P.S.In.N * slidingCost(P, How);
  const double Turns = turnsOf(P.S, Walk), Careful = carefulTurns(P.S, Walk);
  const Cost All = P.S.Groups > 1
                       ? (Turns - Careful) * groupsCost(P, How) + Careful * carefulGroupsCost(P, How)
                       : Turns * onlyGroupCost(P, Walk, How) +
                             Careful * (double(P.Taps.size()) * HalfVectorCareful + borderRows(P.S) * HalfVectorCarefulRow);
  return VectorLayer + P.S.In.N * (Turns * turnCost(P, Walk, Turns * P.S.In.N) + All);
}

} // namespace hexloom
