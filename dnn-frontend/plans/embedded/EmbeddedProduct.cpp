// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that embeddings serve: where their tensors have what the search's operator names, and how sums become bytes.
#include "plans/embedded/EmbeddedProduct.h"
#include "embed/Operators.h"
#include "plans/products/Convolution.h"
#include "plans/windows/Depthwise.h"
#include "plans/windows/Pool.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

bool isPool(const Op &O) { return O.Kind == OpKind::AveragePool2D; }

/// Whether each window has all of its elements in the image.
bool areWhole(const WindowShape &S) {
  return S.PadTop == 0 && S.PadLeft == 0 && int64_t(S.Out.H - 1) * S.StrideH + S.KernelH <= S.In.H &&
         int64_t(S.Out.W - 1) * S.StrideW + S.KernelW <= S.In.W;
}

/// Whether the product divides all sums of windows as the reference does, which rounds halves away from zero.
bool divides(const Multiplier &By, int64_t Count, DType Type) {
  const Step S = {By, 0, {INT32_MIN, INT32_MAX}};
  const int64_t Least = Type == DType::Int8 ? -128 * Count : 0, Most = (Type == DType::Int8 ? 127 : 255) * Count;
  for (int64_t Sum = Least; Sum <= Most; ++Sum)
    if (S(Sum) != (Sum > 0 ? Sum + Count / 2 : Sum - Count / 2) / Count)
      return false;
  return true;
}

/// A factor that does, a little above 1 / count, without a shift that rounds again; nullopt: there is none.
std::optional<Multiplier> divisor(int64_t Count, DType Type) {
  constexpr int64_t kMostCount = 1 << 10, kOne = int64_t(1) << 31, kFurther = 4;
  for (int64_t More = 0; Count > 1 && Count <= kMostCount && More < kFurther; ++More)
    if (const Multiplier By = {static_cast<int32_t>(ceilDiv(kOne, Count) + More), 0}; divides(By, Count, Type))
      return By;
  return std::nullopt;
}

std::string poolProblemOf(const Graph &G, const Op &O) {
  if (!is8Bit(G.in(O, 0).Type))
    return unservedType(G.in(O, 0));
  const WindowShape S = windowOf(G, O);
  if (S.outputs() == 0 || !areWhole(S))
    return "windows leave the image";
  return divisor(S.taps(), G.in(O, 0).Type) ? "" : strf("averages of %lld elements are no product", static_cast<long long>(S.taps()));
}

std::string typeProblem(const Graph &G, const Op &O) {
  if (isPool(O))
    return poolProblemOf(G, O);
  if (O.Kind != OpKind::DepthwiseConv2D)
    return vectorProductProblem(G, O, Sums::OfBytes);
  return depthwiseBytesProblem(G, O);
}

/// Averages as products by 1 / count.
OutputStage averages(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const Multiplier Factor = divisor(S.taps(), G.in(O, 0).Type).value();
  OutputStage Stage;
  Stage.Multipliers.assign(static_cast<size_t>(S.Out.C), Factor.Value);
  Stage.Shifts.assign(static_cast<size_t>(S.Out.C), Factor.Shift);
  Stage.Bias.assign(static_cast<size_t>(S.Out.C), 0);
  Stage.Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
  return Stage;
}

Stage averagesStage(const OutputStage &S, const WindowShape &W, const StageSearch &Search, DType Type) {
  SumRange R;
  R.Low = (Type == DType::Int8 ? -128 : 0) * W.taps();
  R.High = (Type == DType::Int8 ? 127 : 255) * W.taps();
  const StageChannel Each = {{{S.Multipliers[0], S.Shifts[0]}, 0, S.Bounds}, R};
  Stage All = Search.choose({Each}, Type);
  if (!All.Lanes.empty())
    All.Lanes.assign(S.Multipliers.size(), All.Lanes[0]);
  return All;
}

Shape nhwc(const Shape &Dims) {
  const Nhwc N = asNhwc(Dims);
  return {N.N, N.H, N.W, N.C};
}

/// Dimensions of images as the search's operator has them: of groups, channels are two.
TensorView imageView(const Shape &Dims, int64_t Groups, const std::vector<int64_t> &First) {
  const int64_t Channels = Dims[3] / Groups;
  TensorView V{Dims, {{0, 1, 0, Dims[0]}, {1, 1, First[0], Dims[1]}, {2, 1, First[1], Dims[2]}}};
  if (Groups > 1)
    V.Of.push_back({3, Channels, 0, Groups});
  V.Of.push_back({3, 1, 0, Channels});
  return V;
}

TensorView rowsView(const Shape &Dims) { return {Dims, {{0, 1, 0, Dims[0]}, {1, 1, 0, Dims[1]}}}; }

/// Depthwise, of several outputs for each channel: as many groups as channels.
int64_t groupsOf(const Graph &G, const Op &O) {
  const int64_t Channels = asNhwc(G.in(O, 0).Dims).C;
  if (O.Kind == OpKind::Conv2D)
    return Channels / G.in(O, 1).Dims[3];
  return asNhwc(G.out(O, 0).Dims).C > Channels ? Channels : 1;
}

/// As embed/Operators.cpp has it: the outputs that padding cuts off come first, and inputs in front of the image.
void setTransposedViews(EmbeddedProduct &P, const Graph &G, const Op &O) {
  const Shape &Filter = G.in(O, 1).Dims;
  std::vector<int64_t> Ahead;
  for (size_t D = 0; D < 2; ++D)
    Ahead.push_back(ceilDiv(int64_t(Filter[1 + D]), O.ints(Attr::Stride)[D]) - 1);
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  P.In = imageView(nhwc(G.in(O, 0).Dims), 1, Ahead);
  P.Out = imageView(nhwc(G.out(O, 0).Dims), 1, {Pads[0], Pads[1]});
  P.Weights.Dims = Filter;
  for (int A = 0; A < 4; ++A)
    P.Weights.Of.push_back({A, 1, 0, Filter[static_cast<size_t>(A)]});
}

void setViews(EmbeddedProduct &P, const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (O.Kind == OpKind::FullyConnected) {
    const Shape &Filter = G.in(O, 1).Dims;
    const auto Rows = static_cast<int32_t>(G.in(O, 0).elements() / Filter[1]);
    P.In = rowsView({Rows, Filter[1]});
    P.Out = rowsView({Rows, Filter[0]});
    P.Weights = rowsView(Filter);
    return;
  }
  if (O.Kind == OpKind::TransposeConv)
    return setTransposedViews(P, G, O);
  const bool IsConv = O.Kind == OpKind::Conv2D;
  const int64_t Groups = groupsOf(G, O);
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  P.In = imageView(nhwc(In), Groups, {Pads[0], Pads[1]});
  P.Out = imageView(nhwc(Out), Groups, {0, 0});
  if (isPool(O))
    return;
  const Shape &Filter = G.in(O, 1).Dims;
  P.Weights.Dims = Filter;
  const int OfOutputs = IsConv ? 0 : 3;
  const int64_t Outputs = Filter[static_cast<size_t>(OfOutputs)] / Groups;
  if (Groups > 1)
    P.Weights.Of.push_back({OfOutputs, Outputs, 0, Groups});
  if (IsConv || Groups > 1)
    P.Weights.Of.push_back({OfOutputs, 1, 0, Outputs});
  for (int A = 1; A < 3; ++A)
    P.Weights.Of.push_back({A, 1, 0, Filter[static_cast<size_t>(A)]});
  P.Weights.Of.push_back({3, 1, 0, IsConv || Groups == 1 ? Filter[3] : 1});
}

} // namespace

std::string embeddedProblem(const Graph &G, const Op &O, Target T) {
  if (!Machine(T).vectorBytes())
    return "the target has no vectors";
  if (const std::string Problem = typeProblem(G, O); !Problem.empty())
    return Problem;
  if (!scalarsOf(G, O))
    return "it is no sum of products";
  return G.in(O, 0).isConst() ? "the activations are a constant" : "";
}

EmbeddedProduct embeddableProduct(const Graph &G, const Op &O, const StageSearch &Search, Target T) {
  EmbeddedProduct P;
  P.Type = G.in(O, 0).Type;
  P.Operator = *scalarsOf(G, O);
  P.Lanes = Machine(T).lanes();
  setViews(P, G, O);
  P.Stage = isPool(O) ? averages(G, O) : outputStage(G, O);
  const StageSearch Wanted = runsStages(T) ? Search : StageSearch{Search.Memo, "reference"};
  P.Chosen = isPool(O)                             ? averagesStage(P.Stage, windowOf(G, O), Wanted, P.Type)
             : O.Kind == OpKind::DepthwiseConv2D ? depthwiseStage(G, O, Wanted)
                                                 : chosenStage(G, O, Wanted);
  using Finish = EmbeddedProduct::Finish;
  P.Finishes = !P.Chosen.Kind.isReference() ? Finish::Staged : rescalesVectors(T) ? Finish::Rescaled : Finish::Words;
  return P;
}

int64_t EmbeddedProduct::turns(size_t Loop) const { return ceilDiv(Loops[Loop].Trips, together(Loop)); }

std::string embeddingWord(const DimensionMap &M, const ScalarOperator &O) {
  const auto Joined = [&](const std::vector<EmbeddingPiece> &Pieces) {
    std::string Text;
    for (const EmbeddingPiece &Each : Pieces) {
      Text += Text.empty() ? "" : ".";
      for (size_t A : Each.Axes)
        Text += O.Axes[A].Name;
      Text += std::to_string(Each.Count);
    }
    return Text.empty() ? "none" : Text;
  };
  return std::string(M.WeightsFirst ? "weights-" : "activations-") + Joined(M.Lanes) + "-" + Joined(M.Terms);
}

int64_t pieceOf(const DimensionMap &M, size_t Axis) {
  for (const auto *Pieces : {&M.Lanes, &M.Terms})
    for (const EmbeddingPiece &Each : *Pieces)
      if (Each.Axes[0] == Axis)
        return Each.Count;
  return 1;
}

int64_t tripsOf(const DimensionMap &M, const ScalarOperator &O, size_t Axis) { return ceilDiv(O.Axes[Axis].Filled, pieceOf(M, Axis)); }

std::vector<size_t> summedAxes(const ScalarOperator &O) {
  std::vector<size_t> Axes;
  for (size_t A = 0; A < O.Axes.size(); ++A)
    if (O.Axes[A].Reduces)
      Axes.push_back(A);
  // Channels are named first, and lie side by side.
  std::stable_sort(Axes.begin(), Axes.end(), [&](size_t A, size_t B) { return O.Axes[A].Name != "c" && O.Axes[B].Name == "c"; });
  return Axes;
}

std::vector<int64_t> firstIndex(const EmbeddedProduct &P, const std::vector<int64_t> &Turns, int64_t Step) {
  std::vector<int64_t> Index(P.Operator.Axes.size());
  for (size_t L = 0; L < P.Loops.size(); ++L)
    Index[P.Loops[L].Axis] = Turns[L] * pieceOf(P.Map, P.Loops[L].Axis);
  const std::vector<size_t> Summed = summedAxes(P.Operator);
  for (size_t I = Summed.size(); I-- > 0;) {
    const int64_t Trips = tripsOf(P.Map, P.Operator, Summed[I]);
    Index[Summed[I]] = Step % Trips * pieceOf(P.Map, Summed[I]);
    Step /= Trips;
  }
  return Index;
}

int weightAt(const EmbeddedProduct &P, const Tensor *Filter, const std::vector<int64_t> &Index) {
  for (size_t A = 0; A < Index.size(); ++A)
    if (P.Operator.Axes[A].Reduces && Index[A] >= P.Operator.Axes[A].Filled)
      return 0;
  if (!Filter)
    return 1;
  const std::optional<int64_t> Place = P.Weights.placeOf(P.Operator.Tensors[2].Map(Index));
  if (!Place)
    return 0;
  const auto At = static_cast<size_t>(*Place);
  return (Filter->Type == DType::Int8 ? Filter->dataAs<int8_t>()[At] : Filter->dataAs<uint8_t>()[At]) - P.Stage.FilterZero;
}

bool isOfChannels(const EmbeddedProduct &P, size_t Axis) {
  for (size_t Dim = 0; Dim < P.Out.Of.size(); ++Dim)
    for (const IndexMap::Term &T : P.Operator.Tensors[0].Map.outputs()[Dim].Terms)
      if (T.Dim == Axis && P.Out.Of[Dim].Axis + 1 == static_cast<int>(P.Out.Dims.size()))
        return true;
  return false;
}

bool isOfWeights(const EmbeddedProduct &P, size_t Axis) {
  bool Moves = isOfChannels(P, Axis);
  for (const IndexMap::Sum &Each : P.Operator.Tensors[2].Map.outputs())
    Moves |= std::any_of(Each.Terms.begin(), Each.Terms.end(), [&](const IndexMap::Term &T) { return T.Dim == Axis && T.Coefficient != 0; });
  return Moves;
}

std::optional<int64_t> channelOf(const EmbeddedProduct &P, const std::vector<int64_t> &Index) {
  for (size_t A = 0; A < Index.size(); ++A)
    if (isOfChannels(P, A) && Index[A] >= P.Operator.Axes[A].Filled)
      return std::nullopt;
  const std::vector<int64_t> At = P.Operator.Tensors[0].Map(Index);
  int64_t Channel = 0;
  for (size_t Dim = 0; Dim < P.Out.Of.size(); ++Dim)
    if (P.Out.Of[Dim].Axis + 1 == static_cast<int>(P.Out.Dims.size()))
      Channel += At[Dim] * P.Out.Of[Dim].Step;
  return Channel;
}

} // namespace hexloom
