// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the C file has beside its layers: where tensors lie, the network's state, and its description.
#pragma once

#include "emit/Arena.h"
#include "nests/LayerWriter.h"

namespace hexloom {

/// C expression of a tensor's address, as NAME_run knows it. A tensor without a place is an internal error.
std::string pointerTo(const Graph &G, const ArenaPlan &Arena, TensorId T, bool IsConst);

/// Statements: next values of states that do not lie where the next run looks for them.
std::string stateCopies(const Graph &G, const ArenaPlan &Arena, WeightsFile &Weights);

/// NAME_reset; nothing without states. What lies between variables is zero, too: fresh states are equal byte for byte. Constants of
/// one byte value are not kept in the weights.
std::string resetFunction(const Graph &G, const ArenaPlan &Arena, WeightsFile &Weights);

/// The C of NAME_info and its tables of inputs and outputs.
std::string infoText(const Graph &G, const ArenaPlan &Arena);

} // namespace hexloom
