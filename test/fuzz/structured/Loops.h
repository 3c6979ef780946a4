// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What branches and loops are made with.
#pragma once

#include "Mutate.h"

namespace hexloom::fuzz {

TensorRecipe scalar(tflite::TensorType Type);
TensorRecipe constant(int64_t Value);
int32_t add(GraphRecipe &R, TensorRecipe T);
int32_t addInput(GraphRecipe &R, TensorRecipe T);
void addPlain(GraphRecipe &R, tflite::BuiltinOperator Code, std::vector<int32_t> In, std::vector<int32_t> Out);

/// A body's operators that read or write where its counter says: the row of a table or of a sequence, of a buffer that grows.
void addCounterUse(GraphRecipe &Body, int32_t Counter, Random &Draw);

} // namespace hexloom::fuzz
