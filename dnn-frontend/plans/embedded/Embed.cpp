// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an embedding to what a nest loads and stores: which elements each load has, the image that has them so, loops and steps of addresses.
#include "plans/embedded/EmbeddedProduct.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hexloom {

namespace {

constexpr size_t kMostBoxes = 64;
constexpr int64_t kMostImage = 16 << 20, kMostSteps = 1 << 16;
constexpr int64_t kWordBytes = 4;

using Index = std::vector<int64_t>;

/// What the embedding cannot be, as a sentence.
struct Refused {
  std::string Why;
};

void refuseIf(bool Is, const char *Why) {
  if (Is)
    throw Refused{Why};
}

/// Whether elements of that operand are signed bytes. Refused: they are no bytes.
bool areSigned(const Expr &E, int64_t Tensor, std::optional<bool> &Found) {
  if (E.Kind == ExprKind::Element && E.Value == Tensor) {
    if (E.Type.Bits != 8)
      throw Refused{"the instruction multiplies no bytes"};
    Found = E.Type.IsSigned;
  }
  for (const Expr &Each : E.Operands)
    areSigned(Each, Tensor, Found);
  return Found.value_or(false);
}

bool saturates(const Expr &E) {
  return E.Kind == ExprKind::Saturate || std::any_of(E.Operands.begin(), E.Operands.end(), saturates);
}

class Embedder {
public:
  Embedder(EmbeddedProduct &P, const EmbeddableInstruction &By, const Tensor *Filter, Target T)
      : P(P), O(P.Operator), I(By.Scalars), Row(*By.Row), Filter(Filter), M(T) {}

  void operator()(EmbeddedTile Tile) {
    checkInstruction();
    setLoops(Tile);
    P.Activations = factor(P.Map.WeightsFirst ? 2 : 1);
    P.Filter = factor(P.Map.WeightsFirst ? 1 : 2);
    checkWeights();
    makeImage();
    makeResults();
  }

private:
  EmbeddedProduct &P;
  const ScalarOperator &O;
  const ScalarInstruction &I;
  const Instruction &Row;
  const Tensor *const Filter;
  const Machine M;

  /// Index of a tensor at one of the instruction's products, in its first execution.
  Index indexOf(size_t Tensor, int64_t Lane, int64_t Term) const { return O.Tensors[Tensor].Map(indexAt(P.Map, O, Lane, Term)); }
  /// By how much one index along an axis moves a dimension of a tensor.
  int64_t coefficient(size_t Tensor, size_t Dim, size_t Axis) const {
    int64_t Sum = 0;
    for (const IndexMap::Term &T : O.Tensors[Tensor].Map.outputs()[Dim].Terms)
      Sum += T.Dim == Axis ? T.Coefficient : 0;
    return Sum;
  }
  int64_t step(size_t Tensor, size_t Dim, size_t Axis) const { return coefficient(Tensor, Dim, Axis) * pieceOf(P.Map, Axis); }
  int64_t trips(size_t Axis) const { return tripsOf(P.Map, O, Axis); }

  void checkInstruction();
  void setLoops(EmbeddedTile Tile);
  EmbeddedFactor factor(size_t Operand) const;
  void checkWeights();
  std::vector<std::optional<Index>> elements(size_t Operand, size_t Tensor) const;
  std::vector<Index> pattern(EmbeddedFactor &F, size_t Operand, size_t Tensor, std::vector<Index> &Shifts) const;
  void makeImage();
  void makeResults();
};

void Embedder::checkInstruction() {
  for (const auto *Pieces : {&P.Map.Lanes, &P.Map.Terms})
    for (const EmbeddingPiece &Each : *Pieces)
      refuseIf(Each.Axes.size() > 1, "several axes are one piece");
  const std::string Kinds = kindsOf(Row.Operands);
  P.Vectors = Kinds[0] == 'V' ? 1 : Kinds[0] == 'W' ? 2 : 0;
  if (!P.Vectors || Row.Computes.Result.Type.Bits != 32 || I.Lanes != int64_t(P.Vectors) * M.lanes())
    throw Refused{"the instruction's results are no vectors of 32 bits"};
  if (P.Vectors == 2 && !(M.has(computes::Pair) && M.has(computes::Lower) && M.has(computes::Upper)))
    throw Refused{"the target has no pairs of vectors"};
  if (!Row.Computes.readsResult() && (P.Vectors > 1 || !M.has(computes::WordSum)))
    throw Refused{"the instruction's results cannot be added up"};
  for (const ScalarInstruction::Operand &Each : I.Operands)
    if (std::count_if(Each.Of.begin(), Each.Of.end(), [](int E) { return E < 0; }))
      throw Refused{"the instruction multiplies by nothing"};
  int64_t Depth = 1;
  for (const ScalarOperator::Axis &A : O.Axes)
    Depth = A.Reduces ? checkedMul(Depth, A.Filled) : Depth;
  constexpr int64_t kMostDepth = INT32_MAX / (255 * 255) / 2;
  refuseIf(saturates(Row.Computes.Body) && Depth > kMostDepth, "sums may saturate");
}

void Embedder::setLoops(EmbeddedTile Tile) {
  std::vector<EmbeddedLoop> OfPixels, OfWeights;
  for (size_t A = 0; A < O.Axes.size(); ++A)
    if (!O.Axes[A].Reduces && trips(A) > 1)
      (isOfWeights(P, A) ? OfWeights : OfPixels).push_back({A, trips(A), 0, 0, isOfWeights(P, A)});
  // The loop whose turns are done together is the innermost one: those of weights around pixels, or pixels around those of weights.
  const bool ByChannels = Tile.Channels > Tile.Pixels;
  std::vector<EmbeddedLoop> &Outer = ByChannels ? OfPixels : OfWeights, &Inner = ByChannels ? OfWeights : OfPixels;
  P.Loops = Outer;
  P.Loops.insert(P.Loops.end(), Inner.begin(), Inner.end());
  P.TileLoop = P.Loops.empty() ? 0 : P.Loops.size() - 1;
  P.Tile = Inner.empty() ? 1 : std::min(std::max(Tile.Channels, Tile.Pixels), Inner.back().Trips);
}

EmbeddedFactor Embedder::factor(size_t Operand) const {
  EmbeddedFactor F;
  const std::string Kinds = kindsOf(Row.Operands);
  int64_t First = 0;
  for (char Letter : I.Operands[Operand].Name) {
    const char Kind = Kinds.at(static_cast<size_t>(Letter - 'a' + 1));
    const bool IsVector = Kind == 'V' || Kind == 'W', IsTwice = Kind == 'W' || Kind == 'P';
    const int64_t Bytes = IsVector ? M.vectorBytes() : kWordBytes;
    if ((!IsVector && Kind != 'R' && Kind != 'P') || (F.PieceBytes && F.PieceBytes != Bytes) || (Kind == 'W' && !M.has(computes::Pair)))
      throw Refused{"the instruction's operands are neither vectors nor words"};
    F.PieceBytes = Bytes;
    for (int Part = 0; Part < (IsTwice ? 2 : 1); ++Part, First += Bytes)
      F.Pieces.push_back({Letter, Part, First});
  }
  refuseIf(First != I.Operands[Operand].Elements, "the instruction multiplies no bytes");
  return F;
}

/// Weights have to be the same for all products that read an element, padding among them, and fit.
void Embedder::checkWeights() {
  const size_t Operand = P.Map.WeightsFirst ? 1 : 2;
  std::vector<std::optional<Index>> Known(static_cast<size_t>(I.Operands[Operand].Elements));
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (int64_t Term = 0; Term < I.Terms; ++Term) {
      Index At = indexOf(2, Lane, Term);
      const Index Axes = indexAt(P.Map, O, Lane, Term);
      for (size_t A = 0; A < Axes.size(); ++A)
        At.push_back(O.Axes[A].Reduces ? Axes[A] : 0);
      std::optional<Index> &Its = Known[static_cast<size_t>(I.Operands[Operand].Of[I.product(Lane, Term)])];
      refuseIf(Its && *Its != At, "weights that are padding differ");
      Its = At;
    }
  EmbeddedFactor &F = P.Filter;
  F.Splats = F.PieceBytes > kWordBytes && M.has(computes::SplatWord);
  for (const EmbeddedFactor::Piece &Each : F.Pieces)
    for (int64_t E = 0; E < F.PieceBytes; ++E)
      F.Splats &= Known[static_cast<size_t>(Each.First + E)] == Known[static_cast<size_t>(Each.First + E % kWordBytes)];
  std::optional<bool> Found;
  const bool Signed = areSigned(Row.Computes.Body, I.Operands[Operand].Name[0] - 'a' + 1, Found);
  const int64_t Least = Signed ? INT8_MIN : 0, Most = Signed ? INT8_MAX : UINT8_MAX;
  for (int64_t E = 0, Count = Filter ? Filter->elements() : 0; E < Count; ++E) {
    const auto At = static_cast<size_t>(E);
    const int W = (Filter->Type == DType::Int8 ? Filter->dataAs<int8_t>()[At] : Filter->dataAs<uint8_t>()[At]) - P.Stage.FilterZero;
    refuseIf(W < Least || W > Most, "weights less their zero point leave the instruction's bytes");
  }
}

std::vector<std::optional<Index>> Embedder::elements(size_t Operand, size_t Tensor) const {
  std::vector<std::optional<Index>> All(static_cast<size_t>(I.Operands[Operand].Elements));
  const Index Zero = O.Tensors[Tensor].Map(Index(O.Axes.size()));
  for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
    for (int64_t Term = 0; Term < I.Terms; ++Term) {
      Index At = indexOf(Tensor, Lane, Term);
      for (size_t D = 0; D < At.size(); ++D)
        At[D] -= Zero[D];
      All[static_cast<size_t>(I.Operands[Operand].Of[I.product(Lane, Term)])] = std::move(At);
    }
  return All;
}

/// The indices that each piece of a factor has, but for a shift of its own. What no product reads goes on as those before it.
std::vector<Index> Embedder::pattern(EmbeddedFactor &F, size_t Operand, size_t Tensor, std::vector<Index> &Shifts) const {
  const std::vector<std::optional<Index>> All = elements(Operand, Tensor);
  const auto Bytes = static_cast<size_t>(F.PieceBytes);
  const size_t Dims = P.In.Of.size();
  std::vector<Index> Its(Bytes);
  for (size_t E = 0; E < Bytes; ++E) {
    refuseIf(!All[E] && E < 2, "the instruction does not read an operand's first elements");
    Its[E] = All[E] ? *All[E] : Its[E - 1];
    for (size_t D = 0; !All[E] && D < Dims; ++D)
      Its[E][D] += Its[E - 1][D] - Its[E - 2][D];
  }
  for (const EmbeddedFactor::Piece &Piece : F.Pieces) {
    std::optional<Index> Shift;
    for (size_t E = 0; E < Bytes; ++E) {
      const std::optional<Index> &At = All[static_cast<size_t>(Piece.First) + E];
      if (!At)
        continue;
      Index Mine = *At;
      for (size_t D = 0; D < Dims; ++D)
        Mine[D] -= Its[E][D];
      refuseIf(Shift && *Shift != Mine, "an operand's vectors have unlike elements");
      Shift = Mine;
    }
    Shifts.push_back(Shift.value_or(Index(Dims)));
    if (std::any_of(Shifts.back().begin(), Shifts.back().end(), [](int64_t S) { return S < 0; }))
      throw Refused{"an operand's vectors are in another order"};
  }
  F.Splats = F.PieceBytes > kWordBytes && M.has(computes::SplatWord);
  for (size_t E = 0; F.Splats && E < Bytes; ++E)
    F.Splats = Its[E] == Its[E % kWordBytes];
  if (F.Splats)
    Its.resize(kWordBytes);
  return Its;
}

/// Digits of the image: for each dimension those of loops and sums, then those of a load. Where neighbouring elements of a load are whole
/// steps of the outermost digit apart, loads overlap in memory.
void Embedder::makeImage() {
  std::vector<Index> Shifts;
  const std::vector<Index> Its = pattern(P.Activations, P.Map.WeightsFirst ? 2 : 1, 1, Shifts);
  const std::optional<std::vector<PackedDigit>> Load = digitsOf(Its);
  refuseIf(!Load, "a load's elements are no rectangle");
  const size_t Dims = P.In.Of.size();
  const std::vector<size_t> Summed = summedAxes(O);
  // Values that loops, sums and shifts add to an index: multiples of Unit up to Most.
  Index Unit(Dims), Most(Dims);
  const auto Adds = [&](size_t D, int64_t Step, int64_t Count) {
    if (Step < 0)
      throw Refused{"an axis goes backwards"};
    if (Step == 0 || Count < 2)
      return;
    Unit[D] = std::gcd(Unit[D], Step);
    Most[D] = checkedAdd(Most[D], checkedMul(Step, Count - 1));
  };
  for (size_t D = 0; D < Dims; ++D) {
    for (const EmbeddedLoop &L : P.Loops)
      Adds(D, step(1, D, L.Axis), L.Trips);
    for (size_t A : Summed)
      Adds(D, step(1, D, A), trips(A));
    int64_t Furthest = 0;
    for (const Index &S : Shifts) {
      Unit[D] = std::gcd(Unit[D], S[D]);
      Furthest = std::max(Furthest, S[D]);
    }
    Most[D] += Furthest;
  }
  const bool IsWord = P.Activations.PieceBytes == kWordBytes || P.Activations.Splats;
  const bool Overlaps = !IsWord && !Load->empty() && Load->front().Step > 0;
  const size_t Over = Overlaps ? Load->front().Dim : Dims;
  std::vector<PackedDigit> Digits;
  std::vector<size_t> DigitOf(Dims, SIZE_MAX);
  for (size_t D = 0; D < Dims; ++D)
    if (D != Over && Most[D]) {
      DigitOf[D] = Digits.size();
      Digits.push_back({Most[D] / Unit[D] + 1, D, Unit[D]});
    }
  int64_t Phases = 1;
  size_t Phase = SIZE_MAX;
  if (Overlaps) {
    const PackedDigit &Lanes = Load->front();
    Unit[Over] = std::gcd(Unit[Over], Lanes.Step);
    Phases = Lanes.Step / Unit[Over];
    if (Phases > 1) {
      Phase = Digits.size();
      Digits.push_back({Phases, Over, Unit[Over]});
    }
    DigitOf[Over] = Digits.size();
    Digits.push_back({Most[Over] / Lanes.Step + Lanes.Count, Over, Lanes.Step});
  }
  Digits.insert(Digits.end(), Load->begin() + (Overlaps ? 1 : 0), Load->end());
  P.Image = PackedTensor(Digits, O.Tensors[1].Map(Index(O.Axes.size())));
  refuseIf(P.Image.size() > kMostImage, "the image of the activations is too large");
  const auto Place = [&](size_t D, int64_t Value) {
    if (DigitOf[D] == SIZE_MAX || Value == 0)
      return int64_t(0);
    if (D != Over)
      return Value / Unit[D] * P.Image.stride(DigitOf[D]);
    const int64_t Units = Value / Unit[D];
    return Units / Phases * P.Image.stride(DigitOf[D]) + (Phases > 1 ? Units % Phases * P.Image.stride(Phase) : 0);
  };
  for (EmbeddedLoop &L : P.Loops)
    for (size_t D = 0; D < Dims; ++D) {
      if (D == Over && step(1, D, L.Axis) % Load->front().Step)
        throw Refused{"pixels are apart by parts of lanes"};
      L.In += Place(D, step(1, D, L.Axis));
    }
  int64_t Steps = 1;
  for (size_t A : Summed)
    Steps = checkedMul(Steps, trips(A));
  refuseIf(Steps > kMostSteps, "a sum has too many steps");
  const Index Zero = P.Operator.Tensors[1].Map(Index(O.Axes.size()));
  for (int64_t S = 0; S < Steps; ++S) {
    const Index At = O.Tensors[1].Map(firstIndex(P, Index(P.Loops.size()), S));
    for (const Index &Shift : Shifts) {
      int64_t Sum = 0;
      for (size_t D = 0; D < Dims; ++D)
        Sum += Place(D, At[D] - Zero[D] + Shift[D]);
      P.Places.push_back(Sum);
    }
  }
  const size_t Pieces = Shifts.size();
  for (size_t Piece = 0; Steps > EmbeddedProduct::kMostStraight && Piece < Pieces; ++Piece)
    for (size_t At = 0; At < P.Places.size(); At += Pieces)
      if (P.Places[At + Piece] - P.Places[At] != P.Places[Piece] - P.Places[0])
        throw Refused{"an operand's vectors are apart by unlike distances"};
  std::optional<std::vector<Box>> Boxes = P.Image.boxes(P.In, BoxEnd::Out, kMostBoxes);
  if (!Boxes)
    throw Refused{"the image of the activations has too many pieces"};
  P.ToImage = std::move(*Boxes);
  std::optional<bool> Found;
  const bool Signed = areSigned(Row.Computes.Body, I.Operands[P.Map.WeightsFirst ? 2 : 1].Name[0] - 'a' + 1, Found);
  P.Flips = Signed != (P.Type == DType::Int8);
  if (P.Flips && !IsWord && !(M.has(computes::Flip) && M.has(computes::Splat)))
    throw Refused{"the target turns no signs"};
  // Windows that leave the image read what is not there.
  for (size_t D = 0; D < Dims; ++D) {
    int64_t Furthest = Zero[D];
    for (size_t A = 0; A < O.Axes.size(); ++A)
      Furthest += coefficient(1, D, A) * (O.Axes[A].Filled - 1);
    P.Fills |= P.In.Of[D].First > Zero[D] || Furthest - P.In.Of[D].First >= P.In.Of[D].Size;
  }
}

void Embedder::makeResults() {
  const std::vector<std::optional<Index>> All = elements(0, 0);
  std::vector<Index> Its;
  for (const std::optional<Index> &Each : All) {
    if (!Each)
      throw Refused{"the instruction has results without products"};
    Its.push_back(*Each);
  }
  const std::optional<std::vector<PackedDigit>> Lanes = digitsOf(Its);
  if (!Lanes)
    throw Refused{"results are no rectangle"};
  // Four channels of pixels that are lanes: the output stage has each lane's bytes side by side.
  const auto IsOfChannels = [&](const PackedDigit &D) { return P.Out.Of[D.Dim].Axis + 1 == static_cast<int>(P.Out.Dims.size()); };
  constexpr int64_t kFour = 4;
  P.AreMixed = P.Vectors == 1 && P.Tile == kFour && P.tilesWeights() && P.Loops[P.TileLoop].Trips % kFour == 0 &&
               !P.isByWords() && std::none_of(Lanes->begin(), Lanes->end(), IsOfChannels);
  std::vector<PackedDigit> Digits;
  for (const EmbeddedLoop &L : P.Loops) {
    PackedDigit D{L.Trips, SIZE_MAX, 0};
    for (size_t Dim = 0; Dim < P.Out.Of.size(); ++Dim)
      if (const int64_t Step = step(0, Dim, L.Axis)) {
        if (D.Step || Step < 0)
          throw Refused{"a loop moves results in two dimensions"};
        D.Dim = Dim, D.Step = Step;
      }
    Digits.push_back(D);
  }
  Digits.insert(Digits.end(), Lanes->begin(), Lanes->end());
  if (P.AreMixed) {
    const PackedDigit Each = Digits[P.TileLoop];
    Digits[P.TileLoop] = {Each.Count / kFour, Each.Dim, Each.Step * kFour};
    Digits.push_back({kFour, Each.Dim, Each.Step});
  }
  P.Results = PackedTensor(Digits, O.Tensors[0].Map(Index(O.Axes.size())));
  refuseIf(P.Results.size() > kMostImage, "there are too many results");
  for (size_t L = 0; L < P.Loops.size(); ++L)
    P.Loops[L].Out = P.Results.stride(L) / (P.AreMixed && L == P.TileLoop ? kFour : 1);
  std::optional<std::vector<Box>> Boxes = P.Results.boxes(P.Out, BoxEnd::In, kMostBoxes);
  if (!Boxes)
    throw Refused{"results are copied in too many pieces"};
  P.FromResults = std::move(*Boxes);
}

/// Makes room for padding. Where an axis is subtracted, a tensor begins later then.
void pad(EmbeddedProduct &P, int64_t Least) {
  const ScalarOperator Before = std::exchange(P.Operator, P.Operator.padded(Least));
  TensorView *const Views[] = {&P.Out, &P.In, &P.Weights};
  for (size_t T = 0; T < P.Operator.Tensors.size(); ++T)
    for (size_t D = 0; D < Views[T]->Of.size(); ++D)
      Views[T]->Of[D].First += P.Operator.Tensors[T].Map.outputs()[D].Constant - Before.Tensors[T].Map.outputs()[D].Constant;
}

} // namespace

std::string embed(EmbeddedProduct &P, const EmbeddableInstruction &By, const DimensionMap &Map, EmbeddedTile Tile, const Tensor *Filter,
                  Target T) {
  P.By = &By;
  P.Map = Map;
  pad(P, By.Scalars.Terms);
  try {
    Embedder(P, By, Filter, T)(Tile);
  } catch (const Refused &R) {
    return R.Why;
  }
  return "";
}

} // namespace hexloom
