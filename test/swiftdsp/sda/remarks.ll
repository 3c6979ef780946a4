; Remarks and pictures come from the core: of SwiftDSP's regions, too, with the names of its own classes.
;
; RUN: rm -rf %t && llc -mtriple=swiftdsp -pass-remarks-analysis=sda-pack -sda-dump-idg=%t %s -o /dev/null 2>&1 | FileCheck %s
; RUN: FileCheck %s --check-prefix=DOT < %t/dot.0.0.dot
;
; CHECK: remark: {{.*}}: 6 instructions: {{[0-9]+}} packets + {{[0-9]+}} stalls = {{[0-9]+}} cycles, stock {{.*}}, free 1
; DOT: digraph "dot.0.0"
; DOT: label="0: ldw r5, 0(r3)\norder
; DOT: label="free"

define i32 @dot(ptr %p, ptr %q) {
  %a = load i32, ptr %p
  %b = load i32, ptr %q
  %c = mul i32 %a, %b
  %d = add i32 %c, 7
  store i32 %d, ptr %p
  ret i32 %d
}
