// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of pools in blocks of 32 channels, four pixels in a vector, whose rows stay in registers when they are combined: to maxima, or
// to sums, which are divided at last (Pooled.h).
//
//   for each block
//     for each row of outputs                  rows that the image clips are written out by themselves
//       for each four columns
//         the window's rows combined, of the columns that come into reach; of stride 2 even and odd columns apart
//         then the window's columns, each a vector or two neighbours aligned anew; divide, clamp, store
//
// Turns whose columns are not whole vectors of the image are written out by themselves, as DepthwiseNest's.
#pragma once

#include "nests/Build.h"
#include "plans/Strides.h"
#include "plans/windows/Pool.h"
#include "plans/windows/Pooled.h"

namespace hexloom {

/// How windows' columns lie in units of `Stride` vectors: a unit has four columns for each remainder by the stride.
struct PoolColumns {
  static constexpr int kFour = 4, kMostStraight = 4; ///< pixels of a vector; turns alike that are usually no loop
  /// What a vector of columns is made of.
  enum class Four { Outside, Whole, Clipped };
  /// A column of the window: which remainder, and by how many columns of that it is apart from the output's.
  struct Tap {
    int Phase, Unit, Column;
  };

  int Width, Stride;
  std::vector<Tap> Taps;
  int First, Live; ///< the first unit that an output vector of the same number reads, and how many
  /// The numbers of neighbouring turns that are alike, in order. A turn makes four columns of outputs. Turns are alike if their new units
  /// are made of the same kinds of vectors, and their sums are divided by the same numbers.
  std::vector<int> Turns;
  int Loads = 0; ///< vectors of a row of the image that they read

  PoolColumns(const WindowShape &S, bool Average);
  /// Whether the units that are at hand stay in registers, and windows' rows are straight code.
  static bool fit(const WindowShape &S, bool Average);
  Four kindOf(int Vector) const;
  std::vector<Four> kindsOf(int Unit) const;
  bool keeps() const { return Live > 1; } ///< units for the next turn
  /// How many turns alike are written out at most, the usual number first; none: there is no choice.
  std::vector<int> unrolls() const;
};

class PoolNest {
public:
  PoolNest(const Graph &G, const Op &O, LayerWriter &W);
  void write();

private:
  using Four = PoolColumns::Four;

  const WindowShape S;
  const DType Type;
  const int MostStraight; ///< turns alike
  const Range Bounds;
  LayerWriter &W;
  NestBuilder N;
  const Strides In, Out;
  const PoolColumns Columns;
  const std::unique_ptr<Pooled> What;

  Value near(int Vector, int At) const;
  std::vector<Value> combined(int Rows, int Vector, int Loaded, int Column);
  void unit(int Rows, int Unit, int Place);
  Value tap(const PoolColumns::Tap &T, int Vector) const;
  void turn(int Rows, int Turn, bool IsLast);
  void row(int Rows);
  void rows();
};

} // namespace hexloom
