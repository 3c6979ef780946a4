//===- SwiftDSPISelLowering.h - What the machine has, and the rest -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPISELLOWERING_H
#define LLVM_LIB_TARGET_SWIFTDSP_SWIFTDSPISELLOWERING_H

#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/TargetLowering.h"

namespace llvm {

class SwiftDSPSubtarget;

namespace SwiftDSPISD {
enum NodeType : unsigned {
  FIRST_NUMBER = ISD::BUILTIN_OP_END,
  CALL,
  RET,
  LOW,  ///< lo(address)
  HIGH, ///< (low, address): the whole address
  SPLAT,
  /// (number of the intrinsic, 12 accumulators, data, weights): 12 accumulators.
  VCONV,
  /// (chain, vector, address): stores the low 4, 8 or 12 bytes, as the memory type says.
  VST_LOW,
};
} // namespace SwiftDSPISD

class SwiftDSPTargetLowering : public TargetLowering {
public:
  SwiftDSPTargetLowering(const TargetMachine &TM, const SwiftDSPSubtarget &STI);

  const char *getTargetNodeName(unsigned Opcode) const override;
  SDValue LowerOperation(SDValue Op, SelectionDAG &DAG) const override;
  void ReplaceNodeResults(SDNode *N, SmallVectorImpl<SDValue> &Results,
                          SelectionDAG &DAG) const override;
  SDValue PerformDAGCombine(SDNode *N, DAGCombinerInfo &DCI) const override;
  EVT getSetCCResultType(const DataLayout &, LLVMContext &, EVT VT) const override {
    return VT.isVector() ? VT.changeVectorElementTypeToInteger() : MVT::i32;
  }
  bool allowsMisalignedMemoryAccesses(EVT VT, unsigned AddrSpace, Align Alignment,
                                      MachineMemOperand::Flags Flags,
                                      unsigned *Fast) const override;
  bool isLegalAddressingMode(const DataLayout &DL, const AddrMode &AM, Type *Ty, unsigned AddrSpace,
                             Instruction *I) const override;
  bool getPostIndexedAddressParts(SDNode *N, SDNode *Op, SDValue &Base, SDValue &Offset,
                                  ISD::MemIndexedMode &AM, SelectionDAG &DAG) const override;
  /// Halves are rounded after each operation.
  bool softPromoteHalfType() const override { return true; }
  bool isLegalAddImmediate(int64_t Value) const override { return isInt<14>(Value); }
  bool isLegalICmpImmediate(int64_t Value) const override { return isInt<10>(Value); }
  bool isOffsetFoldingLegal(const GlobalAddressSDNode *) const override { return true; }

  /// The registers in which a landing pad finds the exception and its selector.
  Register getExceptionPointerRegister(const Constant *) const override;
  Register getExceptionSelectorRegister(const Constant *) const override;

  /// Expands a run of SELECT_VR on one condition into a branch and PHIs.
  MachineBasicBlock *EmitInstrWithCustomInserter(MachineInstr &First,
                                                 MachineBasicBlock *Head) const override;

  ConstraintType getConstraintType(StringRef Constraint) const override;
  std::pair<unsigned, const TargetRegisterClass *>
  getRegForInlineAsmConstraint(const TargetRegisterInfo *TRI, StringRef Constraint,
                               MVT VT) const override;

  Register getRegisterByName(const char *Name, LLT, const MachineFunction &) const override;

  bool CanLowerReturn(CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      LLVMContext &Context) const override;
  SDValue LowerFormalArguments(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                               const SmallVectorImpl<ISD::InputArg> &Ins, const SDLoc &DL,
                               SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const override;
  SDValue LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                      const SmallVectorImpl<ISD::OutputArg> &Outs,
                      const SmallVectorImpl<SDValue> &OutVals, const SDLoc &DL,
                      SelectionDAG &DAG) const override;
  SDValue LowerCall(CallLoweringInfo &CLI, SmallVectorImpl<SDValue> &InVals) const override;

private:
  SDValue combineConv(SDNode *N, SelectionDAG &DAG) const;
  SDValue combineStore(SDNode *N, SelectionDAG &DAG) const;
  SDValue combineProduct(SDNode *N, SelectionDAG &DAG) const;
  void describeScalars();
  void describeVectors();
  void describeWideVectors();
  SDValue lowerAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerFrameAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerReturnAddress(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerVarArgStart(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerBuildVector(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerShuffle(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerExtension(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerTruncation(SDValue Op, SelectionDAG &DAG) const;
  SDValue lowerSum(SDValue Op, SelectionDAG &DAG) const;

  const SwiftDSPSubtarget &Subtarget;
};

} // namespace llvm

#endif
