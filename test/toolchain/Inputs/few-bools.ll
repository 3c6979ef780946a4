; What few-bools.c calls, for <N x i1>; N is replaced by a number.
target triple = "hexagon-unknown-unknown-elf"

define i32 @as_integer(ptr %lanes) {
  %v = load <N x i32>, ptr %lanes
  %c = icmp ne <N x i32> %v, zeroinitializer
  %f = freeze <N x i1> %c
  %m = bitcast <N x i1> %f to iN
  %r = zext iN %m to i32
  ret i32 %r
}

define i1 @all(ptr %lanes) {
  %v = load <N x i32>, ptr %lanes
  %c = icmp ne <N x i32> %v, zeroinitializer
  %m = bitcast <N x i1> %c to iN
  %r = icmp eq iN %m, -1
  ret i1 %r
}

define void @from_integer(i32 %x, ptr %lanes) {
  %m = trunc i32 %x to iN
  %b = bitcast iN %m to <N x i1>
  %v = zext <N x i1> %b to <N x i32>
  store <N x i32> %v, ptr %lanes
  ret void
}

define void @to_memory(ptr %lanes, ptr %to) {
  %v = load <N x i32>, ptr %lanes
  %c = icmp ne <N x i32> %v, zeroinitializer
  store <N x i1> %c, ptr %to
  ret void
}

define void @from_memory(ptr %from, ptr %lanes) {
  %b = load <N x i1>, ptr %from
  %v = zext <N x i1> %b to <N x i32>
  store <N x i32> %v, ptr %lanes
  ret void
}

; The load is ahead of the store.
define void @from_memory_then_store(ptr %from, ptr %also, ptr %lanes) {
  %b = load <N x i1>, ptr %from
  store i8 0, ptr %also
  %v = sext <N x i1> %b to <N x i32>
  store <N x i32> %v, ptr %lanes
  ret void
}
