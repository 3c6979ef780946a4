// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of products with activations in vectors: the nest over pixels, blocks of four outputs, taps and channels, around the target's
// own instructions (instructions/Machine.h), with the layout's addresses (nests/Lanes.h) and the plan's output stage.
//
//   for each turn of 64 pixels, or of 32
//     bring their vectors of four channels, of all taps, side by side        (Pointwise.cpp, Planes.cpp)
//     for each four outputs                                                  (PixelNest::outputs)
//       8 sums = biases; for each vector: 8 products, weights as words
//       the sums of the four outputs before to bytes, while these are under way
//
// With four outputs or fewer, vectors are multiplied where they are found: PixelNest::fewOutputs.
#pragma once

#include "nests/Build.h"
#include "plans/products/PixelProduct.h"

namespace hexloom {

/// Places of vectors of four channels of 64 pixels: the first one, and the distances to the other 32 pixels' and the next channels', in
/// bytes.
struct PixelSource {
  Value First, Second;
  int64_t Next;
  bool IsAligned = true; ///< to vectors
};

/// Places where the results of four outputs of 64 pixels go.
using PixelTarget = PixelSource;

class PixelNest {
public:
  /// `Halves`: of 64 pixels that are written; of those 32 that a turn has at least there is one.
  PixelNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W, int Halves);

  NestBuilder &text() { return N; }
  const PixelProduct &product() const { return P; }
  const Machine &machine() const { return M; }
  bool hasSums() const { return P.Stored.SumsFactor != 0; }

  /// Declares the constants, before the loops.
  void declare();
  /// Declares the pixels' sums as zero, in front of what brings the pixels.
  void beginSums();
  /// A vector as it is multiplied, from one as it lies in memory.
  Value asMultiplied(const Value &Loaded) const;
  /// Adds a vector of word `Word` of a tap to the sums of its pixels.
  void addToSums(int Half, const Value &Vector, const Value &Factors);
  int factors(bool IsLast) const;
  /// Writes all outputs of a turn's pixels.
  void outputs(const PixelSource &From, const PixelTarget &To);
  /// Writes the outputs of a turn's pixels if there are no more than four. Their products need no vectors side by side. `Windows` has to
  /// write multiply() for each vector of four channels.
  void fewOutputs(const std::function<void()> &Windows, const PixelTarget &To);
  /// Adds the products of `first` and `second` by the next weights, `w`, to the sums of fewOutputs.
  void multiply() { multiply("kept"); }

private:
  const PixelProduct &P;
  const Machine M;
  const Tensor &Filter;
  const OutputStage &Stage;
  const DType Type;
  const int Straight; ///< words whose products are written out
  const int Halves;   ///< of 64 pixels, in a turn: vectors of a word
  const bool StageFirst; ///< the output stage stands in front of the next outputs' products
  NestBuilder N;

  int constantsOf() const; ///< vectors of four outputs
  void begin(const PixelTarget &To);
  void multiply(const Value &Sums);
  void products(const Value &Sums, const Value &Constants, const PixelSource &From);
  void word(const Value &Sums, const PixelSource &From);
  void finish(const PixelTarget &To);
  void finishByWords(const PixelTarget &To);
};

} // namespace hexloom
