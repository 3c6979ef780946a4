// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of products with sums of 16 bits on planes of one channel (HalfProduct.h).
//
//   for each 128 pixels
//     for each group of channels
//       the vectors of its windows, what is outside of the image being the zero point: to registers or to memory
//       for each output, or several at a time
//         for each two runs: sums = begins; their instructions, weights as words; both sums added to those of 32 bits
//         output stage, store
//
// Where the runs are one or two and the stage narrows its sums to 16 bits first, no words are made: the two are added with
// saturation.
#pragma once

#include "nests/Build.h"
#include "plans/products/HalfProduct.h"

namespace hexloom {

class HalfNest {
public:
  HalfNest(const Graph &G, const Op &O, const HalfProduct &P, LayerWriter &W);
  void write();

private:
  const HalfProduct &P;
  const ProductShape &S;
  const Schedule How;
  LayerWriter &W;
  const Machine M;
  NestBuilder N;
  const int64_t InPlane, OutPlane; ///< bytes from a plane to the next
  const int RawZero;               ///< of the input as it is stored
  const bool IsFlat;
  const int AtOnce; ///< outputs whose products stand side by side
  int Words = 0;    ///< of weights that a tile has named

  int down(int Y) const { return Y * S.DilationH - S.PadTop; }
  int right(int X) const { return X * S.DilationW - S.PadLeft; }
  int64_t offsetOf(const HalfTap &T) const { return T.Plane * InPlane + int64_t(down(T.Y)) * S.In.W + right(T.X); }
  bool slidesDown() const { return How.Order == kHalfSlides; }
  int unrolledRows() const { return How.Unroll ? How.Unroll : slidingUnrolls(P).front(); }
  int unrolledGroups() const { return How.Unroll ? How.Unroll : 1; }
  int columnPitch() const;
  int constantsOf() const { return P.constantVectors(); } ///< vectors of an output

  Bytes packWeights() const;
  std::vector<int32_t> packConstants() const;
  Bytes packColumns() const;

  void declare();
  void columns();
  void turn();
  void firstPixel();
  int rowsAbove() const;
  int rowsBelow() const;
  Value isInner() const;
  Value loaded(const HalfTap &T, int64_t Offset, bool IsInner, bool MayLeaveRows) const;
  void tapsOf(bool IsInner);
  void declareTaps();
  void taps();
  void flat();
  void rows();
  void column();
  void slide();
  void loadRow(int Y, RowOf Kind);
  void outputs();
  void tile(int Count);
  Value constant(int Output, int Number) const;
  std::optional<Value> beginOf(int Output, size_t Run) const;
  void products(int Count, size_t Run);
  void widen(int Count, size_t Run);
  void finish(int Output);
};

} // namespace hexloom
