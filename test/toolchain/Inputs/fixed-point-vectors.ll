; See fixed-point-vectors.c.

define void @product(ptr %out, ptr %a, ptr %b) {
  %x = load <8 x i16>, ptr %a, align 2
  %y = load <8 x i16>, ptr %b, align 2
  %r = call <8 x i16> @llvm.smul.fix.v8i16(<8 x i16> %x, <8 x i16> %y, i32 3)
  store <8 x i16> %r, ptr %out, align 2
  ret void
}
define void @unsigned_product(ptr %out, ptr %a, ptr %b) {
  %x = load <8 x i16>, ptr %a, align 2
  %y = load <8 x i16>, ptr %b, align 2
  %r = call <8 x i16> @llvm.umul.fix.v8i16(<8 x i16> %x, <8 x i16> %y, i32 3)
  store <8 x i16> %r, ptr %out, align 2
  ret void
}
define void @quotient(ptr %out, ptr %a, ptr %b) {
  %x = load <8 x i16>, ptr %a, align 2
  %y = load <8 x i16>, ptr %b, align 2
  %r = call <8 x i16> @llvm.sdiv.fix.v8i16(<8 x i16> %x, <8 x i16> %y, i32 3)
  store <8 x i16> %r, ptr %out, align 2
  ret void
}
define void @unsigned_quotient(ptr %out, ptr %a, ptr %b) {
  %x = load <8 x i16>, ptr %a, align 2
  %y = load <8 x i16>, ptr %b, align 2
  %r = call <8 x i16> @llvm.udiv.fix.v8i16(<8 x i16> %x, <8 x i16> %y, i32 3)
  store <8 x i16> %r, ptr %out, align 2
  ret void
}
; Widened.
define void @three_quotients(ptr %out, ptr %a, ptr %b) {
  %x = load <3 x i16>, ptr %a, align 2
  %y = load <3 x i16>, ptr %b, align 2
  %r = call <3 x i16> @llvm.sdiv.fix.sat.v3i16(<3 x i16> %x, <3 x i16> %y, i32 3)
  store <3 x i16> %r, ptr %out, align 2
  ret void
}
