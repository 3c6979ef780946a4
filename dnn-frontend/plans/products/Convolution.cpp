// CONV_2D and FULLY_CONNECTED by vrmpy and vdmpy: WeightsNest.h.
#include "plans/products/Convolution.h"
#include "plans/Strides.h"
#include "plans/layout/Costs.h"
#include "plans/products/CoreCost.h"
#include "plans/products/ImageCost.h"
#include "plans/products/Order.h"
#include "plans/products/RowForm.h"
#include "plans/products/WeightsNest.h"
#include "stages/StageText.h"

#include <cstdlib>

namespace hexloom {

/// The values of an output channel's weights, less their zero point.
static std::vector<int> weightsOf(const Tensor &Filter, int Zero, int Output) {
  const int64_t Count = Filter.elements() / Filter.Dims[0];
  std::vector<int> Values;
  for (int64_t I = Output * Count; I < (Output + 1) * Count; ++I)
    Values.push_back(Filter.dataAs<int8_t>()[I] - Zero);
  return Values;
}

/// Why sums of int16 products cannot be kept in 32 bits and scaled by product.h's core, or "".
static std::string narrowProblem(const Graph &G, const Op &O) {
  const Tensor &Filter = G.in(O, 1);
  const OutputStage Stage = outputStage(G, O);
  for (int Output = 0; Output < Filter.Dims[0]; ++Output) {
    const int64_t Bias = Stage.Bias[Output];
    int64_t Most = Bias < -INT32_MAX || Bias > INT32_MAX ? int64_t(1) << 32 : std::abs(Bias);
    for (int Weight : weightsOf(Filter, Stage.FilterZero, Output))
      Most += 32768 * std::abs(Weight);
    if (Most > INT32_MAX)
      return strf("the sums of output channel %d may leave 32 bits", Output);
    if (Stage.Wide && Stage.Shifts[Output] >= 0 && Stage.Multipliers[Output])
      return strf("output channel %d is scaled by 1/2 or more", Output);
  }
  return "";
}

/// Why they cannot be kept in 48 bits, or "".
static std::string wideProblem(const Graph &G, const Op &O) {
  constexpr int64_t kMost = int64_t(1) << 46;
  for (int64_t Bias : outputStage(G, O).Bias)
    if (Bias > kMost || Bias < -kMost)
      return "a bias leaves 46 bits";
  return G.in(O, 1).elements() / G.in(O, 1).Dims[0] >= (1 << 24) ? "sums may leave 46 bits" : "";
}

int mostWords(const Graph &G, const Op &O) {
  const Tensor &Filter = G.in(O, 1);
  const int Zero = outputStage(G, O).FilterZero;
  int Largest = 1;
  for (int Output = 0; Output < Filter.Dims[0]; ++Output)
    for (int Weight : weightsOf(Filter, Zero, Output))
      Largest = std::max(Largest, std::abs(Weight));
  return INT32_MAX / 32768 / Largest / 4 * 2; // pairs of words of two weights each
}

static int elementBytes(const Graph &G, const Op &O) {
  return static_cast<int>(bytesOf(G.in(O, 0).Type));
}

bool hasPixelSums(const Graph &G, const Op &O) {
  return is8Bit(G.in(O, 0).Type) && storedZero(G.in(O, 1).Type, outputStage(G, O)) != 0;
}

std::string vectorProductProblem(const Graph &G, const Op &O, Sums Kind) {
  const int ElementBytes = Kind == Sums::OfBytes ? 1 : 2;
  if (const std::string Problem = productProblem(G, O); !Problem.empty())
    return Problem;
  if (elementBytes(G, O) != ElementBytes)
    return std::string("does not serve activations of type ") + text(G.in(O, 0).Type);
  if (!G.in(O, 1).isConst())
    return "the filter is not a constant";
  const ProductShape S = productShape(G, O);
  if (S.outputs() == 0 || S.depth() == 0 || G.in(O, 0).elements() == 0)
    return "an operand is empty";
  return Kind == Sums::Narrow ? narrowProblem(G, O) : Kind == Sums::Wide ? wideProblem(G, O) : "";
}

Fields productFields(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Prefix) {
  const auto Words = [](const std::vector<Run> &Runs) { return Runs.empty() ? 0 : Runs[0].words(); };
  const int Blocks = V.outBlocks();
  const bool Window = V.Shape.KernelH * V.Shape.KernelW > 1;
  Fields Core = {{"type", hlType(Type)},
                 {"wide", cBool(Stage.Wide)},
                 param("pixel_bytes", V.Shape.StrideW * V.PixelBytes),
                 param("pixel_step", V.Shape.StrideW),
                 {"aligned8", cBool(V.Aligned8)},
                 param("full_runs", static_cast<int64_t>(V.Full.size())),
                 param("full_words", Words(V.Full)),
                 param("tail_runs", static_cast<int64_t>(V.Tail.size())),
                 param("tail_words", Words(V.Tail)),
                 param("run_stride", runStride(V)),
                 param("blocks", Blocks),
                 param("group_blocks", V.Groups > 1 ? V.GroupOutputs / 32 : Blocks),
                 param("group_bytes", V.GroupBytes),
                 param("group_sums", Window ? V.windowWidth() : V.sumsPlane()),
                 param("row_bytes", V.outWidth4() * 32),
                 {"has_sums", cBool(P.StoredZero != 0)},
                 {"right_only", cBool(P.RightOnly)},
                 param("out_zero", Stage.OutZero),
                 param("min", Stage.Bounds.Min),
                 param("max", Stage.Bounds.Max),
                 param("sum_runs", V.sumRuns()),
                 param("parts", 1),
                 param("tile", V.Tile),
                 param("unroll", V.Unroll),
                 {"near", cBool(P.Near)}};
  for (auto &[Name, Value] : Core)
    Name = Prefix + Name;
  return Core + stageFields(P.Kind, (Prefix + "stage.").c_str());
}

namespace {

Cost sumsCost(const View &V) {
  const ProductShape &S = V.Shape;
  const int Taps = S.KernelH * S.KernelW;
  if (Taps == 1)
    return imageSumsCost(V);
  return imageSumsCost(V) + (V.FlatWindows ? windowSumsCost(V.Groups, V.flatWindows(), Taps)
                                                : windowSumsCost(double(S.Out.H) * V.Groups, V.windowWidth(), Taps));
}

Cost costOf(const View &V, bool HasSums) {
  using namespace product_cost;
  const ProductShape &S = V.Shape;
  Cost PerBatch = S.Out.H * rowCost(V) + imageCost(V);
  if (HasSums)
    PerBatch += sumsCost(V);
  if (!V.OutBlocked && !V.Across)
    PerBatch += unblockingCost({1, S.Out.H, S.Out.W, S.Out.C * V.ElementBytes});
  return VectorLayer + S.Out.N * PerBatch;
}

/// What is walked over at once by the sums of windows, the usual way first; none: there are no such sums, or there is no choice.
std::vector<PixelWalk> windowWalksOf(const View &V, bool HasSums) {
  if (!HasSums || V.ElementBytes != 1 || V.Shape.KernelH * V.Shape.KernelW == 1 || !V.isFlat())
    return {};
  if (V.flatTakesNoMore())
    return {PixelWalk::Flat, PixelWalk::Rows};
  return {PixelWalk::Rows, PixelWalk::Flat};
}

/// The view of an operator's plan with rows of so many pixels, or the usual ones.
View planView(const ProductShape &S, bool InBlocked, bool OutBlocked, int ElementBytes, int MostWords, int32_t Pixels) {
  const std::vector<int32_t> Lengths = rowLengthsOf(S, InBlocked, OutBlocked);
  const int32_t Length = asked(Lengths, Pixels);
  View V = viewOf(Length ? inRows(S, Length) : S, InBlocked, OutBlocked, ElementBytes, MostWords);
  V.RowPixels = Lengths.size() > 1 ? Length : 0;
  return V;
}

/// Takes the fields of a row's form from those that are asked for, or the usual ones, for a view that has its tile and order.
void setForm(View &V, bool HasSums, const Schedule &Asked, Schedule &S) {
  S.Pixels = V.RowPixels;
  S.Run = asked(runsOf({&V}), Asked.Run);
  if (S.Run)
    cutTo(V, S.Run);
  S.Finish = asked(finishesOf(V), Asked.Finish);
  V.IsAhead = S.Finish == kFinishNext;
  S.Row = asked(rowFormsOf(V), Asked.Row);
  V.IsStraight = S.Row.empty() ? isUsuallyStraight(V) : S.Row == kRowStraight;
  S.Walk = asked(windowWalksOf(V, HasSums), Asked.Walk);
  V.FlatWindows = S.Walk == PixelWalk::Flat;
}

/// The plans with one pair of layouts.
class ProductPlans {
public:
  ProductPlans(const Graph &G, const Op &O, PlanList &Plans, Layout In, Layout Out)
      : Instruction(instructionOf(G.in(O, 0).Type)), HasSums(hasPixelSums(G, O)), Plans(Plans), In(In), Out(Out) {}

  void addAcross(View V, const Schedule &Asked) {
    V.Across = true;
    Schedule S = productSchedule(Instruction, V.Shape.Out.W, 0, kAcrossChannels);
    setForm(V, HasSums, Asked, S);
    add(V, S);
  }

  /// Every tile, unrolling and order; where the kernel is asked for, beside the first of them those with other forms of a row.
  void addAll(View V, const Schedule &Asked, bool WithOthers, bool IsWide) {
    const Schedule First = addEach(V, Asked, IsWide, false);
    if (!WithOthers)
      return;
    std::vector<Schedule> Others;
    setFirst(V, First);
    addOthers(Others, Asked, &Schedule::Run, First.Run, runsOf({&V}));
    addOthers(Others, Asked, &Schedule::Finish, First.Finish, finishesOf(V));
    addOthers(Others, Asked, &Schedule::Row, First.Row, rowFormsOf(V));
    addOthers(Others, Asked, &Schedule::Walk, First.Walk, windowWalksOf(V, HasSums));
    for (const Schedule &Other : Others)
      addAside(V, Other, IsWide);
  }

  void addAside(View V, const Schedule &Asked, bool IsWide) {
    Plans.setAside(true);
    addEach(V, Asked, IsWide, true);
    Plans.setAside(false);
  }

private:
  const char *const Instruction;
  const bool HasSums;
  PlanList &Plans;
  const Layout In, Out;

  void add(const View &V, const Schedule &S) {
    Plans.add({In, Layout::RowMajor, Layout::RowMajor}, {Out}, costOf(V, HasSums).through(trafficOf(V, S.Order)), S);
  }

  void setFirst(View &V, const Schedule &First) const {
    V.Tile = First.Tile[0];
    V.Unroll = First.Unroll;
    V.BlocksOutside = First.Order == kBlocksOutside;
    Schedule Same;
    setForm(V, HasSums, First, Same);
  }

  /// Returns the first one's schedule, which may be the only one to add.
  Schedule addEach(View &V, const Schedule &Asked, bool IsWide, bool OnlyFirst) {
    Schedule First;
    for (int Tile : tilesFor(V.Shape.Out.W, IsWide)) {
      V.Tile = Tile;
      Schedule Form;
      setForm(V, HasSums, Asked, Form);
      for (int Unroll : unrollsFor(V)) {
        V.Unroll = Unroll;
        for (const char *Order : ordersFor(V)) {
          V.BlocksOutside = Order == std::string(kBlocksOutside);
          Schedule Each = productSchedule(Instruction, Tile, Unroll);
          Each.Order = Order;
          setForm(V, HasSums, Asked, Each);
          add(V, Each);
          if (First.Tile.empty())
            First = Each;
          if (OnlyFirst)
            return First;
        }
      }
    }
    return First;
  }
};

void planProduct(const Graph &G, const Op &O, PlanList &Plans, Sums Kind) {
  if (const std::string Problem = vectorProductProblem(G, O, Kind); !Problem.empty())
    return Plans.reject(Problem);
  const int ElementBytes = elementBytes(G, O), Words = Kind == Sums::Wide ? mostWords(G, O) : 0;
  const Stage Chosen = chosenStage(G, O, Plans.wantedStage(O));
  if (Kind == Sums::OfBytes && !Plans.stage(O, Chosen))
    return;
  for (const auto &[In, Out] : productLayouts(ElementBytes)) {
    const bool InBlocked = isBlocked(In), OutBlocked = isBlocked(Out);
    const std::optional<ProductShape> S = blockedShape(G, O, InBlocked, OutBlocked);
    if (!S) {
      Plans.reject(strf("%s -> %s: the rows are not the pixels of the depth-blocked side", text(In),
                        text(Out)));
      continue;
    }
    const Schedule Asked = Plans.asked(O);
    const auto ViewOf = [&, InBlocked, OutBlocked](int32_t Pixels) {
      View V = planView(*S, InBlocked, OutBlocked, ElementBytes, Words, Pixels);
      V.Output = Chosen.Kind;
      return V;
    };
    const View V = ViewOf(Asked.Pixels);
    ProductPlans Pair(G, O, Plans, In, Out);
    if (Kind == Sums::OfBytes && !OutBlocked && V.Shape.Out.W <= kAcrossPixels && V.Groups == 1)
      Pair.addAcross(V, Asked);
    Pair.addAll(V, Asked, Plans.isAskedFor(O), Kind == Sums::Wide);
    for (int32_t Other : rowLengthsOf(*S, InBlocked, OutBlocked))
      if (Plans.isAskedFor(O) && Other != V.RowPixels && V.RowPixels)
        Pair.addAside(ViewOf(Other), Asked, Kind == Sums::Wide);
  }
}

void emitProduct(const Graph &G, const Op &O, LayerWriter &W, Sums Kind) {
  const OutputStage Stage = outputStage(G, O);
  const bool InBlocked = isBlocked(G.in(O, 0).Layout), OutBlocked = isBlocked(G.out(O, 0).Layout);
  const ProductShape S = blockedShape(G, O, InBlocked, OutBlocked).value();
  View V = planView(S, InBlocked, OutBlocked, elementBytes(G, O), Kind == Sums::Wide ? mostWords(G, O) : 0, O.Schedule.Pixels);
  V.Tile = tilePixels(O);
  V.Across = tileIsAcross(O);
  V.Unroll = unrolledWords(O);
  V.BlocksOutside = blocksAreOutside(O);
  const hexloom::Stage Chosen = chosenStage(G, O, O.Schedule.Stage);
  checkObeyed(O, Chosen);
  V.Output = Chosen.Kind;
  Schedule Form;
  setForm(V, hasPixelSums(G, O), O.Schedule, Form);
  HEXLOOM_CHECK(Form.Pixels == O.Schedule.Pixels && Form.Run == O.Schedule.Run && Form.Finish == O.Schedule.Finish && Form.Row == O.Schedule.Row &&
                    Form.Walk == O.Schedule.Walk,
                "a product's schedule with a strange form of its rows: " + text(O.Schedule));
  const PackedProduct P = packProduct(V, G.in(O, 1), Stage, Chosen);
  WeightsNest(V, P, Stage, G.in(O, 0).Type, W).write();
}

} // namespace

std::vector<std::pair<Layout, Layout>> productLayouts(int ElementBytes) {
  if (ElementBytes != 1)
    return {{Layout::RowMajor, Layout::RowMajor}};
  std::vector<Layout> Layouts = blockedLayouts();
  Layouts.insert(Layouts.begin(), Layout::RowMajor);
  std::vector<std::pair<Layout, Layout>> Pairs;
  for (Layout In : Layouts)
    for (Layout Out : Layouts)
      Pairs.push_back({In, Out});
  return Pairs;
}

void planProductVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::OfBytes);
}
void planProductVdmpy(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::Narrow);
}
void planProductVdmpyWide(const Graph &G, const Op &O, PlanList &Plans) {
  planProduct(G, O, Plans, Sums::Wide);
}
void emitProductVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::OfBytes);
}
void emitProductVdmpy(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::Narrow);
}
void emitProductVdmpyWide(const Graph &G, const Op &O, LayerWriter &W) {
  emitProduct(G, O, W, Sums::Wide);
}

} // namespace hexloom
