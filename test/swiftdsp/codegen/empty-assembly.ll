; Inline assembly without text keeps its place in the compiler's order of instructions and ends no packet; with memory, it does.
;
; RUN: llc -mtriple=swiftdsp -O2 -asm-verbose=false -verify-machineinstrs -sda-verify %s -o - | FileCheck %s
; RUN: llc -mtriple=swiftdsp -O2 -asm-verbose=false -verify-machineinstrs -sda-pack=off %s -o - | FileCheck %s

; CHECK-LABEL: order:
; CHECK-NOT: APP
; CHECK: { vaddw vr0, vr0, vr2 ; vaddw vr1, vr1, vr2 ; jr r31 }
define { <4 x i32>, <4 x i32> } @order(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c) {
  %x = add <4 x i32> %a, %c
  %y = call <4 x i32> asm sideeffect "", "=v,0"(<4 x i32> %b)
  %z = add <4 x i32> %y, %c
  %r = insertvalue { <4 x i32>, <4 x i32> } poison, <4 x i32> %x, 0
  %s = insertvalue { <4 x i32>, <4 x i32> } %r, <4 x i32> %z, 1
  ret { <4 x i32>, <4 x i32> } %s
}

; What nothing defines may be anything.
; CHECK-LABEL: any:
; CHECK-NOT: APP
; CHECK: vaddw vr0, vr0,
define <4 x i32> @any(<4 x i32> %a) {
  %y = call <4 x i32> asm sideeffect "", "=v"()
  %z = add <4 x i32> %a, %y
  ret <4 x i32> %z
}

; CHECK-LABEL: memory:
; CHECK: stw r0, 0(r3)
; CHECK: APP
; CHECK: stw r0, 0(r4)
define void @memory(ptr %p, ptr %q) {
  store i32 0, ptr %p
  call void asm sideeffect "", "~{memory}"()
  store i32 0, ptr %q
  ret void
}
