/* What the emulator makes of each kind of packet with a .tmp load that the packetizer forms: the datum goes to all readers in
 * the packet, the register keeps what it held, the pointer moves. Halves of pairs as .tmp, .cur and .new too. Results and
 * expectations are words of vectors whose words are all different.
 *
 * RUN: %hexagon-cc -O1 -c %s -o %t.o
 * RUN: %hexagon-ld %t.o %runtime -o %t
 * RUN: qemu-hexagon %t
 */
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
#include <stdint.h>

enum { WORDS = 32 };
typedef union {
  HVX_Vector v;
  int32_t w[WORDS];
} vector;

static vector in[4], out[4];

/* The registers: v0 = in[0], v1 = in[1], v2 = in[2]; r0 = in, r1 = out. The packet's results are in v0, v4, v5. */
#define PACKET(text)                                                                                                  \
  ({                                                                                                                  \
    const vector *p = in;                                                                                             \
    __asm__ volatile("v0 = vmem(%0+#0)\n v1 = vmem(%0+#1)\n v2 = vmem(%0+#2)\n v3 = vmem(%0+#3)\n"                    \
                     "r7 = #128\n m0 = r7\n v4 = v3\n v5 = v3\n r4 = ##0x03030303\n" text "\n"                    \
                     "vmem(%1+#0) = v0\n vmem(%1+#1) = v4\n vmem(%1+#2) = v5\n"                                       \
                     : "+r"(p)                                                                                        \
                     : "r"(out)                                                                                       \
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "r4", "r7", "m0", "memory");             \
    p - in;                                                                                                           \
  })

static int failures, number;

/* Whether v0, v4 and v5 are the given functions of word I of the inputs A to D, and the pointer has moved. */
#define EXPECT(moved, vectors, r0, r4, r5)                                                                            \
  do {                                                                                                                \
    ++number;                                                                                                         \
    int wrong = (moved) != (vectors);                                                                                 \
    for (int i = 0; i < WORDS; ++i) {                                                                                 \
      const int32_t A = in[0].w[i], B = in[1].w[i], C = in[2].w[i], D = in[3].w[i];                                   \
      (void)A, (void)B, (void)C, (void)D;                                                                             \
      wrong |= out[0].w[i] != (r0) || out[1].w[i] != (r4) || out[2].w[i] != (r5);                                     \
    }                                                                                                                 \
    if (wrong && !failures)                                                                                           \
      failures = number;                                                                                              \
  } while (0)

int main(void) {
  for (int i = 0; i < WORDS; ++i)
    for (int k = 0; k < 4; ++k)
      in[k].w[i] = (1 << 8 * k) * (i + 1) + k;
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0+#2) }"), 0, A, C + B, D);
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0++#2) }"), 2, A, A + B, D);
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0++m0) }"), 1, A, A + B, D);
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0+#2):nt }"), 0, A, C + B, D);
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0++#2):nt }"), 2, A, A + B, D);
  /* Several readers. */
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v5.w = vsub(v1.w,v0.w)\n v0.tmp = vmem(%0+#2) }"), 0, A, C + B, B - C);
  /* As both operands. */
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v0.w)\n v0.tmp = vmem(%0+#2) }"), 0, A, 2 * C, D);
  /* The reader writes the register. */
  EXPECT(PACKET("{ v0.w = vsub(v0.w,v1.w)\n v0.tmp = vmem(%0+#2) }"), 0, C - B, D, D);
  EXPECT(PACKET("{ v0.w = vsub(v0.w,v1.w)\n v4.w = vadd(v0.w,v0.w)\n v0.tmp = vmem(%0++#3) }"), 3, A - B, 2 * A, D);
  /* Another instruction writes the register. */
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.w = vsub(v1.w,v2.w)\n v0.tmp = vmem(%0+#2) }"), 0, B - C, C + B, D);
  /* A new store beside it, of the reader's result and of another one. */
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n vmem(%1+#3) = v4.new\n v0.tmp = vmem(%0+#2) }\n v5 = vmem(%1+#3)"), 0, A,
         C + B, C + B);
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v6.w = vadd(v1.w,v2.w)\n vmem(%1+#3) = v6.new\n v0.tmp = vmem(%0+#3) }\n"
                "v5 = vmem(%1+#3)"),
         0, A, D + B, B + C);
  /* The register is loaded, then read from the packet behind. */
  EXPECT(PACKET("{ v4.w = vadd(v0.w,v1.w)\n v0.tmp = vmem(%0+#2) }\n { v5.w = vadd(v0.w,v1.w) }"), 0, A, C + B, A + B);
  /* Multiplies; accumulating into another register. */
  EXPECT(PACKET("{ v4.w += vmpyi(v0.w,r4.b)\n v0.tmp = vmem(%0+#2) }"), 0, A, D + 3 * C, D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n v1.tmp = vmem(%0+#2) }"), 0, A, A + C, C + D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n v0.tmp = vmem(%0+#2) }"), 0, A, C + C, B + D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n v0.cur = vmem(%0+#2) }"), 0, C, C + C, B + D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n v1.cur = vmem(%0+#2) }"), 0, A, A + C, C + D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n vmem(%1+#3) = v4.new }\n v0 = vmem(%1+#3)"), 0, A + C, A + C, B + D);
  EXPECT(PACKET("{ v5:4.w = vadd(v1:0.w,v3:2.w)\n vmem(%1+#3) = v5.new }\n v0 = vmem(%1+#3)"), 0, B + D, A + C, B + D);
  return failures; /* the number of the first packet that is wrong */
}
