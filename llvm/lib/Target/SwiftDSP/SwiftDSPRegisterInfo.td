//===- SwiftDSPRegisterInfo.td - Registers --------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The six-bit addresses of the paper's table 3 are the encoding and the DWARF numbers.
//
//===----------------------------------------------------------------------===//

class SwiftReg<bits<6> address, string name, list<string> names = []>
    : Register<name, names>, DwarfRegNum<[!cast<int>(address)]> {
  let HWEncoding{5-0} = address;
  let Namespace = "SwiftDSP";
}

let Namespace = "SwiftDSP" in {
  def sub0 : SubRegIndex<160, 0>;
  def sub1 : SubRegIndex<160, 160>;
  def sub2 : SubRegIndex<160, 320>;
  def sub3 : SubRegIndex<160, 480>;
  def gsub0 : SubRegIndex<32, 0>;
  def gsub1 : SubRegIndex<32, 32>;
}

// General: r0 reads as zero. It is not marked as constant: the pair with r1 would be so, too. It is
// reserved and nothing writes it, which tells LLVM as much.
def R0 : SwiftReg<0, "r0", ["zero"]>;
def R1 : SwiftReg<1, "r1", ["v0"]>;
def R2 : SwiftReg<2, "r2", ["v1"]>;
def R3 : SwiftReg<3, "r3", ["a0"]>;
def R4 : SwiftReg<4, "r4", ["a1"]>;
def R5 : SwiftReg<5, "r5", ["a2"]>;
def R6 : SwiftReg<6, "r6", ["a3"]>;
def R7 : SwiftReg<7, "r7", ["a4"]>;
def R8 : SwiftReg<8, "r8", ["a5"]>;
def R9 : SwiftReg<9, "r9", ["a6"]>;
def R10 : SwiftReg<10, "r10", ["a7"]>;
def R11 : SwiftReg<11, "r11", ["t0"]>;
def R12 : SwiftReg<12, "r12", ["t1"]>;
def R13 : SwiftReg<13, "r13", ["t2"]>;
def R14 : SwiftReg<14, "r14", ["t3"]>;
def R15 : SwiftReg<15, "r15", ["t4"]>;
def R16 : SwiftReg<16, "r16", ["t5"]>;
def R17 : SwiftReg<17, "r17", ["t6"]>;
def R18 : SwiftReg<18, "r18", ["t7"]>;
def R19 : SwiftReg<19, "r19", ["t8"]>;
def R20 : SwiftReg<20, "r20", ["t9"]>;
def R21 : SwiftReg<21, "r21", ["s0"]>;
def R22 : SwiftReg<22, "r22", ["s1"]>;
def R23 : SwiftReg<23, "r23", ["s2"]>;
def R24 : SwiftReg<24, "r24", ["s3"]>;
def R25 : SwiftReg<25, "r25", ["s4"]>;
def R26 : SwiftReg<26, "r26", ["s5"]>;
def R27 : SwiftReg<27, "r27", ["s6"]>;
def R28 : SwiftReg<28, "r28", ["s7"]>;
def R29 : SwiftReg<29, "r29", ["fp"]>;
def R30 : SwiftReg<30, "r30", ["sp"]>;
def R31 : SwiftReg<31, "r31", ["ra"]>;

// Vector: 128 data bits and 32 guard bits.
foreach i = 0...15 in
  def VR#i : SwiftReg<!add(32, i), "vr"#i>;

// Loop counters, clocks, offsets, rings.
foreach i = 0...1 in
  def LC#i : SwiftReg<!add(48, i), "lc"#i>;
def CYC : SwiftReg<50, "cyc">;
def PKT : SwiftReg<51, "pkt">;
foreach i = 0...3 in {
  def OFF#i : SwiftReg<!add(52, i), "off"#i>;
  def BAR#i : SwiftReg<!add(56, i), "bar"#i>;
  def MR#i : SwiftReg<!add(60, i), "mr"#i>;
}

// Operands of several registers are named by the first one.
def GPTuples : RegisterTuples<[gsub0, gsub1], [(decimate (sequence "R%u", 0, 31), 2),
                                               (decimate (rotl (sequence "R%u", 0, 31), 1), 2)],
                              !foreach(i, !range(16), "r"#!mul(i, 2))>;
def V2Tuples : RegisterTuples<[sub0, sub1], [(sequence "VR%u", 0, 14), (sequence "VR%u", 1, 15)],
                              !foreach(i, !range(15), "vr"#i)>;
def V3Tuples : RegisterTuples<[sub0, sub1, sub2],
                              [(sequence "VR%u", 0, 13), (sequence "VR%u", 1, 14),
                               (sequence "VR%u", 2, 15)],
                              !foreach(i, !range(14), "vr"#i)>;
def V4Tuples : RegisterTuples<[sub0, sub1, sub2, sub3],
                              [(sequence "VR%u", 0, 12), (sequence "VR%u", 1, 13),
                               (sequence "VR%u", 2, 14), (sequence "VR%u", 3, 15)],
                              !foreach(i, !range(13), "vr"#i)>;

// Scratch registers first, preserved ones last.
def GR : RegisterClass<"SwiftDSP", [i32], 32, (add (sequence "R%u", 3, 20), R1, R2,
                                                   (sequence "R%u", 21, 29), R31, R30, R0)>;
def GP : RegisterClass<"SwiftDSP", [untyped], 32, (add GPTuples)> { let Size = 64; }
// Sizes are those of spills: data, then guard bits.
def VR : RegisterClass<"SwiftDSP", [v4i32, v8i16, v16i8], 128, (add (sequence "VR%u", 0, 15))> {
  let Size = 160;
}
def V2 : RegisterClass<"SwiftDSP", [untyped], 128, (add V2Tuples)> { let Size = 320; }
def V3 : RegisterClass<"SwiftDSP", [untyped], 128, (add V3Tuples)> { let Size = 480; }
def V4 : RegisterClass<"SwiftDSP", [untyped], 128, (add V4Tuples)> { let Size = 640; }
def OFF : RegisterClass<"SwiftDSP", [i32], 32, (add (sequence "OFF%u", 0, 3))>;
/// What mts writes: all but the clocks.
def SW : RegisterClass<"SwiftDSP", [i32], 32,
                       (add LC0, LC1, (sequence "OFF%u", 0, 3), (sequence "BAR%u", 0, 3),
                            (sequence "MR%u", 0, 3))>;
def SR : RegisterClass<"SwiftDSP", [i32], 32, (add SW, CYC, PKT)>;
