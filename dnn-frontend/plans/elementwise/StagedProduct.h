// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MUL and SQUARED_DIFFERENCE of bytes: products that an output stage makes bytes (hexloom/hvx/binary_staged.h).
#pragma once

#include "plans/elementwise/Arithmetic.h"
#include "stages/Memo.h"
#include "support/CText.h"

namespace hexloom {

/// Whether the operator's results are products that a stage may finish.
bool hasStagedProducts(const Graph &G, const Op &O);

/// A stage that is proven for all products that the operator can have; of others, the reference's way.
Stage productStage(const Graph &G, const Op &O, const StageSearch &Search);

/// Packets that the stage adds to those of 128 products: multiplications, and the choice of a constant where nothing hides it. `Halves`:
/// hasHalfSums().
int productPackets(const StageKind &K, bool Halves);

/// The fields of hl_staged. `Scales` are those of hl_arithmetic.
Fields stagedFields(const std::string &Scales, const Graph &G, const Op &O, const Stage &S);

/// Whether halfwords have room for the products with the stage's offset, so that one multiplication makes 64 of them.
bool hasHalfSums(const Graph &G, const Op &O, const Stage &S);

} // namespace hexloom
