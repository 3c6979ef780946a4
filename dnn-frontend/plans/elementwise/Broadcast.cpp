// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/Broadcast.h"
#include "support/CText.h"
#include "support/Error.h"

namespace hexloom {

/// Strides of a dense operand in the output's dimensions.
static std::vector<int64_t> denseStrides(const Shape &Output, const Shape &Operand) {
  std::vector<int64_t> Strides(Output.size(), 0);
  int64_t Stride = 1;
  for (size_t I = 1; I <= Operand.size(); ++I) {
    const int32_t Size = Operand[Operand.size() - I];
    HEXLOOM_CHECK(I <= Output.size() && (Size == 1 || Size == Output[Output.size() - I]), "shapes do not broadcast");
    Strides[Output.size() - I] = Size == 1 ? 0 : Stride;
    Stride *= Size;
  }
  return Strides;
}

BroadcastLoops broadcastLoops(const Shape &Output, const std::vector<Shape> &Operands) {
  std::vector<std::vector<int64_t>> Strides;
  for (const Shape &Operand : Operands)
    Strides.push_back(denseStrides(Output, Operand));
  BroadcastLoops Loops;
  Loops.Strides.resize(Operands.size());
  for (size_t D = 0; D < Output.size(); ++D) {
    if (Output[D] == 1)
      continue;
    bool Joins = !Loops.Sizes.empty(); // the loop so far continues into this dimension for every operand
    for (size_t K = 0; K < Operands.size() && Joins; ++K)
      Joins = Loops.Strides[K].back() == Strides[K][D] * Output[D];
    if (!Joins) {
      Loops.Sizes.push_back(1);
      for (auto &Operand : Loops.Strides)
        Operand.push_back(0);
    }
    Loops.Sizes.back() *= Output[D];
    for (size_t K = 0; K < Operands.size(); ++K)
      Loops.Strides[K].back() = Strides[K][D];
  }
  return Loops;
}

BroadcastLoops broadcastLoops(const Graph &G, const Op &O) {
  std::vector<Shape> Operands;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    Operands.push_back(G.in(O, I).Dims);
  return broadcastLoops(G.out(O, 0).Dims, Operands);
}

constexpr size_t kMostLoops = HL_LOOPS; // of an hl_broadcast

std::string broadcastProblem(const Graph &G, const Op &O) {
  return broadcastLoops(G, O).Sizes.size() > kMostLoops ? strf("broadcasting with more than %zu loops", kMostLoops) : "";
}

std::vector<std::pair<std::string, std::string>> BroadcastLoops::fields() const {
  HEXLOOM_CHECK(Sizes.size() <= kMostLoops, "too many loops");
  const auto Padded = [&](const std::vector<int64_t> &Values, int64_t Fill) {
    std::vector<int64_t> Result(kMostLoops - Values.size(), Fill);
    Result.insert(Result.end(), Values.begin(), Values.end());
    return braces(Result);
  };
  std::vector<std::string> Rows;
  for (const auto &Operand : Strides)
    Rows.push_back(Padded(Operand, 0));
  return {{"size", Padded(Sizes, 1)}, {"stride", braces(Rows)}};
}

std::string BroadcastLoops::cText() const {
  const auto Fields = fields();
  return "{" + Fields[0].second + ", " + Fields[1].second + "}";
}

} // namespace hexloom
