// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output stages against the reference's definition written out here, on every sum that can occur.
#include "../kernels/StageLayers.h"
#include "stages/Residues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

using namespace hexloom;

namespace {

/// gemmlowp's saturating rounding doubling high product and rounding division, as published: a nudge
/// and a division that truncates; a remainder compared with half the divisor.
int64_t oracle(const Step &S, int64_t Sum) {
  const int64_t Product = Sum * (int64_t(1) << std::max(S.Factor.Shift, 0)) * S.Factor.Value;
  const int64_t High =
      (Product + (Product >= 0 ? 1 << 30 : 1 - (1 << 30))) / (int64_t(1) << 31);
  const int Right = std::max(-S.Factor.Shift, 0);
  const int64_t Mask = (int64_t(1) << Right) - 1, Rest = High & Mask;
  const int64_t Scaled = (High >> Right) + (Rest > (Mask >> 1) + (High < 0));
  return std::clamp<int64_t>(Scaled + S.Zero, S.Bounds.Min, S.Bounds.Max);
}

/// Sums with another result than the oracle's.
int differences(const StageKind &K, const StageLane &L, DType Type, const StageChannel &C) {
  int Count = 0;
  for (int64_t Sum = C.Sums.Low; Sum <= C.Sums.High; ++Sum) {
    const std::optional<int32_t> Got = stageResult(K, L, Type, Sum);
    Count += !Got || std::clamp(*Got, C.Step.Bounds.Min, C.Step.Bounds.Max) != oracle(C.Step, Sum);
  }
  return Count;
}

TEST(Stages, ThresholdsAreTheFirstSumsOfTheirResults) {
  StageLayers Random(1);
  for (int Round = 0; Round < 60; ++Round) {
    for (const StageChannel &C : Random.next(Round % 2 ? DType::Int8 : DType::UInt8)) {
      if (C.Step.Factor.Value == 0)
        continue;
      std::map<int64_t, int64_t> First; // of each result
      for (int64_t Sum = C.Sums.High; Sum >= C.Sums.Low; --Sum) {
        ASSERT_EQ(C.Step(Sum), oracle(C.Step, Sum)) << Sum;
        First[oracle(C.Step, Sum)] = Sum;
      }
      for (const auto &[Code, Sum] : First)
        if (Sum > C.Sums.Low) {
          ASSERT_EQ(C.Step.threshold(Code), Sum) << Code;
        }
    }
  }
}

TEST(Stages, PointsHaveEveryChange) {
  StageLayers Random(2);
  for (int Round = 0; Round < 40; ++Round)
    for (const StageChannel &C : Random.next(DType::Int8)) {
      const std::vector<Point> Points = pointsOf(C.Step, C.Sums);
      size_t Next = 0;
      for (int64_t Sum = C.Sums.Low; Sum <= C.Sums.High; ++Sum) {
        if (Next < Points.size() && Points[Next].Sum == Sum)
          ++Next;
        ASSERT_EQ(oracle(C.Step, Sum), Points[Next - 1].Code) << Sum; // the last point holds on
      }
      ASSERT_EQ(Next, Points.size());
    }
}

TEST(Stages, ChosenStagesAreTheReference) {
  StageLayers Random(3);
  std::map<std::string, int> Seen;
  for (int Round = 0; Round < 1000; ++Round) {
    const DType Type = Round % 2 ? DType::Int8 : DType::UInt8;
    const std::vector<StageChannel> Channels = Random.next(Type);
    const Stage S = chooseStage(Channels, Type);
    ++Seen[S.Kind.text() + (S.Kind.Flipped ? ", flipped" : "")];
    if (S.Kind.isReference())
      continue;
    for (size_t C = 0; C < Channels.size(); ++C)
      ASSERT_EQ(differences(S.Kind, S.Lanes[C], Type, Channels[C]), 0)
          << S.Kind.text() << ", round " << Round << ", channel " << C;
  }
  for (const char *Kind : {"narrow15", "narrow15, two constants", "narrow16", "narrow31",
                           "narrow31, two constants", "full31", "full31, two constants",
                           "reference"})
    EXPECT_GT(Seen[Kind], 0) << Kind;
}

/// What a plan records leads to the same constants, without a search of the others.
TEST(Stages, AStageIsFoundAgainByItsWord) {
  StageLayers Random(7);
  int Forms = 0;
  for (int Round = 0; Round < 300; ++Round) {
    const DType Type = Round % 2 ? DType::Int8 : DType::UInt8;
    const std::vector<StageChannel> Channels = Random.next(Type);
    int64_t Steps = INT64_MAX;
    const Stage First = chooseStage(Channels, Type);
    const Stage Again = chooseStage(Channels, Type, Steps, First.Kind.word());
    ASSERT_EQ(Again.Kind.word(), First.Kind.word());
    EXPECT_TRUE(Again.Rejected.empty());
    ASSERT_EQ(Again.Lanes.size(), First.Lanes.size());
    for (size_t C = 0; C < First.Lanes.size(); ++C) {
      EXPECT_EQ(Again.Lanes[C].Multiplier, First.Lanes[C].Multiplier);
      EXPECT_EQ(Again.Lanes[C].Offset, First.Lanes[C].Offset);
      EXPECT_EQ(Again.Lanes[C].Constant, First.Lanes[C].Constant);
      EXPECT_EQ(Again.Lanes[C].Negative, First.Lanes[C].Negative);
    }
    Forms |= 1 << int(First.Kind.Kind);
  }
  EXPECT_EQ(Forms, 31); // each has been
}

TEST(Stages, AWishIsABeginning) {
  EXPECT_TRUE(answersStage("full31-two-constants-12-7", "full31"));
  EXPECT_TRUE(answersStage("full31-two-constants-12-7", "full31-two-constants"));
  EXPECT_TRUE(answersStage("full31-two-constants-12-7", "full31-two-constants-12-7"));
  EXPECT_TRUE(answersStage("reference", ""));
  EXPECT_FALSE(answersStage("full31-12-7", "full31-two-constants"));
  EXPECT_FALSE(answersStage("full31-12-7", "full31-1"));
  EXPECT_TRUE(namesStage("narrow15-0-7"));
  EXPECT_TRUE(namesStage("reference"));
  EXPECT_FALSE(namesStage("narrow"));
}

/// The proof says yes exactly where all sums agree: constants of a proven stage, moved a little.
TEST(Stages, TheProofAgreesWithCounting) {
  StageLayers Random(4);
  std::map<bool, int> Answers;
  for (int Round = 0; Round < 400; ++Round) {
    const DType Type = Round % 2 ? DType::Int8 : DType::UInt8;
    const std::vector<StageChannel> Channels = Random.next(Type);
    const Stage S = chooseStage(Channels, Type);
    if (S.Kind.isReference())
      continue;
    for (size_t C = 0; C < Channels.size(); ++C) {
      StageLane L = S.Lanes[C];
      L.Multiplier = std::max<int64_t>(0, L.Multiplier + Random.in(-1, 1));
      L.Constant += Random.in(-2, 2) << Random.in(0, 12);
      L.Negative += Random.in(-2, 2);
      const bool Proven = proves(S.Kind, L, Type, Channels[C],
                                 pointsOf(Channels[C].Step, Channels[C].Sums));
      ++Answers[Proven];
      ASSERT_EQ(Proven, differences(S.Kind, L, Type, Channels[C]) == 0)
          << S.Kind.text() << ", round " << Round << ", channel " << C;
    }
  }
  EXPECT_GT(Answers[true], 50);
  EXPECT_GT(Answers[false], 50);
}

TEST(Stages, SumsOfMoreThan31BitsAreLeftToTheReference) {
  const Step S{{1 << 30, -20}, 0, {-128, 127}};
  const Stage Wide = chooseStage({{S, {-1000, int64_t(1) << 31}}}, DType::Int8);
  EXPECT_TRUE(Wide.Kind.isReference());
  ASSERT_EQ(Wide.Rejected.size(), 1u);
  EXPECT_NE(Wide.Rejected[0].find("channel 0"), std::string::npos);
  // A shift to the left takes the reference out of 32 bits.
  const Step Left{{1 << 30, 8}, 0, {-128, 127}};
  EXPECT_TRUE(chooseStage({{Left, {-(1 << 24), 1 << 24}}}, DType::Int8).Kind.isReference());
}

TEST(Stages, CheaperStagesAreRejectedWithTheChannel) {
  const Step Fine{{1518500250, -12}, 0, {-128, 127}}; // a result spans 5,792 sums
  const Stage S = chooseStage({{Fine, {3, 4}}, {Fine, {-3000000, 3000000}}}, DType::Int8);
  EXPECT_EQ(S.Kind.Kind, Form::Full31);
  EXPECT_EQ(S.Rejected.size(), 3u);
  for (const std::string &Reason : S.Rejected)
    EXPECT_NE(Reason.find("the steps of channel 1 span"), std::string::npos) << Reason;
}

/// A channel whose weights are 0 beside one that needs a form: it is served by what its few sums are saturated to.
TEST(Stages, AChannelOfOneResultIsServedByEveryNarrowForm) {
  const auto Uniform = [](int32_t Zero, int64_t Low, int64_t High) {
    return StageChannel{{{1476395008, -6}, Zero, {0, 255}}, {Low, High}}; // a factor of 0.0107
  };
  for (const char *Wanted : {"narrow15", "narrow16", "narrow31"})
    for (int64_t Sum : {-3000, 0, 7, 9000, 20000}) {
      const std::vector<StageChannel> Channels = {Uniform(3, -9000, 9000), Uniform(3, Sum, Sum + 1)};
      if (Channels[1].Step(Sum) != Channels[1].Step(Sum + 1))
        continue;
      int64_t Steps = INT64_MAX;
      const Stage S = chooseStage(Channels, DType::UInt8, Steps, Wanted);
      if (std::string(Wanted) == "narrow31") {
        ASSERT_EQ(S.Kind.Kind, Form::Narrow31) << Sum;
      }
      for (size_t C = 0; C < S.Lanes.size() && !S.Kind.isReference(); ++C)
        EXPECT_EQ(differences(S.Kind, S.Lanes[C], DType::UInt8, Channels[C]), 0) << Wanted << " " << Sum;
    }
}

TEST(Stages, SumRangesHoldEveryProduct) {
  SumRange R{10, 10};
  R.add(3, {-5, 250});
  R.add(-2, {-5, 250});
  R.add(7, {3, 9}); // a zero point outside of the type: padding still adds nothing
  EXPECT_EQ(R.Low, 10 - 15 - 500);
  EXPECT_EQ(R.High, 10 + 750 + 10 + 63);
}

TEST(Stages, FirstResidueIsTheFirst) {
  StageLayers Random(5);
  for (int Round = 0; Round < 3000; ++Round) {
    const int64_t Modulus = Random.in(1, 200), Factor = Random.in(0, 400);
    const int64_t Low = Random.in(0, Modulus - 1), High = Random.in(Low, Modulus - 1);
    std::optional<int64_t> Wanted;
    for (int64_t X = 0; X < Modulus && !Wanted; ++X)
      if (const int64_t Rest = Factor * X % Modulus; Rest >= Low && Rest <= High)
        Wanted = X;
    ASSERT_EQ(firstResidue(Factor, Modulus, Low, High), Wanted)
        << Factor << " mod " << Modulus << " in " << Low << " .. " << High;
  }
}

} // namespace
