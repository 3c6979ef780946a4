// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random layers for the tests of output stages.
#pragma once

#include "stages/Stage.h"

#include <random>

namespace hexloom {

/// Random channels of a layer: one factor or one each; around ties, powers of two and one; ranges on
/// one side of zero or both, from none to hundreds of thousands of sums.
class StageLayers {
public:
  explicit StageLayers(unsigned Seed) : Random(Seed) {}
  std::vector<StageChannel> next(DType Type) {
    const Range Types = typeRange(Type);
    const int32_t Zero = pick({Types.Min, Types.Min, Types.Max, in(Types.Min, Types.Max)});
    const Range Bounds = pick({Types, Range{Zero, Types.Max}, Range{Zero, in(Zero, Types.Max)}});
    const int Shift = pick({in(-13, 2), in(-9, -6)});
    const Multiplier Common = factor(Shift);
    const bool PerChannel = in(0, 1);
    std::vector<StageChannel> Channels(in(1, 6));
    for (StageChannel &C : Channels) {
      const Multiplier F = PerChannel ? factor(Shift - in(0, 3)) : Common;
      C = {{F, Zero, Bounds}, range()};
    }
    return Channels;
  }
  int in(int Least, int Most) { return std::uniform_int_distribution<int>(Least, Most)(Random); }

private:
  std::mt19937 Random;

  template <typename T> T pick(std::initializer_list<T> From) {
    return *(From.begin() + in(0, static_cast<int>(From.size()) - 1));
  }
  Multiplier factor(int Shift) {
    const int32_t Half = 1 << 30, Most = INT32_MAX;
    const int32_t Value = pick({Half, Half + 1, Most, Half | in(0, 127) << 23, in(Half, Most),
                                in(Half, Most), in(Half, Most), 0});
    return {Value, Shift};
  }
  SumRange range() {
    const int Size = 1 << pick({in(0, 17), in(14, 17)}), Low = -in(0, Size), High = in(0, Size);
    return pick({SumRange{Low, High}, SumRange{Low, High}, SumRange{0, High},
                 SumRange{High, High + Size}, SumRange{Low - Size, Low}, SumRange{High, High}});
  }
};

} // namespace hexloom
