// Modelled cycles of the movement kernels: packets counted under qemu-hexagon (counter c20), code by clang 19 -O2.
#pragma once

namespace hexloom::movement_cost {

constexpr double kCall = 30;        // entry, counters
constexpr double kTurn = 12;        // an outer loop's turn
constexpr double kScalarByte = 1.1; // a byte of a short run: load and store
constexpr double kVectorEnds = 7;   // a run of up to a vector
constexpr double kVectorLong = 40;  // a longer run: both ends and the branches around whole vectors
constexpr double kVectorStep = 1.2; // a whole vector
constexpr double kVectorTable = 8.3; // look-up of a vector of bytes
constexpr double kFillByte = 0.5;
constexpr double kGather = 14; // an index

} // namespace hexloom::movement_cost
