; A loop that copies stays a loop at -O0 (patch 0064): LLVM 19 makes a call of memcpy of it. At -O2 it may.
;
; RUN: clang --target=hexagon -O0 -x ir -S %s -o - | FileCheck %s
; RUN: clang --target=hexagon -O2 -x ir -S %s -o - | FileCheck %s --check-prefix=FAST
; CHECK-LABEL: copied:
; CHECK-NOT: memcpy
; CHECK: memb(
; CHECK-NOT: memcpy
; FAST-LABEL: copied:
; FAST: {{call|jump}} memcpy
target triple = "hexagon"

define void @copied(ptr noalias %to, ptr noalias %from, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i8, ptr %from, i32 %i
  %b = getelementptr i8, ptr %to, i32 %i
  %v = load i8, ptr %a
  store i8 %v, ptr %b
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
