; Loops, calls, vectors, accesses that may be the same and such that are not.
target datalayout = "e-m:e-p:32:32-i64:64-v128:128-n32-S128"
target triple = "swiftdsp"

@a = global [64 x i32] zeroinitializer, align 16
@b = global [64 x i32] zeroinitializer, align 16

declare i32 @other(i32)

define i32 @sum(ptr %x, ptr %y, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = getelementptr i32, ptr %x, i32 %i
  %q = getelementptr i32, ptr %y, i32 %i
  %u = load i32, ptr %p
  %v = load i32, ptr %q
  %m = mul i32 %u, %v
  %t = add i32 %s, %m
  store i32 %t, ptr %q
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %t
}

define i32 @mix(i32 %x, i32 %y, ptr %p, ptr %q) {
  %k = mul i32 %x, 3
  %t = add i32 %k, %y
  store i32 %t, ptr %p
  %u = load i32, ptr %q
  %v = xor i32 %u, %t
  %p1 = getelementptr i32, ptr %p, i32 1
  store i32 %v, ptr %p1
  %q1 = getelementptr i32, ptr %q, i32 2
  %w = load i32, ptr %q1
  %z = mul i32 %w, %v
  %r = add i32 %z, %x
  ret i32 %r
}

define i32 @calls(i32 %x, i32 %y) {
  %k = add i32 %x, 1
  %r = call i32 @other(i32 %k)
  %m = mul i32 %y, %r
  %s = call i32 @other(i32 %m)
  %t = add i32 %r, %s
  ret i32 %t
}

define <4 x i32> @vectors(ptr %p, ptr %q) {
  %a = load <4 x i32>, ptr %p
  %b = load <4 x i32>, ptr %q
  %m = mul <4 x i32> %a, %b
  %p1 = getelementptr <4 x i32>, ptr %p, i32 1
  %c = load <4 x i32>, ptr %p1
  %s = xor <4 x i32> %m, %c
  store <4 x i32> %s, ptr %q
  %d = sub <4 x i32> %s, %b
  ret <4 x i32> %d
}
