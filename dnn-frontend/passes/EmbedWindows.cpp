// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// embed-windows: a convolution of few channels becomes one of an image in which neighbouring taps are channels (embed/Embedding.h), where
// that costs less, the making of the image counted.
//
//   %2 = CONV_2D(%0 1x700x161x1, filter 32x20x5x1)   ->   %3: 1x349x161x4 = MOVE(%0)
//                                                        %2 = CONV_2D(%3, filter 32x5x5x4)
//
// Equal to the bit, because what the image and the filter have besides adds nothing to a sum. It is done if the result is cheaper in every
// layout, whatever layout the input has: so no choice of the layers around makes it dearer. Requires: 8-bit activations, a constant filter
// of one group. Changes: filter, stride, dilation and padding.
#include "embed/Embedding.h"
#include "passes/Passes.h"
#include "select/Candidates.h"

#include <algorithm>
#include <array>
#include <limits>

namespace hexloom {

namespace {

constexpr size_t kMostTried = 6; // embeddings of an operator that are priced

/// Cycles until a tensor is there, in each layout.
using Cycles = std::array<double, kLayouts>;
constexpr double kNever = std::numeric_limits<double>::infinity();

/// Operators that compute one tensor of another, in a graph of their own.
struct Chain {
  Graph G;
  TensorId First;
};

/// Adds what conversions bring: a tensor is there in a layout as soon as in any other and converted. A row for each of some cases.
void convert(const Tensor &T, Target For, std::vector<Cycles> &Rows) {
  const std::vector<Cycles> Made = Rows;
  for (Layout To : offeredLayouts())
    for (Layout From : offeredLayouts()) {
      const auto IsThere = [&](const Cycles &Row) { return Row[static_cast<int>(From)] < kNever; };
      if (From == To || !layoutFits(T, From) || !layoutFits(T, To) || std::none_of(Made.begin(), Made.end(), IsThere))
        continue;
      const double Own = conversionCost(T, From, To, For).cycles();
      for (size_t I = 0; I < Rows.size(); ++I)
        Rows[I][static_cast<int>(To)] = std::min(Rows[I][static_cast<int>(To)], Made[I][static_cast<int>(From)] + Own);
    }
}

/// What a chain makes, for each layout in which its input may be there. Nothing: the budget does not allow to know.
std::optional<std::vector<Cycles>> price(const Chain &Whole, const std::vector<Layout> &Starts, const PassContext &C) {
  std::vector<Cycles> Rows(Starts.size());
  for (size_t I = 0; I < Starts.size(); ++I) {
    Rows[I].fill(kNever);
    Rows[I][static_cast<int>(Starts[I])] = 0;
  }
  convert(Whole.G.Tensors[Whole.First], C.For, Rows);
  for (const Op &O : Whole.G.Ops) {
    if (!C.Shared.Purse.tryWork(stepsOfPlans(Whole.G, O)))
      return std::nullopt;
    const std::vector<Plan> Plans = plansFor(Whole.G, O, C.For, C.Shared);
    for (Cycles &Row : Rows) {
      const Cycles Read = Row;
      Row.fill(kNever);
      for (const Plan &P : Plans)
        if (P.Rejected.empty() && !P.Aside && !P.Follows) {
          double &Best = Row[static_cast<int>(P.Outputs[0])];
          Best = std::min(Best, Read[static_cast<int>(P.Inputs[0])] + P.cycles());
        }
    }
    convert(Whole.G.out(O, 0), C.For, Rows);
  }
  return Rows;
}

/// Where the input of the graph's own comes from, it is row-major; else it may have any layout.
std::vector<Layout> layoutsOf(const Graph &G, TensorId T) {
  if (std::count(G.Inputs.begin(), G.Inputs.end(), T))
    return {Layout::RowMajor};
  std::vector<Layout> Layouts;
  for (Layout L : offeredLayouts())
    if (layoutFits(G.Tensors[T], L))
      Layouts.push_back(L);
  return Layouts;
}

/// The operator alone.
Chain alone(const Graph &G, const Op &O) {
  Chain Whole{{}, 0};
  Op Copy = O;
  for (std::vector<TensorId> *Ids : {&Copy.Inputs, &Copy.Outputs})
    for (TensorId &Id : *Ids)
      Id = Id == kNoTensor ? kNoTensor : Whole.G.addTensor(G.Tensors[Id]);
  Whole.First = Copy.Inputs[0];
  Whole.G.Inputs = {Whole.First};
  Whole.G.Outputs = Copy.Outputs;
  Whole.G.Ops = {std::move(Copy)};
  return Whole;
}

/// The operator as the making of an image and a convolution of it.
Chain embedded(const Graph &G, const Op &O, Embedding E) {
  const EmbeddedConvolution By(G, O, E);
  Chain Whole = alone(G, O);
  Op &Convolution = Whole.G.Ops[0];
  Tensor Image = G.in(O, 0), Filter = G.in(O, 1);
  Image.Name += "." + text(E);
  Image.Dims = By.imageShape();
  Image.SourceIndex = Filter.SourceIndex = -1;
  Filter.Dims = By.filterShape();
  Filter.Data = std::make_shared<const Bytes>(By.filter());
  Op Make{OpKind::Move, {Whole.First}, {}, {}, O.Name, O.SourceIndex, "", {}, {}};
  Make.Attrs[Attr::Boxes] = boxesAttribute(By.image());
  Make.Attrs[Attr::PadValue] = int64_t(Image.Quant.zeroPoint());
  Whole.G.Tensors[Convolution.Inputs[1]] = std::move(Filter);
  Make.Outputs = {Convolution.Inputs[0] = Whole.G.addTensor(std::move(Image))};
  Convolution.Attrs = By.attributes();
  Whole.G.Ops.insert(Whole.G.Ops.begin(), std::move(Make));
  return Whole;
}

bool isLess(const Cycles &A, const Cycles &B) {
  bool Is = false;
  for (int L = 0; L < kLayouts; ++L) {
    if (A[L] > B[L] || (A[L] == B[L] && A[L] < kNever))
      return false;
    Is |= A[L] < B[L];
  }
  return Is;
}

/// The cheapest way to embed the operator that is cheaper than the operator itself.
std::optional<Chain> cheapest(const Graph &G, const Op &O, const PassContext &C) {
  const std::vector<Embedding> Tried = embeddingsOf(G, O, kMostTried);
  if (Tried.empty())
    return std::nullopt;
  const std::vector<Layout> Starts = layoutsOf(G, O.Inputs[0]);
  std::optional<std::vector<Cycles>> Least = price(alone(G, O), Starts, C);
  std::optional<Chain> Best;
  for (const Embedding &E : Tried) {
    Chain Whole = embedded(G, O, E);
    std::optional<std::vector<Cycles>> All = Least ? price(Whole, Starts, C) : std::nullopt;
    if (!All)
      break;
    if (!std::equal(All->begin(), All->end(), Least->begin(), isLess))
      continue;
    Least = std::move(All);
    Best = std::move(Whole);
  }
  return Best;
}

/// Puts the chain in the place of the operator that it computes; the operators go to `Ops`.
void replace(Graph &G, const Op &O, Chain &&By, std::vector<Op> &Ops, Budget &Purse) {
  const Op &Convolution = By.G.Ops[1];
  std::map<TensorId, TensorId> Ids = {{kNoTensor, kNoTensor}, {Convolution.Outputs[0], O.Outputs[0]}, {By.First, O.Inputs[0]}};
  if (O.Inputs.size() > 2)
    Ids.insert({Convolution.Inputs[2], O.Inputs[2]});
  for (size_t I : {0, 1}) {
    Tensor &New = By.G.Tensors[Convolution.Inputs[I]];
    Purse.keepName(New.Name);
    Purse.keep(New.isConst() ? New.bytes() : 0);
    Ids.insert({Convolution.Inputs[I], G.addTensor(std::move(New))});
  }
  for (Op &Each : By.G.Ops) {
    for (std::vector<TensorId> *Own : {&Each.Inputs, &Each.Outputs})
      for (TensorId &Id : *Own)
        Id = Ids.at(Id);
    Ops.push_back(std::move(Each));
  }
}

} // namespace

int64_t embedWindows(Graph &G, const PassContext &C) {
  std::vector<Op> Ops;
  int64_t Count = 0;
  for (const Op &O : std::vector<Op>(G.Ops)) {
    std::optional<Chain> New = cheapest(G, O, C);
    if (!New) {
      Ops.push_back(O);
      continue;
    }
    replace(G, O, std::move(*New), Ops, C.Shared.Purse);
    ++Count;
  }
  G.Ops = std::move(Ops);
  return Count;
}

} // namespace hexloom
