// CONV_2D and DEPTHWISE_CONV_2D of stride 1 on planes of one channel, with sums of 16 bits (HalfNest.h): plans and their cost.
#include "plans/Strides.h"
#include "plans/movement/BoxCopies.h"
#include "plans/products/HalfNest.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = 128;

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

/// Those of them whose windows leave the image's rows.
double carefulTurns(const ProductShape &S, PixelWalk Walk) {
  const int64_t Below = std::max(0, S.Out.H - 1 + (S.KernelH - 1) * S.DilationH - S.PadTop - (S.In.H - 1));
  const double All = turnsOf(S, Walk);
  const int64_t Rows = Walk == PixelWalk::Flat ? ceilDiv(int64_t(S.PadTop) * S.In.W, kVector) + ceilDiv(Below * S.In.W, kVector)
                                               : (S.PadTop + Below) * ceilDiv(S.Out.W, kVector);
  return std::min(All, double(Rows));
}

/// The vectors of windows of 128 pixels. Of a group's only output there is little else to do while they are loaded.
Cost vectorsCost(const HalfProduct &P, bool InMemory) {
  using namespace product_cost;
  const Cost Vector = P.outputs() == 1 ? Cost(HalfVectorAlone) : InMemory ? HalfVector + HalfVectorKept : Cost(HalfVector);
  return P.S.Groups * double(P.Taps.size()) * (P.flips() ? Vector + HalfFlipped : Vector);
}

/// The products and the stage of 128 results: packets that both fill with multiplications, or loads for the former.
Cost resultCost(const HalfProduct &P, double Loads, const CostConstant &Packet) {
  using namespace product_cost;
  const double Pairs = P.staysHalf() ? 0 : double(ceilDiv(P.Runs.size(), 2u));
  const double Packets = std::max(double(P.Steps.size()) + 2 * Pairs, Loads) + stagePackets(P.Chosen.Kind);
  const double Threes =
      double(std::count_if(P.Steps.begin(), P.Steps.end(), [](const HalfStep &Each) { return Each.By == HalfBy::Three; }));
  return Packets * Packet + Threes * HalfThree + (P.Chosen.Kind.TwoSided ? 1 * HalfSided : Cost());
}

/// Of an image, by rows whose windows' vectors stay in registers.
Cost slidingCost(const HalfProduct &P, const Schedule &How) {
  using namespace product_cost;
  const bool IsShort = How.Unroll == P.S.KernelH && slidingUnrolls(P).size() > 1;
  const Cost Row = HalfSlideRow + resultCost(P, 0, HalfPacket) + (IsShort ? 1 * HalfSlideShort : Cost());
  return P.S.Groups * turnsOf(P.S, PixelWalk::Rows) * Row;
}

Cost costOf(const HalfProduct &P, PixelWalk Walk, const Schedule &How) {
  using namespace product_cost;
  if (How.Order == kHalfSlides)
    return VectorLayer + P.S.In.N * slidingCost(P, How);
  const bool InMemory = isInMemory(P, How);
  const double Vectors = P.S.Groups * double(P.Taps.size());
  const double Loads =
      InMemory && P.outputs() > 1 ? double(P.Taps.size()) / How.Tile.at(1) : 0; // one output takes them on their way
  const Cost Turn = HalfTurn + vectorsCost(P, InMemory) + P.S.Out.C * (HalfOutput + resultCost(P, Loads, P.outputs() > 1 ? HalfPacket : HalfPacketAlone));
  return VectorLayer + P.S.In.N * (turnsOf(P.S, Walk) * Turn + carefulTurns(P.S, Walk) * Vectors * HalfVectorCareful);
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
    for (const Schedule &How : schedulesOf(*P, Walk, Row->Name)) {
      const Cost C = costOf(*P, Walk, How);
      for (Layout L : channelPlaneLayouts())
        for (Layout In : layoutsOf(G.in(O, 0), L))
          for (Layout Out : layoutsOf(G.out(O, 0), L))
            Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, C, How);
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
