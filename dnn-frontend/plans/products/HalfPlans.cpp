// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D and DEPTHWISE_CONV_2D of stride 1 on planes of one channel, with sums of 16 bits (HalfNest.h): plans.
#include "plans/Strides.h"
#include "plans/movement/BoxCopies.h"
#include "plans/products/HalfCost.h"
#include "plans/products/HalfNest.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

namespace hexloom {

namespace {

constexpr int kVector = hexagon::kVectorBytes;

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

/// A plan's schedule while it is put together.
struct HalfPoint {
  const HalfProduct &P;
  const char *Instruction;
  std::vector<PixelWalk> Walks; ///< that the instruction serves
  PixelWalk Walk = PixelWalk::Unset;
  bool isSliding() const { return slides(P, Walk); }
};

constexpr AxisRow kInstruction = {ScheduleField::Instruction, "", "vmpa.ub.b, vmpy.ub.b, vtmpy.ub.b", TakenBy::Cost,
                                  "the instruction that multiplies: by two weights at a time, one, or three that are neighbours in a row"};
constexpr AxisRow kHeld = {ScheduleField::Vector, "", "activations", TakenBy::Shape, "the operand that vectors hold"};
constexpr AxisRow kOrder = {ScheduleField::Order, "", "columns-rows", TakenBy::Shape,
                            "that rows are walked over column by column of 128 pixels, so that a window's rows stay in registers"};
constexpr AxisRow kWords = {ScheduleField::Words, "", "registers, memory", TakenBy::Cost,
                            "where the windows' vectors are while outputs are made from them"};
constexpr AxisRow kTile = {ScheduleField::Tile, "pixels x channels", "128x1, 128x2", TakenBy::Cost, "outputs that are made at a time"};
constexpr AxisRow kUnroll = {ScheduleField::Unroll, "rows, or channels", "N", TakenBy::Rule,
                             "rows that are written out where they are walked over column by column, which cost decides; else, with an output for each "
                             "channel, channels, usually 3 where there are no more, else 1"};

const std::vector<Axis<HalfPoint>> &halfAxes() {
  static const std::vector<Axis<HalfPoint>> All = {
      {kInstruction, [](const HalfPoint &X) { return std::vector<std::string>{X.Instruction}; }},
      {kHeld, [](const HalfPoint &) { return std::vector<std::string>{"activations"}; }},
      {kPixelWalk,
       [](const HalfPoint &X) {
         std::vector<std::string> Names;
         for (PixelWalk Walk : X.Walks)
           if (halfWalks(X.P.S).size() > 1)
             Names.push_back(text(Walk));
         return Names;
       },
       [](HalfPoint &X, const std::string &Value) { X.Walk = chosen(X.Walks, Value); }},
      {kOrder, [](const HalfPoint &X) { return X.isSliding() ? std::vector<std::string>{kHalfSlides} : std::vector<std::string>(); }},
      {kWords, [](const HalfPoint &X) { return X.isSliding() ? std::vector<std::string>() : choice(halfPlaces(X.P)); }},
      {kTile,
       [](const HalfPoint &X) {
         std::vector<std::string> Tiles = {tileOf({kVector, 1})};
         if (!X.isSliding() && X.P.outputs() > 1)
           Tiles.push_back(tileOf({kVector, 2}));
         return Tiles;
       }},
      {kUnroll,
       [](const HalfPoint &X) {
         const std::vector<int> Unrolls = X.isSliding() ? slidingUnrolls(X.P) : groupUnrolls(X.P);
         return Unrolls.size() > 1 ? numbers(Unrolls) : std::vector<std::string>();
       },
       nullptr, [](const HalfPoint &X) { return X.isSliding(); }}};
  return All;
}

void plansBy(HalfBy By, const Graph &G, const Op &O, PlanList &Plans, const hexloom::Stage &Chosen, bool IsForced) {
  const ProductShape S = halfShape(G, O);
  const Instruction *Row = Machine(Plans.target()).find(patternOf(By));
  if (!Row)
    return Plans.reject(std::string("the target has no instruction for ") + text(patternOf(By)));
  std::string Problem;
  std::vector<PixelWalk> Walks;
  for (PixelWalk Walk : halfWalks(S)) {
    Problem = instructionProblem(By, S, Walk);
    if (Problem.empty())
      Walks.push_back(Walk);
  }
  if (Walks.empty())
    return Plans.reject(std::string(Row->Name) + ": " + Problem);
  const HalfProduct P = halfProductOf(G, O, By, Chosen);
  const int64_t Packets = halfPackets(P), Words = wordPackets(S);
  if (Packets >= Words && !IsForced && O.Kind == OpKind::Conv2D)
    return Plans.reject(strf(
        "%s: of a sum cut into %zu of 16 bits the products of 128 pixels take %lld packets, of words of four channels %lld",
        Row->Name, P.Runs.size(), static_cast<long long>(Packets), static_cast<long long>(Words)));
  HalfPoint Point = {P, Row->Name, Walks};
  Plans.addPoints(halfAxes(), Point, O, [&](const HalfPoint &X, const Schedule &How) {
    const Cost C = halfCost(P, X.Walk, How);
    for (Layout L : channelPlaneLayouts())
      for (Layout In : layoutsOf(G.in(O, 0), L))
        for (Layout Out : layoutsOf(G.out(O, 0), L)) {
          Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, C, How);
          Plans.repeats(P.packedBytes());
        }
  });
}

HalfBy byOf(const Op &O, Target T) {
  for (HalfBy By : {HalfBy::One, HalfBy::Two, HalfBy::Three})
    if (const Instruction *Row = Machine(T).find(patternOf(By)); Row && O.Schedule.Instruction == Row->Name)
      return By;
  throw InternalError("sums of 16 bits by a strange instruction: " + O.Schedule.Instruction);
}

} // namespace

/// Whether even pairs of weights, whatever they are, fill as many packets as words of four channels do.
static bool isDear(const ProductShape &S) {
  const int64_t Taps = int64_t(S.KernelH) * S.KernelW * (S.In.C / S.Groups);
  return S.Out.C * ceilDiv(Taps, 2) >= wordPackets(S);
}

Space halfSpace() { return declaredSpace("conv2d_halves,depthwise_halves", halfAxes(), {stageRow()}); }

void planHalf(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = halfProblem(G, O, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  if (const std::string Problem = shapeProblem(halfShape(G, O)); !Problem.empty())
    return Plans.reject(Problem);
  if (isDear(halfShape(G, O)) && !Plans.isAskedFor(O) && O.Kind == OpKind::Conv2D)
    return Plans.reject(
        "products of 128 pixels by two weights at a time take as many packets as those of words of four channels");
  const Stage Chosen = halfStage(G, O, Plans.stageSearch(O));
  if (!Plans.stage(O, Chosen))
    return;
  if (Chosen.Kind.isReference())
    return Plans.reject("it has no form for the reference's output stage, and no other is proven or asked for");
  for (HalfBy By : {HalfBy::Two, HalfBy::One, HalfBy::Three})
    plansBy(By, G, O, Plans, Chosen, Plans.isAskedFor(O));
}

void emitHalf(const Graph &G, const Op &O, LayerWriter &W) {
  const HalfProduct P = halfProductOf(G, O, byOf(O, W.target()), halfStage(G, O, W.stageSearch()));
  HalfNest(G, O, P, W).write();
}

} // namespace hexloom
