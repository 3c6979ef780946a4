// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators by what they compute, see operators.def.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

enum class Group {
#define GROUP(NAME) NAME,
#include "expr/operators.def"
  None ///< what has no row
};
Group groupOf(OpKind Kind);

/// The C of its integers; null if it has no row.
const char *integerC(OpKind Kind);

/// How an operator makes one number of two quantized inputs, see SCALED.
enum class Combines { Sum, Product, Square, Quotient };
struct Scaled {
  OpKind Kind;
  Combines How;
  int Sign;
  const char *Kernel;
};
const Scaled *scaledOf(OpKind Kind); ///< null: it has no row
inline bool combines(const Op &O, Combines How) {
  const Scaled *S = scaledOf(O.Kind);
  return S && S->How == How;
}

/// What the operator, which does nothing but clamp, is as another one's activation ("relu6"); null: it does something else.
const char *activationOf(OpKind Kind);
/// Whether the format has it as an attribute of other operators.
bool isFusedActivation(OpKind Kind);
/// The operator that does nothing but this activation; nullopt: "none".
std::optional<OpKind> operatorOfActivation(const std::string &Activation);

/// The words by which kernels.def names the operator besides its own: "movements" or "views" (movements.def), its group, "bytes", "clamps" (ACTIVATION), "tabulated", "interpolated" (TABULATED, and of
/// int16 between samples), "integers-of-one" and "integers-of-two", "reals-of-one" and "reals-of-two" (inputs).
std::vector<std::string> classesOf(OpKind Kind);

} // namespace hexloom
