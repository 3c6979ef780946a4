// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How rows of pixels are cut into tiles, and that rows of windows' sums have room for what is written.
#include "plans/products/RowTiles.h"
#include "plans/products/View.h"

#include <gtest/gtest.h>

using namespace hexloom;

namespace {

std::vector<std::pair<int, int>> tiles(int Pixels, int Largest) {
  std::vector<std::pair<int, int>> Found;
  for (const RowTiles &T : rowTiles(Pixels, Largest))
    Found.push_back({T.Pixels, T.Turns});
  return Found;
}

using Expected = std::vector<std::pair<int, int>>;

} // namespace

TEST(RowTiles, LargestOnesFirst) {
  EXPECT_EQ(tiles(56, 8), (Expected{{8, 7}}));
  EXPECT_EQ(tiles(28, 8), (Expected{{8, 3}, {4, 1}}));
  EXPECT_EQ(tiles(14, 8), (Expected{{8, 1}, {6, 1}}));
  EXPECT_EQ(tiles(21, 8), (Expected{{8, 2}, {5, 1}}));
  EXPECT_EQ(tiles(9, 8), (Expected{{4, 1}, {5, 1}}));
  EXPECT_EQ(tiles(7, 8), (Expected{{7, 1}}));
  EXPECT_EQ(tiles(4, 8), (Expected{{4, 1}}));
  EXPECT_EQ(tiles(3, 8), (Expected{{3, 1}}));
}

TEST(RowTiles, ByFoursTheLastHasPixelsThatDoNotExist) {
  EXPECT_EQ(tiles(14, 4), (Expected{{4, 4}}));
  EXPECT_EQ(tiles(12, 4), (Expected{{4, 3}}));
  EXPECT_EQ(tiles(2, 4), (Expected{{2, 1}}));
}

TEST(RowTiles, EachPixelIsInOneTile) {
  for (int Largest : {4, 8})
    for (int Pixels = 1; Pixels < 70; ++Pixels) {
      int All = 0, Last = 0;
      for (const auto &[Each, Turns] : tiles(Pixels, Largest)) {
        EXPECT_TRUE(Pixels < 4 || (Each >= 4 && Each <= Largest)) << Pixels;
        All += Each * Turns, Last = Each;
      }
      EXPECT_GE(All, Pixels);
      EXPECT_TRUE(All == Pixels || (All - Pixels < 4 && Last == 4)) << Pixels;
    }
}

TEST(View, CopiesAreFlatAndShortRowsShareVectorsOfSums) {
  ProductShape S;
  S.In = {1, 7, 7, 64}, S.Out = {1, 7, 7, 32};
  S.KernelH = S.KernelW = 3, S.PadTop = S.PadLeft = 1;
  const View Copied = viewOf(S, true, true);
  EXPECT_TRUE(Copied.Copied);
  EXPECT_EQ(Copied.Width, 12); // a pad of one, seven, what the windows of the eighth pixel reach, by fours
  EXPECT_EQ(Copied.RowBytes, 12 * 32);
  EXPECT_EQ(Copied.BlockBytes, 9 * 12 * 32);
  EXPECT_EQ(Copied.SumsRows, 1);
  EXPECT_EQ(Copied.SumsPixels, 9 * 12);
  EXPECT_EQ(Copied.sumsPlane(), 128);
  EXPECT_TRUE(Copied.flatTakesNoMore());
  EXPECT_EQ(Copied.flatWindows(), 128); // six rows of 12, and 32 of the last

  S.KernelH = S.KernelW = 1, S.PadTop = S.PadLeft = 0, S.StrideH = 2, S.StrideW = 2;
  S.Out = {1, 4, 4, 32};
  const View InPlace = viewOf(S, true, true);
  EXPECT_FALSE(InPlace.Copied);
  EXPECT_EQ(InPlace.RowBytes, 2 * 8 * 32);
  EXPECT_EQ(InPlace.BlockBytes, 8 * 32);
  EXPECT_EQ(InPlace.SumsRows, 7);
  EXPECT_EQ(InPlace.SumsWidth, 8); // four rows in 32 sums
  EXPECT_EQ(InPlace.sumsPlane(), 96);
}
