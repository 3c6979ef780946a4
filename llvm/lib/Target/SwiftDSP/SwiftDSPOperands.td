//===- SwiftDSPOperands.td - Immediates and targets -----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An immediate's name says sign, bits and scale as the table does: S10x4 is a signed field of 10
// bits, scaled by 4. Operands of machine instructions hold the scaled value.
//
//===----------------------------------------------------------------------===//

class ImmediateOperand<bit isSigned, int width, int scale> : AsmOperandClass {
  let Name = !if(isSigned, "S", "U") # width # !if(!eq(scale, 1), "", "x" # scale);
  let PredicateMethod = "isImmediate<" # !if(isSigned, "true", "false") # ", " # width # ", "
                        # scale # ">";
  let RenderMethod = "addImmediate";
  let DiagnosticType = "Invalid" # Name;
  defvar low = !if(isSigned, !sub(0, !shl(1, !sub(width, 1))), 0);
  let DiagnosticString = "needs a " # !if(!eq(scale, 1), "number", "multiple of " # scale)
                         # " from " # !mul(low, scale) # " to "
                         # !mul(!add(low, !shl(1, width), -1), scale);
}

class Immediate<bit isSigned, int width, int scale = 1>
    : Operand<i32>,
      ImmLeaf<i32, "return isImmediate<" # !if(isSigned, "true", "false") # ", " # width # ", "
                   # scale # ">(Imm);"> {
  let ParserMatchClass = ImmediateOperand<isSigned, width, scale>;
  let EncoderMethod = "encodeImmediate<" # !if(isSigned, "true", "false") # ", " # width # ", "
                      # scale # ">";
  let DecoderMethod = "decodeImmediate<" # !if(isSigned, "true", "false") # ", " # width # ", "
                      # scale # ">";
  let PrintMethod = "printImmediate";
}

foreach width = [6, 10] in {
  def S#width : Immediate<1, width>;
  foreach scale = [2, 4, 16] in
    def S#width#x#scale : Immediate<1, width, scale>;
}
def S14 : Immediate<1, 14>;
def S16 : Immediate<1, 16>;
foreach width = [2, 3, 4, 5, 6, 16] in
  def U#width : Immediate<0, width>;

/// The target of a branch: a block, or the distance in bytes from the branch's own word.
class TargetOperand<int width> : AsmOperandClass {
  let Name = "Target" # width;
  let PredicateMethod = "isTarget<" # width # ">";
  let RenderMethod = "addImmediate";
  let DiagnosticType = "InvalidTarget" # width;
  defvar reach = !shl(1, !add(width, 1));
  let DiagnosticString = "needs a label, or a multiple of 4 from -" # reach # " to "
                         # !sub(reach, 4);
}

class BranchTarget<int width, ValueType type = OtherVT> : Operand<type> {
  let ParserMatchClass = TargetOperand<width>;
  let EncoderMethod = "encodeTarget<" # width # ">";
  let DecoderMethod = "decodeImmediate<1, " # width # ", 4>";
  let PrintMethod = "printTarget";
  let OperandType = "OPERAND_PCREL";
}

def Target22 : BranchTarget<22>;
def Target16 : BranchTarget<16>;
def Target10 : BranchTarget<10>;
/// The target of a call: a function's address, with the field of Target22.
def CallTarget : BranchTarget<22, i32>;
