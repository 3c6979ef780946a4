// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_RNN of float activations and int8 weights: two sequences, the second one from the last
// time to the first (import/HybridRecurrent.h). TensorFlow Lite has no other quantized form of them.
#pragma once

#include "import/OpReader.h"

namespace hexloom {

/// Makes all operators that compute the file's operator. Kind: the unidirectional operator of each direction, whose attributes are set.
/// Merges: both directions' outputs are one tensor.
void importBidirectional(OpReader &R, OpKind Kind, bool Merges);

} // namespace hexloom
