/* A profile of calls makes a section of calls, with relocations of no kind (patch 0148).

RUN: llvm-profdata merge %S/Inputs/profile-use.txt -o %t.profile
RUN: %hexagon-cc -O2 -fprofile-instr-use=%t.profile -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: llvm-readobj --cg-profile %t.o | FileCheck %s
RUN: %packed-cc -O2 -fprofile-instr-use=%t.profile -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: clang --target=swiftdsp -O2 -fprofile-instr-use=%t.profile -c %s -o %t.swiftdsp.o
RUN: llvm-readobj --cg-profile %t.swiftdsp.o | FileCheck %s
CHECK: From: f
CHECK-NEXT: To: g

The assembler knows relocations by name.

RUN: printf '.text\n.reloc 0, R_HEX_NONE, a\n.reloc 0, BFD_RELOC_32, a\na:\n' | llvm-mc -triple=hexagon -filetype=obj | llvm-readobj -r - | FileCheck %s --check-prefix=NAMES
NAMES: R_HEX_NONE
NAMES: R_HEX_32
RUN: printf '.text\n.reloc 0, R_SWIFTDSP_NONE, a\n.reloc 0, BFD_RELOC_32, a\na:\n' | llvm-mc -triple=swiftdsp -filetype=obj | llvm-readobj -r - | FileCheck %s --check-prefix=SWIFTDSP
SWIFTDSP-COUNT-2: .text 0x0
*/
__attribute__((noinline)) int g(int x) { return x * 3; }
int f(int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += g(i);
  return s;
}
int main(void) { return f(100) != 3 * 4950; }
