// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of convolutions by products with weights in vectors: the nest over images, rows and blocks of 32 outputs.
//
//   for each image
//     the image with pads and its pixels' sums                    (ImageNest.h)
//     sums of its windows, all of them or row by row              | where the stored weights have a zero point
//     for each row of outputs                                     | order=blocks-rows: for each block, for each row
//       for each block of 32 outputs: its tiles                   (RowNest.h)
//       dense pixels of the row, where the result is row-major
#pragma once

#include "plans/products/ImageNest.h"
#include "plans/products/RowNest.h"

namespace hexloom {

class WeightsNest {
public:
  WeightsNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W);
  void write();

private:
  const View &V;
  const ProductShape &S;
  LayerWriter &W;
  NestBuilder N;
  ImageNest Image;
  RowNest Row;
  const Strides Out;

  /// Whether windows are summed just before their row's products.
  bool sumsByRow() const { return Row.hasWindowSums() && !Row.flatWindows() && !V.BlocksOutside; }
  /// Where the sums of all rows begin; and the distance from one row's to the next.
  const char *sums() const { return !Row.hasSums() ? "0" : Row.hasWindowSums() && !sumsByRow() ? "window_sums" : "sums"; }
  int64_t sumsStep() const;
  void declare();
  void windowSumsByRow();
  void rowsOutside();
  void blocksOutside();
  void row();
};

} // namespace hexloom
