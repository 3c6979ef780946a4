// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a layer does, as data: written by Build.h, printed as C by Print.h, asked by Ask.h.
//
//   Block     = Statement*
//   Statement = Loop(counter, from, end, step, walks, unrolling, block)
//             | Guard(condition, then, otherwise)
//             | Scope(block)
//             | Declare(type, {name, extents, value}*)
//             | Structure(type, name, fields)            constant parameters of a runtime primitive
//             | Assign(place, value)
//             | Run(call, walks, loops)                  for its effect, by loops of its own; or pointers that move on
//             | Hide(vectors, scalars, reason)           the compiler is not to know what they have
//             | Raw(text)                                C that is not looked into
//
// A pointer that a loop moves is its own walk: the address is never computed from counters, but goes on by a constant at each turn
// (strength reduction).
#pragma once

#include "nests/Value.h"

#include <optional>
#include <utility>
#include <variant>

namespace hexloom {

/// A pointer, and by how many of what it points to a turn moves it; 0: it stays.
struct Walk {
  Value Pointer;
  int64_t Step;
};

/// A loop that a primitive of the runtime has within it.
struct OwnLoop {
  std::string What;    ///< of its turns: the primitive, and its form
  int64_t Turns;       ///< in all
  int64_t Entries = 1; ///< how often it is entered; 0: what its ends take depends on the turns, and counts as theirs
};
using OwnLoops = std::vector<OwnLoop>;

/// How many of a loop's turns are written out, and whether turns may overlap.
struct Unrolling {
  enum class How { Any, All, One, Times } Turns;
  bool MayOverlap = true;
  int Count = 0; ///< Times
  static const Unrolling Compiler, Full, None, NoneNorPipelined, NotPipelined;
  static Unrolling times(int Count) { return {How::Times, false, Count}; }
};

namespace nest {

struct Statement;
using Block = std::vector<Statement>;

struct Loop {
  std::string Counter;
  int64_t From, End, Step;
  std::vector<Walk> Walks;
  Unrolling Unroll;
  Block Body;
  int64_t trips() const { return From < End ? (End - From + Step - 1) / Step : 0; }
};

struct Guard {
  Value Condition;
  Block Then, Otherwise;
};

struct Scope {
  Block Body;
};

struct Declarator {
  std::string Name;
  std::vector<int64_t> Extents; ///< of an array
  std::optional<Value> Begin;
  bool IsAligned = false; ///< to vectors
};

struct Declare {
  std::string Type; ///< "const uint8_t *"
  std::vector<Declarator> Names;
  bool MaybeUnused; ///< not every form of a nest reads it
};

struct Structure {
  std::string Type, Name;
  std::vector<std::pair<std::string, std::string>> Fields;
};

struct Assign {
  Value Place, What;
};

struct Run {
  std::optional<Value> Call;
  std::vector<Walk> Walks;
  OwnLoops Loops = {};
};

struct Hide {
  std::vector<Value> Vectors, Scalars;
  std::string Reason;
};

struct Raw {
  std::string Text;
};

struct Statement {
  std::variant<Loop, Guard, Scope, Declare, Structure, Assign, Run, Hide, Raw> Is;
};

} // namespace nest
} // namespace hexloom
