// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One word for all that the price of a path rests on.
#ifndef PACKET_PROFILE_TIMINGDIGEST_H
#define PACKET_PROFILE_TIMINGDIGEST_H

#include "Machine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace profile {

/// Prints all that a cycle of the model may change with, a line each:
///   - the figures of HexagonPacketTiming.def;
///   - what every operand of every instruction is, and when it is read or written;
///   - the latencies that follow from them;
///   - which instructions are conditional, which feed their own packet, and what takes it there;
///   - the branches;
///   - the waits of packets drawn at random, by which the rules of the scoreboard show;
///   - the machine's figures for issue and control flow.
/// Comments are left out. So are the memory's figures, which no cycle counts, and the code that
/// prices control flow (Pricing.cpp).
void printTimingRules(const Machine &M, llvm::raw_ostream &OS);

/// The first 16 hexadecimal digits of the MD5 of what printTimingRules prints.
std::string timingDigest(const Machine &M);

} // namespace profile

#endif
