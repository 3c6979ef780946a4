; 65 or 129 halves are loaded as a vector and a half, for cores that have HVX floats (patch 0120). LLVM 19 and 22 stop.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv73 -mattr=+hvxv73,+hvx-length128b -O0 %s -o /dev/null
; CHECK-LABEL: sum:
; The last half of each.
; CHECK-DAG: memuh(r0+#128)
; CHECK-DAG: memuh(r1+#128)
; CHECK: vadd(v{{[0-9]+}}.hf,v{{[0-9]+}}.hf)
; CHECK: memh(r1+#128) =
; CHECK: .size sum
define void @sum(ptr %p, ptr %q) {
  %a = load <65 x half>, ptr %p, align 128
  %b = load <65 x half>, ptr %q, align 128
  %r = fadd <65 x half> %a, %b
  store <65 x half> %r, ptr %q, align 128
  ret void
}
; CHECK-LABEL: integers:
define void @integers(ptr %p, ptr %q) {
  %a = load <129 x half>, ptr %p, align 128
  %r = fptosi <129 x half> %a to <129 x i16>
  store <129 x i16> %r, ptr %q, align 128
  ret void
}
