// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that put elements where indices say, that fill, and that work along sequences.
#include "import/OpReader.h"
#include "ir/Shapes.h"
#include "support/Error.h"

namespace hexloom {

namespace {

Shape shapeParam(const OpReader &R, size_t Position) {
  Shape S;
  for (int64_t Dim : R.param(Position, "shape")) {
    if (Dim < 0 || Dim > INT32_MAX)
      R.fail(strf("output has a dimension of %lld", (long long)Dim));
    S.push_back(static_cast<int32_t>(Dim));
  }
  return S;
}

} // namespace

void importScatterNd(OpReader &R) { R.setShape(0, shapeParam(R, 2)); }

void importBroadcastTo(OpReader &R) { R.setShape(0, shapeParam(R, 1)); }

/// A scalar that is broadcast.
void importFill(OpReader &R) {
  if (R.in(0).elements() != 1)
    R.fail(strf("fills with %lld values where one is required", (long long)R.in(0).elements()));
  R.setShape(0, shapeParam(R, 0));
}

void importReverseSequence(OpReader &R) {
  const auto &P = R.options<tflite::ReverseSequenceOptions>();
  R.set(Attr::Axis, R.axis(P.seq_dim(), R.in(0).rank()));
  R.set(Attr::BatchAxis, R.axis(P.batch_dim(), R.in(0).rank()));
}

/// The new dimension is as long as the depth says; axis -1 puts it behind the others.
void importOneHot(OpReader &R) {
  const int64_t Depth = R.scalarParam(1, "depth");
  if (Depth < 0 || Depth > INT32_MAX)
    R.fail(strf("depth is %lld", (long long)Depth));
  const int64_t Axis =
      R.axis(R.options<tflite::OneHotOptions>().axis(), R.in(0).rank() + 1);
  Shape S = R.in(0).Dims;
  S.insert(S.begin() + Axis, static_cast<int32_t>(Depth));
  R.setShape(0, S);
  R.set(Attr::Axis, Axis);
}

void importCumsum(OpReader &R) {
  const auto &P = R.options<tflite::CumsumOptions>();
  R.set(Attr::Axis, R.axis(R.scalarParam(1, "axis"), R.in(0).rank()));
  R.set(Attr::Exclusive, P.exclusive());
  R.set(Attr::Reverse, P.reverse());
}

void importTopK(OpReader &R) {
  if (R.in(0).rank() == 0)
    R.fail("input is a scalar");
  const int64_t K = R.scalarParam(1, "k");
  if (K < 0 || K > R.in(0).Dims.back())
    R.fail(strf("takes the %lld largest of %d", (long long)K, R.in(0).Dims.back()));
  Shape S = R.in(0).Dims;
  S.back() = static_cast<int32_t>(K);
  R.setShape(0, S);
  R.setShape(1, S);
}

} // namespace hexloom
