; The ABI of docs/swiftdsp-isa.md, and that all levels give machine code that the verifier takes.
;
; RUN: llc -mtriple=swiftdsp -O0 -verify-machineinstrs %s -filetype=obj -o %t.o
; RUN: llc -mtriple=swiftdsp -O1 -verify-machineinstrs %s -filetype=obj -o %t.o
; RUN: llc -mtriple=swiftdsp -O3 -verify-machineinstrs %s -filetype=obj -o %t.o
; RUN: llc -mtriple=swiftdsp -O2 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=swiftdsp -O0 %s -o - | FileCheck --check-prefix=PLAIN %s --implicit-check-not=" ; "

; Arguments in a0 and a1, the result in v0; without optimization each instruction is a packet.
; CHECK-LABEL: sum:
; CHECK: add r1, r3, r4 ; jr r31
; PLAIN-LABEL: sum:
; PLAIN: jr r31
define i32 @sum(i32 %a, i32 %b) {
  %c = add i32 %a, %b
  ret i32 %c
}

; A 64-bit value is two words, each assigned like an argument of its own, low first.
; CHECK-LABEL: second:
; CHECK-DAG: mov r1, r4
; CHECK-DAG: mov r2, r5
define i64 @second(i32 %a, i64 %b) {
  ret i64 %b
}

; Ninth argument and variable ones lie on the stack; ra is saved.
; CHECK-LABEL: many:
; CHECK: stw r31, [[RA:[0-9]+]](r30)
; CHECK-DAG: stw {{r[0-9]+}}, 0(r30)
; CHECK-DAG: stw {{r[0-9]+}}, 4(r30)
; CHECK: call f
; CHECK: ldw r31, [[RA]](r30)
; CHECK: jr r31
declare i32 @f(i32, i32, i32, i32, i32, i32, i32, i32, i32, ...)
define i32 @many() {
  %r = call i32 (i32, i32, i32, i32, i32, i32, i32, i32, i32, ...) @f(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10)
  %s = add i32 %r, 1
  ret i32 %s
}

; Vectors in vector registers.
; CHECK-LABEL: vectors:
; CHECK: vaddw vr0, vr0, vr1 ; jr r31
define <4 x i32> @vectors(<4 x i32> %a, <4 x i32> %b) {
  %c = add <4 x i32> %a, %b
  ret <4 x i32> %c
}

; A variable that wants 64 bytes' alignment: registers are saved before fp is set, and restored from where they were saved.
; CHECK-LABEL: aligned:
; CHECK: addi r30, r30, -[[SIZE:[0-9]+]]
; CHECK: stw r29, [[AT:[0-9]+]](r30)
; CHECK: addi r29, r30, [[SIZE]]
; CHECK: shli r30, r30, 6
; CHECK: call g
; CHECK: addi r30, r29, -[[SIZE]]
; CHECK: ldw r29, [[AT]](r30)
; CHECK: addi r30, r30, [[SIZE]]
declare void @g(ptr)
define void @aligned() {
  %p = alloca [16 x i32], align 64
  call void @g(ptr %p)
  ret void
}

; A call leaves r0 and the preserved registers as they were, and no other: r1 once counted as constant beside r0.
; RUN: llc -mtriple=swiftdsp -print-after=finalize-isel %s -o /dev/null 2>&1 | FileCheck --check-prefix=MASK %s
; MASK: CALL @g, <regmask $r0 $r21 $r22 $r23 $r24 $r25 $r26 $r27 $r28 $r29 $r31 $r22_r23 $r24_r25 $r26_r27 $r28_r29>
