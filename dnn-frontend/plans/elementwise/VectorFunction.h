// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators with two inputs as functions of vectors, which the loops of hexloom/hvx/binary.h and binary_rows.h call.
#pragma once

#include "stages/Stage.h"
#include "support/Budget.h"
#include "support/CText.h"

#include <string>

namespace hexloom {

/// What the vector loops call for each vector: a function with its parameters. If one operand is the same for all vectors, what is made of it
/// stays outside of the loop.
struct VectorFunction {
  std::string Name, ParamsType;
  Fields Params;
  std::string Form = {};     ///< what its cycles depend on, besides its name
  std::string HeldName = {}; ///< of the function where an operand is the same for all vectors, if it is another one
  std::string Operand = {}, Operands = {}; ///< an operand as halfwords and the function of such (hl_vbinary_rows), where there are any
  bool HoldsWords = false;       ///< hexloom/hvx/add_words.h serves it
  bool IsOneInstruction = false; ///< which a loop that steps over vectors does not issue in a packet with its addresses

  /// Turns of a loop by their cycles (nests/Nest.h): with both operands' vectors, with one that is the same for all, with one of rows.
  std::string each() const { return Name + Form; }
  std::string withOne() const { return (HeldName.empty() ? Name + Form : HeldName) + " broadcast"; }
  std::string inRows() const { return Operands + Form; }
};

bool isPlain32(const Graph &G, const Op &O);      ///< arithmetic of int32, which has no scales
bool isBoolEquality(const Graph &G, const Op &O); ///< of an operator that compares

/// `S`: the output stage of products; `Held`: the input whose vectors stay in registers, or -1. What is searched for it is paid from the
/// budget.
VectorFunction functionOf(const Graph &G, const Op &O, const Stage &S, int Held, Budget &Purse);

} // namespace hexloom
