// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D and DEPTHWISE_CONV_2D of stride 1 on planes of one channel, with sums of 16 bits (HalfNest.h): plans.
#include "plans/Strides.h"
#include "plans/movement/BoxCopies.h"
#include "plans/products/HalfCost.h"
#include "plans/products/HalfNest.h"
#include "plans/UsualValues.h"
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

std::vector<int> tilesOf(const HalfProduct &P) { return P.outputs() > 1 ? std::vector<int>{1, 2} : std::vector<int>{1}; }

/// The schedules of a walk, the usual one first.
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
  const Instruction *Row = Machine(Plans.target()).find(patternOf(By));
  if (!Row)
    return Plans.reject(std::string("the target has no instruction for ") + text(patternOf(By)));
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
      const Cost C = halfCost(*P, Walk, How);
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
