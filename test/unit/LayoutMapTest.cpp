// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts as maps: against formulas written out, their inverses, and copies between any two of them against moving element by
// element.
#include "ir/LayoutMap.h"
#include "plans/movement/BoxCopies.h"
#include "ir/Text.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>

using namespace hexloom;

namespace {

using Index = LayoutMap::Index;

const std::vector<Layout> kAll = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) Layout::NAME,
#include "ir/layouts.def"
};

int64_t up(int64_t Value, int64_t Multiple) { return (Value + Multiple - 1) / Multiple * Multiple; }

/// Size and address, written out for each layout.
struct Formula {
  std::function<int64_t(const Nhwc &)> Size;
  std::function<int64_t(const Nhwc &, int64_t N, int64_t H, int64_t W, int64_t C)> Address;
};

Formula columns(int64_t Pixels, int64_t Channels) {
  const auto Blocks = [=](const Nhwc &D) { return up(D.C, Channels) / Channels; };
  return {[=](const Nhwc &D) { return up(int64_t(D.N) * D.H * D.W, Pixels) * up(D.C, Channels); },
          [=](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) {
            const int64_t M = (N * D.H + H) * D.W + W;
            return ((M / Pixels * Blocks(D) + C / Channels) * Pixels + M % Pixels) * Channels + C % Channels;
          }};
}

const std::map<Layout, Formula> kFormulas = {
    {Layout::RowMajor,
     {[](const Nhwc &D) { return int64_t(D.N) * D.H * D.W * D.C; },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) { return ((N * D.H + H) * D.W + W) * D.C + C; }}},
    {Layout::Depth32,
     {[](const Nhwc &D) { return int64_t(D.N) * D.H * up(D.W, 4) * up(D.C, 32); },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) {
        return (((N * D.H + H) * (up(D.C, 32) / 32) + C / 32) * up(D.W, 4) + W) * 32 + C % 32;
      }}},
    {Layout::Planes4,
     {[](const Nhwc &D) { return int64_t(D.N) * up(D.C, 4) * up(int64_t(D.H) * D.W, 32); },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) {
        return ((N * (up(D.C, 4) / 4) + C / 4) * up(int64_t(D.H) * D.W, 32) + H * D.W + W) * 4 + C % 4;
      }}},
    {Layout::Planes1,
     {[](const Nhwc &D) { return int64_t(D.N) * D.C * up(int64_t(D.H) * D.W, 128); },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) {
        return (N * D.C + C) * up(int64_t(D.H) * D.W, 128) + H * D.W + W;
      }}},
    {Layout::Planar,
     {[](const Nhwc &D) { return int64_t(D.N) * D.H * D.W * D.C; },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) { return ((N * D.C + C) * D.H + H) * D.W + W; }}},
    {Layout::PlanesMargin,
     {[](const Nhwc &D) { return int64_t(D.N) * D.C * up(int64_t(D.H + 1) * (D.W + 1), 64) + D.W + 2 + 64; },
      [](const Nhwc &D, int64_t N, int64_t H, int64_t W, int64_t C) {
        return (N * D.C + C) * up(int64_t(D.H + 1) * (D.W + 1), 64) + (H + 1) * (D.W + 1) + W + 1;
      }}},
    {Layout::Columns1, columns(128, 1)},
    {Layout::Columns2, columns(64, 2)},
    {Layout::Columns4, columns(32, 4)},
};

class Draw {
public:
  explicit Draw(unsigned Seed) : Random(Seed) {}
  int below(int N) { return static_cast<int>(Random() % static_cast<unsigned>(N)); }
  /// A shape of one to four dimensions, some of them whole blocks.
  Shape shape() {
    Shape S;
    for (int Rank = 1 + below(4); Rank > 0; --Rank) {
      const int Round[] = {1, 4, 32, 64};
      S.push_back(below(3) ? 1 + below(Rank == 1 ? 70 : 9) : Round[below(Rank == 1 ? 4 : 2)]);
    }
    return S;
  }

private:
  std::mt19937 Random;
};

/// Calls F with every index of the shape, row-major.
void eachIndex(const Shape &Dims, const std::function<void(const Index &)> &F) {
  Index I(Dims.size(), 0);
  for (int64_t Left = elementsOf(Dims); Left > 0; --Left) {
    F(I);
    for (size_t D = Dims.size(); D-- > 0 && ++I[D] == Dims[D];)
      I[D] = 0;
  }
}

/// An element's value, the same in each tensor of the shape; never 255.
uint8_t valueOf(int64_t RowMajorPlace) { return static_cast<uint8_t>(RowMajorPlace * 7 % 251); }

Bytes filled(const LayoutMap &Map, const Shape &Dims) {
  Bytes Memory(Map.size(), 255);
  int64_t Place = 0;
  eachIndex(Dims, [&](const Index &I) { Memory[Map.addressOf(I)] = valueOf(Place++); });
  return Memory;
}

} // namespace

TEST(LayoutMap, AddressesAreThoseOfTheFormulas) {
  Draw D(1);
  for (int Round = 0; Round < 60; ++Round) {
    const Shape Dims = D.shape();
    const Nhwc Image = asNhwc(Dims);
    for (Layout L : kAll) {
      SCOPED_TRACE(std::string(text(L)) + " " + text(Dims));
      const Formula &F = kFormulas.at(L);
      const LayoutMap Map(L, Dims);
      ASSERT_EQ(Map.size(), F.Size(Image));
      EXPECT_EQ(Map.isPadded(), Map.size() != elementsOf(Dims));
      eachIndex(Dims, [&](const Index &I) {
        Index Four(4 - I.size(), 0);
        Four.insert(Four.end(), I.begin(), I.end());
        ASSERT_EQ(Map.addressOf(I), F.Address(Image, Four[0], Four[1], Four[2], Four[3]));
      });
    }
  }
}

TEST(LayoutMap, InverseFindsElementsAndPadding) {
  Draw D(2);
  for (int Round = 0; Round < 40; ++Round) {
    const Shape Dims = D.shape();
    for (Layout L : kAll) {
      SCOPED_TRACE(std::string(text(L)) + " " + text(Dims));
      const LayoutMap Map(L, Dims);
      int64_t Elements = 0;
      for (int64_t Address = 0; Address < Map.size(); ++Address)
        if (const auto I = Map.elementAt(Address)) {
          ++Elements;
          ASSERT_EQ(Map.addressOf(*I), Address);
        }
      EXPECT_EQ(Elements, elementsOf(Dims));
    }
  }
}

TEST(LayoutMap, RowMajorHasAnyRankAndType) {
  EXPECT_TRUE(LayoutMap::fits(Layout::RowMajor, DType::Float32, {2, 3, 4, 5, 6}));
  EXPECT_EQ(LayoutMap(Layout::RowMajor, {2, 3, 4, 5, 6}).addressOf({1, 2, 3, 4, 5}), 719);
  EXPECT_EQ(LayoutMap(Layout::RowMajor, {}).size(), 1);
  for (Layout L : kAll) {
    EXPECT_EQ(LayoutMap::fits(L, DType::Int16, {4}), L == Layout::RowMajor) << text(L);
    EXPECT_EQ(LayoutMap::fits(L, DType::Int8, {1, 1, 1, 1, 4}), L == Layout::RowMajor) << text(L);
    EXPECT_EQ(LayoutMap::fits(L, DType::Int8, {}), L == Layout::RowMajor) << text(L);
    EXPECT_EQ(LayoutMap(L, {2, 0, 3, 4}).size(), 0) << text(L);
  }
}

/// A further layout is a text: nothing else has to know it.
TEST(LayoutMap, AToyLayoutIsOneRow) {
  const LayoutOrder Toy = LayoutOrder::parse("C/8 W NH/2 C%2 NH%2 C/2%4");
  const Shape Dims = {2, 3, 5, 20};
  const LayoutMap Map(Toy, Dims), Blocked(Layout::Depth32, Dims);
  EXPECT_EQ(Map.size(), 24 * 5 * 6);
  EXPECT_EQ(Map.addressOf({1, 2, 4, 11}), ((((1 * 5 + 4) * 3 + 2) * 2 + 1) * 2 + 1) * 4 + 1);
  EXPECT_EQ(Map.elementAt(Map.addressOf({1, 1, 3, 19})), std::optional(Index({1, 1, 3, 19})));
  for (const auto &[From, To] : {std::pair(&Map, &Blocked), std::pair(&Blocked, &Map)}) {
    const Bytes Source = filled(*From, Dims), Wanted = filled(*To, Dims);
    Bytes Got(To->size(), 255);
    const auto Copies = copiesOf(wholeBox(Dims), *From, *To, 1, 1000);
    ASSERT_TRUE(Copies);
    for (const StridedCopy &C : *Copies)
      C.apply(Source.data(), Got.data());
    EXPECT_EQ(Got, Wanted);
  }
}

TEST(LayoutMap, WrongOrdersAreRefused) {
  for (const char *Text : {"", "N H W", "N H W C C", "N H W C/4", "N H W C%4", "N H W C/4 C%8", "N H WC C", "N H CW", "N H W X",
                           "N H W C/0", "N H W C/4 C%4 C%2", "NH HW C", "N H W C?3"})
    EXPECT_ANY_THROW(LayoutOrder::parse(Text)) << Text;
}

TEST(Conversions, EveryPairMovesEveryElement) {
  Draw D(3);
  int Through = 0;
  for (int Round = 0; Round < 60; ++Round) {
    Tensor T;
    T.Dims = D.shape();
    for (Layout From : kAll)
      for (Layout To : kAll) {
        SCOPED_TRACE(std::string(text(From)) + " to " + text(To) + " " + text(T.Dims));
        const auto Copies = conversionCopies(T, From, To);
        if (From == Layout::RowMajor || To == Layout::RowMajor) {
          ASSERT_TRUE(Copies);
          EXPECT_LE(Copies->size(), 16u);
        }
        if (!Copies) {
          ++Through;
          continue;
        }
        const Bytes Source = filled(LayoutMap(From, T.Dims), T.Dims), Wanted = filled(LayoutMap(To, T.Dims), T.Dims);
        Bytes Got(Wanted.size(), 255);
        for (const StridedCopy &C : *Copies)
          C.apply(Source.data(), Got.data());
        ASSERT_EQ(Got, Wanted); // padding is left alone
        EXPECT_EQ(coincide(T.Dims, From, To), areInPlace(*Copies));
        if (areInPlace(*Copies)) {
          eachIndex(T.Dims, [&](const Index &I) {
            ASSERT_EQ(LayoutMap(From, T.Dims).addressOf(I), LayoutMap(To, T.Dims).addressOf(I));
          });
        }
      }
  }
  EXPECT_LT(Through, 60 * 49 / 4);
}

TEST(Conversions, SomeAreFree) {
  EXPECT_TRUE(coincide({1, 5, 8, 32}, Layout::RowMajor, Layout::Depth32));
  EXPECT_FALSE(coincide({1, 5, 8, 33}, Layout::RowMajor, Layout::Depth32));
  EXPECT_TRUE(coincide({1, 2, 3, 4}, Layout::Planes4, Layout::RowMajor));
  EXPECT_TRUE(coincide({1, 8, 8, 12}, Layout::Columns4, Layout::Columns4));
  EXPECT_TRUE(coincide({1, 4, 8, 12}, Layout::Columns4, Layout::Planes4));
  EXPECT_FALSE(coincide({1, 8, 8, 12}, Layout::Columns4, Layout::Planes4));
  EXPECT_TRUE(coincide({1, 8, 8, 1}, Layout::Planar, Layout::RowMajor));
}

namespace {

/// A movement operator in text, with the element of %0 that each element of %1 is.
struct View {
  const char *Operator;
  Shape In, Out;
  std::function<Index(const Index &)> From;
};

const std::vector<View> kViews = {
    {"TRANSPOSE(%0) {perm=[0, 3, 1, 2]}", {2, 5, 6, 40}, {2, 40, 5, 6},
     [](const Index &I) { return Index{I[0], I[2], I[3], I[1]}; }},
    {"RESHAPE(%0)", {2, 6, 8, 12}, {1, 12, 4, 24},
     [](const Index &I) {
       const int64_t Place = ((I[0] * 12 + I[1]) * 4 + I[2]) * 24 + I[3];
       return Index{Place / 576, Place / 96 % 6, Place / 12 % 8, Place % 12};
     }},
    {"STRIDED_SLICE(%0) {begin=[0, 1, 2, 5], strides=[1, 2, 1, 3], size=[2, 2, 4, 10]}", {2, 5, 6, 40}, {2, 2, 4, 10},
     [](const Index &I) { return Index{I[0], 1 + 2 * I[1], 2 + I[2], 5 + 3 * I[3]}; }},
    {"REVERSE_V2(%0) {axes=[2, 3]}", {1, 3, 5, 37}, {1, 3, 5, 37},
     [](const Index &I) { return Index{I[0], I[1], 4 - I[2], 36 - I[3]}; }},
    {"DEPTH_TO_SPACE(%0) {block=[2]}", {1, 3, 5, 40}, {1, 6, 10, 10},
     [](const Index &I) { return Index{I[0], I[1] / 2, I[2] / 2, (I[1] % 2 * 2 + I[2] % 2) * 10 + I[3]}; }},
    {"TILE(%0)", {1, 2, 3, 6}, {1, 4, 3, 18}, [](const Index &I) { return Index{I[0], I[1] % 2, I[2], I[3] % 6}; }},
};

} // namespace

TEST(Views, EveryLayoutOnBothSides) {
  int Moved = 0;
  for (const View &V : kViews) {
    const Graph G = parseGraph("graph g from \"g\"\ninput %0: u8[" + text(V.In) + "] scale=1 zero=0\n%1: u8[" + text(V.Out) +
                                   "] scale=1 zero=0 = " + V.Operator + "\noutput %1\n",
                               "g");
    const auto Boxes = boxesOf(G, G.Ops[0]);
    ASSERT_TRUE(Boxes) << V.Operator;
    for (Layout From : kAll)
      for (Layout To : kAll) {
        SCOPED_TRACE(std::string(V.Operator) + " " + text(From) + " to " + text(To));
        const LayoutMap In(From, V.In), Out(To, V.Out), Rows(Layout::RowMajor, V.In);
        const Bytes Source = filled(In, V.In);
        Bytes Got(Out.size(), 255), Wanted(Out.size(), 255);
        eachIndex(V.Out, [&](const Index &I) { Wanted[Out.addressOf(I)] = valueOf(Rows.addressOf(V.From(I))); });
        bool All = true;
        for (const BoxMovement::Piece &P : Boxes->Pieces) {
          const auto Copies = copiesOf(P.Box, In, Out, 1, 4000);
          All &= Copies.has_value();
          for (const StridedCopy &C : Copies.value_or(std::vector<StridedCopy>()))
            C.apply(Source.data(), Got.data());
        }
        if (All) {
          ASSERT_EQ(Got, Wanted);
        }
        Moved += All;
      }
  }
  EXPECT_GE(Moved, 6 * 49 - 10);
}

TEST(Views, ElementsWiderThanBytes) {
  const Shape Dims = {3, 4};
  const LayoutMap Map(Layout::RowMajor, Dims);
  Box B = wholeBox(Dims);
  B.Loops[0].Out.Axis = 1;
  B.Loops[1].Out.Axis = 0; // [4][3]
  const LayoutMap Turned(Layout::RowMajor, {4, 3});
  const auto Copies = copiesOf(B, Map, Turned, 2, 10);
  ASSERT_TRUE(Copies);
  const uint16_t Source[12] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  uint16_t Got[12] = {};
  for (const StridedCopy &C : *Copies)
    C.apply(reinterpret_cast<const uint8_t *>(Source), reinterpret_cast<uint8_t *>(Got));
  EXPECT_EQ(std::vector<uint16_t>(Got, Got + 12), (std::vector<uint16_t>{0, 10, 20, 1, 11, 21, 2, 12, 22, 3, 13, 23}));
}
