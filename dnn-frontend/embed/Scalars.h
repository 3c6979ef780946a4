// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products as graphs of scalars: what an instruction and an operator are to the search for embeddings ("The Programming of Deep
// Learning Accelerators as a Constraint Satisfaction Problem", section 3).
//
// An instruction is small: its products are listed, and of each the elements that it reads and adds to. An operator is large: axes, and for
// each tensor a map from the axes to its elements.
#pragma once

#include "expr/Definition.h"

namespace hexloom {

struct ScalarInstruction {
  /// Operands: the result, the first factor, the second one. A factor may be read from several tensors, whose elements then follow
  /// one another.
  struct Operand {
    std::string Name;
    int64_t Elements;
    std::vector<int> Of; ///< the element that each product has; -1: the number 1
  };
  std::string Name;
  int64_t Lanes, Terms; ///< products: lane I's term J is product(I, J)
  std::vector<Operand> Operands;
  /// Whether an exchange of neighbouring lanes, or terms, makes the same instruction with operands in another order.
  bool LanesCommute = false, TermsCommute = false;

  int64_t products() const { return Lanes * Terms; }
  size_t product(int64_t Lane, int64_t Term) const { return static_cast<size_t>(Lane * Terms + Term); }
};

/// Nullopt: the definition is no sum of products of elements, or data decide which. Saturation is seen through: a sum that fits is the
/// same.
std::optional<ScalarInstruction> scalarsOf(const std::string &Name, const Definition &D);

struct ScalarOperator {
  struct Axis {
    std::string Name;
    int64_t Extent;
    bool Reduces;
    int64_t Filled; ///< indices from here on are padding
  };
  struct Tensor {
    std::string Name;
    IndexMap Map; ///< from the axes to the tensor's index; without outputs: the number 1
    std::vector<int64_t> Sizes;
  };
  std::vector<Axis> Axes;
  std::vector<Tensor> Tensors; ///< the result, the first factor (activations), the second one (weights)

  int64_t products() const; ///< without padding
  std::vector<int64_t> extents() const;
  /// The axis of that name. UserError: there is none.
  size_t axisNamed(const std::string &Name) const;
  /// The operator whose reduction axes have at least so many indices.
  ScalarOperator padded(int64_t Least) const;
  /// The operator in which these axes are one, the last one's indices side by side: "(ky.kx.c)".
  ScalarOperator fused(const std::vector<size_t> &Run) const;
};

} // namespace hexloom
