; An undefined operand that is written out keeps its place among the others, by which the validator knows what an instruction computes.
;
; RUN: llc -mtriple=hexagon -sda-pack -sda-verify %s -o - | FileCheck %s
; CHECK: r0 = add(r{{[0-9]+}},r{{[0-9]+}})
define i32 @sum(ptr %p, i32 %x) {
  %a = load i32, ptr %p
  %b = mul i32 %a, %x
  store i32 %b, ptr %p
  %c = getelementptr i8, ptr poison, i32 4
  %d = freeze ptr %c
  %e = ptrtoint ptr %d to i32
  %f = add i32 %e, %b
  ret i32 %f
}
