// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search for embeddings: what is known by hand is found, everything that is found is an embedding, and work is bounded. Whether
// everything is found, EmbedOracleTest.cpp asks a constraint solver.
#include "embed/Instructions.h"
#include "embed/Operators.h"
#include "embed/Rectangle.h"
#include "embed/Search.h"
#include "ir/Text.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace hexloom;

namespace {

const ScalarInstruction &instruction(const char *Name) { return embeddableNamed(Name).Scalars; }

std::vector<std::string> found(const char *Name, const char *Operator, SearchOptions Options = {}) {
  const ScalarOperator O = parseOperator(Operator);
  std::vector<std::string> Texts;
  for (const DimensionMap &M : findEmbeddings(instruction(Name), O, Options).Maps)
    Texts.push_back(text(M, O));
  return Texts;
}

bool has(const std::vector<std::string> &All, const char *Text) { return std::find(All.begin(), All.end(), Text) != All.end(); }

SearchOptions strict() {
  SearchOptions Options;
  Options.Strict = true;
  return Options;
}

SearchOptions plain() {
  SearchOptions Options;
  Options.Fuses = Options.Pads = false;
  return Options;
}

/// Whether every element of the instruction is one element of the operator, and no result is another's.
bool isEmbedding(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O) {
  for (size_t Operand = 0; Operand < 3; ++Operand) {
    const ScalarOperator::Tensor &T = O.Tensors[Operand && M.WeightsFirst ? 3 - Operand : Operand];
    std::map<int, std::vector<int64_t>> Is;
    for (int64_t Lane = 0; Lane < I.Lanes; ++Lane)
      for (int64_t Term = 0; Term < I.Terms; ++Term) {
        const int Element = I.Operands[Operand].Of[I.product(Lane, Term)];
        const auto [At, IsNew] = Is.emplace(Element, T.Map(indexAt(M, O, Lane, Term)));
        if (Element >= 0 && !IsNew && At->second != T.Map(indexAt(M, O, Lane, Term)))
          return false;
      }
    std::set<std::vector<int64_t>> Places;
    for (const auto &Each : Is)
      Places.insert(Each.second);
    if (Operand == 0 && Places.size() != Is.size())
      return false;
  }
  return true;
}

} // namespace

TEST(EmbedSearch, InstructionsAreSumsOfProducts) {
  const ScalarInstruction &Vrmpy = instruction("vrmpy.ub.b");
  EXPECT_EQ(Vrmpy.Lanes, 32);
  EXPECT_EQ(Vrmpy.Terms, 4);
  EXPECT_EQ(Vrmpy.Operands[1].Of[Vrmpy.product(7, 2)], 30);
  EXPECT_EQ(Vrmpy.Operands[2].Of[Vrmpy.product(7, 2)], 2);
  EXPECT_TRUE(Vrmpy.LanesCommute && Vrmpy.TermsCommute);
  const ScalarInstruction &Vtmpy = instruction("vtmpy.ub.b"); // the third term has no weight
  EXPECT_EQ(Vtmpy.Terms, 3);
  EXPECT_EQ(Vtmpy.Operands[1].Of[Vtmpy.product(5, 1)], 132);
  EXPECT_EQ(Vtmpy.Operands[2].Of[Vtmpy.product(5, 2)], -1);
  EXPECT_FALSE(Vtmpy.LanesCommute || Vtmpy.TermsCommute);
  const ScalarInstruction &Vconv2 = instruction("vconv2.b.b.b"); // pixels in two vectors
  EXPECT_EQ(Vconv2.Operands[1].Name, "ab");
  EXPECT_EQ(Vconv2.Operands[1].Of[Vconv2.product(12 + 11, 3)], 25);
  EXPECT_EQ(Vconv2.Operands[2].Of[Vconv2.product(12 + 11, 3)], 7);
  const ScalarInstruction &Vdmpy = instruction("vdmpy.h.h"); // saturates
  EXPECT_EQ(Vdmpy.Terms, 2);
  EXPECT_THROW(embeddableNamed("vadd.w.w"), UserError);
  EXPECT_THROW(embeddableNamed("vmpy"), UserError);
}

TEST(EmbedSearch, StrictMappingIsThatOfTheReference) {
  EXPECT_EQ(found("vta.gemm", "conv 16x16x64, 3x3, 32", strict()), std::vector<std::string>{"activations first, lanes k:16, terms c:16"});
  EXPECT_TRUE(found("vta.gemm", "conv 224x224x3, 7x7 by 2, 64", strict()).empty()) << "three channels are no sixteen";
  EXPECT_TRUE(found("vta.gemm", "conv 16x16x64, 3x3, 8", strict()).empty());
  EXPECT_EQ(found("vrmpy.ub.b", "conv 16x16x64, 3x3, 32", strict()), std::vector<std::string>{"weights first, lanes k:32, terms c:4"});
}

TEST(EmbedSearch, WhatIsWrittenByHandIsFound) {
  const auto Low = found("vrmpy.ub.b", "conv 700x161x1, 20x5 by 2, 32");
  for (const char *Text : {"weights first, lanes k:32, terms ky:4", "weights first, lanes k:32, terms (ky.kx):4",
                           "weights first, lanes k:32, terms kx:2 ky:2", "activations first, lanes x:32, terms ky:4",
                           "activations first, lanes (y.x):32, terms ky:4", "weights first, lanes k:32, terms c:4"})
    EXPECT_TRUE(has(Low, Text)) << Text;
  EXPECT_TRUE(has(found("vrmpy.ub.b", "conv 56x56x64, 3x3, 64"), "weights first, lanes k:32, terms c:4")) << "d32";
  EXPECT_TRUE(has(found("vrmpy.ub.b", "conv 56x56x64, 3x3, 64"), "activations first, lanes (y.x):32, terms c:4"))
      << "planes of four channels";
  EXPECT_TRUE(has(found("vtmpy.ub.b", "depthwise 8x130x8, 3x3"), "activations first, lanes x:128, terms kx:3"));
  EXPECT_TRUE(has(found("vconv1.b.b", "conv 8x15x8, 4x4, 8"), "activations first, lanes x:12 k:4, terms kx:4"));
  EXPECT_TRUE(has(found("vmpy.ub.b", "conv 8x130x8, 3x3, 8"), "activations first, lanes x:128, terms none"));
  EXPECT_TRUE(has(found("vmpa.ub.b", "conv 8x130x8, 3x3, 8"), "activations first, lanes x:128, terms c:2"));
  EXPECT_TRUE(has(found("vdmpy.h.h", "conv 8x34x8, 3x3, 8"), "activations first, lanes x:32, terms c:2"));
  EXPECT_TRUE(has(found("vrmpy.ub.pub", "conv 8x8x64, 3x3, 64"), "weights first, lanes k:32 x:2, terms c:4")) << "a word for each of two pixels";
  EXPECT_TRUE(has(found("vrmpy.ub.vb", "depthwise 8x8x32, 3x3"), "activations first, lanes c:32, terms kx:4"));
  EXPECT_TRUE(has(found("vconv2.b.b.b", "conv 8x28x8, 4x4 by 2, 8"), "activations first, lanes x:12 k:4, terms kx:4"));
  EXPECT_TRUE(has(found("vconvl.b.b.b", "conv 8x28x8, 1x1, 8"), "activations first, lanes x:12 k:4, terms c:2"));
  EXPECT_TRUE(has(found("vdot.b.b", "fc 64, 32"), "weights first, lanes k:4, terms c:4"));
}

TEST(EmbedSearch, WhatIsFoundIsAnEmbedding) {
  size_t Count = 0, Fused = 0, Padded = 0;
  for (const char *Text : {"conv 10x10x3, 3x3, 16", "transposed 3x3x3, 4x4 by 2, 8"}) {
    const ScalarOperator O = parseOperator(Text);
    for (const EmbeddableInstruction &I : embeddableInstructions()) {
      const ScalarOperator Padded1 = O.padded(I.Scalars.Terms);
      for (const DimensionMap &M : findEmbeddings(I.Scalars, O, {}).Maps) {
        EXPECT_TRUE(isEmbedding(M, I.Scalars, Padded1)) << I.Scalars.Name << " in " << Text << ": " << text(M, O);
        const EmbeddingPrice P = priceOf(M, I.Scalars, O);
        EXPECT_GT(P.Use, 0);
        EXPECT_LE(P.Use, 1);
        ++Count;
        Padded += P.Pads;
        Fused += text(M, O).find('(') != std::string::npos;
      }
    }
  }
  EXPECT_GT(Count, 1000u);
  EXPECT_GT(Fused, 100u);
  EXPECT_GT(Padded, 100u);
}

/// Axes as one: the same maps as in an operator that has them as one.
TEST(EmbedSearch, FusedRunsAreAxesOfAFusedOperator) {
  const ScalarOperator O = parseOperator("conv 9x9x3, 3x5, 32");
  const std::vector<size_t> Run = {O.axisNamed("ky"), O.axisNamed("kx"), O.axisNamed("c")};
  const ScalarOperator Fused = O.fused(Run);
  SearchOptions Options = plain();
  std::set<std::string> Ours, Others;
  for (const DimensionMap &M : findEmbeddings(instruction("vrmpy.ub.b"), Fused, Options).Maps)
    Others.insert(text(M, Fused));
  Options.Fuses = true;
  for (const DimensionMap &M : findEmbeddings(instruction("vrmpy.ub.b"), O, Options).Maps)
    if (M.Terms.size() == 1 && M.Terms[0].Axes == Run &&
        std::all_of(M.Lanes.begin(), M.Lanes.end(), [](const EmbeddingPiece &P) { return P.Axes.size() == 1; }))
      Ours.insert(text(M, O));
  EXPECT_EQ(Ours, Others);
  EXPECT_TRUE(Ours.count("weights first, lanes k:32, terms (ky.kx.c):4"));
}

TEST(EmbedSearch, WithoutCanonicalOrderEachOrderIsFound) {
  SearchOptions Options = plain();
  const size_t Canonical = found("vrmpy.ub.b", "conv 12x12x4, 3x3, 8", Options).size();
  Options.IsCanonical = false;
  const auto All = found("vrmpy.ub.b", "conv 12x12x4, 3x3, 8", Options);
  EXPECT_GT(All.size(), Canonical);
  EXPECT_TRUE(has(All, "activations first, lanes x:4 y:8, terms kx:2 ky:2"));
  EXPECT_TRUE(has(All, "activations first, lanes y:8 x:4, terms ky:2 kx:2"));
}

TEST(EmbedSearch, Rectangles) {
  EXPECT_TRUE(isRectangle({{3, 5}}));
  EXPECT_TRUE(isRectangle({{0, 4}, {1, 4}, {0, 5}, {1, 5}, {0, 6}, {1, 6}}));
  EXPECT_FALSE(isRectangle({{0}, {2}})) << "a gap";
  EXPECT_FALSE(isRectangle({{1}, {0}})) << "backwards";
  EXPECT_FALSE(isRectangle({{0, 0}, {1, 1}})) << "along no dimension";
  EXPECT_FALSE(isRectangle({{0}, {1}, {1}, {2}})) << "along one dimension twice";
  EXPECT_FALSE(isRectangle({{0, 0}, {0, 1}, {0, 2}, {1, 0}})) << "the last line is not whole";
  EXPECT_FALSE(isRectangle({{0, 0}, {0, 1}, {1, 1}, {1, 0}})) << "the second line runs back";
}

TEST(EmbedSearch, Prices) {
  const ScalarOperator O = parseOperator("conv 700x161x1, 20x5 by 2, 32");
  const size_t K = O.axisNamed("k"), Ky = O.axisNamed("ky"), Kx = O.axisNamed("kx");
  const EmbeddingPrice Rows = priceOf({true, {{{K}, 32}}, {{{Ky}, 4}}}, instruction("vrmpy.ub.b"), O);
  EXPECT_EQ(Rows.Instructions, 341 * 79 * 5 * 5);
  EXPECT_DOUBLE_EQ(Rows.Use, 1);
  EXPECT_EQ(Rows.Packed, (std::vector<int64_t>{341 * 79 * 32, 349 * 161 * 4, 32 * 100})) << "the image of 349x161x4";
  const EmbeddingPrice Padded = priceOf({true, {{{K}, 32}}, {{{Kx}, 4}}}, instruction("vrmpy.ub.b"), O);
  EXPECT_DOUBLE_EQ(Padded.Use, 5.0 / 8);
  EXPECT_EQ(Padded.Packed[2], 32 * 20 * 8);
  EXPECT_FALSE(Padded.Pads);
  const EmbeddingPrice Columns = priceOf({true, {{{K}, 32}}, {{{Ky, Kx}, 4}}}, instruction("vrmpy.ub.b"), O);
  EXPECT_EQ(Columns.Packed[1], 341 * 79 * 100) << "each pixel's window is written out";
  const EmbeddingPrice Channels = priceOf({true, {{{K}, 32}}, {{{O.axisNamed("c")}, 4}}}, instruction("vrmpy.ub.b"), O);
  EXPECT_TRUE(Channels.Pads);
  EXPECT_EQ(Channels.Packed[1], 700 * 161 * 4);
  EXPECT_EQ(Channels.Packed[2], 32 * 100 * 4);
}

/// The number of an axis' indices makes neither search nor prices longer.
TEST(EmbedSearch, LargeOperators) {
  const ScalarOperator O = parseOperator("conv 16000000x1, 160000 by 3 dilated 2, 64");
  const SearchResult Found = findEmbeddings(instruction("vrmpy.ub.b"), O, {});
  EXPECT_LT(Found.Steps, 100'000);
  const DimensionMap Rows = {true, {{{O.axisNamed("k")}, 32}}, {{{O.axisNamed("kx")}, 4}}};
  EXPECT_NE(std::find(Found.Maps.begin(), Found.Maps.end(), Rows), Found.Maps.end());
  // Words begin at 3 p + 8 w: of each remainder by 3 all from its first to the last window's end, of which the next is eight further.
  int64_t Words = 0;
  const int64_t Pixels = O.extents()[1], Last = 160000 / 4;
  for (int64_t Remainder = 0; Remainder < 3; ++Remainder)
    for (int64_t W = Remainder; W < Last; W += 3)
      Words += W == Remainder ? Pixels : 8;
  EXPECT_EQ(priceOf(Rows, instruction("vrmpy.ub.b"), O).Packed[1], Words * 4);
  EXPECT_THROW(findEmbeddings(instruction("vrmpy.ub.b"), parseOperator("conv 9000000x9000000x9000000, 1x1, 1"), {}), UserError) << "offsets of more than 64 bits";
}

TEST(EmbedSearch, WorkIsBounded) {
  const ScalarOperator O = parseOperator("conv 4x16x56x56x64, 3x3x3, 64 groups 8");
  SearchOptions Options;
  const SearchResult Whole = findEmbeddings(instruction("vrmpy.ub.b"), O, Options);
  EXPECT_TRUE(Whole.IsComplete);
  Options.MostSteps = Whole.Steps / 4;
  const SearchResult Part = findEmbeddings(instruction("vrmpy.ub.b"), O, Options);
  EXPECT_FALSE(Part.IsComplete);
  EXPECT_LT(Part.Steps, Whole.Steps / 2);
  for (const DimensionMap &M : Part.Maps)
    ASSERT_NE(std::find(Whole.Maps.begin(), Whole.Maps.end(), M), Whole.Maps.end());
  EXPECT_EQ(findEmbeddings(instruction("vrmpy.ub.b"), O, {}).Maps, Whole.Maps) << "deterministic";
}

TEST(EmbedSearch, OperatorsThatAreNone) {
  for (const char *Text : {"",
                           "conv",
                           "pond 3x3",
                           "conv 8x8x4, 3x3",
                           "conv 8x8x4, 9x9, 4",
                           "conv 8x8x4, 3x3, 0",
                           "conv 8x8x4, 3x3, -4",
                           "conv 8x8x4, 3x3, 4x4",
                           "conv 8x8x4, 3x3 by, 4",
                           "conv 8x8x4, 3x3 by 2 by 2, 4",
                           "conv 8x8x4, 3x3x3x3, 4",
                           "conv 8x8x4, 3x3, 4 groups 3",
                           "conv 8x8x, 3x3, 4",
                           "conv 99999999999x8x4, 3x3, 4",
                           "fc 4",
                           "fc 4x4x4, 3",
                           "matmul 4, 4",
                           "matmul 4x4, 4 by 2",
                           "pool 8x8x4, 3x3 dilated 2",
                           "conv 16000000x16000000x16000000, 1x1, 16000000",
                           "conv 8x8x4, , 4"})
    EXPECT_THROW(parseOperator(Text), UserError) << Text;
  const ScalarOperator O = parseOperator("conv 2x151x40x1, 20x5 by 8x2 pad 8, 32");
  EXPECT_EQ(O.extents(), (std::vector<int64_t>{2, 19, 26, 32, 1, 20, 5}));
  EXPECT_EQ(O.products(), int64_t(2) * 19 * 26 * 32 * 100);
}

/// Operators of networks are those of the text with the same sizes.
TEST(EmbedSearch, OperatorsOfNetworks) {
  const struct {
    const char *In, *Filter, *Out, *Operator, *Attributes, *Text;
  } Cases[] = {
      {"1x49x10x1", "64x10x4x1", "1x25x5x64", "CONV_2D", "stride=[2, 2], dilation=[1, 1], pads=[4, 1, 5, 1]", "conv 49x10x1, 10x4 by 2 pad 5x1, 64"},
      {"2x9x9x8", "12x3x2x4", "2x5x8x12", "CONV_2D", "stride=[1, 1], dilation=[2, 1], pads=[0, 0, 0, 0]", "conv 2x9x9x8, 3x2 dilated 2x1, 12 groups 2"},
      {"1x8x8x6", "1x3x3x6", "1x8x8x6", "DEPTHWISE_CONV_2D", "stride=[1, 1], dilation=[1, 1], pads=[1, 1, 1, 1], depth_multiplier=1", "depthwise 8x8x6, 3x3 pad 1"},
      {"1x8x8x6", "1x3x3x12", "1x8x8x12", "DEPTHWISE_CONV_2D", "stride=[1, 1], dilation=[1, 1], pads=[1, 1, 1, 1], depth_multiplier=2",
       "conv 8x8x6, 3x3 pad 1, 12 groups 6"},
      {"1x3x3x4", "8x4x4x4", "1x8x8x8", "TRANSPOSE_CONV", "stride=[2, 2], pads=[0, 0, 0, 0]", "transposed 3x3x4, 4x4 by 2, 8"},
      {"1x8x8x6", nullptr, "1x4x4x6", "AVERAGE_POOL_2D", "kernel=[2, 2], stride=[2, 2], pads=[0, 0, 0, 0]", "pool 8x8x6, 2x2 by 2"},
      {"3x20", "7x20", "3x7", "FULLY_CONNECTED", "", "fc 3x20, 7"},
  };
  for (const auto &C : Cases) {
    const std::string Tensor = "scale=1 zero=0", Inputs = C.Filter ? "%0, %1, none" : "%0";
    const Graph G = parseGraph("graph g from \"g\"\ninput %0: i8[" + std::string(C.In) + "] " + Tensor + "\n" +
                                   (C.Filter ? "input %1: i8[" + std::string(C.Filter) + "] " + Tensor + "\n" : "") + "%2: i8[" + C.Out + "] " + Tensor + " = " +
                                   C.Operator + "(" + Inputs + ") {" + C.Attributes + (*C.Attributes ? ", " : "") + "activation=none}\noutput %2\n",
                               "g.hlir");
    const std::optional<ScalarOperator> O = scalarsOf(G, G.Ops[0]);
    ASSERT_TRUE(O.has_value()) << C.Text;
    const ScalarOperator Wanted = parseOperator(C.Text);
    EXPECT_EQ(O->extents(), Wanted.extents()) << C.Text;
    ASSERT_EQ(O->Tensors.size(), Wanted.Tensors.size());
    for (size_t T = 0; T < Wanted.Tensors.size(); ++T)
      EXPECT_TRUE(O->Tensors[T].Map == Wanted.Tensors[T].Map) << C.Text << ": " << O->Tensors[T].Map.text();
  }
}

TEST(EmbedSearch, ProductsOfMatricesOfNetworks) {
  const auto Of = [](const char *Left, const char *Right, const char *Out) {
    const Graph G = parseGraph("graph g from \"g\"\ninput %0: i8[" + std::string(Left) + "] scale=1 zero=0\ninput %1: i8[" + Right + "] scale=1 zero=0\n%2: i8[" + Out +
                                   "] scale=1 zero=0 = BATCH_MATMUL(%0, %1) {adj_x=false, adj_y=false}\noutput %2\n",
                               "g.hlir");
    return scalarsOf(G, G.Ops[0]);
  };
  EXPECT_TRUE(Of("3x4x8", "3x8x5", "3x4x5")->Tensors[2].Map == parseOperator("matmul 3x4x8, 5").Tensors[2].Map);
  EXPECT_EQ(Of("3x4x8", "8x5", "3x4x5")->Tensors[2].Sizes, (std::vector<int64_t>{8, 5})) << "the second one is shared";
  EXPECT_FALSE(Of("2x3x4x8", "3x8x5", "2x3x4x5").has_value()) << "shared in one dimension of two";
  EXPECT_FALSE(Of("3x0x8", "3x8x5", "3x0x5").has_value()) << "empty";
}
