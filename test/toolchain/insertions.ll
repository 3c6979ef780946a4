; The search for bitfield insertions stops at a limit; registers of the blocks that it was in are not taken in blocks that they do not dominate
; (patch 0074; LLVM 19 crashes, or the verifier complains).
;
; RUN: llc -mtriple=hexagon -insert-max-ifmap=0 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -insert-max-ifmap=1 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -insert-max-ifmap=2 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -insert-max-ifmap=3 -verify-machineinstrs %s -o - | FileCheck %s
; RUN: llc -mtriple=hexagon -verify-machineinstrs %s -o - | FileCheck %s
; CHECK-LABEL: sides:
; CHECK: insert({{r[0-9]+}},#8,#8)
; CHECK: jumpr r31

define i32 @sides(i32 %a, i32 %b, i32 %c, i1 %which, ptr %p) {
entry:
  %x = call i32 @llvm.hexagon.A2.andir(i32 %a, i32 -16776961)
  %b0 = call i32 @llvm.hexagon.A2.zxtb(i32 %b)
  %c0 = call i32 @llvm.hexagon.A2.zxtb(i32 %c)
  %b1 = call i32 @llvm.hexagon.S2.asl.i.r(i32 %b0, i32 8)
  %y = call i32 @llvm.hexagon.S2.asl.i.r.or(i32 %b1, i32 %c0, i32 16)
  br i1 %which, label %one, label %other
one:
  %t = call i32 @llvm.hexagon.S2.insert(i32 %a, i32 %b, i32 8, i32 8)
  %v = call i32 @llvm.hexagon.S2.insert(i32 %t, i32 %c, i32 8, i32 16)
  store i32 %t, ptr %p
  ret i32 %v
other:
  %u = call i32 @llvm.hexagon.A2.or(i32 %x, i32 %y)
  store i32 %u, ptr %p
  ret i32 %u
}
declare i32 @llvm.hexagon.A2.andir(i32, i32)
declare i32 @llvm.hexagon.A2.zxtb(i32)
declare i32 @llvm.hexagon.A2.or(i32, i32)
declare i32 @llvm.hexagon.S2.asl.i.r(i32, i32)
declare i32 @llvm.hexagon.S2.asl.i.r.or(i32, i32, i32)
declare i32 @llvm.hexagon.S2.insert(i32, i32, i32, i32)
