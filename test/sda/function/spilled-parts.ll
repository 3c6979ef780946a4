; The parts of a spilled pair of vectors are each said to access the pair's whole slot. The validator does not hold stores of two
; parts, which the packetizer may exchange, for stores to the same place: it called good packets wrong.
;
; RUN: llc -mtriple=hexagon -mcpu=hexagonv66 -mattr=+hvxv66,+hvx-length128b -O2 -sda-pack -sda-verify %s -o - | FileCheck %s
; CHECK-LABEL: convolution:
; CHECK: jump .LBB0_1

define fastcc void @convolution(ptr noalias nocapture noundef writeonly %0, ptr noalias nocapture noundef %1) #0 {
  %3 = load i64, ptr getelementptr inbounds (i8, ptr null, i32 138608), align 16
  %4 = load i64, ptr null, align 8
  %5 = trunc i64 %3 to i32
  %6 = trunc i64 %4 to i32
  %7 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139136), align 128
  %8 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139264), align 128
  %9 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139392), align 128
  %10 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139520), align 128
  %11 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139648), align 128
  %12 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139776), align 128
  %13 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 139904), align 128
  %14 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140032), align 128
  %15 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140160), align 128
  %16 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140288), align 128
  %17 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140416), align 128
  %18 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140544), align 128
  %19 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140672), align 128
  %20 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140800), align 128
  %21 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 140928), align 128
  %22 = load <32 x i32>, ptr getelementptr inbounds (i8, ptr null, i32 141056), align 128
  %23 = getelementptr inbounds i8, ptr %1, i32 2304
  %24 = load <32 x i32>, ptr %23, align 128
  %25 = getelementptr inbounds i8, ptr %1, i32 2816
  %26 = load <32 x i32>, ptr %25, align 128
  %27 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %26, <32 x i32> zeroinitializer, i32 4)
  %28 = tail call <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32> %27)
  %29 = load <32 x i32>, ptr null, align 128
  %30 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer, i32 0)
  %31 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> %30)
  br label %32

32:
  %33 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> zeroinitializer)
  %34 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> zeroinitializer)
  %35 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %34, <32 x i32> %33, i32 0)
  %36 = tail call <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32> %35)
  %37 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer, i32 0)
  %38 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> zeroinitializer, <32 x i32> %36, i32 0)
  %39 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %37, <32 x i32> zeroinitializer, i32 0)
  %40 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %38, <32 x i32> zeroinitializer, i32 0)
  %41 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %39, <32 x i32> zeroinitializer, i32 0)
  %42 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %40, <32 x i32> zeroinitializer, i32 %5)
  %43 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %40, <32 x i32> zeroinitializer, i32 0)
  %44 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %37, <32 x i32> zeroinitializer, i32 %6)
  %45 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer, i32 1)
  %46 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %39, <32 x i32> zeroinitializer, i32 1)
  %47 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %41, <32 x i32> zeroinitializer, i32 1)
  %48 = tail call <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32> %41, <32 x i32> zeroinitializer, i32 0)
  %49 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> %44, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>)
  %50 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>, <32 x i32> %44)
  %51 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %50, <32 x i32> %17, <32 x i32> %16)
  %52 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %49, <32 x i32> %51)
  %53 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %52, <32 x i32> zeroinitializer, <32 x i32> zeroinitializer)
  %54 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer)
  %55 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> %10, <32 x i32> zeroinitializer)
  %56 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %55, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>)
  %57 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %54, <32 x i32> %56)
  %58 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %57, <32 x i32> %42, <32 x i32> %7)
  %59 = tail call <32 x i32> @llvm.hexagon.V6.vasrwhrndsat.128B(<32 x i32> %53, <32 x i32> %58, i32 1)
  %60 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> zeroinitializer, <32 x i32> %11)
  %61 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> %14, <32 x i32> zeroinitializer)
  %62 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %61, <32 x i32> %13, <32 x i32> %12)
  %63 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %60, <32 x i32> %62)
  %64 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %63, <32 x i32> %43, <32 x i32> %11)
  %65 = tail call <32 x i32> @llvm.hexagon.V6.vasrwhrndsat.128B(<32 x i32> zeroinitializer, <32 x i32> %64, i32 0)
  %66 = tail call <32 x i32> @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %65, <32 x i32> %59, i32 1)
  %67 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> zeroinitializer, <32 x i32> %15)
  %68 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> %18, <32 x i32> %47)
  %69 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %68, <32 x i32> %17, <32 x i32> %16)
  %70 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %67, <32 x i32> %69)
  %71 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %70, <32 x i32> %47, <32 x i32> zeroinitializer)
  %72 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> zeroinitializer, <32 x i32> zeroinitializer)
  %73 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> %10, <32 x i32> %45)
  %74 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %73, <32 x i32> %9, <32 x i32> %8)
  %75 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %72, <32 x i32> %74)
  %76 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %75, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>, <32 x i32> %7)
  %77 = tail call <32 x i32> @llvm.hexagon.V6.vasrwhrndsat.128B(<32 x i32> %71, <32 x i32> %76, i32 0)
  %78 = tail call <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32> %48, <32 x i32> %19)
  %79 = tail call <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32> %22, <32 x i32> <i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1, i32 1>)
  %80 = tail call <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1> %79, <32 x i32> %21, <32 x i32> %20)
  %81 = tail call <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32> %78, <32 x i32> %80)
  %82 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> %81, <32 x i32> %48, <32 x i32> %19)
  %83 = tail call <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32> zeroinitializer, <32 x i32> %46, <32 x i32> zeroinitializer)
  %84 = tail call <32 x i32> @llvm.hexagon.V6.vasrwhrndsat.128B(<32 x i32> %82, <32 x i32> %83, i32 0)
  %85 = tail call <32 x i32> @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32> %84, <32 x i32> %77, i32 0)
  %86 = getelementptr inbounds i8, ptr %0, i32 128
  %87 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %24, <32 x i32> %66, i32 0)
  %88 = tail call <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32> %87)
  %89 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %28, <32 x i32> %88, i32 0)
  %90 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> %89)
  %91 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> zeroinitializer, <32 x i32> %90, i32 0)
  %92 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> %91)
  store <32 x i32> %92, ptr %86, align 128
  %93 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %29, <32 x i32> %85, i32 0)
  %94 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> %93)
  %95 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> %31, <32 x i32> %94, i32 0)
  %96 = tail call <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32> %95)
  %97 = tail call <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32> zeroinitializer, <32 x i32> %96, i32 0)
  %98 = tail call <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32> %97)
  store <32 x i32> %98, ptr %0, align 128
  br label %32
}

declare <32 x i32> @llvm.hexagon.V6.vaddw.128B(<32 x i32>, <32 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.lo.128B(<64 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.hi.128B(<64 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.vrmpybus.acc.128B(<32 x i32>, <32 x i32>, i32) #1

declare <128 x i1> @llvm.hexagon.V6.vgtw.128B(<32 x i32>, <32 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.vmux.128B(<128 x i1>, <32 x i32>, <32 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B(<32 x i32>, <32 x i32>, <32 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.vmpyewuh.128B(<32 x i32>, <32 x i32>) #1

declare <32 x i32> @llvm.hexagon.V6.vasrhbrndsat.128B(<32 x i32>, <32 x i32>, i32) #1

declare <32 x i32> @llvm.hexagon.V6.vasrwhrndsat.128B(<32 x i32>, <32 x i32>, i32) #1

declare <64 x i32> @llvm.hexagon.V6.vshuffvdd.128B(<32 x i32>, <32 x i32>, i32) #1

; uselistorder directives
uselistorder ptr null, { 0, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2 }
uselistorder ptr @llvm.hexagon.V6.vaddw.128B, { 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.lo.128B, { 6, 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.hi.128B, { 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vrmpybus.acc.128B, { 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vgtw.128B, { 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vmux.128B, { 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vmpyowh.rnd.sacc.128B, { 6, 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vmpyewuh.128B, { 5, 4, 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vasrhbrndsat.128B, { 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vasrwhrndsat.128B, { 3, 2, 1, 0 }
uselistorder ptr @llvm.hexagon.V6.vshuffvdd.128B, { 8, 7, 6, 5, 4, 3, 2, 1, 0 }

attributes #0 = { nofree noinline norecurse nosync nounwind memory(argmem: readwrite) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="hexagonv66" "target-features"="+hvx-length128b,+hvxv66,+v66,-long-calls" }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(none) }
