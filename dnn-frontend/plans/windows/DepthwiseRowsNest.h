// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of depthwise convolutions on dense rows: the nest over images, rows and their turns of 128 elements around the bodies of
// hexloom/hvx/depthwise_rows.h.
//
//   for each group of output rows                      | those near the tensor's end by themselves: loads with care
//     addresses of the input rows, or of a row of zero points
//     for each 128 elements of a row
//       make the words that come into reach            | words=memory: all of the rows' words before
//       multiply, output stage, store
//
// Turns that take their words and constants in another way are written out by themselves, as are those that `unroll` says.
#pragma once

#include "nests/Build.h"
#include "plans/windows/DepthwiseRowsTiling.h"

namespace hexloom {

class DepthwiseRowsNest {
public:
  DepthwiseRowsNest(const Graph &G, const Op &O, const DepthwiseRowsTiling &Tiling, const DepthwiseRowsForm &Form, LayerWriter &W);
  void write();

private:
  using Units = DepthwiseRowsUnits;
  /// Groups of output rows whose code is the same.
  struct Range {
    int64_t First, Last;
    bool IsCareful; ///< near the tensor's end
    int Count;      ///< rows of a group
  };

  const Graph &G;
  const Op &O;
  const DepthwiseRowsTiling &T;
  const WindowShape &S;
  const DepthwiseRowsForm Form;
  LayerWriter &W;
  NestBuilder N;
  const Units Dense; ///< a row as it lies: of it words are made in memory, where strides and multipliers spread them afterwards
  const int64_t OutRow;
  std::vector<bool> IsOutside; ///< input rows of the group at hand that the image has not
  bool IsCareful = false;
  int64_t Walked = 0, OutWalked = 0; ///< how far the rows' pointers and `next` have gone on
  int64_t RowStep = 0;               ///< of the rows' pointers in the loop at hand: bytes

  int planeVectors() const;
  std::vector<Range> ranges() const;
  bool padsRows() const;

  void declare();
  void fill();
  void image();
  void group(const Range &R);
  void pointers(const Range &R);
  Value loaded(const UnitLoad &L, int Row) const;
  Value rowUnit(const Units &From, int Plane, int64_t Unit, int Row) const;
  void makeUnit(const Units &From, int Plane, int64_t Unit, int Group, const Value &To);
  void rowWords(int Group);
  void denseWords(int Group, const Value &To, int64_t Count);
  void spread(int Group);
  void beginRegisters();
  void columns(const Range &R);
  void loop(int64_t First, int64_t Count, const Range &R);
  void turn(int64_t Turn, const Range &R, bool IsLooped);
  void constants(int64_t Turn, bool IsLooped);
  void nextWords(int64_t Turn);
};

} // namespace hexloom
