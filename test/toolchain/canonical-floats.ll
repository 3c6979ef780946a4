; Floats as they are, but for a quiet NaN; minimum and maximum that know NaN and the sign of zero; halves rounded to whole numbers (patches 0090
; and 0091). LLVM 19 stops: "Cannot select: fcanonicalize", "Do not know how to soften the result of this operator".
;
; DEFINE: %{main} = %S/Inputs/canonical-floats.c
; DEFINE: %{runs} = %hexagon-ld %t.o %t.main.o %runtime -o %t && qemu-hexagon %t
; RUN: %hexagon-cc -O1 -c %{main} -o %t.main.o
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -O0 -hexagon-small-data-threshold=0 -filetype=obj %s -o %t.o && %{runs}
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -hexagon-small-data-threshold=0 -filetype=obj %s -o %t.o && %{runs}
; RUN: clang --target=swiftdsp -O1 -w %s %{main} -o %t.swift && swiftdsp-sim %t.swift
;
; HVX floats: no lane is taken out of its vector for a canonical value, each of them for the roundings (upstream's emulators do not run these).
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-ieee-fp %s -o - | FileCheck %s
; CHECK-LABEL: words:
; CHECK-DAG: vcmp.gt
; CHECK-DAG: vor(
; CHECK-NOT: sfcmp
; CHECK-LABEL: halves:
; CHECK-DAG: vor(
; CHECK-NOT: call
; CHECK-LABEL: even:
; CHECK-COUNT-32: call roundevenf
; CHECK-NOT: call
; CHECK-LABEL: powers:
; CHECK-COUNT-32: call exp10f
; CHECK-NOT: call

define i32 @canonical_float(i32 %bits) {
  %x = bitcast i32 %bits to float
  %c = call float @llvm.canonicalize.f32(float %x)
  %r = bitcast float %c to i32
  ret i32 %r
}
define i64 @canonical_double(i64 %bits) {
  %x = bitcast i64 %bits to double
  %c = call double @llvm.canonicalize.f64(double %x)
  %r = bitcast double %c to i64
  ret i64 %r
}
define void @canonical_vector(ptr %p) {
  %x = load <4 x float>, ptr %p, align 16
  %c = call <4 x float> @llvm.canonicalize.v4f32(<4 x float> %x)
  store <4 x float> %c, ptr %p, align 16
  ret void
}
define i32 @minimum_float(i32 %a, i32 %b) {
  %x = bitcast i32 %a to float
  %y = bitcast i32 %b to float
  %c = call float @llvm.minimum.f32(float %x, float %y)
  %r = bitcast float %c to i32
  ret i32 %r
}
define i32 @maximum_float(i32 %a, i32 %b) {
  %x = bitcast i32 %a to float
  %y = bitcast i32 %b to float
  %c = call float @llvm.maximum.f32(float %x, float %y)
  %r = bitcast float %c to i32
  ret i32 %r
}
define i64 @minimum_double(i64 %a, i64 %b) {
  %x = bitcast i64 %a to double
  %y = bitcast i64 %b to double
  %c = call double @llvm.minimum.f64(double %x, double %y)
  %r = bitcast double %c to i64
  ret i64 %r
}
define i64 @maximum_double(i64 %a, i64 %b) {
  %x = bitcast i64 %a to double
  %y = bitcast i64 %b to double
  %c = call double @llvm.maximum.f64(double %x, double %y)
  %r = bitcast double %c to i64
  ret i64 %r
}
define i32 @rounded_half(i16 %bits) {
  %x = bitcast i16 %bits to half
  %r = call i32 @llvm.lround.i32.f16(half %x)
  ret i32 %r
}

define <32 x float> @words(<32 x float> %x) {
  %c = call <32 x float> @llvm.canonicalize.v32f32(<32 x float> %x)
  ret <32 x float> %c
}
define <128 x half> @halves(<128 x half> %x) {
  %c = call <128 x half> @llvm.canonicalize.v128f16(<128 x half> %x)
  ret <128 x half> %c
}
define <32 x float> @even(<32 x float> %x) {
  %c = call <32 x float> @llvm.roundeven.v32f32(<32 x float> %x)
  ret <32 x float> %c
}
define <32 x float> @powers(<32 x float> %x) {
  %c = call <32 x float> @llvm.exp10.v32f32(<32 x float> %x)
  ret <32 x float> %c
}
