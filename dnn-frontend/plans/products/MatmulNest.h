// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of BATCH_MATMUL by vrmpy and vdmpy.
//
//   for each batch, in up to three loops
//     rows of X, where they lie or copied, and their sums     | before the loops in which X stays the same
//     words of Y, constants of the output stage               | before those in which Y does
//     RowNest.h; from depth-blocked rows to the result
//
// Packing is done by the bodies of hexloom/hvx/batch_matmul.h.
#pragma once

#include "plans/Strides.h"
#include "plans/products/Matmul.h"
#include "plans/products/RowNest.h"

namespace hexloom {

class MatmulNest {
public:
  MatmulNest(const Graph &G, const Op &O, LayerWriter &W);
  void write();

private:
  const Graph &G;
  const Op &O;
  LayerWriter &W;
  NestBuilder N;
  const Matmul M;
  View V;
  const OutputStage Stage;
  const PackedProduct P;
  RowNest Row;
  const Strides X, Y, Out; ///< a matrix is a row, its rows are pixels

  void declare();
  void batches(int Loop, const std::string &XAt, const std::string &YAt);
  std::string moved(const char *Name, int Loop, const std::string &At, int64_t Stride) const;
  void copyRows(const Value &At);
  void makeRows(const Value &At);
  void sums();
  void makeWeights(const Value &At);
  void interleave(bool Blocked, const Value &From, const char *Limit, int Columns, const char *To);
  void turnColumns(const Value &At);
  void product();
};

} // namespace hexloom
