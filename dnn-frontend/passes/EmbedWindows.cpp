// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// embed-windows: a convolution of few channels becomes one of an image in which neighbouring taps are channels (embed/Embedding.h), where
// that costs less, the making of the image counted.
//
//   %2 = CONV_2D(%0 1x700x161x1, filter 32x20x5x1)   ->   %3: 1x349x161x4 = MOVE(%0)
//                                                        %2 = CONV_2D(%3, filter 32x5x5x4)
//
// Equal to the bit, because what the image and the filter have besides adds nothing to a sum. It is done if the result is cheaper in every
// layout, whatever layout the input has: so no choice of the layers around makes it dearer. --force-embedding takes another one, or none.
// Requires: 8-bit activations, a constant filter of one group. Changes: filter, stride, dilation and padding.
#include "embed/Embedding.h"
#include "ir/Diagnostics.h"
#include "ir/LayerNumbers.h"
#include "passes/ChainPrice.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <limits>
#include <map>

namespace hexloom {

namespace {

constexpr size_t kMostTried = 6; // embeddings of an operator that are priced

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

/// What is told of an embedding: the cycles of the cheapest layouts.
std::string told(Embedding E, const std::vector<LayoutCycles> &Rows) {
  double Least = std::numeric_limits<double>::infinity();
  for (const LayoutCycles &Row : Rows)
    Least = std::min(Least, *std::min_element(Row.begin(), Row.end()));
  return text(E) + " " + grouped(Least);
}

/// What the user asks for; null: nothing. A kind asks for those of its operators that can be embedded so.
const ForcedEmbedding *forced(const Graph &G, const Op &O, const PassContext &C) {
  if (C.Embeddings)
    for (ForcedEmbedding &F : *C.Embeddings) {
      const bool IsKind = F.Operator == text(O.Kind);
      if (!IsKind && F.Operator != O.Name && !namesByNumber(F.Operator, O))
        continue;
      const std::string Problem = embeddingProblem(G, O, F.Its);
      if (!Problem.empty() && !IsKind)
        throw UserError(describe(G, O) + ": not embedded as " + text(F.Its) + ": " + Problem);
      if (!Problem.empty())
        continue;
      F.IsUsed = true;
      return &F;
    }
  return nullptr;
}

std::optional<Chain> embeddingOf(const Graph &G, const Op &O, const PassContext &C) {
  const ForcedEmbedding *F = forced(G, O, C);
  if (!F)
    return cheapestEmbedding(G, O, C);
  const bool IsNone = F->Its.Rows == 1 && F->Its.Columns == 1;
  if (C.Tell)
    C.Tell(O, "embedded, in cycles with its image: taken, as asked for: " + text(F->Its));
  return IsNone ? std::nullopt : std::optional(embedded(G, O, F->Its));
}

} // namespace

std::optional<Chain> cheapestEmbedding(const Graph &G, const Op &O, const PassContext &C) {
  const std::vector<Embedding> Tried = embeddingsOf(G, O, kMostTried);
  if (Tried.empty())
    return std::nullopt;
  const std::vector<Layout> Starts = startsOf(G, O.Inputs[0]);
  std::optional<std::vector<LayoutCycles>> Least = price(alone(G, O), Starts, C);
  std::optional<Chain> Best;
  Embedding Taken = {1, 1};
  std::string Costs = Least ? told(Taken, *Least) : "";
  for (const Embedding &E : Tried) {
    Chain Whole = embedded(G, O, E);
    std::optional<std::vector<LayoutCycles>> All = Least ? price(Whole, Starts, C) : std::nullopt;
    if (!All)
      break;
    Costs += "; " + told(E, *All);
    if (!isCheaper(*All, *Least))
      continue;
    Least = std::move(All);
    Best = std::move(Whole);
    Taken = E;
  }
  if (C.Tell)
    C.Tell(O, "embedded, in cycles with its image: " + Costs + "; taken: " + text(Taken));
  return Best;
}

int64_t embedWindows(Graph &G, const PassContext &C) {
  std::vector<Op> Ops;
  int64_t Count = 0;
  for (const Op &O : std::vector<Op>(G.Ops)) {
    std::optional<Chain> New = embeddingOf(G, O, C);
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
