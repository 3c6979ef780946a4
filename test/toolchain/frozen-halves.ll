; Halves that are frozen are computed as floats, as all halves are (patch 0075; LLVM 19 stops: "Do not know how to promote this operator's result").
;
; RUN: llc -mtriple=hexagon %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -O0 -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b %s -o - | FileCheck %s
; CHECK-LABEL: one:
; CHECK: sfadd
; CHECK-LABEL: four:
; CHECK-COUNT-4: {{memh\(r[0-9]+\+#[0246]\) = r}}
define half @one(half %x, half %y) {
  %f = freeze half %x
  %s = fadd half %f, %y
  ret half %s
}
define void @four(ptr %p) {
  %x = load <4 x half>, ptr %p, align 8
  %f = freeze <4 x half> %x
  store <4 x half> %f, ptr %p, align 8
  ret void
}
