// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The papers' tables of pairs: each pair once, and with the class that the papers' text says for both together. What is derived for operators is checked by
// test/frontend/classes.
#include "classes/Classes.h"
#include "classes/Examples.h"
#include "passes/Passes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace hexloom;

namespace {

enum class Act { KeepBoth, TryFuse, EliminateFirst, EliminateSecond, EliminateBoth };
enum class Look { Both, Fused, First, Second, None };
enum class Way { Same, Priced, Some, One, Kept };
struct PairRow {
  LayoutClass First, Second;
  Act Action;
  LayoutClass Both;
  Look Search;
  Way Ours;
  std::string How;
};
const std::vector<PairRow> kPairs = {
#define PAIR(FIRST, SECOND, ACTION, BOTH, SEARCH, OURS, HOW)                                                                                       \
  {LayoutClass::FIRST, LayoutClass::SECOND, Act::ACTION, LayoutClass::BOTH, Look::SEARCH, Way::OURS, HOW},
#include "classes/pairs.def"
};

enum class Verdict { Fuse, Price, Break, Unknown };
struct FusionRow {
  Mapping First, Second;
  hexloom::Mapping Both;
  ::Verdict Verdict;
};
const std::vector<FusionRow> kFusions = {
#define FUSION(FIRST, SECOND, VERDICT, BOTH) {Mapping::FIRST, Mapping::SECOND, Mapping::BOTH, Verdict::VERDICT},
#include "classes/mappings.def"
};

bool isFixed(LayoutClass C) { return C == LayoutClass::IldFixed || C == LayoutClass::IliFixed; }

} // namespace

TEST(Classes, EachPairHasOneRow) {
  std::set<std::pair<LayoutClass, LayoutClass>> Layouts;
  for (const PairRow &R : kPairs)
    EXPECT_TRUE(Layouts.insert({R.First, R.Second}).second) << text(R.First) << ", " << text(R.Second);
  EXPECT_EQ(Layouts.size(), 16u);
  std::set<std::pair<Mapping, Mapping>> Elements;
  for (const FusionRow &R : kFusions)
    EXPECT_TRUE(Elements.insert({R.First, R.Second}).second) << text(R.First) << ", " << text(R.Second);
  EXPECT_EQ(Elements.size(), 25u);
}

/// SmartMem, section 3.2: operators of a fixed output are eliminated; both together have the class of the operator that is left, or of the more complex one;
/// layouts are searched only where a product or the like takes part.
TEST(Classes, PairsAreAsSmartMemsTextSays) {
  for (const PairRow &R : kPairs) {
    const bool First = isFixed(R.First), Second = isFixed(R.Second), Searches = R.First == LayoutClass::IldVariable || R.Second == LayoutClass::IldVariable;
    const Act Wanted = First && Second ? Act::EliminateBoth
                       : First         ? Act::EliminateFirst
                       : Second        ? Act::EliminateSecond
                       : R.First == LayoutClass::IldVariable && R.Second == LayoutClass::IldVariable ? Act::KeepBoth
                                                                                                     : Act::TryFuse;
    const LayoutClass Both = First && Second ? LayoutClass::None : First ? R.Second : Second ? R.First : std::min(R.First, R.Second);
    EXPECT_EQ(R.Action, Wanted) << text(R.First) << ", " << text(R.Second);
    EXPECT_EQ(R.Both, Both) << text(R.First) << ", " << text(R.Second);
    EXPECT_EQ(R.Search != Look::None, Searches) << text(R.First) << ", " << text(R.Second);
  }
}

TEST(Classes, PassesThatPairsNameExist) {
  std::set<std::string> Known;
  for (const Pass &P : allPasses())
    Known.insert(P.Name);
  for (const PairRow &R : kPairs) {
    std::istringstream In(R.How);
    bool IsAny = false;
    for (std::string Word; In >> Word;) {
      Word.erase(std::remove_if(Word.begin(), Word.end(), [](char C) { return C == ',' || C == ':' || C == ';'; }), Word.end());
      if (Word.find('-') == std::string::npos)
        continue;
      IsAny = true;
      EXPECT_TRUE(Known.count(Word)) << Word;
    }
    EXPECT_EQ(IsAny, R.Ours != Way::Same && R.Ours != Way::Kept) << R.How;
  }
}

/// DNNFusion, section 3.2: one-to-one fuses with all and leaves the other's type; reorganize and shuffle fuse with each other; the more complex of two types is
/// that of both. Several elements for one behind many or several for one are not fused.
TEST(Classes, FusionsAreAsDnnFusionsTextSays) {
  const auto IsMove = [](Mapping M) { return M == Mapping::Reorganize || M == Mapping::Shuffle; };
  for (const FusionRow &R : kFusions) {
    const bool Simple = R.First == Mapping::OneToOne || R.Second == Mapping::OneToOne;
    const Mapping Both = IsMove(R.First) && IsMove(R.Second) && R.First != R.Second ? Mapping::Reorganize : std::max(R.First, R.Second);
    const Verdict Wanted = Simple || (IsMove(R.First) && IsMove(R.Second))              ? Verdict::Fuse
                           : R.Second == Mapping::ManyToMany && !IsMove(R.First)        ? Verdict::Break
                           : R.First == Mapping::OneToMany && R.Second == Mapping::OneToMany ? Verdict::Unknown
                                                                                        : Verdict::Price;
    EXPECT_EQ(R.Both, Both) << text(R.First) << ", " << text(R.Second);
    EXPECT_EQ(R.Verdict, Wanted) << text(R.First) << ", " << text(R.Second);
  }
}

/// Classes that test/frontend/classes cannot see, because no file has such operators: they follow from what the operators stand for.
TEST(Classes, OursAreAsWhatTheyStandFor) {
  const std::map<OpKind, std::pair<LayoutClass, Mapping>> Wanted = {
      {OpKind::Table, {LayoutClass::IliVariable, Mapping::OneToOne}},        // a function of each byte
      {OpKind::LayoutConvert, {LayoutClass::IliFixed, Mapping::OneToOne}},   // the same values
      {OpKind::QuantizeRows, {LayoutClass::IldVariable, Mapping::ManyToMany}}, // the largest of a row
      {OpKind::ProductSums, {LayoutClass::IldVariable, Mapping::ManyToMany}},  // CONV_2D
      {OpKind::ScaleSums, {LayoutClass::IliVariable, Mapping::OneToMany}},     // a MUL by numbers of rows, which are repeated
      {OpKind::BroadcastArgs, {LayoutClass::IliVariable, Mapping::OneToOne}},  // numbers of two lists
  };
  size_t Found = 0;
  for (const Example &E : allExamples())
    if (const auto W = Wanted.find(E.Kind); W != Wanted.end()) {
      const Graph G = graphOf(E);
      const std::optional<OperatorClass> C = classOf(G, G.Ops[0]);
      ASSERT_TRUE(C) << text(E.Kind);
      EXPECT_EQ(std::make_pair(C->Layout, C->Its), W->second) << text(E.Kind);
      ++Found;
    }
  EXPECT_EQ(Found, Wanted.size());
}

/// A MOVE has the class of the movements that it does: boxes that cross, repeat, keep an order.
TEST(Classes, MovesByTheirBoxes) {
  const auto ClassOf = [](const char *Shape, const std::string &Boxes) {
    const Graph G = graphOf({OpKind::Move, {"4x6"}, {Shape}, ("boxes=[" + Boxes + "], pad_value=0").c_str()});
    return classOf(G, G.Ops[0]);
  };
  const auto Is = [&](const char *Shape, const std::string &Boxes, LayoutClass L, Mapping M) {
    const std::optional<OperatorClass> C = ClassOf(Shape, Boxes);
    ASSERT_TRUE(C) << Boxes;
    EXPECT_EQ(text(C->Layout), text(L)) << Boxes;
    EXPECT_EQ(text(C->Its), text(M)) << Boxes;
  };
  // A box: input, firsts of both, loops of (size, input's axis and step, output's axis and step).
  Is("4x6", "0, 0, 0, 0, 0, 2, 4, 0, 1, 0, 1, 6, 1, 1, 1, 1", LayoutClass::IliFixed, Mapping::OneToOne);
  Is("6x4", "0, 0, 0, 0, 0, 2, 4, 0, 1, 1, 1, 6, 1, 1, 0, 1", LayoutClass::IldFixed, Mapping::Shuffle);
  Is("8x3", "0, 0, 0, 0, 0, 3, 4, 0, 1, 0, 2, 2, 1, 3, 0, 1, 3, 1, 1, 1, 1", LayoutClass::IldFixed, Mapping::Reorganize);
  Is("8x6", "0, 0, 0, 0, 0, 2, 4, 0, 1, 0, 1, 6, 1, 1, 1, 1, 0, 0, 0, 4, 0, 2, 4, 0, 1, 0, 1, 6, 1, 1, 1, 1", LayoutClass::IliFixed, Mapping::OneToMany);
  // The even columns, then the odd ones, below each other.
  Is("8x3", "0, 0, 0, 0, 0, 2, 4, 0, 1, 0, 1, 3, 1, 2, 1, 1, 0, 0, 1, 4, 0, 2, 4, 0, 1, 0, 1, 3, 1, 2, 1, 1", LayoutClass::IldFixed, Mapping::Shuffle);
  // Both halves of the columns, exchanged.
  Is("4x6", "0, 0, 0, 0, 3, 2, 4, 0, 1, 0, 1, 3, 1, 1, 1, 1, 0, 0, 3, 0, 0, 2, 4, 0, 1, 0, 1, 3, 1, 1, 1, 1", LayoutClass::IliFixed, Mapping::OneToOne);
}

TEST(Classes, WhatKeepsTheLastDimension) {
  const auto Keeps = [](OpKind Kind, std::vector<std::string> In, const char *Out, const char *Attributes) {
    const Graph G = graphOf({Kind, std::move(In), {Out}, Attributes});
    return keepsLast(G, G.Ops[0]);
  };
  const char *const Pool = "kernel=[2, 2], stride=[2, 2], pads=[0, 0, 0, 0], activation=none";
  EXPECT_TRUE(Keeps(OpKind::AveragePool2D, {"1x4x4x8"}, "1x2x2x8", Pool));
  EXPECT_TRUE(Keeps(OpKind::MaxPool2D, {"1x4x4x8"}, "1x2x2x8", Pool));
  EXPECT_TRUE(Keeps(OpKind::ResizeNearest, {"1x4x4x8"}, "1x8x8x8", "align_corners=false, half_pixel=false"));
  EXPECT_TRUE(Keeps(OpKind::ResizeBilinear, {"1x4x4x8"}, "1x8x8x8", "align_corners=false, half_pixel=false"));
  EXPECT_TRUE(Keeps(OpKind::Mean, {"1x4x4x8"}, "1x8", "axes=[1, 2], keep_dims=false"));
  EXPECT_FALSE(Keeps(OpKind::Mean, {"1x4x4x8"}, "1x4x4x1", "axes=[3], keep_dims=true"));
  EXPECT_TRUE(Keeps(OpKind::Mean, {"1x4x4x1"}, "1x1x1x1", "axes=[1, 2], keep_dims=true"));
  EXPECT_FALSE(Keeps(OpKind::Mean, {"1x4x4x1"}, "1x4x4x1", "axes=[3], keep_dims=true")); // the only element of a sum
  EXPECT_FALSE(Keeps(OpKind::Softmax, {"1x4x4x8"}, "1x4x4x8", "beta=1.0"));
  EXPECT_FALSE(Keeps(OpKind::Conv2D, {"1x4x4x8", "const 8x1x1x8", "none"}, "1x4x4x8",
                     "stride=[1, 1], dilation=[1, 1], pads=[0, 0, 0, 0], activation=none"));
  EXPECT_FALSE(Keeps(OpKind::Conv3D, {"1x4x4x4x8", "const 1x1x1x8x8", "none"}, "1x4x4x4x8",
                     "stride=[1, 1, 1], dilation=[1, 1, 1], pads=[0, 0, 0, 0, 0, 0], activation=none"));
  EXPECT_TRUE(Keeps(OpKind::Concatenation, {"1x4x4x8", "1x2x4x8"}, "1x6x4x8", "axis=1, activation=none"));
  EXPECT_FALSE(Keeps(OpKind::Concatenation, {"1x4x4x8", "1x4x4x8"}, "1x4x4x16", "axis=3, activation=none"));
  EXPECT_TRUE(Keeps(OpKind::Transpose, {"1x4x5x8"}, "1x5x4x8", "perm=[0, 2, 1, 3]"));
  EXPECT_FALSE(Keeps(OpKind::Transpose, {"1x4x8x8"}, "1x4x8x8", "perm=[0, 1, 3, 2]"));
  EXPECT_TRUE(Keeps(OpKind::Tile, {"1x4x5x8"}, "1x8x5x8", ""));
  EXPECT_FALSE(Keeps(OpKind::Tile, {"1x4x5x8"}, "1x4x5x16", ""));
  EXPECT_FALSE(Keeps(OpKind::ReverseV2, {"1x4x5x8"}, "1x4x5x8", "axes=[3]"));
  EXPECT_TRUE(Keeps(OpKind::Reshape, {"1x4x5x8"}, "20x8", ""));
  EXPECT_FALSE(Keeps(OpKind::Reshape, {"1x4x8x8"}, "1x4x4x16", ""));
}
