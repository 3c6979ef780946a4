// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps between indices: from a box of dimensions to output dimensions, each of them
//
//   c + sum of coefficient * (dimension / Div % Mod)
//
// Transposing, slicing, reversing, reshaping, blocking and padding are such maps, and so are most of their compositions. Two maps
// with one result on their box may differ in form; simplified() brings them closer by identities that hold for every index of the
// box (SmartMem 3.2.1 calls it strength reduction). Numbers come from files: no arithmetic here wraps, Overflow is thrown instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hexloom {

class IndexMap {
public:
  using Index = std::vector<int64_t>;

  struct Term {
    size_t Dim;
    int64_t Coefficient = 1;
    int64_t Div = 1, Mod = 0; ///< Mod 0: none
    bool operator==(const Term &O) const {
      return Dim == O.Dim && Coefficient == O.Coefficient && Div == O.Div && Mod == O.Mod;
    }
  };
  struct Sum {
    int64_t Constant = 0;
    std::vector<Term> Terms = {};
    bool operator==(const Sum &O) const { return Constant == O.Constant && Terms == O.Terms; }
  };
  struct Interval {
    int64_t Least, Greatest;
  };

  /// A map from the box of all indices from 0 to below these sizes.
  IndexMap(Index Sizes, std::vector<Sum> Outputs);
  static IndexMap identity(Index Sizes);
  /// The place of an element in a tensor of these sizes without gaps, the last dimension's elements side by side.
  static IndexMap rowMajor(Index Sizes);
  /// The map between row-major tensors of as many elements: from an element's index in one shape to its index in the other. Nullopt: no
  /// sums of this form.
  static std::optional<IndexMap> reshape(const Index &From, const Index &To);

  const Index &sizes() const { return Sizes; }
  const std::vector<Sum> &outputs() const { return Outputs; }
  Index operator()(const Index &I) const;
  int64_t at(size_t Output, const Index &I) const;
  /// Bounds of an output within the box; each is reached where no two terms share a dimension.
  Interval bounds(size_t Output) const;
  /// Whether no output divides: a step along a dimension is a step of the outputs.
  bool isAffine() const;

  /// A map with the same results from fewer and plainer terms, in the order of the dimensions.
  IndexMap simplified() const;
  /// I -> this(First(I)). Nullopt: First is not known to stay in this map's box, or the result has no such form.
  std::optional<IndexMap> after(const IndexMap &First) const;
  /// I -> this(From + I) on a box of those sizes; nullopt: it has no such form. The box must lie within the map's own.
  std::optional<IndexMap> within(const Index &From, const Index &Sizes) const;
  /// The map back from outputs below `Extents`: inverse(this(I)) = I on the box. Outputs that this map does not have may lead anywhere.
  /// Nullopt: outputs do not tell indices apart, or the result has no such form.
  std::optional<IndexMap> inverse(const Index &Extents) const;

  /// "[4x6] -> (d0, d1 / 3 % 2 * 8 + 5)"
  std::string text() const;
  bool operator==(const IndexMap &O) const { return Sizes == O.Sizes && Outputs == O.Outputs; }

private:
  Index Sizes;
  std::vector<Sum> Outputs;

  Interval boundsOf(const Sum &S) const;
  Interval boundsOf(const Term &T) const;
  Sum simplified(Sum S) const;
  std::optional<Sum> quotient(const Sum &S, int64_t By) const;
  std::optional<Sum> remainder(const Sum &S, int64_t By) const;
  std::optional<Sum> part(const Sum &S, int64_t Div, int64_t Mod) const;
  struct Split {
    int64_t Unit;
    Sum High, Low;
  };
  std::vector<Split> splits(const Sum &S, int64_t By) const;
};

} // namespace hexloom
