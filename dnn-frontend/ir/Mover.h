// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rows of movements.def are written in.
#pragma once

#include "ir/Box.h"

namespace hexloom {

using Ints = std::vector<int64_t>;

/// How a loop walks in one tensor. Axis -1: it does not.
struct Walk {
  int Axis = -1;
  int64_t Step = 0, First = 0;
};
inline const Walk nowhere;
inline Walk along(int Axis, int64_t Step = 1, int64_t First = 0) { return {Axis, Step, First}; }

/// Executes an operator's row of movements.def, whose names are the members here.
class Mover {
public:
  Mover(const Graph &G, const Op &O, bool WantsBoxes) : G(G), O(O), WantsBoxes(WantsBoxes), In(G.in(O, 0).Dims), Out(G.out(O, 0).Dims) {}
  BoxMovement run();

private:
  const Graph &G;
  const Op &O;
  const bool WantsBoxes; ///< false: shapes are all, as far as the row says them without boxes
  const Shape &In, &Out;
  BoxMovement M = {{{0, 0, {}}}};
  std::vector<Ints> Extents = {}; ///< of the outputs

  [[noreturn]] void fail(const std::string &What) const;
  [[noreturn]] void impossible() const;
  int32_t sized(int64_t Size) const;

  std::vector<int> dimensions() const;
  bool has(Attr A, int64_t Value) const;

  void checkAxis(int64_t Axis, size_t Rank) const;
  void checkAxis(int64_t Axis) const { checkAxis(Axis, In.size()); }
  const Ints &listOf(Attr A, size_t Size) const;
  const Ints &pairs(Attr A, size_t Count) const;
  const Ints &permutation(Attr A) const;
  void checkTaken(int D, int64_t Begin, int64_t Stride, int64_t Size) const;
  void checkDivides(bool Divides, int64_t Block) const;
  int64_t depthBlock() const;
  void checkPadValue(Attr A) const;
  void checkParts(bool Joins, bool Stacks, int64_t Axis) const;

  void loop(BoxMovement::Piece &P, int64_t Size, const Walk &From, const Walk &To);
  void loop(int64_t Size, const Walk &From, const Walk &To) { loop(M.Pieces.back(), Size, From, To); }
  void extent(size_t Axis, int64_t Size);
  void fill(Attr A, const Ints &Border);
  void stated(const Shape &View);
  void refine();
  enum class Parts { Joined, Cut };
  void stretches(Parts How, bool Stacks);
  void mirrored(const Ints &Pads, const std::string &Mode);
  void repeated(bool FitsRank, bool Broadcasts);
  void batchBlocks(Attr Border, bool ToBatch);
  void boxes();
  void finish();
};

} // namespace hexloom
