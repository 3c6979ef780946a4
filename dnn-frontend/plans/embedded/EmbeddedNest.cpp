// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/embedded/EmbeddedNest.h"
#include "stages/StageText.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

static constexpr int64_t kFour = 4; // vectors of words are one of bytes

int64_t EmbeddedNest::constantsOf() const { return 1 + constantVectorsOf(P); }

int64_t EmbeddedNest::weightsOf() const { return static_cast<int64_t>(P.Filter.Pieces.size()) * (P.tilesWeights() ? P.Tile : 1); }

void EmbeddedNest::declare() {
  LayerWriter &W = N.writer();
  if (*M.header())
    W.include(M.header());
  if (kindsOf(P.By->Row->Operands).find('P') != std::string::npos)
    W.body("pair_words.h");
  N.vectorTypes(M);
  if (P.Vectors > 1)
    N.declare(("typedef __typeof__(" + M.say(computes::Pair, {"*(const vector *)0", "*(const vector *)0"}) + ")").c_str(), "pair_of_vectors");
  if (!P.isByWords()) {
    W.body("stage.h");
    const bool IsStaged = P.Finishes == EmbeddedProduct::Finish::Staged;
    W.structure("hl_stage", "stage", IsStaged ? stageFields(P.Chosen.Kind, "") : Fields{field("zero", P.Stage.OutZero)});
  } else {
    W.include("hexloom/portable/lanes.h");
    N.declare("const int32_t *const", "factors", N.constantBy([&] { return packedFactors(P); }, "int32_t", "multipliers and shifts"));
  }
  const bool AreVectors = P.Filter.PieceBytes > kFour && !P.Filter.Splats;
  N.declare(AreVectors ? "const vector *const" : "const int32_t *const", "weights",
            N.constantBy([&] { return packedWeights(P, Filter); }, AreVectors ? "vector" : "int32_t", "weights, packed"));
  N.declare("const vector *const", "constants",
            N.constantBy([&] { return packedStages(P, Filter); }, "vector", "biases and constants of the output stage"));
}

/// The places of the innermost steps of a sum go on by one distance; around them a table has the first.
static std::pair<int64_t, int64_t> rowOf(const std::vector<int64_t> &Places, size_t Pieces) {
  const auto Steps = static_cast<int64_t>(Places.size() / Pieces);
  const auto Distance = [&](int64_t Step) { // from the step before; -1: pieces differ
    const auto At = static_cast<size_t>(Step) * Pieces;
    const int64_t First = Places[At] - Places[At - Pieces];
    for (size_t Piece = 1; Piece < Pieces; ++Piece)
      if (Places[At + Piece] - Places[At + Piece - Pieces] != First)
        return int64_t(-1);
    return First;
  };
  if (Steps == 1)
    return {1, 0};
  const int64_t By = Distance(1);
  int64_t Row = By < 0 ? 1 : 2;
  while (Row > 1 && Row < Steps && Distance(Row) == By)
    ++Row;
  const auto Repeats = [&](int64_t Length) {
    for (int64_t S = 1; S < Steps; ++S)
      if (S % Length && Distance(S) != By)
        return false;
    return Steps % Length == 0;
  };
  while (Row > 1 && !Repeats(Row))
    --Row;
  return {Row, Row > 1 ? By : 0};
}

/// The operand from its pieces: a vector, a pair, a word or two.
Value EmbeddedNest::operand(char Letter, const EmbeddedFactor &F, const std::vector<Value> &Pieces) const {
  std::vector<Value> Its;
  for (size_t I = 0; I < F.Pieces.size(); ++I)
    if (F.Pieces[I].Operand == Letter)
      Its.push_back(Pieces[I]);
  if (Its.size() == 1)
    return Its[0];
  if (F.PieceBytes > kFour)
    return does(M, computes::Pair, {Its[1], Its[0]});
  return binary("|", parentheses(binary("<<", cast("int64_t", Its[1]), 32)), cast("uint32_t", Its[0]));
}

/// The pieces of a step for one of the turns that are done together. `at` is where the place `Base` is.
std::vector<Value> EmbeddedNest::activations(int64_t Step, int64_t Base, int64_t Together) {
  const EmbeddedFactor &F = P.Activations;
  const int64_t Turn = P.Loops.empty() ? 0 : Together * P.Loops[P.TileLoop].In;
  int64_t Apart = 0; // what addresses are multiples of
  for (const EmbeddedLoop &L : P.Loops)
    Apart = std::gcd(Apart, L.In);
  for (int64_t Place : P.Places)
    Apart = std::gcd(Apart, Place);
  const bool IsWord = F.PieceBytes == kFour || F.Splats, IsAligned = Apart % M.vectorBytes() == 0;
  std::vector<Value> Pieces;
  for (size_t I = 0; I < F.Pieces.size(); ++I) {
    const std::string Name = strf("a%zu_%lld", I, static_cast<long long>(Together));
    const int64_t Place = P.Places[static_cast<size_t>(Step) * F.Pieces.size() + I] - Base + Turn;
    const Value Where = parentheses(moved("at", Place));
    if (IsWord) {
      const Value Loaded = load("const int32_t *", Where);
      const Value Word = P.Flips ? parentheses(binary("^", Loaded, cast("int32_t", "0x80808080"))) : Loaded;
      N.declare(F.Splats ? "const vector" : "const int32_t", Name, F.Splats ? does(M, computes::SplatWord, {Word}) : Word);
    } else {
      const Value Loaded = load(IsAligned ? "const vector *" : "const unaligned_vector *", Where);
      N.declare("const vector", Name, P.Flips ? does(M, computes::Flip, {Loaded, does(M, computes::Splat, {128})}) : Loaded);
    }
    Pieces.emplace_back(Name);
  }
  return Pieces;
}

std::vector<Value> EmbeddedNest::weights(int64_t Together) {
  std::vector<Value> Pieces;
  for (size_t I = 0; I < P.Filter.Pieces.size(); ++I) {
    const std::string Name = strf("w%zu_%lld", I, static_cast<long long>(Together));
    const Value Loaded = Value("w")[Together * static_cast<int64_t>(P.Filter.Pieces.size()) + static_cast<int64_t>(I)];
    const bool IsVector = P.Filter.PieceBytes > kFour;
    N.declare(IsVector ? "const vector" : "const int32_t", Name, P.Filter.Splats ? does(M, computes::SplatWord, {Loaded}) : Loaded);
    Pieces.emplace_back(Name);
  }
  return Pieces;
}

void EmbeddedNest::step(int64_t Step, int64_t Base) {
  const bool MovesIn = !P.Loops.empty() && P.Loops[P.TileLoop].In != 0;
  std::vector<Value> In, Of;
  for (int64_t T = 0; T < P.Tile; ++T) {
    if (T == 0 || MovesIn)
      In = activations(Step, Base, T);
    if (T == 0 || P.tilesWeights())
      Of = weights(T);
    const std::vector<Value> &First = P.Map.WeightsFirst ? Of : In, &Second = P.Map.WeightsFirst ? In : Of;
    const EmbeddedFactor &OfFirst = P.Map.WeightsFirst ? P.Filter : P.Activations, &OfSecond = P.Map.WeightsFirst ? P.Activations : P.Filter;
    const Instruction &Row = *P.By->Row;
    std::vector<Value> Operands;
    const Value Sum = Value("sums")[T];
    if (Row.Computes.readsResult())
      Operands.push_back(Sum);
    for (char Letter = 'a'; Letter < static_cast<char>('a' + kindsOf(Row.Operands).size() - 1); ++Letter) {
      const bool IsFirst = P.By->Scalars.Operands[1].Name.find(Letter) != std::string::npos;
      Operands.push_back(operand(Letter, IsFirst ? OfFirst : OfSecond, IsFirst ? First : Second));
    }
    const Value Product = does(Row, std::move(Operands));
    N.set(Sum, Row.Computes.readsResult() ? Product : does(M, computes::WordSum, {Sum, Product}));
  }
}

/// The distance from each row's first place to the next one's, if it is one for all. Rows have several steps.
std::optional<int64_t> EmbeddedNest::rowsApart() const {
  const size_t Pieces = P.Activations.Pieces.size(), Row = static_cast<size_t>(rowOf(P.Places, Pieces).first) * Pieces;
  if (Row == Pieces || P.Places.size() <= Row || P.steps() <= EmbeddedProduct::kMostStraight)
    return std::nullopt;
  const int64_t Apart = P.Places[Row] - P.Places[0];
  for (size_t At = 0; At + Row < P.Places.size(); At += Row)
    if (P.Places[At + Row] - P.Places[At] != Apart)
      return std::nullopt;
  return Apart;
}

void EmbeddedNest::steps() {
  constexpr int64_t kMostStraight = EmbeddedProduct::kMostStraight;
  const std::pair<int64_t, int64_t> Its = rowOf(P.Places, P.Activations.Pieces.size());
  const int64_t Row = Its.first, By = Its.second;
  const int64_t Steps = P.steps(), Rows = Steps / Row, Weights = weightsOf();
  N.declare(weightType(), "w", "weights_at");
  if (Steps <= kMostStraight) {
    N.declare("const uint8_t *const", "at", moved("in_at", P.Places[0]));
    for (int64_t S = 0; S < Steps; ++S)
      N.block([&] {
        step(S, P.Places[0]);
        if (S + 1 < Steps)
          N.move({{"w", Weights}});
      });
    return;
  }
  const auto Inner = [&] {
    N.loop("word", Row, {{"w", Weights}, {"at", By}}, Row <= kMostStraight ? Unrolling::Full : Unrolling::Compiler, [&] { step(0, P.Places[0]); });
  };
  if (Rows == 1) {
    N.declare("const uint8_t *", "at", moved("in_at", P.Places[0]));
    return Inner();
  }
  if (const std::optional<int64_t> Apart = rowsApart()) {
    N.declare("const uint8_t *", "row_at", moved("in_at", P.Places[0]));
    return N.loop("row", Rows, {{"row_at", *Apart}}, Unrolling::None, [&] {
      N.declare("const uint8_t *", "at", "row_at");
      Inner();
    });
  }
  N.loop("row", Rows, {}, Unrolling::None, [&] {
    N.declare("const uint8_t *", "at", "in_at" + Value("places")["row"]);
    if (Row > 1)
      return Inner();
    step(0, P.Places[0]);
    N.move({{"w", Weights}});
  });
}

/// A vector of the sums.
Value EmbeddedNest::vectorOf(int64_t I) const {
  const Value Sum = Value("sums")[I / P.Vectors];
  return P.Vectors == 1 ? Sum : does(M, I % 2 ? computes::Upper : computes::Lower, {Sum});
}

void EmbeddedNest::finishByWords(const Value &Out) {
  for (int64_t I = 0; I < P.sumVectors(); ++I)
    N.block([&] {
      const int64_t Constants = P.tilesWeights() ? I : I % P.Vectors;
      N.declare("int32_t", {{"words", {M.lanes()}, {}, true}});
      N.set(load("vector *", "words"), vectorOf(I));
      N.run("hl_lanes_requantized", {"words", M.lanes(), shifted("factors_at", 2 * Constants * M.lanes()), P.Stage.OutZero, P.Stage.Bounds.Min,
                                     P.Stage.Bounds.Max, shifted(Out, I * M.lanes())});
    });
}

/// Four vectors of sums at a time; those that are missing are others again, whose bytes the next ones write over.
void EmbeddedNest::finish(const Value &Out) {
  if (P.isByWords())
    return finishByWords(Out);
  const bool IsAligned = P.Loops.empty() || P.Results.stride(P.TileLoop) * std::gcd(P.Tile, P.Loops[P.TileLoop].Trips) % M.vectorBytes() == 0;
  for (int64_t First = 0; First < P.sumVectors(); First += kFour)
    N.block([&] {
      std::vector<Value> Sums, Lanes;
      for (int64_t I = First; I < First + kFour; ++I) {
        const int64_t Its = std::min(I, P.sumVectors() - 1), Constants = P.tilesWeights() ? Its : Its % P.Vectors;
        const std::string Name = strf("lanes%lld", static_cast<long long>(Constants));
        if (std::none_of(Lanes.begin(), Lanes.end(), [&](const Value &V) { return V.of()[0].text() == Name; }))
          N.declare("const hl_stage_lanes", Name, call("hl_stage_load", {"&stage", "constants_at" + Value(Constants * constantsOf() + 1)}));
        Lanes.push_back("&" + Name);
        Sums.push_back(vectorOf(Its));
      }
      N.declare("const vector", {{"four", {kFour}, list(Sums)}});
      N.declare("const hl_stage_lanes *const", {{"lanes", {kFour}, list(Lanes)}});
      N.set(load(IsAligned ? "vector *" : "unaligned_vector *", parentheses(shifted(Out, First * M.lanes()))),
            call(P.AreMixed ? "hl_stage_mixed" : "hl_stage_bytes", {"&stage", "four", "lanes", P.Stage.Bounds.Min, P.Stage.Bounds.Max, hlType(P.Type)}));
    });
}

void EmbeddedNest::turn(const Value &In, const Value &Out) {
  N.declare("const uint8_t *const", "in_at", In);
  // Constants of many channels are more than the registers hold: kept around the loops they would be spilled.
  if (P.Finishes == EmbeddedProduct::Finish::Rescaled && P.tilesWeights())
    N.hide("constants_at", "read again for each turn");
  N.array(P.Vectors > 1 ? "pair_of_vectors" : "vector", "sums", {P.Tile});
  for (int64_t T = 0; T < P.Tile; ++T) {
    const int64_t First = (P.tilesWeights() ? T : 0) * P.Vectors * constantsOf();
    const auto Bias = [&](int64_t V) { return Value("constants_at")[First + V * constantsOf()]; };
    N.set(Value("sums")[T], P.Vectors > 1 ? does(M, computes::Pair, {Bias(1), Bias(0)}) : Bias(0));
  }
  N.block([&] { steps(); });
  finish(Out);
}

/// From a loop on. The constants of loops that have weights of their own lie in their order.
void EmbeddedNest::loops(size_t Loop, const Value &In, const Value &Out, bool HasConstants) {
  const bool IsLast = Loop == P.Loops.size();
  if (!HasConstants && (IsLast || P.Loops[Loop].IsOfWeights)) {
    N.declare(weightType(), "weights_at", "weights");
    N.declare("const vector *", "constants_at", "constants");
    if (P.isByWords())
      N.declare("const int32_t *", "factors_at", "factors");
    HasConstants = true;
  }
  if (IsLast)
    return turn(In, Out);
  const EmbeddedLoop &L = P.Loops[Loop];
  std::vector<Walk> Walks;
  if (L.IsOfWeights && (Loop + 1 == P.Loops.size() || !P.Loops[Loop + 1].IsOfWeights)) {
    const int64_t Vectors = P.Vectors * (P.tilesWeights() ? P.Tile : 1);
    Walks = {{"weights_at", weightsOf() * P.steps()}, {"constants_at", Vectors * constantsOf()}};
    if (P.isByWords())
      Walks.push_back({"factors_at", 2 * Vectors * M.lanes()});
  }
  const std::string Name = "at_" + P.Operator.Axes[L.Axis].Name;
  const int64_t Together = P.together(Loop), Last = L.Trips - Together;
  N.loop(Name, 0, P.turns(Loop) * Together, Together, Walks, Unrolling::None, [&] {
    const Value At = L.Trips % Together ? parentheses(atMost(Name, Last)) : Value(Name);
    const auto Moved = [&](const char *Type, const std::string &Which, const Value &From, int64_t Step) {
      if (Step)
        N.declare(Type, Which, From + At * Value(Step));
      return Step ? Value(Which) : From;
    };
    const Value Ins = Moved("const uint8_t *const", Name + "_in", In, L.In), Outs = Moved("uint8_t *const", Name + "_out", Out, L.Out);
    loops(Loop + 1, Ins, Outs, HasConstants);
  });
}

void EmbeddedNest::write(bool WithCopies) {
  LayerWriter &W = N.writer();
  declare();
  const bool IsHvx = runsStages(W.target());
  const CopyPrimitives &How = IsHvx ? kVectorCopies : kScalarCopies;
  if ((P.IsImage || P.IsCopied) && WithCopies)
    includeCopies(How, W);
  if (P.IsImage) {
    const int64_t Bytes = P.Image.size();
    N.scratch("uint8_t *const", "image", Bytes);
    if (P.Fills && WithCopies && IsHvx)
      N.primitive("hl_vfill", {"image", (Bytes + 127) / 128, 1, P.Stage.InZero}, fillLoops(Bytes));
    else if (P.Fills && WithCopies)
      W.line(strf("hl_fill(image, %lld, 1, %d);", static_cast<long long>(Bytes), P.Stage.InZero));
    const EmbeddedCopies Copies = copiesToImage(P, W.target());
    if (WithCopies)
      emitCopies(Copies.Copies, "to_image", W.input(0), "image", How, Copies.Order, W);
    N.declare("const uint8_t *const", "in", "image");
  } else {
    N.declare("const uint8_t *const", "in", cast("const uint8_t *", N.input(0)));
  }
  if (P.IsCopied)
    N.scratch("uint8_t *const", "out", P.Results.size() + M.vectorBytes());
  else
    N.declare("uint8_t *const", "out", cast("uint8_t *", N.output(0)));
  const int64_t Row = rowOf(P.Places, P.Activations.Pieces.size()).first;
  if (P.steps() > Row && !rowsApart()) {
    std::vector<int32_t> Firsts;
    for (int64_t S = 0; S < P.steps(); S += Row)
      Firsts.push_back(static_cast<int32_t>(P.Places[static_cast<size_t>(S) * P.Activations.Pieces.size()]));
    N.offer("const int32_t *const", "places", N.constantOf(Firsts, "int32_t", "places of the sum's steps"));
  }
  loops(0, "in", "out", false);
  if (P.IsCopied && WithCopies)
    emitCopies(copiesFromResults(P, W.target()).Copies, "from_results", "out", W.output(0), How, copiesFromResults(P, W.target()).Order, W);
}

static EmbeddedCopies copiesOf(const std::vector<Box> &Boxes, const std::vector<int64_t> &From, const std::vector<int64_t> &To, Target T) {
  EmbeddedCopies All;
  for (const Box &B : Boxes)
    All.Copies.push_back(rowMajorCopy(B, From, To, 1));
  if (!runsStages(T)) {
    All.Cost = scalarCost(All.Copies);
    return All;
  }
  bool IsFirst = true;
  for (CopyOrder Order : copyOrders({All.Copies})) {
    const Cost Its = vectorCost(All.Copies, Order);
    if (IsFirst || Its.isLessThan(All.Cost)) {
      All.Cost = Its;
      All.Order = Order;
    }
    IsFirst = false;
  }
  return All;
}

static std::vector<int64_t> sizesOf(const PackedTensor &P) {
  std::vector<int64_t> Sizes;
  for (const PackedDigit &D : P.digits())
    Sizes.push_back(D.Count);
  return Sizes;
}

EmbeddedCopies copiesToImage(const EmbeddedProduct &P, Target T) {
  return copiesOf(P.ToImage, {P.In.Dims.begin(), P.In.Dims.end()}, sizesOf(P.Image), T);
}
EmbeddedCopies copiesFromResults(const EmbeddedProduct &P, Target T) {
  return copiesOf(P.FromResults, sizesOf(P.Results), {P.Out.Dims.begin(), P.Out.Dims.end()}, T);
}

} // namespace hexloom
