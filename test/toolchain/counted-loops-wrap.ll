; The first step of a counted loop with constants may pass the type's end: an unrolled loop often starts at -2 and goes on while it is at most 125.
; The loop instruction counts its turns; a loop of compares and jumps is not pipelined.
;
; RUN: llc -mtriple=hexagon -O2 -disable-lsr %s -o - | FileCheck %s

; CHECK-LABEL: up:
; CHECK: loop0({{.*}},#32)
define void @up(ptr %p) {
entry:
  br label %turn

turn:
  %i = phi i32 [ -2, %entry ], [ %next, %turn ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 4
  %ends = icmp ugt i32 %next, 125
  br i1 %ends, label %end, label %turn

end:
  ret void
}

; Down from 1 to past 0xffffff00: 0xfffffffd is the first of 64 values above.
; CHECK-LABEL: down:
; CHECK: loop0({{.*}},#65)
define void @down(ptr %p) {
entry:
  br label %turn

turn:
  %i = phi i32 [ 1, %entry ], [ %next, %turn ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, -4
  %goes = icmp ugt i32 %next, -256
  br i1 %goes, label %turn, label %end

end:
  ret void
}

; From the greatest number round to the least: 2^31 - 1, then -2^31 and on to -2^31 + 7.
; CHECK-LABEL: signed:
; CHECK: loop0({{.*}},#9)
define void @signed(ptr %p) {
entry:
  br label %turn

turn:
  %i = phi i32 [ 2147483647, %entry ], [ %next, %turn ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  %goes = icmp slt i32 %next, -2147483640
  br i1 %goes, label %turn, label %end

end:
  ret void
}
