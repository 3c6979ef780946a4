// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nest around an embedded instruction, whatever it computes:
//
//   the image of the activations, if there is one (plans/movement/)
//   for results' channels, for pixels, or the other way round, `Tile` vectors of results together
//     sums = biases
//     for each step of the sum: loads, products by the row's template
//     sums to bytes by the plan's output stage
//   results to where the tensor has them, if they do not lie so
#pragma once

#include "nests/Build.h"
#include "plans/embedded/EmbeddedProduct.h"
#include "plans/movement/CopyEmit.h"

namespace hexloom {

/// Copies between a tensor and its packed form: in which order, and what they cost.
struct EmbeddedCopies {
  CopyGroup Copies;
  CopyOrder Order = CopyOrder::AsStored;
  hexloom::Cost Cost;
};
EmbeddedCopies copiesToImage(const EmbeddedProduct &P, Target T);
EmbeddedCopies copiesFromResults(const EmbeddedProduct &P, Target T);

class EmbeddedNest {
public:
  /// `Filter`: null of pools.
  EmbeddedNest(const EmbeddedProduct &P, const Tensor *Filter, LayerWriter &W) : P(P), Filter(Filter), M(W.target()), N(W) {}
  /// With the copies, or without.
  void write(bool WithCopies);

private:
  const EmbeddedProduct &P;
  const Tensor *const Filter;
  const Machine M;
  NestBuilder N;

  int64_t constantsOf() const; ///< vectors for a vector of results
  int64_t weightsOf() const;   ///< loads of a turn's step
  const char *weightType() const { return P.Filter.PieceBytes > 4 && !P.Filter.Splats ? "const vector *" : "const int32_t *"; }
  void declare();
  void image();
  void loops(size_t Loop, const Value &In, const Value &Out, bool HasConstants);
  void turn(const Value &In, const Value &Out);
  std::optional<int64_t> rowsApart() const;
  void steps();
  void step(int64_t Step, int64_t Base);
  Value operand(char Letter, const EmbeddedFactor &F, const std::vector<Value> &Pieces) const;
  std::vector<Value> activations(int64_t Step, int64_t Base, int64_t Together);
  std::vector<Value> weights(int64_t Together);
  Value vectorOf(int64_t I) const;
  void finish(const Value &Out);
  void finishByWords(const Value &Out);
};

} // namespace hexloom
