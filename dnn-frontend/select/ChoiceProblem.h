// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice of plans as a discrete problem of its own, without networks: each operator takes one of its options, each value is
// made in the layout that its maker's option says, and whoever wants it in another pays for a conversion. GCD2's equation 1,
// but that a conversion which several readers want is made, and paid for, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hexloom {

using LayoutSet = uint32_t; ///< bit i: layout i

struct ChoiceProblem {
  struct Operator {
    std::vector<double> Costs;   ///< by option
    bool OnlyMoves = false;      ///< reshapes, transposes, ...: GCD2 likes to cut a graph at them
  };
  struct Reader {
    int Operator;                 ///< comes behind the maker
    std::vector<LayoutSet> Wants; ///< by option: all that it reads of the value
  };
  struct Value {
    int Maker = -1;              ///< an operator; -1: the caller
    std::vector<uint8_t> Made;   ///< layout by the maker's option; the caller has one
    std::vector<Reader> Readers; ///< each operator once
    LayoutSet Kept = 0;          ///< wanted in any case, by the caller
    std::vector<double> Conversions; ///< [from * Layouts + to]; infinite: cannot be had

    /// The layouts that some reader's option wants, and the kept ones.
    LayoutSet wanted() const;
  };

  int Layouts = 1;
  std::vector<Operator> Operators; ///< in order of execution
  std::vector<Value> Values;       ///< those of one maker behind each other

  double conversion(const Value &V, int From, int To) const {
    return From == To ? 0 : V.Conversions[static_cast<size_t>(From * Layouts + To)];
  }
  /// The cost of converting the value from one layout into each of a set.
  double conversions(const Value &V, int From, LayoutSet Into) const;
  /// The cost of converting the value into all layouts that are wanted of it if `Options` are taken.
  double conversionsOf(const Value &V, const std::vector<int> &Options) const;
  /// The cost of operators and conversions together; infinite where one of them cannot be had.
  double cost(const std::vector<int> &Options) const;

  /// The layout in which V is made; and those into which it must be converted.
  int madeIn(const Value &V, const std::vector<int> &Options) const {
    return V.Made[V.Maker < 0 ? 0 : static_cast<size_t>(Options[static_cast<size_t>(V.Maker)])];
  }
  LayoutSet convertedInto(const Value &V, const std::vector<int> &Options) const;
};

/// Rounds a cost to a multiple of 1/1024 of a cycle. Sums of such costs are exact in a double, in whatever order they are made. So "equal"
/// and "proven" mean what they say.
double inUnits(double Cycles);
constexpr double kCostUnit = 1.0 / 1024;

} // namespace hexloom
