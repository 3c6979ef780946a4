// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/HalfSums.h"
#include "support/Error.h"

namespace hexloom {

/// The range of numbers with which a sum can begin; empty: Min is above Max.
static Range beginsOf(const SumRange &R) {
  return {static_cast<int32_t>(INT16_MIN - R.Low), static_cast<int32_t>(INT16_MAX - R.High)};
}

std::optional<int32_t> halfBegin(const SumRange &R) {
  const Range All = beginsOf(R);
  if (All.Min > All.Max)
    return std::nullopt;
  return std::clamp(0, All.Min, All.Max);
}

static SumRange operator+(const SumRange &A, const SumRange &B) { return {A.Low + B.Low, A.High + B.High}; }

/// Adds the step to the run, if all outputs' sums have room for it.
static bool join(HalfRun &Run, int Number, const std::vector<SumRange> &Step) {
  std::vector<SumRange> Sums;
  std::vector<int32_t> Begins;
  for (size_t Output = 0; Output < Step.size(); ++Output) {
    Sums.push_back(Run.Steps.empty() ? Step[Output] : Run.Sums[Output] + Step[Output]);
    const std::optional<int32_t> Begin = halfBegin(Sums.back());
    if (!Begin)
      return false;
    Begins.push_back(*Begin);
  }
  Run.Steps.push_back(Number);
  Run.Sums = std::move(Sums);
  Run.Begins = std::move(Begins);
  return true;
}

std::vector<HalfRun> halfRuns(const std::vector<std::vector<SumRange>> &Steps) {
  std::vector<HalfRun> Runs;
  for (int Number = 0; Number < static_cast<int>(Steps.size()); ++Number) {
    const std::vector<SumRange> &Step = Steps[static_cast<size_t>(Number)];
    if (std::any_of(Runs.begin(), Runs.end(), [&](HalfRun &Run) { return join(Run, Number, Step); }))
      continue;
    Runs.emplace_back();
    HEXLOOM_CHECK(join(Runs.back(), Number, Step), "products of one instruction that may leave 16 bits");
  }
  return Runs;
}

std::optional<std::pair<int32_t, int32_t>> halfBegins(const SumRange &First, const SumRange &Second, int64_t Constant) {
  const Range One = beginsOf(First), Other = beginsOf(Second);
  const int64_t Least = std::max<int64_t>(One.Min, Constant - Other.Max), Most = std::min<int64_t>(One.Max, Constant - Other.Min);
  if (Least > Most || One.Min > One.Max || Other.Min > Other.Max)
    return std::nullopt;
  // The whole of the constant in the first, as far as it goes: of a single run nothing is then left to add.
  const int64_t Begin = std::clamp(Constant, Least, Most);
  return std::pair(static_cast<int32_t>(Begin), static_cast<int32_t>(Constant - Begin));
}

} // namespace hexloom
