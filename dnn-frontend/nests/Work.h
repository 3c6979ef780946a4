// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a nest (Nest.h) executes, counted: trips of its loops times what their bodies are made of.
#pragma once

#include "nests/Nest.h"

#include <map>
#include <optional>
#include <set>

namespace hexloom {

/// Behind the name of what is the same in all turns of the loop around.
inline constexpr const char *kKept = " kept";

/// A block with what it executes itself, and the loops and guards in it. Of what is executed there is a number for
///
///   "vrmpy.ub.b"                      a row of the instruction table
///   "load vector", "store int32_t"    an access of memory, by its type, of which "unaligned vector" is one
///   "hl_stage_mixed narrow31"         a call: a primitive of the runtime, or an intrinsic that is no row of the table; with its form, if
///                                     a structure that is its first argument has one
///   "raw"                             C that is not looked into
///
/// and apart, with " kept" behind it, what is the same in all turns of the loop around.
///
/// Elements of local arrays are registers and no accesses.
struct Part {
  enum class Kind { Loop, Guard, Block } Is = Kind::Block;
  std::string Head;          ///< a loop's counter, a guard's condition
  int64_t Turns = 1;
  int64_t Unrolled = 0;      ///< so many turns are written out one after the other, if the nest says how many
  bool IsWrittenOut = false; ///< all turns are straight code, in that of the block around
  std::optional<int64_t> OwnEntries = {}; ///< of a loop that a primitive has within it: OwnLoop::Entries
  /// A loop's variables from outside that a turn changes, but for those that walk. Empty: turns are independent as far as registers go.
  std::set<std::string> Keeps;
  std::map<std::string, int64_t> Own;
  std::vector<Part> Inside;  ///< of a guard its two sides, blocks
  std::vector<std::string> Order = {}; ///< of Own, as they come first; "": where the next of Inside stands
  const void *Of = nullptr;  ///< the nest::Loop, the nest::Block of a guard's side, the nest::Run whose own loop it is
  std::optional<double> Share = {}; ///< of a guard's side: in how many of its turns it is executed, if that is known (Guards.h)

  void add(const std::string &What) {
    if (Own[What]++ == 0)
      Order.push_back(What);
  }
  void add(Part P) {
    Inside.push_back(std::move(P));
    Order.emplace_back();
  }
};
Part partOf(const nest::Block &Body, Target T);
/// A primitive's own loops, added to the block that calls it.
void addLoops(Part &To, const OwnLoops &Loops, const void *Of);

/// How often all turns of all loops execute it: where guards' sides differ at least, and at most.
struct Amount {
  int64_t Least = 0, Most = 0;
};
using Work = std::map<std::string, Amount>;
Work workOf(const Part &P);

/// What is executed in all, then lines of loops and guards, each followed by those within it:
///
///   in all: 1470 load vector, 5880 vrmpy.ub.b
///   loop word, 15 of 735 turns: 2 load vector, 8 vrmpy.ub.b; keeps kept
std::string workText(const Part &P);

} // namespace hexloom
