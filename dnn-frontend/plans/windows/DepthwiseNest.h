// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of depthwise convolutions in blocks of 32 channels: the nest over images, blocks, rows and columns around the bodies of
// hexloom/hvx/depthwise.h.
//
//   for each block                                     | where a side is row-major, rows are the outer loop
//     for each group of output rows
//       pointers to the four input rows, or to a row of zero points
//       for each four columns
//         make the words that come into reach          | of larger windows: all of the rows' words before
//         multiply, output stage, store
//
// A turn whose words are not whole vectors of the image is written out by itself, as are all of few columns.
#pragma once

#include "nests/Build.h"
#include "plans/Strides.h"
#include "plans/windows/DepthwiseTiling.h"

namespace hexloom {

class DepthwiseNest {
public:
  DepthwiseNest(const Graph &G, const Op &O, const DepthwiseTiling &Tiling, LayerWriter &W);
  void write();

private:
  /// The strides of images in one layout, and whether it is blocked.
  struct Side : Strides {
    bool IsBlocked;
    Side(Layout L, const Nhwc &Images);
  };
  /// Whether a group of output rows is the one behind their loop, of fewer rows, or any of the loop's.
  enum class LastGroup { No, Yes };

  const Graph &G;
  const Op &O;
  const WindowShape S;
  DepthwiseTiling T;
  LayerWriter &W;
  NestBuilder N;
  const Side In, Out;
  const int InZero;
  const DepthwiseForm Form;

  int groups() const { return S.Out.H / T.Rows; } ///< whole ones
  int rest() const { return S.Out.H % T.Rows; }
  int count(LastGroup Last) const { return Last == LastGroup::Yes ? rest() : T.Rows; }
  int pixelVectors() const { return In.IsBlocked ? 1 : T.Blocks; }
  int64_t outBlock() const { return int64_t(ceilDiv(S.Out.W, T.kFour)) * T.kVector; }

  void declare();
  void blocksRows();
  void rowsBlocks();
  void rowsOfBlocks(LastGroup Last);
  void unblock(LastGroup Last);
  void rows(LastGroup Last);
  Value rowPointer(int Row, LastGroup Last) const;
  void pointers(int First, LastGroup Last);
  void rowWords(LastGroup Last);
  void columns(int Sets, LastGroup Last);
  void fused(int Sets, LastGroup Last);
  void makeWords(int Vector, int Place);
  void turn(int At, int Sets, LastGroup Last, bool IsLast);
  Unrolling unrolling() const;
  void multiply(const Value &Words, int Sets, LastGroup Last);
};

} // namespace hexloom
