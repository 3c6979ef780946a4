// Modelled cycles of the movement kernels.
#pragma once

namespace hexloom::movement_cost {

constexpr double kCall = 30;      // entry, counters
constexpr double kTurn = 12;      // an outer loop's turn
constexpr double kScalarRun = 3;  // a run of the innermost loop
constexpr double kScalarByte = 2; // load, store, addresses, loop
constexpr double kVectorEnds = 16; // the partial vectors at both ends of a run
constexpr double kVectorStep = 1.2; // a vector of a long run
constexpr double kVectorTable = 8; // look-up of a vector of bytes
constexpr double kFillByte = 0.5;
constexpr double kGather = 14; // an index

} // namespace hexloom::movement_cost
