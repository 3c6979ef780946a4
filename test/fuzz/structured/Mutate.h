// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes to recipes by someone who knows the schema: new operators that are right, and several numbers of an
// operator and its tensors at once that are at the edge of everything.
#pragma once

#include "../Mutator.h"
#include "Recipe.h"

namespace hexloom::fuzz {

/// An operator of this kind with tensors that fit it, reading what is there already where it can.
void addOp(GraphRecipe &R, tflite::BuiltinOperator Code, Random &Draw);

/// Options that are usual for the operator; setAxis: a dimension, where it has one to choose.
void setFields(OpRecipe &O, Random &Draw);
void setAxis(OpRecipe &O, size_t Rank, Random &Draw);
/// The shape of the operator's one result, where that is known. It must be right by itself.
std::optional<std::vector<int32_t>> shapeOfResult(const GraphRecipe &R, const OpRecipe &O);

/// BIDIRECTIONAL_SEQUENCE_LSTM or BIDIRECTIONAL_SEQUENCE_RNN; addOp() calls it.
void addBidirectional(GraphRecipe &R, tflite::BuiltinOperator Code, Random &Draw);

/// TFLite_Detection_PostProcess.
void addDetection(GraphRecipe &R, Random &Draw);

/// An IF, a WHILE, or a variable that CALL_ONCE initializes, with the subgraphs that belong to it.
void addControl(Recipe &R, Random &Draw);
tflite::BuiltinOperator anyOperator(Random &Draw);

/// Makes one to four changes.
void mutate(Recipe &R, Random &Draw);

} // namespace hexloom::fuzz
