// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADD and SUB of bytes, row-major, of which one input's part of the sums is made before the loop (hexloom/hvx/add_words.h).
#pragma once

#include "plans/elementwise/LinearAdd.h"
#include "plans/Cost.h"
#include "plans/elementwise/VectorFunction.h"

namespace hexloom {

class LayerWriter;

/// The input whose part is made before: one with a value for each row, or a constant that repeats; -1: none. Its form alone says so;
/// `VectorFunction::HoldsWords` whether the sums have such parts.
int wordsInput(const Graph &G, const Op &O);

/// The bytes of the words of a constant that repeats; 0 if there is none.
int64_t wordsBytes(const Graph &G, const Op &O);

Cost wordsCost(const Graph &G, const Op &O);

/// By hl_add_held parameters `p`, whose held input is wordsInput().
void emitWords(const Graph &G, const Op &O, LayerWriter &W);

} // namespace hexloom
