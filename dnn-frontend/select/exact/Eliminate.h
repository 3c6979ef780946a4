// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bucket elimination: one variable after the other is replaced by a table over its neighbours. The order is a tree decomposition;
// memory and work are known before anything is computed.
#pragma once

#include "select/exact/Decisions.h"
#include "select/exact/PairModel.h"

namespace hexloom {

struct EliminationLimits {
  double Live = 1 << 22;    ///< entries of costs that are there at once: 8 bytes each
  double Entries = 1 << 24; ///< of all tables of best values: 2 bytes each
  double Steps = 1ll << 31;   ///< of work: an entry for each value of the variable and each table
};

struct EliminationOrder {
  std::vector<int> Variables;
  double Entries = 0, Steps = 0;
  int Width = 0;     ///< of the decomposition: the most neighbours of a variable when it goes
  bool Fits = false; ///< else the order is cut short where it exceeded the limits
  int Widest = -1;   ///< then: of the variables that are left, one that is in the way
};

/// The better one of two greedy orders: the smallest table first, the fewest new edges first.
EliminationOrder orderFor(const PairModel &M, const EliminationLimits &Limits);

/// Takes all variables out of M, whose constant is then the least cost. The order must fit.
void eliminate(PairModel &M, const EliminationOrder &Order, std::vector<Decision> &Decisions);

} // namespace hexloom
