; Iterations of this loop take nine cycles and eleven in turn by some packings: values go from one iteration to the next and back. Both prices, by
; the graph and by the machine's model, are the mean; -sda-verify compares them.
;
; RUN: llc -sda-pack -sda-verify %s -o - | FileCheck %s
; CHECK: dfsub
; CHECK: dfadd
target triple = "hexagon-unknown-unknown-elf"

define void @f(ptr %p, i1 %last) #0 {
entry:
  br label %turn

turn:
  %old = phi <5 x double> [ %new, %turn ], [ zeroinitializer, %entry ]
  %less = fsub <5 x double> zeroinitializer, %old
  %new = fadd <5 x double> %less, splat (double 1.000000e+00)
  br i1 %last, label %end, label %turn

end:
  %lanes = shufflevector <5 x double> zeroinitializer, <5 x double> %old, <5 x i32> <i32 2, i32 7, i32 7, i32 1, i32 6>
  store <5 x double> %lanes, ptr %p, align 64
  ret void
}

attributes #0 = { "target-cpu"="hexagonv66" }
