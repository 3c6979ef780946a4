// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PairNest.h"
#include "plans/products/Convolution.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kPixelBytes = 32, kFour = PairView::kFour, kPairsOfTile = 2;
static const char *const kNextBlock = "a pointer for each block; of one, the others' distances would be added at every load";

/// Bytes from an eight's first pair of words of a pixel to that of another word, of a second tile, of a tile's second pair.
static int64_t placeOfWord(int Word) { return Word % 2 * kVector + Word / 2 * 8; }
static constexpr int64_t kSecondTile = 32, kSecondPair = 64;

static Value numbered(const char *Name, int I) { return strf("%s%d", Name, I); }

PairNest::PairNest(const PairView &Pairs, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W)
    : Pairs(Pairs), V(Pairs.Image), S(V.Shape), P(P), Stage(Stage), Type(Type), W(W), N(W), Image(V, P, Stage.InZero, Type, N),
      Row(V, P, Stage, Type, "", N), Out(stridesOf(V.OutBlocked ? blockedLayouts()[0] : Layout::RowMajor, S.Out, 1)),
      Product(*instructionNamed(V.SignedWeights ? "vrmpy.b.pub" : "vrmpy.ub.pub")) {}

int64_t PairNest::constants() const { return P.Kind.isReference() ? 3 : 1 + stageVectorsOf(P.Kind); }

void PairNest::declare() {
  W.body("product_pairs.h");
  W.structure("hl_product", "p", productFields(V, P, Stage, Type));
  N.declare("const HVX_Vector *const", "weights", N.constant(P.Weights, "HVX_Vector", "filter, packed"));
  N.declare("const HVX_Vector *const", "stages", N.constantOf(P.Stages, "HVX_Vector", "constants of the output stage"));
  Image.declare();
  N.scratch("uint8_t *const", "words", Pairs.bytes());
  if (Row.hasWindowSums())
    N.scratch("int32_t *const", "window_sums", V.windowWidth() * 4);
  if (V.OutBlocked)
    return;
  W.body("layout.h");
  N.scratch("uint8_t *const", "row", V.outBlocks() * Row.blockBytes());
  N.limit("out_limit", N.output(0), S.Out.N * Out.Image);
}

/// Two vectors of four pixels, dealt.
void PairNest::eight(const Value &First, const Value &Second) {
  const auto Unsigned = [&](const Value &Vector) {
    return Type == DType::Int8 ? does(*instructionNamed("vxor.ub.ub"), {Vector, "flip"}) : Vector;
  };
  N.declare("const HVX_VectorPair", "dealt", call("Q6_W_vdeal_VVR", {Unsigned(Second), Unsigned(First), Pairs.isDealt2() ? 4 : 36}));
  N.set(Value("to")[0], call("Q6_V_lo_W", {"dealt"}));
  N.set(Value("to")[1], call("Q6_V_hi_W", {"dealt"}));
}

void PairNest::eights(const char *Vector, int64_t Count) {
  N.loop("x", Count, {{"at", 2 * kVector}, {"to", 2}}, Unrolling::Compiler, [&] {
    N.declare("const HVX_Vector", "first", load(Vector, "at"));
    N.declare("const HVX_Vector", "second", load(Vector, shifted("at", kVector)));
    eight("first", "second");
  });
}

void PairNest::wordsOfColumn(int Column) {
  const int64_t First = int64_t(Column) * S.DilationW * kPixelBytes;
  const char *const Vector = First % kVector ? "const unaligned_vector *" : "const HVX_Vector *";
  N.declare("const uint8_t *", "at", moved("block_from", First));
  eights(Vector, Pairs.HasHalf ? Pairs.Eights - 1 : Pairs.Eights);
  if (!Pairs.HasHalf)
    return;
  N.block([&] {
    N.declare("const HVX_Vector", "first", load(Vector, "at"));
    eight("first", "first");
    N.move({{"to", 2}});
  });
}

void PairNest::makeWords() {
  N.declare("HVX_Vector *", "to", cast("HVX_Vector *", "words"));
  if (Type == DType::Int8)
    N.declare("const HVX_Vector", "flip", call("Q6_Vb_vsplat_R", {128}));
  if (Pairs.isFlat()) {
    N.declare("const uint8_t *", "at", "image");
    return eights("const HVX_Vector *", int64_t(Pairs.Rows) * Pairs.Blocks * Pairs.Eights);
  }
  N.declare("const uint8_t *", "row_from", "image");
  N.loop("y", Pairs.Rows, {{"row_from", int64_t(Pairs.RowStep) * V.RowBytes}}, Unrolling::None, [&] {
    N.declare("const uint8_t *", "block_from", "row_from");
    N.loop("block", Pairs.Blocks, {{"block_from", V.BlockBytes}}, Unrolling::None, [&] {
      for (int Column = 0; Column < Pairs.Columns; ++Column)
        N.block([&] { wordsOfColumn(Column); });
    });
  });
}

/// The four sums of a block are two pairs; its weights have a pointer of their own.
void PairNest::begin(int Blocks) {
  N.array("HVX_VectorPair", "sum", {Blocks, kPairsOfTile});
  for (int B = 0; B < Blocks; ++B)
    for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
      const Value Bias = Value("stage")[B * constants()];
      const auto Begin = [&](int Half) {
        const Value Sum = Value("sums_at")[pixel(Pair, Half) * S.StrideW];
        return P.StoredZero ? does(*instructionNamed("vadd.w.w"), {Bias, call("Q6_V_vsplat_R", {Sum})}) : Bias;
      };
      N.set(Value("sum")[B][Pair], does(*instructionNamed("vcombine.ub.ub"), {Begin(1), Begin(0)}));
    }
  for (int B = 0; B < Blocks; ++B) {
    N.declare("const HVX_Vector *", numbered("w", B).text(), moved("w", B * words() + (Pairs.isTwice(Blocks) ? Pairs.FullWords : 0)));
    N.hide(numbered("w", B), kNextBlock);
  }
}

/// From bytes on of the words, and from vectors on of the weights.
void PairNest::run(int Blocks, int Words, int64_t Bytes, int Vectors) {
  const auto PairOf = [&](int Word, int Pair) { return Value(strf("pair%d_%d", Word, Pair)); };
  const auto Load = [&](int Word) {
    for (int Pair = 0; Pair < kPairsOfTile; ++Pair)
      N.declare("const uint64_t", PairOf(Word, Pair).text(),
                load("const uint64_t *", moved("x", Bytes + placeOfWord(Word) + Pair * kSecondPair)));
  };
  // The next word's pairs are loaded ahead where there are fewer than four blocks: else they get the registers of this one's.
  const int Ahead = Blocks < PairView::kMostBlocks ? 1 : 0;
  N.block([&] {
    if (Ahead)
      Load(0);
    for (int Word = 0; Word < Words; ++Word) {
      if (Word + Ahead < Words)
        Load(Word + Ahead);
      for (int B = 0; B < Blocks; ++B)
        for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
          const Value Sum = Value("sum")[B][Pair];
          N.set(Sum, does(Product, {Sum, numbered("w", B)[Vectors + Word], PairOf(Word, Pair)}));
        }
    }
  });
}

void PairNest::runs(int Blocks, int Runs, int Words) {
  if (Runs == 0 || Words == 0)
    return;
  const int Times = Pairs.isTwice(Blocks) ? 2 : 1;
  std::vector<Walk> Walks = {{"x", Times * Pairs.runBytes()}};
  for (int B = 0; B < Blocks; ++B)
    Walks.push_back({numbered("w", B), Times * Words});
  N.loop("run", Runs / Times, Walks, Unrolling::NoneNorPipelined, [&] {
    run(Blocks, Words, 0, Times == 2 ? -Words : 0); // distances that loads of vectors have room for
    if (Times == 2)
      run(Blocks, Words, Pairs.runBytes(), 0);
  });
}

void PairNest::products(int Blocks) {
  const int Full = Pairs.fullBlocks() * Pairs.Columns, Tail = Pairs.TailWords ? Pairs.Columns : 0;
  const auto Kinds = [&](int Times) {
    runs(Blocks, Full * Times, Pairs.FullWords);
    runs(Blocks, Tail * Times, Pairs.TailWords);
  };
  if (Pairs.runsAreOneLoop()) {
    N.declare("const uint8_t *", "x", "tile_from");
    return Kinds(S.KernelH);
  }
  N.declare("const uint8_t *", "kernel_row", "tile_from");
  N.loop("ky", S.KernelH, {{"kernel_row", S.DilationH * Pairs.rowBytes()}}, Unrolling::None, [&] {
    N.declare("const uint8_t *", "x", "kernel_row");
    Kinds(1);
  });
}

void PairNest::finish(int Blocks) {
  for (int B = 0; B < Blocks; ++B)
    N.block([&] {
      std::vector<Value> Ready(kFour, "");
      for (int Pair = 0; Pair < kPairsOfTile; ++Pair) {
        Ready[static_cast<size_t>(pixel(Pair, 0))] = call("Q6_V_lo_W", {Value("sum")[B][Pair]});
        Ready[static_cast<size_t>(pixel(Pair, 1))] = call("Q6_V_hi_W", {Value("sum")[B][Pair]});
      }
      N.declare("const HVX_Vector", {{"ready", {kFour}, list(Ready)}});
      N.declare("const hl_product_output", "output", call("hl_product_output_of", {"&p", moved("stage", B * constants())}));
      N.run("hl_product_finish", {"&p", "ready", "&output", moved("four", B * Row.blockBytes() / kVector)});
    });
}

/// Products in straight code have packets of their own: beside other vector instructions their weights find no place in the packet.
void PairNest::tile(int Blocks) {
  std::vector<Value> Sums;
  for (int B = 0; B < Blocks; ++B)
    for (int Pair = 0; Pair < kPairsOfTile; ++Pair)
      Sums.push_back(Value("sum")[B][Pair]);
  const auto Fence = [&](const char *Reason) {
    if (Pairs.isOneRun())
      N.fence(Sums, Reason);
  };
  begin(Blocks);
  Fence("products take all of their packets");
  products(Blocks);
  Fence("the same");
  finish(Blocks);
}

/// Writes all tiles of a row of so many blocks.
void PairNest::group(int Blocks) {
  N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
  N.declare("const uint8_t *", "eight", "from");
  N.offer("const int32_t *", "sums_at", "sum_at");
  const std::vector<Walk> Each = {{"sums_at", P.StoredZero ? kFour * S.StrideW : 0}, {"four", 1}};
  const auto Tile = [&](const Value &From) {
    N.declare("const uint8_t *", "tile_from", From);
    N.hide("tile_from", "otherwise each of a run's pairs has a pointer of its own");
    tile(Blocks);
  };
  if (Pairs.isDealt2()) {
    std::vector<Walk> Walks = Each;
    Walks.push_back({"eight", PairView::kEightBytes});
    return N.loop("tile", Pairs.tiles(), Walks, Unrolling::None, [&] { Tile("eight"); });
  }
  // Two tiles for each eight: two distances in turn, since a loop of two turns would have both of them written out.
  N.declare("int32_t", "distance", int(kSecondTile));
  N.loop("tile", Pairs.tiles(), Each, Unrolling::None, [&] {
    Tile("eight");
    N.set("eight", Value("eight") + Value("distance"));
    N.set("distance", Value(PairView::kEightBytes) - Value("distance"));
  });
}

void PairNest::row() {
  N.declare("const HVX_Vector *", {{"w", {}, "weights"}, {"stage", {}, "stages"}});
  N.declare("uint8_t *", "to", V.OutBlocked ? "row_out" : "row");
  std::vector<std::pair<int, int>> Groups; // blocks, and how often
  for (int Blocks : PairView::groupsOf(V.outBlocks())) {
    if (Groups.empty() || Groups.back().first != Blocks)
      Groups.push_back({Blocks, 0});
    ++Groups.back().second;
  }
  for (const auto &[Blocks, Times] : Groups) {
    const std::vector<Walk> Walks = {{"w", Blocks * words()}, {"stage", Blocks * constants()}, {"to", Blocks * Row.blockBytes()}};
    N.loop("blocks", Times, Walks, Unrolling::None, [&, Blocks = Blocks] { group(Blocks); });
  }
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
    N.block([&] { rows(); });
  });
}

} // namespace hexloom
