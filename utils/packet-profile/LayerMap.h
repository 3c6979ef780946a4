// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code starts a network layer and which ends it: the plugin's map.
#ifndef PACKET_PROFILE_LAYERMAP_H
#define PACKET_PROFILE_LAYERMAP_H

#include "Program.h"
#include "llvm/Support/raw_ostream.h"

namespace profile {

/// Writes lines `LOW HIGH ID`. ID is the layer's index for layer functions. It is -1 for functions
/// from which a layer can be reached by direct calls (the driver, main, the entry point): when they
/// run, no layer does. Helpers that layers call are not listed; they belong to the layer that runs.
void printLayerMap(Program &Prog, llvm::raw_ostream &OS);

} // namespace profile

#endif
