//===- SwiftDSPInstrFormats.td - Formats ----------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four levels, as in the paper's figure 10: what all instructions have; which registers one names;
// the layout of the word; and, in SwiftDSPInstrTable.td, the instruction. Bits 31:29 (end of
// packet, pair of slots) belong to packing: the encoder fills them in, and no instruction is
// selected by them.
//
//===----------------------------------------------------------------------===//

// Level 1.
class SwiftInst<dag outs, dag ins, string asm, Timing timing> : Instruction {
  field bits<32> Inst;
  field bits<32> SoftFail = 0;
  let Namespace = "SwiftDSP";
  let Size = 4;
  let DecoderNamespace = "SwiftDSP";
  let OutOperandList = outs;
  let InOperandList = ins;
  let AsmString = asm;
  let Pattern = [];
  let Itinerary = timing;
  let hasSideEffects = 0;
  let mayLoad = 0;
  let mayStore = 0;

  /// Changes the pointer that it uses.
  bit IsPost = 0;
  /// vconv: slots 2 and 3.
  bit TakesBothVectorSlots = 0;

  let TSFlags{3-0} = timing.Number;
  let TSFlags{4} = IsPost;
  let TSFlags{5} = TakesBothVectorSlots;

  bits<3> op;
  let Inst{31-29} = 0;
  let Inst{28-26} = op;
}

class SwiftPseudo<dag outs, dag ins, string asm = "", list<dag> pattern = []>
    : SwiftInst<outs, ins, asm, IIC_PSEUDO> {
  let isPseudo = 1;
  let isCodeGenOnly = 1;
  let Pattern = pattern;
  let op = 0;
  let Inst{25-0} = 0;
}

// Level 2.
class NoRegister<dag outs, dag ins, string asm, Timing timing> : SwiftInst<outs, ins, asm, timing>;

class OneRegister<dag outs, dag ins, string asm, Timing timing>
    : SwiftInst<outs, ins, asm, timing> {
  bits<6> ra;
  let Inst{25-20} = ra;
}

class TwoRegisters<dag outs, dag ins, string asm, Timing timing>
    : OneRegister<outs, ins, asm, timing> {
  bits<6> rb;
  let Inst{19-14} = rb;
}

class ThreeRegisters<dag outs, dag ins, string asm, Timing timing>
    : TwoRegisters<outs, ins, asm, timing> {
  bits<6> rc;
  let Inst{13-8} = rc;
}

// Level 3.
class R3<bits<3> opcode, bits<8> funct, dag outs, dag ins, string asm, Timing timing>
    : ThreeRegisters<outs, ins, asm, timing> {
  let op = opcode;
  let Inst{7-0} = funct;
}

class R2I<bits<3> opcode, bits<4> funct, dag outs, dag ins, string asm, Timing timing>
    : TwoRegisters<outs, ins, asm, timing> {
  bits<10> imm;
  let op = opcode;
  let Inst{13-4} = imm;
  let Inst{3-0} = funct;
}

class RI<bits<3> opcode, bits<4> funct, dag outs, dag ins, string asm, Timing timing>
    : OneRegister<outs, ins, asm, timing> {
  bits<16> imm;
  let op = opcode;
  let Inst{19-4} = imm;
  let Inst{3-0} = funct;
}

class I<bits<3> opcode, bits<4> funct, dag outs, dag ins, string asm, Timing timing>
    : NoRegister<outs, ins, asm, timing> {
  bits<22> imm;
  let op = opcode;
  let Inst{25-4} = imm;
  let Inst{3-0} = funct;
}

class A<bits<3> opcode, dag outs, dag ins, string asm, Timing timing>
    : TwoRegisters<outs, ins, asm, timing> {
  bits<14> imm;
  let op = opcode;
  let Inst{13-0} = imm;
}
