//===- SwiftDSPISelLowering.cpp - What the machine has, and the rest ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The paper's table 4: operations that the machine does not have are promoted, expanded or lowered
// by code here. Calls are in SwiftDSPCalls.cpp.
//
//===----------------------------------------------------------------------===//

#include "SwiftDSPISelLowering.h"
#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "SwiftDSPMachineFunctionInfo.h"
#include "SwiftDSPSubtarget.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/IR/IntrinsicsXSwift.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

static constexpr MVT VectorTypes[] = {MVT::v4i32, MVT::v8i16, MVT::v16i8};

SwiftDSPTargetLowering::SwiftDSPTargetLowering(const TargetMachine &TM,
                                               const SwiftDSPSubtarget &STI)
    : TargetLowering(TM), Subtarget(STI) {
  addRegisterClass(MVT::i32, &SwiftDSP::GRRegClass);
  for (MVT VT : VectorTypes)
    addRegisterClass(VT, &SwiftDSP::VRRegClass);
  computeRegisterProperties(STI.getRegisterInfo());

  setStackPointerRegisterToSaveRestore(SwiftDSP::R30);
  setBooleanContents(ZeroOrOneBooleanContent);
  setBooleanVectorContents(ZeroOrNegativeOneBooleanContent);
  setSchedulingPreference(Sched::RegPressure);
  setMinFunctionAlignment(Align(4));
  setMinStackArgumentAlignment(Align(4));
  MaxStoresPerMemset = MaxStoresPerMemcpy = MaxStoresPerMemmove = 8;
  MaxStoresPerMemsetOptSize = MaxStoresPerMemcpyOptSize = MaxStoresPerMemmoveOptSize = 4;

  describeScalars();
  describeVectors();
  describeWideVectors();
  for (MVT VT : {MVT::i8, MVT::i16, MVT::i32, MVT::v4i32, MVT::v8i16, MVT::v16i8}) {
    setIndexedLoadAction(ISD::POST_INC, VT, Legal);
    setIndexedStoreAction(ISD::POST_INC, VT, Legal);
  }
  setTargetDAGCombine({ISD::INTRINSIC_WO_CHAIN, ISD::STORE});
}

void SwiftDSPTargetLowering::describeScalars() {
  // compiler-rt has no routines for 128 bits here; checked products of 64 bits are that wide.
  setMaxDivRemBitWidthSupported(64);
  setMaxLargeFPConvertBitWidthSupported(64);
  for (RTLIB::Libcall Routine : {RTLIB::SHL_I128, RTLIB::SRL_I128, RTLIB::SRA_I128, RTLIB::MUL_I128,
                                 RTLIB::MULO_I128})
    setLibcallName(Routine, nullptr);
  for (unsigned Op : {ISD::SDIVREM, ISD::UDIVREM, ISD::SMUL_LOHI, ISD::UMUL_LOHI, ISD::ROTR,
                      ISD::SELECT_CC, ISD::BITREVERSE})
    setOperationAction(Op, MVT::i32, Expand);
  for (unsigned Op : {ISD::ROTL, ISD::CTLZ, ISD::CTTZ, ISD::CTPOP, ISD::BSWAP, ISD::ABS, ISD::SMIN,
                      ISD::SMAX, ISD::UMIN, ISD::UMAX, ISD::SADDSAT, ISD::SSUBSAT, ISD::MULHS,
                      ISD::MULHU})
    setOperationAction(Op, MVT::i32, Legal);
  // Marked as custom, since otherwise they are calls.
  for (unsigned Op : {ISD::SHL_PARTS, ISD::SRL_PARTS, ISD::SRA_PARTS})
    setOperationAction(Op, MVT::i32, Custom);
  setOperationAction(ISD::SIGN_EXTEND_INREG, MVT::i1, Expand);
  for (unsigned Op : {ISD::GlobalAddress, ISD::BlockAddress, ISD::ConstantPool, ISD::JumpTable,
                      ISD::ExternalSymbol})
    setOperationAction(Op, MVT::i32, Custom);
  for (unsigned Op : {ISD::FRAMEADDR, ISD::RETURNADDR})
    setOperationAction(Op, MVT::i32, Custom);
  setOperationAction(ISD::VASTART, MVT::Other, Custom);
  for (unsigned Op : {ISD::VAARG, ISD::VACOPY, ISD::VAEND, ISD::BR_JT, ISD::STACKSAVE,
                      ISD::STACKRESTORE})
    setOperationAction(Op, MVT::Other, Expand);
  setOperationAction(ISD::DYNAMIC_STACKALLOC, MVT::i32, Expand);
  setOperationAction(ISD::TRAP, MVT::Other, Legal);
  setOperationAction(ISD::DEBUGTRAP, MVT::Other, Legal);
  for (auto Ext : {ISD::SEXTLOAD, ISD::ZEXTLOAD, ISD::EXTLOAD})
    setLoadExtAction(Ext, MVT::i32, MVT::i1, Promote);
}

void SwiftDSPTargetLowering::describeVectors() {
  for (MVT VT : MVT::fixedlen_vector_valuetypes()) {
    for (unsigned Op = 0; Op < ISD::BUILTIN_OP_END; ++Op)
      if (isTypeLegal(VT))
        setOperationAction(Op, VT, Expand);
    for (MVT Other : MVT::fixedlen_vector_valuetypes()) {
      setTruncStoreAction(VT, Other, Expand);
      for (auto Ext : {ISD::SEXTLOAD, ISD::ZEXTLOAD, ISD::EXTLOAD})
        setLoadExtAction(Ext, VT, Other, Expand);
    }
  }
  for (MVT VT : VectorTypes) {
    for (unsigned Op : {ISD::LOAD, ISD::STORE, ISD::BITCAST, ISD::UNDEF, ISD::ADD, ISD::SUB,
                        ISD::MUL, ISD::AND, ISD::OR, ISD::XOR, ISD::SHL, ISD::SRL, ISD::SRA,
                        ISD::SMIN, ISD::SMAX, ISD::UMIN, ISD::UMAX, ISD::ABS, ISD::SADDSAT,
                        ISD::SSUBSAT, ISD::UADDSAT, ISD::USUBSAT, ISD::AVGCEILS, ISD::SETCC,
                        ISD::VSELECT, ISD::SELECT, ISD::FREEZE})
      setOperationAction(Op, VT, Legal);
    setOperationAction(ISD::BUILD_VECTOR, VT, Custom);
    setOperationAction(ISD::VECTOR_SHUFFLE, VT, Custom);
    setOperationAction(ISD::INSERT_VECTOR_ELT, VT, Custom);
    setOperationAction(ISD::EXTRACT_VECTOR_ELT, VT, Custom);
    for (auto CC : {ISD::SETNE, ISD::SETGE, ISD::SETLE, ISD::SETUGE, ISD::SETULE})
      setCondCodeAction(CC, VT, Expand);
  }
  setOperationAction(ISD::MULHS, MVT::v4i32, Legal);
}

const char *SwiftDSPTargetLowering::getTargetNodeName(unsigned Opcode) const {
  switch (SwiftDSPISD::NodeType(Opcode)) {
#define NODE(NAME)                                                                                 \
  case SwiftDSPISD::NAME:                                                                          \
    return "SwiftDSPISD::" #NAME;
    NODE(CALL) NODE(RET) NODE(LOW) NODE(HIGH) NODE(SPLAT) NODE(VCONV) NODE(VST_LOW)
#undef NODE
  case SwiftDSPISD::FIRST_NUMBER:
    break;
  }
  return nullptr;
}

bool SwiftDSPTargetLowering::allowsMisalignedMemoryAccesses(EVT VT, unsigned, Align,
                                                            MachineMemOperand::Flags,
                                                            unsigned *Fast) const {
  // The memory has a rotator for vectors; crossing 64 bytes costs a cycle.
  if (!VT.isVector() || VT.getSizeInBits() != 128)
    return false;
  if (Fast)
    *Fast = 1;
  return true;
}

bool SwiftDSPTargetLowering::isLegalAddressingMode(const DataLayout &DL, const AddrMode &AM,
                                                   Type *Ty, unsigned, Instruction *) const {
  if (AM.BaseGV || (AM.Scale != 0 && !(AM.Scale == 1 && !AM.HasBaseReg)))
    return false;
  uint64_t Size = Ty->isSized() ? DL.getTypeStoreSize(Ty).getFixedValue() : 1;
  Size = Size == 2 || Size == 4 || Size == 16 ? Size : Size == 8 ? 4 : 1;
  return AM.BaseOffs % int64_t(Size) == 0 && isInt<10>(AM.BaseOffs / int64_t(Size));
}

/// A constant of six bits, scaled by the access.
bool SwiftDSPTargetLowering::getPostIndexedAddressParts(SDNode *N, SDNode *Op, SDValue &Base,
                                                        SDValue &Offset, ISD::MemIndexedMode &AM,
                                                        SelectionDAG &DAG) const {
  EVT VT = cast<MemSDNode>(N)->getMemoryVT();
  auto *Increment =
      Op->getOpcode() == ISD::ADD ? dyn_cast<ConstantSDNode>(Op->getOperand(1)) : nullptr;
  if (!Increment || !VT.isSimple() || (!isTypeLegal(VT) && VT != MVT::i8 && VT != MVT::i16))
    return false;
  int64_t Bytes = Increment->getSExtValue(), Size = VT.getStoreSize();
  if (Bytes % Size || !isInt<6>(Bytes / Size))
    return false;
  Base = Op->getOperand(0);
  Offset = DAG.getConstant(Bytes, SDLoc(Op), MVT::i32);
  AM = ISD::POST_INC;
  return true;
}

//===--- Inline assembly: r and v ------------------------------------------===//

TargetLowering::ConstraintType
SwiftDSPTargetLowering::getConstraintType(StringRef Constraint) const {
  return Constraint == "v" ? C_RegisterClass : TargetLowering::getConstraintType(Constraint);
}

static const TargetRegisterClass *classOf(MCRegister Reg) {
  for (const TargetRegisterClass *Class : {&SwiftDSP::GRRegClass, &SwiftDSP::VRRegClass,
                                           &SwiftDSP::SWRegClass, &SwiftDSP::SRRegClass})
    if (Class->contains(Reg))
      return Class;
  return nullptr;
}

/// Whether a value of the type can be in one register of the class; MVT::Other: it is clobbered.
static bool holds(const TargetRegisterClass &Class, MVT VT) {
  if (VT == MVT::Other)
    return true;
  if (&Class == &SwiftDSP::VRRegClass)
    return is_contained(VectorTypes, VT);
  return !VT.isVector() && VT.getSizeInBits() <= 32 && &Class != &SwiftDSP::SRRegClass;
}

std::pair<unsigned, const TargetRegisterClass *>
SwiftDSPTargetLowering::getRegForInlineAsmConstraint(const TargetRegisterInfo *TRI,
                                                     StringRef Constraint, MVT VT) const {
  // Values that do not fit get no register class, so that the user gets an error.
  if (Constraint == "r")
    return {0U, VT.isVector() ? nullptr : &SwiftDSP::GRRegClass};
  if (Constraint == "v")
    return {0U, VT == MVT::Other || (VT.isVector() && isTypeLegal(VT)) ? &SwiftDSP::VRRegClass
                                                                       : nullptr};
  if (!Constraint.starts_with("{") || !Constraint.ends_with("}"))
    return TargetLowering::getRegForInlineAsmConstraint(TRI, Constraint, VT);
  // LLVM's own search will not do: an operand of several registers is named like the first of them.
  MCRegister Reg = SwiftDSPInstPrinter::registerNamed(Constraint.drop_front().drop_back());
  const TargetRegisterClass *Class = classOf(Reg);
  if (!Class || !holds(*Class, VT))
    return {0U, nullptr};
  return {Reg.id(), Class};
}

/// The stack pointer, the only register whose value C may name for good: no other value lives
/// there.
Register SwiftDSPTargetLowering::getRegisterByName(const char *Name, LLT,
                                                   const MachineFunction &) const {
  if (SwiftDSPInstPrinter::registerNamed(Name) == SwiftDSP::R30)
    return SwiftDSP::R30;
  report_fatal_error("register '" + Twine(Name) + "' cannot be a global variable", false);
}

//===--- Custom lowering ---------------------------------------------------===//

SDValue SwiftDSPTargetLowering::LowerOperation(SDValue Op, SelectionDAG &DAG) const {
  switch (Op.getOpcode()) {
  case ISD::GlobalAddress:
  case ISD::BlockAddress:
  case ISD::ConstantPool:
  case ISD::JumpTable:
  case ISD::ExternalSymbol:
    return lowerAddress(Op, DAG);
  case ISD::FRAMEADDR:
    return lowerFrameAddress(Op, DAG);
  case ISD::RETURNADDR:
    return lowerReturnAddress(Op, DAG);
  case ISD::VASTART:
    return lowerVarArgStart(Op, DAG);
  case ISD::SHL_PARTS:
  case ISD::SRL_PARTS:
  case ISD::SRA_PARTS: {
    SDValue Low, High;
    expandShiftParts(Op.getNode(), Low, High, DAG);
    return DAG.getMergeValues({Low, High}, SDLoc(Op));
  }
  case ISD::BUILD_VECTOR:
    return lowerBuildVector(Op, DAG);
  case ISD::VECTOR_SHUFFLE:
    return lowerShuffle(Op, DAG);
  case ISD::INSERT_VECTOR_ELT:
    // An element with a constant index is an instruction; others go through memory.
    return isa<ConstantSDNode>(Op.getOperand(2)) ? Op : SDValue();
  case ISD::EXTRACT_VECTOR_ELT:
    return isa<ConstantSDNode>(Op.getOperand(1)) ? Op : SDValue();
  case ISD::SIGN_EXTEND:
  case ISD::ZERO_EXTEND:
  case ISD::ANY_EXTEND:
    return lowerExtension(Op, DAG);
  case ISD::TRUNCATE:
    return lowerTruncation(Op, DAG);
  case ISD::VECREDUCE_ADD:
    return lowerSum(Op, DAG);
  default:
    llvm_unreachable("nothing else is marked as custom");
  }
}

/// The node of an address as an operand of instructions.
static SDValue targetAddress(SDValue Op, SelectionDAG &DAG) {
  SDLoc DL(Op);
  if (auto *N = dyn_cast<GlobalAddressSDNode>(Op))
    return DAG.getTargetGlobalAddress(N->getGlobal(), DL, MVT::i32, N->getOffset());
  if (auto *N = dyn_cast<BlockAddressSDNode>(Op))
    return DAG.getTargetBlockAddress(N->getBlockAddress(), MVT::i32, N->getOffset());
  if (auto *N = dyn_cast<ConstantPoolSDNode>(Op))
    return DAG.getTargetConstantPool(N->getConstVal(), MVT::i32, N->getAlign(), N->getOffset());
  if (auto *N = dyn_cast<JumpTableSDNode>(Op))
    return DAG.getTargetJumpTable(N->getIndex(), MVT::i32);
  return DAG.getTargetExternalSymbol(cast<ExternalSymbolSDNode>(Op)->getSymbol(), MVT::i32);
}

SDValue SwiftDSPTargetLowering::lowerAddress(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  SDValue Address = targetAddress(Op, DAG);
  SDValue Low = DAG.getNode(SwiftDSPISD::LOW, DL, MVT::i32, Address);
  return DAG.getNode(SwiftDSPISD::HIGH, DL, MVT::i32, Low, Address);
}

SDValue SwiftDSPTargetLowering::lowerVarArgStart(SDValue Op, SelectionDAG &DAG) const {
  const auto &Info = *DAG.getMachineFunction().getInfo<SwiftDSPMachineFunctionInfo>();
  SDValue Start = DAG.getFrameIndex(Info.VarArgsFrameIndex, MVT::i32);
  const Value *Place = cast<SrcValueSDNode>(Op.getOperand(2))->getValue();
  return DAG.getStore(Op.getOperand(0), SDLoc(Op), Start, Op.getOperand(1),
                      MachinePointerInfo(Place));
}

/// Frames are not chained: what lies above the function's own is not known, and null.
SDValue SwiftDSPTargetLowering::lowerFrameAddress(SDValue Op, SelectionDAG &DAG) const {
  DAG.getMachineFunction().getFrameInfo().setFrameAddressIsTaken(true);
  if (Op.getConstantOperandVal(0) != 0)
    return DAG.getConstant(0, SDLoc(Op), MVT::i32);
  return DAG.getCopyFromReg(DAG.getEntryNode(), SDLoc(Op), SwiftDSP::R29, MVT::i32);
}

SDValue SwiftDSPTargetLowering::lowerReturnAddress(SDValue Op, SelectionDAG &DAG) const {
  if (verifyReturnAddressArgumentIsConstant(Op, DAG))
    return SDValue();
  MachineFunction &MF = DAG.getMachineFunction();
  MF.getFrameInfo().setReturnAddressIsTaken(true);
  if (Op.getConstantOperandVal(0) != 0)
    return DAG.getConstant(0, SDLoc(Op), MVT::i32);
  Register Link = MF.addLiveIn(SwiftDSP::R31, &SwiftDSP::GRRegClass);
  return DAG.getCopyFromReg(DAG.getEntryNode(), SDLoc(Op), Link, MVT::i32);
}

/// A splat is an instruction; of others the most frequent value is splatted, the others are
/// inserted. Constants are loaded.
SDValue SwiftDSPTargetLowering::lowerBuildVector(SDValue Op, SelectionDAG &DAG) const {
  auto *BV = cast<BuildVectorSDNode>(Op);
  EVT VT = Op.getValueType();
  SDLoc DL(Op);
  if (SDValue Splat = BV->getSplatValue())
    return DAG.getNode(SwiftDSPISD::SPLAT, DL, VT, DAG.getAnyExtOrTrunc(Splat, DL, MVT::i32));
  if (BV->isConstant())
    return SDValue();
  SDValue Result = DAG.getUNDEF(VT);
  for (auto [N, Element] : enumerate(Op->op_values()))
    if (!Element.isUndef())
      Result = DAG.getNode(ISD::INSERT_VECTOR_ELT, DL, VT, Result, Element,
                           DAG.getConstant(N, DL, MVT::i32));
  return Result;
}

/// As a permutation of bytes: vperm of one vector, vperm2 of two, with the mask from memory.
SDValue SwiftDSPTargetLowering::lowerShuffle(SDValue Op, SelectionDAG &DAG) const {
  auto *Shuffle = cast<ShuffleVectorSDNode>(Op);
  EVT VT = Op.getValueType();
  SDLoc DL(Op);
  if (Shuffle->isSplat() && !Op.getOperand(0).isUndef()) {
    SDValue Lane = DAG.getNode(ISD::EXTRACT_VECTOR_ELT, DL, MVT::i32, Op.getOperand(0),
                               DAG.getConstant(Shuffle->getSplatIndex(), DL, MVT::i32));
    if (Shuffle->getSplatIndex() < int(VT.getVectorNumElements()))
      return DAG.getNode(SwiftDSPISD::SPLAT, DL, VT, Lane);
  }
  unsigned Bytes = VT.getScalarSizeInBits() / 8;
  bool TwoInputs = false;
  SmallVector<SDValue, 16> Mask;
  for (int Lane : Shuffle->getMask())
    for (unsigned Byte = 0; Byte != Bytes; ++Byte) {
      int From = Lane < 0 ? 0 : Lane * int(Bytes) + int(Byte);
      TwoInputs |= From >= 16;
      Mask.push_back(DAG.getConstant(From, DL, MVT::i32));
    }
  SDValue A = DAG.getBitcast(MVT::v16i8, Op.getOperand(0));
  SDValue B = DAG.getBitcast(MVT::v16i8, Op.getOperand(1));
  SDValue Order = DAG.getBuildVector(MVT::v16i8, DL, Mask);
  auto Intrinsic = [&](unsigned ID, std::initializer_list<SDValue> Args) {
    SmallVector<SDValue, 4> Ops = {DAG.getTargetConstant(ID, DL, MVT::i32)};
    Ops.append(Args);
    return DAG.getNode(ISD::INTRINSIC_WO_CHAIN, DL, MVT::v16i8, Ops);
  };
  SDValue Result = TwoInputs ? Intrinsic(Intrinsic::xswift_vperm2, {Order, A, B})
                             : Intrinsic(Intrinsic::xswift_vperm, {A, Order});
  return DAG.getBitcast(VT, Result);
}

/// Accumulators of vconv come as one value of 16 vectors, 12 of which count: before the type is
/// taken apart, the operation gets 12 operands and 12 results.
SDValue SwiftDSPTargetLowering::combineConv(SDNode *N, SelectionDAG &DAG) const {
  if (N->getValueType(0) != MVT::v64i32)
    return SDValue();
  SDLoc DL(N);
  constexpr unsigned Registers = 12;
  SmallVector<SDValue, 16> Ops = {N->getOperand(0)};
  for (unsigned R = 0; R != Registers; ++R)
    Ops.push_back(DAG.getNode(ISD::EXTRACT_SUBVECTOR, DL, MVT::v4i32, N->getOperand(1),
                              DAG.getVectorIdxConstant(4 * R, DL)));
  for (unsigned Op = 2; Op != N->getNumOperands(); ++Op)
    Ops.push_back(N->getOperand(Op));
  SmallVector<EVT, Registers> Types(Registers, MVT::v4i32);
  SDValue Conv = DAG.getNode(SwiftDSPISD::VCONV, DL, DAG.getVTList(Types), Ops);
  SmallVector<SDValue, 16> Results;
  for (unsigned R = 0; R != 16; ++R)
    Results.push_back(R < Registers ? Conv.getValue(R) : DAG.getUNDEF(MVT::v4i32));
  return DAG.getNode(ISD::CONCAT_VECTORS, DL, MVT::v64i32, Results);
}

/// The first lanes of a vector, 4, 8 or 12 bytes, are one store: such a type would be taken apart
/// otherwise.
SDValue SwiftDSPTargetLowering::combineStore(SDNode *N, SelectionDAG &DAG) const {
  auto *Store = cast<StoreSDNode>(N);
  SDValue Value = Store->getValue();
  if (!ISD::isNormalStore(N) || !Value.getValueType().isVector() ||
      isTypeLegal(Value.getValueType()))
    return SDValue();
  const uint64_t Bytes = Value.getValueType().getStoreSize();
  if (Value.getOpcode() != ISD::EXTRACT_SUBVECTOR || Value.getConstantOperandVal(1) != 0 ||
      Bytes % 4 || Bytes >= 16 || !isTypeLegal(Value.getOperand(0).getValueType()))
    return SDValue();
  return DAG.getMemIntrinsicNode(
      SwiftDSPISD::VST_LOW, SDLoc(N), DAG.getVTList(MVT::Other),
      {Store->getChain(), DAG.getBitcast(MVT::v4i32, Value.getOperand(0)), Store->getBasePtr()},
      Store->getMemoryVT(), Store->getMemOperand());
}

SDValue SwiftDSPTargetLowering::PerformDAGCombine(SDNode *N, DAGCombinerInfo &DCI) const {
  switch (N->getOpcode()) {
  case ISD::STORE:
    return combineStore(N, DCI.DAG);
  case ISD::MUL:
    return DCI.isBeforeLegalize() ? combineProduct(N, DCI.DAG) : SDValue();
  default:
    return combineConv(N, DCI.DAG);
  }
}
