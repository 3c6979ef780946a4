// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nests are generated from: a layout's vectors as its map has them, a target's rows by what they compute. And nests as C,
// what they execute, what that costs by pipes and by bodies.
#include "instructions/Machine.h"
#include "nests/Ask.h"
#include "nests/Guards.h"
#include "nests/Lanes.h"
#include "nests/Print.h"
#include "price/Bodies.h"
#include "price/Pipes.h"
#include "price/Slots.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace hexloom;

namespace {

constexpr Nhwc kImages = {2, 3, 6, 70}; // width and channels padded, 18 pixels of an image

/// The place of each unit's first pixel, from the map itself.
std::vector<int64_t> placesOf(Layout L, int PixelsOfRow) {
  const LayoutMap Map(L, {kImages.N, kImages.H, kImages.W, kImages.C});
  std::vector<int64_t> Places;
  for (int64_t N = 0; N < kImages.N; ++N)
    for (int64_t Y = 0; Y < kImages.H; ++Y)
      for (int64_t X = 0; X < kImages.W; X += PixelsOfRow)
        Places.push_back(Map.addressOf({N, Y, X, 0}));
  return Places;
}

} // namespace

TEST(Lanes, BlocksOf32ChannelsAreExchanged) {
  const std::optional<PixelVectors> V = pixelVectors(Layout::Depth32, kImages, 4, 128);
  ASSERT_TRUE(V);
  EXPECT_EQ(V->Channels, 32);
  EXPECT_EQ(V->Bits, (std::vector<int>{2, 3, 4}));
  EXPECT_EQ(V->Block, 2 * 128); // two vectors of four pixels in a row
  EXPECT_EQ(V->offsets(), placesOf(Layout::Depth32, 4));
  EXPECT_FALSE(V->isDense(128));
  EXPECT_TRUE(pixelVectors(Layout::Depth32, {2, 3, 6, 32}, 4, 128)->isDense(128));
}

TEST(Lanes, PlanesOfFourChannelsAreAsTheyAre) {
  const std::optional<PixelVectors> V = pixelVectors(Layout::Planes4, kImages, 4, 128);
  ASSERT_TRUE(V);
  EXPECT_EQ(V->Channels, 4);
  EXPECT_TRUE(V->Bits.empty());
  EXPECT_EQ(V->Block, 128);
  EXPECT_EQ(V->Units, 2); // a vector of each image
  EXPECT_FALSE(V->isDense(128));
  EXPECT_FALSE(V->IsFlat); // each is padded
  const std::optional<PixelVectors> Narrow = pixelVectors(Layout::Planes4, {1, 3, 6, 70}, 4, 16);
  ASSERT_TRUE(Narrow);
  EXPECT_EQ(Narrow->Units, 8); // 32 pixels, four at a time
  EXPECT_TRUE(Narrow->isDense(16));
  EXPECT_TRUE(Narrow->IsFlat); // padded behind all
  EXPECT_TRUE(pixelVectors(Layout::Depth32, {2, 3, 8, 70}, 4, 128)->IsFlat);
  EXPECT_FALSE(pixelVectors(Layout::Depth32, {1, 3, 6, 70}, 4, 128)->IsFlat); // each row is padded
}

TEST(Lanes, LayoutsWithoutFourChannelsInALaneHaveNone) {
  for (Layout L : {Layout::RowMajor, Layout::Planar, Layout::PlanesMargin, Layout::Columns1, Layout::Columns2})
    EXPECT_FALSE(pixelVectors(L, kImages, 4, 128)) << text(L);
}

TEST(Machine, FindsRowsByWhatTheyCompute) {
  const std::vector<WordProduct> Hexagon = Machine(Target::Hexagon).wordProducts(), Swift = Machine(Target::SwiftDSP).wordProducts();
  ASSERT_EQ(Hexagon.size(), 2u);
  EXPECT_TRUE(Hexagon[0].UnsignedLanes && !Hexagon[0].UnsignedWord && Hexagon[1].UnsignedLanes && Hexagon[1].UnsignedWord);
  ASSERT_EQ(Swift.size(), 1u);
  EXPECT_FALSE(Swift[0].UnsignedLanes || Swift[0].UnsignedWord);
  EXPECT_TRUE(Machine(Target::Portable).wordProducts().empty());
  EXPECT_FALSE(Machine(Target::Portable).has(computes::WordSum));
}

TEST(Machine, SaysTemplatesWithTheirOperands) {
  const Machine M(Target::Hexagon);
  EXPECT_EQ(M.say(*M.wordProducts()[0].Row, {"sum", "v[0]", "(int32_t)w"}), "Q6_Vw_vrmpyacc_VwVubRb(sum, v[0], ((int32_t)w))");
  EXPECT_EQ(M.say(computes::WordSum, {"x", "y + z"}), "Q6_Vw_vadd_VwVw(x, (y + z))");
}

namespace {

std::string inPlace(size_t Number, const std::string &CType) { return "W(" + CType + ", " + std::to_string(Number) + ")"; }

std::string printed(const nest::Block &Body) { return withMarks(print(Body, Target::Hexagon, inPlace), inPlace); }

/// A value as the printer writes it in an assignment.
std::string printed(const Value &V) { return printed(nest::Block{{nest::Assign{"x", V}}}); }

} // namespace

TEST(Nests, ValuesArePrintedWithTheParenthesesThatCNeeds) {
  const Value A = "a", B = "b", C = "c";
  EXPECT_EQ(printed((A + B) * C), "  x = (a + b) * c;\n");
  EXPECT_EQ(printed(A - (B - C)), "  x = a - (b - c);\n");
  EXPECT_EQ(printed((A - B) - C), "  x = a - b - c;\n");
  EXPECT_EQ(printed((A + 4)[1]), "  x = (a + 4)[1];\n");
  EXPECT_EQ(printed(load("const vector *", A + 4)), "  x = *(const vector *)(a + 4);\n");
  EXPECT_EQ(printed(addressOf(A[3])), "  x = &a[3];\n");
  EXPECT_EQ(printed(choice(A < B && B < C, A + B, C)), "  x = a < b && b < c ? a + b : c;\n");
  EXPECT_EQ(printed((A < B || B < C) && C < A), "  x = (a < b || b < c) && c < a;\n");
  EXPECT_EQ(printed(cast("int32_t", binary(">>", A, 32))), "  x = (int32_t)(a >> 32);\n");
  EXPECT_EQ(printed(moved(A, 0)), "  x = a;\n");
  EXPECT_EQ(printed(shifted(A, -2)), "  x = a - 2;\n");
  EXPECT_EQ(printed(call("f", {A, list({1, 2})})), "  x = f(a, {1, 2});\n");
  EXPECT_EQ(printed(Value(constantMark(7, "int32_t"))), "  x = W(int32_t, 7);\n");
}

TEST(Nests, TextsAreReadAsWhatTheyAre) {
  EXPECT_TRUE(Value("row.factor").is(Value::Kind::Name));
  EXPECT_TRUE(Value("&row").is(Value::Kind::Address));
  EXPECT_EQ(Value("0x01010101").number(), 0x01010101);
  EXPECT_TRUE(Value(constantMark(7, "int32_t")).is(Value::Kind::Constant));
  EXPECT_TRUE(Value("a + b").is(Value::Kind::Text));
}

TEST(Nests, StatementsArePrintedInTheirBlocks) {
  const nest::Block Body = {{nest::Assign{Value("sums")[0], "v"}}};
  const nest::Loop L{"x", 0, 10, 4, {{"from", 128}, {"to", 1}, {"at", -3}, {"still", 0}}, Unrolling::NoneNorPipelined, Body};
  EXPECT_EQ(L.trips(), 3);
  EXPECT_EQ(printed(nest::Block{{L}}), "  _Pragma(\"clang loop unroll(disable)\")\n"
                                       "  _Pragma(\"clang loop pipeline(disable)\")\n"
                                       "  for (int x = 0; x < 10; x += 4, from += 128, ++to, at -= 3)\n"
                                       "    {\n"
                                       "      sums[0] = v;\n"
                                       "    }\n");
  EXPECT_EQ(printed(nest::Block{{nest::Declare{"const uint8_t *", {{"a", {}, "b"}, {"c", {}, {}}}, true}}}),
            "  __attribute__((unused)) const uint8_t *a = b, *c;\n");
  EXPECT_EQ(printed(nest::Block{{nest::Run{call("f", {}), {{"a", 1}, {"b", -2}}}}}), "  f(), a += 1, b += -2;\n");
}

TEST(Nests, StructuresThatBeginWithConstantsAreFound) {
  const auto Of = [](const std::string &Text) { return nest::Block{{nest::Structure{"hl_p", "p", {{"n", "1"}, {"table", Text}}}}}; };
  EXPECT_TRUE(initializesByConstants(Of(constantMark(0, "uint8_t"))));
  EXPECT_FALSE(initializesByConstants(Of("0")));
}

namespace {

/// Four words of two sums: two loads, four products by words that are loaded in pairs.
nest::Block products(Unrolling U) {
  const Machine M(Target::Hexagon);
  const Instruction &By = *instructionNamed("vrmpy.ub.b");
  const Value W = "w", Sums = "sums";
  nest::Block Body = {{nest::Declare{"const vector", {{"first", {}, load("const vector *", "at")}}, false}}};
  for (int I = 0; I < 4; ++I)
    Body.push_back({nest::Assign{Sums[I], does(By, {Sums[I], "first", W[I]})}});
  return {{nest::Declare{"const int32_t *", {{"w", {}, "weights"}}, false}},
          {nest::Declare{"vector", {{"sums", {4}, {}}}, false}},
          {nest::Loop{"word", 0, 10, 1, {{"w", 4}, {"at", 128}}, U, Body}}};
}

} // namespace

TEST(Nests, WorkIsCountedByTurns) {
  const Part P = partOf(products(Unrolling::None), Target::Hexagon);
  ASSERT_EQ(P.Inside.size(), 1u);
  EXPECT_EQ(P.Inside[0].Own, (std::map<std::string, int64_t>{{"load int32_t", 4}, {"load vector", 1}, {"vrmpy.ub.b", 4}}));
  EXPECT_EQ(P.Inside[0].Keeps, std::set<std::string>{"sums"}); // `w` walks
  EXPECT_EQ(workOf(P).at("vrmpy.ub.b").Least, 40);
}

TEST(Nests, GuardsHaveARange) {
  const nest::Block More = products(Unrolling::None), Less = {{nest::Run{call("hl_x", {}), {}}}};
  const Work W = workOf(partOf({{nest::Guard{Value("x") < 3, More, Less}}}, Target::Hexagon));
  EXPECT_EQ(W.at("vrmpy.ub.b").Least, 0);
  EXPECT_EQ(W.at("vrmpy.ub.b").Most, 40);
  EXPECT_EQ(W.at("hl_x").Most, 1);
}

TEST(Nests, VariablesThatHideOthersAreNotKept) {
  const nest::Block Inner = {{nest::Declare{"int", {{"x", {}, 0}}, false}}, {nest::Assign{"x", Value("x") + 1}}};
  const nest::Block Body = {{nest::Declare{"int", {{"x", {}, 0}}, false}}, {nest::Loop{"i", 0, 4, 1, {}, Unrolling::None, Inner}}};
  EXPECT_TRUE(partOf(Body, Target::Hexagon).Inside[0].Keeps.empty());
}

TEST(Nests, WhatIsTheSameInAllTurnsIsApart) {
  // One load is from where the loop walks, one from the layer's own memory, one always the same; its product with itself, too.
  const auto Pointer = [](const char *Name, const Value &Begin) { return nest::Statement{nest::Declare{"const vector *", {{Name, {}, Begin}}, false}}; };
  const auto Vector = [](const char *Name, const Value &Begin) { return nest::Statement{nest::Declare{"const vector", {{Name, {}, Begin}}, false}}; };
  const Instruction &Row = *instructionNamed("vxor.ub.ub");
  const nest::Block Turn = {Pointer("c", Value("constants") + 1),  Vector("one", Value("at")[0]), Vector("other", Value("own")[0]),
                            Vector("same", Value("c")[0]),         Vector("still", does(Row, {"same", "same"})),
                            Vector("now", does(Row, {"one", "same"}))};
  const nest::Block Body = {Pointer("constants", "in0"), Pointer("at", "in0"), Pointer("own", cast("const vector *", Value(Value::Kind::Scratch, {}))),
                            {nest::Loop{"i", 0, 12, 1, {{"at", 1}}, Unrolling::None, Turn}}};
  EXPECT_EQ(partOf(Body, Target::Hexagon).Inside[0].Own,
            (std::map<std::string, int64_t>{{"load vector", 2}, {"load vector kept", 1}, {"vxor.ub.ub", 1}, {"vxor.ub.ub kept", 1}}));
  // All that a loop walks over is known, if it is written out.
  const nest::Block Straight = {Pointer("at", "in0"), {nest::Loop{"i", 0, 3, 1, {{"at", 1}}, Unrolling::Full, {Vector("one", Value("at")[0])}}}};
  const Part Outer = partOf({{nest::Loop{"x", 0, 12, 1, {}, Unrolling::None, Straight}}}, Target::Hexagon);
  EXPECT_EQ(Outer.Inside[0].Inside[0].Own, (std::map<std::string, int64_t>{{"load vector kept", 1}}));
}

TEST(Pipes, TheFullestOfAPieceCounts) {
  // One turn has four products (two cycles of two pipes), five loads (two and a half) and nine instructions (two and a quarter).
  EXPECT_EQ(pipeCycles(partOf(products(Unrolling::None), Target::Hexagon), Target::Hexagon)->Cycles, 10 * 2.5);
  EXPECT_EQ(pipeCycles(partOf(products(Unrolling::Full), Target::Hexagon), Target::Hexagon)->Cycles, 25);
  EXPECT_FALSE(pipeCycles(Part(), Target::Portable));
}

TEST(Slots, PacketsOfLoopsAndTheirLatenciesCount) {
  // A turn has three products (a packet and a half of two) and two vectors loaded (one packet); then a loaded value is waited for.
  const auto Turn = [](int Loads) {
    const Instruction &By = *instructionNamed("vdot.b.b");
    nest::Block Body = {{nest::Declare{"const vector", {{"first", {}, load("const vector *", "at")}}, false}}};
    for (int I = 0; I < 3; ++I)
      Body.push_back({nest::Assign{Value("sums")[I], does(By, {Value("sums")[I], "first", "word"})}});
    for (int I = 1; I < Loads; ++I)
      Body.push_back({nest::Declare{"const vector", {{"more" + std::to_string(I), {}, load("const vector *", Value("at") + I)}}, false}});
    return Body;
  };
  const auto Loop = [](int64_t Turns, Unrolling U, const nest::Block &Body) {
    return nest::Block{{nest::Declare{"vector", {{"sums", {4}, {}}}, false}}, {nest::Loop{"i", 0, Turns, 1, {{"at", 16}}, U, Body}}};
  };
  const auto Cycles = [](const nest::Block &Body) { return *slotCycles(partOf(Body, Target::SwiftDSP), Target::SwiftDSP); };
  const double Between = Cycles(Loop(20, Unrolling::None, Turn(2))) - Cycles(Loop(10, Unrolling::None, Turn(2)));
  EXPECT_EQ(Between, 10 * (1.5 + 1));
  EXPECT_EQ(Cycles(Loop(20, Unrolling::None, Turn(8))) - Cycles(Loop(10, Unrolling::None, Turn(8))), 10 * (4 + 1)); // loads are more
  EXPECT_EQ(Cycles(Loop(20, Unrolling::Full, Turn(2))) - Cycles(Loop(10, Unrolling::Full, Turn(2))), 10 * 1.5);
  // A loop around it branches.
  const nest::Block Inner = Loop(10, Unrolling::None, Turn(2));
  const double Once = Cycles(Loop(10, Unrolling::None, Turn(2))) - Cycles({});
  EXPECT_EQ(Cycles(Loop(20, Unrolling::None, Inner)) - Cycles(Loop(10, Unrolling::None, Inner)), 10 * (Once + 2));
  EXPECT_FALSE(slotCycles(Part(), Target::Hexagon));
}

TEST(Pipes, WhatIsNotKnownIsNamed) {
  const Part P = partOf({{nest::Run{call("hl_x", {}), {}}}}, Target::Hexagon);
  EXPECT_EQ(text(*pipeCycles(P, Target::Hexagon)), "0 cycles by pipes; not counted: hl_x");
}

TEST(Guards, AreCountedByWhatLoopsWalk) {
  // The guard holds in six of ten turns of 128 bytes: those that begin at byte 256 or later and end by byte 1024.
  const nest::Guard G{Value("from") >= "begin" + Value(256) && cast("uintptr_t", "from") + 128 <= "begin" + Value(1024), {}, {}};
  const nest::Block Body = {{nest::Declare{"const uint8_t *", {{"from", {}, cast("const uint8_t *", "in0")}}, false}},
                            {nest::Declare{"const uintptr_t", {{"begin", {}, cast("uintptr_t", "from")}}, false}},
                            {nest::Loop{"x", 0, 10, 1, {{"from", 128}}, Unrolling::None, {{G}}}}};
  const GuardShares Shares = guardShares(Body);
  ASSERT_EQ(Shares.size(), 1u);
  EXPECT_DOUBLE_EQ(Shares.begin()->second, 0.6);
}

TEST(Guards, OfWhatIsLoadedAreNotKnown) {
  const nest::Guard G{load("const int32_t *", "in0") < 3, {}, {}};
  EXPECT_TRUE(guardShares({{G}}).empty());
}

TEST(Bodies, StraightCodeIsOne) {
  // An instruction stands in front of its operands.
  const std::vector<Piece> Loop = piecesOf(partOf(products(Unrolling::None), Target::Hexagon));
  ASSERT_EQ(Loop.size(), 2u);
  EXPECT_EQ(text(Loop[0].Body), "loop: 1 load vector, 4 vrmpy.ub.b, 4 load int32_t");
  EXPECT_EQ(Loop[0].Turns, 10);
  EXPECT_EQ(Loop[0].Entries, 1);
  EXPECT_EQ(text(Loop[1].Body), "once: 1 loop");
  const std::vector<Piece> Straight = piecesOf(partOf(products(Unrolling::Full), Target::Hexagon));
  ASSERT_EQ(Straight.size(), 1u);
  EXPECT_EQ(text(Straight[0].Body), "once: 10 load vector, 40 vrmpy.ub.b, 40 load int32_t");
}

TEST(Bodies, EachSideOfAGuardIsABody) {
  const nest::Block First = {{nest::Run{call("hl_x", {}), {}}}}, Other = {{nest::Run{call("hl_y", {}), {}}}};
  const nest::Block Turn = {{nest::Run{call("hl_both", {}), {}}}, {nest::Guard{Value("i") < 3, First, Other}}};
  const std::vector<Piece> All = piecesOf(partOf({{nest::Loop{"i", 0, 12, 1, {}, Unrolling::times(2), Turn}}}, Target::Hexagon));
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(text(All[0].Body), "loop by 2: 1 hl_both, 1 guard, 1 hl_x");
  EXPECT_EQ(All[0].Turns, 3);
  EXPECT_EQ(text(All[1].Body), "loop by 2: 1 hl_both, 1 guard, 1 hl_y");
  EXPECT_EQ(All[1].Turns, 9);
}

TEST(Bodies, PrimitivesTellTheirLoops) {
  const OwnLoops Rows = {{"hl_x of two", 40, 8}, {"hl_y", 6}, {"hl_z", 0}};
  const nest::Block Layer = {{nest::Run{call("hl_rows", {Value("in")}), {}, Rows}}};
  std::vector<Piece> All = piecesOf(partOf({{nest::Loop{"i", 0, 12, 1, {}, Unrolling::None, Layer}}}, Target::Hexagon));
  ASSERT_EQ(All.size(), 4u); // what has no turns is no body
  EXPECT_EQ(text(All[0].Body), "own loop: 1 hl_x of two");
  EXPECT_EQ(All[0].Turns, 12 * 40);
  EXPECT_EQ(All[0].Entries, 12 * 8);
  EXPECT_EQ(text(All[1].Body), "own loop: 1 hl_y");
  EXPECT_EQ(text(All[2].Body), "loop: 2 own loop");
  // Few turns are a body of their own.
  Part Few;
  addLoops(Few, {{"hl_x", 6, 3}}, nullptr);
  EXPECT_EQ(text(piecesOf(Few)[0].Body), "own loop of 2: 1 hl_x");
  // A form that the table has not is priced by others of the same primitive.
  Piece P;
  P.Turns = 100, P.Entries = 1;
  P.Body = {{{"hl_vtable8", 1}}, "own loop"};
  const Price Known = priceOf({P});
  EXPECT_EQ(Known.Found, Known.Cycles);
  P.Body.Executes[0].first = "hl_vtable8 otherwise";
  EXPECT_EQ(priceOf({P}).Found, 0);
  EXPECT_NEAR(priceOf({P}).Cycles, Known.Cycles, 0.1 * Known.Cycles);
  // Numbers in forms that are near count most.
  const auto PriceOf = [&](const char *Form) {
    P.Body.Executes[0].first = Form;
    return priceOf({P});
  };
  const Price Other = PriceOf("hl_vcopy any vectors-11");
  EXPECT_EQ(Other.Found, 0);
  EXPECT_GT(Other.Cycles, PriceOf("hl_vcopy any vectors-8").Cycles);
  EXPECT_LT(Other.Cycles, PriceOf("hl_vcopy any vectors-12").Cycles);
}

TEST(Bodies, TheTableIsInOrder) {
  // Rows are found by halving.
  const std::vector<std::string> Rows = {
#define BODY(TURN, ENTRY, TEXT) TEXT,
#include "price/bodies.def"
  };
  EXPECT_TRUE(std::is_sorted(Rows.begin(), Rows.end()));
}

TEST(Bodies, ThoseOfTheTableAreFound) {
  Piece P;
  P.Body = {{{"load vector", 2}, {"load uint64_t", 2}, {"vrmpy.ub.b", 8}}, "loop"};
  P.Turns = 100, P.Entries = 1;
  const Price Known = priceOf({P});
  EXPECT_EQ(Known.Found, Known.Cycles);
  EXPECT_GE(Known.Cycles, 300); // eight products take four packets, and the compiler may do four turns at a time
  P.Body.Executes[2].second = 9;
  const Price Alike = priceOf({P});
  EXPECT_EQ(Alike.Found, 0);
  EXPECT_NEAR(Alike.Cycles, Known.Cycles * 9 / 8, 0.1 * Known.Cycles);
}
