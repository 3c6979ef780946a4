// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of a row of outputs by products with weights in vectors: blocks of 32 outputs, and the tiles of each, around the bodies
// of hexloom/hvx/product_row.h.
//
//   for each block of 32 outputs
//     for each tile: products, beside them the output stage of the tile before       | rows of little: and its own stage
//
// `Suffix` is behind the names of constants, so that a layer can have several: p, offsets, weights, stages.
#pragma once

#include "machine/Processor.h"
#include "nests/Build.h"
#include "plans/products/Packing.h"

namespace hexloom {

class RowNest {
public:
  RowNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, const std::string &Suffix, NestBuilder &N);

  /// Constants: those of `P`, or weights and output stages that are made where they are read.
  void declare();
  void declare(const Value &Weights, const Value &Stages);
  /// The output stage of the last tile waits, in `kept`, for the next row's first.
  bool isAhead() const { return V.IsAhead; }
  void declareKept();
  void finishKept();
  int64_t blockBytes() const { return int64_t(V.outWidth4()) * kLanes * V.ElementBytes; } ///< of a row of one block
  /// Sums between groups of blocks that read other channels, and the sums of a row of windows from `From` on, of `Width` pixels.
  int64_t groupSums() const { return !IsWindow ? V.sumsPlane() : FlatWindows ? V.flatWindows() : V.windowWidth(); }
  bool hasSums() const { return P.StoredZero != 0; }
  bool hasWindowSums() const { return hasSums() && IsWindow; }
  bool flatWindows() const { return FlatWindows; } ///< all windows of an image are summed in one go, over the ends of rows
  void windowSums(const Value &From, const Value &To, int64_t Width);
  /// `w` and `stage`, weights and constants of the first block, and how they go on to the next.
  void declareBlock();
  std::vector<Walk> nextBlock() const;
  /// Writes the products of one block: from `at` and `sum`, by `w` and `stage`, to `to`.
  void block();
  /// Writes the products of all blocks: from `from` and `sum_at` to `row_to`.
  void blocks();
  /// Writes the products of four blocks at a time, dense pixels, to `row_to` (hexloom/hvx/product_across.h).
  void across();

private:
  static constexpr int kLanes = hexagon::kVectorLanes;
  const View &V;
  const ProductShape &S;
  const PackedProduct &P;
  const OutputStage &Stage;
  const DType Type;
  const std::string Suffix;
  NestBuilder &N;
  const bool IsWindow; ///< of several pixels, or none
  const bool FlatWindows;

  std::string named(const char *Name) const { return Name + Suffix; }
  void constant(const char *Type, const char *Name, const Value &What) { N.declare(Type, named(Name), What); }
  void declareParameters();
  void tile(int Pixels);
  void lone(int Pixels); ///< outside of a loop
  bool isWide() const { return V.sumRuns() != 0; } ///< sums of 48 bits (hexloom/hvx/wide_product.h)
  void wideBlock();
};

} // namespace hexloom
