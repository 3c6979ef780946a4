; llvm.frexp of vectors that are widened is a call for each lane, with both results (patch 0114). LLVM 19 stops.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b %s -o - | FileCheck %s
; CHECK-LABEL: both:
; CHECK-COUNT-16: call frexpf
; CHECK-NOT: call frexpf
; CHECK: .size both
define void @both(ptr %fractions, ptr %exponents, ptr %from) {
  %a = load <16 x float>, ptr %from
  %r = call { <16 x float>, <16 x i32> } @llvm.frexp.v16f32.v16i32(<16 x float> %a)
  %x = extractvalue { <16 x float>, <16 x i32> } %r, 0
  %y = extractvalue { <16 x float>, <16 x i32> } %r, 1
  store <16 x float> %x, ptr %fractions
  store <16 x i32> %y, ptr %exponents
  ret void
}
