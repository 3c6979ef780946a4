; LANES lanes: see predicated-vectors.c.

define void @merge(ptr %out, ptr %a, ptr %b, ptr %mask, i32 %length) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %x = load <LANES x i32>, ptr %a, align 4
  %y = load <LANES x i32>, ptr %b, align 4
  %r = call <LANES x i32> @llvm.vp.merge.vLANESi32(<LANES x i1> %m, <LANES x i32> %x, <LANES x i32> %y, i32 %length)
  store <LANES x i32> %r, ptr %out, align 4
  ret void
}

define void @choose(ptr %out, ptr %a, ptr %b, ptr %mask, i32 %length) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %x = load <LANES x i32>, ptr %a, align 4
  %y = load <LANES x i32>, ptr %b, align 4
  %s = call <LANES x i32> @llvm.vp.select.vLANESi32(<LANES x i1> %m, <LANES x i32> %x, <LANES x i32> %y, i32 %length)
  %r = call <LANES x i32> @llvm.vp.fshl.vLANESi32(<LANES x i32> %s, <LANES x i32> %y, <LANES x i32> splat (i32 5), <LANES x i1> %m, i32 %length)
  store <LANES x i32> %r, ptr %out, align 4
  ret void
}

define void @signs(ptr %out, ptr %a, ptr %b, ptr %mask, i32 %length) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %x = load <LANES x float>, ptr %a, align 4
  %y = load <LANES x float>, ptr %b, align 4
  %r = call <LANES x float> @llvm.vp.copysign.vLANESf32(<LANES x float> %x, <LANES x float> %y, <LANES x i1> %m, i32 %length)
  store <LANES x float> %r, ptr %out, align 4
  ret void
}

define void @compress_bytes(ptr %out, ptr %a, ptr %b, ptr %mask) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %x = load <LANES x i8>, ptr %a, align 1
  %y = load <LANES x i8>, ptr %b, align 1
  %r = call <LANES x i8> @llvm.experimental.vector.compress.vLANESi8(<LANES x i8> %x, <LANES x i1> %m, <LANES x i8> %y)
  store <LANES x i8> %r, ptr %out, align 1
  ret void
}

define void @compress_floats(ptr %out, ptr %a, ptr %b, ptr %mask) {
  %m8 = load <LANES x i8>, ptr %mask, align 1
  %m = trunc <LANES x i8> %m8 to <LANES x i1>
  %x = load <LANES x float>, ptr %a, align 4
  %y = load <LANES x float>, ptr %b, align 4
  %r = call <LANES x float> @llvm.experimental.vector.compress.vLANESf32(<LANES x float> %x, <LANES x i1> %m, <LANES x float> %y)
  store <LANES x float> %r, ptr %out, align 4
  ret void
}
