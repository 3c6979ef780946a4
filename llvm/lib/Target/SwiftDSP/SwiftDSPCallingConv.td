//===- SwiftDSPCallingConv.td - Arguments and results ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/swiftdsp-isa.md, "ABI".
//
//===----------------------------------------------------------------------===//

def CC_SwiftDSP : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfNotVarArg<CCIfType<[i32], CCAssignToReg<[R3, R4, R5, R6, R7, R8, R9, R10]>>>,
  CCIfNotVarArg<CCIfType<[v4i32, v8i16, v16i8],
                         CCAssignToReg<[VR0, VR1, VR2, VR3, VR4, VR5, VR6, VR7]>>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>,
  CCIfType<[v4i32, v8i16, v16i8], CCAssignToStack<16, 16>>
]>;

/// Arguments behind a variadic function's named ones.
def CC_SwiftDSP_Variable : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToStack<4, 4>>,
  CCIfType<[v4i32, v8i16, v16i8], CCAssignToStack<16, 16>>
]>;

def RetCC_SwiftDSP : CallingConv<[
  CCIfType<[i1, i8, i16], CCPromoteToType<i32>>,
  CCIfType<[i32], CCAssignToReg<[R1, R2]>>,
  CCIfType<[v4i32, v8i16, v16i8], CCAssignToReg<[VR0, VR1, VR2, VR3]>>
]>;

def CSR_SwiftDSP : CalleeSavedRegs<(add R31, R29, (sequence "R%u", 28, 21))> {
  let OtherPreserved = (add R0);
}
