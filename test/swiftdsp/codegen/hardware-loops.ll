; Innermost loops of one block are counted by the machine.
;
; RUN: llc -mtriple=swiftdsp -O2 -debug-counter=sda-rotate=999999999 -asm-verbose=false -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=swiftdsp -O2 -swiftdsp-hardware-loops=false %s -o - | FileCheck %s --check-prefix=OFF --implicit-check-not=loop0
; RUN: llc -mtriple=swiftdsp -O0 %s -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=loop0

; The loop ends at the label behind it; neither a counter nor a branch is left, pointers move with their accesses.
; CHECK-LABEL: sum:
; CHECK: loop0 r4, [[EXIT:\.[A-Z0-9_]+]] }
; CHECK-NEXT: .LBB0_{{[0-9]}}:
; CHECK-NOT: b{{t|f|ne|eq|lt|ge}}
; CHECK: ldw [[X:r[0-9]+]], (r3)+4
; CHECK-NEXT: add r1, r1, [[X]]
; CHECK-NEXT: [[EXIT]]:
; OFF-LABEL: sum:
; OFF: addi [[COUNT:r[0-9]+]], [[COUNT]], -1
; OFF: bne [[COUNT]], r0, .LBB0_
; NONE-LABEL: sum:
define i32 @sum(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %s.next = add i32 %s, %x
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s.next
}

; A call may use loop 0 itself.
; CHECK-LABEL: calls:
; CHECK-NOT: loop0
; CHECK: call f
; CHECK-NOT: loop0
; CHECK: jr
declare void @f(i32)
define void @calls(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  call void @f(i32 %i)
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; So does a division of 64 bits, which is a call in the end.
; CHECK-LABEL: divides:
; CHECK-NOT: loop0
; CHECK: call __udivdi3
; CHECK-NOT: loop0
; CHECK: jr
define i64 @divides(i64 %x, i64 %y, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi i64 [ %x, %entry ], [ %q, %loop ]
  %q = udiv i64 %a, %y
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i64 %q
}

; The outer loop has a branch, the inner one none.
; CHECK-LABEL: nested:
; CHECK: loop0
; CHECK-NOT: loop0
; CHECK: bltu {{.*}}, .LBB3_
define i32 @nested(ptr %p, i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %j = phi i32 [ 0, %entry ], [ %j.next, %after ]
  %t = phi i32 [ 0, %entry ], [ %s.next, %after ]
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i.next, %loop ]
  %s = phi i32 [ %t, %outer ], [ %s.next, %loop ]
  %at = getelementptr i32, ptr %p, i32 %i
  %x = load i32, ptr %at
  %y = xor i32 %x, %j
  %s.next = add i32 %s, %y
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %after
after:
  %j.next = add nuw nsw i32 %j, 1
  %again = icmp ult i32 %j.next, %m
  br i1 %again, label %outer, label %exit
exit:
  ret i32 %s.next
}

; Inline assembly without text becomes nothing, any other may be an instruction that counts.
; CHECK-LABEL: ordered:
; CHECK: loop0
; CHECK-LABEL: written:
; CHECK-NOT: loop0
; CHECK: bltu
define void @ordered(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = call i32 asm sideeffect "", "=r,0"(i32 %i)
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %x, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

define void @written(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %x = call i32 asm sideeffect "mov $0, $1", "=r,r"(i32 %i)
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %x, ptr %at
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
