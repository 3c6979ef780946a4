; Masked loads and stores of between one and two vectors are two of a vector each (patch 0063). LLVM 19 cannot select them.
;
; RUN: llc -mtriple=hexagon -mattr=+hvxv66,+hvx-length128b -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=hexagon -O0 -mattr=+hvxv66,+hvx-length128b -verify-machineinstrs < %s | FileCheck %s

; CHECK-LABEL: stored:
; CHECK-COUNT-2: if (q{{[0-3]}}) vmem(
; CHECK-NOT: if (q{{[0-3]}}) vmem(
; CHECK: .Lfunc_end
define void @stored(ptr %p, ptr %from, ptr %to) {
  %limits = load <40 x i32>, ptr %p, align 128
  %v = load <40 x i32>, ptr %from, align 128
  %m = icmp ult <40 x i32> %v, %limits
  call void @llvm.masked.store.v40i32.p0(<40 x i32> %v, ptr %to, i32 128, <40 x i1> %m)
  ret void
}

; CHECK-LABEL: loaded:
; CHECK-COUNT-2: vmux(
; CHECK: .Lfunc_end
define void @loaded(ptr %p, ptr %from, ptr %to) {
  %limits = load <80 x i16>, ptr %p, align 128
  %m = icmp sgt <80 x i16> %limits, zeroinitializer
  %v = call <80 x i16> @llvm.masked.load.v80i16.p0(ptr %from, i32 128, <80 x i1> %m, <80 x i16> %limits)
  store <80 x i16> %v, ptr %to, align 128
  ret void
}

declare void @llvm.masked.store.v40i32.p0(<40 x i32>, ptr, i32, <40 x i1>)
declare <80 x i16> @llvm.masked.load.v80i16.p0(ptr, i32, <80 x i1>, <80 x i16>)
