; The first inner loop is pipelined; the second one goes to the window scheduler, for which that left stale live intervals (patch 0029):
; LLVM 19 crashes.
;
; RUN: llc -mtriple=hexagon -mattr=+v66,+hvxv66,+hvx-length128b %s -o - | FileCheck %s
; CHECK: endloop0

define void @rows_and_taps(ptr %to, ptr %p) {
entry:
  %first = load <32 x i32>, ptr inttoptr (i32 46336 to ptr), align 128
  br label %outer

outer:
  %sum = call <32 x i32> @llvm.hexagon.V6.vrmpyubv.acc.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer, <32 x i32> %first)
  br label %rows

rows:
  %last = phi <32 x i32> [ %sum, %outer ], [ %row, %rows ]
  %i = phi i32 [ 1, %outer ], [ %i.next, %rows ]
  %is.first = icmp eq i32 %i, 0
  %step = zext i1 %is.first to i32
  %at = getelementptr <32 x i32>, ptr inttoptr (i32 46336 to ptr), i32 %step
  %row = load <32 x i32>, ptr %at, align 128
  %i.next = add i32 %i, 1
  %rows.end = icmp eq i32 %i.next, 3
  br i1 %rows.end, label %between, label %rows

between:
  store <32 x i32> %last, ptr %to, align 128
  br label %taps

taps:
  %k = phi i32 [ 0, %between ], [ %k.next, %taps ]
  %q = phi ptr [ %p, %between ], [ %q.next, %taps ]
  %x = phi <32 x i32> [ zeroinitializer, %between ], [ %d, %taps ]
  %b = call <32 x i32> @llvm.hexagon.V6.vrmpyub.acc.128B(<32 x i32> %x, <32 x i32> zeroinitializer, i32 0)
  %word = getelementptr i8, ptr %q, i32 128
  %w = load <32 x i32>, ptr %word, align 128
  %c = call <32 x i32> @llvm.hexagon.V6.vrmpyub.acc.128B(<32 x i32> %b, <32 x i32> %w, i32 0)
  %d = call <32 x i32> @llvm.hexagon.V6.vrmpyub.acc.128B(<32 x i32> %c, <32 x i32> zeroinitializer, i32 0)
  %q.next = getelementptr i8, ptr %q, i32 3072
  %k.next = add i32 %k, 1
  %taps.end = icmp eq i32 %k, 0
  br i1 %taps.end, label %again, label %taps

again:
  store <32 x i32> %b, ptr %to, align 128
  br label %outer
}

declare <32 x i32> @llvm.hexagon.V6.vrmpyubv.acc.128B(<32 x i32>, <32 x i32>, <32 x i32>)
declare <32 x i32> @llvm.hexagon.V6.vrmpyub.acc.128B(<32 x i32>, <32 x i32>, i32)
