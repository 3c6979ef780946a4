; Each operation that the machine has becomes its instruction; what fits a field needs no register.
;
; RUN: llc -mtriple=swiftdsp -O2 -asm-verbose=false -verify-machineinstrs %s -o - | FileCheck %s

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.abs.i32(i32, i1)

; CHECK-LABEL: fields:
; CHECK-DAG: addi {{r[0-9]+}}, r3, -8192
; CHECK-DAG: andi {{r[0-9]+}}, r3, -512
; CHECK-DAG: shli {{r[0-9]+}}, r3, 31
; CHECK-DAG: rsubi {{r[0-9]+}}, r3, 511
; CHECK-DAG: muli {{r[0-9]+}}, r3, 77
; CHECK-DAG: zexth {{r[0-9]+}}, r3
; CHECK-DAG: seqi {{r[0-9]+}}, r3, -3
; CHECK-NOT: li{{h?}} r
; CHECK: jr r31
define void @fields(i32 %x, ptr %p) {
  %a = add i32 %x, -8192
  %b = and i32 %x, -512
  %c = shl i32 %x, 31
  %d = sub i32 511, %x
  %e = mul i32 %x, 77
  %f = and i32 %x, 65535
  %g = icmp eq i32 %x, -3
  %h = zext i1 %g to i32
  store volatile i32 %a, ptr %p
  store volatile i32 %b, ptr %p
  store volatile i32 %c, ptr %p
  store volatile i32 %d, ptr %p
  store volatile i32 %e, ptr %p
  store volatile i32 %f, ptr %p
  store volatile i32 %h, ptr %p
  ret void
}

; CHECK-LABEL: too_large:
; CHECK: li [[LOW:r[0-9]+]], 8192
; CHECK: add r1, r3, [[LOW]]
define i32 @too_large(i32 %x) {
  %a = add i32 %x, 8192
  ret i32 %a
}

; CHECK-LABEL: operations:
; CHECK-DAG: max {{r[0-9]+}}, r3, r4
; CHECK-DAG: minu {{r[0-9]+}}, r3, r4
; CHECK-DAG: qadd {{r[0-9]+}}, r3, r4
; CHECK-DAG: clz {{r[0-9]+}}, r3
; CHECK-DAG: ctz {{r[0-9]+}}, r3
; CHECK-DAG: popc {{r[0-9]+}}, r3
; CHECK-DAG: bswap {{r[0-9]+}}, r3
; CHECK-DAG: rotl {{r[0-9]+}}, r3, r4
; CHECK-DAG: abs {{r[0-9]+}}, r3
; CHECK-DAG: andn {{r[0-9]+}}, r3, r4
; CHECK-DAG: div {{r[0-9]+}}, r3, r4
; CHECK-DAG: remu {{r[0-9]+}}, r3, r4
; CHECK-DAG: mulhu {{r[0-9]+}}, r{{[34]}}, r{{[34]}}
define void @operations(i32 %x, i32 %y, ptr %p) {
  %a = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  %b = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  %c = call i32 @llvm.sadd.sat.i32(i32 %x, i32 %y)
  %d = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %e = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %f = call i32 @llvm.ctpop.i32(i32 %x)
  %g = call i32 @llvm.bswap.i32(i32 %x)
  %h = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %y)
  %i = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %not = xor i32 %y, -1
  %j = and i32 %x, %not
  %k = sdiv i32 %x, %y
  %l = urem i32 %x, %y
  %wx = zext i32 %x to i64
  %wy = zext i32 %y to i64
  %wm = mul i64 %wx, %wy
  %wh = lshr i64 %wm, 32
  %m = trunc i64 %wh to i32
  store volatile i32 %a, ptr %p
  store volatile i32 %b, ptr %p
  store volatile i32 %c, ptr %p
  store volatile i32 %d, ptr %p
  store volatile i32 %e, ptr %p
  store volatile i32 %f, ptr %p
  store volatile i32 %g, ptr %p
  store volatile i32 %h, ptr %p
  store volatile i32 %i, ptr %p
  store volatile i32 %j, ptr %p
  store volatile i32 %k, ptr %p
  store volatile i32 %l, ptr %p
  store volatile i32 %m, ptr %p
  ret void
}

; A choice needs no branch.
; CHECK-LABEL: choose:
; CHECK: slt [[C:r[0-9]+]], r3, r4
; CHECK: cmovt {{r[0-9]+}}, {{r[0-9]+}}, [[C]]
; CHECK-NOT: blt
; CHECK: jr r31
define i32 @choose(i32 %x, i32 %y, i32 %a, i32 %b) {
  %c = icmp slt i32 %x, %y
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

; A switch of many cases is a jump through a table.
; CHECK-LABEL: table:
; CHECK: lo(.LJTI
; CHECK: jr {{r([1-9]|[12][0-9])}}{{$| }}
define i32 @table(i32 %x) {
  switch i32 %x, label %other [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e
  ]
a:
  call void asm sideeffect "nop", ""()
  ret i32 17
b:
  call void asm sideeffect "nop", ""()
  ret i32 5
c:
  call void asm sideeffect "nop", ""()
  ret i32 99
d:
  call void asm sideeffect "nop", ""()
  ret i32 3
e:
  call void asm sideeffect "nop", ""()
  ret i32 4
other:
  ret i32 0
}

; Inline assembly in general and vector registers, and with an address.
; CHECK-LABEL: assembly:
; CHECK: vaddw vr0, vr0, vr1
; CHECK: ldw r1, 0(r3)
define i32 @assembly(ptr %p, <4 x i32> %v, <4 x i32> %w, ptr %q) {
  %s = call <4 x i32> asm "vaddw $0, $1, $2", "=v,v,v"(<4 x i32> %v, <4 x i32> %w)
  store <4 x i32> %s, ptr %q
  %r = call i32 asm "ldw $0, $1", "=r,*m"(ptr elementtype(i32) %p)
  ret i32 %r
}

; One thread, no interrupts: plain accesses.
; CHECK-LABEL: atomic:
; CHECK: ldw r1, 0(r3)
; CHECK: stw {{r[0-9]+}}, 0(r3)
; CHECK-NOT: call
; CHECK: jr r31
define i32 @atomic(ptr %p, i32 %x) {
  %old = atomicrmw add ptr %p, i32 %x seq_cst
  fence seq_cst
  ret i32 %old
}

; Vectors: a splat, a lane, a permutation, a comparison that chooses.
; CHECK-LABEL: vectors:
; CHECK-DAG: vsplh {{vr[0-9]+}}, r3
; CHECK-DAG: vmulh {{vr[0-9]+}}, vr0,
; CHECK-DAG: vgth {{vr[0-9]+}}, vr0, vr1
; CHECK-DAG: vsel {{vr[0-9]+}}
; CHECK: vperm vr0, {{vr[0-9]+}}
define <8 x i16> @vectors(i16 signext %x, <8 x i16> %v, <8 x i16> %w) {
  %one = insertelement <8 x i16> poison, i16 %x, i32 0
  %all = shufflevector <8 x i16> %one, <8 x i16> poison, <8 x i32> zeroinitializer
  %m = mul <8 x i16> %v, %all
  %c = icmp sgt <8 x i16> %v, %w
  %s = select <8 x i1> %c, <8 x i16> %m, <8 x i16> %w
  %r = shufflevector <8 x i16> %s, <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 0, i32 1, i32 2>
  ret <8 x i16> %r
}

; CHECK-LABEL: lane:
; CHECK: vgeth r1, vr0, 5
define i16 @lane(<8 x i16> %v) {
  %y = extractelement <8 x i16> %v, i32 5
  ret i16 %y
}

; The first lanes of a vector, at any address, are one store.
; CHECK-LABEL: first_lanes:
; CHECK-DAG: vst12 vr0, 4(r3)
; CHECK-DAG: vst8 vr0, 0(r4)
; CHECK-DAG: vst4 vr0, 0(r5)
define void @first_lanes(<8 x i16> %v, ptr %p, ptr %q, ptr %r) {
  %six = shufflevector <8 x i16> %v, <8 x i16> poison, <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
  %w = bitcast <8 x i16> %v to <4 x i32>
  %two = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
  %b = bitcast <8 x i16> %v to <16 x i8>
  %four = shufflevector <16 x i8> %b, <16 x i8> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %p4 = getelementptr i8, ptr %p, i32 4
  store <6 x i16> %six, ptr %p4, align 1
  store <2 x i32> %two, ptr %q, align 4
  store <4 x i8> %four, ptr %r, align 1
  ret void
}
