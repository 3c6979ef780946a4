// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PairNest.h"
#include "plans/products/Convolution.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kFour = PairView::kFour;
static const char *const kNextBlock = "a pointer for each block; of one, the others' distances would be added at every load";

PairNest::PairNest(const PairView &Pairs, const std::vector<PairRest> &Rests, const PackedProduct &P, const OutputStage &Stage, DType Type,
                   LayerWriter &W)
    : Pairs(Pairs), Rests(Rests), V(Pairs.Image), S(V.Shape), P(P), Stage(Stage), Type(Type), W(W), N(W), Image(V, P, Stage.InZero, Type, N),
      Row(V, P, Stage, Type, "", N), Out(stridesOf(V.OutBlocked ? blockedLayouts()[0] : Layout::RowMajor, S.Out, 1)),
      Product(*instructionNamed(V.SignedWeights ? "vrmpy.b.pub" : "vrmpy.ub.pub")), Sets(sets()) {}

std::vector<PairNest::Blocks> PairNest::sets() const {
  std::vector<Blocks> Found;
  for (int Each : PairView::groupsOf(V.outBlocks())) {
    if (Found.empty() || Found.back().Each != Each)
      Found.push_back({Each, 0, {}});
    ++Found.back().Times;
  }
  int First = 0;
  for (Blocks &B : Found) {
    B.Rests = restGroup(Rests, First, B.Each, B.Times);
    First += B.Each * B.Times;
  }
  return Found;
}

int64_t PairNest::constants() const { return P.Kind.isReference() ? 3 : 1 + stageVectorsOf(P.Kind); }

void PairNest::declare() {
  W.body("product_pairs.h");
  W.structure("hl_product", "p", productFields(V, P, Stage, Type));
  N.declare("const HVX_Vector *const", "weights", N.constantOf(P.Weights, "HVX_Vector", "filter, packed"));
  N.declare("const HVX_Vector *const", "stages", N.constantOf(P.Stages, "HVX_Vector", "constants of the output stage"));
  for (size_t Set = 0; Set < Sets.size(); ++Set)
    if (const RestGroup &Of = Sets[Set].Rests; !Of.Words.empty()) {
      N.declare("const HVX_Vector *const", nameOf("rests", Set), N.constantOf(Of.Weights, "HVX_Vector", "what weights have beyond a byte"));
      if (Sets[Set].Times > 1)
        N.declare("const uint8_t *const", nameOf("rest_of", Set), N.constantOf(Of.Has, "uint8_t", "which blocks have such weights"));
    }
  Image.declare();
  N.scratch("uint8_t *const", "words", Pairs.bytes() + PairView::kEightBytes); // pairs are loaded a tile ahead
  if (Row.hasWindowSums())
    N.scratch("int32_t *const", "window_sums", V.windowWidth() * 4);
  if (V.OutBlocked)
    return;
  W.body("layout.h");
  N.scratch("uint8_t *const", "row", V.outBlocks() * Row.blockBytes());
  N.limit("out_limit", N.output(0), S.Out.N * Out.Image);
}

void PairNest::place() {
  N.declare("const uint8_t *", "tile_from", "eight");
  N.hide("tile_from", "otherwise each of a run's pairs has a pointer of its own");
}

void PairNest::sums(const Group &G) { N.array("HVX_VectorPair", G.Sums, {G.sums(), kPairsOfTile}); }

/// The four sums of a block's tile are two pairs.
void PairNest::begin(const Group &G) {
  N.block([&] {
    N.declare("const HVX_Vector *", "biases", "stage");
    if (beginsAhead(G))
      N.hide("biases", "else what sums begin with is kept in registers, to be copied");
    for (int B = 0; B < G.Blocks; ++B)
      for (int T = 0; T < G.Tiles; ++T)
        for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
          const Value Bias = Value("biases")[B * constants()];
          const auto Begin = [&](int Half) {
            const Value Sum = Value("sums_at")[(T * kFour + pixel(Pair, Half)) * S.StrideW];
            return P.StoredZero ? does(*instructionNamed("vadd.w.w"), {Bias, call("Q6_V_vsplat_R", {Sum})}) : Bias;
          };
          N.set(G.sum(B, T, Pair), does(*instructionNamed("vcombine.ub.ub"), {Begin(1), Begin(0)}));
        }
  });
  if (!isFenced(G.Blocks))
    return;
  std::vector<Value> Ready;
  for (int Pair = 0; G.IsReady && Pair < G.pairs(); ++Pair)
    Ready.push_back(pairOf(0, Pair));
  if (G.IsReady)
    Ready.push_back("eight");
  fence(G, "else pairs that begin alike are copies of one", Ready);
}

/// A pair of a word that is at so many bytes.
Value PairNest::loadOf(int Pair, const char *From, int64_t Bytes) {
  const int64_t InWord = Pairs.placeOfTile(Pair / kPairsOfTile) + Pair % kPairsOfTile * Pairs.secondPair();
  return load("const uint64_t *", moved(From, Bytes + InWord));
}

/// Loads a word's pairs, at so many bytes.
void PairNest::loadPairs(const Group &G, int Word, int64_t Bytes, const char *Type) {
  for (int Pair = 0; Pair < G.pairs(); ++Pair)
    N.declare(Type, pairOf(Word, Pair).text(), loadOf(Pair, "x", Bytes));
}

/// A word's products.
void PairNest::multiply(const Group &G, int Word, int Vector) {
  for (int B = 0; B < G.Blocks; ++B) {
    for (int Pair = 0; Pair < G.pairs(); ++Pair) {
      const int Tile = Pair / kPairsOfTile;
      const Value Weights = Pairs.areKept(G.Blocks) ? Value("kept")[Vector] : pointerNamed(pointer(G, B, Tile))[Vector],
                  Sum = G.sum(B, Tile, Pair % kPairsOfTile);
      N.set(Sum, does(Product, {Sum, Weights, pairOf(Word, Pair)}));
    }
  }
}

/// From bytes on of the words, and from vectors on of the weights.
void PairNest::run(const Group &G, int Words, int64_t Bytes, int Vectors) {
  const auto Load = [&](int Word) { loadPairs(G, Word, Bytes + Pairs.placeOfWord(Word), "const uint64_t"); };
  // The next word's pairs are loaded ahead where there are fewer than four sums: else they get the registers of this one's.
  const int Ahead = G.sums() < PairView::kMostBlocks ? 1 : 0;
  N.block([&] {
    if (Ahead)
      Load(0);
    for (int Word = 0; Word < Words; ++Word) {
      if (Word + Ahead < Words)
        Load(Word + Ahead);
      multiply(G, Word, Vectors + Word);
    }
  });
}

void PairNest::runs(const Group &G, int Runs, int Words) {
  if (Runs == 0 || Words == 0)
    return;
  const int Times = Pairs.isTwice(G.Blocks) ? 2 : 1;
  std::vector<Walk> Walks = {{"x", Times * Pairs.runBytes()}};
  for (int I = 0; I < pointers(G); ++I)
    Walks.push_back({pointerNamed(I), Times * Words});
  N.loop("run", Runs / Times, Walks, Unrolling::NoneNorPipelined, [&] {
    run(G, Words, 0, Times == 2 ? -Words : 0); // distances that loads of vectors have room for
    if (Times == 2)
      run(G, Words, Pairs.runBytes(), 0);
  });
}

/// What weights have beyond a byte.
void PairNest::rests(const Group &G) {
  for (size_t I = 0; I < G.Rests.size(); ++I)
    N.block([&] {
      const auto [Block, Word] = G.Rests[I];
      N.declare("const HVX_Vector", "beyond", Value("rest")[static_cast<int>(I)]);
      for (int T = 0; T < G.Tiles; ++T)
        for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
          const int64_t At = Pairs.placeOfPacked(Word) + Pairs.placeOfTile(T) + Pair * Pairs.secondPair();
          const Value Sum = G.sum(Block, T, Pair);
          N.set(Sum, does(Product, {Sum, "beyond", load("const uint64_t *", moved("tile_from", At))}));
        }
    });
}

/// The weights of each block have a pointer of their own.
void PairNest::products(const Group &G) {
  const int Each = pointers(G) / G.Blocks;
  for (int I = 0; I < pointers(G); ++I) {
    const Value OfBlock = moved("w", I / Each * words() + (Pairs.isTwice(G.Blocks) ? Pairs.FullWords : 0));
    // The compiler would keep one of two equal ones. Loops without a tail have room for all in registers where each is made of the last.
    const bool IsChained = I % Each > 0 || (I > 0 && !isStraight(G.Blocks) && !Pairs.TailWords);
    const Value From = IsChained ? moved(pointerNamed(I - 1), I % Each ? 0 : words()) : OfBlock;
    N.declare("const HVX_Vector *", pointerNamed(I).text(), From);
    N.hide(pointerNamed(I), kNextBlock);
  }
  rests(G);
  const int Full = Pairs.fullBlocks() * Pairs.Columns, Tail = Pairs.TailWords ? Pairs.Columns : 0;
  const auto Kinds = [&](int Times) {
    runs(G, Full * Times, Pairs.FullWords);
    runs(G, Tail * Times, Pairs.TailWords);
  };
  if (Pairs.runsAreOneLoop()) {
    N.declare("const uint8_t *", "x", "tile_from");
    return isStraight(G.Blocks) ? straightRuns(G) : Kinds(Pairs.kernelRuns());
  }
  N.declare("const uint8_t *", "kernel_row", "tile_from");
  N.loop("ky", S.KernelH, {{"kernel_row", S.DilationH * Pairs.rowBytes()}}, Unrolling::None, [&] {
    N.declare("const uint8_t *", "x", "kernel_row");
    Kinds(1);
  });
}

void PairNest::finish(const Group &G) {
  for (int B = 0; B < G.Blocks; ++B)
    for (int T = 0; T < G.Tiles; ++T)
      N.block([&] {
        std::vector<Value> Ready(kFour, "");
        for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
          Ready[static_cast<size_t>(pixel(Pair, 0))] = call("Q6_V_lo_W", {G.sum(B, T, Pair)});
          Ready[static_cast<size_t>(pixel(Pair, 1))] = call("Q6_V_hi_W", {G.sum(B, T, Pair)});
        }
        N.declare("const HVX_Vector", {{"ready", {kFour}, list(Ready)}});
        N.declare("const hl_product_output", "output", call("hl_product_output_of", {"&p", moved("stage", B * constants())}));
        N.run("hl_product_finish", {"&p", "ready", "&output", moved("four", B * Row.blockBytes() / kVector + T)});
      });
}

/// Products in straight code have packets of their own: beside other vector instructions their weights find no place in the packet.
void PairNest::tile(const Group &G) {
  products(G);
  if (isFenced(G.Blocks))
    fence(G, "products take all of their packets");
  finish(G);
}

void PairNest::fence(const Group &G, const char *Reason, std::vector<Value> Scalars) {
  std::vector<Value> Sums;
  for (int I = 0; I < G.sums(); ++I)
    for (int Pair = 0; Pair < kPairsOfTile; ++Pair)
      Sums.push_back(Value(G.Sums)[I][Pair]);
  N.fence(std::move(Sums), std::move(Scalars), Reason);
}

void PairNest::declareDistance(int Tiles) {
  if (Tiles == 1 && !Pairs.areTilesEven())
    N.declare("int32_t", "distance", Pairs.placeOfTile(1));
}

/// Goes on to the words after so many tiles. One tile at a time may have two distances in turn, since a loop of two turns would have both of
/// them written out.
void PairNest::next(int Tiles) {
  if (Tiles > 1 || Pairs.areTilesEven())
    return N.move({{"eight", Pairs.placeOfTile(Tiles)}});
  N.set("eight", Value("eight") + Value("distance"));
  N.set("distance", Value(Pairs.placeOfTile(2)) - Value("distance"));
}

/// `Count` times the group's tiles.
void PairNest::tiles(const Group &G, int Count) {
  const std::vector<Walk> Each = {{"sums_at", P.StoredZero ? G.Tiles * kFour * S.StrideW : 0}, {"four", G.Tiles}};
  if (beginsAhead(G)) {
    sums(G);
    begin(G);
  }
  N.loop("tile", Count, Each, Unrolling::None, [&] {
    place();
    if (!beginsAhead(G)) {
      sums(G);
      begin(G);
    }
    tile(G);
    if (beginsAhead(G))
      begin(G);
    next(G.Tiles);
  });
}

/// Tiles whose weights are in registers: the output stage of each stands beside the next one's products, whose sums are other registers.
void PairNest::keptTiles(const Group &G) {
  const Group Other = {G.Blocks, G.Tiles, G.Rests, "next"};
  N.array("HVX_Vector", "kept", {static_cast<int>(words())});
  for (int Word = 0; Word < words(); ++Word)
    N.set(Value("kept")[Word], Value("w")[Word]);
  sums(G);
  sums(Other);
  const auto Multiply = [&](const Group &Each) {
    begin(Each);
    N.block([&] {
      place();
      products(Each);
    });
    next(1);
  };
  const auto Step = [&](const Group &Done, const Group &Next) {
    N.move({{"sums_at", P.StoredZero ? kFour * S.StrideW : 0}});
    Multiply(Next);
    finish(Done);
    N.move({{"four", 1}});
  };
  Multiply(G);
  N.loop("tile", (Pairs.tiles() - 1) / 2, {}, Unrolling::None, [&] {
    Step(G, Other);
    Step(Other, G);
  });
  if (Pairs.tiles() % 2 == 0)
    Step(G, Other);
  finish(Pairs.tiles() % 2 ? G : Other);
}

/// Writes all tiles of a row of so many blocks, or of all rows.
void PairNest::group(int Blocks, const std::vector<RestGroup::Each> &Rests) {
  if (Pairs.isByBlocks())
    return readyRows(Blocks, Rests);
  N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
  N.declare("const uint8_t *", "eight", "from");
  N.offer("const int32_t *", "sums_at", "sum_at");
  const int Most = Pairs.tilesOf(Blocks);
  declareDistance(Most);
  if (Pairs.areKept(Blocks))
    return keptTiles({Blocks, 1, Rests});
  tiles({Blocks, Most, Rests}, Pairs.tiles() / Most);
  for (int Tiles = Most / 2; Tiles > 0; Tiles /= 2) // the last ones
    if (Pairs.tiles() & Tiles)
      N.block([&] {
        const Group Last = {Blocks, Tiles, Rests};
        place();
        sums(Last);
        begin(Last);
        tile(Last);
        if (Tiles > 1)
          N.move({{"eight", Pairs.placeOfTile(Tiles)}, {"four", Tiles}, {"sums_at", P.StoredZero ? Tiles * kFour * S.StrideW : 0}});
      });
}

/// Writes a row of blocks, or all rows of them, that are multiplied alike. Those whose weights leave a byte have code of their own.
void PairNest::set(size_t Number) {
  const auto &[Each, Times, Of] = Sets[Number];
  const std::vector<Walk> Walks = {{"w", Each * words()}, {"stage", Each * constants()}, {"to", Each * Row.blockBytes()}};
  const Value All = nameOf("rests", Number);
  N.loop("blocks", Times, Walks, Unrolling::None, [&, Each = Each, Times = Times, &Of = Of] {
    if (Of.Words.empty())
      return group(Each, {});
    const auto WithRests = [&](const Value &Rest) {
      N.declare("const HVX_Vector *const", "rest", Rest);
      group(Each, Of.Words);
    };
    if (Times == 1)
      return WithRests(All);
    N.declare("const int", "has", Value(nameOf("rest_of", Number))["blocks"]);
    const auto Some = [&] { WithRests(All + ("has" - Value(1)) * Value(static_cast<int>(Of.Words.size()))); };
    if (std::count(Of.Has.begin(), Of.Has.end(), 0) == 0)
      return Some();
    N.guard("has", Some, [&] { group(Each, {}); });
  });
}

void PairNest::blocks(const char *To) {
  N.declare("const HVX_Vector *", {{"w", {}, "weights"}, {"stage", {}, "stages"}});
  N.declare("uint8_t *", "to", To);
  for (size_t Number = 0; Number < Sets.size(); ++Number)
    set(Number);
}

void PairNest::row() {
  blocks(V.OutBlocked ? "row_out" : "row");
  if (!V.OutBlocked)
    N.run("hl_unblock_row", {"row", V.outWidth4() * 32, S.Out.W, Out.Pixel, "row_out", "out_limit"});
}

void PairNest::rows() {
  N.declare("const uint8_t *", "from", "words");
  N.offer("const int32_t *", "sum_row", Row.hasSums() ? "sums" : "0");
  N.declare("uint8_t *", "row_out", "out");
  const int64_t SumsStep = Row.hasSums() ? int64_t(S.StrideH) * V.SumsWidth : 0;
  N.loop("y", S.Out.H, {{"from", Pairs.OutputStep * Pairs.rowBytes()}, {"sum_row", SumsStep}, {"row_out", Out.Row}}, Unrolling::None, [&] {
    if (Row.hasWindowSums())
      N.block([&] { Row.windowSums("sum_row", "window_sums", V.windowWidth()); });
    N.offer("const int32_t *const", "sum_at", Row.hasWindowSums() ? "window_sums" : "sum_row");
    row();
  });
}

void PairNest::write() {
  declare();
  N.vectorTypes(Machine(W.target()));
  N.tensors();
  N.loop("batch", S.Out.N, {{"in", Image.input().Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    Image.make();
    N.block([&] { makeWords(); });
    N.block([&] { Pairs.isByBlocks() ? blocks("out") : rows(); });
  });
}

} // namespace hexloom
