// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of schedules: in the IR, and how plans are told apart by it.
#include "ir/Text.h"
#include "support/Error.h"

#include <gtest/gtest.h>

using namespace hexloom;

namespace {

Schedule scheduleOf(const std::vector<std::pair<std::string, std::string>> &Fields) {
  Schedule S;
  for (const auto &[Name, Value] : Fields)
    EXPECT_EQ(S.set(Name, Value), "") << Name;
  return S;
}

} // namespace

TEST(Schedule, FieldsKeepTheirOrder) {
  const Schedule S = scheduleOf({{"stage", "t2"}, {"tile", "8x32"}, {"vector", "activations"}, {"unroll", "4"}});
  EXPECT_EQ(text(S), "vector=activations tile=8x32 unroll=4 stage=t2");
  EXPECT_EQ(S.Tile, (std::vector<int32_t>{8, 32}));
  EXPECT_EQ(text(Schedule()), "");
}

TEST(Schedule, WrongValuesAreRefused) {
  const std::pair<const char *, const char *> Wrong[] = {
      {"tile", ""},   {"tile", "x8"},   {"tile", "8x"},         {"tile", "8x0"},  {"tile", "99999999999"}, {"unroll", "0"},
      {"unroll", "-1"}, {"vector", "both"}, {"words", "cache"}, {"words", ""}, {"copies", "0"}, {"walk", "columns"}, {"route", "a,b"}, {"stage", "a b"}, {"stage", ""}, {"order", "a,b"}, {"finish", ""}, {"row", "a b"},   {"speed", "1"}};
  for (const auto &[Name, Value] : Wrong) {
    Schedule S;
    EXPECT_NE(S.set(Name, Value), "") << Name << "=" << Value;
  }
}

TEST(Schedule, UnsetFieldsAreAny) {
  const Schedule S = scheduleOf({{"tile", "8x32"}, {"stage", "t2"}});
  EXPECT_TRUE(S.satisfies({}));
  EXPECT_TRUE(S.satisfies(scheduleOf({{"stage", "t2"}})));
  EXPECT_FALSE(S.satisfies(scheduleOf({{"stage", "t4"}})));
  EXPECT_FALSE(S.satisfies(scheduleOf({{"unroll", "2"}})));
  EXPECT_TRUE(scheduleOf({{"stage", "t2-3-7"}}).satisfies(scheduleOf({{"stage", "t2"}})));
}

TEST(Schedule, PrintsAndParsesWithItsOperator) {
  const std::string Head = "graph g from \"g\"\ninput %0: u8[4] scale=1 zero=0\n%1: u8[4] scale=1 zero=0 = RELU(%0) ";
  const std::string Text = Head + "kernel=k schedule={instruction=vrmpy, vector=weights, tile=8x32, unroll=2, row=loop, words=memory, "
                                  "copies=4, walk=rows, order=block-row, route=rm, finish=next, stage=t2+t4}\noutput %1\n";
  const Graph G = parseGraph(Text, "g");
  EXPECT_EQ(print(G), Text);
  EXPECT_EQ(G.Ops[0].Schedule.Vector, VectorOperand::Weights);
  EXPECT_EQ(G.Ops[0].Schedule.Words, WordsIn::Memory);
  EXPECT_EQ(G.Ops[0].Schedule.Walk, PixelWalk::Rows);
  EXPECT_THROW(parseGraph(Head + "schedule={speed=3}\n", "g"), UserError);
  EXPECT_THROW(parseGraph(Head + "schedule={tile=8y}\n", "g"), UserError);
}

TEST(Schedule, EachFieldPrintsAndParsesAlone) {
  const std::pair<const char *, const char *> All[] = {{"instruction", "vrmpy.ub.b"}, {"vector", "weights"},  {"vector", "activations"},
                                                       {"tile", "8x32"},              {"unroll", "1"},        {"words", "registers"},
                                                       {"words", "memory"},           {"copies", "4"},        {"walk", "flat"},      {"walk", "rows"},
                                                       {"order", "as-stored"},        {"order", "products-stage"}, {"route", "straight"},
                                                       {"finish", "own"},            {"row", "straight"},            {"stage", "full31-1-7"}};
  for (const auto &[Name, Value] : All) {
    const Schedule S = scheduleOf({{Name, Value}});
    EXPECT_EQ(text(S), std::string(Name) + "=" + Value);
    EXPECT_FALSE(Schedule().satisfies(S)) << text(S);
    const std::string Text = "graph g from \"g\"\ninput %0: u8[4] scale=1 zero=0\n%1: u8[4] scale=1 zero=0 = RELU(%0) kernel=k schedule={" +
                             text(S) + "}\noutput %1\n";
    EXPECT_EQ(print(parseGraph(Text, "g")), Text);
  }
}
