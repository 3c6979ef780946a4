; A packet that calls comes behind the directives of what it stores: who unwinds from the callee looks ahead of the return address.
; CHECK-LABEL: calls:
; CHECK: addi r30, r30, -16
; CHECK-NEXT: .cfi_def_cfa_offset 16
; CHECK-NEXT: .cfi_offset r31, -4
; CHECK-NEXT: .cfi_offset r21, -8
; CHECK-NEXT: {{.*}}stw r31, 12(r30) ; stw r21, 8(r30) ;{{.*}} call g
define i32 @calls(i32 %x) uwtable {
  call void @g()
  %y = add i32 %x, 1
  ret i32 %y
}

; Otherwise they follow all of the prologue's packets, whatever else these hold.
; CHECK-LABEL: computes:
; CHECK: addi r30, r30, -16
; CHECK-NEXT: .cfi_def_cfa_offset 16
; CHECK: stw r22, 8(r30)
; CHECK-NOT: call
; CHECK: .cfi_offset r31, -4
; CHECK-NEXT: .cfi_offset r22, -8
; CHECK-NEXT: .cfi_offset r21, -12
; CHECK: call h
define i32 @computes(i32 %x, i32 %y) uwtable {
  %a = mul i32 %x, %y
  %b = mul i32 %a, %a
  %c = mul i32 %b, %x
  %d = mul i32 %c, %y
  call void @h(i32 %d)
  %e = add i32 %x, %y
  ret i32 %e
}
declare void @g()
declare void @h(i32)
