; The RDF optimizations' liveness names the lower half of the pair at the end, which nobody reads, ahead of the loops: a list of live-ins that
; three blocks in a circle handed on to each other for ever when LLVM's own liveness began from it (patch 0015).
;
; RUN: bash -c 'ulimit -t 20; llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -O2 %s -o -' | FileCheck %s
;
; CHECK-LABEL: nest:
; CHECK: vmpy
; CHECK: jumpr r31
define void @nest(ptr %in, ptr %aligned, ptr %last, <32 x i32> %v, i1 %done) {
entry:
  br label %outer

outer:
  %turn = phi i32 [ 0, %entry ], [ 1, %next ]
  br label %inner

next:
  %turns = add i32 %turn, 1
  %enough = icmp eq i32 %turns, 2
  br i1 %enough, label %end, label %outer

inner:
  %word = load <32 x i32>, ptr %in, align 128
  %moved = tail call <32 x i32> @llvm.hexagon.V6.valignb.128B(<32 x i32> zeroinitializer, <32 x i32> %word, i32 0)
  store <32 x i32> %moved, ptr %aligned, align 128
  br i1 %done, label %next, label %inner

end:
  store <32 x i32> %v, ptr %last, align 128
  %pair = tail call <64 x i32> @llvm.hexagon.V6.vmpyhus.acc.128B(<64 x i32> splat (i32 1), <32 x i32> zeroinitializer, <32 x i32> zeroinitializer)
  %high = tail call <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32> %pair)
  store <32 x i32> %high, ptr %aligned, align 128
  ret void
}

declare <32 x i32> @llvm.hexagon.V6.valignb.128B(<32 x i32>, <32 x i32>, i32)
declare <64 x i32> @llvm.hexagon.V6.vmpyhus.acc.128B(<64 x i32>, <32 x i32>, <32 x i32>)
declare <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32>)
