// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Costs as sums. A plan function writes what its kernel does as counts of the named constants of
// its family's costs.def,
//
//   Plans.add(O, Layout::Depth32, cost::VectorLayer + Rows * (Vectors * cost::PoolStep + ...));
//
// and the terms stay apart: selection adds them up to cycles, --dump-plans prints them, and
// utils/plan-costs.sh fits the constants to measured cycles. So a cost is linear in its constants,
// and a number of cycles without a name does not compile.
#pragma once

#include "plans/Traffic.h"

#include <vector>

namespace hexloom {

/// A row of a costs.def. Compared by address.
struct CostConstant {
  const char *Family, *Name;
  double Cycles; ///< of packet-profile's cycle model
};

class Cost {
public:
  struct Term {
    const CostConstant *Constant;
    double Count;
  };

  Cost() = default; ///< nothing
  Cost(const CostConstant &C) : Terms{{&C, 1}} {}

  double cycles() const;
  /// The memory traffic; only of kernels that have several orders of their loops.
  const Traffic &traffic() const { return Moved; }
  Cost through(const Traffic &T) const;
  /// Whether this cost has fewer cycles, or as many and less traffic.
  bool isLessThan(const Cost &Other) const;
  /// The terms in the order of their first use, each constant once.
  const std::vector<Term> &terms() const { return Terms; }

  Cost &operator+=(const Cost &Other);
  Cost &operator*=(double Count);

private:
  std::vector<Term> Terms;
  Traffic Moved;
};

inline Cost operator+(Cost A, const Cost &B) { return A += B; }
inline Cost operator*(Cost C, double Count) { return C *= Count; }
inline Cost operator*(double Count, Cost C) { return C *= Count; }
inline Cost operator/(Cost C, double Divisor) { return C *= 1 / Divisor; }

} // namespace hexloom
