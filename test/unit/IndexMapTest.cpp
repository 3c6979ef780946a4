// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index maps, on every index of random small boxes: each operation against computing both sides.
#include "maps/IndexMap.h"
#include "support/Checked.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>

using namespace hexloom;

namespace {

using Index = IndexMap::Index;
using Sum = IndexMap::Sum;
using Term = IndexMap::Term;

/// Calls F with every index of the box.
void eachIndex(const Index &Sizes, const std::function<void(const Index &)> &F) {
  Index I(Sizes.size(), 0);
  int64_t Left = 1;
  for (int64_t Size : Sizes)
    Left *= Size;
  for (; Left > 0; --Left) {
    F(I);
    for (size_t D = Sizes.size(); D-- > 0 && ++I[D] == Sizes[D];)
      I[D] = 0;
  }
}

class Draw {
public:
  explicit Draw(unsigned Seed) : Random(Seed) {}
  int64_t from(int64_t Least, int64_t Greatest) { return Least + static_cast<int64_t>(Random() % static_cast<uint32_t>(Greatest - Least + 1)); }
  Index sizes(size_t Rank) {
    Index Sizes;
    for (size_t D = 0; D < Rank; ++D)
      Sizes.push_back(from(0, 9) ? from(1, 9) : 1);
    return Sizes;
  }

  /// Any sums, most of which no network has.
  IndexMap any() {
    const Index Sizes = sizes(static_cast<size_t>(from(1, 3)));
    std::vector<Sum> Outputs(static_cast<size_t>(from(1, 3)));
    for (Sum &S : Outputs) {
      S.Constant = from(-3, 3);
      for (int64_t Count = from(0, 4); Count > 0; --Count)
        S.Terms.push_back({static_cast<size_t>(from(0, static_cast<int64_t>(Sizes.size()) - 1)), from(-6, 6), from(1, 4), from(0, 4)});
    }
    return IndexMap(Sizes, Outputs);
  }

  /// A step that movements are made of, from a box of these sizes, and the sizes that it leads into.
  std::pair<IndexMap, Index> step(const Index &Sizes) {
    const auto D = static_cast<size_t>(from(0, static_cast<int64_t>(Sizes.size()) - 1));
    IndexMap Same = IndexMap::identity(Sizes);
    std::vector<Sum> Outputs = Same.outputs();
    Index To = Sizes;
    switch (from(0, 5)) {
    case 0: { // dimensions change places
      Index Order(Sizes.size());
      std::iota(Order.begin(), Order.end(), 0);
      std::shuffle(Order.begin(), Order.end(), Random);
      for (size_t K = 0; K < Order.size(); ++K)
        Outputs[K] = Same.outputs()[static_cast<size_t>(Order[K])], To[K] = Sizes[static_cast<size_t>(Order[K])];
      break;
    }
    case 1: // one is reversed
      Outputs[D] = {Sizes[D] - 1, {{D, -1}}};
      break;
    case 2: { // one is read in steps, from within a larger one
      const int64_t Step = from(1, 3), First = from(0, 2);
      Outputs[D] = {First, {{D, Step}}};
      To[D] = First + Step * (Sizes[D] - 1) + 1 + from(0, 2);
      break;
    }
    case 3: { // one is cut into blocks, the last of which may not be full
      const int64_t Block = from(2, 4);
      Outputs[D] = {0, {{D, 1, Block}}};
      Outputs.push_back({0, {{D, 1, 1, Block}}});
      To[D] = (Sizes[D] + Block - 1) / Block;
      To.push_back(Block);
      break;
    }
    case 4: { // the last one goes into the one before
      if (Sizes.size() < 2)
        break;
      Outputs.pop_back();
      To.pop_back();
      Outputs.back().Terms = {{To.size() - 1, Sizes.back()}, {To.size()}};
      To.back() *= Sizes.back();
      break;
    }
    default: // one is repeated
      Outputs[D] = {0, {{D, 1, 1, from(1, Sizes[D])}}};
      break;
    }
    return {IndexMap(Sizes, Outputs), To};
  }

private:
  std::mt19937 Random;
};

size_t terms(const IndexMap &M) {
  size_t Count = 0;
  for (const Sum &S : M.outputs())
    Count += S.Terms.size();
  return Count;
}

void expectSame(const IndexMap &A, const IndexMap &B) {
  ASSERT_EQ(A.sizes(), B.sizes());
  eachIndex(A.sizes(), [&](const Index &I) { ASSERT_EQ(A(I), B(I)) << A.text() << " and " << B.text(); });
}

} // namespace

TEST(IndexMap, ComputesItsSums) {
  const IndexMap M({4, 12}, {{5, {{0, -1}, {1, 8, 3, 2}}}, {7}});
  EXPECT_EQ(M.text(), "[4x12] -> (d0 * -1 + d1 / 3 % 2 * 8 + 5, 7)");
  EXPECT_EQ(M({2, 10}), (Index{2 * -1 + 10 / 3 % 2 * 8 + 5, 7}));
  EXPECT_FALSE(M.isAffine());
  EXPECT_TRUE(IndexMap::identity({4, 12}).isAffine());
}

TEST(IndexMap, SimplifiedIsTheSameWithNoMoreTerms) {
  Draw D(1);
  size_t Fewer = 0;
  for (int Round = 0; Round < 3000; ++Round) {
    const IndexMap M = D.any(), Plain = M.simplified();
    expectSame(M, Plain);
    EXPECT_LE(terms(Plain), terms(M));
    EXPECT_EQ(Plain.simplified(), Plain);
    Fewer += terms(Plain) < terms(M);
  }
  EXPECT_GT(Fewer, 1000u);
}

TEST(IndexMap, DivisionsThatDoNothingGo) {
  const auto Plain = [](Index Sizes, Sum S) { return IndexMap(std::move(Sizes), {std::move(S)}).simplified().text(); };
  EXPECT_EQ(Plain({12}, {0, {{0, 1, 1, 12}}}), "[12] -> (d0)");                          // a modulus that is not reached
  EXPECT_EQ(Plain({12}, {0, {{0, 5, 12}}}), "[12] -> (0)");                              // a quotient that stays 0
  EXPECT_EQ(Plain({12}, {1, {{0, 4, 4}, {0, 1, 1, 4}}}), "[12] -> (d0 + 1)");            // block and place in it
  EXPECT_EQ(Plain({60}, {0, {{0, 1, 4, 3}, {0, 3, 12}}}), "[60] -> (d0 / 4)");           // the same of a part
  EXPECT_EQ(Plain({60}, {0, {{0, 2}, {0, -10, 5}}}), "[60] -> (d0 % 5 * 2)");            // what is left of blocks
  EXPECT_EQ(Plain({1, 9}, {2, {{0, 100}, {1}, {1, -1}}}), "[1x9] -> (2)");               // one index, and opposites
}

TEST(IndexMap, BoundsHoldAndAreReached) {
  Draw D(2);
  for (int Round = 0; Round < 1000; ++Round) {
    const IndexMap M = D.any();
    for (size_t K = 0; K < M.outputs().size(); ++K) {
      int64_t Least = INT64_MAX, Greatest = INT64_MIN;
      eachIndex(M.sizes(), [&](const Index &I) { Least = std::min(Least, M.at(K, I)), Greatest = std::max(Greatest, M.at(K, I)); });
      const auto [Low, High] = M.bounds(K);
      EXPECT_LE(Low, Least) << M.text();
      EXPECT_GE(High, Greatest) << M.text();
      std::vector<Term> T = M.outputs()[K].Terms;
      std::sort(T.begin(), T.end(), [](const Term &A, const Term &B) { return A.Dim < B.Dim; });
      if (std::adjacent_find(T.begin(), T.end(), [](const Term &A, const Term &B) { return A.Dim == B.Dim; }) == T.end()) {
        EXPECT_EQ(std::make_pair(Low, High), std::make_pair(Least, Greatest)) << M.text();
      }
    }
  }
}

/// Steps one after the other: what comes of them is compared with taking them one by one.
TEST(IndexMap, AfterIsOneMapThenTheOther) {
  Draw D(3);
  int Known = 0, Rounds = 3000;
  for (int Round = 0; Round < Rounds; ++Round) {
    const auto [First, Between] = D.step(D.sizes(static_cast<size_t>(D.from(1, 3))));
    const auto [Second, Into] = D.step(Between);
    const std::optional<IndexMap> Both = Second.after(First);
    Known += Both.has_value();
    if (Both)
      eachIndex(First.sizes(), [&, F = &First, S = &Second](const Index &I) { ASSERT_EQ((*Both)(I), (*S)((*F)(I))) << S->text() << " after " << F->text(); });
  }
  EXPECT_GT(Known, Rounds * 8 / 10);
}

TEST(IndexMap, AfterAnythingIsRightOrNothing) {
  Draw D(4);
  int Known = 0;
  for (int Round = 0; Round < 20000; ++Round) {
    const IndexMap First = D.any();
    Index Sizes;
    for (size_t K = 0; K < First.outputs().size(); ++K)
      Sizes.push_back(std::max<int64_t>(First.bounds(K).Greatest, 0) + D.from(0, 2));
    const IndexMap Second(Sizes, {{D.from(-3, 3), {{0, D.from(-3, 3), D.from(1, 12), D.from(0, 6)}, {Sizes.size() - 1, 1, D.from(1, 6)}}}});
    if (const std::optional<IndexMap> Both = Second.after(First)) {
      ++Known;
      eachIndex(First.sizes(), [&](const Index &I) { ASSERT_EQ((*Both)(I), Second(First(I))) << Second.text() << " after " << First.text(); });
    }
  }
  EXPECT_GT(Known, 1500); // most of the first maps leave the box
}

TEST(IndexMap, ReshapesThereAndBack) {
  Draw D(5);
  int Known = 0, Back = 0;
  for (int Round = 0; Round < 1000; ++Round) {
    const int64_t Small[] = {1, 2, 2, 3, 4, 6};
    Index Factors, From = {1}, To = {1};
    for (int64_t Count = D.from(1, 5); Count > 0; --Count)
      Factors.push_back(Small[D.from(0, 5)]);
    for (Index *Side : {&From, &To})
      for (int64_t Factor : Factors)
        D.from(0, 1) ? Side->push_back(Factor) : void(Side->back() *= Factor);
    const std::optional<IndexMap> There = IndexMap::reshape(From, To);
    ASSERT_TRUE(There); // whole factors: neither shape cuts through a dimension of the other
    int64_t Place = 0; // eachIndex counts as row-major tensors do
    eachIndex(From, [&, Old = IndexMap::rowMajor(From), New = IndexMap::rowMajor(To)](const Index &I) {
      ASSERT_EQ(Old.at(0, I), Place);
      ASSERT_EQ(New.at(0, (*There)(I)), Place++) << There->text();
    });
    Known += !There->isAffine();
    if (const std::optional<IndexMap> Inverse = There->inverse(To)) {
      ++Back;
      const std::optional<IndexMap> Direct = IndexMap::reshape(To, From);
      ASSERT_TRUE(Direct);
      EXPECT_EQ(*Inverse, *Direct);
    }
  }
  EXPECT_GT(Known, 200);
  EXPECT_EQ(Back, 1000);
  EXPECT_FALSE(IndexMap::reshape({2, 3}, {3, 2}));
}

TEST(IndexMap, InverseUndoes) {
  Draw D(6);
  int Known = 0, Lost = 0;
  const auto check = [&](const IndexMap &M, const Index &Into) {
    const std::optional<IndexMap> Back = M.inverse(Into);
    std::map<Index, Index> Seen;
    bool Distinct = true;
    eachIndex(M.sizes(), [&](const Index &I) { Distinct &= Seen.emplace(M(I), I).second; });
    if (!Back)
      return void(Lost += Distinct);
    ++Known;
    eachIndex(M.sizes(), [&](const Index &I) { ASSERT_EQ((*Back)(M(I)), I) << M.text() << " and back " << Back->text(); });
  };
  for (int Round = 0; Round < 3000; ++Round) {
    const auto [First, Between] = D.step(D.sizes(static_cast<size_t>(D.from(1, 3))));
    const auto [Second, Into] = D.step(Between);
    if (const std::optional<IndexMap> Both = Second.after(First))
      check(*Both, Into);
  }
  EXPECT_GT(Known, 1500);
  EXPECT_LT(Lost, 300); // digits at constants or steps that do not divide each other
  for (int Round = 0; Round < 3000; ++Round) {
    const IndexMap M = D.any();
    Index Into;
    for (size_t K = 0; K < M.outputs().size(); ++K) {
      if (M.bounds(K).Least < 0)
        break;
      Into.push_back(M.bounds(K).Greatest + 1);
    }
    if (Into.size() == M.outputs().size())
      check(M, Into);
  }
}

TEST(IndexMap, WithinIsTheSameFromAnotherCorner) {
  Draw D(7);
  int Known = 0;
  for (int Round = 0; Round < 3000; ++Round) {
    const auto [M, Into] = D.step(D.sizes(static_cast<size_t>(D.from(1, 3))));
    Index From, Sizes;
    for (int64_t Size : M.sizes()) {
      From.push_back(D.from(0, Size - 1));
      Sizes.push_back(D.from(1, Size - From.back()));
    }
    if (const std::optional<IndexMap> Part = M.within(From, Sizes)) {
      ++Known;
      eachIndex(Sizes, [&, Whole = &M](const Index &I) {
        Index Moved = I;
        for (size_t K = 0; K < I.size(); ++K)
          Moved[K] += From[K];
        ASSERT_EQ((*Part)(I), (*Whole)(Moved)) << Whole->text();
      });
    }
  }
  EXPECT_GT(Known, 2400);
}

/// A box of one block is affine, and so is one of whole blocks when they are counted apart.
TEST(IndexMap, BlocksAreAffineWithinThemselves) {
  const IndexMap Blocks({64}, {{0, {{0, 128, 32}, {0, 1, 1, 32}}}});
  EXPECT_EQ(Blocks.within({32}, {32})->text(), "[32] -> (d0 + 128)");
  EXPECT_EQ(Blocks.within({40}, {8})->text(), "[8] -> (d0 + 136)");
  EXPECT_FALSE(Blocks.within({16}, {32}));
  const IndexMap Apart({2, 32}, {{0, {{0, 32}, {1}}}});
  EXPECT_EQ(Blocks.after(Apart)->text(), "[2x32] -> (d0 * 128 + d1)");
}

TEST(IndexMap, SumsWithoutRoomAreErrors) {
  const int64_t Large = int64_t(1) << 62;
  const IndexMap M({8}, {{0, {{0, Large}}}});
  EXPECT_EQ(M({1}), Index{Large});
  EXPECT_THROW(M({4}), Overflow);
  EXPECT_THROW(M.bounds(0), Overflow);
  EXPECT_THROW(M.simplified(), Overflow);
  EXPECT_THROW(IndexMap::reshape({Large, 4}, {Large, 4}), Overflow);
}
