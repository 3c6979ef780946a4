// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PixelNest.h"
#include "stages/StageText.h"

#include <algorithm>

namespace hexloom {

static constexpr int kQuad = 4;

PixelNest::PixelNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W, int Halves)
    : P(P), M(W.target()), Filter(G.in(O, 1)), Stage(P.Output), Type(G.in(O, 0).Type), Straight(O.Schedule.Unroll), Halves(Halves),
      StageFirst(stageIsFirst(O, P)), N(W) {
  checkObeyed(O, P.Chosen);
}

int PixelNest::constantsOf() const { return kQuad * (1 + stageVectorsOf(P.Chosen.Kind)); }

void PixelNest::declare() {
  LayerWriter &W = N.writer();
  if (*M.header())
    W.include(M.header());
  N.vectorTypes(M);
  if (!P.Chosen.Kind.isReference()) {
    W.body("stage.h");
    W.structure("hl_stage", "stage", stageFields(P.Chosen.Kind, ""));
  } else {
    W.include("hexloom/portable/lanes.h");
    N.declare("const int32_t *const", "scales", N.constantBy([&] { return packScales(P); }, "int32_t", "multipliers and shifts"));
  }
  N.declare("const uint64_t *const", "weights", N.constantBy([&] { return packWeights(P, Filter); }, "uint64_t", "filter, packed"));
  N.declare("const vector *const", "constants",
            N.constantBy([&] { return packStages(P, Filter, Type); }, "vector", "biases and constants of the output stage"));
}

void PixelNest::beginSums() {
  if (hasSums())
    N.declare("vector", {{"sums", {Halves}, list({list({0})})}});
}

Value PixelNest::asMultiplied(const Value &Loaded) const {
  return P.flips(Type) ? does(M, computes::Flip, {Loaded, does(M, computes::Splat, {128})}) : Loaded;
}

void PixelNest::addToSums(int Half, const Value &Vector, const Value &Factors) {
  const Value Sum = Value("sums")[Half];
  if (hasSums())
    N.set(Sum, does(*P.SumsBy, {Sum, Vector, Factors}));
}

int PixelNest::factors(bool IsLast) const {
  const int Bytes = IsLast ? P.S.In.C - kQuad * (P.Words - 1) : kQuad;
  return static_cast<int32_t>(factorOf(P.Stored.SumsFactor, Bytes));
}

/// Four channels of all pixels by the weights of four outputs.
void PixelNest::multiply(const Value &Sums) {
  const auto Weight = [](int I) {
    const Value Two = I < 2 ? "low" : "high";
    return cast("int32_t", I % 2 ? binary(">>", Two, 32) : Two);
  };
  N.declare("const uint64_t", {{"low", {}, Value("w")[0]}, {"high", {}, Value("w")[1]}});
  for (int Half = 0; Half < Halves; ++Half)
    for (int I = 0; I < kQuad; ++I)
      N.set(Sums[Half][I], does(*P.By, {Sums[Half][I], Half ? "second" : "first", Weight(I)}));
}

void PixelNest::word(const Value &Sums, const PixelSource &From) {
  N.declare("const vector", "first", load("const vector *", "at"));
  if (Halves > 1)
    N.declare("const vector", "second", load("const vector *", "at" + From.Second));
  multiply(Sums);
}

void PixelNest::products(const Value &Sums, const Value &Constants, const PixelSource &From) {
  N.block([&] {
    for (int Half = 0; Half < Halves; ++Half)
      for (int I = 0; I < kQuad; ++I)
        N.set(Sums[Half][I], hasSums() ? does(M, computes::WordSum, {Constants[I], Value("sums")[Half]}) : Constants[I]);
    N.declare("const uint8_t *", "at", From.First);
    const int All = P.Taps * P.Words, Each = Halves > 1 ? 1 : 2; // words of a turn: of one half's sums a word's wait for themselves
    const int First = Straight + (All - Straight) % Each;
    const std::vector<Walk> Walks = {{"w", 2}, {"at", From.Next}};
    const auto One = [&] { word(Sums, From); };
    N.loop("word", First, Walks, Unrolling::Full, One);
    if (All > First && Each == 1)
      N.loop("word", First, All, 1, Walks, Unrolling::None, One);
    else if (All > First)
      N.loop("pair", (All - First) / Each, {}, Unrolling::None, [&] { N.loop("word", Each, Walks, Unrolling::Full, One); });
  });
}

/// The reference's arithmetic, by plain C.
void PixelNest::finishByWords(const PixelTarget &To) {
  for (int Half = 0; Half < Halves; ++Half)
    N.block([&] {
      N.declare("int32_t", {{"words", {kQuad * M.lanes()}, {}, true}});
      for (int I = 0; I < kQuad; ++I)
        N.set(load("vector *", "words" + Value(I * M.lanes())), Value("kept")[Half][I]);
      N.run("hl_lanes_to_bytes", {"words", M.lanes(), "s", Stage.OutZero, Stage.Bounds.Min, Stage.Bounds.Max, Half ? "to" + To.Second : "to"});
    });
}

void PixelNest::finish(const PixelTarget &To) {
  if (P.Chosen.Kind.isReference())
    return finishByWords(To);
  N.block([&] {
    const int Each = stageVectorsOf(P.Chosen.Kind);
    std::vector<Value> All;
    for (int I = 0; I < kQuad; ++I) {
      const std::string Lanes = strf("lanes%d", I);
      N.declare("const hl_stage_lanes", Lanes, call("hl_stage_load", {"&stage", "c" + Value(kQuad + I * Each)}));
      All.push_back("&" + Lanes);
    }
    N.declare("const hl_stage_lanes *const", {{"lanes", {kQuad}, list(All)}});
    for (int Half = 0; Half < Halves; ++Half)
      N.set(load(To.IsAligned ? "vector *" : "unaligned_vector *", parentheses(Half ? "to" + To.Second : "to")),
            call("hl_stage_mixed", {"&stage", Value("kept")[Half], "lanes", Stage.Bounds.Min, Stage.Bounds.Max, hlType(Type)}));
  });
}

void PixelNest::begin(const PixelTarget &To) {
  N.declare("const uint64_t *", "w", "weights");
  N.declare("const vector *", "c", "constants");
  N.declare("uint8_t *", "to", To.First);
  if (P.Chosen.Kind.isReference())
    N.declare("const int32_t *", "s", "scales");
  N.array("vector", "kept", {Halves, 4});
}

void PixelNest::fewOutputs(const std::function<void()> &Windows, const PixelTarget &To) {
  HEXLOOM_CHECK(P.Quads == 1, "more than four outputs at a time");
  begin(To);
  const auto Each = [&](bool IsBegin) {
    N.loop("i", kQuad, {}, Unrolling::Full, [&] {
      for (int Half = 0; Half < Halves; ++Half) {
        const Value Sum = Value("kept")[Half]["i"];
        N.set(Sum, IsBegin ? Value("c")["i"] : does(M, computes::WordSum, {Sum, Value("sums")[Half]}));
      }
    });
  };
  Each(true);
  Windows();
  if (hasSums())
    Each(false);
  finish(To);
}

/// The stage of four outputs stands beside the next ones' products, in the plan's order (pixelOrders).
void PixelNest::outputs(const PixelSource &From, const PixelTarget &To) {
  begin(To);
  std::vector<Walk> Walks = {{"c", constantsOf()}, {"to", To.Next}};
  if (P.Chosen.Kind.isReference())
    Walks.push_back({"s", 2 * kQuad});
  products("kept", "c", From);
  if (P.Quads > 1)
    N.loop("quad", 1, P.Quads, 1, Walks, Unrolling::NoneNorPipelined, [&] {
      const Value Next = "c" + Value(constantsOf());
      if (StageFirst) {
        finish(To);
        products("kept", Next, From);
        return;
      }
      N.array("vector", "next", {Halves, 4});
      products("next", Next, From);
      finish(To);
      N.loop("i", kQuad, {}, Unrolling::Full, [&] {
        for (int Half = 0; Half < Halves; ++Half)
          N.set(Value("kept")[Half]["i"], Value("next")[Half]["i"]);
      });
    });
  finish(To);
}

} // namespace hexloom
