// The C that makes a view's image (View.h) of one image of the input, and the sums of its pixels.
//
//   rows of zero points
//   for each row: zero points, the input's pixels, zero points         | of blocks of 32 channels, for each block of it
//   rows of zero points
//   for each group of channels, for each row: sums of its pixels       | where the stored weights have a zero point
//
// The names that the C has: `in` and `in_limit`, the input's image and where the input ends, rounded up to vectors; it declares
// `image`, `image_limit` and `sums`.
#pragma once

#include "nests/Nest.h"
#include "plans/Strides.h"
#include "plans/products/Packing.h"

namespace hexloom {

class ImageNest {
public:
  ImageNest(const View &V, const PackedProduct &P, int InZero, DType Type, Nest &N);
  bool hasSums() const { return P.StoredZero != 0; }
  /// Constants and memory: before the loops.
  void declare();
  /// In the loop over images.
  void make();
  const Strides &input() const { return In; }

private:
  const View &V;
  const ProductShape &S;
  const PackedProduct &P;
  const int InZero;
  const DType Type;
  Nest &N;
  const Strides In;

  void copy();
  void copyRow(const std::string &From);
  void sums();
};

} // namespace hexloom
