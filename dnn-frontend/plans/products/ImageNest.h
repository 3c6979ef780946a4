// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C that makes a view's image (View.h) of one image of the input, and the sums of its pixels.
//
//   for each block
//     rows of zero points; for each row: zero points, the input's pixels, zero points; rows of zero points
//   for each group of channels: sums of its pixels, 32 at a time            | where the stored weights have a zero point
//
// Blocked rows are written by whole vectors, each from two of the input's. What of an image lies flat, as copies do, is summed
// flat, over the ends of rows; of others up to eight short rows are summed together.
//
// The names that the C has: `in` and `in_limit`, the input's image and where the input ends, rounded up to vectors; it declares
// `image` and `sums`.
#pragma once

#include "nests/Build.h"
#include "plans/Strides.h"
#include "plans/products/Packing.h"

namespace hexloom {

class ImageNest {
public:
  ImageNest(const View &V, const PackedProduct &P, int InZero, DType Type, NestBuilder &N);
  bool hasSums() const { return P.StoredZero != 0; }
  /// Declares constants and memory, before the loops.
  void declare();
  /// Makes the image, inside the loop over images.
  void make();
  const Strides &input() const { return In; }

private:
  const View &V;
  const ProductShape &S;
  const PackedProduct &P;
  const int InZero;
  const DType Type;
  NestBuilder &N;
  const Strides In;

  int rowsInside() const; ///< of the input's, in the image
  void copy();
  void fillRows(int Rows);
  void blockedRow();
  void denseRow(bool IsNear);
  int farRows() const;
  void rows(int Count, bool AreNear);
  int sumsBlocks() const { return V.InBlocked ? V.Blocks / V.Groups : V.Blocks; }
  void sums();
  void sumsOfVectors();
  void sumsOfRows();
  void sumsOfPixels();
  void sumsOfSome(int64_t First, int64_t Pixels, int64_t Far, bool Aligned);
};

} // namespace hexloom
