// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PixelProduct.h"
#include "plans/products/Convolution.h"
#include "plans/products/CoreCost.h"
#include "stages/StageText.h"

#include <algorithm>
#include <climits>

namespace hexloom {

static constexpr int kQuad = 4;

/// The least and the greatest weight.
template <typename Weight> static std::pair<int, int> extremes(const Tensor &Filter) {
  const Weight *const Weights = Filter.dataAs<Weight>();
  std::pair<int, int> Found = {INT_MAX, INT_MIN};
  for (int64_t I = 0, Count = Filter.elements(); I < Count; ++I)
    Found = {std::min<int>(Found.first, Weights[I]), std::max<int>(Found.second, Weights[I])};
  return Found;
}

/// How the filter's weights are stored. Nothing: no offset makes weights and factor fit into a byte. `ByUnsigned`: there are products by
/// unsigned weights.
static std::optional<StoredWeights> storedWeights(const Tensor &Filter, int Zero, bool ByUnsigned) {
  const auto [Least, Most] = Filter.Type == DType::Int8 ? extremes<int8_t>(Filter) : extremes<uint8_t>(Filter);
  if (ByUnsigned && Zero == 0 && Least >= 0)
    return StoredWeights{0, 0, true};
  StoredWeights S;
  S.Offset = std::clamp(Zero, Most - INT8_MAX, Least - INT8_MIN);
  S.SumsFactor = S.Offset - Zero;
  if (S.SumsFactor < INT8_MIN || S.SumsFactor > INT8_MAX)
    return std::nullopt;
  return S;
}

/// The target's product by a word of signed or unsigned bytes. One whose activations need no flipping is preferred. Null: there is none.
static const WordProduct *productBy(const std::vector<WordProduct> &All, bool UnsignedWord, DType Activations) {
  const WordProduct *Found = nullptr;
  for (const WordProduct &Each : All)
    if (Each.UnsignedWord == UnsignedWord && (!Found || Each.UnsignedLanes == (Activations == DType::UInt8)))
      Found = &Each;
  return Found;
}

static std::optional<StoredWeights> storedWeights(const Graph &G, const Op &O, Target T, int Zero) {
  return storedWeights(G.in(O, 1), Zero, productBy(Machine(T).wordProducts(), true, G.in(O, 0).Type));
}

std::string pixelProductProblem(const Graph &G, const Op &O, Target T, std::string (*OfShape)(const ProductShape &)) {
  if (const std::string Problem = vectorProductProblem(G, O, Sums::OfBytes); !Problem.empty())
    return Problem;
  if (const std::string Problem = OfShape(productShape(G, O)); !Problem.empty())
    return Problem;
  const Machine M(T);
  const std::vector<WordProduct> &All = M.wordProducts();
  const WordProduct *By = productBy(All, false, G.in(O, 0).Type);
  if (!By)
    return "the target has no products of bytes in a lane by a word";
  const std::optional<StoredWeights> Stored = storedWeights(G, O, T, outputStage(G, O).FilterZero);
  if (!Stored)
    return "weights with their zero point leave a byte";
  const bool Flips = By->UnsignedLanes != (G.in(O, 0).Type == DType::UInt8);
  if ((Flips && !(M.has(computes::Flip) && M.has(computes::Splat))) || (Stored->SumsFactor && !M.has(computes::WordSum)))
    return "the target has no instruction for activations or weights of this sign";
  return "";
}

PixelProduct pixelProductOf(const Graph &G, const Op &O, Target T, const StageSearch &Search) {
  PixelProduct P;
  P.S = productShape(G, O);
  P.Output = outputStage(G, O);
  P.Stored = storedWeights(G, O, T, P.Output.FilterZero).value_or(StoredWeights());
  P.Chosen = chosenStage(G, O, runsStages(T) ? Search : StageSearch{Search.Memo, "reference"});
  P.Taps = P.S.KernelH * P.S.KernelW;
  P.Words = (P.S.In.C + kQuad - 1) / kQuad;
  P.Quads = (P.S.Out.C + kQuad - 1) / kQuad;
  const Machine M(T);
  const std::vector<WordProduct> &All = M.wordProducts();
  const WordProduct *const By = productBy(All, P.Stored.Unsigned, G.in(O, 0).Type);
  const WordProduct *const SumsBy = productBy(All, false, G.in(O, 0).Type);
  HEXLOOM_CHECK(By && SumsBy && By->UnsignedLanes == SumsBy->UnsignedLanes, "products of pixels by words that differ in sign");
  P.By = By->Row;
  P.SumsBy = SumsBy->Row;
  P.UnsignedLanes = By->UnsignedLanes;
  P.Lanes = M.lanes();
  return P;
}

std::string factsOf(const PixelProduct &P) {
  const ProductShape &S = P.S;
  std::string Facts = P.Chosen.Kind.text();
  Facts += P.Chosen.Kind.Flipped ? " flipped" : "";
  Facts += P.Stored.SumsFactor ? " sums" : "";
  Facts += std::string(" ") + P.By->Name;
  for (int Each : {S.StrideH, S.StrideW, S.DilationH, S.DilationW, S.PadTop, S.PadLeft})
    Facts += " " + std::to_string(Each);
  return Facts;
}

std::string stageProblem(const PixelProduct &P, Target T) {
  const int64_t StageBytes = int64_t(P.Quads) * kQuad * (1 + stageVectorsOf(P.Chosen.Kind)) * P.Lanes * 4;
  // Constants are read again for each 64 pixels: they are to stay close.
  constexpr int64_t kMostStageBytes = 128 << 10;
  if (P.Chosen.Kind.isReference() && runsStages(T))
    return "it has no form for the reference's output stage, and no other is proven or asked for";
  if (StageBytes > kMostStageBytes)
    return strf("the output stage's constants for %d channels take more than %lld bytes", P.S.Out.C,
                static_cast<long long>(kMostStageBytes));
  return "";
}

static int weightAt(const Tensor &Filter, int Output, int64_t Place) {
  const auto Index = static_cast<size_t>(Output * (Filter.elements() / Filter.Dims[0]) + Place);
  return Filter.Type == DType::Int8 ? Filter.dataAs<int8_t>()[Index] : Filter.dataAs<uint8_t>()[Index];
}

Bytes packWeights(const PixelProduct &P, const Tensor &Filter) {
  Bytes Packed;
  for (int Quad = 0; Quad < P.Quads; ++Quad)
    for (int TapWord = 0; TapWord < P.Taps * P.Words; ++TapWord)
      for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
        for (int Input = TapWord % P.Words * kQuad, End = Input + kQuad; Input < End; ++Input) {
          const int64_t Place = int64_t(TapWord / P.Words) * P.S.In.C + Input;
          Packed.push_back(Output < P.S.Out.C && Input < P.S.In.C
                               ? static_cast<uint8_t>(weightAt(Filter, Output, Place) - P.Stored.Offset)
                               : 0);
        }
  return Packed;
}

/// The bias less what the input's zero point adds, modulo 2^32.
static int32_t foldedBias(const PixelProduct &P, const Tensor &Filter, DType Type, int Output) {
  const OutputStage &Stage = P.Output;
  const int InZero = Stage.InZero + (!P.flips(Type) ? 0 : P.UnsignedLanes ? 128 : -128);
  auto Bias = static_cast<uint32_t>(Stage.Bias[Output]) + static_cast<uint32_t>(stageOffset(P.Chosen, Output));
  for (int64_t Place = 0; Place < int64_t(P.Taps) * P.S.In.C; ++Place)
    Bias -= static_cast<uint32_t>(InZero * (weightAt(Filter, Output, Place) - Stage.FilterZero));
  return static_cast<int32_t>(Bias);
}

std::vector<int32_t> packStages(const PixelProduct &P, const Tensor &Filter, DType Type) {
  std::vector<int32_t> Packed;
  const auto Splat = [&](int32_t Word) { Packed.insert(Packed.end(), static_cast<size_t>(P.Lanes), Word); };
  for (int Quad = 0; Quad < P.Quads; ++Quad) {
    for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
      Splat(Output < P.S.Out.C ? foldedBias(P, Filter, Type, Output) : 0);
    for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1) && !P.Chosen.Kind.isReference(); ++Output)
      for (int32_t Word : stageVectors(P.Chosen, Output, 1))
        Splat(Word);
  }
  return Packed;
}

uint32_t factorOf(int Factor, int Bytes) {
  uint32_t Word = 0;
  for (int B = 0; B < Bytes; ++B)
    Word |= static_cast<uint32_t>(static_cast<uint8_t>(Factor)) << (8 * B);
  return Word;
}

std::vector<int32_t> packScales(const PixelProduct &P) {
  std::vector<int32_t> Packed;
  for (int Quad = 0; Quad < P.Quads; ++Quad)
    for (const std::vector<int32_t> *Each : {&P.Output.Multipliers, &P.Output.Shifts})
      for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
        Packed.push_back(Output < P.S.Out.C ? Each->at(Output) : 0);
  return Packed;
}

int halvesOf(const Op &O, const PixelProduct &P) {
  const std::vector<int32_t> &Tile = O.Schedule.Tile;
  HEXLOOM_CHECK(Tile.size() == 2 && Tile[1] == kQuad && (Tile[0] == P.Lanes || Tile[0] == kBothHalves * P.Lanes),
                "pixels' products with a strange tile");
  return Tile[0] / P.Lanes;
}

static constexpr const char *kProductsFirst = "products-stage", *kStageFirst = "stage-products";

std::vector<std::string> pixelOrders(const PixelProduct &P, int Unroll) {
  const StageKind &K = P.Chosen.Kind;
  if (P.Quads == 1 || K.isReference())
    return {};
  if (traitsOf(K.Kind).Narrow || Unroll < P.Taps * P.Words)
    return {kStageFirst, kProductsFirst};
  return {kProductsFirst, kStageFirst};
}

bool stageIsFirst(const Op &O, const PixelProduct &P) {
  const std::vector<std::string> Orders = pixelOrders(P, O.Schedule.Unroll);
  HEXLOOM_CHECK(Orders.empty() ? O.Schedule.Order.empty() : std::count(Orders.begin(), Orders.end(), O.Schedule.Order) == 1,
                "pixels' products with a strange order");
  return P.Chosen.Kind.isReference() || O.Schedule.Order == kStageFirst;
}

std::vector<int> pixelUnrolls(const PixelProduct &P) {
  constexpr int kBeforeLoop = 4;
  const int All = P.Taps * P.Words;
  if (All <= product_cost::PixelsFewWords)
    return {All};
  if (P.Chosen.Kind.isReference()) // whose plain C is most of the work
    return {product_cost::PixelsFewWords};
  return All <= product_cost::PixelsMostStraight ? std::vector<int>{All, kBeforeLoop} : std::vector<int>{kBeforeLoop};
}

std::vector<int> pixelHalves(int64_t Turns) {
  return Turns == 1 ? std::vector<int>{1} : Turns % kBothHalves ? std::vector<int>{kBothHalves, 1} : std::vector<int>{kBothHalves};
}

std::vector<Axis<PixelPoint>> pixelAxes(const AxisRow &Tile) {
  return {
      {pixel_axis::Instruction, [](const PixelPoint &X) { return std::vector<std::string>{X.P.By->Name}; }},
      {pixel_axis::Vector, [](const PixelPoint &) { return std::vector<std::string>{"activations"}; }},
      {Tile,
       [](const PixelPoint &X) {
         std::vector<std::string> Tiles;
         for (int Halves : pixelHalves(X.Turns))
           Tiles.push_back(tileOf({Halves * X.P.Lanes, kQuad}));
         return Tiles;
       },
       [](PixelPoint &X, const std::string &Value) { X.Halves = numberOf(Value) / X.P.Lanes; }},
      {pixel_axis::Unroll, [](const PixelPoint &X) { return numbers(pixelUnrolls(X.P)); },
       [](PixelPoint &X, const std::string &Value) { X.Unroll = numberOf(Value); }},
      {pixel_axis::Order, [](const PixelPoint &X) { return pixelOrders(X.P, X.Unroll); }}};
}

} // namespace hexloom
