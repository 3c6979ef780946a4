//===- SwiftDSPCalls.cpp - Arguments, results, calls ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md, "ABI".
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPISelLowering.h"
#include "SwiftDSPMachineFunctionInfo.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

#include "SwiftDSPGenCallingConv.inc"

/// Named arguments are passed alike whether others follow.
static bool assignArgument(unsigned No, MVT VT, MVT LocVT, CCValAssign::LocInfo Info,
                           ISD::ArgFlagsTy Flags, CCState &State, bool IsNamed) {
  return IsNamed ? CC_SwiftDSP(No, VT, LocVT, Info, Flags, State)
                 : CC_SwiftDSP_Variable(No, VT, LocVT, Info, Flags, State);
}

static SDValue extended(SDValue Value, const CCValAssign &VA, const SDLoc &DL, SelectionDAG &DAG) {
  switch (VA.getLocInfo()) {
  case CCValAssign::Full:
    return Value;
  case CCValAssign::SExt:
    return DAG.getNode(ISD::SIGN_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::ZExt:
    return DAG.getNode(ISD::ZERO_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::AExt:
    return DAG.getNode(ISD::ANY_EXTEND, DL, VA.getLocVT(), Value);
  case CCValAssign::BCvt:
    return DAG.getBitcast(VA.getLocVT(), Value);
  default:
    llvm_unreachable("the convention knows no other way");
  }
}

static SDValue narrowed(SDValue Value, const CCValAssign &VA, const SDLoc &DL, SelectionDAG &DAG) {
  if (VA.getLocInfo() == CCValAssign::Full)
    return Value;
  if (VA.getLocInfo() == CCValAssign::BCvt)
    return DAG.getBitcast(VA.getValVT(), Value);
  return DAG.getNode(ISD::TRUNCATE, DL, VA.getValVT(), Value);
}

SDValue SwiftDSPTargetLowering::LowerFormalArguments(
    SDValue Chain, CallingConv::ID CC, bool IsVarArg, const SmallVectorImpl<ISD::InputArg> &Ins,
    const SDLoc &DL, SelectionDAG &DAG, SmallVectorImpl<SDValue> &InVals) const {
  MachineFunction &MF = DAG.getMachineFunction();
  MachineFrameInfo &MFI = MF.getFrameInfo();
  auto &Info = *MF.getInfo<SwiftDSPMachineFunctionInfo>();
  SmallVector<CCValAssign, 16> Locations;
  CCState State(CC, /*IsVarArg=*/false, MF, Locations, *DAG.getContext());
  State.AnalyzeFormalArguments(Ins, CC_SwiftDSP);
  for (auto [N, VA] : enumerate(Locations)) {
    SDValue Value;
    if (VA.isRegLoc()) {
      const TargetRegisterClass *RC = getRegClassFor(VA.getLocVT());
      Value = DAG.getCopyFromReg(Chain, DL, MF.addLiveIn(VA.getLocReg(), RC), VA.getLocVT());
    } else {
      int Index = MFI.CreateFixedObject(VA.getLocVT().getStoreSize(), VA.getLocMemOffset(), true);
      Value = DAG.getLoad(VA.getLocVT(), DL, Chain, DAG.getFrameIndex(Index, MVT::i32),
                          MachinePointerInfo::getFixedStack(MF, Index));
    }
    InVals.push_back(narrowed(Value, VA, DL, DAG));
    if (Ins[N].Flags.isSRet()) {
      Info.StructReturn = MF.getRegInfo().createVirtualRegister(&SwiftDSP::GRRegClass);
      Chain = DAG.getCopyToReg(Chain, DL, Info.StructReturn, InVals.back());
    }
  }
  if (IsVarArg)
    Info.VarArgsFrameIndex = MFI.CreateFixedObject(4, State.getStackSize(), true);
  return Chain;
}

bool SwiftDSPTargetLowering::CanLowerReturn(CallingConv::ID CC, MachineFunction &MF, bool IsVarArg,
                                            const SmallVectorImpl<ISD::OutputArg> &Outs,
                                            LLVMContext &Context) const {
  SmallVector<CCValAssign, 4> Locations;
  return CCState(CC, IsVarArg, MF, Locations, Context).CheckReturn(Outs, RetCC_SwiftDSP);
}

SDValue SwiftDSPTargetLowering::LowerReturn(SDValue Chain, CallingConv::ID CC, bool IsVarArg,
                                            const SmallVectorImpl<ISD::OutputArg> &Outs,
                                            const SmallVectorImpl<SDValue> &OutVals,
                                            const SDLoc &DL, SelectionDAG &DAG) const {
  MachineFunction &MF = DAG.getMachineFunction();
  SmallVector<CCValAssign, 4> Locations;
  CCState State(CC, IsVarArg, MF, Locations, *DAG.getContext());
  State.AnalyzeReturn(Outs, RetCC_SwiftDSP);
  SDValue Glue;
  SmallVector<SDValue, 4> Ops = {Chain};
  auto Give = [&](Register Reg, SDValue Value) {
    Chain = DAG.getCopyToReg(Chain, DL, Reg, Value, Glue);
    Glue = Chain.getValue(1);
    Ops.push_back(DAG.getRegister(Reg, Value.getValueType()));
  };
  for (auto [VA, Value] : zip_equal(Locations, OutVals))
    Give(VA.getLocReg(), extended(Value, VA, DL, DAG));
  // The pointer to a structure that was returned is a result itself.
  if (Register Pointer = MF.getInfo<SwiftDSPMachineFunctionInfo>()->StructReturn)
    Give(SwiftDSP::R1, DAG.getCopyFromReg(Chain, DL, Pointer, MVT::i32));
  Ops[0] = Chain;
  if (Glue)
    Ops.push_back(Glue);
  return DAG.getNode(SwiftDSPISD::RET, DL, MVT::Other, Ops);
}

/// A structure passed by value, copied to the outgoing arguments.
static SDValue copyOfStructure(SDValue Chain, SDValue Value, ISD::ArgFlagsTy Flags, const SDLoc &DL,
                               SelectionDAG &DAG, SDValue &Copy) {
  MachineFrameInfo &MFI = DAG.getMachineFunction().getFrameInfo();
  unsigned Size = Flags.getByValSize();
  Align Alignment = std::max(Flags.getNonZeroByValAlign(), Align(4));
  int Index = MFI.CreateStackObject(std::max(Size, 1u), Alignment, false);
  Copy = DAG.getFrameIndex(Index, MVT::i32);
  return DAG.getMemcpy(Chain, DL, Copy, Value, DAG.getConstant(Size, DL, MVT::i32), Alignment,
                       /*isVol=*/false, /*AlwaysInline=*/false, /*CI=*/nullptr, std::nullopt,
                       MachinePointerInfo(), MachinePointerInfo());
}

SDValue SwiftDSPTargetLowering::LowerCall(CallLoweringInfo &CLI,
                                          SmallVectorImpl<SDValue> &InVals) const {
  SelectionDAG &DAG = CLI.DAG;
  const SDLoc &DL = CLI.DL;
  MachineFunction &MF = DAG.getMachineFunction();
  CLI.IsTailCall = false;

  SmallVector<CCValAssign, 16> Locations;
  CCState State(CLI.CallConv, /*IsVarArg=*/false, MF, Locations, *DAG.getContext());
  for (auto [N, Out] : enumerate(CLI.Outs))
    if (assignArgument(N, Out.VT, Out.VT, CCValAssign::Full, Out.Flags, State,
                       !CLI.IsVarArg || Out.IsFixed))
      report_fatal_error("an argument of a type that has no place");

  SDValue Chain = CLI.Chain;
  SmallVector<SDValue, 16> Values(CLI.OutVals.begin(), CLI.OutVals.end());
  for (auto [Value, Out] : zip_equal(Values, CLI.Outs))
    if (Out.Flags.isByVal())
      Chain = copyOfStructure(Chain, Value, Out.Flags, DL, DAG, Value);

  unsigned Bytes = alignTo(State.getStackSize(), 16);
  Chain = DAG.getCALLSEQ_START(Chain, Bytes, 0, DL);
  SmallVector<std::pair<Register, SDValue>, 8> Registers;
  SmallVector<SDValue, 8> Stores;
  SDValue SP = DAG.getCopyFromReg(Chain, DL, SwiftDSP::R30, MVT::i32);
  for (auto [VA, Value] : zip_equal(Locations, Values)) {
    SDValue Argument = extended(Value, VA, DL, DAG);
    if (VA.isRegLoc()) {
      Registers.emplace_back(VA.getLocReg(), Argument);
      continue;
    }
    SDValue Place =
        DAG.getMemBasePlusOffset(SP, TypeSize::getFixed(VA.getLocMemOffset()), DL);
    Stores.push_back(DAG.getStore(Chain, DL, Argument, Place,
                                  MachinePointerInfo::getStack(MF, VA.getLocMemOffset())));
  }
  if (!Stores.empty())
    Chain = DAG.getNode(ISD::TokenFactor, DL, MVT::Other, Stores);
  SDValue Glue;
  for (auto &[Reg, Value] : Registers) {
    Chain = DAG.getCopyToReg(Chain, DL, Reg, Value, Glue);
    Glue = Chain.getValue(1);
  }

  SDValue Callee = CLI.Callee;
  if (auto *G = dyn_cast<GlobalAddressSDNode>(Callee))
    Callee = DAG.getTargetGlobalAddress(G->getGlobal(), DL, MVT::i32, G->getOffset());
  else if (auto *E = dyn_cast<ExternalSymbolSDNode>(Callee))
    Callee = DAG.getTargetExternalSymbol(E->getSymbol(), MVT::i32);
  SmallVector<SDValue, 12> Ops = {Chain, Callee};
  for (auto &[Reg, Value] : Registers)
    Ops.push_back(DAG.getRegister(Reg, Value.getValueType()));
  Ops.push_back(DAG.getRegisterMask(
      Subtarget.getRegisterInfo()->getCallPreservedMask(MF, CLI.CallConv)));
  if (Glue)
    Ops.push_back(Glue);
  Chain = DAG.getNode(SwiftDSPISD::CALL, DL, DAG.getVTList(MVT::Other, MVT::Glue), Ops);
  Glue = Chain.getValue(1);
  Chain = DAG.getCALLSEQ_END(Chain, Bytes, 0, Glue, DL);
  Glue = Chain.getValue(1);

  SmallVector<CCValAssign, 4> Results;
  CCState Return(CLI.CallConv, CLI.IsVarArg, MF, Results, *DAG.getContext());
  Return.AnalyzeCallResult(CLI.Ins, RetCC_SwiftDSP);
  for (const CCValAssign &VA : Results) {
    SDValue Value = DAG.getCopyFromReg(Chain, DL, VA.getLocReg(), VA.getLocVT(), Glue);
    Chain = Value.getValue(1);
    Glue = Value.getValue(2);
    InVals.push_back(narrowed(Value, VA, DL, DAG));
  }
  return Chain;
}

Register SwiftDSPTargetLowering::getExceptionPointerRegister(const Constant *) const {
  return SwiftDSP::R1;
}

Register SwiftDSPTargetLowering::getExceptionSelectorRegister(const Constant *) const {
  return SwiftDSP::R2;
}
