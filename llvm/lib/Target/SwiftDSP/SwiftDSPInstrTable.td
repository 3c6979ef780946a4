//===- SwiftDSPInstrTable.td - All instructions --------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made from docs/swiftdsp/ISA.def by utils/swiftdsp/tablegen.py --update; a test compares.
// Formats, operands and timing classes are in SwiftDSPInstrFormats.td and SwiftDSPSchedule.td.
//
//===----------------------------------------------------------------------===//

// Control: slots 0 and 1. Targets are relative to the instruction's own word.
def J : I<0, 0x1, (outs), (ins Target22:$imm), "j\t$imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
  let isBarrier = 1;
}
def CALL : I<0, 0x2, (outs), (ins CallTarget:$imm), "call\t$imm", IIC_CTL> {
  let isCall = 1;
  let Defs = [R31];
}
def BT : RI<0, 0x3, (outs), (ins GR:$ra, Target16:$imm), "bt\t$ra, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BF : RI<0, 0x4, (outs), (ins GR:$ra, Target16:$imm), "bf\t$ra, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BEQ : R2I<0, 0x5, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "beq\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BNE : R2I<0, 0x6, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "bne\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BLT : R2I<0, 0x7, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "blt\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BGE : R2I<0, 0x8, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "bge\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BLTU : R2I<0, 0x9, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "bltu\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def BGEU : R2I<0, 0xa, (outs), (ins GR:$ra, GR:$rb, Target10:$imm), "bgeu\t$ra, $rb, $imm", IIC_CTL> {
  let isBranch = 1;
  let isTerminator = 1;
}
def LOOP0 : RI<0, 0xb, (outs), (ins GR:$ra, Target16:$imm), "loop0\t$ra, $imm", IIC_CTL> {
  let Defs = [LC0];
  let hasSideEffects = 1;
  let isTerminator = 1;
}
def LOOP1 : RI<0, 0xc, (outs), (ins GR:$ra, Target16:$imm), "loop1\t$ra, $imm", IIC_CTL> {
  let Defs = [LC1];
  let hasSideEffects = 1;
  let isTerminator = 1;
}
def JR : R3<0, 0xf, (outs), (ins GR:$rb), "jr\t$rb", IIC_CTLR> {
  let ra = 0;
  let rc = 0;
  let isBranch = 1;
  let isTerminator = 1;
  let isBarrier = 1;
  let isIndirectBranch = 1;
}
def CALLR : R3<0, 0x1f, (outs), (ins GR:$rb), "callr\t$rb", IIC_CTLR> {
  let ra = 0;
  let rc = 0;
  let isCall = 1;
  let Defs = [R31];
}
def SYS : R3<0, 0x2f, (outs), (ins), "sys", IIC_CTL> {
  let ra = 0;
  let rb = 0;
  let rc = 0;
  let hasSideEffects = 1;
}
def BRK : R3<0, 0x3f, (outs), (ins U6:$rc), "brk\t$rc", IIC_CTL> {
  let ra = 0;
  let rb = 0;
  let hasSideEffects = 1;
}

// Scalar: slots 0 and 6.
def ADD : R3<2, 0x0, (outs GR:$ra), (ins GR:$rb, GR:$rc), "add\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def SUB : R3<2, 0x1, (outs GR:$ra), (ins GR:$rb, GR:$rc), "sub\t$ra, $rb, $rc", IIC_ALU>;
def AND_R : R3<2, 0x2, (outs GR:$ra), (ins GR:$rb, GR:$rc), "and\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def OR_R : R3<2, 0x3, (outs GR:$ra), (ins GR:$rb, GR:$rc), "or\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def XOR_R : R3<2, 0x4, (outs GR:$ra), (ins GR:$rb, GR:$rc), "xor\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def ANDN : R3<2, 0x5, (outs GR:$ra), (ins GR:$rb, GR:$rc), "andn\t$ra, $rb, $rc", IIC_ALU>;
def SHL : R3<2, 0x6, (outs GR:$ra), (ins GR:$rb, GR:$rc), "shl\t$ra, $rb, $rc", IIC_ALU>;
def SHR : R3<2, 0x7, (outs GR:$ra), (ins GR:$rb, GR:$rc), "shr\t$ra, $rb, $rc", IIC_ALU>;
def SRA : R3<2, 0x8, (outs GR:$ra), (ins GR:$rb, GR:$rc), "sra\t$ra, $rb, $rc", IIC_ALU>;
def ROTL : R3<2, 0x9, (outs GR:$ra), (ins GR:$rb, GR:$rc), "rotl\t$ra, $rb, $rc", IIC_ALU>;
def SLT : R3<2, 0xa, (outs GR:$ra), (ins GR:$rb, GR:$rc), "slt\t$ra, $rb, $rc", IIC_ALU>;
def SLTU : R3<2, 0xb, (outs GR:$ra), (ins GR:$rb, GR:$rc), "sltu\t$ra, $rb, $rc", IIC_ALU>;
def SEQ : R3<2, 0xc, (outs GR:$ra), (ins GR:$rb, GR:$rc), "seq\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def SNE : R3<2, 0xd, (outs GR:$ra), (ins GR:$rb, GR:$rc), "sne\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def MIN : R3<2, 0xe, (outs GR:$ra), (ins GR:$rb, GR:$rc), "min\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def MAX : R3<2, 0xf, (outs GR:$ra), (ins GR:$rb, GR:$rc), "max\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def MINU : R3<2, 0x10, (outs GR:$ra), (ins GR:$rb, GR:$rc), "minu\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def MAXU : R3<2, 0x11, (outs GR:$ra), (ins GR:$rb, GR:$rc), "maxu\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def QADD : R3<2, 0x12, (outs GR:$ra), (ins GR:$rb, GR:$rc), "qadd\t$ra, $rb, $rc", IIC_ALU> {
  let isCommutable = 1;
}
def QSUB : R3<2, 0x13, (outs GR:$ra), (ins GR:$rb, GR:$rc), "qsub\t$ra, $rb, $rc", IIC_ALU>;
def MUL : R3<2, 0x20, (outs GR:$ra), (ins GR:$rb, GR:$rc), "mul\t$ra, $rb, $rc", IIC_MUL> {
  let isCommutable = 1;
}
def MULH : R3<2, 0x21, (outs GR:$ra), (ins GR:$rb, GR:$rc), "mulh\t$ra, $rb, $rc", IIC_MUL> {
  let isCommutable = 1;
}
def MULHU : R3<2, 0x22, (outs GR:$ra), (ins GR:$rb, GR:$rc), "mulhu\t$ra, $rb, $rc", IIC_MUL> {
  let isCommutable = 1;
}
def MULHSU : R3<2, 0x23, (outs GR:$ra), (ins GR:$rb, GR:$rc), "mulhsu\t$ra, $rb, $rc", IIC_MUL>;
def QRDMUL : R3<2, 0x24, (outs GR:$ra), (ins GR:$rb, GR:$rc), "qrdmul\t$ra, $rb, $rc", IIC_MUL> {
  let isCommutable = 1;
}
def RDIV : R3<2, 0x25, (outs GR:$ra), (ins GR:$rb, GR:$rc), "rdiv\t$ra, $rb, $rc", IIC_MUL>;
def MAC : R3<2, 0x26, (outs GR:$ra_out), (ins GR:$ra, GR:$rb, GR:$rc), "mac\t$ra, $rb, $rc", IIC_MUL> {
  let Constraints = "$ra_out = $ra";
}
def DIV : R3<2, 0x28, (outs GR:$ra), (ins GR:$rb, GR:$rc), "div\t$ra, $rb, $rc", IIC_DIV>;
def DIVU : R3<2, 0x29, (outs GR:$ra), (ins GR:$rb, GR:$rc), "divu\t$ra, $rb, $rc", IIC_DIV>;
def REM : R3<2, 0x2a, (outs GR:$ra), (ins GR:$rb, GR:$rc), "rem\t$ra, $rb, $rc", IIC_DIV>;
def REMU : R3<2, 0x2b, (outs GR:$ra), (ins GR:$rb, GR:$rc), "remu\t$ra, $rb, $rc", IIC_DIV>;
def CLZ : R3<2, 0x30, (outs GR:$ra), (ins GR:$rb), "clz\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def CTZ : R3<2, 0x31, (outs GR:$ra), (ins GR:$rb), "ctz\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def POPC : R3<2, 0x32, (outs GR:$ra), (ins GR:$rb), "popc\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def BSWAP : R3<2, 0x33, (outs GR:$ra), (ins GR:$rb), "bswap\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def SEXTB : R3<2, 0x34, (outs GR:$ra), (ins GR:$rb), "sextb\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def SEXTH : R3<2, 0x35, (outs GR:$ra), (ins GR:$rb), "sexth\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def ZEXTH : R3<2, 0x36, (outs GR:$ra), (ins GR:$rb), "zexth\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def ABS : R3<2, 0x37, (outs GR:$ra), (ins GR:$rb), "abs\t$ra, $rb", IIC_ALU> {
  let rc = 0;
}
def CMOVT : R3<2, 0x38, (outs GR:$ra_out), (ins GR:$ra, GR:$rb, GR:$rc), "cmovt\t$ra, $rb, $rc", IIC_ALU> {
  let Constraints = "$ra_out = $ra";
}
def CMOVF : R3<2, 0x39, (outs GR:$ra_out), (ins GR:$ra, GR:$rb, GR:$rc), "cmovf\t$ra, $rb, $rc", IIC_ALU> {
  let Constraints = "$ra_out = $ra";
}
def SHLI : R3<2, 0x3a, (outs GR:$ra), (ins GR:$rb, U5:$rc), "shli\t$ra, $rb, $rc", IIC_ALU>;
def SHRI : R3<2, 0x3b, (outs GR:$ra), (ins GR:$rb, U5:$rc), "shri\t$ra, $rb, $rc", IIC_ALU>;
def SRAI : R3<2, 0x3c, (outs GR:$ra), (ins GR:$rb, U5:$rc), "srai\t$ra, $rb, $rc", IIC_ALU>;
def ANDI : R2I<3, 0x0, (outs GR:$ra), (ins GR:$rb, S10:$imm), "andi\t$ra, $rb, $imm", IIC_ALU>;
def ORI : R2I<3, 0x1, (outs GR:$ra), (ins GR:$rb, S10:$imm), "ori\t$ra, $rb, $imm", IIC_ALU>;
def XORI : R2I<3, 0x2, (outs GR:$ra), (ins GR:$rb, S10:$imm), "xori\t$ra, $rb, $imm", IIC_ALU>;
def SLTI : R2I<3, 0x3, (outs GR:$ra), (ins GR:$rb, S10:$imm), "slti\t$ra, $rb, $imm", IIC_ALU>;
def SLTIU : R2I<3, 0x4, (outs GR:$ra), (ins GR:$rb, S10:$imm), "sltiu\t$ra, $rb, $imm", IIC_ALU>;
def SEQI : R2I<3, 0x5, (outs GR:$ra), (ins GR:$rb, S10:$imm), "seqi\t$ra, $rb, $imm", IIC_ALU>;
def SNEI : R2I<3, 0x6, (outs GR:$ra), (ins GR:$rb, S10:$imm), "snei\t$ra, $rb, $imm", IIC_ALU>;
def RSUBI : R2I<3, 0x7, (outs GR:$ra), (ins GR:$rb, S10:$imm), "rsubi\t$ra, $rb, $imm", IIC_ALU>;
def MULI : R2I<3, 0x8, (outs GR:$ra), (ins GR:$rb, S10:$imm), "muli\t$ra, $rb, $imm", IIC_MUL>;
def ADDI : A<7, (outs GR:$ra), (ins GR:$rb, S14:$imm), "addi\t$ra, $rb, $imm", IIC_ALU>;

// Data transfer: slots 0, 2, 4, 5, 6 and 7.
def LI : RI<6, 0x1, (outs GR:$ra), (ins S16:$imm), "li\t$ra, $imm", IIC_MOVE> {
  let isAsCheapAsAMove = 1;
}
def LIH : RI<6, 0x2, (outs GR:$ra_out), (ins GR:$ra, U16:$imm), "lih\t$ra, $imm", IIC_MOVE> {
  let Constraints = "$ra_out = $ra";
}
def NOP : R3<6, 0xf, (outs), (ins), "nop", IIC_MOVE> {
  let ra = 0;
  let rb = 0;
  let rc = 0;
}
def MOV : R3<6, 0x1f, (outs GR:$ra), (ins GR:$rb), "mov\t$ra, $rb", IIC_MOVE> {
  let rc = 0;
  let isAsCheapAsAMove = 1;
}
def MTS : R3<6, 0x2f, (outs SW:$ra), (ins GR:$rb), "mts\t$ra, $rb", IIC_MOVE> {
  let rc = 0;
}
def MFS : R3<6, 0x3f, (outs GR:$ra), (ins SR:$rb), "mfs\t$ra, $rb", IIC_MOVE> {
  let rc = 0;
}
def VMOV : R3<6, 0x4f, (outs VR:$ra), (ins VR:$rb), "vmov\t$ra, $rb", IIC_MOVV> {
  let rc = 0;
  let isAsCheapAsAMove = 1;
}
def VSPLB : R3<6, 0x5f, (outs VR:$ra), (ins GR:$rb), "vsplb\t$ra, $rb", IIC_MOVI> {
  let rc = 0;
}
def VSPLH : R3<6, 0x6f, (outs VR:$ra), (ins GR:$rb), "vsplh\t$ra, $rb", IIC_MOVI> {
  let rc = 0;
}
def VSPLW : R3<6, 0x7f, (outs VR:$ra), (ins GR:$rb), "vsplw\t$ra, $rb", IIC_MOVI> {
  let rc = 0;
}
def VINSB : R3<6, 0x8f, (outs VR:$ra_out), (ins VR:$ra, GR:$rb, U4:$rc), "vinsb\t$ra, $rb, $rc", IIC_MOVI> {
  let Constraints = "$ra_out = $ra";
}
def VINSH : R3<6, 0x9f, (outs VR:$ra_out), (ins VR:$ra, GR:$rb, U3:$rc), "vinsh\t$ra, $rb, $rc", IIC_MOVI> {
  let Constraints = "$ra_out = $ra";
}
def VINSW : R3<6, 0xaf, (outs VR:$ra_out), (ins VR:$ra, GR:$rb, U2:$rc), "vinsw\t$ra, $rb, $rc", IIC_MOVI> {
  let Constraints = "$ra_out = $ra";
}
def VGETB : R3<6, 0xbf, (outs GR:$ra), (ins VR:$rb, U4:$rc), "vgetb\t$ra, $rb, $rc", IIC_MOVO>;
def VGETUB : R3<6, 0xcf, (outs GR:$ra), (ins VR:$rb, U4:$rc), "vgetub\t$ra, $rb, $rc", IIC_MOVO>;
def VGETH : R3<6, 0xdf, (outs GR:$ra), (ins VR:$rb, U3:$rc), "vgeth\t$ra, $rb, $rc", IIC_MOVO>;
def VGETUH : R3<6, 0xef, (outs GR:$ra), (ins VR:$rb, U3:$rc), "vgetuh\t$ra, $rb, $rc", IIC_MOVO>;
def VGETW : R3<6, 0xff, (outs GR:$ra), (ins VR:$rb, U2:$rc), "vgetw\t$ra, $rb, $rc", IIC_MOVO>;
def VGETG : R3<6, 0xe, (outs GR:$ra), (ins VR:$rb, U2:$rc), "vgetg\t$ra, $rb, $rc", IIC_MOVO>;

// Loads: slots 4 and 5. Four addressing modes: offset, post-increment, post-modification by OFFn, the same in the ring of BARn and MRn.
def LDB_O : R2I<4, 0x0, (outs GR:$ra), (ins S10:$imm, GR:$rb), "ldb\t$ra, $imm($rb)", IIC_LD> {
  let mayLoad = 1;
}
def LDBU_O : R2I<4, 0x1, (outs GR:$ra), (ins S10:$imm, GR:$rb), "ldbu\t$ra, $imm($rb)", IIC_LD> {
  let mayLoad = 1;
}
def LDH_O : R2I<4, 0x2, (outs GR:$ra), (ins S10x2:$imm, GR:$rb), "ldh\t$ra, $imm($rb)", IIC_LD> {
  let mayLoad = 1;
}
def LDHU_O : R2I<4, 0x3, (outs GR:$ra), (ins S10x2:$imm, GR:$rb), "ldhu\t$ra, $imm($rb)", IIC_LD> {
  let mayLoad = 1;
}
def LDW_O : R2I<4, 0x4, (outs GR:$ra), (ins S10x4:$imm, GR:$rb), "ldw\t$ra, $imm($rb)", IIC_LD> {
  let mayLoad = 1;
}
def VLD_O : R2I<4, 0x5, (outs VR:$ra), (ins S10x16:$imm, GR:$rb), "vld\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDB_O : R2I<4, 0x6, (outs VR:$ra), (ins S10x16:$imm, GR:$rb), "vldb\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDBU_O : R2I<4, 0x7, (outs VR:$ra), (ins S10x16:$imm, GR:$rb), "vldbu\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDH_O : R2I<4, 0x8, (outs VR:$ra), (ins S10x16:$imm, GR:$rb), "vldh\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDSB_O : R2I<4, 0x9, (outs VR:$ra), (ins S10:$imm, GR:$rb), "vldsb\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDSH_O : R2I<4, 0xa, (outs VR:$ra), (ins S10x2:$imm, GR:$rb), "vldsh\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDSW_O : R2I<4, 0xb, (outs VR:$ra), (ins S10x4:$imm, GR:$rb), "vldsw\t$ra, $imm($rb)", IIC_VLD> {
  let mayLoad = 1;
}
def VLDG_O : R2I<4, 0xc, (outs VR:$ra_out), (ins VR:$ra, S10x4:$imm, GR:$rb), "vldg\t$ra, $imm($rb)", IIC_VLD> {
  let Constraints = "$ra_out = $ra";
  let mayLoad = 1;
}
def LDB_I : R3<4, 0xd, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, S6:$rc), "ldb\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDBU_I : R3<4, 0x1d, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, S6:$rc), "ldbu\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDH_I : R3<4, 0x2d, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, S6x2:$rc), "ldh\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDHU_I : R3<4, 0x3d, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, S6x2:$rc), "ldhu\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDW_I : R3<4, 0x4d, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, S6x4:$rc), "ldw\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLD_I : R3<4, 0x5d, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x16:$rc), "vld\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDB_I : R3<4, 0x6d, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x16:$rc), "vldb\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDBU_I : R3<4, 0x7d, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x16:$rc), "vldbu\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDH_I : R3<4, 0x8d, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x16:$rc), "vldh\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSB_I : R3<4, 0x9d, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6:$rc), "vldsb\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSH_I : R3<4, 0xad, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x2:$rc), "vldsh\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSW_I : R3<4, 0xbd, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, S6x4:$rc), "vldsw\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDG_I : R3<4, 0xcd, (outs VR:$ra_out, GR:$rb_out), (ins VR:$ra, GR:$rb, S6x4:$rc), "vldg\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$ra_out = $ra, $rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDB_R : R3<4, 0xe, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldb\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDBU_R : R3<4, 0x1e, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldbu\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDH_R : R3<4, 0x2e, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldh\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDHU_R : R3<4, 0x3e, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldhu\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDW_R : R3<4, 0x4e, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldw\t$ra, ($rb)+$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLD_R : R3<4, 0x5e, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vld\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDB_R : R3<4, 0x6e, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldb\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDBU_R : R3<4, 0x7e, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldbu\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDH_R : R3<4, 0x8e, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldh\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSB_R : R3<4, 0x9e, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsb\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSH_R : R3<4, 0xae, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsh\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDSW_R : R3<4, 0xbe, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsw\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def VLDG_R : R3<4, 0xce, (outs VR:$ra_out, GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vldg\t$ra, ($rb)+$rc", IIC_VLD> {
  let Constraints = "$ra_out = $ra, $rb_out = $rb";
  let mayLoad = 1;
  let IsPost = 1;
}
def LDB_C : R3<4, 0xf, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldb\t$ra, ($rb)%$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def LDBU_C : R3<4, 0x1f, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldbu\t$ra, ($rb)%$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def LDH_C : R3<4, 0x2f, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldh\t$ra, ($rb)%$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def LDHU_C : R3<4, 0x3f, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldhu\t$ra, ($rb)%$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def LDW_C : R3<4, 0x4f, (outs GR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "ldw\t$ra, ($rb)%$rc", IIC_LD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLD_C : R3<4, 0x5f, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vld\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDB_C : R3<4, 0x6f, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldb\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDBU_C : R3<4, 0x7f, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldbu\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDH_C : R3<4, 0x8f, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldh\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDSB_C : R3<4, 0x9f, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsb\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDSH_C : R3<4, 0xaf, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsh\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDSW_C : R3<4, 0xbf, (outs VR:$ra, GR:$rb_out), (ins GR:$rb, OFF:$rc), "vldsw\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VLDG_C : R3<4, 0xcf, (outs VR:$ra_out, GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vldg\t$ra, ($rb)%$rc", IIC_VLD> {
  let Constraints = "$ra_out = $ra, $rb_out = $rb";
  let mayLoad = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}

// Stores: slots 6 and 7. The same four addressing modes.
def STB_O : R2I<5, 0x0, (outs), (ins GR:$ra, S10:$imm, GR:$rb), "stb\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def STH_O : R2I<5, 0x1, (outs), (ins GR:$ra, S10x2:$imm, GR:$rb), "sth\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def STW_O : R2I<5, 0x2, (outs), (ins GR:$ra, S10x4:$imm, GR:$rb), "stw\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def VST_O : R2I<5, 0x3, (outs), (ins VR:$ra, S10x16:$imm, GR:$rb), "vst\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def VST4_O : R2I<5, 0x4, (outs), (ins VR:$ra, S10x4:$imm, GR:$rb), "vst4\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def VST8_O : R2I<5, 0x5, (outs), (ins VR:$ra, S10x4:$imm, GR:$rb), "vst8\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def VST12_O : R2I<5, 0x6, (outs), (ins VR:$ra, S10x4:$imm, GR:$rb), "vst12\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def VSTG_O : R2I<5, 0x7, (outs), (ins VR:$ra, S10x4:$imm, GR:$rb), "vstg\t$ra, $imm($rb)", IIC_ST> {
  let mayStore = 1;
}
def STB_I : R3<5, 0xd, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, S6:$rc), "stb\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STH_I : R3<5, 0x1d, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, S6x2:$rc), "sth\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STW_I : R3<5, 0x2d, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, S6x4:$rc), "stw\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST_I : R3<5, 0x3d, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, S6x16:$rc), "vst\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST4_I : R3<5, 0x4d, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, S6x4:$rc), "vst4\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST8_I : R3<5, 0x5d, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, S6x4:$rc), "vst8\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST12_I : R3<5, 0x6d, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, S6x4:$rc), "vst12\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VSTG_I : R3<5, 0x7d, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, S6x4:$rc), "vstg\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STB_R : R3<5, 0xe, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "stb\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STH_R : R3<5, 0x1e, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "sth\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STW_R : R3<5, 0x2e, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "stw\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST_R : R3<5, 0x3e, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST4_R : R3<5, 0x4e, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst4\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST8_R : R3<5, 0x5e, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst8\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VST12_R : R3<5, 0x6e, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst12\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def VSTG_R : R3<5, 0x7e, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vstg\t$ra, ($rb)+$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let IsPost = 1;
}
def STB_C : R3<5, 0xf, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "stb\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def STH_C : R3<5, 0x1f, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "sth\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def STW_C : R3<5, 0x2f, (outs GR:$rb_out), (ins GR:$ra, GR:$rb, OFF:$rc), "stw\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VST_C : R3<5, 0x3f, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VST4_C : R3<5, 0x4f, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst4\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VST8_C : R3<5, 0x5f, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst8\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VST12_C : R3<5, 0x6f, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vst12\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}
def VSTG_C : R3<5, 0x7f, (outs GR:$rb_out), (ins VR:$ra, GR:$rb, OFF:$rc), "vstg\t$ra, ($rb)%$rc", IIC_ST> {
  let Constraints = "$rb_out = $rb";
  let mayStore = 1;
  let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];
  let IsPost = 1;
}

// Vector, lanes of 8, 16 and 32 bits (data bits only): slots 2 and 3. A name with s at its end takes its second operand from a general register.
def VADDB : R3<1, 0x0, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vaddb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUBB : R3<1, 0x1, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsubb\t$ra, $rb, $rc", IIC_VALU>;
def VQADDB : R3<1, 0x2, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqaddb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBB : R3<1, 0x3, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubb\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUB : R3<1, 0x4, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqaddub\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBUB : R3<1, 0x5, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubub\t$ra, $rb, $rc", IIC_VALU>;
def VABSB : R3<1, 0x6, (outs VR:$ra), (ins VR:$rb), "vabsb\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VAVGB : R3<1, 0x7, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vavgb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINB : R3<1, 0x8, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXB : R3<1, 0x9, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINUB : R3<1, 0xa, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminub\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXUB : R3<1, 0xb, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxub\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEQB : R3<1, 0xc, (outs VR:$ra), (ins VR:$rb, VR:$rc), "veqb\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VGTB : R3<1, 0xd, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgtb\t$ra, $rb, $rc", IIC_VALU>;
def VGTUB : R3<1, 0xe, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgtub\t$ra, $rb, $rc", IIC_VALU>;
def VMULB : R3<1, 0xf, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmulb\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VADDBS : R3<1, 0x80, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vaddbs\t$ra, $rb, $rc", IIC_VALU>;
def VSUBBS : R3<1, 0x81, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsubbs\t$ra, $rb, $rc", IIC_VALU>;
def VQADDBS : R3<1, 0x82, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqaddbs\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBBS : R3<1, 0x83, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsubbs\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUBS : R3<1, 0x84, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqaddubs\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBUBS : R3<1, 0x85, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsububs\t$ra, $rb, $rc", IIC_VALU>;
def VAVGBS : R3<1, 0x87, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vavgbs\t$ra, $rb, $rc", IIC_VALU>;
def VMINBS : R3<1, 0x88, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminbs\t$ra, $rb, $rc", IIC_VALU>;
def VMAXBS : R3<1, 0x89, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxbs\t$ra, $rb, $rc", IIC_VALU>;
def VMINUBS : R3<1, 0x8a, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminubs\t$ra, $rb, $rc", IIC_VALU>;
def VMAXUBS : R3<1, 0x8b, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxubs\t$ra, $rb, $rc", IIC_VALU>;
def VEQBS : R3<1, 0x8c, (outs VR:$ra), (ins VR:$rb, GR:$rc), "veqbs\t$ra, $rb, $rc", IIC_VALU>;
def VGTBS : R3<1, 0x8d, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgtbs\t$ra, $rb, $rc", IIC_VALU>;
def VGTUBS : R3<1, 0x8e, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgtubs\t$ra, $rb, $rc", IIC_VALU>;
def VMULBS : R3<1, 0x8f, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmulbs\t$ra, $rb, $rc", IIC_VMUL>;
def VADDH : R3<1, 0x10, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vaddh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUBH : R3<1, 0x11, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsubh\t$ra, $rb, $rc", IIC_VALU>;
def VQADDH : R3<1, 0x12, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqaddh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBH : R3<1, 0x13, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubh\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUH : R3<1, 0x14, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqadduh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBUH : R3<1, 0x15, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubuh\t$ra, $rb, $rc", IIC_VALU>;
def VABSH : R3<1, 0x16, (outs VR:$ra), (ins VR:$rb), "vabsh\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VAVGH : R3<1, 0x17, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vavgh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINH : R3<1, 0x18, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXH : R3<1, 0x19, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINUH : R3<1, 0x1a, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminuh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXUH : R3<1, 0x1b, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxuh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEQH : R3<1, 0x1c, (outs VR:$ra), (ins VR:$rb, VR:$rc), "veqh\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VGTH : R3<1, 0x1d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgth\t$ra, $rb, $rc", IIC_VALU>;
def VGTUH : R3<1, 0x1e, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgtuh\t$ra, $rb, $rc", IIC_VALU>;
def VMULH : R3<1, 0x1f, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmulh\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VADDHS : R3<1, 0x90, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vaddhs\t$ra, $rb, $rc", IIC_VALU>;
def VSUBHS : R3<1, 0x91, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsubhs\t$ra, $rb, $rc", IIC_VALU>;
def VQADDHS : R3<1, 0x92, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqaddhs\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBHS : R3<1, 0x93, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsubhs\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUHS : R3<1, 0x94, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqadduhs\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBUHS : R3<1, 0x95, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsubuhs\t$ra, $rb, $rc", IIC_VALU>;
def VAVGHS : R3<1, 0x97, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vavghs\t$ra, $rb, $rc", IIC_VALU>;
def VMINHS : R3<1, 0x98, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminhs\t$ra, $rb, $rc", IIC_VALU>;
def VMAXHS : R3<1, 0x99, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxhs\t$ra, $rb, $rc", IIC_VALU>;
def VMINUHS : R3<1, 0x9a, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminuhs\t$ra, $rb, $rc", IIC_VALU>;
def VMAXUHS : R3<1, 0x9b, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxuhs\t$ra, $rb, $rc", IIC_VALU>;
def VEQHS : R3<1, 0x9c, (outs VR:$ra), (ins VR:$rb, GR:$rc), "veqhs\t$ra, $rb, $rc", IIC_VALU>;
def VGTHS : R3<1, 0x9d, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgths\t$ra, $rb, $rc", IIC_VALU>;
def VGTUHS : R3<1, 0x9e, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgtuhs\t$ra, $rb, $rc", IIC_VALU>;
def VMULHS : R3<1, 0x9f, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmulhs\t$ra, $rb, $rc", IIC_VMUL>;
def VADDW : R3<1, 0x20, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vaddw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUBW : R3<1, 0x21, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsubw\t$ra, $rb, $rc", IIC_VALU>;
def VQADDW : R3<1, 0x22, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqaddw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBW : R3<1, 0x23, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubw\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUW : R3<1, 0x24, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqadduw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VQSUBUW : R3<1, 0x25, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqsubuw\t$ra, $rb, $rc", IIC_VALU>;
def VABSW : R3<1, 0x26, (outs VR:$ra), (ins VR:$rb), "vabsw\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VAVGW : R3<1, 0x27, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vavgw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINW : R3<1, 0x28, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXW : R3<1, 0x29, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMINUW : R3<1, 0x2a, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vminuw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAXUW : R3<1, 0x2b, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmaxuw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEQW : R3<1, 0x2c, (outs VR:$ra), (ins VR:$rb, VR:$rc), "veqw\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VGTW : R3<1, 0x2d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgtw\t$ra, $rb, $rc", IIC_VALU>;
def VGTUW : R3<1, 0x2e, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgtuw\t$ra, $rb, $rc", IIC_VALU>;
def VMULW : R3<1, 0x2f, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmulw\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VADDWS : R3<1, 0xa0, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vaddws\t$ra, $rb, $rc", IIC_VALU>;
def VSUBWS : R3<1, 0xa1, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsubws\t$ra, $rb, $rc", IIC_VALU>;
def VQADDWS : R3<1, 0xa2, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqaddws\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBWS : R3<1, 0xa3, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsubws\t$ra, $rb, $rc", IIC_VALU>;
def VQADDUWS : R3<1, 0xa4, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqadduws\t$ra, $rb, $rc", IIC_VALU>;
def VQSUBUWS : R3<1, 0xa5, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqsubuws\t$ra, $rb, $rc", IIC_VALU>;
def VAVGWS : R3<1, 0xa7, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vavgws\t$ra, $rb, $rc", IIC_VALU>;
def VMINWS : R3<1, 0xa8, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminws\t$ra, $rb, $rc", IIC_VALU>;
def VMAXWS : R3<1, 0xa9, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxws\t$ra, $rb, $rc", IIC_VALU>;
def VMINUWS : R3<1, 0xaa, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vminuws\t$ra, $rb, $rc", IIC_VALU>;
def VMAXUWS : R3<1, 0xab, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmaxuws\t$ra, $rb, $rc", IIC_VALU>;
def VEQWS : R3<1, 0xac, (outs VR:$ra), (ins VR:$rb, GR:$rc), "veqws\t$ra, $rb, $rc", IIC_VALU>;
def VGTWS : R3<1, 0xad, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgtws\t$ra, $rb, $rc", IIC_VALU>;
def VGTUWS : R3<1, 0xae, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vgtuws\t$ra, $rb, $rc", IIC_VALU>;
def VMULWS : R3<1, 0xaf, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vmulws\t$ra, $rb, $rc", IIC_VMUL>;

// Vector logic, select, reduction.
def VAND : R3<1, 0x30, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vand\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VOR : R3<1, 0x31, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vor\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VXOR : R3<1, 0x32, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vxor\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VANDN : R3<1, 0x33, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vandn\t$ra, $rb, $rc", IIC_VALU>;
def VSEL : R3<1, 0x34, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vsel\t$ra, $rb, $rc", IIC_VALU> {
  let Constraints = "$ra_out = $ra";
}
def VSUMW : R3<1, 0x35, (outs VR:$ra), (ins VR:$rb), "vsumw\t$ra, $rb", IIC_VMUL> {
  let rc = 0;
}

// Vector, guarded lanes of 40, 20 and 10 bits.
def VADD40 : R3<1, 0x40, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vadd40\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUB40 : R3<1, 0x41, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsub40\t$ra, $rb, $rc", IIC_VALU>;
def VABS40 : R3<1, 0x46, (outs VR:$ra), (ins VR:$rb), "vabs40\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VMIN40 : R3<1, 0x48, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmin40\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAX40 : R3<1, 0x49, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmax40\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEXT40 : R3<1, 0x4a, (outs VR:$ra), (ins VR:$rb), "vext40\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VSAT40 : R3<1, 0x4b, (outs VR:$ra), (ins VR:$rb), "vsat40\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VGT40 : R3<1, 0x4d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgt40\t$ra, $rb, $rc", IIC_VALU>;
def VADD20 : R3<1, 0x50, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vadd20\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUB20 : R3<1, 0x51, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsub20\t$ra, $rb, $rc", IIC_VALU>;
def VABS20 : R3<1, 0x56, (outs VR:$ra), (ins VR:$rb), "vabs20\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VMIN20 : R3<1, 0x58, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmin20\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAX20 : R3<1, 0x59, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmax20\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEXT20 : R3<1, 0x5a, (outs VR:$ra), (ins VR:$rb), "vext20\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VSAT20 : R3<1, 0x5b, (outs VR:$ra), (ins VR:$rb), "vsat20\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VGT20 : R3<1, 0x5d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgt20\t$ra, $rb, $rc", IIC_VALU>;
def VADD10 : R3<1, 0x60, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vadd10\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VSUB10 : R3<1, 0x61, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsub10\t$ra, $rb, $rc", IIC_VALU>;
def VABS10 : R3<1, 0x66, (outs VR:$ra), (ins VR:$rb), "vabs10\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VMIN10 : R3<1, 0x68, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmin10\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VMAX10 : R3<1, 0x69, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmax10\t$ra, $rb, $rc", IIC_VALU> {
  let isCommutable = 1;
}
def VEXT10 : R3<1, 0x6a, (outs VR:$ra), (ins VR:$rb), "vext10\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VSAT10 : R3<1, 0x6b, (outs VR:$ra), (ins VR:$rb), "vsat10\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VGT10 : R3<1, 0x6d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vgt10\t$ra, $rb, $rc", IIC_VALU>;
def VRSH40 : R3<1, 0x4f, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vrsh40\t$ra, $rb, $rc", IIC_VMUL>;

// Vector shifts: by lanes, and by a general register (s). The amount counts modulo the lane's width.
def VSHLB : R3<1, 0x70, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshlb\t$ra, $rb, $rc", IIC_VALU>;
def VSHRB : R3<1, 0x71, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshrb\t$ra, $rb, $rc", IIC_VALU>;
def VSRAB : R3<1, 0x72, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsrab\t$ra, $rb, $rc", IIC_VALU>;
def VSHLH : R3<1, 0x73, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshlh\t$ra, $rb, $rc", IIC_VALU>;
def VSHRH : R3<1, 0x74, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshrh\t$ra, $rb, $rc", IIC_VALU>;
def VSRAH : R3<1, 0x75, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsrah\t$ra, $rb, $rc", IIC_VALU>;
def VSHLW : R3<1, 0x76, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshlw\t$ra, $rb, $rc", IIC_VALU>;
def VSHRW : R3<1, 0x77, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vshrw\t$ra, $rb, $rc", IIC_VALU>;
def VSRAW : R3<1, 0x78, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vsraw\t$ra, $rb, $rc", IIC_VALU>;
def VSHLBS : R3<1, 0xf0, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshlbs\t$ra, $rb, $rc", IIC_VALU>;
def VSHRBS : R3<1, 0xf1, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshrbs\t$ra, $rb, $rc", IIC_VALU>;
def VSRABS : R3<1, 0xf2, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsrabs\t$ra, $rb, $rc", IIC_VALU>;
def VSHLHS : R3<1, 0xf3, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshlhs\t$ra, $rb, $rc", IIC_VALU>;
def VSHRHS : R3<1, 0xf4, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshrhs\t$ra, $rb, $rc", IIC_VALU>;
def VSRAHS : R3<1, 0xf5, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsrahs\t$ra, $rb, $rc", IIC_VALU>;
def VSHLWS : R3<1, 0xf6, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshlws\t$ra, $rb, $rc", IIC_VALU>;
def VSHRWS : R3<1, 0xf7, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vshrws\t$ra, $rb, $rc", IIC_VALU>;
def VSRAWS : R3<1, 0xf8, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vsraws\t$ra, $rb, $rc", IIC_VALU>;

// Vector multiply, multiply-accumulate, requantise.
def VMPYL : R3<1, 0xb0, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmpyl\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VMACL : R3<1, 0xb4, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vmacl\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMPYH : R3<1, 0xb1, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmpyh\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VMACH : R3<1, 0xb5, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vmach\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMPYLU : R3<1, 0xb2, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmpylu\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VMACLU : R3<1, 0xb6, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vmaclu\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMPYHU : R3<1, 0xb3, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmpyhu\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VMACHU : R3<1, 0xb7, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vmachu\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMACLS : R3<1, 0xb8, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vmacls\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMACHS : R3<1, 0xb9, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vmachs\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMACW : R3<1, 0xba, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vmacw\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VMULHW : R3<1, 0xbb, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vmulhw\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VQMACL : R3<1, 0xbc, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vqmacl\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VQMACH : R3<1, 0xbd, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vqmach\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VQRMACH : R3<1, 0xbe, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vqrmach\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VQRMACW : R3<1, 0xbf, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vqrmacw\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTBB : R3<1, 0xc0, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vdotbb\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTBBS : R3<1, 0xc4, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vdotbbs\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTBU : R3<1, 0xc1, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vdotbu\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTBUS : R3<1, 0xc5, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vdotbus\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTUB : R3<1, 0xc2, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vdotub\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTUBS : R3<1, 0xc6, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vdotubs\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTUU : R3<1, 0xc3, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vdotuu\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VDOTUUS : R3<1, 0xc7, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, GR:$rc), "vdotuus\t$ra, $rb, $rc", IIC_VMUL> {
  let Constraints = "$ra_out = $ra";
}
def VQRDMULH : R3<1, 0xc8, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqrdmulh\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VQRDMULHS : R3<1, 0xc9, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqrdmulhs\t$ra, $rb, $rc", IIC_VMUL>;
def VQRDMULW : R3<1, 0xca, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vqrdmulw\t$ra, $rb, $rc", IIC_VMUL> {
  let isCommutable = 1;
}
def VQRDMULWS : R3<1, 0xcb, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vqrdmulws\t$ra, $rb, $rc", IIC_VMUL>;
def VRDIVW : R3<1, 0xcc, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vrdivw\t$ra, $rb, $rc", IIC_VMUL>;
def VRDIVWS : R3<1, 0xcd, (outs VR:$ra), (ins VR:$rb, GR:$rc), "vrdivws\t$ra, $rb, $rc", IIC_VMUL>;
def VRQW : R3<1, 0xce, (outs VR:$ra), (ins VR:$rb, V2:$rc), "vrqw\t$ra, $rb, $rc", IIC_VMUL>;
def VRQWS : R3<1, 0xcf, (outs VR:$ra), (ins VR:$rb, GP:$rc), "vrqws\t$ra, $rb, $rc", IIC_VMUL>;

// Convolution over the whole vector file: both vector slots. Accumulators are vr0 to vr11: row o of 4 in vr(3o) to vr(3o + 2).
def VCONV1BB : R3<1, 0xd0, (outs), (ins VR:$rb, VR:$rc), "vconv1bb\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV1BU : R3<1, 0xd1, (outs), (ins VR:$rb, VR:$rc), "vconv1bu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV1UB : R3<1, 0xd2, (outs), (ins VR:$rb, VR:$rc), "vconv1ub\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV1UU : R3<1, 0xd3, (outs), (ins VR:$rb, VR:$rc), "vconv1uu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV2BB : R3<1, 0xd4, (outs), (ins V2:$rb, VR:$rc), "vconv2bb\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV2BU : R3<1, 0xd5, (outs), (ins V2:$rb, VR:$rc), "vconv2bu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV2UB : R3<1, 0xd6, (outs), (ins V2:$rb, VR:$rc), "vconv2ub\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV2UU : R3<1, 0xd7, (outs), (ins V2:$rb, VR:$rc), "vconv2uu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV4BB : R3<1, 0xd8, (outs), (ins V3:$rb, VR:$rc), "vconv4bb\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV4BU : R3<1, 0xd9, (outs), (ins V3:$rb, VR:$rc), "vconv4bu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV4UB : R3<1, 0xda, (outs), (ins V3:$rb, VR:$rc), "vconv4ub\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONV4UU : R3<1, 0xdb, (outs), (ins V3:$rb, VR:$rc), "vconv4uu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVLBB : R3<1, 0xdc, (outs), (ins V2:$rb, VR:$rc), "vconvlbb\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVLBU : R3<1, 0xdd, (outs), (ins V2:$rb, VR:$rc), "vconvlbu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVLUB : R3<1, 0xde, (outs), (ins V2:$rb, VR:$rc), "vconvlub\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVLUU : R3<1, 0xdf, (outs), (ins V2:$rb, VR:$rc), "vconvluu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVHBB : R3<1, 0xec, (outs), (ins V2:$rb, VR:$rc), "vconvhbb\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVHBU : R3<1, 0xed, (outs), (ins V2:$rb, VR:$rc), "vconvhbu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVHUB : R3<1, 0xee, (outs), (ins V2:$rb, VR:$rc), "vconvhub\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}
def VCONVHUU : R3<1, 0xef, (outs), (ins V2:$rb, VR:$rc), "vconvhuu\t$rb, $rc", IIC_VCNV> {
  let ra = 32;
  let Defs = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let Uses = [VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7, VR8, VR9, VR10, VR11];
  let TakesBothVectorSlots = 1;
}

// Vector pack and unpack.
def VPKWH : R3<1, 0xe0, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vpkwh\t$ra, $rb, $rc", IIC_VALU>;
def VPKWUH : R3<1, 0xe1, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vpkwuh\t$ra, $rb, $rc", IIC_VALU>;
def VPKHB : R3<1, 0xe2, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vpkhb\t$ra, $rb, $rc", IIC_VALU>;
def VPKHUB : R3<1, 0xe3, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vpkhub\t$ra, $rb, $rc", IIC_VALU>;
def VTRWH : R3<1, 0xe4, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vtrwh\t$ra, $rb, $rc", IIC_VALU>;
def VTRHB : R3<1, 0xe5, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vtrhb\t$ra, $rb, $rc", IIC_VALU>;
def VPK4B : R3<1, 0xe6, (outs VR:$ra), (ins V4:$rb, GR:$rc), "vpk4b\t$ra, $rb, $rc", IIC_VPK>;
def VPK4UB : R3<1, 0xe7, (outs VR:$ra), (ins V4:$rb, GR:$rc), "vpk4ub\t$ra, $rb, $rc", IIC_VPK>;
def VUNLBH : R3<1, 0x52, (outs VR:$ra), (ins VR:$rb), "vunlbh\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNHBH : R3<1, 0x53, (outs VR:$ra), (ins VR:$rb), "vunhbh\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNLUBH : R3<1, 0x54, (outs VR:$ra), (ins VR:$rb), "vunlubh\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNHUBH : R3<1, 0x55, (outs VR:$ra), (ins VR:$rb), "vunhubh\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNLHW : R3<1, 0x62, (outs VR:$ra), (ins VR:$rb), "vunlhw\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNHHW : R3<1, 0x63, (outs VR:$ra), (ins VR:$rb), "vunhhw\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNLUHW : R3<1, 0x64, (outs VR:$ra), (ins VR:$rb), "vunluhw\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}
def VUNHUHW : R3<1, 0x65, (outs VR:$ra), (ins VR:$rb), "vunhuhw\t$ra, $rb", IIC_VALU> {
  let rc = 0;
}

// Vector permutations.
def VPERM : R3<1, 0x36, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vperm\t$ra, $rb, $rc", IIC_VALU>;
def VPERM2 : R3<1, 0x37, (outs VR:$ra_out), (ins VR:$ra, VR:$rb, VR:$rc), "vperm2\t$ra, $rb, $rc", IIC_VALU> {
  let Constraints = "$ra_out = $ra";
}
def VILVLB : R3<1, 0x38, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvlb\t$ra, $rb, $rc", IIC_VALU>;
def VILVHB : R3<1, 0x3b, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvhb\t$ra, $rb, $rc", IIC_VALU>;
def VEVB : R3<1, 0x79, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vevb\t$ra, $rb, $rc", IIC_VALU>;
def VODB : R3<1, 0x7c, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vodb\t$ra, $rb, $rc", IIC_VALU>;
def VILVLH : R3<1, 0x39, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvlh\t$ra, $rb, $rc", IIC_VALU>;
def VILVHH : R3<1, 0x3c, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvhh\t$ra, $rb, $rc", IIC_VALU>;
def VEVH : R3<1, 0x7a, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vevh\t$ra, $rb, $rc", IIC_VALU>;
def VODH : R3<1, 0x7d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vodh\t$ra, $rb, $rc", IIC_VALU>;
def VILVLW : R3<1, 0x3a, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvlw\t$ra, $rb, $rc", IIC_VALU>;
def VILVHW : R3<1, 0x3d, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vilvhw\t$ra, $rb, $rc", IIC_VALU>;
def VEVW : R3<1, 0x7b, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vevw\t$ra, $rb, $rc", IIC_VALU>;
def VODW : R3<1, 0x7e, (outs VR:$ra), (ins VR:$rb, VR:$rc), "vodw\t$ra, $rb, $rc", IIC_VALU>;
