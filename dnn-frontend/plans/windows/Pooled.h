// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pool's nest (PoolNest.h) keeps of a window's elements in registers: their maxima, or their sums as halfwords, even and odd
// channels in vectors of their own. Both have 32 bytes for a pixel, so that columns are brought together in the same way.
#pragma once

#include "nests/Build.h"
#include "plans/windows/PoolDivision.h"

#include <map>
#include <memory>

namespace hexloom {

class Pooled {
public:
  virtual ~Pooled() = default;
  virtual int vectors() const = 0; ///< that four pixels take
  virtual Value neutral() const = 0;
  virtual Value two(const Value &A, const Value &B) const = 0;
  /// What all turns read, and what each row has for itself: `Columns` vectors of the image at a time.
  virtual void constants(NestBuilder &N) = 0;
  virtual void variables(NestBuilder &N, int Columns) const = 0;
  /// `Rows` rows of the vector row[][Loaded] of the image, the `Column`th of those at a time: each of the vectors.
  virtual std::vector<Value> rows(NestBuilder &N, int Rows, int Loaded, int Column) const = 0;
  /// Bytes of four pixels of outputs, those of columns from `X` on.
  virtual Value bytes(const std::vector<Value> &Windows, int Rows, int X) const = 0;
};

std::unique_ptr<Pooled> pooledOf(const Graph &G, const Op &O, LayerWriter &W);

} // namespace hexloom
