; What C++ has no words for: see vector-parts.cpp.

define void @joined_bools(ptr %p, ptr %o) {
  %p0 = getelementptr i8, ptr %p, i32 0
  %v0 = load <8 x i8>, ptr %p0
  %p1 = getelementptr i8, ptr %p, i32 8
  %v1 = load <8 x i8>, ptr %p1
  %p2 = getelementptr i8, ptr %p, i32 16
  %v2 = load <8 x i8>, ptr %p2
  %p3 = getelementptr i8, ptr %p, i32 24
  %v3 = load <8 x i8>, ptr %p3
  %c0 = icmp slt <8 x i8> %v0, %v1
  %c1 = icmp slt <8 x i8> %v1, %v2
  %c2 = icmp slt <8 x i8> %v2, %v3
  %c3 = icmp slt <8 x i8> %v3, %v0
  %x = shufflevector <8 x i1> %c0, <8 x i1> %c1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y = shufflevector <8 x i1> %c2, <8 x i1> %c3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %z = shufflevector <16 x i1> %x, <16 x i1> %y, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %e = sext <32 x i1> %z to <32 x i32>
  store <32 x i32> %e, ptr %o
  ret void
}

declare <256 x i8> @llvm.vector.insert.v256i8.v8i8(<256 x i8>, <8 x i8>, i64)
define void @part_of_pair(ptr %p, ptr %o) {
  %v = load <8 x i8>, ptr %p
  %pair = load <256 x i8>, ptr %o
  %x = call <256 x i8> @llvm.vector.insert.v256i8.v8i8(<256 x i8> %pair, <8 x i8> %v, i64 128)
  store <256 x i8> %x, ptr %o
  ret void
}
