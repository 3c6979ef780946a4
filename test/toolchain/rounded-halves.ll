; Operations of halves round to a half, each of them: in a chain, of vectors, and what a function returns (patch 0093). LLVM 19 computes floats
; and rounds where the value is stored. _Float16 is a type of v68 and later; no emulator here runs all of v68, so the IR is compiled for v66.
;
; DEFINE: %{main} = %S/Inputs/rounded-halves.c
; DEFINE: %{runs} = %hexagon-ld %t.o %t.main.o %runtime -o %t && qemu-hexagon %t
; RUN: %hexagon-cc -O1 -c %{main} -o %t.main.o
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -hexagon-small-data-threshold=0 -O0 -filetype=obj %s -o %t.o && %{runs}
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -hexagon-small-data-threshold=0 -filetype=obj %s -o %t.o && %{runs}
; RUN: clang --target=swiftdsp -O1 -w %s %{main} -o %t.swift && swiftdsp-sim %t.swift
;
; The same for v68: three arguments, which are floats, and two sums become halves.
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat %s -o - | FileCheck %s
; CHECK-LABEL: sum:
; CHECK-COUNT-5: call __truncsfhf2
; CHECK-LABEL: of_result:

define half @sum(half %a, half %b, half %c) noinline {
  %s = fadd half %a, %b
  %r = fadd half %s, %c
  ret half %r
}
define i32 @of_result(i16 %a, i16 %b) {
  %x = bitcast i16 %a to half
  %y = bitcast i16 %b to half
  %p = call half @product(half %x, half %y)
  %f = fpext half %p to float
  %r = bitcast float %f to i32
  ret i32 %r
}
define half @product(half %a, half %b) noinline {
  %r = fmul half %a, %b
  ret half %r
}
define i16 @three(i16 %a, i16 %b, i16 %c) {
  %x = bitcast i16 %a to half
  %y = bitcast i16 %b to half
  %z = bitcast i16 %c to half
  %s = call half @sum(half %x, half %y, half %z)
  %r = bitcast half %s to i16
  ret i16 %r
}
define void @vector(ptr %p) {
  %x = load <4 x half>, ptr %p, align 8
  %m = fmul <4 x half> %x, %x
  %d = fsub <4 x half> %m, <half 1.0, half 1.0, half 1.0, half 1.0>
  store <4 x half> %d, ptr %p, align 8
  ret void
}
define i16 @added(ptr %p, i16 %a) {
  %x = load <4 x half>, ptr %p, align 8
  %start = bitcast i16 %a to half
  %s = call half @llvm.vector.reduce.fadd.v4f16(half %start, <4 x half> %x)
  %r = bitcast half %s to i16
  ret i16 %r
}
