// Modelled cycles of the elementwise kernels: for each element (scalar), or for each vector of 128 bytes (HVX). Packets counted
// under qemu-hexagon (counter c20) on 64 vectors with parameters of everyday layers, code by clang 19 -O2.
#pragma once

namespace hexloom::elementwise_cost {

constexpr double kCall = 24;             // entry, loop set-up
constexpr double kScalarTable = 3;       // look-up of a byte
constexpr double kScalarArithmetic = 60; // two requantizations of 64-bit products
constexpr double kScalarPlain = 5;       // max, compare, select
constexpr double kScalarFloat = 30;      // QUANTIZE of float: a division

constexpr double kVectorAdd = 35, kVectorAdd16 = 27;
constexpr double kVectorAddLinear = 16.5;
constexpr double kVectorMul = 25, kVectorMul16 = 15;
constexpr double kVectorSquare = 40;
constexpr double kVectorCompare = 38;
constexpr double kVectorPrelu = 30;
constexpr double kVectorLanes = 2.7; // one instruction for each vector: loads, store, loop
constexpr double kVectorTable = 8.3; // eight look-ups of 32 entries
constexpr double kVectorTable32 = 40;
constexpr double kVectorQuantize = 90; // 128 floats
constexpr double kVectorSelect = 4;
constexpr double kVectorRescale16 = 14; // 64 elements
constexpr double kBlockedRow = 8;      // one block of channels brought into a vector
constexpr double kExpandByte = 0.15;   // an operand repeated in scratch memory

} // namespace hexloom::elementwise_cost
