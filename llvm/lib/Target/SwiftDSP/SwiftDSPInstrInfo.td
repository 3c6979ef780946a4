//===- SwiftDSPInstrInfo.td - What instructions are for -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

include "SwiftDSPInstrFormats.td"
include "SwiftDSPOperands.td"
include "SwiftDSPInstrTable.td"

//===--- Nodes ------------------------------------------------------------===//

def SDT_Call : SDTypeProfile<0, -1, [SDTCisVT<0, i32>]>;
def SDT_CallSeqStart : SDCallSeqStart<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;
def SDT_CallSeqEnd : SDCallSeqEnd<[SDTCisVT<0, i32>, SDTCisVT<1, i32>]>;

def SwiftCall : SDNode<"SwiftDSPISD::CALL", SDT_Call,
                       [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue, SDNPVariadic]>;
def SwiftReturn : SDNode<"SwiftDSPISD::RET", SDTNone, [SDNPHasChain, SDNPOptInGlue, SDNPVariadic]>;
def callseq_start : SDNode<"ISD::CALLSEQ_START", SDT_CallSeqStart, [SDNPHasChain, SDNPOutGlue]>;
def callseq_end : SDNode<"ISD::CALLSEQ_END", SDT_CallSeqEnd,
                         [SDNPHasChain, SDNPOptInGlue, SDNPOutGlue]>;
/// An address's low half, and the whole of it from that and the high half.
def SwiftLow : SDNode<"SwiftDSPISD::LOW", SDTIntUnaryOp>;
def SwiftHigh : SDNode<"SwiftDSPISD::HIGH",
    SDTypeProfile<1, 2, [SDTCisVT<0, i32>, SDTCisSameAs<0, 1>, SDTCisSameAs<0, 2>]>>;
/// A vector whose lanes are all the low bits of one word.
def SwiftSplat : SDNode<"SwiftDSPISD::SPLAT",
    SDTypeProfile<1, 1, [SDTCisVec<0>, SDTCisVT<1, i32>]>>;

//===--- Pseudo instructions ----------------------------------------------===//

let Defs = [R30], Uses = [R30] in {
  def ADJCALLSTACKDOWN : SwiftPseudo<(outs), (ins i32imm:$bytes, i32imm:$other),
                                     "# call frame down",
                                     [(callseq_start timm:$bytes, timm:$other)]>;
  def ADJCALLSTACKUP : SwiftPseudo<(outs), (ins i32imm:$bytes, i32imm:$other), "# call frame up",
                                   [(callseq_end timm:$bytes, timm:$other)]>;
}

// ra is a preserved register, live at a return without being named.
let isReturn = 1, isTerminator = 1, isBarrier = 1 in
  def RETURN : SwiftPseudo<(outs), (ins), "jr\tra", [(SwiftReturn)]>;

// The counter of a loop, and the end of one that the machine counts: SwiftDSPHardwareLoops.
let Constraints = "$left = $count", Itinerary = IIC_ALU in
  def LOOP_DECREMENT : SwiftPseudo<(outs GR:$left), (ins GR:$count)>;
let isTerminator = 1, isMeta = 1 in
  def ENDLOOP0 : SwiftPseudo<(outs), (ins)>;

/// Vectors with their guard bits, and tuples, to and from the stack; taken apart once their
/// registers are known.
foreach tuple = [GP, VR, V2, V3, V4] in {
  let mayStore = 1 in
    def SPILL_#tuple : SwiftPseudo<(outs), (ins tuple:$tuple, i32imm:$offset, GR:$base)>;
  let mayLoad = 1 in
    def RELOAD_#tuple : SwiftPseudo<(outs tuple:$tuple), (ins i32imm:$offset, GR:$base)>;
}

//===--- Constants and addresses ------------------------------------------===//

def LowHalf : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(SignExtend64<16>(N->getZExtValue()), SDLoc(N), MVT::i32);
}]>;
def HighHalf : SDNodeXForm<imm, [{
  return CurDAG->getTargetConstant(uint32_t(N->getZExtValue()) >> 16, SDLoc(N), MVT::i32);
}]>;

def : Pat<(i32 S16:$value), (LI imm:$value)>;
def : Pat<(i32 imm:$value), (LIH (LI (LowHalf imm:$value)), (HighHalf imm:$value))>;

foreach node = [tglobaladdr, texternalsym, tconstpool, tjumptable, tblockaddress] in {
  def : Pat<(SwiftLow node:$address), (LI node:$address)>;
  def : Pat<(SwiftHigh GR:$low, node:$address), (LIH GR:$low, node:$address)>;
}

//===--- Scalar arithmetic ------------------------------------------------===//

multiclass Binary<SDPatternOperator op, Instruction inst> {
  def : Pat<(i32 (op GR:$a, GR:$b)), (inst GR:$a, GR:$b)>;
}
multiclass BinaryImmediate<SDPatternOperator op, Instruction inst, ImmLeaf kind> {
  def : Pat<(i32 (op GR:$a, kind:$b)), (inst GR:$a, imm:$b)>;
}

defm : Binary<add, ADD>;
defm : BinaryImmediate<add, ADDI, S14>;
defm : Binary<sub, SUB>;
def : Pat<(i32 (sub S10:$a, GR:$b)), (RSUBI GR:$b, imm:$a)>;
defm : Binary<and, AND_R>;
defm : BinaryImmediate<and, ANDI, S10>;
defm : Binary<or, OR_R>;
defm : BinaryImmediate<or, ORI, S10>;
defm : Binary<xor, XOR_R>;
defm : BinaryImmediate<xor, XORI, S10>;
def : Pat<(i32 (and GR:$a, (not GR:$b))), (ANDN GR:$a, GR:$b)>;
def : Pat<(i32 (and GR:$a, 0xffff)), (ZEXTH GR:$a)>;
defm : Binary<shl, SHL>;
defm : BinaryImmediate<shl, SHLI, U5>;
defm : Binary<srl, SHR>;
defm : BinaryImmediate<srl, SHRI, U5>;
defm : Binary<sra, SRA>;
defm : BinaryImmediate<sra, SRAI, U5>;
defm : Binary<rotl, ROTL>;
defm : Binary<mul, MUL>;
defm : BinaryImmediate<mul, MULI, S10>;
defm : Binary<mulhs, MULH>;
defm : Binary<mulhu, MULHU>;
defm : Binary<sdiv, DIV>;
defm : Binary<udiv, DIVU>;
defm : Binary<srem, REM>;
defm : Binary<urem, REMU>;
defm : Binary<smin, MIN>;
defm : Binary<smax, MAX>;
defm : Binary<umin, MINU>;
defm : Binary<umax, MAXU>;
defm : Binary<saddsat, QADD>;
defm : Binary<ssubsat, QSUB>;
def : Pat<(i32 (add GR:$sum, (mul GR:$a, GR:$b))), (MAC GR:$sum, GR:$a, GR:$b)>;
def : Pat<(i32 (ctlz GR:$a)), (CLZ GR:$a)>;
def : Pat<(i32 (cttz GR:$a)), (CTZ GR:$a)>;
def : Pat<(i32 (ctpop GR:$a)), (POPC GR:$a)>;
def : Pat<(i32 (bswap GR:$a)), (BSWAP GR:$a)>;
def : Pat<(i32 (abs GR:$a)), (ABS GR:$a)>;
def : Pat<(i32 (sext_inreg GR:$a, i8)), (SEXTB GR:$a)>;
def : Pat<(i32 (sext_inreg GR:$a, i16)), (SEXTH GR:$a)>;

//===--- Comparisons, choices, branches -----------------------------------===//

def : Pat<(i32 (setlt GR:$a, GR:$b)), (SLT GR:$a, GR:$b)>;
def : Pat<(i32 (setgt GR:$a, GR:$b)), (SLT GR:$b, GR:$a)>;
def : Pat<(i32 (setge GR:$a, GR:$b)), (XORI (SLT GR:$a, GR:$b), 1)>;
def : Pat<(i32 (setle GR:$a, GR:$b)), (XORI (SLT GR:$b, GR:$a), 1)>;
def : Pat<(i32 (setult GR:$a, GR:$b)), (SLTU GR:$a, GR:$b)>;
def : Pat<(i32 (setugt GR:$a, GR:$b)), (SLTU GR:$b, GR:$a)>;
def : Pat<(i32 (setuge GR:$a, GR:$b)), (XORI (SLTU GR:$a, GR:$b), 1)>;
def : Pat<(i32 (setule GR:$a, GR:$b)), (XORI (SLTU GR:$b, GR:$a), 1)>;
def : Pat<(i32 (seteq GR:$a, GR:$b)), (SEQ GR:$a, GR:$b)>;
def : Pat<(i32 (setne GR:$a, GR:$b)), (SNE GR:$a, GR:$b)>;
def : Pat<(i32 (setlt GR:$a, S10:$b)), (SLTI GR:$a, imm:$b)>;
def : Pat<(i32 (setge GR:$a, S10:$b)), (XORI (SLTI GR:$a, imm:$b), 1)>;
def : Pat<(i32 (setult GR:$a, S10:$b)), (SLTIU GR:$a, imm:$b)>;
def : Pat<(i32 (setuge GR:$a, S10:$b)), (XORI (SLTIU GR:$a, imm:$b), 1)>;
def : Pat<(i32 (seteq GR:$a, S10:$b)), (SEQI GR:$a, imm:$b)>;
def : Pat<(i32 (setne GR:$a, S10:$b)), (SNEI GR:$a, imm:$b)>;

def : Pat<(i32 (select GR:$c, GR:$t, GR:$f)), (CMOVT GR:$f, GR:$t, GR:$c)>;

def : Pat<(br bb:$target), (J bb:$target)>;
def : Pat<(brind GR:$target), (JR GR:$target)>;
def : Pat<(brcond GR:$c, bb:$target), (BT GR:$c, bb:$target)>;
multiclass Branch<CondCode cc, CondCode swapped, Instruction inst> {
  def : Pat<(brcc cc, i32:$a, i32:$b, bb:$target), (inst GR:$a, GR:$b, bb:$target)>;
  def : Pat<(brcc swapped, i32:$a, i32:$b, bb:$target), (inst GR:$b, GR:$a, bb:$target)>;
}
defm : Branch<SETLT, SETGT, BLT>;
defm : Branch<SETGE, SETLE, BGE>;
defm : Branch<SETULT, SETUGT, BLTU>;
defm : Branch<SETUGE, SETULE, BGEU>;
def : Pat<(brcc SETEQ, i32:$a, i32:$b, bb:$target), (BEQ GR:$a, GR:$b, bb:$target)>;
def : Pat<(brcc SETNE, i32:$a, i32:$b, bb:$target), (BNE GR:$a, GR:$b, bb:$target)>;

def : Pat<(SwiftCall tglobaladdr:$callee), (CALL tglobaladdr:$callee)>;
def : Pat<(SwiftCall texternalsym:$callee), (CALL texternalsym:$callee)>;
def : Pat<(SwiftCall GR:$callee), (CALLR GR:$callee)>;
def : Pat<(trap), (BRK 0)>;
def : Pat<(debugtrap), (BRK 2)>;

//===--- Loads and stores -------------------------------------------------===//

// A base and an offset that the access's field can hold: SwiftDSPISelDAGToDAG.
class Address<int width, int scale>
    : ComplexPattern<i32, 2, "selectAddress<" # width # ", " # scale # ">", [frameindex]>;
def Address1 : Address<10, 1>;
def Address2 : Address<10, 2>;
def Address4 : Address<10, 4>;
def Address16 : Address<10, 16>;

multiclass LoadFrom<ValueType type, SDPatternOperator op, Instruction inst,
                    ComplexPattern address> {
  def : Pat<(type (op (address i32:$offset, i32:$base))), (inst i32:$offset, i32:$base)>;
}
multiclass StoreTo<ValueType type, SDPatternOperator op, Instruction inst,
                   ComplexPattern address, RegisterClass rc> {
  def : Pat<(op (type rc:$value), (address i32:$offset, i32:$base)),
            (inst rc:$value, i32:$offset, i32:$base)>;
}

defm : LoadFrom<i32, sextloadi8, LDB_O, Address1>;
defm : LoadFrom<i32, zextloadi8, LDBU_O, Address1>;
defm : LoadFrom<i32, extloadi8, LDBU_O, Address1>;
defm : LoadFrom<i32, sextloadi16, LDH_O, Address2>;
defm : LoadFrom<i32, zextloadi16, LDHU_O, Address2>;
defm : LoadFrom<i32, extloadi16, LDHU_O, Address2>;
defm : LoadFrom<i32, load, LDW_O, Address4>;
defm : StoreTo<i32, truncstorei8, STB_O, Address1, GR>;
defm : StoreTo<i32, truncstorei16, STH_O, Address2, GR>;
defm : StoreTo<i32, store, STW_O, Address4, GR>;
foreach type = [v4i32, v8i16, v16i8] in {
  defm : LoadFrom<type, load, VLD_O, Address16>;
  defm : StoreTo<type, store, VST_O, Address16, VR>;
}

include "SwiftDSPVectorPatterns.td"
include "SwiftDSPIntrinsicPatterns.td"
