// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PixelNest.h"
#include "plans/products/Tile.h"
#include "stages/StageText.h"

#include <algorithm>

namespace hexloom {

static constexpr int kQuad = 4;

PixelNest::PixelNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
    : P(P), M(W.target()), Filter(G.in(O, 1)), Stage(outputStage(G, O)), Type(G.in(O, 0).Type), Straight(unrolledWords(O)),
      Halves(halvesOf(O, P)), StageFirst(stageIsFirst(O, P)), N(W) {
  checkObeyed(O, P.Chosen);
}

int PixelNest::constantsOf() const { return kQuad * (1 + stageVectorsOf(P.Chosen.Kind)); }

void PixelNest::declare() {
  LayerWriter &W = N.writer();
  if (*M.header())
    W.include(M.header());
  N.line(strf("typedef %s vector;", M.vectorType()));
  N.line("typedef vector unaligned_vector __attribute__((aligned(1), unused));");
  if (!P.Chosen.Kind.isReference()) {
    W.body("stage.h");
    W.structure("hl_stage", "stage", stageFields(P.Chosen.Kind, ""));
  } else {
    W.include("hexloom/portable/lanes.h");
    N.line("const int32_t *const scales = " + W.blobOf(packScales(P, Stage), "int32_t", "multipliers and shifts") + ";");
  }
  N.line("const uint64_t *const weights = " + W.blob(packWeights(P, Filter), "uint64_t", "filter, packed") + ";");
  N.line("const vector *const constants = " +
         W.blobOf(packStages(P, Filter, Stage, Type), "vector", "biases and constants of the output stage") + ";");
}

void PixelNest::beginSums() {
  if (hasSums())
    N.line(strf("vector sums[%d] = {{0}};", Halves));
}

std::string PixelNest::asMultiplied(const std::string &Loaded) const {
  return P.flips(Type) ? M.say(computes::Flip, {Loaded, M.say(computes::Splat, {"128"})}) : Loaded;
}

void PixelNest::addToSums(int Half, const std::string &Vector, const std::string &Factors) {
  const std::string Sum = strf("sums[%d]", Half);
  if (hasSums())
    N.line(Sum + " = " + M.say(*P.SumsBy, {Sum, Vector, Factors}) + ";");
}

std::string PixelNest::factors(bool IsLast) const {
  const int Bytes = IsLast ? P.S.In.C - kQuad * (P.Words - 1) : kQuad;
  return std::to_string(static_cast<int32_t>(factorOf(P.Stored.SumsFactor, Bytes)));
}

/// Four channels of all pixels by the weights of four outputs.
void PixelNest::multiply(const char *Sums) {
  static const char *const Weights[kQuad] = {"(int32_t)low", "(int32_t)(low >> 32)", "(int32_t)high", "(int32_t)(high >> 32)"};
  N.line("const uint64_t low = w[0], high = w[1];");
  for (int Half = 0; Half < Halves; ++Half)
    for (int I = 0; I < kQuad; ++I) {
      const std::string Sum = strf("%s[%d][%d]", Sums, Half, I);
      N.line(Sum + " = " + M.say(*P.By, {Sum, Half ? "second" : "first", Weights[I]}) + ";");
    }
}

void PixelNest::word(const char *Sums, const PixelSource &From) {
  N.line("const vector first = *(const vector *)at;");
  if (Halves > 1)
    N.line("const vector second = *(const vector *)(at + " + From.Second + ");");
  multiply(Sums);
}

void PixelNest::products(const char *Sums, const std::string &Constants, const PixelSource &From) {
  N.block([&] {
    for (int Half = 0; Half < Halves; ++Half)
      for (int I = 0; I < kQuad; ++I) {
        const std::string Bias = strf("%s[%d]", Constants.c_str(), I);
        N.line(strf("%s[%d][%d] = ", Sums, Half, I) +
               (hasSums() ? M.say(computes::WordSum, {Bias, strf("sums[%d]", Half)}) : Bias) + ";");
      }
    N.line("const uint8_t *at = " + From.First + ";");
    const int All = P.Taps * P.Words, Each = Halves > 1 ? 1 : 2; // words of a turn: of one half's sums a word's wait for themselves
    const int First = Straight + (All - Straight) % Each;
    const std::vector<Walk> Walks = {{"w", 2}, {"at", From.Next}};
    const auto One = [&] { word(Sums, From); };
    N.loop("word", First, Walks, Unrolling::Full, One);
    if (All > First && Each == 1)
      N.loop("word", First, All - First, Walks, Unrolling::None, One);
    else if (All > First)
      N.loop("pair", (All - First) / Each, {}, Unrolling::None, [&] { N.loop("word", Each, Walks, Unrolling::Full, One); });
  });
}

/// The reference's arithmetic, by plain C.
void PixelNest::finishByWords(const PixelTarget &To) {
  for (int Half = 0; Half < Halves; ++Half)
    N.block([&] {
      N.line(strf("int32_t words[%d] __attribute__((aligned(HL_ALIGN)));", kQuad * M.lanes()));
      for (int I = 0; I < kQuad; ++I)
        N.line(strf("*(vector *)(words + %d) = kept[%d][%d];", I * M.lanes(), Half, I));
      N.line(strf("hl_lanes_to_bytes(words, %d, s, %d, %d, %d, to%s);", M.lanes(), Stage.OutZero, Stage.Bounds.Min, Stage.Bounds.Max,
                  Half ? (" + " + To.Second).c_str() : ""));
    });
}

void PixelNest::finish(const PixelTarget &To) {
  if (P.Chosen.Kind.isReference())
    return finishByWords(To);
  N.block([&] {
    const int Each = stageVectorsOf(P.Chosen.Kind);
    std::string All;
    for (int I = 0; I < kQuad; ++I) {
      N.line(strf("const hl_stage_lanes lanes%d = hl_stage_load(&stage, c + %d);", I, kQuad + I * Each));
      All += strf("%s&lanes%d", I ? ", " : "", I);
    }
    N.line("const hl_stage_lanes *const lanes[4] = {" + All + "};");
    for (int Half = 0; Half < Halves; ++Half)
      N.line(strf("*(%s *)(to%s) = hl_stage_mixed(&stage, kept[%d], lanes, %d, %d, %s);", To.IsAligned ? "vector" : "unaligned_vector",
                  Half ? (" + " + To.Second).c_str() : "", Half, Stage.Bounds.Min, Stage.Bounds.Max, hlType(Type)));
  });
}

void PixelNest::begin(const PixelTarget &To) {
  N.line("const uint64_t *w = weights;");
  N.line("const vector *c = constants;");
  N.line("uint8_t *to = " + To.First + ";");
  if (P.Chosen.Kind.isReference())
    N.line("const int32_t *s = scales;");
  N.line(strf("vector kept[%d][4];", Halves));
}

void PixelNest::fewOutputs(const std::function<void()> &Windows, const PixelTarget &To) {
  HEXLOOM_CHECK(P.Quads == 1, "more than four outputs at a time");
  begin(To);
  const auto Each = [&](const char *Value) {
    N.loop("i", kQuad, {}, Unrolling::Full, [&] {
      for (int Half = 0; Half < Halves; ++Half) {
        const std::string Sum = strf("kept[%d][i]", Half);
        N.line(Sum + " = " + (*Value ? std::string(Value) : M.say(computes::WordSum, {Sum, strf("sums[%d]", Half)})) + ";");
      }
    });
  };
  Each("c[i]");
  Windows();
  if (hasSums())
    Each("");
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
    N.loop("quad", 1, P.Quads - 1, Walks, Unrolling::NoneNorPipelined, [&] {
      const std::string Next = strf("(c + %d)", constantsOf());
      if (StageFirst) {
        finish(To);
        products("kept", Next, From);
        return;
      }
      N.line(strf("vector next[%d][4];", Halves));
      products("next", Next, From);
      finish(To);
      N.loop("i", kQuad, {}, Unrolling::Full, [&] {
        for (int Half = 0; Half < Halves; ++Half)
          N.line(strf("kept[%d][i] = next[%d][i];", Half, Half));
      });
    });
  finish(To);
}

} // namespace hexloom
