//===- SwiftDSP.td - The 8-slot vector processor --------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md describes the machine; docs/swiftdsp/ISA.def is its table, from which
// instructions, slots and timing are made.
//
//===----------------------------------------------------------------------===//

include "llvm/Target/Target.td"

include "SwiftDSPRegisterInfo.td"
include "SwiftDSPSchedule.td"
include "SwiftDSPInstrInfo.td"
include "SwiftDSPCallingConv.td"

def SwiftDSPModel : SchedMachineModel {
  let IssueWidth = 8;
  let Itineraries = SwiftDSPItineraries;
  let CompleteModel = 0;
  let LoadLatency = 2;
  // Two cycles are lost at a taken conditional branch.
  let MispredictPenalty = 2;
  // Micro-operations up to which a loop is unrolled: there are registers for some copies of a body
  // only.
  let LoopMicroOpBufferSize = 64;
}

def : ProcessorModel<"generic", SwiftDSPModel, []>;

def SwiftDSPInstrInfo : InstrInfo;

def SwiftDSPAsmParser : AsmParser {
  // Registers of one name are members of several classes (pairs are named by their first one).
  let ShouldEmitMatchRegisterName = 0;
}

def SwiftDSPAsmParserVariant : AsmParserVariant {
  let TokenizingCharacters = "()+%[]*!";
}

def SwiftDSPAsmWriter : AsmWriter {
  string AsmWriterClassName = "InstPrinter";
  int PassSubtarget = 0;
  int Variant = 0;
}

def SwiftDSP : Target {
  let InstructionSet = SwiftDSPInstrInfo;
  let AssemblyParsers = [SwiftDSPAsmParser];
  let AssemblyParserVariants = [SwiftDSPAsmParserVariant];
  let AssemblyWriters = [SwiftDSPAsmWriter];
}
