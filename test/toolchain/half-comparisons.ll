; Vectors of halves whose length is no power of two are compared in whole vectors, for cores that have HVX floats (patch 0103). LLVM 19
; stops: "Cannot select".
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat -O0 %s -o /dev/null
; CHECK-LABEL: six:
; CHECK: vcmp.gt(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
; CHECK: .size
define <6 x half> @six(<6 x half> %a, <6 x half> %b) {
  %c = fcmp ogt <6 x half> %a, %b
  %d = select <6 x i1> %c, <6 x half> %a, <6 x half> %b
  ret <6 x half> %d
}
; CHECK-LABEL: twenty:
; CHECK: vcmp.gt(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
; CHECK: .size
define <20 x i16> @twenty(<20 x half> %a, <20 x half> %b) {
  %c = fcmp ogt <20 x half> %a, %b
  %d = sext <20 x i1> %c to <20 x i16>
  ret <20 x i16> %d
}
