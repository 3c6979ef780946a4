/* -fno-integrated-as makes the code of the integrated assembler, with vectors, too; so does a file of assembly (patch 0146).

RUN: rm -rf %t && mkdir %t
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -c %s -o %t/whole.o
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -fno-integrated-as -c %s -o %t/apart.o
RUN: llvm-objcopy -O binary -j .text %t/whole.o %t/whole.bin
RUN: llvm-objcopy -O binary -j .text %t/apart.o %t/apart.bin
RUN: cmp %t/whole.bin %t/apart.bin
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -S %s -o %t/text.s
RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -fno-integrated-as -c %t/text.s -o %t/text.o
RUN: llvm-objcopy -O binary -j .text %t/text.o %t/text.bin
RUN: cmp %t/whole.bin %t/text.bin
RUN: llvm-objdump -d %t/apart.o | FileCheck %s
CHECK: vadd
*/
typedef int Vector __attribute__((vector_size(128)));
void add(Vector *a, Vector *b) { *a += *b; }
