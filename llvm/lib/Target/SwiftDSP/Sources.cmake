# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The back end's files: one line each. Read by the installed mode and by LLVM's own CMake.
set(SWIFTDSP_INFO_SOURCES SwiftDSPTargetInfo.cpp)

set(SWIFTDSP_DESC_SOURCES
  SwiftDSPAsmBackend.cpp
  SwiftDSPELFObjectWriter.cpp
  SwiftDSPInstPrinter.cpp
  SwiftDSPMCAsmInfo.cpp
  SwiftDSPMCCodeEmitter.cpp
  SwiftDSPMCExpr.cpp
  SwiftDSPMCTargetDesc.cpp
  SwiftDSPPackets.cpp
  )

set(SWIFTDSP_CODEGEN_SOURCES
  SwiftDSPAsmPrinter.cpp
  SwiftDSPBranches.cpp
  SwiftDSPCalls.cpp
  SwiftDSPFrameDirectives.cpp
  SwiftDSPFrameLowering.cpp
  SwiftDSPHardwareLoops.cpp
  SwiftDSPISelDAGToDAG.cpp
  SwiftDSPISelLowering.cpp
  SwiftDSPInstrInfo.cpp
  SwiftDSPMembers.cpp
  SwiftDSPPacketizer.cpp
  SwiftDSPRegisterInfo.cpp
  SwiftDSPSubtarget.cpp
  SwiftDSPTargetMachine.cpp
  SwiftDSPTargetTransformInfo.cpp
  SwiftDSPVectorSelect.cpp
  SwiftDSPWideVectors.cpp
  SDA/SwiftDSPCountedLoops.cpp
  SDA/SwiftDSPMeanings.cpp
  SDA/SwiftDSPPolicy.cpp
  SDA/SwiftDSPSDATarget.cpp
  )

# Name, backend of llvm-tblgen.
set(SWIFTDSP_TABLES AsmMatcher:asm-matcher AsmWriter:asm-writer CallingConv:callingconv DAGISel:dag-isel
  DFAPacketizer:dfa-packetizer DisassemblerTables:disassembler InstrInfo:instr-info MCCodeEmitter:emitter
  RegisterInfo:register-info SubtargetInfo:subtarget)
