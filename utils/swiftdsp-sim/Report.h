// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a run is reported as: a summary, and the report format of utils/packet-profile.
#ifndef SWIFTDSP_SIM_REPORT_H
#define SWIFTDSP_SIM_REPORT_H

#include "Simulator.h"

namespace swiftdsp {

/// Packets, instructions, cycles, slots, stalls by cause.
void printSummary(const Simulator &S, std::FILE *Out);

/// "packet-profile-report 1", utils/packet-profile/README.md; \p Name is the program's.
void printReport(const Simulator &S, const std::string &Name, std::FILE *Out);

} // namespace swiftdsp

#endif
