; An operation on this turn's vector is the last turn's on the next vector only if all operands and flags agree (patch 0018). LLVM 19 crashes in
; the first function and takes one operation for the other in the next three; the last is one for which that is right.
;
; RUN: %hexagon-cc -O2 -fno-vectorize -fno-unroll-loops -fno-discard-value-names -x ir %s -S -emit-llvm -o - | FileCheck %s

; CHECK-LABEL: define {{.*}} @constant_and_register
; CHECK-NOT: vlcr
; CHECK: ret void
define void @constant_and_register(ptr %p, ptr %q, i32 %n, i32 %s) {
entry:
  %first = load <32 x i32>, ptr %p, align 128
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %now = phi <32 x i32> [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr <32 x i32>, ptr %p, i32 %i
  %next = load <32 x i32>, ptr %at, align 128
  %x = call <32 x i32> @llvm.hexagon.V6.vaslw.128B(<32 x i32> %now, i32 3)
  %y = call <32 x i32> @llvm.hexagon.V6.vaslw.128B(<32 x i32> %next, i32 %s)
  %z = xor <32 x i32> %x, %y
  %to = getelementptr <32 x i32>, ptr %q, i32 %i
  store <32 x i32> %z, ptr %to, align 128
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define {{.*}} @one_operand_twice
; CHECK-NOT: vlcr
; CHECK: ret void
define void @one_operand_twice(ptr %p, ptr %q, i32 %n, <32 x i32> %k) {
entry:
  %first = load <32 x i32>, ptr %p, align 128
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %now = phi <32 x i32> [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr <32 x i32>, ptr %p, i32 %i
  %next = load <32 x i32>, ptr %at, align 128
  %x = call <32 x i32> @llvm.hexagon.V6.vavgw.128B(<32 x i32> %now, <32 x i32> %now)
  %y = call <32 x i32> @llvm.hexagon.V6.vavgw.128B(<32 x i32> %next, <32 x i32> %k)
  %z = xor <32 x i32> %x, %y
  %to = getelementptr <32 x i32>, ptr %q, i32 %i
  store <32 x i32> %z, ptr %to, align 128
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define {{.*}} @memory
; CHECK-NOT: vlcr
; CHECK: ret void
define void @memory(ptr %p, ptr %q, i32 %n, ptr %m) {
entry:
  %first = load <32 x i1>, ptr %m
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %now = phi <32 x i1> [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr <32 x i1>, ptr %m, i32 %i
  %next = load <32 x i1>, ptr %at
  %x = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %p, i32 128, <32 x i1> %now, <32 x i32> zeroinitializer)
  %y = call <32 x i32> @llvm.masked.load.v32i32.p0(ptr %p, i32 128, <32 x i1> %next, <32 x i32> zeroinitializer)
  %z = xor <32 x i32> %x, %y
  %to = getelementptr <32 x i32>, ptr %q, i32 %i
  store <32 x i32> %z, ptr %to, align 128
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define {{.*}} @flags
; CHECK-NOT: vlcr
; CHECK: ret void
define void @flags(ptr %p, ptr %q, i32 %n, <32 x i32> %k) {
entry:
  %first = load <32 x i32>, ptr %p, align 128
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %now = phi <32 x i32> [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr <32 x i32>, ptr %p, i32 %i
  %next = load <32 x i32>, ptr %at, align 128
  %x = add <32 x i32> %now, %k
  %y = add nsw <32 x i32> %next, %k
  %z = mul <32 x i32> %x, %y
  %to = getelementptr <32 x i32>, ptr %q, i32 %i
  store <32 x i32> %z, ptr %to, align 128
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define {{.*}} @reused
; CHECK: %x.hexagon.vlcr = {{.*}}@llvm.hexagon.V6.vavgw.128B(<32 x i32> %first, <32 x i32> %k)
; CHECK: ret void
define void @reused(ptr %p, ptr %q, i32 %n, <32 x i32> %k) {
entry:
  %first = load <32 x i32>, ptr %p, align 128
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %now = phi <32 x i32> [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr <32 x i32>, ptr %p, i32 %i
  %next = load <32 x i32>, ptr %at, align 128
  %x = call <32 x i32> @llvm.hexagon.V6.vavgw.128B(<32 x i32> %now, <32 x i32> %k)
  %y = call <32 x i32> @llvm.hexagon.V6.vavgw.128B(<32 x i32> %k, <32 x i32> %next)
  %z = xor <32 x i32> %x, %y
  %to = getelementptr <32 x i32>, ptr %q, i32 %i
  store <32 x i32> %z, ptr %to, align 128
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare <32 x i32> @llvm.hexagon.V6.vaslw.128B(<32 x i32>, i32)
declare <32 x i32> @llvm.hexagon.V6.vavgw.128B(<32 x i32>, <32 x i32>)
declare <32 x i32> @llvm.masked.load.v32i32.p0(ptr, i32, <32 x i1>, <32 x i32>)
