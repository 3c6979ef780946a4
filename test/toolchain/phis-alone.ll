; A loop of Phis and terminators alone, one of whose Phis takes half of a pair: the copy that the pipeliner puts at the loop's end is no Phi
; (patch 0099; LLVM 19 crashes).
;
; RUN: llc -mtriple=hexagon -O2 -verify-machineinstrs %s -o - | FileCheck %s
; CHECK-LABEL: shuffled:
; CHECK: loop0(
; CHECK: endloop0
define void @shuffled(ptr %p, i1 %none, <8 x i64> %later, <8 x i64> %first) {
entry:
  br i1 %none, label %end, label %turn

turn:
  %v = phi <8 x i64> [ %later, %turn ], [ %first, %entry ]
  %n = phi i32 [ %next, %turn ], [ 0, %entry ]
  %moved = shufflevector <8 x i64> %v, <8 x i64> zeroinitializer, <8 x i32> <i32 7, i32 5, i32 2, i32 2, i32 3, i32 7, i32 7, i32 6>
  %next = add i32 %n, 1
  %last = icmp eq i32 %n, 0
  br i1 %last, label %end, label %turn

end:
  %result = phi <8 x i64> [ zeroinitializer, %entry ], [ %moved, %turn ]
  store <8 x i64> %result, ptr %p, align 64
  ret void
}
