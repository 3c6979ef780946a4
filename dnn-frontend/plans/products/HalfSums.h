// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of 16 bits that are proven to hold what is added to them. Halfwords wrap, so it does not matter where a sum has been on
// its way: it is right if its last value has room, that is, if what it begins with and all of its products together stay within
// 65,536 neighbouring values. A sum of bytes of 0 to 255 by weights of P above and N below zero takes 255 (P + N) + 1 of them, so
// the weights may be 257 in sum, whatever their signs, where the sum begins with a number that puts them in the middle of the
// halfwords.
#pragma once

#include "stages/Step.h"

#include <optional>
#include <vector>

namespace hexloom {

/// The number nearest to 0 with which a sum of those values can begin; nothing: it may overflow whatever it begins with.
std::optional<int32_t> halfBegin(const SumRange &R);

/// Instructions that add to the same sums of 16 bits, one for each output.
struct HalfRun {
  std::vector<int> Steps;      ///< their numbers, ascending
  std::vector<SumRange> Sums;  ///< what they add up to at least and at most, of each output
  std::vector<int32_t> Begins; ///< what the sum begins with, of each output
};

/// Every instruction in a run, in as few runs as putting each into the first one with room leads to. [instruction][output]: what
/// it adds at least and at most. Requires each of them to fit by itself.
std::vector<HalfRun> halfRuns(const std::vector<std::vector<SumRange>> &Steps);

/// What the sums of one or two runs have to begin with. One added to the other, saturated to 16 bits, is then all products and `Constant`,
/// saturated to 16 bits. Neither of them overflows, so nothing but the last addition saturates. With a single run, the second number is the
/// constant that is added to it. Nothing: there are no such numbers.
std::optional<std::pair<int32_t, int32_t>> halfBegins(const SumRange &First, const SumRange &Second, int64_t Constant);

} // namespace hexloom
