; HVX floats (v68 and later): a choice between what was compared is no vmax or vmin, fmaxnum and fminnum take the number where one operand
; is NaN, and comparisons know NaN and both zeros (patch 0019). No emulator runs these instructions: the code is looked at.
;
; RUN: llc -march=hexagon -mattr=+hvxv69,+hvx-length128b,+hvx-qfloat %s -o - | FileCheck %s
; RUN: llc -march=hexagon -mattr=+hvxv69,+hvx-length128b,+hvx-ieee-fp %s -o - | FileCheck %s
;
; All conditions, alone and joined with another one: the code is computed.
; RUN: %python %S/Inputs/vector_conditions.py %t.qfloat -mattr=+hvxv69,+hvx-length128b,+hvx-qfloat
; RUN: %python %S/Inputs/vector_conditions.py %t.ieee -mattr=+hvxv69,+hvx-length128b,+hvx-ieee-fp

; CHECK-LABEL: greater:
; CHECK-NOT: vmax
; CHECK-NOT: vfmax
; CHECK: q[[Q:[0-3]]] = vcmp.gt(v0.sf,v1.sf)
; CHECK: v0 = vmux(q[[Q]],v0,v1)
define <32 x float> @greater(<32 x float> %x, <32 x float> %y) {
  %c = fcmp ogt <32 x float> %x, %y
  %r = select <32 x i1> %c, <32 x float> %x, <32 x float> %y
  ret <32 x float> %r
}

; CHECK-LABEL: less_half:
; CHECK-NOT: vmin
; CHECK-NOT: vfmin
; CHECK: q[[Q:[0-3]]] = vcmp.gt(v1.hf,v0.hf)
; CHECK: v0 = vmux(q[[Q]],v0,v1)
define <64 x half> @less_half(<64 x half> %x, <64 x half> %y) {
  %c = fcmp olt <64 x half> %x, %y
  %r = select <64 x i1> %c, <64 x half> %x, <64 x half> %y
  ret <64 x half> %r
}

; CHECK-LABEL: greater_number:
; CHECK: {{vmax|vfmax}}(v{{[01]}}.sf,v{{[01]}}.sf)
; CHECK-NOT: vmux
; CHECK: jumpr r31
define <32 x float> @greater_number(<32 x float> %x, <32 x float> %y) {
  %c = fcmp nnan nsz ogt <32 x float> %x, %y
  %r = select nnan nsz <32 x i1> %c, <32 x float> %x, <32 x float> %y
  ret <32 x float> %r
}

; NaN's bits without the sign are above those of infinity.
; CHECK-LABEL: maximum:
; CHECK-DAG: r[[MASK:[0-9]+]] = {{##2147483647|clrbit}}
; CHECK-DAG: r[[INFINITY:[0-9]+]] = ##2139095040
; CHECK-DAG: {{vmax|vfmax}}(v0.sf,v1.sf)
; CHECK-DAG: vcmp.gt(v{{[0-9]+}}.w,v{{[0-9]+}}.w)
; CHECK-DAG: vmux(q{{[0-3]}},v1,
; CHECK-DAG: v0 = vmux(q{{[0-3]}},v0,
define <32 x float> @maximum(<32 x float> %x, <32 x float> %y) {
  %r = call <32 x float> @llvm.maxnum.v32f32(<32 x float> %x, <32 x float> %y)
  ret <32 x float> %r
}

; CHECK-LABEL: minimum_half:
; CHECK-DAG: vsplat(r{{[0-9]+}})
; CHECK-DAG: {{vmin|vfmin}}(v0.hf,v1.hf)
; CHECK-DAG: vcmp.gt(v{{[0-9]+}}.h,v{{[0-9]+}}.h)
; CHECK-DAG: v0 = vmux(q{{[0-3]}},v0,
define <64 x half> @minimum_half(<64 x half> %x, <64 x half> %y) {
  %r = call <64 x half> @llvm.minnum.v64f16(<64 x half> %x, <64 x half> %y)
  ret <64 x half> %r
}

; CHECK-LABEL: maximum_number:
; CHECK-NOT: vcmp
; CHECK: {{vmax|vfmax}}(v{{[01]}}.sf,v{{[01]}}.sf)
; CHECK-NOT: vmux
; CHECK: jumpr r31
define <32 x float> @maximum_number(<32 x float> %x, <32 x float> %y) {
  %r = call nnan <32 x float> @llvm.maxnum.v32f32(<32 x float> %x, <32 x float> %y)
  ret <32 x float> %r
}

; Neither is greater, and neither is NaN.
; CHECK-LABEL: equal:
; CHECK-NOT: vcmp.eq
; CHECK-DAG: vcmp.gt(v0.sf,v1.sf)
; CHECK-DAG: {{vcmp.gt\(v1.sf,v0.sf\)}}
; CHECK-DAG: vcmp.gt(v{{[0-9]+}}.w,v{{[0-9]+}}.w)
; CHECK: not(q
; CHECK-NOT: vcmp.eq
; CHECK: jumpr r31
define <32 x float> @equal(<32 x float> %x, <32 x float> %y, <32 x float> %a, <32 x float> %b) {
  %c = fcmp oeq <32 x float> %x, %y
  %r = select <32 x i1> %c, <32 x float> %a, <32 x float> %b
  ret <32 x float> %r
}

; CHECK-LABEL: equal_or_unordered:
; CHECK-NOT: vcmp.eq
; CHECK-NOT: .w,
; CHECK-DAG: vcmp.gt(v0.sf,v1.sf)
; CHECK-DAG: vcmp.gt(v1.sf,v0.sf)
; CHECK: jumpr r31
define <32 x float> @equal_or_unordered(<32 x float> %x, <32 x float> %y, <32 x float> %a, <32 x float> %b) {
  %c = fcmp ueq <32 x float> %x, %y
  %r = select <32 x i1> %c, <32 x float> %a, <32 x float> %b
  ret <32 x float> %r
}

; Not: y is greater, or either is NaN.
; CHECK-LABEL: greater_or_equal:
; CHECK-DAG: vcmp.gt(v1.sf,v0.sf)
; CHECK-DAG: vcmp.gt(v{{[0-9]+}}.w,v{{[0-9]+}}.w)
; CHECK: vmux(q{{[0-3]}},v3,v2)
define <32 x float> @greater_or_equal(<32 x float> %x, <32 x float> %y, <32 x float> %a, <32 x float> %b) {
  %c = fcmp oge <32 x float> %x, %y
  %r = select <32 x i1> %c, <32 x float> %a, <32 x float> %b
  ret <32 x float> %r
}

; CHECK-LABEL: unordered:
; CHECK: vcmp.gt(v{{[0-9]+}}.h,v{{[0-9]+}}.h)
; CHECK: vcmp.gt(v{{[0-9]+}}.h,v{{[0-9]+}}.h)
; CHECK: jumpr r31
define <64 x half> @unordered(<64 x half> %x, <64 x half> %y, <64 x half> %a, <64 x half> %b) {
  %c = fcmp uno <64 x half> %x, %y
  %r = select <64 x i1> %c, <64 x half> %a, <64 x half> %b
  ret <64 x half> %r
}

declare <32 x float> @llvm.maxnum.v32f32(<32 x float>, <32 x float>)
declare <64 x half> @llvm.minnum.v64f16(<64 x half>, <64 x half>)
