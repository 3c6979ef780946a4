// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the operands of an operator with broadcasting are given to the vector loops of hexloom/hvx/binary.h.
#pragma once

#include "ir/Graph.h"
#include "plans/Cost.h"

#include <string>

namespace hexloom {

class LayerWriter;

/// Row-major operands, seen from the dense output.
struct OperandForm {
  enum Kind {
    Full,     ///< as many elements as the output, in the same order
    Scalar,   ///< one element
    Periodic, ///< a dense run that repeats (one value for each channel)
    Expanded  ///< anything else: copied to the output's size first
  } Form = Full;
  int64_t Period = 0; ///< Periodic: in vectors, after the run has been repeated up to a whole number of them
};
OperandForm formOf(const Tensor &Operand, const Tensor &Output);

/// Elements of an output's row, if the operand has one value for each row; otherwise 0.
int64_t rowDepth(const Tensor &Operand, const Tensor &Output);

/// The cost of repeating the operand in scratch memory.
Cost expansionCost(const Tensor &Operand, const Tensor &Output, const OperandForm &F);

/// C expression of the operand's vectors in that form; writes the copy into scratch memory where one is needed.
std::string vectorOperand(const Graph &G, const Op &O, size_t I, const OperandForm &F, LayerWriter &W);

/// The shape of an operand that is repeated up to the output's in L, with one image where all have the same and images lie one behind the
/// other.
Shape expandedDims(const Tensor &Operand, const Tensor &Output, Layout L);
/// A constant of that shape.
Tensor expanded(const Tensor &Constant, const Tensor &Output, Layout L);

/// Whether the operand has one value for each channel (of each image).
bool isPerChannel(const Tensor &Operand, const Tensor &Output);

} // namespace hexloom
