; Vectors of bool, and vectors as floats, are selected for each register class (patches 0034 to 0036, 0042). LLVM 19 stops: "cannot select",
; "unable to allocate function argument", or a crash.
;
; RUN: llc -mtriple=hexagon -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=hexagon -O0 -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=hexagon -mattr=+hvxv66,+hvx-length128b -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,HVX
; RUN: llc -mtriple=hexagon -mattr=+hvxv66,+hvx-length64b -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,HVX

; CHECK-LABEL: arguments:
; CHECK: {{jumpr r31|dealloc_return}}
define i1 @arguments(<4 x i1> %a, <3 x i1> %b, <2 x i1> %c, <8 x i1> %d, <16 x i1> %e, <8 x i1> %f) {
  %x = extractelement <3 x i1> %b, i32 1
  %y = extractelement <8 x i1> %f, i32 6
  %z = xor i1 %x, %y
  ret i1 %z
}

; CHECK-LABEL: result:
; CHECK: call arguments_of_result
declare <8 x i1> @arguments_of_result(<8 x i1>)
define <8 x i1> @result(<8 x i8> %a, <8 x i8> %b) {
  %c = icmp sgt <8 x i8> %a, %b
  %d = call <8 x i1> @arguments_of_result(<8 x i1> %c)
  %e = and <8 x i1> %c, %d
  ret <8 x i1> %e
}

; CHECK-LABEL: choices:
; HVX: vmux
define void @choices(ptr %p, ptr %q, ptr %r, ptr %o, i1 %k) {
  %a = load <32 x i32>, ptr %p
  %b = load <32 x i32>, ptr %q
  %d = load <32 x i32>, ptr %r
  %c1 = icmp slt <32 x i32> %a, %b
  %c2 = icmp ugt <32 x i32> %a, %d
  %c3 = icmp eq <32 x i32> %b, %d
  %s = select <32 x i1> %c1, <32 x i1> %c2, <32 x i1> %c3
  %t = select i1 %k, <32 x i1> %s, <32 x i1> %c1
  %v = select <32 x i1> %t, <32 x i32> %a, <32 x i32> %d
  store <32 x i32> %v, ptr %o
  ret void
}

; CHECK-LABEL: memory:
; CHECK: mem{{[dwhb]}}({{.*}}) ={{.*}} r
define void @memory(ptr %p, ptr %q, ptr %o, ptr %u) {
  %a = load <64 x i16>, ptr %p
  %b = load <64 x i16>, ptr %q
  %c = icmp slt <64 x i16> %a, %b
  %l = load <64 x i1>, ptr %u
  %x = xor <64 x i1> %c, %l
  store <64 x i1> %x, ptr %o
  ret void
}

; CHECK-LABEL: all_bytes:
; HVX: vcmp.gt
define void @all_bytes(ptr %p, ptr %q, ptr %o) {
  %a = load <128 x i8>, ptr %p
  %b = load <128 x i8>, ptr %q
  %c = icmp slt <128 x i8> %a, %b
  %l = load <128 x i1>, ptr %o
  %x = or <128 x i1> %c, %l
  store <128 x i1> %x, ptr %o
  ret void
}

; CHECK-LABEL: truncated:
; CHECK: {{jumpr r31|dealloc_return}}
define i64 @truncated(ptr %q) {
  %a = load <64 x i8>, ptr %q
  %t = trunc <64 x i8> %a to <64 x i1>
  %b = bitcast <64 x i1> %t to i64
  ret i64 %b
}

; CHECK-LABEL: as_double:
; CHECK: adddf3
define double @as_double(<4 x i16> %x) {
  %y = bitcast <4 x i16> %x to double
  %z = fadd double %y, 1.0
  ret double %z
}

; CHECK-LABEL: from_double:
; CHECK: vaddw
define <2 x i32> @from_double(double %x, <2 x i32> %y) {
  %z = bitcast double %x to <2 x i32>
  %s = add <2 x i32> %y, %z
  ret <2 x i32> %s
}

; CHECK-LABEL: as_float:
; CHECK: sfadd
define float @as_float(<4 x i8> %x) {
  %y = bitcast <4 x i8> %x to float
  %z = fadd float %y, 1.0
  ret float %z
}

; CHECK-LABEL: low_bits_of_bytes:
; CHECK: vcmph.eq
define <4 x i16> @low_bits_of_bytes(<4 x i8> %a, <4 x i16> %x, <4 x i16> %y) {
  %c = trunc <4 x i8> %a to <4 x i1>
  %s = select <4 x i1> %c, <4 x i16> %x, <4 x i16> %y
  ret <4 x i16> %s
}

; CHECK-LABEL: low_bits_of_halves:
; CHECK: vcmpw.eq
define <2 x i32> @low_bits_of_halves(<2 x i16> %a, <2 x i32> %x, <2 x i32> %y) {
  %c = trunc <2 x i16> %a to <2 x i1>
  %s = select <2 x i1> %c, <2 x i32> %x, <2 x i32> %y
  ret <2 x i32> %s
}
