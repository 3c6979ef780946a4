// Modelled cycles of the elementwise kernels, for each element (portable) or each vector of 128 bytes (HVX).
#pragma once

namespace hexloom::elementwise_cost {

constexpr double kCall = 24;           // entry, loop set-up
constexpr double kScalarTable = 3;     // look-up of a byte
constexpr double kScalarArithmetic = 60; // two requantizations of 64-bit products
constexpr double kScalarPlain = 5;     // max, compare, select
constexpr double kScalarFloat = 30;    // QUANTIZE of float: a division

} // namespace hexloom::elementwise_cost
