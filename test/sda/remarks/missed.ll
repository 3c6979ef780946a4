; What was given up is said: -Rpass-missed.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack %s -o /dev/null -pass-remarks-missed=sda-pack 2>&1 | FileCheck %s
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -sda-pack %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
;
; CHECK: function left to the stock packetizer: it has vector gathers
; CHECK-NEXT: function left to the stock packetizer: it is not optimized
; SILENT-NOT: remark
;
; Two volatile stores: the stock packetizer puts them into one packet, which is no candidate.
; CHECK-NEXT: function of 2 cycles with loops weighed, more than 1 with the stock packets, not all of which are candidates
; CHECK-NEXT: 3 instructions in 2 cycles, more than stock 1 packets + 0 stalls = 1, which is no candidate

define void @gathers(ptr %to, i32 %base, <32 x i32> %offsets) {
  call void @llvm.hexagon.V6.vgathermw.128B(ptr %to, i32 %base, i32 1023, <32 x i32> %offsets)
  ret void
}

define i32 @plain(i32 %a) optnone noinline {
  ret i32 %a
}

define void @stores(ptr %to, i32 %value) {
  store volatile i32 %value, ptr %to
  %next = getelementptr i32, ptr %to, i32 1
  store volatile i32 %value, ptr %next
  ret void
}

declare void @llvm.hexagon.V6.vgathermw.128B(ptr, i32, i32, <32 x i32>)
