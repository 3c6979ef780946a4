//==- IntrinsicsXSwift.td - SwiftDSP's intrinsics ------------*- tablegen -*-==//
//
// llvm.xswift.NAME is the instruction NAME of docs/swiftdsp-isa.md; clang's __builtin_swift_dsp_NAME becomes it.
// The prefix must stay the last one in order: the numbers of all other intrinsics would move.
//
//===----------------------------------------------------------------------===//

let TargetPrefix = "xswift" in {

class SwiftDSPIntrinsic<string name, list<LLVMType> results, list<LLVMType> parameters>
    : DefaultAttrsIntrinsic<results, parameters, [IntrNoMem]>, ClangBuiltin<"__builtin_swift_dsp_" # name>;

def int_xswift_vmax40 : SwiftDSPIntrinsic<"vmax40", [llvm_v4i32_ty], [llvm_v4i32_ty, llvm_v4i32_ty]>;

}
