// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C of loop nests, written with the sizes filled in. A pointer that a loop moves is its own walk: the address is never computed from
// counters, but goes on by a constant at each turn (strength reduction).
#pragma once

#include "nests/LayerWriter.h"

#include <functional>

namespace hexloom {

/// A pointer, and by how many of what it points to a turn moves it; 0: it stays.
struct Walk {
  std::string Pointer;
  int64_t Step;
};

enum class Unrolling { Compiler, Full, None, NoneNorPipelined, NotPipelined };

/// In front of a declaration that not every form of a nest reads.
constexpr const char *kMaybeUnused = "__attribute__((unused)) ";

/// C of a number.
inline std::string number(int64_t Value) { return std::to_string(static_cast<long long>(Value)); }

/// C of a pointer that is moved: "row + 128".
std::string moved(const std::string &Pointer, int64_t By);

class Nest {
public:
  explicit Nest(LayerWriter &W) : W(W) {}

  void line(const std::string &Text);
  void block(const std::function<void()> &Body); ///< { ... }
  /// for (int COUNTER = 0; ...; ++COUNTER, WALKS); the body may name the counter.
  void loop(const std::string &Counter, int64_t From, int64_t Turns, const std::vector<Walk> &Walks, Unrolling U,
            const std::function<void()> &Body);
  void loop(const std::string &Counter, int64_t Turns, const std::vector<Walk> &Walks, Unrolling U, const std::function<void()> &Body) {
    loop(Counter, 0, Turns, Walks, U, Body);
  }
  /// The same with that C in place of the first three: "int i = 0; i < 9; i += 2".
  void loopOf(std::string Head, const std::vector<Walk> &Walks, Unrolling U, const std::function<void()> &Body);

  LayerWriter &writer() { return W; }

private:
  LayerWriter &W;
  int Depth = 0;
};

} // namespace hexloom
