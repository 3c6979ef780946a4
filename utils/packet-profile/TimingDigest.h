// One word for all that the price of a path rests on.
#ifndef PACKET_PROFILE_TIMING_DIGEST_H
#define PACKET_PROFILE_TIMING_DIGEST_H

#include "Machine.h"
#include <string>

namespace profile {

/// 16 hexadecimal digits that change when a cycle of the model may: the figures of
/// HexagonPacketTiming.def, what every operand of every instruction is and when it is read or
/// written, the latencies that follow from them, and the machine's figures for issue and control
/// flow. Comments and the memory's figures, which no cycle counts, do not take part.
std::string timingDigest(const Machine &M);

} // namespace profile

#endif
