/* Products by a scalar pair as C: with -mv66 alone, as loops are packed, and by clang 19 as it comes.
 *
 * REQUIRES: wide-products
 * DEFINE: %{flags} = -O2 -std=gnu11 -I %root/runtime/include -c %s
 * DEFINE: %{runs} = %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
 * RUN: %hexagon-cc -DHL_PAIR_WORDS= %{flags} -o %t.o
 * RUN: %{runs}
 * RUN: %packed-cc -DHL_PAIR_WORDS= %{flags} -o %t.o
 * RUN: %{runs}
 * RUN: %packed-cc %{flags} -o %t.o
 * RUN: %{runs}
 * RUN: /usr/lib/llvm-19/bin/clang --target=hexagon-unknown-elf -mv66 -mhvx -mhvx-length=128b -G0 -ffreestanding %{flags} -o %t.o
 * RUN: %{runs}
 */
#include <hexloom/hvx/pair_words.h>
#include <hvx_hexagon_protos.h>

#include "../kernels/check.h"

enum { WORDS = 24, VECTORS = 4 };

static HVX_Vector bytes[WORDS][VECTORS];
static uint64_t words[WORDS];
static _Alignas(128) int32_t sums[2][VECTORS][2][32];

HL_PAIR_WORDS __attribute__((noinline)) static void products(void) {
  HVX_VectorPair s[VECTORS], u[VECTORS];
  for (int v = 0; v < VECTORS; ++v) {
    s[v] = Q6_Ww_vrmpy_VbPub(bytes[0][v], words[0]);
    u[v] = Q6_Wuw_vrmpy_VubPub(bytes[0][v], words[0]);
  }
  for (int k = 1; k < WORDS; ++k)
    for (int v = 0; v < VECTORS; ++v) {
      s[v] = Q6_Ww_vrmpyacc_WwVbPub(s[v], bytes[k][v], words[k]);
      u[v] = Q6_Wuw_vrmpyacc_WuwVubPub(u[v], bytes[k][v], words[k]);
    }
  for (int v = 0; v < VECTORS; ++v) {
    ((HVX_Vector *)sums[0][v])[0] = Q6_V_lo_W(s[v]), ((HVX_Vector *)sums[0][v])[1] = Q6_V_hi_W(s[v]);
    ((HVX_Vector *)sums[1][v])[0] = Q6_V_lo_W(u[v]), ((HVX_Vector *)sums[1][v])[1] = Q6_V_hi_W(u[v]);
  }
}

static int32_t wanted(int is_unsigned, int v, int half, int lane) {
  int32_t sum = 0;
  for (int k = 0; k < WORDS; ++k)
    for (int i = 0; i < 4; ++i) {
      const uint8_t byte = ((const uint8_t *)&bytes[k][v])[4 * lane + i];
      sum += (is_unsigned ? byte : (int8_t)byte) * ((const uint8_t *)&words[k])[4 * half + i];
    }
  return sum;
}

int main(void) {
  for (size_t i = 0; i < sizeof bytes; ++i)
    ((uint8_t *)bytes)[i] = random_word();
  for (size_t i = 0; i < sizeof words; ++i)
    ((uint8_t *)words)[i] = random_word();
  products();
  for (int is_unsigned = 0; is_unsigned < 2; ++is_unsigned)
    for (int v = 0; v < VECTORS; ++v)
      for (int half = 0; half < 2; ++half)
        for (int lane = 0; lane < 32; ++lane)
          if (sums[is_unsigned][v][half][lane] != wanted(is_unsigned, v, half, lane))
            FAIL("product", is_unsigned, v, half, lane);
  return finish();
}
