// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --explain of movements: what became of each movement operator of the network, pass by pass, where it went, and by which price.
#pragma once

#include "ir/Graph.h"
#include "passes/Passes.h"

#include <iosfwd>
#include <map>

namespace hexloom {

class MovementHistory {
public:
  explicit MovementHistory(const Graph &G);

  /// Looks what a pass has done.
  void after(const Pass &P, const Graph &G);
  /// What a pass tells of an operator; false: it is no movement of the network.
  bool add(const Op &O, const std::string &Text);
  /// Tells of the movements that `Operator` names (all: kAllOperators); false: there are none.
  bool tell(std::ostream &Out, const std::string &Operator) const;

private:
  struct Entry {
    Op Its; ///< as the network has it
    std::string Head;
    std::vector<std::string> Lines;
    std::string Told; ///< by the pass that runs
    bool IsGone = false;
  };
  std::vector<Entry> All;
  Graph Before; ///< the next pass

  std::string whereTo(const Op &Gone, const Graph &G) const;
};

/// Whether --explain's operator is this one.
bool isAsked(const std::string &Operator, const Op &O);

} // namespace hexloom
