; Stack frames: vectors are spilled with their guard bits, variables of a frame that is aligned and grows are found by s7.
;
; RUN: llc -mtriple=swiftdsp -O2 -asm-verbose=false -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=swiftdsp -O0 -verify-machineinstrs %s -o /dev/null
; RUN: llc -mtriple=swiftdsp -O2 -stop-after=prologepilog %s -o - | FileCheck %s --check-prefix=MEMORY

declare void @f()
declare void @use(ptr, ptr)
declare <4 x i32> @llvm.xswift.vadd40(<4 x i32>, <4 x i32>)

; CHECK-LABEL: spill:
; CHECK-DAG: vst [[V:vr[0-9]+]], [[AT:[0-9]+]](r30)
; CHECK-DAG: vstg [[V]], [[GUARD:[0-9]+]](r30)
; CHECK: call f
; CHECK: vld [[W:vr[0-9]+]], [[AT]](r30)
; CHECK: vldg [[W]], [[GUARD]](r30)
; CHECK: vadd40 vr0, [[W]], [[W]]
; MEMORY-LABEL: name: spill
; MEMORY: VST_O {{.*}} :: (store (s128) into %stack.0)
; MEMORY: VSTG_O {{.*}} :: (store (s32) into %stack.0 + 16
; MEMORY: VLD_O {{.*}} :: (load (s128) from %stack.0)
; MEMORY: VLDG_O {{.*}} :: (load (s32) from %stack.0 + 16
define <4 x i32> @spill(<4 x i32> %v) {
  %s = call <4 x i32> @llvm.xswift.vadd40(<4 x i32> %v, <4 x i32> %v)
  call void @f()
  %t = call <4 x i32> @llvm.xswift.vadd40(<4 x i32> %s, <4 x i32> %s)
  ret <4 x i32> %t
}

; CHECK-LABEL: grows:
; CHECK: addi r30, r30, -[[SIZE:[0-9]+]]
; CHECK-DAG: stw r28, [[S7:[0-9]+]](r30)
; CHECK-DAG: stw r29, [[FP:[0-9]+]](r30)
; CHECK: addi r29, r30, [[SIZE]]
; CHECK: shri r30, r30, 6
; CHECK: shli r30, r30, 6
; CHECK: mov r28, r30
; CHECK: addi r{{3|4}}, r28, {{[0-9]+}}
; CHECK: call use
; CHECK: addi r30, r29, -[[SIZE]]
; CHECK-DAG: ldw r28, [[S7]](r30)
; CHECK-DAG: ldw r29, [[FP]](r30)
; CHECK: addi r30, r30, [[SIZE]]
define void @grows(i32 %n) {
  %fixed = alloca [16 x i32], align 64
  %more = alloca i8, i32 %n
  call void @use(ptr %fixed, ptr %more)
  ret void
}

; No frame pointer where none is needed.
; CHECK-LABEL: plain:
; CHECK-NOT: r29
; CHECK: jr r31
define void @plain() {
  %a = alloca [64 x i32]
  %b = alloca [64 x i32]
  call void @use(ptr %a, ptr %b)
  ret void
}
