//===- SwiftDSPWideVectors.cpp - Vectors of several registers -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the vectorizer makes of loops over bytes and halves: lanes that become wider or narrower,
// between one register and several; products of lanes that were narrow; and sums of all lanes.
//
//===----------------------------------------------------------------------===//

#include "SwiftDSPISelLowering.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/IR/IntrinsicsXSwift.h"

using namespace llvm;

static constexpr unsigned RegisterBits = 128;

static SDValue intrinsic(unsigned ID, MVT VT, ArrayRef<SDValue> Arguments, const SDLoc &DL,
                         SelectionDAG &DAG) {
  SmallVector<SDValue, 3> Ops = {DAG.getTargetConstant(ID, DL, MVT::i32)};
  Ops.append(Arguments.begin(), Arguments.end());
  return DAG.getNode(ISD::INTRINSIC_WO_CHAIN, DL, VT, Ops);
}

/// The vector's registers.
static SmallVector<SDValue, 8> registersOf(SDValue Vector, const SDLoc &DL, SelectionDAG &DAG) {
  const MVT Lane = Vector.getSimpleValueType().getVectorElementType();
  const unsigned Lanes = RegisterBits / Lane.getFixedSizeInBits();
  if (Vector.getValueType().getVectorNumElements() == Lanes)
    return {Vector};
  SmallVector<SDValue, 8> Registers;
  for (unsigned First = 0; First < Vector.getValueType().getVectorNumElements(); First += Lanes)
    Registers.push_back(DAG.getNode(ISD::EXTRACT_SUBVECTOR, DL, MVT::getVectorVT(Lane, Lanes),
                                    Vector, DAG.getVectorIdxConstant(First, DL)));
  return Registers;
}

static SDValue joined(ArrayRef<SDValue> Registers, EVT VT, const SDLoc &DL, SelectionDAG &DAG) {
  return Registers.size() == 1 ? Registers[0] : DAG.getNode(ISD::CONCAT_VECTORS, DL, VT, Registers);
}

/// Widens each register into two with lanes of twice the width.
static SmallVector<SDValue, 8> widened(ArrayRef<SDValue> Registers, bool Signed, const SDLoc &DL,
                                       SelectionDAG &DAG) {
  SmallVector<SDValue, 8> Result;
  for (SDValue Register : Registers) {
    const bool Bytes = Register.getSimpleValueType() == MVT::v16i8;
    const MVT VT = Bytes ? MVT::v8i16 : MVT::v4i32;
    const unsigned Low = Bytes ? (Signed ? Intrinsic::xswift_vunlbh : Intrinsic::xswift_vunlubh)
                               : (Signed ? Intrinsic::xswift_vunlhw : Intrinsic::xswift_vunluhw);
    const unsigned High = Bytes ? (Signed ? Intrinsic::xswift_vunhbh : Intrinsic::xswift_vunhubh)
                                : (Signed ? Intrinsic::xswift_vunhhw : Intrinsic::xswift_vunhuhw);
    Result.push_back(intrinsic(Low, VT, Register, DL, DAG));
    Result.push_back(intrinsic(High, VT, Register, DL, DAG));
  }
  return Result;
}

/// Narrows each two registers into one with lanes of half the width, which get the lower bits.
static SmallVector<SDValue, 8> narrowed(ArrayRef<SDValue> Registers, const SDLoc &DL,
                                        SelectionDAG &DAG) {
  SmallVector<SDValue, 8> Result;
  const bool Words = Registers[0].getSimpleValueType() == MVT::v4i32;
  for (unsigned I = 0; I < Registers.size(); I += 2)
    Result.push_back(intrinsic(Words ? Intrinsic::xswift_vtrwh : Intrinsic::xswift_vtrhb,
                               Words ? MVT::v8i16 : MVT::v16i8, {Registers[I], Registers[I + 1]},
                               DL, DAG));
  return Result;
}

/// Whole registers with lanes that the machine has.
static bool isWhole(EVT VT) {
  if (!VT.isSimple() || !VT.isVector() || VT.getFixedSizeInBits() % RegisterBits)
    return false;
  const MVT Lane = VT.getSimpleVT().getVectorElementType();
  return Lane == MVT::i8 || Lane == MVT::i16 || Lane == MVT::i32;
}

/// Extends the lanes of a value that fills whole registers. Returns nothing for others, which LLVM
/// takes apart.
SDValue SwiftDSPTargetLowering::lowerExtension(SDValue Op, SelectionDAG &DAG) const {
  const SDValue From = Op.getOperand(0);
  if (!isWhole(From.getValueType()) || !isWhole(Op.getValueType()))
    return SDValue();
  SDLoc DL(Op);
  SmallVector<SDValue, 8> Registers = registersOf(From, DL, DAG);
  for (unsigned Bits = From.getScalarValueSizeInBits(); Bits < Op.getScalarValueSizeInBits();
       Bits *= 2)
    Registers = widened(Registers, Op.getOpcode() != ISD::ZERO_EXTEND, DL, DAG);
  return joined(Registers, Op.getValueType(), DL, DAG);
}

/// Truncates the lanes of a value if it fills whole registers before and after. Returns nothing
/// otherwise: LLVM takes the value apart.
SDValue SwiftDSPTargetLowering::lowerTruncation(SDValue Op, SelectionDAG &DAG) const {
  const SDValue From = Op.getOperand(0);
  if (!isWhole(From.getValueType()) || !isWhole(Op.getValueType()))
    return SDValue();
  SDLoc DL(Op);
  SmallVector<SDValue, 8> Registers = registersOf(From, DL, DAG);
  for (unsigned Bits = From.getScalarValueSizeInBits(); Bits > Op.getScalarValueSizeInBits();
       Bits /= 2)
    Registers = narrowed(Registers, DL, DAG);
  return joined(Registers, Op.getValueType(), DL, DAG);
}

/// vsumw has the sum of all lanes in each.
SDValue SwiftDSPTargetLowering::lowerSum(SDValue Op, SelectionDAG &DAG) const {
  SDLoc DL(Op);
  const SDValue Sum = intrinsic(Intrinsic::xswift_vsumw, MVT::v4i32, Op.getOperand(0), DL, DAG);
  return DAG.getNode(ISD::EXTRACT_VECTOR_ELT, DL, MVT::i32, Sum, DAG.getVectorIdxConstant(0, DL));
}

/// The words as halves, if that takes no instruction more than the words did; whether their values
/// fit is for the caller to say.
static SDValue asHalves(SDValue Words, bool Signed, SelectionDAG &DAG, unsigned Depth = 0) {
  constexpr unsigned Deepest = 3;
  SDLoc DL(Words);
  const EVT VT = Words.getValueType().changeVectorElementType(MVT::i16);
  if (ISD::isBuildVectorOfConstantSDNodes(Words.getNode()))
    return DAG.getNode(ISD::TRUNCATE, DL, VT, Words);
  if (SDValue Splat = DAG.getSplatValue(Words))
    return DAG.getNode(ISD::BUILD_VECTOR, DL, VT,
                       SmallVector<SDValue, 32>(VT.getVectorNumElements(), Splat));
  const unsigned Opcode = Words.getOpcode();
  if (Opcode == ISD::SIGN_EXTEND || Opcode == ISD::ZERO_EXTEND) {
    const SDValue From = Words.getOperand(0);
    const unsigned Bits = From.getScalarValueSizeInBits();
    if (Bits == 16)
      return Signed == (Opcode == ISD::SIGN_EXTEND) ? From : SDValue();
    return Bits == 8 ? DAG.getNode(Opcode, DL, VT, From) : SDValue();
  }
  if ((Opcode != ISD::ADD && Opcode != ISD::SUB) || Depth == Deepest)
    return SDValue();
  const SDValue A = asHalves(Words.getOperand(0), Signed, DAG, Depth + 1);
  const SDValue B = A ? asHalves(Words.getOperand(1), Signed, DAG, Depth + 1) : A;
  return B ? DAG.getNode(Opcode, DL, VT, A, B) : SDValue();
}

/// Products of words whose values are those of halves: vmpyl and vmpyh make them without widening
/// first.
SDValue SwiftDSPTargetLowering::combineProduct(SDNode *N, SelectionDAG &DAG) const {
  const EVT VT = N->getValueType(0);
  const SDValue X = N->getOperand(0), Y = N->getOperand(1);
  if (!isWhole(VT) || VT.getScalarSizeInBits() != 32 || VT.getVectorNumElements() % 8)
    return SDValue();
  const auto Upper = APInt::getHighBitsSet(32, 16);
  const bool Signed = DAG.ComputeNumSignBits(X) > 16 && DAG.ComputeNumSignBits(Y) > 16;
  if (!Signed && !(DAG.MaskedValueIsZero(X, Upper) && DAG.MaskedValueIsZero(Y, Upper)))
    return SDValue();
  const SDValue A = asHalves(X, Signed, DAG), B = A ? asHalves(Y, Signed, DAG) : A;
  if (!B)
    return SDValue();
  SDLoc DL(N);
  SmallVector<SDValue, 8> Products;
  for (auto [Left, Right] : zip(registersOf(A, DL, DAG), registersOf(B, DL, DAG))) {
    for (unsigned ID : {Signed ? Intrinsic::xswift_vmpyl : Intrinsic::xswift_vmpylu,
                        Signed ? Intrinsic::xswift_vmpyh : Intrinsic::xswift_vmpyhu})
      Products.push_back(intrinsic(ID, MVT::v4i32, {Left, Right}, DL, DAG));
  }
  return joined(Products, VT, DL, DAG);
}

void SwiftDSPTargetLowering::ReplaceNodeResults(SDNode *N, SmallVectorImpl<SDValue> &Results,
                                                SelectionDAG &DAG) const {
  const SDValue Op(N, 0);
  if (SDValue Result =
          N->getOpcode() == ISD::TRUNCATE ? lowerTruncation(Op, DAG) : lowerExtension(Op, DAG))
    Results.push_back(Result);
}

/// What one register becomes or comes from: two of halves, two or four of words.
void SwiftDSPTargetLowering::describeWideVectors() {
  for (MVT VT : {MVT::v16i16, MVT::v8i32, MVT::v16i32}) {
    for (unsigned Op : {ISD::SIGN_EXTEND, ISD::ZERO_EXTEND, ISD::ANY_EXTEND, ISD::TRUNCATE})
      setOperationAction(Op, VT, Custom);
  }
  setOperationAction(ISD::VECREDUCE_ADD, MVT::v4i32, Custom);
  setTargetDAGCombine(ISD::MUL);
}
