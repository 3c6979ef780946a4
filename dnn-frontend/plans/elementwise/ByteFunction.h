// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose result is a function of one byte: the front end computes its table as the reference computes each value.
#pragma once

#include "ir/Graph.h"

#include <array>
#include <optional>

namespace hexloom {

/// The operator's results as 256 bytes, indexed by the input's bit pattern; empty where it is no function from byte to byte. ADD, SUB, MUL
/// and SQUARED_DIFFERENCE are one where an input is a constant of one element.
std::optional<Bytes> byteTable(const Graph &G, const Op &O);
/// The number of the input that byteTable() is indexed by.
size_t tableInput(const Graph &G, const Op &O);
/// The table of an operator whose inputs, of the output's shape, are both functions of one byte. No function: that byte itself.
std::optional<Bytes> byteTableOfBoth(const Graph &G, const Op &O, const std::array<std::optional<Bytes>, 2> &Functions);
/// Why byteTable() is empty.
std::string byteTableFault(const Graph &G, const Op &O);

/// DEQUANTIZE of bytes: 256 floats as bit patterns, indexed likewise; empty for other operators and types.
std::optional<std::vector<uint32_t>> dequantizeTable(const Graph &G, const Op &O);

} // namespace hexloom
