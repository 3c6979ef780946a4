; Loops that overlap: of a sum in registers, whose last iteration is peeled, and of a store, behind whose last one nothing may be loaded.
define i32 @dot(ptr %a, ptr %b, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %loop ]
  %pa = getelementptr i16, ptr %a, i32 %i
  %pb = getelementptr i16, ptr %b, i32 %i
  %x = load i16, ptr %pa
  %y = load i16, ptr %pb
  %xs = sext i16 %x to i32
  %ys = sext i16 %y to i32
  %p = mul i32 %xs, %ys
  %s.next = add i32 %s, %p
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s.next
}

define void @multiples(ptr %p, <4 x i32> %k, <4 x i32> %step, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi <4 x i32> [ zeroinitializer, %entry ], [ %v.next, %loop ]
  %x = mul <4 x i32> %v, %k
  %y = mul <4 x i32> %x, %v
  %z = xor <4 x i32> %y, %x
  %at = getelementptr <4 x i32>, ptr %p, i32 %i
  store <4 x i32> %z, ptr %at
  %v.next = add <4 x i32> %v, %step
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; What is read behind the loop, and what needs a load that may not run once more, do not move.
define <4 x i32> @last(ptr noalias %p, ptr noalias %q, <4 x i32> %k, <4 x i32> %step, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi <4 x i32> [ zeroinitializer, %entry ], [ %v.next, %loop ]
  %from = getelementptr <4 x i32>, ptr %q, i32 %i
  %l = load <4 x i32>, ptr %from
  %x = mul <4 x i32> %v, %k
  %m = mul <4 x i32> %l, %k
  %y = mul <4 x i32> %x, %v
  %w = mul <4 x i32> %m, %y
  %z = xor <4 x i32> %w, %x
  %at = getelementptr <4 x i32>, ptr %p, i32 %i
  store <4 x i32> %z, ptr %at
  %v.next = add <4 x i32> %v, %step
  %i.next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret <4 x i32> %x
}
