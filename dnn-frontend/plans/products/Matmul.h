// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BATCH_MATMUL by vrmpy and vdmpy: rows of the first operand, X, are pixels, columns of the second one, Y, outputs whose weights are packed
// where they are needed.
#pragma once

#include "plans/products/RowAxes.h"

namespace hexloom {

/// How sums become bytes, of all columns alike: they can be whatever so many products of two bytes are in sum. int16: the reference's own
/// arithmetic.
Stage matmulStage(const Graph &G, const Op &O, const StageSearch &Search);

/// The operator with a layout for each operand.
struct Matmul {
  MatmulShape S;
  Stage Chosen;
  bool AdjX, AdjY, XBlocked, YBlocked, OutBlocked;
  int ElementBytes;
  int StoredZero = 0; ///< of bytes of Y as they are stored, unsigned

  Matmul(const Graph &G, const Op &O, Stage Chosen, Layout X, Layout Y, Layout Out);

  bool isWide() const { return ElementBytes == 2; }
  /// Whether rows of X are read as the pixels of a depth-blocked row (inBlocks) or one behind the other (isDense), where they lie. Rows
  /// have to be whole vectors and groups of four, as the sums of rows and the tiles want them.
  bool inBlocks() const { return XBlocked && !AdjX; }
  bool isDense() const;
  bool isInPlace() const { return inBlocks() || isDense(); }
  int64_t rows4() const { return roundUp(S.Rows, 4); }
  int64_t depthBytes() const { return int64_t(S.Depth) * ElementBytes; }
  int64_t words() const { return ceilDiv(depthBytes(), int64_t(4)); }
  int64_t blocks() const { return ceilDiv(S.Columns, 32); }
  /// Bytes between rows of X; in scratch memory whole vectors where they are transposed.
  int64_t pitch() const { return inBlocks() ? 32 : roundUp(depthBytes(), AdjX ? 128 : 8); }
  /// Rows of X as a row of pixels.
  RowProduct product() const;
  Cost cost(const View &V) const;

private:
  View view() const;
  Cost interleaveCost(int64_t Columns, bool Blocked, double Matrices) const;
};

/// How many of the three batch loops an operand depends on, counted from the outermost one. Its matrix is another one at each of their
/// turns.
int loopsAround(const MatmulShape &S, const int32_t (&Strides)[3]);

} // namespace hexloom
