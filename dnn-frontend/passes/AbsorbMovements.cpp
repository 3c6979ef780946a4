// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// absorb-movements: a convolution reads through a movement that makes channels of blocks of pixels: the block becomes part of the window,
// and the filter's taps go where their pixels are.
//
//   %1: i8[1x112x112x12] = SPACE_TO_DEPTH(%0) {block=[2]}        // %0 is i8[1x224x224x3]
//   %2 = CONV_2D(%1, filter 32x3x3x12) {stride=[1, 1]}      ->   %2 = CONV_2D(%0, filter 32x6x6x3) {stride=[2, 2]}
//
// The movement is any one (a SPACE_TO_DEPTH, the slices of a Focus layer as one MOVE, a permutation of channels): each channel has to be of one
// place in a block and one channel there, in all blocks. An input with its dimensions in another order is brought to NHWC first.
// Equal to the bit, because each product stays one: taps that no channel has are the filter's zero point, and padding is whole blocks of zero
// points. It is done if that is cheaper in every layout of the input and the output, embeddings of both convolutions counted (embed-windows).
// Requires: a constant filter of one group; nobody else reads what the movements make. Changes: filter, stride and padding.
#include "passes/ChainPrice.h"
#include "passes/Sources.h"
#include "passes/Uses.h"

#include <algorithm>
#include <map>
#include <set>

namespace hexloom {

namespace {

/// Where a channel's pixel lies in its block.
struct Place {
  int64_t Row, Column, Channel;
};

/// A movement from an image to one of blocks of its pixels.
struct Blocks {
  std::vector<int64_t> Axes; ///< of the input: images, rows, columns, channels
  int64_t Rows = 0, Columns = 0;
  std::vector<Place> Places; ///< by channel of the output
};

/// The places of a box's channels. False: they are not the same in all blocks.
bool placesOf(const Box &B, const Shape &In, const Shape &Out, Blocks &All, std::vector<bool> &Known) {
  std::vector<int64_t> Axes, Steps;
  for (int Axis = 0; Axis < 3; ++Axis) {
    if (Out[static_cast<size_t>(Axis)] == 1 && Axis == 0) { // one image
      Axes.push_back(-1), Steps.push_back(0);
      continue;
    }
    const Box::Loop *L = wholeLoop(B, Axis, Out[static_cast<size_t>(Axis)]);
    if (!L || L->In.Axis < 0 || L->In.Step < 1 || std::count(Axes.begin(), Axes.end(), L->In.Axis))
      return false;
    Axes.push_back(L->In.Axis), Steps.push_back(L->In.Step);
  }
  if (Axes[0] < 0)
    for (int64_t A = 3; A >= 0; --A) // the outermost dimension of one that is left
      if (In[static_cast<size_t>(A)] == 1 && A != Axes[1] && A != Axes[2])
        Axes[0] = A;
  if (Axes[0] < 0 || (Steps[0] > 1))
    return false;
  Axes.push_back(6 - Axes[0] - Axes[1] - Axes[2]);
  if (!All.Axes.empty() && (All.Axes != Axes || All.Rows != Steps[1] || All.Columns != Steps[2]))
    return false;
  All.Axes = Axes, All.Rows = Steps[1], All.Columns = Steps[2];
  for (const ChannelTurn &T : channelsOf(B)) {
    const std::vector<int64_t> &At = T.In;
    const Place P = {At[static_cast<size_t>(Axes[1])], At[static_cast<size_t>(Axes[2])], At[static_cast<size_t>(Axes[3])]};
    const bool Fits = T.Out >= 0 && T.Out < Out[3] && !Known[static_cast<size_t>(T.Out)] && At[static_cast<size_t>(Axes[0])] == 0 &&
                      P.Row >= 0 && P.Row < All.Rows && P.Column >= 0 && P.Column < All.Columns;
    if (!Fits)
      return false;
    Known[static_cast<size_t>(T.Out)] = true;
    All.Places[static_cast<size_t>(T.Out)] = P;
  }
  return true;
}

/// Whether a movement's inputs are quantized as its only output is.
bool keepsQuantization(const Graph &G, const Op &M) {
  const auto IsSame = [&](TensorId Id) { return Id != kNoTensor && G.Tensors[Id].Quant == G.out(M, 0).Quant; };
  return M.Outputs.size() == 1 && std::all_of(M.Inputs.begin(), M.Inputs.end(), IsSame);
}

std::optional<Blocks> blocksOf(const Shape &In, const Shape &Out, const Sources &Moved, Budget &Purse) {
  constexpr int64_t kMostChannels = 1 << 16, kStepsOfChannel = 50;
  if (In.size() != 4 || Out[3] > kMostChannels || !Purse.tryWork(kStepsOfChannel * Out[3]))
    return std::nullopt;
  Blocks All;
  All.Places.resize(static_cast<size_t>(Out[3]));
  std::vector<bool> Known(static_cast<size_t>(Out[3]), false);
  for (const Source &S : Moved)
    if (S.Box.elements() > 0 && !placesOf(S.Box, In, Out, All, Known))
      return std::nullopt;
  const auto Size = [&](size_t I) { return int64_t(In[static_cast<size_t>(All.Axes[I])]); };
  const bool Fits = !All.Axes.empty() && std::all_of(Known.begin(), Known.end(), [](bool Is) { return Is; }) && Size(0) == Out[0] &&
                    Size(1) == All.Rows * Out[1] && Size(2) == All.Columns * Out[2];
  return Fits ? std::optional(All) : std::nullopt;
}

/// The filter of the image before the movement. Nothing: two channels are of one place.
std::optional<Tensor> filterOf(const Tensor &Filter, const Blocks &B, int64_t Channels) {
  Tensor New = Filter;
  New.Dims = {Filter.Dims[0], static_cast<int32_t>(Filter.Dims[1] * B.Rows), static_cast<int32_t>(Filter.Dims[2] * B.Columns),
              static_cast<int32_t>(Channels)};
  New.SourceIndex = -1;
  Bytes Data(static_cast<size_t>(New.elements()), static_cast<uint8_t>(Filter.Quant.ZeroPoints.at(0)));
  std::vector<bool> Taken(static_cast<size_t>(B.Rows * B.Columns * Channels), false);
  for (const Place &P : B.Places) {
    const auto Tap = static_cast<size_t>((P.Row * B.Columns + P.Column) * Channels + P.Channel);
    if (Taken[Tap])
      return std::nullopt;
    Taken[Tap] = true;
  }
  size_t From = 0;
  for (int64_t O = 0; O < Filter.Dims[0]; ++O)
    for (int64_t Y = 0; Y < Filter.Dims[1]; ++Y)
      for (int64_t X = 0; X < Filter.Dims[2]; ++X)
        for (const Place &P : B.Places)
          Data[static_cast<size_t>(((O * New.Dims[1] + Y * B.Rows + P.Row) * New.Dims[2] + X * B.Columns + P.Column) * Channels + P.Channel)] =
              (*Filter.Data)[From++];
  New.Data = std::make_shared<const Bytes>(std::move(Data));
  return New;
}

/// The convolution as it reads what movements make its input of, behind a TRANSPOSE to NHWC if that needs one.
std::optional<Chain> absorbed(const Graph &G, TensorId From, const Op &O, const Blocks &B, Budget &Purse) {
  const Shape &In = G.Tensors[From].Dims;
  const int64_t Growth = B.Rows * B.Columns * In[static_cast<size_t>(B.Axes[3])];
  const std::vector<int64_t> &Dilation = O.ints(Attr::Dilation);
  const bool Fits = (B.Rows == 1 || Dilation[0] == 1) && (B.Columns == 1 || Dilation[1] == 1) && Growth <= 2 * int64_t(B.Places.size());
  if (!Fits || !Purse.tryWork(4 * G.in(O, 1).elements()))
    return std::nullopt;
  std::optional<Tensor> Filter = filterOf(G.in(O, 1), B, In[static_cast<size_t>(B.Axes[3])]);
  if (!Filter)
    return std::nullopt;
  Chain Whole = alone(G, O);
  Op &Convolution = Whole.G.Ops[0];
  Whole.G.Tensors[Convolution.Inputs[1]] = std::move(*Filter);
  Tensor &Image = Whole.G.Tensors[Whole.First] = G.Tensors[From];
  for (auto &[A, Times] : {std::pair(Attr::Stride, std::vector<int64_t>{B.Rows, B.Columns}),
                           std::pair(Attr::Pads, std::vector<int64_t>{B.Rows, B.Columns, B.Rows, B.Columns})}) {
    std::vector<int64_t> Values = O.ints(A);
    for (size_t I = 0; I < Values.size(); ++I)
      Values[I] *= Times[I];
    Convolution.Attrs[A] = Values;
  }
  if (!std::is_sorted(B.Axes.begin(), B.Axes.end())) {
    Tensor Turned = Image;
    for (size_t I = 0; I < 4; ++I)
      Turned.Dims[I] = In[static_cast<size_t>(B.Axes[I])];
    Turned.Name = G.in(O, 0).Name;
    Turned.SourceIndex = -1;
    Op Turn{OpKind::Transpose, {Whole.First}, {}, {{Attr::Perm, B.Axes}}, opNameFrom(G.in(O, 0).Name), -1, "", {}, {}};
    Turn.Outputs = {Convolution.Inputs[0] = Whole.G.addTensor(std::move(Turned))};
    Whole.G.Ops.insert(Whole.G.Ops.begin(), std::move(Turn));
  }
  return Whole;
}

/// With the convolution, which is last, embedded where that is cheaper.
Chain atBest(Chain Whole, const PassContext &C) {
  std::optional<Chain> New = cheapestEmbedding(Whole.G, Whole.G.Ops.back(), C);
  if (!New)
    return Whole;
  std::vector<TensorId> Ids;
  for (const Tensor &T : New->G.Tensors)
    Ids.push_back(Whole.G.addTensor(T));
  const TensorId From = Whole.G.Ops.back().Inputs[0];
  Whole.G.Ops.pop_back();
  for (Op O : New->G.Ops) {
    for (std::vector<TensorId> *Own : {&O.Inputs, &O.Outputs})
      for (TensorId &Id : *Own)
        Id = Id == kNoTensor ? kNoTensor : Id == New->First ? From : Ids[static_cast<size_t>(Id)];
    Whole.G.Ops.push_back(std::move(O));
  }
  return Whole;
}

bool isCandidate(const Graph &G, const Op &O) {
  return O.Kind == OpKind::Conv2D && O.Kernel.empty() && G.in(O, 1).isConst() && bytesOf(G.in(O, 1).Type) == 1 &&
         G.in(O, 1).Dims[3] == G.in(O, 0).Dims[3] && G.in(O, 1).Quant.present() && G.out(O, 0).elements() > 0;
}

/// What a convolution has become, and the movements that went into it.
struct Absorption {
  Chain New;
  TensorId From; ///< what it reads in the graph
  std::vector<size_t> Gone;
};

/// What a tensor is made of by movements that nobody else reads, one more at a time.
class Origins {
public:
  Origins(const Graph &G, const Uses &U, TensorId Id, Budget &Purse) : G(G), U(U), Purse(Purse) {
    Box Whole{std::vector<int64_t>(4, 0), std::vector<int64_t>(4, 0), {}};
    for (int A = 0; A < 4; ++A)
      Whole.Loops.push_back({G.Tensors[Id].Dims[static_cast<size_t>(A)], {A, 1}, {A, 1}});
    Boxes = {{Id, std::move(Whole)}};
  }
  /// Goes back through the movements that make the boxes' tensors; false: there are none.
  bool goBack();
  const Sources &boxes() const { return Boxes; }
  const std::vector<size_t> &moves() const { return Moves; }
  bool areOfOne() const {
    return std::all_of(Boxes.begin(), Boxes.end(), [&](const Source &S) { return S.From == Boxes[0].From; });
  }

private:
  const Graph &G;
  const Uses &U;
  Budget &Purse;
  Sources Boxes;
  std::vector<size_t> Moves;
};

bool Origins::goBack() {
  std::set<TensorId> Made;
  for (const Source &S : Boxes)
    if (const int By = U.producer(S.From); By >= 0 && isMovement(G.Ops[By].Kind) && U.readers(S.From) == 1 && keepsQuantization(G, G.Ops[By]))
      Made.insert(S.From);
  bool IsAny = false;
  for (TensorId Id : Made) {
    const auto By = static_cast<size_t>(U.producer(Id));
    const std::optional<Sources> Own = sourcesOf(G, G.Ops[By]);
    std::optional<Sources> Next = Own ? replaced(Boxes, Id, *Own, Purse) : std::nullopt;
    if (!Next)
      continue;
    Boxes = std::move(*Next);
    Moves.push_back(By);
    IsAny = true;
  }
  return IsAny && !Boxes.empty();
}

/// Less than what movements and convolution take as they are: the cheapest plan of each movement, and the convolution of an input in any
/// layout. For each layout of the output.
std::optional<LayoutCycles> leastBefore(const Graph &G, const std::vector<size_t> &Moves, const Op &O, const PassContext &C) {
  const auto Rows = price(atBest(alone(G, O), C), startsOf(G, O.Inputs[0]), C);
  if (!Rows)
    return std::nullopt;
  LayoutCycles Least = (*Rows)[0];
  for (const LayoutCycles &Row : *Rows)
    for (size_t L = 0; L < Least.size(); ++L)
      Least[L] = std::min(Least[L], Row[L]);
  for (size_t M : Moves) {
    const std::optional<double> Own = isView(G.Ops[M].Kind) ? 0 : leastCycles(G, G.Ops[M], C);
    if (!Own)
      return std::nullopt;
    for (double &Cycles : Least)
      Cycles += *Own;
  }
  return Least;
}

/// The last one of those by more and more movements that is cheaper.
std::optional<Absorption> absorptionOf(const Graph &G, const Uses &U, const Op &O, const PassContext &C) {
  constexpr int kMostSteps = 8;
  std::optional<Absorption> Best;
  Origins All(G, U, O.Inputs[0], C.Shared.Purse);
  for (int Step = 0; Step < kMostSteps && All.goBack(); ++Step) {
    const TensorId From = All.boxes()[0].From;
    const std::optional<Blocks> B =
        All.areOfOne() ? blocksOf(G.Tensors[From].Dims, G.in(O, 0).Dims, All.boxes(), C.Shared.Purse) : std::nullopt;
    std::optional<Chain> New = B ? absorbed(G, From, O, *B, C.Shared.Purse) : std::nullopt;
    if (!New)
      continue;
    const std::optional<LayoutCycles> Before = leastBefore(G, All.moves(), O, C);
    const auto After = price(atBest(*New, C), startsOf(G, From), C);
    if (Before && After && isCheaper(*After, std::vector<LayoutCycles>(After->size(), *Before)))
      Best = Absorption{std::move(*New), From, All.moves()};
  }
  return Best;
}

/// The chain's operators in the graph, where they compute what the convolution does.
std::vector<Op> broughtTo(Graph &G, const Op &O, const Absorption &A, Budget &Purse) {
  std::map<TensorId, TensorId> Ids = {{kNoTensor, kNoTensor}, {A.New.First, A.From}};
  const Op &Convolution = A.New.G.Ops.back();
  Ids[Convolution.Outputs[0]] = O.Outputs[0];
  for (size_t K = 2; K < O.Inputs.size(); ++K)
    Ids[Convolution.Inputs[K]] = O.Inputs[K];
  std::vector<Op> Ops = A.New.G.Ops;
  for (Op &Each : Ops)
    for (std::vector<TensorId> *Own : {&Each.Inputs, &Each.Outputs})
      for (TensorId &Id : *Own) {
        if (!Ids.count(Id)) {
          Tensor T = A.New.G.Tensors[static_cast<size_t>(Id)];
          Purse.keepName(T.Name);
          Purse.keep(T.isConst() ? T.bytes() : 0);
          Ids[Id] = G.addTensor(std::move(T));
        }
        Id = Ids.at(Id);
      }
  return Ops;
}

} // namespace

int64_t absorbMovements(Graph &G, const PassContext &C) {
  const Uses U(G);
  int64_t Count = 0;
  std::set<size_t> Gone;
  std::vector<Op> Ops;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op O = G.Ops[I];
    const std::optional<Absorption> A = isCandidate(G, O) ? absorptionOf(G, U, O, C) : std::nullopt;
    if (A) {
      for (Op &New : broughtTo(G, O, *A, C.Shared.Purse))
        Ops.push_back(std::move(New));
      Gone.insert(A->Gone.begin(), A->Gone.end());
      Count += static_cast<int64_t>(A->Gone.size());
    } else
      Ops.push_back(O);
  }
  if (Count == 0)
    return 0;
  std::set<TensorId> Unmade;
  for (size_t I : Gone)
    Unmade.insert(G.Ops[I].Outputs[0]);
  Ops.erase(std::remove_if(Ops.begin(), Ops.end(), [&](const Op &O) { return Unmade.count(O.Outputs[0]) > 0; }), Ops.end());
  G.Ops = std::move(Ops);
  return Count;
}

} // namespace hexloom
