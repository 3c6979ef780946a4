//===- SwiftDSPVectorPatterns.td - Vectors of 128 bits --------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bitcast between the three types moves no bit.
foreach from = [v4i32, v8i16, v16i8] in
  foreach to = [v4i32, v8i16, v16i8] in
    if !ne(!cast<string>(from), !cast<string>(to)) then
      def : Pat<(to (bitconvert (from VR:$a))), (to VR:$a)>;

// A choice by a condition, guard bits included (SwiftDSPVectorSelect.cpp).
let usesCustomInserter = 1 in
  def SELECT_VR : SwiftPseudo<(outs VR:$d), (ins GR:$c, VR:$t, VR:$f)>;
foreach type = [v4i32, v8i16, v16i8] in
  def : Pat<(type (select GR:$c, (type VR:$t), (type VR:$f))), (SELECT_VR GR:$c, VR:$t, VR:$f)>;

class Lanes<string letter, ValueType type> {
  string Letter = letter;
  ValueType Type = type;
}
def LanesB : Lanes<"B", v16i8>;
def LanesH : Lanes<"H", v8i16>;
def LanesW : Lanes<"W", v4i32>;

multiclass VectorBinary<SDPatternOperator op, string name> {
  foreach lanes = [LanesB, LanesH, LanesW] in
    def : Pat<(lanes.Type (op (lanes.Type VR:$a), (lanes.Type VR:$b))),
              (!cast<Instruction>(name # lanes.Letter) VR:$a, VR:$b)>;
}
defm : VectorBinary<add, "VADD">;
defm : VectorBinary<sub, "VSUB">;
defm : VectorBinary<mul, "VMUL">;
defm : VectorBinary<saddsat, "VQADD">;
defm : VectorBinary<ssubsat, "VQSUB">;
defm : VectorBinary<uaddsat, "VQADDU">;
defm : VectorBinary<usubsat, "VQSUBU">;
defm : VectorBinary<avgceils, "VAVG">;
defm : VectorBinary<smin, "VMIN">;
defm : VectorBinary<smax, "VMAX">;
defm : VectorBinary<umin, "VMINU">;
defm : VectorBinary<umax, "VMAXU">;
defm : VectorBinary<shl, "VSHL">;
defm : VectorBinary<srl, "VSHR">;
defm : VectorBinary<sra, "VSRA">;

foreach lanes = [LanesB, LanesH, LanesW] in {
  def : Pat<(lanes.Type (abs (lanes.Type VR:$a))),
            (!cast<Instruction>("VABS" # lanes.Letter) VR:$a)>;
  def : Pat<(lanes.Type (SwiftSplat GR:$a)), (!cast<Instruction>("VSPL" # lanes.Letter) GR:$a)>;
  def : Pat<(lanes.Type (seteq (lanes.Type VR:$a), (lanes.Type VR:$b))),
            (!cast<Instruction>("VEQ" # lanes.Letter) VR:$a, VR:$b)>;
  def : Pat<(lanes.Type (setgt (lanes.Type VR:$a), (lanes.Type VR:$b))),
            (!cast<Instruction>("VGT" # lanes.Letter) VR:$a, VR:$b)>;
  def : Pat<(lanes.Type (setlt (lanes.Type VR:$a), (lanes.Type VR:$b))),
            (!cast<Instruction>("VGT" # lanes.Letter) VR:$b, VR:$a)>;
  def : Pat<(lanes.Type (setugt (lanes.Type VR:$a), (lanes.Type VR:$b))),
            (!cast<Instruction>("VGTU" # lanes.Letter) VR:$a, VR:$b)>;
  def : Pat<(lanes.Type (setult (lanes.Type VR:$a), (lanes.Type VR:$b))),
            (!cast<Instruction>("VGTU" # lanes.Letter) VR:$b, VR:$a)>;
  def : Pat<(lanes.Type (and (lanes.Type VR:$a), (lanes.Type VR:$b))), (VAND VR:$a, VR:$b)>;
  def : Pat<(lanes.Type (or (lanes.Type VR:$a), (lanes.Type VR:$b))), (VOR VR:$a, VR:$b)>;
  def : Pat<(lanes.Type (xor (lanes.Type VR:$a), (lanes.Type VR:$b))), (VXOR VR:$a, VR:$b)>;
  // Conditions are lanes of ones or zeros.
  def : Pat<(lanes.Type (vselect (lanes.Type VR:$c), (lanes.Type VR:$t), (lanes.Type VR:$f))),
            (VSEL VR:$c, VR:$t, VR:$f)>;
}
def : Pat<(v4i32 (mulhs VR:$a, VR:$b)), (VMULHW VR:$a, VR:$b)>;

// Sums of products have more guard bits than code on words sees.
def : Pat<(v4i32 (add VR:$sum, (mul VR:$a, VR:$b))), (VMACW VR:$sum, VR:$a, VR:$b)>;
foreach half = ["L", "H", "LU", "HU"] in
  def : Pat<(v4i32 (add VR:$sum, (!cast<Intrinsic>("int_xswift_vmpy" # !tolower(half))
                                      (v8i16 VR:$a), (v8i16 VR:$b)))),
            (!cast<Instruction>("VMAC" # half) VR:$sum, VR:$a, VR:$b)>;

def : Pat<(v16i8 (vector_insert VR:$v, GR:$a, (i32 U4:$n))), (VINSB VR:$v, GR:$a, imm:$n)>;
def : Pat<(v8i16 (vector_insert VR:$v, GR:$a, (i32 U3:$n))), (VINSH VR:$v, GR:$a, imm:$n)>;
def : Pat<(v4i32 (vector_insert VR:$v, GR:$a, (i32 U2:$n))), (VINSW VR:$v, GR:$a, imm:$n)>;
def : Pat<(i32 (vector_extract (v16i8 VR:$v), (i32 U4:$n))), (VGETB VR:$v, imm:$n)>;
def : Pat<(i32 (vector_extract (v8i16 VR:$v), (i32 U3:$n))), (VGETH VR:$v, imm:$n)>;
def : Pat<(i32 (vector_extract (v4i32 VR:$v), (i32 U2:$n))), (VGETW VR:$v, imm:$n)>;
