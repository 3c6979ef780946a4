/* The thread pointer is the user's general pointer, by which thread-local variables are found, too (patch 0129).
   -mieee-rnd-near is an option that changes nothing (patch 0130).

DEFINE: %{cc} = clang --target=hexagon-unknown-linux-musl -ffreestanding -S %s -o -
RUN: %{cc} -O0 | FileCheck %s
RUN: %{cc} -O2 -mieee-rnd-near -Werror -mllvm -sda-pack -mllvm -sda-verify | FileCheck %s
*/

// CHECK-LABEL: {{^}}pointer:
// CHECK: [[AT:r[0-9]+]] = ugp
void *pointer(void) { return __builtin_thread_pointer(); }

// CHECK-LABEL: {{^}}word:
// CHECK: [[AT:r[0-9]+]] = ugp
// CHECK: memw([[AT]]+#8)
int word(void) { return ((int *)__builtin_thread_pointer())[2]; }
