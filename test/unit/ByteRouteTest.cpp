// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes of bytes, executed as vdelta and vrdelta do it.
#include "nests/ByteRoute.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace hexloom;

static std::vector<int> moved(const ByteRoute &R, std::vector<int> V) {
  for (int Stage = 0; Stage < 7; ++Stage) {
    const int Bit = R.SmallFirst ? 1 << Stage : 64 >> Stage;
    std::vector<int> Next(V.size());
    for (size_t P = 0; P < V.size(); ++P)
      Next[P] = V[R.Control[P] & Bit ? P ^ static_cast<size_t>(Bit) : P];
    V = Next;
  }
  return V;
}

static std::vector<int> ascending(int Count) {
  std::vector<int> V(static_cast<size_t>(Count));
  std::iota(V.begin(), V.end(), 0);
  return V;
}

TEST(ByteRoute, TwoInstructionsMoveAllBytesAnywhere) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<int> From = ascending(128), To = ascending(128);
    std::shuffle(From.begin(), From.end(), Random);
    std::shuffle(To.begin(), To.end(), Random);
    From.resize(Round % 2 ? 128 : Random() % 129);
    To.resize(From.size());
    const auto Routes = routeBytesTwice(From, To);
    ASSERT_TRUE(Routes);
    EXPECT_FALSE((*Routes)[0].SmallFirst);
    EXPECT_TRUE((*Routes)[1].SmallFirst);
    const std::vector<int> V = moved((*Routes)[1], moved((*Routes)[0], ascending(128)));
    for (size_t I = 0; I < From.size(); ++I)
      EXPECT_EQ(V[To[I]], From[I]);
  }
}

TEST(ByteRoute, TwoInstructionsBringNoByteToTwoPlaces) {
  EXPECT_FALSE(routeBytesTwice({3, 3}, {0, 1}));
  EXPECT_FALSE(routeBytesTwice({3, 4}, {1, 1}));
}

TEST(ByteRoute, OneInstructionSpreadsPixels) {
  std::vector<int> Dense, Wide;
  for (int Pixel = 0; Pixel < 32; ++Pixel)
    for (int Channel = 0; Channel < 3; ++Channel) {
      Dense.push_back(3 * Pixel + Channel);
      Wide.push_back(4 * Pixel + Channel);
    }
  const auto Route = routeBytes(Dense, Wide);
  ASSERT_TRUE(Route);
  const std::vector<int> V = moved(*Route, ascending(128));
  for (size_t I = 0; I < Dense.size(); ++I)
    EXPECT_EQ(V[Wide[I]], Dense[I]);
}
