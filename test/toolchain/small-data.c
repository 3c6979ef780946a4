/* Constants and globals of eight bytes are no small data unless -G asks for it (patch 0126): what is compiled with -fno-pic links and runs. With
   -G8 the linker says what to do (patch 0127). It makes none of bitcode (patch 0128).

DEFINE: %{cc} = %build/bin/clang --target=hexagon-unknown-linux-musl -ffreestanding -fno-pic -O2
RUN: %{cc} -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %{cc} -G8 -c %s -o %t.small.o && not %hexagon-ld %t.small.o %runtime -o %t.small 2>&1 | FileCheck %s
RUN: %{cc} -flto -c %s -o %t.bitcode.o && %hexagon-ld %t.bitcode.o %runtime -o %t.whole && qemu-hexagon %t.whole
RUN: not %hexagon-ld -mllvm -hexagon-small-data-threshold=8 %t.bitcode.o %runtime -o %t.small 2>&1 | FileCheck %s
CHECK: relocation R_HEX_GPREL16_3 against symbol {{.*}}: small data is not supported; compile with -G0
*/
volatile long long big = 5;
volatile double fraction = 0.5;

int main(void) {
  return big + 0x123456789abcLL != 0x123456789ac1LL || fraction + 1.2345678 != 1.7345678;
}
