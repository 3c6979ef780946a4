; Comparisons of four bytes or two halves are widened behind the legalization of types. Of a vector with one value in all of its lanes, or in one
; of them, LLVM 19 extended the value: a number of 16 bits, which no register has (patch 0082).
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b %s -o - | FileCheck %s

; CHECK-LABEL: one_half:
; CHECK: vcmpw.gt
define <2 x i16> @one_half(i32 %x) {
  %half = trunc i32 %x to i16
  %v = insertelement <2 x i16> poison, i16 %half, i64 0
  %greater = icmp sgt <2 x i16> %v, <i16 -2, i16 -2>
  %mask = sext <2 x i1> %greater to <2 x i16>
  ret <2 x i16> %mask
}

; CHECK-LABEL: both_halves:
; CHECK: jumpr r31
define <2 x i16> @both_halves(i32 %x, <2 x i16> %w) {
  %half = trunc i32 %x to i16
  %one = insertelement <2 x i16> poison, i16 %half, i64 0
  %v = shufflevector <2 x i16> %one, <2 x i16> poison, <2 x i32> zeroinitializer
  %less = icmp ult <2 x i16> %v, %w
  %mask = sext <2 x i1> %less to <2 x i16>
  ret <2 x i16> %mask
}

; CHECK-LABEL: bytes:
; CHECK: jumpr r31
define <4 x i8> @bytes(i32 %x, <4 x i8> %w) {
  %byte = trunc i32 %x to i8
  %one = insertelement <4 x i8> poison, i8 %byte, i64 0
  %v = shufflevector <4 x i8> %one, <4 x i8> poison, <4 x i32> zeroinitializer
  %equal = icmp eq <4 x i8> %v, %w
  %mask = sext <4 x i1> %equal to <4 x i8>
  ret <4 x i8> %mask
}
