// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lower bound of a PairModel too wide to be eliminated, by passing messages along its edges (sequential tree-reweighted message
// passing): costs move between tables until the sum of the tables' own minima is as large as it can be made. Every state of
// the messages proves its bound.
#pragma once

#include "select/exact/PairModel.h"

#include <cstdint>

namespace hexloom {

class Messages {
public:
  explicit Messages(const PairModel &M);

  /// Passes messages along all variables once, in their order or backwards. Returns the bound that is proven now. `Values` gets a choice
  /// that follows the messages.
  double pass(bool Backwards, std::vector<int> &Values);
  /// The bound of the whole for each variable and each of its values. To be asked behind a pass in that direction.
  std::vector<std::vector<double>> boundsOfValues(bool Backwards) const;
  int64_t stepsOfAPass() const { return Steps; }

private:
  struct Link { ///< of a variable
    int Other, Edge;
    bool OwnIsA;
  };
  const PairModel &M;
  std::vector<int> Order, Rank;
  std::vector<std::vector<Link>> Links;
  std::vector<std::vector<double>> ToA, ToB; ///< by edge
  int64_t Steps = 0;
  double Proven = 0;

  std::vector<double> &into(const Link &L) { return L.OwnIsA ? ToA[L.Edge] : ToB[L.Edge]; }
  const std::vector<double> &into(const Link &L) const { return L.OwnIsA ? ToA[L.Edge] : ToB[L.Edge]; }
  std::vector<double> &outOf(const Link &L) { return L.OwnIsA ? ToB[L.Edge] : ToA[L.Edge]; }
  const std::vector<double> &outOf(const Link &L) const { return L.OwnIsA ? ToB[L.Edge] : ToA[L.Edge]; }
  bool isLater(int Other, int V, bool Backwards) const { return (Rank[Other] > Rank[V]) != Backwards; }
  std::vector<double> gathered(int V) const;
  /// What each edge to a later variable gets of the gathered costs; the rest stays.
  double share(int V, bool Backwards, double &Rest) const;
  int decide(int V, bool Backwards, const std::vector<int> &Values) const;
};

} // namespace hexloom
