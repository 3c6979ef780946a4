//===- SwiftDSPSchedule.td - Slots ---------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Made from docs/swiftdsp/ISA.def by utils/swiftdsp/tablegen.py --update; a test compares.
// A timing class takes one of its slots for a cycle: what the DFA asks. What operands wait for is in SwiftDSPTiming.def,
// since it depends on what an operand is for, not on its position.
//
//===----------------------------------------------------------------------===//

def SLOT0 : FuncUnit;
def SLOT1 : FuncUnit;
def SLOT2 : FuncUnit;
def SLOT3 : FuncUnit;
def SLOT4 : FuncUnit;
def SLOT5 : FuncUnit;
def SLOT6 : FuncUnit;
def SLOT7 : FuncUnit;

/// The number is the row of SwiftDSPTiming.def.
class Timing<bits<4> number> : InstrItinClass {
  bits<4> Number = number;
}

def IIC_CTL : Timing<0>;
def IIC_CTLR : Timing<1>;
def IIC_ALU : Timing<2>;
def IIC_MUL : Timing<3>;
def IIC_DIV : Timing<4>;
def IIC_MOVE : Timing<5>;
def IIC_MOVV : Timing<6>;
def IIC_MOVI : Timing<7>;
def IIC_MOVO : Timing<8>;
def IIC_LD : Timing<9>;
def IIC_VLD : Timing<10>;
def IIC_ST : Timing<11>;
def IIC_VALU : Timing<12>;
def IIC_VMUL : Timing<13>;
def IIC_VPK : Timing<14>;
def IIC_VCNV : Timing<15>;
def IIC_PSEUDO : Timing<15>;

def SwiftDSPItineraries : ProcessorItineraries<
  [SLOT0, SLOT1, SLOT2, SLOT3, SLOT4, SLOT5, SLOT6, SLOT7], [/*ByPass*/], [
  InstrItinData<IIC_CTL, [InstrStage<1, [SLOT0, SLOT1]>]>,
  InstrItinData<IIC_CTLR, [InstrStage<1, [SLOT0, SLOT1]>]>,
  InstrItinData<IIC_ALU, [InstrStage<1, [SLOT0, SLOT6]>]>,
  InstrItinData<IIC_MUL, [InstrStage<1, [SLOT0, SLOT6]>]>,
  InstrItinData<IIC_DIV, [InstrStage<1, [SLOT0, SLOT6]>]>,
  InstrItinData<IIC_MOVE, [InstrStage<1, [SLOT0, SLOT2, SLOT4, SLOT5, SLOT6, SLOT7]>]>,
  InstrItinData<IIC_MOVV, [InstrStage<1, [SLOT0, SLOT2, SLOT4, SLOT5, SLOT6, SLOT7]>]>,
  InstrItinData<IIC_MOVI, [InstrStage<1, [SLOT0, SLOT2, SLOT4, SLOT5, SLOT6, SLOT7]>]>,
  InstrItinData<IIC_MOVO, [InstrStage<1, [SLOT0, SLOT2, SLOT4, SLOT5, SLOT6, SLOT7]>]>,
  InstrItinData<IIC_LD, [InstrStage<1, [SLOT4, SLOT5]>]>,
  InstrItinData<IIC_VLD, [InstrStage<1, [SLOT4, SLOT5]>]>,
  InstrItinData<IIC_ST, [InstrStage<1, [SLOT6, SLOT7]>]>,
  InstrItinData<IIC_VALU, [InstrStage<1, [SLOT2, SLOT3]>]>,
  InstrItinData<IIC_VMUL, [InstrStage<1, [SLOT2, SLOT3]>]>,
  InstrItinData<IIC_VPK, [InstrStage<1, [SLOT2]>]>,
  InstrItinData<IIC_VCNV, [InstrStage<1, [SLOT2], 0>, InstrStage<1, [SLOT3]>]>
]>;
