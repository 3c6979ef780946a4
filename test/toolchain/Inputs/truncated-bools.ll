; See truncated-bools.c.
define void @truncated(ptr %bools, ptr %lanes) {
  %v = load TYPE, ptr %lanes
  %b = trunc TYPE %v to <LANES x i1>
  store <LANES x i1> %b, ptr %bools
  ret void
}
