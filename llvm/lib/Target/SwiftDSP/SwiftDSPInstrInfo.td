//===- SwiftDSPInstrInfo.td - What instructions are for -------*- tablegen -*-===//

include "SwiftDSPInstrFormats.td"
include "SwiftDSPOperands.td"
include "SwiftDSPInstrTable.td"
