; A multiply-accumulate loop, for tests that need some code.
target triple = "hexagon-unknown-elf"

define i32 @dot(ptr %a, ptr %b, i32 %n) {
entry:
  %empty = icmp slt i32 %n, 1
  br i1 %empty, label %exit, label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %added, %loop ]
  %pa = getelementptr i32, ptr %a, i32 %i
  %pb = getelementptr i32, ptr %b, i32 %i
  %va = load i32, ptr %pa
  %vb = load i32, ptr %pb
  %product = mul i32 %va, %vb
  %added = add i32 %sum, %product
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop

exit:
  %result = phi i32 [ 0, %entry ], [ %added, %loop ]
  ret i32 %result
}
