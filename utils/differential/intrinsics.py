# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C programs of random HVX intrinsics: see random-intrinsics.py.

Each function is a loop (or a straight line) over vectors, pairs, vector predicates and scalars that live through all iterations,
with loads, stores and branches between the intrinsics; main prints a checksum of all memory behind each.
"""
import re

HEADER = "lib/clang/19/include/hvx_hexagon_protos.h"
TYPES = {"HVX_Vector": "v", "HVX_VectorPair": "w", "HVX_VectorPred": "q", "Word32": "s"}
COUNTS = {"v": 6, "w": 3, "q": 2, "s": 3}
NEWEST = 66  # of the architecture that runs
# The emulator does not decode the first; the others write memory of a kind that is not there.
LEFT_OUT = re.compile(r"_vrmpy\w*_VubPb|_vrmpy\w*_VbPub|gather|scatter|vmem_")

PROLOGUE = """\
#include <stdint.h>
#include <hexagon_types.h>
#include <hvx_hexagon_protos.h>
int printf(const char *, ...);
enum {{ Pool = 64 }}; /* vectors */
static HVX_Vector pools[4][Pool];
static uint32_t seed = {seed}u;
static uint32_t word(void) {{ return seed = seed * 1664525u + 1013904223u; }}
static void fill(void) {{
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < Pool * 128; ++i)
      ((uint8_t *)pools[p])[i] = word() >> 24;
}}
/* Sets all vector registers, so that a program which reads one too early does not depend on who ran before. */
static void scrub(void) {{
  __asm__ volatile({scrubbed} ::"r"(0x01234567) : {clobbers});
}}
static void check(int number) {{
  uint32_t hash = 2166136261u;
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < Pool * 128; ++i)
      hash = (hash ^ ((uint8_t *)pools[p])[i]) * 16777619u;
  printf("%d %x\\n", number, hash);
}}
"""


def intrinsics(llvm):
    """[(name, result's letter, parameters' letters, or IuN: a constant of N bits)] of the compiler's header, those that
    take and give plain values."""
    with open(f"{llvm}/{HEADER}", encoding="utf-8") as file:
        text = file.read()
    found = []
    for arch, result, name, parameters in re.findall(
            r"#if __HVX_ARCH__ >= (\d+)\n/\* =.*?C Intrinsic Prototype: (\w+) (\w+)\((.*?)\)", text, re.S):
        pairs = [parameter.rsplit(" ", 1) for parameter in parameters.split(", ") if parameter]
        plain = result in TYPES and all(kind in TYPES for kind, _ in pairs)
        if int(arch) <= NEWEST and plain and not LEFT_OUT.search(name):
            letters = [argument if argument.startswith("Iu") else TYPES[kind] for kind, argument in pairs]
            found.append((name, TYPES[result], letters))
    return found


class Function:
    """One function: its text, and statements of main that call it."""

    def __init__(self, rng, number, available):
        self.rng, self.number = rng, number
        # A few intrinsics each, so that chains of one kind arise.
        self.available = rng.sample(available, rng.choice((6, 12, 25)))
        self.restrict = rng.choice((" *restrict ", " *"))
        self.step = rng.choice((1, 1, 2))

    def variable(self, letter):
        return f"{letter}{self.rng.randrange(COUNTS[letter])}"

    def index(self, scale=1):
        return f"{self.step * scale} * i + {self.rng.randrange(-2 * scale, 3 * scale)}"

    def argument(self, letter):
        if letter.startswith("Iu"):
            return str(self.rng.randrange(1 << int(letter[2:])))
        if letter == "s" and self.rng.random() < 0.3:
            return str(self.rng.choice((0, 1, 2, 3, 7, 8, 16, 31, 127, 255, 0x01020304, -1)))
        if letter == "v" and self.rng.random() < 0.2:
            return f"{self.rng.choice('ab')}[{self.index()}]"
        return self.variable(letter)

    def call(self):
        name, result, kinds = self.rng.choice(self.available)
        return f"{self.variable(result)} = {name}({', '.join(map(self.argument, kinds))});"

    def load(self):
        return self.rng.choice((
            f"{self.variable('v')} = {self.rng.choice('ab')}[{self.index()}];",
            f"{self.variable('v')} = *(const HVX_UVector *)((const uint8_t *)a + {self.index(128)});",
            f"{self.variable('s')} = ((const int16_t *)b)[{self.index(64)}];"))

    def store(self):
        return self.rng.choice((
            f"{self.rng.choice('de')}[{self.index()}] = {self.variable('v')};",
            f"{self.rng.choice('de')}[{self.index()}] = {self.variable('v')};",
            f"*(HVX_UVector *)((uint8_t *)d + {self.index(128)}) = {self.variable('v')};",
            f"Q6_vmem_{self.rng.choice(('QRIV', 'QnRIV'))}({self.variable('q')}, &e[{self.index()}], {self.variable('v')});",
            f"((int16_t *)e)[{self.index(64)}] = {self.variable('s')};",
            f"((int32_t *)d)[{self.index(32)}] {self.rng.choice('+^')}= {self.variable('s')};"))

    def scalar(self):
        return f"{self.variable('s')} = {self.variable('s')} {self.rng.choice('+-*^&')} {self.argument('s')};"

    def branch(self):
        then = " ".join(self.statement(nested=True) for _ in range(self.rng.randint(1, 3)))
        return f"if ({self.variable('s')} & {1 << self.rng.randrange(6)}) {{ {then} }}"

    def statement(self, nested=False):
        r = self.rng.random()
        if r < 0.6:
            return self.call()
        if r < 0.72:
            return self.load()
        if r < 0.86:
            return self.store()
        return self.scalar() if nested or r < 0.96 else self.branch()

    def text(self):
        lines = []
        for letter, kind in (("v", "HVX_Vector"), ("w", "HVX_VectorPair"), ("q", "HVX_VectorPred"), ("s", "int32_t")):
            for j in range(COUNTS[letter]):
                start = {"v": f"a[{j}]", "w": f"Q6_W_vcombine_VV(a[{j}], b[{j}])", "q": f"Q6_Q_vcmp_gt_VwVw(a[{j}], b[{j}])",
                         "s": f"k + {j}"}[letter]
                lines.append(f"  {kind} {letter}{j} = {start};")
        unroll = self.rng.choice(("", "", "#pragma clang loop unroll_count(2)\n", "#pragma clang loop unroll(disable)\n"))
        lines.append(unroll + "  for (int i = 0; i < n; ++i) {")
        lines += ["    " + self.statement() for _ in range(self.rng.choice((4, 8, 16, 30, 60)))]
        lines.append("  }")
        place = 40
        for letter in "vwqs":
            for j in range(COUNTS[letter]):
                value = {"v": "{}", "w": "Q6_V_vxor_VV(Q6_V_lo_W({0}), Q6_V_vror_VR(Q6_V_hi_W({0}), 3))",
                         "q": "Q6_V_vand_QR({}, 0x01010101)", "s": "Q6_V_vsplat_R({})"}[letter].format(f"{letter}{j}")
                lines.append(f"  d[{place}] = {value};")
                place += 1
        vector = "HVX_Vector" + self.restrict
        head = f"void f{self.number}({vector}d, {vector}e, const {vector}a, const {vector}b, int n, int32_t k)"
        return f"__attribute__((noinline)) static {head} {{\n" + "\n".join(lines) + "\n}\n"

    def calls(self):
        lines = ["fill();"]
        for n in self.rng.sample((0, 1, 2, 3, 5, 8, 12), 2):
            pools = self.rng.sample(range(4), 4) if "restrict" in self.restrict else self.rng.choices(range(4), k=4)
            arguments = ", ".join(f"&pools[{pool}][4]" for pool in pools)
            lines.append(f"n = {n};\n  scrub();\n  f{self.number}({arguments}, n, {self.rng.randrange(-1000, 1000)});")
        return lines + [f"check({self.number});"]


def program_text(rng, available):
    functions = [Function(rng, number, available) for number in range(4)]
    text = "\n".join(function.text() for function in functions)
    calls = "\n  ".join(line for function in functions for line in function.calls())
    scrubbed = " ".join(f'"v{j} = vsplat(%0)\\n"' for j in range(32))
    clobbers = ", ".join(f'"v{j}"' for j in range(32))
    return (PROLOGUE.format(seed=rng.randrange(1 << 32), scrubbed=scrubbed, clobbers=clobbers) + "\n" + text
            + f"\nint main(void) {{\n  volatile int n;\n  {calls}\n  return 0;\n}}\n")
