declare i32 @g(i32, i32)

define i32 @"a/b"(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %difference = sub i32 %x, %y
  %z = call i32 @g(i32 %sum, i32 %difference)
  %square = mul i32 %z, %z
  %result = add i32 %square, 1
  ret i32 %result
}

define i32 @"a:b"(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %z = xor i32 %sum, %y
  ret i32 %z
}

define i32 @nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn(i32 %x, i32 %y) {
  %sum = add i32 %x, %y
  %z = xor i32 %sum, %y
  ret i32 %z
}
