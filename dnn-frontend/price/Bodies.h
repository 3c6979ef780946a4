// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest costs by its bodies. A body is a straight piece of code, in canonical form: what it executes, in the order in which each
// comes first, an instruction in front of its operands, and how often. Names of variables, places in memory and constants are not in it.
//
//   loop: 40 load vector, 32 load uint64_t, 128 vrmpy.ub.b, 4 hl_stage_load full31, 2 hl_stage_mixed full31, 2 store vector
//
// The cycles of a body's turn, and those of entering and leaving its loop, are measured: Table.h.
//
// A loop that a primitive of the runtime has within it is a body of what the nest calls its turn.
//
//   own loop: 1 hl_vmul_staged narrow15 by one value
//
// A loop whose turns are all written out, or that has one, is straight code of the body around it. A loop of up to four turns is a body of
// its own for each number: the compiler may write it out.
#pragma once

#include "nests/Work.h"

namespace hexloom {

struct Body {
  std::vector<std::pair<std::string, int64_t>> Executes; ///< of Part::Own; "loop" and "guard": one within
  /// "once", "loop", "loop of 2" turns, so few that the compiler may write them out; "loop by 3" of which the nest has them written out; "own loop", "own loop of 2".
  std::string Head = "once";
  bool isLoop() const { return Head != "once"; }
};
std::string text(const Body &B);

/// A body where a nest has it. What a body with a guard executes is two bodies, one with each side: compilers move code that both sides
/// have out of them.
struct Piece {
  hexloom::Body Body;
  double Turns = 0, Entries = 0;
  const void *Of = nullptr;   ///< as Part::Of; null: of the whole nest
  const void *Side = nullptr; ///< of a guard within: it is of this body
};
std::vector<Piece> piecesOf(const Part &P);

struct Price {
  double Cycles = 0;
  double Found = 0; ///< of them by bodies that the table has
};
Price priceOf(const std::vector<Piece> &Pieces);
/// The price of a block that has nothing but a call with these loops.
Price priceOf(const OwnLoops &Loops);

/// "17260 cycles by bodies, 93 % of them found"
std::string text(const Price &P);

} // namespace hexloom
