//===- SwiftDSPISelDAGToDAG.cpp - What patterns cannot select -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSP.h"
#include "SwiftDSPTargetMachine.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IntrinsicsXSwift.h"

using namespace llvm;

#define DEBUG_TYPE "swiftdsp-isel"
#define PASS_NAME "SwiftDSP DAG->DAG Pattern Instruction Selection"

namespace {

/// What the immediates' names in SwiftDSPOperands.td say.
template <bool Signed, int Width, int Scale> bool isImmediate(int64_t Value) {
  return Value % Scale == 0 &&
         (Signed ? isIntN(Width, Value / Scale) : Value >= 0 && isUIntN(Width, Value / Scale));
}

class SwiftDSPDAGToDAGISel : public SelectionDAGISel {
public:
  SwiftDSPDAGToDAGISel(SwiftDSPTargetMachine &TM, CodeGenOptLevel OptLevel)
      : SelectionDAGISel(TM, OptLevel) {}

#include "SwiftDSPGenDAGISel.inc"

  void Select(SDNode *N) override;
  bool SelectInlineAsmMemoryOperand(const SDValue &Op, InlineAsm::ConstraintCode,
                                    std::vector<SDValue> &OutOps) override;

private:
  template <int Width, int Scale>
  bool selectAddress(SDValue Address, SDValue &Offset, SDValue &Base);
  void selectConv(SDNode *N);
  void selectPartialStore(SDNode *N);
  bool selectLoopCounter(SDNode *N);
  bool selectPostIncrement(SDNode *N);
  bool refuseIntrinsic(SDNode *N);
};

class SwiftDSPDAGToDAGISelLegacy : public SelectionDAGISelLegacy {
public:
  static char ID;
  SwiftDSPDAGToDAGISelLegacy(SwiftDSPTargetMachine &TM, CodeGenOptLevel OptLevel)
      : SelectionDAGISelLegacy(ID, std::make_unique<SwiftDSPDAGToDAGISel>(TM, OptLevel)) {}
};

} // namespace

char SwiftDSPDAGToDAGISelLegacy::ID = 0;
INITIALIZE_PASS(SwiftDSPDAGToDAGISelLegacy, DEBUG_TYPE, PASS_NAME, false, false)

FunctionPass *llvm::createSwiftDSPISelDag(SwiftDSPTargetMachine &TM, CodeGenOptLevel OptLevel) {
  return new SwiftDSPDAGToDAGISelLegacy(TM, OptLevel);
}

/// Base and offset; the offset of a local variable may become any once the frame is laid out.
template <int Width, int Scale>
bool SwiftDSPDAGToDAGISel::selectAddress(SDValue Address, SDValue &Offset, SDValue &Base) {
  SDLoc DL(Address);
  int64_t Constant = 0;
  if (CurDAG->isBaseWithConstantOffset(Address)) {
    int64_t Value = cast<ConstantSDNode>(Address.getOperand(1))->getSExtValue();
    if (isImmediate<true, Width, Scale>(Value)) {
      Constant = Value;
      Address = Address.getOperand(0);
    }
  }
  if (auto *Index = dyn_cast<FrameIndexSDNode>(Address))
    Address = CurDAG->getTargetFrameIndex(Index->getIndex(), MVT::i32);
  Base = Address;
  Offset = CurDAG->getTargetConstant(Constant, DL, MVT::i32);
  return true;
}

/// Accumulators go through vr0 to vr11, glued to the instruction. So do data of several registers,
/// through vr12 on, and their weights through vr15: of the four registers that are left no other
/// choice leaves room for all of them.
void SwiftDSPDAGToDAGISel::selectConv(SDNode *N) {
  static const struct { unsigned Intrinsic, Opcode, Class; } Table[] = {
#define CONV(NAME, OPCODE, CLASS)                                                                  \
  {Intrinsic::xswift_##NAME, SwiftDSP::OPCODE, SwiftDSP::CLASS##RegClassID},
#define KINDS(NAME, OPCODE, CLASS)                                                                 \
  CONV(NAME##bb, OPCODE##BB, CLASS) CONV(NAME##bu, OPCODE##BU, CLASS)                              \
  CONV(NAME##ub, OPCODE##UB, CLASS) CONV(NAME##uu, OPCODE##UU, CLASS)
      KINDS(vconv1, VCONV1, VR) KINDS(vconv2, VCONV2, V2) KINDS(vconv4, VCONV4, V3)
      KINDS(vconvl, VCONVL, V2) KINDS(vconvh, VCONVH, V2)
#undef KINDS
#undef CONV
  };
  constexpr unsigned Registers = 12;
  unsigned ID = N->getConstantOperandVal(0);
  const auto *Row = llvm::find_if(Table, [ID](const auto &R) { return R.Intrinsic == ID; });
  SDLoc DL(N);
  SDValue Chain = CurDAG->getEntryNode(), Glue;
  for (unsigned R = 0; R != Registers; ++R) {
    Chain = CurDAG->getCopyToReg(Chain, DL, SwiftDSP::VR0 + R, N->getOperand(1 + R), Glue);
    Glue = Chain.getValue(1);
  }
  unsigned First = 1 + Registers, Last = N->getNumOperands() - 1;
  SDValue Data = N->getOperand(First), Weights = N->getOperand(Last);
  if (Last - First > 1) {
    const TargetRegisterInfo &TRI = *MF->getSubtarget().getRegisterInfo();
    const MCRegister Tuple =
        TRI.getMatchingSuperReg(SwiftDSP::VR12, SwiftDSP::sub0, TRI.getRegClass(Row->Class));
    auto Copy = [&](MCRegister To, SDValue Value) {
      Chain = CurDAG->getCopyToReg(Chain, DL, To, Value, Glue);
      Glue = Chain.getValue(1);
    };
    // The whole in one copy: for copies of its parts, LiveVariables adds reads of the smaller
    // tuples among them before these are whole.
    static const unsigned Parts[] = {SwiftDSP::sub0, SwiftDSP::sub1, SwiftDSP::sub2};
    SmallVector<SDValue, 7> Sequence = {CurDAG->getTargetConstant(Row->Class, DL, MVT::i32)};
    for (unsigned Op = First; Op != Last; ++Op) {
      Sequence.push_back(N->getOperand(Op));
      Sequence.push_back(CurDAG->getTargetConstant(Parts[Op - First], DL, MVT::i32));
    }
    SDNode *Whole = CurDAG->getMachineNode(TargetOpcode::REG_SEQUENCE, DL, MVT::Untyped, Sequence);
    Copy(Tuple, SDValue(Whole, 0));
    Copy(SwiftDSP::VR15, Weights);
    Data = CurDAG->getRegister(Tuple, MVT::Untyped);
    Weights = CurDAG->getRegister(SwiftDSP::VR15, MVT::v16i8);
  }
  SDNode *Conv =
      CurDAG->getMachineNode(Row->Opcode, DL, MVT::Other, MVT::Glue, {Data, Weights, Chain, Glue});
  Chain = SDValue(Conv, 0);
  Glue = SDValue(Conv, 1);
  for (unsigned R = 0; R != Registers; ++R) {
    SDValue Result = CurDAG->getCopyFromReg(Chain, DL, SwiftDSP::VR0 + R, MVT::v4i32, Glue);
    Chain = Result.getValue(1);
    Glue = Result.getValue(2);
    ReplaceUses(SDValue(N, R), Result);
  }
  CurDAG->RemoveDeadNode(N);
}

void SwiftDSPDAGToDAGISel::selectPartialStore(SDNode *N) {
  auto *Store = cast<MemSDNode>(N);
  const uint64_t Bytes = Store->getMemoryVT().getStoreSize();
  const unsigned Opcode = Bytes == 4   ? SwiftDSP::VST4_O
                          : Bytes == 8 ? SwiftDSP::VST8_O
                                       : SwiftDSP::VST12_O;
  SDValue Offset, Base;
  selectAddress<10, 4>(N->getOperand(2), Offset, Base);
  MachineSDNode *New = CurDAG->getMachineNode(Opcode, SDLoc(N), MVT::Other,
                                              {N->getOperand(1), Offset, Base, N->getOperand(0)});
  CurDAG->setNodeMemRefs(New, {Store->getMemOperand()});
  ReplaceNode(N, New);
}

/// A loop's count is a value like any other until SwiftDSPHardwareLoops.
bool SwiftDSPDAGToDAGISel::selectLoopCounter(SDNode *N) {
  unsigned ID = N->getConstantOperandVal(1);
  SDValue Value = N->getOperand(2);
  if (ID == Intrinsic::loop_decrement_reg)
    Value = SDValue(CurDAG->getMachineNode(SwiftDSP::LOOP_DECREMENT, SDLoc(N), MVT::i32, Value), 0);
  else if (ID != Intrinsic::start_loop_iterations)
    return false;
  ReplaceUses(SDValue(N, 0), Value);
  ReplaceUses(SDValue(N, 1), N->getOperand(0));
  CurDAG->RemoveDeadNode(N);
  return true;
}

/// The load or store that changes its pointer by a constant.
static unsigned postIncrement(const MemSDNode *Access) {
  bool Signed = false, Load = isa<LoadSDNode>(Access);
  if (Load)
    Signed = cast<LoadSDNode>(Access)->getExtensionType() == ISD::SEXTLOAD;
  switch (Access->getMemoryVT().getSimpleVT().SimpleTy) {
  case MVT::i8:
    return !Load ? SwiftDSP::STB_I : Signed ? SwiftDSP::LDB_I : SwiftDSP::LDBU_I;
  case MVT::i16:
    return !Load ? SwiftDSP::STH_I : Signed ? SwiftDSP::LDH_I : SwiftDSP::LDHU_I;
  case MVT::i32:
    return Load ? SwiftDSP::LDW_I : SwiftDSP::STW_I;
  default:
    return Load ? SwiftDSP::VLD_I : SwiftDSP::VST_I;
  }
}

bool SwiftDSPDAGToDAGISel::selectPostIncrement(SDNode *N) {
  auto *Access = cast<LSBaseSDNode>(N);
  if (Access->getAddressingMode() != ISD::POST_INC)
    return false;
  SDLoc DL(N);
  auto *Increment = cast<ConstantSDNode>(Access->getOffset());
  SDValue By = CurDAG->getTargetConstant(Increment->getSExtValue(), DL, MVT::i32);
  unsigned Opcode = postIncrement(Access);
  MachineSDNode *New;
  if (isa<LoadSDNode>(N))
    New = CurDAG->getMachineNode(Opcode, DL, N->getValueType(0), MVT::i32, MVT::Other,
                                 {Access->getBasePtr(), By, Access->getChain()});
  else
    New = CurDAG->getMachineNode(Opcode, DL, MVT::i32, MVT::Other,
                                 {cast<StoreSDNode>(N)->getValue(), Access->getBasePtr(), By,
                                  Access->getChain()});
  CurDAG->setNodeMemRefs(New, {Access->getMemOperand()});
  ReplaceNode(N, New);
  return true;
}

/// Reports a constant that the instruction has no room for; clang has refused its builtins' before.
bool SwiftDSPDAGToDAGISel::refuseIntrinsic(SDNode *N) {
  static const struct { unsigned Intrinsic, Argument; int64_t Low, High; } Table[] = {
#define IMMEDIATE(NAME, ARGUMENT, LOW, HIGH) {Intrinsic::xswift_##NAME, ARGUMENT, LOW, HIGH},
#include "llvm/IR/IntrinsicsXSwift.def"
  };
  const unsigned ID = N->getConstantOperandVal(0);
  const auto *Row = llvm::find_if(Table, [ID](const auto &R) { return R.Intrinsic == ID; });
  if (Row == std::end(Table))
    return false;
  const int64_t Value = cast<ConstantSDNode>(N->getOperand(1 + Row->Argument))->getSExtValue();
  if (Value >= Row->Low && Value <= Row->High)
    return false;
  const Function &F = MF->getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F,
      "the constant of " + Intrinsic::getBaseName(ID) + " is " + Twine(Value) +
          ", it must be from " + Twine(Row->Low) + " to " + Twine(Row->High),
      SDLoc(N).getDebugLoc()));
  ReplaceNode(N, CurDAG->getMachineNode(TargetOpcode::IMPLICIT_DEF, SDLoc(N), N->getValueType(0)));
  return true;
}

void SwiftDSPDAGToDAGISel::Select(SDNode *N) {
  if (N->isMachineOpcode()) {
    N->setNodeId(-1);
    return;
  }
  SDLoc DL(N);
  switch (N->getOpcode()) {
  case ISD::Constant:
    if (N->getValueType(0) == MVT::i32 && cast<ConstantSDNode>(N)->isZero()) {
      ReplaceNode(N, CurDAG->getCopyFromReg(CurDAG->getEntryNode(), DL, SwiftDSP::R0, MVT::i32)
                         .getNode());
      return;
    }
    break;
  case ISD::FrameIndex: {
    SDValue Index =
        CurDAG->getTargetFrameIndex(cast<FrameIndexSDNode>(N)->getIndex(), MVT::i32);
    CurDAG->SelectNodeTo(N, SwiftDSP::ADDI, MVT::i32, Index,
                         CurDAG->getTargetConstant(0, DL, MVT::i32));
    return;
  }
  case ISD::INTRINSIC_WO_CHAIN:
    if (refuseIntrinsic(N))
      return;
    break;
  case ISD::INTRINSIC_W_CHAIN:
    if (selectLoopCounter(N))
      return;
    break;
  case ISD::LOAD:
  case ISD::STORE:
    if (selectPostIncrement(N))
      return;
    break;
  case SwiftDSPISD::VCONV:
    selectConv(N);
    return;
  case SwiftDSPISD::VST_LOW:
    selectPartialStore(N);
    return;
  default:
    break;
  }
  SelectCode(N);
}

/// Register and offset, as eliminateFrameIndex expects them of inline assembly.
bool SwiftDSPDAGToDAGISel::SelectInlineAsmMemoryOperand(const SDValue &Op,
                                                        InlineAsm::ConstraintCode,
                                                        std::vector<SDValue> &OutOps) {
  SDValue Base = Op;
  if (auto *Index = dyn_cast<FrameIndexSDNode>(Op))
    Base = CurDAG->getTargetFrameIndex(Index->getIndex(), MVT::i32);
  OutOps.push_back(Base);
  OutOps.push_back(CurDAG->getTargetConstant(0, SDLoc(Op), MVT::i32));
  return false;
}
