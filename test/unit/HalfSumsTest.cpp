// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of 16 bits against sums that are computed as the machine does, halfwords that wrap, at the activations that make them
// largest and smallest.
#include "plans/products/HalfSums.h"

#include <gtest/gtest.h>

#include <random>

using namespace hexloom;

namespace {

constexpr Range kBytes = {0, 255};

int wrapped(int64_t Sum) { return static_cast<int16_t>(static_cast<uint16_t>(Sum)); }

SumRange rangeOf(const std::vector<int> &Weights) {
  SumRange R;
  for (int Weight : Weights)
    R.add(Weight, kBytes);
  return R;
}

/// The sum of the weights above zero, or of those below, by 255.
int64_t extreme(const std::vector<int> &Weights, bool IsMost) {
  int64_t Sum = 0;
  for (int Weight : Weights)
    Sum += (Weight > 0) == IsMost ? 255 * Weight : 0;
  return Sum;
}

/// Whether halfwords that begin so are right at both ends.
bool holds(const std::vector<int> &Weights, int Begin) {
  for (bool IsMost : {false, true})
    if (wrapped(Begin + extreme(Weights, IsMost)) != Begin + extreme(Weights, IsMost))
      return false;
  return true;
}

bool anyHolds(const std::vector<int> &Weights) {
  for (int Begin = INT16_MIN; Begin <= INT16_MAX; ++Begin)
    if (holds(Weights, Begin))
      return true;
  return false;
}

class Draw {
public:
  explicit Draw(unsigned Seed) : Random(Seed) {}
  int between(int Least, int Most) { return Least + static_cast<int>(Random() % static_cast<unsigned>(Most - Least + 1)); }
  std::vector<int> weights(int Count, int Most) {
    std::vector<int> Found(static_cast<size_t>(Count));
    for (int &Each : Found)
      Each = between(-Most, Most - 1);
    return Found;
  }

private:
  std::mt19937 Random;
};

/// The weights by [step][output], two for each instruction.
using Weights = std::vector<std::vector<std::vector<int>>>;

std::vector<std::vector<SumRange>> rangesOf(const Weights &All) {
  std::vector<std::vector<SumRange>> Ranges;
  for (const auto &Step : All) {
    Ranges.emplace_back();
    for (const std::vector<int> &Each : Step)
      Ranges.back().push_back(rangeOf(Each));
  }
  return Ranges;
}

/// The weights of an output in a run.
std::vector<int> weightsIn(const Weights &All, const HalfRun &Run, size_t Output) {
  std::vector<int> Found;
  for (int Step : Run.Steps)
    for (int Weight : All[static_cast<size_t>(Step)][Output])
      Found.push_back(Weight);
  return Found;
}

} // namespace

TEST(HalfSums, BeginIsWhereAndOnlyWhereOneExists) {
  Draw Random(1);
  int Found = 0, Missing = 0;
  for (int Round = 0; Round < 200; ++Round) {
    const std::vector<int> Weights = Random.weights(Random.between(1, 8), 128);
    const std::optional<int32_t> Begin = halfBegin(rangeOf(Weights));
    EXPECT_EQ(Begin.has_value(), anyHolds(Weights));
    if (Begin) {
      EXPECT_TRUE(holds(Weights, *Begin));
      EXPECT_TRUE(*Begin == 0 || !holds(Weights, *Begin - (*Begin > 0 ? 1 : -1))) << "one nearer to 0 would do";
    }
    ++(Begin ? Found : Missing);
  }
  EXPECT_GT(Found, 50);
  EXPECT_GT(Missing, 50);
}

TEST(HalfSums, WeightsOf257InSumFitWhateverTheirSigns) {
  for (int Above = 0; Above <= 257; ++Above) {
    const std::vector<int> Most = {Above, Above - 257}, Over = {Above, Above - 258};
    EXPECT_TRUE(halfBegin(rangeOf(Most)));
    EXPECT_FALSE(halfBegin(rangeOf(Over)));
  }
  EXPECT_EQ(halfBegin(rangeOf({128, -128})), 0);
  EXPECT_EQ(halfBegin(rangeOf({129})), 32767 - 129 * 255);
  EXPECT_EQ(halfBegin(rangeOf({-129})), -32768 + 129 * 255);
}

TEST(HalfSums, RunsHaveAllInstructionsOnceAndHoldThem) {
  Draw Random(2);
  for (int Round = 0; Round < 100; ++Round) {
    const int Outputs = Random.between(1, 4), Most = Random.between(1, 128);
    Weights All(static_cast<size_t>(Random.between(1, 30)));
    for (auto &Step : All)
      for (int Output = 0; Output < Outputs; ++Output)
        Step.push_back(Random.weights(2, Most));
    const std::vector<HalfRun> Runs = halfRuns(rangesOf(All));
    std::vector<int> Seen(All.size());
    for (const HalfRun &Run : Runs)
      for (size_t Output = 0; Output < static_cast<size_t>(Outputs); ++Output) {
        EXPECT_TRUE(holds(weightsIn(All, Run, Output), Run.Begins[Output]));
        for (int Step : Run.Steps)
          Seen[static_cast<size_t>(Step)] += Output == 0;
      }
    EXPECT_EQ(Seen, std::vector<int>(All.size(), 1));
    // No instruction of a later run has room in an earlier one.
    for (size_t Later = 1; Later < Runs.size(); ++Later)
      for (size_t Earlier = 0; Earlier < Later; ++Earlier) {
        HalfRun Both = Runs[Earlier];
        Both.Steps.push_back(Runs[Later].Steps[0]);
        bool Fits = true;
        for (size_t Output = 0; Output < static_cast<size_t>(Outputs); ++Output) {
          const std::vector<int> Weights = weightsIn(All, Both, Output);
          Fits &= extreme(Weights, true) - extreme(Weights, false) < 65536;
        }
        EXPECT_FALSE(Fits);
      }
  }
}

TEST(HalfSums, WhereOneRunIsEnoughThereIsOne) {
  const Weights Small(9, {{14, -14}});
  EXPECT_EQ(halfRuns(rangesOf(Small)).size(), 1u); // 252 in sum
  const Weights Large(9, {{127, -128}});
  EXPECT_EQ(halfRuns(rangesOf(Large)).size(), 9u);
}

/// Every value that a run's sum can have, or enough of them.
TEST(HalfSums, TwoRunsAddUpWithSaturation) {
  Draw Random(3);
  int Found = 0, Missing = 0;
  for (int Round = 0; Round < 400; ++Round) {
    const std::vector<int> First = Random.weights(Random.between(0, 4), 100), Second = Random.weights(Random.between(0, 4), 100);
    const int64_t Constant = Random.between(-90000, 90000);
    const auto Begins = halfBegins(rangeOf(First), rangeOf(Second), Constant);
    ++(Begins ? Found : Missing);
    if (!Begins) {
      bool Any = false; // of all ways to share the constant
      for (int Begin = INT16_MIN; Begin <= INT16_MAX; ++Begin)
        Any |= Constant - Begin >= INT16_MIN && Constant - Begin <= INT16_MAX && holds(First, Begin) &&
               holds(Second, static_cast<int>(Constant - Begin));
      EXPECT_FALSE(Any);
      continue;
    }
    for (int Sample = 0; Sample < 64; ++Sample) {
      const auto Sum = [&](const std::vector<int> &Weights) {
        int64_t All = 0;
        for (int Weight : Weights)
          All += int64_t(Weight) * (Sample < 2 ? ((Weight > 0) == (Sample == 1) ? 255 : 0) : Random.between(0, 255));
        return All;
      };
      const int64_t One = Sum(First), Other = Sum(Second);
      const int64_t Got = std::clamp(wrapped(Begins->first + One) + wrapped(Begins->second + Other), INT16_MIN, INT16_MAX);
      EXPECT_EQ(Got, std::clamp<int64_t>(One + Other + Constant, INT16_MIN, INT16_MAX));
    }
  }
  EXPECT_GT(Found, 50);
  EXPECT_GT(Missing, 50);
}
