; LANES bools, in memory as many bits: see masked-bools.c.

define void @load_bools(ptr %out, ptr %from, ptr %mask, ptr %other) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %o8 = load <LANES x i8>, ptr %other, align 1
  %o = trunc <LANES x i8> %o8 to <LANES x i1>
  %v = call <LANES x i1> @llvm.masked.load.vLANESi1.p0(ptr %from, i32 4, <LANES x i1> %m, <LANES x i1> %o)
  %r = zext <LANES x i1> %v to <LANES x i8>
  store <LANES x i8> %r, ptr %out, align 1
  ret void
}

define void @store_bools(ptr %to, ptr %value, ptr %mask) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %v8 = load <LANES x i8>, ptr %value, align 1
  %v = trunc <LANES x i8> %v8 to <LANES x i1>
  call void @llvm.masked.store.vLANESi1.p0(<LANES x i1> %v, ptr %to, i32 4, <LANES x i1> %m)
  ret void
}

; The first lane and the last one.
define void @store_two(ptr %to, ptr %value) {
  %v8 = load <LANES x i8>, ptr %value, align 1
  %v = trunc <LANES x i8> %v8 to <LANES x i1>
  %first = insertelement <LANES x i1> zeroinitializer, i1 true, i32 0
  %both = insertelement <LANES x i1> %first, i1 true, i32 LAST
  call void @llvm.masked.store.vLANESi1.p0(<LANES x i1> %v, ptr %to, i32 4, <LANES x i1> %both)
  ret void
}

declare <LANES x i1> @llvm.masked.load.vLANESi1.p0(ptr, i32, <LANES x i1>, <LANES x i1>)
declare void @llvm.masked.store.vLANESi1.p0(<LANES x i1>, ptr, i32, <LANES x i1>)
