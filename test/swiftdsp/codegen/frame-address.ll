; Addresses of the frame and of the return, traps ahead of other code, landing pads.
;
; RUN: llc -mtriple=swiftdsp -O2 -asm-verbose=false -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=swiftdsp -O0 -verify-machineinstrs %s -o /dev/null

declare void @f()
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare void @llvm.trap()
declare i32 @personality(...)

; fp is sp at the entry.
; CHECK-LABEL: frame:
; CHECK: addi r29, r30, 4
; CHECK: mov r1, r29
define ptr @frame() {
  %p = call ptr @llvm.frameaddress.p0(i32 0)
  ret ptr %p
}

; Frames are not chained: nothing is known of a caller's.
; CHECK-LABEL: callers:
; CHECK: mov r1, r0
define ptr @callers() {
  %p = call ptr @llvm.frameaddress.p0(i32 1)
  ret ptr %p
}

; ra is saved for the return and copied for the result.
; CHECK-LABEL: return:
; CHECK: stw r31, [[AT:[0-9]+]](r30)
; CHECK: mov [[COPY:r2[0-9]]], r31
; CHECK-SAME: call f
; CHECK: mov r1, [[COPY]] ;{{.*}} ldw r31, [[AT]](r30)
define ptr @return() {
  call void @f()
  %p = call ptr @llvm.returnaddress(i32 0)
  ret ptr %p
}

; CHECK-LABEL: goes_on:
; CHECK: brk 0
; CHECK: call f
define void @goes_on() {
  call void @llvm.trap()
  call void @f()
  ret void
}

; What is thrown comes where results do.
; CHECK-LABEL: lands:
; CHECK: call f
; CHECK-DAG: stw r1, 0(r21)
; CHECK-DAG: mov {{r[0-9]+}}, r2
define i32 @lands(ptr %where) personality ptr @personality {
  invoke void @f() to label %end unwind label %pad
pad:
  %thrown = landingpad { ptr, i32 } cleanup
  %p = extractvalue { ptr, i32 } %thrown, 0
  %s = extractvalue { ptr, i32 } %thrown, 1
  store ptr %p, ptr %where
  call void @f()
  ret i32 %s
end:
  ret i32 0
}
