; Floats and halves become bools by a comparison with 1 (patch 0113). With vectors of 64 bytes, HVX has no floats, and conversions go to scalars
; (patch 0118). LLVM 19 stops, or does not end.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b -O0 %s -o /dev/null
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length64b %s -o - | FileCheck --check-prefix=SCALARS %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b %s -o - | FileCheck --check-prefix=SCALARS %s

; -1 is true: -1 >= x, for the signed one.
; CHECK-LABEL: signed_floats:
; CHECK: ##-1082130432
; CHECK: vcmp.gt(v{{[0-9]+}}.sf,v{{[0-9]+}}.sf)
; SCALARS-LABEL: signed_floats:
; SCALARS: sfcmp.ge(
define <32 x i1> @signed_floats(<32 x float> %a) {
  %r = fptosi <32 x float> %a to <32 x i1>
  ret <32 x i1> %r
}
; CHECK-LABEL: unsigned_halves:
; CHECK: vcmp.gt(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
; SCALARS-LABEL: unsigned_halves:
; SCALARS: sfcmp.ge(
define <64 x i1> @unsigned_halves(<64 x half> %a) {
  %r = fptoui <64 x half> %a to <64 x i1>
  ret <64 x i1> %r
}
; CHECK-LABEL: bytes:
; SCALARS-LABEL: bytes:
define void @bytes(ptr %to, ptr %from) {
  %a = load <8 x float>, ptr %from
  %r = fptosi <8 x float> %a to <8 x i8>
  store <8 x i8> %r, ptr %to
  ret void
}
; CHECK-LABEL: doubles:
; CHECK: convert_df2w(
; SCALARS-LABEL: doubles:
; SCALARS: convert_df2w(
define void @doubles(ptr %to, ptr %from) {
  %a = load <5 x double>, ptr %from
  %c = fptoui <5 x double> %a to <5 x i1>
  %r = zext <5 x i1> %c to <5 x i8>
  store <5 x i8> %r, ptr %to
  ret void
}
