# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of the micro-benchmarks."""
from .timer import MEASURED

# r20: a buffer of 4 KB; r21, r22: small numbers; r23: an address in the buffer whose word is an address in the buffer.
FRAME = """\t.text
\t.globl _start
\t.type _start,@function
_start:
\t{{ r20 = ##buffer }}
\t{{ r23 = ##buffer+2048
\t  r21 = #3 }}
\t{{ memw(r23+#0) = r23
\t  r22 = #5 }}
\t{{ call {measured} }}
\t{{ r6 = #94
\t  r0 = #0 }}
\t{{ trap0(#1) }}
\t.size _start, .-_start
\t.p2align 6
\t.globl {measured}
\t.type {measured},@function
{measured}:
{body}
\t{{ jumpr r31 }}
\t.size {measured}, .-{measured}
\t.bss
\t.p2align 12
buffer:\t.space 4096
"""


def program(body):
    return FRAME.format(measured=MEASURED, body=body)


def loop(packets, iterations):
    """The packets in a hardware loop; each is a list of instructions. The last packet has two words at least."""
    last = packets[-1] + ["nop"] * (2 - len(packets[-1]))
    lines = [f"\t{{ loop0(.Lloop,#{iterations}) }}", ".Lloop:"]
    lines += ["\t{ " + " ; ".join(packet) + " }" for packet in packets[:-1]]
    lines.append("\t{ " + " ; ".join(last) + " }:endloop0")
    return program("\n".join(lines))


# Independent instructions of one class, for destination or place number I.
CLASSES = {
    "alu": lambda i: f"r{i} = add(r20,r21)",
    "load": lambda i: f"r{i} = memw(r20+#{4 * i})",
    "store": lambda i: f"memw(r20+#{4 * i}) = r21",
    "multiply": lambda i: f"r{i} = mpyi(r21,r22)",
    "shift": lambda i: f"r{i} = asl(r21,r22)",
    "float": lambda i: f"r{i} = sfadd(r21,r22)",
    "vector alu": lambda i: f"v{i}.w = vadd(v20.w,v21.w)",
    "vector alu pair": lambda i: f"v{2 * i + 1}:{2 * i}.w = vadd(v21:20.w,v23:22.w)",
    "vector multiply by scalar": lambda i: f"v{i}.uw += vrmpy(v20.ub,r21.ub)",
    "vector multiply by vector": lambda i: f"v{i}.uw += vrmpy(v20.ub,v21.ub)",
    "vector multiply pair": lambda i: f"v{2 * i + 1}:{2 * i}.w = vmpy(v20.h,v21.h)",
    "vector shift": lambda i: f"v{i}.w = vasl(v20.w,r21)",
    "vector permute": lambda i: f"v{i} = vror(v20,r21)",
    "vector load": lambda i: f"v{i} = vmem(r20+#{i})",
    "vector store": lambda i: f"vmem(r20+#{i}) = v20",
}

def wide_product(i):
    return f"v{2 * i + 1}:{2 * i}.w += vrmpy(v20.b,r23:22.ub)"


FILLER = {"scalar": "r10 = add(r21,r22)", "vector": "v10.w = vadd(v20.w,v21.w)"}

# Dependences: what fills the time between the two, definition, use, and the clocks of the .def that make the latency.
DEPENDENCES = {
    "alu to alu": ("scalar", "r1 = add(r21,r22)", "r2 = add(r1,r21)", "DefAlu", "UseScalar"),
    "alu to address": ("scalar", "r1 = add(r20,#4)", "r2 = memw(r1+#0)", "DefAlu", "UseAddress"),
    "load to alu": ("scalar", "r1 = memw(r20+#0)", "r2 = add(r1,r21)", "DefLoad", "UseScalar"),
    "load to address": ("scalar", "r1 = memw(r23+#0)", "r2 = memw(r1+#0)", "DefLoad", "UseAddress"),
    "load to store": ("scalar", "r1 = memw(r20+#0)", "memw(r20+#4) = r1", "DefLoad", "UseStoreData"),
    "multiply to alu": ("scalar", "r1 = mpyi(r21,r22)", "r2 = add(r1,r21)", "DefMultiply", "UseScalar"),
    "multiply to multiply": ("scalar", "r1 = mpyi(r21,r22)", "r2 = mpyi(r1,r21)", "DefMultiply", "UseMultiply"),
    "float to alu": ("scalar", "r1 = sfadd(r21,r22)", "r2 = add(r1,r21)", "DefFloat", "UseScalar"),
    "vector alu to alu": ("vector", "v1.w = vadd(v20.w,v21.w)", "v2.w = vadd(v1.w,v21.w)", "DefVector", "UseVectorLate"),
    "vector alu to multiply": ("vector", "v1.w = vadd(v20.w,v21.w)", "v2.uw = vrmpy(v1.ub,r21.ub)", "DefVector",
                               "UseVectorEarly"),
    "vector multiply to accumulator": ("vector", "v1.uw = vrmpy(v20.ub,r21.ub)", "v1.uw += vrmpy(v20.ub,r21.ub)",
                                       "DefVector", "UseVectorLate"),
    "vector load to multiply": ("vector", "v1 = vmem(r20+#0)", "v2.uw = vrmpy(v1.ub,r21.ub)", "DefVector",
                                "UseVectorEarly"),
    "vector load to permute": ("vector", "v1 = vmem(r20+#0)", "v2 = vror(v1,r21)", "DefVector", "UseVectorEarly"),
    "vector alu to store": ("vector", "v1.w = vadd(v20.w,v21.w)", "vmem(r20+#0) = v1", "DefVector", "UseVectorLate"),
    "scalar load to vector multiply": ("vector", "r1 = memw(r20+#0)", "v2.uw = vrmpy(v20.ub,r1.ub)", "DefLoad",
                                       "UseScalar"),
}


ITERATIONS = 64


def registers(accumulators):
    """C: a loop that keeps so many vectors alive."""
    names = range(accumulators)
    lines = ['#include "bench.h"', "static HVX_Vector in[64] ALIGNED, out[64] ALIGNED;",
             "void KERNEL(probe)(const HVX_Vector *x, int n, HVX_Vector *y) {"]
    lines += [f"  HVX_Vector a{i} = y[{i}];" for i in names]
    lines += ["  for (int k = 0; k < n; ++k) {", "    const HVX_Vector v = x[k];"]
    lines += [f"    a{i} = Q6_Vw_vadd_VwVw(a{i}, v);" for i in names]
    lines += ["  }"] + [f"  y[{i}] = a{i};" for i in names] + ["}"]
    lines += ["int main(int argc, char **argv) { (void)argv; kernel_op000_probe(in, argc + %d, out); return 0; }" % (ITERATIONS - 1)]
    return "\n".join(lines) + "\n"


# The beginning of programs that go through memory. Their arguments are numbers.
MEMORY = """#include "bench.h"
static char memory[72 << 20] __attribute__((aligned(1 << 20)));
static unsigned number(const char *s) {
  unsigned n = 0;
  while (*s)
    n = n * 10 + (unsigned)(*s++ - '0');
  return n;
}
"""

# C: a pointer chase through a ring of `size / stride` words; the arguments are size, stride and rounds.
CHASE = MEMORY + """
void *KERNEL(probe)(void *p, unsigned steps) {
  for (unsigned i = 0; i < steps; ++i)
    p = *(void **)p;
  return p;
}
int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  const unsigned size = number(argv[1]), stride = number(argv[2]), rounds = number(argv[3]), steps = size / stride;
  for (unsigned i = 0; i < steps; ++i)
    *(void **)(memory + i * stride) = memory + (i + 1) % steps * stride;
  return kernel_op000_probe(memory, steps * rounds) == 0;
}
"""

# C: vector loads of a whole buffer one after the other, none of which waits for another; the arguments are size and rounds.
STREAM = MEMORY + """
HVX_Vector KERNEL(probe)(const HVX_Vector *p, unsigned vectors, unsigned rounds) {
  HVX_Vector sum = Q6_V_vzero();
  for (unsigned r = 0; r < rounds; ++r)
    for (unsigned i = 0; i < vectors; ++i)
      sum = Q6_V_vxor_VV(sum, p[i]);
  return sum;
}
int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  HVX_Vector sum = kernel_op000_probe((const HVX_Vector *)memory, number(argv[1]) / 128, number(argv[2]));
  return *(volatile int *)&sum != 0;
}
"""
