// CONV_2D and DEPTHWISE_CONV_2D of stride 1 on planes of one channel, with sums of 16 bits (HalfNest.h): plans and their cost.
#include "plans/Strides.h"
#include "plans/movement/BoxCopies.h"
#include "plans/products/HalfNest.h"
#include "plans/UsualValues.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = 128;
constexpr int kRegisters = 24; ///< for windows' vectors

std::string shapeProblem(const ProductShape &S) {
  if (S.StrideH * S.StrideW > 1)
    return "the convolution has strides";
  constexpr int64_t kMostSide = 1 << 14; // places in a plane have 32 bits, windows' rows above and below it included
  for (int64_t Side : {int64_t(S.In.H), int64_t(S.In.W), int64_t(S.KernelH) * S.DilationH, int64_t(S.KernelW) * S.DilationW,
                       int64_t(S.PadTop), int64_t(S.PadLeft)})
    if (Side > kMostSide)
      return strf("the image or the window has a side of more than %lld", static_cast<long long>(kMostSide));
  if (halfWalks(S).empty())
    return strf("the image changes its size, and its rows have fewer than %d pixels", kVector);
  return "";
}

/// Why an instruction cannot be the one of a plan, or "".
std::string instructionProblem(HalfBy By, const ProductShape &S, PixelWalk Walk) {
  if (By != HalfBy::Three)
    return "";
  if (S.KernelW < 3 || S.DilationW > 1)
    return "windows do not have three neighbouring columns";
  return Walk == PixelWalk::Rows ? "" : "pixels that are walked over flat have other rows' for neighbours";
}

/// Layouts in which a tensor's planes are such: of a single one it may be row-major.
std::vector<Layout> layoutsOf(const Tensor &T, Layout Planes) {
  std::vector<Layout> All;
  if (!layoutFits(T, Planes))
    return All;
  All.push_back(Planes);
  if (asNhwc(T.Dims).C == 1 && coincide(T.Dims, Planes, Layout::RowMajor))
    All.push_back(Layout::RowMajor);
  return All;
}

std::vector<int> tilesOf(const HalfProduct &P) { return P.outputs() > 1 ? std::vector<int>{1, 2} : std::vector<int>{1}; }

/// Turns of 128 pixels of an image.
double turnsOf(const ProductShape &S, PixelWalk Walk) {
  return double(Walk == PixelWalk::Flat ? ceilDiv(int64_t(S.Out.H) * S.Out.W, kVector)
                                        : int64_t(S.Out.H) * ceilDiv(S.Out.W, kVector));
}

/// Those of them whose windows leave the image's rows, or are near the tensor's ends (HalfNest::isInner).
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

/// Columns of windows that may lie outside of the image.
bool leavesColumns(const ProductShape &S, int X) {
  const int Right = X * S.DilationW - S.PadLeft;
  return Right < 0 || S.Out.W - 1 + Right >= S.In.W;
}

double borderColumns(const ProductShape &S) {
  int Count = 0;
  for (int X = 0; X < S.KernelW; ++X)
    Count += leavesColumns(S, X);
  return Count;
}

/// Vectors of a group's windows in the row `Y`, or in all; those of them that may lie outside.
struct TapCounts {
  double All = 0, Masked = 0;
};

TapCounts tapsOf(const HalfProduct &P, std::optional<int> Y = {}) {
  TapCounts Found;
  for (const HalfTap &T : P.Taps)
    if (!Y || T.Y == *Y) {
      ++Found.All;
      Found.Masked += leavesColumns(P.S, T.X);
    }
  return Found;
}

/// The products and the stage of 128 results: packets that both fill with multiplications.
Cost resultCost(const HalfProduct &P, const CostConstant &Packet, const CostConstant &Sided) {
  using namespace product_cost;
  const double Pairs = P.staysHalf() ? 0 : double(ceilDiv(P.Runs.size(), 2u));
  const double Packets = double(P.Steps.size()) + 2 * Pairs + stagePackets(P.Chosen.Kind);
  const double Threes =
      double(std::count_if(P.Steps.begin(), P.Steps.end(), [](const HalfStep &Each) { return Each.By == HalfBy::Three; }));
  return Packets * Packet + Threes * HalfThree + (P.Chosen.Kind.TwoSided ? 1 * Sided : Cost());
}

/// Of an image, by rows whose windows' vectors stay in registers.
Cost slidingCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const bool IsShort = How.Unroll == P.S.KernelH && slidingUnrolls(P).size() > 1;
  Cost Row = HalfSlideRow + (P.flips() ? tapsOf(P, P.S.KernelH - 1).All * HalfFlipped : Cost()) +
             resultCost(P, HalfSlidePacket, HalfSlideSided);
  if (P.S.Groups > 1)
    Row += 1 * HalfSlideGroup;
  if (P.Chosen.Kind.Kind != Form::Narrow15)
    Row += 1 * HalfSlideLong;
  if (IsShort)
    Row += 1 * HalfSlideShort;
  const double Columns = double(P.S.Groups) * ceilDiv(P.S.Out.W, kVector);
  return Columns * (HalfSlideColumn + borderColumns(P.S) * HalfColumn + P.S.Out.H * Row);
}

/// What several outputs of a group or a turn share: a loop over them, from vectors in registers or in memory.
Cost loopCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const double Tiles = ceilDiv(P.outputs(), How.Tile.at(1)), Taps = double(P.Taps.size());
  // Beside most stages of 32 bits two outputs at once are measured to take as long as one after the other, or longer.
  const bool IsLong = How.Tile.at(1) > 1 && P.Chosen.Kind.Kind != Form::Narrow15;
  const Cost Kept = isInMemory(P, How) && P.outputs() > 1 ? Taps * (HalfVectorKept + Tiles * HalfLoad) : Cost();
  return Tiles * (HalfTile + IsLong * HalfTileLong) + Kept;
}

/// The groups of a turn near the ends of planes, one after the other; the products for one output hide behind what loads ask.
Cost carefulGroupsCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const double Taps = double(P.Taps.size());
  return P.S.Groups * (std::max(0.0, Taps - kRegisters) * HalfGroupMany + Taps * HalfGroupCareful +
                       (P.outputs() > 1 ? loopCost(P, How) + double(P.outputs() - 1) * resultCost(P, HalfGroupPacket, HalfGroupSided) : Cost()));
}

/// What the vectors of groups of a single output cost more where fewer stand beside each other.
Cost aloneCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const double Taps = double(P.Taps.size());
  if (How.Unroll == 0)
    return {};
  if (How.Unroll == 1)
    return P.S.Groups * Taps * HalfGroupEach;
  return P.S.Groups % How.Unroll == 1 ? Taps * HalfGroupAlone : Cost();
}

/// The groups of a turn, several side by side as far as they go.
Cost groupsCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const TapCounts Taps = tapsOf(P);
  const Cost Each = std::max(0.0, Taps.All - kRegisters) * HalfGroupMany + Taps.All * HalfGroupVector + Taps.Masked * HalfGroupMasked + (P.flips() ? Taps.All * HalfFlipped : Cost()) +
                    (P.outputs() > 1 ? loopCost(P, How) : Cost()) + P.outputs() * resultCost(P, HalfGroupPacket, HalfGroupSided);
  return P.S.Groups * Each + aloneCost(P, How);
}

/// The outputs of a turn, from vectors in registers or in memory.
Cost outputsCost(const HalfProduct &P, PixelWalk Walk, const Schedule &How) {
  using namespace product_cost;
  const TapCounts Taps = tapsOf(P);
  const Cost Many = P.outputs() == 1            ? HalfVectorManyOnce
                    : Walk == PixelWalk::Rows ? HalfVectorMany
                                              : HalfVectorManyFlat;
  const Cost Vectors = std::max(0.0, Taps.All - kRegisters) * Many + Taps.All * HalfVector + (P.flips() ? Taps.All * HalfFlipped : Cost());
  return Vectors + loopCost(P, How) + P.outputs() * resultCost(P, HalfPacket, HalfSided);
}

Cost costOf(const HalfProduct &P, PixelWalk Walk, const Schedule &How) {
  using namespace product_cost;
  if (How.Order == kHalfSlides)
    return VectorLayer + P.S.In.N * slidingCost(P, How);
  const double Turns = turnsOf(P.S, Walk), Careful = carefulTurns(P.S, Walk), Vectors = double(P.Taps.size());
  const Cost Turn = HalfTurn + (Walk == PixelWalk::Rows && borderColumns(P.S) > 0 ? Cost(HalfRowsTurn) : Cost()) + borderColumns(P.S) * HalfColumn;
  const Cost All = P.S.Groups > 1 ? (Turns - Careful) * groupsCost(P, How) + Careful * carefulGroupsCost(P, How)
                                  : Turns * outputsCost(P, Walk, How) + Careful * Vectors * HalfVectorCareful;
  return VectorLayer + P.S.In.N * (Turns * Turn + All);
}

/// Of a walk, the usual one first.
std::vector<Schedule> schedulesOf(const HalfProduct &P, PixelWalk Walk, const char *Instruction) {
  Schedule How;
  How.Instruction = Instruction;
  How.Vector = VectorOperand::Activations;
  How.Walk = halfWalks(P.S).size() > 1 ? Walk : PixelWalk::Unset;
  std::vector<Schedule> All;
  if (slides(P, Walk)) {
    How.Tile = {kVector, 1};
    How.Order = kHalfSlides;
    const std::vector<int> Unrolls = slidingUnrolls(P);
    for (int Unroll : Unrolls) {
      How.Unroll = Unrolls.size() > 1 ? Unroll : 0;
      All.push_back(How);
    }
    return All;
  }
  const std::vector<WordsIn> Places = halfPlaces(P);
  for (WordsIn Place : Places)
    for (int Tile : tilesOf(P)) {
      How.Tile = {kVector, Tile};
      How.Words = Places.size() > 1 ? Place : WordsIn::Unset;
      All.push_back(How);
    }
  return All;
}

void plansBy(HalfBy By, const Graph &G, const Op &O, PlanList &Plans, const hexloom::Stage &Chosen, bool IsForced) {
  const ProductShape S = halfShape(G, O);
  const Instruction *Row = Machine(Plans.target()).find(expressionOf(By));
  if (!Row)
    return Plans.reject(std::string("the target has no instruction for ") + expressionOf(By));
  std::string Problem;
  std::optional<HalfProduct> P;
  for (PixelWalk Walk : halfWalks(S)) {
    Problem = instructionProblem(By, S, Walk);
    if (!Problem.empty())
      continue;
    if (!P)
      P = halfProductOf(G, O, By, Chosen);
    const int64_t Packets = halfPackets(*P), Words = wordPackets(S);
    if (Packets >= Words && !IsForced && O.Kind == OpKind::Conv2D)
      return Plans.reject(strf(
          "%s: of a sum cut into %zu of 16 bits the products of 128 pixels take %lld packets, of words of four channels %lld",
          Row->Name, P->Runs.size(), static_cast<long long>(Packets), static_cast<long long>(Words)));
    const auto Add = [&](const Schedule &How) {
      const Cost C = costOf(*P, Walk, How);
      for (Layout L : channelPlaneLayouts())
        for (Layout In : layoutsOf(G.in(O, 0), L))
          for (Layout Out : layoutsOf(G.out(O, 0), L)) {
            Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, C, How);
            Plans.repeats(P->packedBytes());
          }
    };
    for (Schedule How : schedulesOf(*P, Walk, Row->Name)) {
      const std::vector<int> Unrolls = How.Order == kHalfSlides ? std::vector<int>() : groupUnrolls(*P);
      if (!Unrolls.empty())
        How.Unroll = asked(Unrolls, Plans.asked(O).Unroll);
      Add(How);
      Plans.setAside("unroll");
      for (const Schedule &Other : withOthers(How, &Schedule::Unroll, How.Unroll, Unrolls))
        if (IsForced)
          Add(Other);
      Plans.setAside("");
    }
  }
  if (!P)
    Plans.reject(std::string(Row->Name) + ": " + Problem);
}

HalfBy byOf(const Op &O, Target T) {
  for (HalfBy By : {HalfBy::One, HalfBy::Two, HalfBy::Three})
    if (const Instruction *Row = Machine(T).find(expressionOf(By)); Row && O.Schedule.Instruction == Row->Name)
      return By;
  throw InternalError("sums of 16 bits by a strange instruction: " + O.Schedule.Instruction);
}

} // namespace

/// Whether even pairs of weights, whatever they are, fill as many packets as words of four channels do.
static bool isDear(const ProductShape &S) {
  const int64_t Taps = int64_t(S.KernelH) * S.KernelW * (S.In.C / S.Groups);
  return S.Out.C * ceilDiv(Taps, 2) >= wordPackets(S);
}

void planHalf(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = halfProblem(G, O, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  if (const std::string Problem = shapeProblem(halfShape(G, O)); !Problem.empty())
    return Plans.reject(Problem);
  if (isDear(halfShape(G, O)) && !Plans.isAskedFor(O) && O.Kind == OpKind::Conv2D)
    return Plans.reject(
        "products of 128 pixels by two weights at a time take as many packets as those of words of four channels");
  const Stage Chosen = halfStage(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, Chosen))
    return;
  if (Chosen.Kind.isReference())
    return Plans.reject("it has no form for the reference's output stage, and no other is proven or asked for");
  for (HalfBy By : {HalfBy::Two, HalfBy::One, HalfBy::Three})
    plansBy(By, G, O, Plans, Chosen, Plans.isAskedFor(O));
}

void emitHalf(const Graph &G, const Op &O, LayerWriter &W) {
  const HalfProduct P = halfProductOf(G, O, byOf(O, W.target()), halfStage(G, O, O.Schedule.Stage));
  HalfNest(G, O, P, W).write();
}

} // namespace hexloom
