; A pair of vectors is extended from 31 bits, a type that no register has (patch 0028): LLVM 19 crashes.
;
; RUN: llc -mtriple=hexagon -mattr=+hvxv66,+hvx-length128b < %s | FileCheck %s

; CHECK-LABEL: pair:
; CHECK-COUNT-2: vasl(v{{[0-9]+}}.w
; CHECK-COUNT-2: vasr(v{{[0-9]+}}.w
define <64 x i32> @pair(<64 x i32> %x) {
  %up = shl <64 x i32> %x, splat (i32 1)
  %down = ashr <64 x i32> %up, splat (i32 1)
  ret <64 x i32> %down
}
