# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C programs of a few random loops over arrays: see random-loops.py.

Each loop is a function of its own over pointers into four pools of bytes; main calls it with several lengths, offsets and factors
and prints a checksum of all pools behind each function.
"""
TYPES = ("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t")
SIZES = {"int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4}
# Iterations: none, about a vector of each type, about its multiples, and what is no multiple of anything.
LENGTHS = (0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 200, 255, 256, 257, 300, 384, 511, 515)
KINDS = ("map", "map", "conditional", "window", "strided", "reduction", "reduction", "recurrence", "nest", "product", "look_up",
         "two", "backwards", "search")
EXPRESSIONS = ("plain", "plain", "plain", "shift", "cast", "select", "extreme", "average", "saturate", "unary", "wide")
CONSTANTS = (0, 1, 2, 3, 5, 7, 15, 16, 31, 100, 127, 128, 255, 256, 1000, 32767, 65535, -1, -3, -128)
PADDING = 64  # elements in front of an array that indices may go back to

PROLOGUE = """\
#include <stdint.h>
int printf(const char *, ...);
enum {{ Pool = 16384 }};
static uint8_t pools[4][Pool] __attribute__((aligned(128)));
static uint32_t seed = {seed}u;
static uint32_t word(void) {{ return seed = seed * 1664525u + 1013904223u; }}
static void fill(void) {{
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < Pool; ++i)
      pools[p][i] = word() >> 24;
}}
static void check(int number) {{
  uint32_t hash = 2166136261u;
  for (int p = 0; p < 4; ++p)
    for (int i = 0; i < Pool; ++i)
      hash = (hash ^ pools[p][i]) * 16777619u;
  printf("%d %x\\n", number, hash);
}}
"""


class Loop:
    """One function: its text, and what a call of it needs."""

    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.out, self.more = rng.choice(TYPES), rng.choice(TYPES)
        # Mostly types of one or two sizes: what a vectorizer likes.
        self.inputs = [rng.choice((self.out, rng.choice(TYPES))), rng.choice(TYPES)]
        self.restrict = rng.random() < 0.6
        self.stride = 1

    def text(self):
        body = getattr(self, self.rng.choice(KINDS))()
        q = " *restrict " if self.restrict else " *"
        arrays = f"{self.out}{q}d, {self.more}{q}e, const {self.inputs[0]}{q}a, const {self.inputs[1]}{q}b"
        head = f"__attribute__((noinline)) static void f{self.number}({arrays}, int n, int32_t k, int32_t m)"
        return f"{head} {{\n{body}}}\n"

    def calls(self):
        """Statements of main."""
        lines = ["fill();"]
        for _ in range(3):
            length = self.rng.choice(LENGTHS)
            pools = self.rng.sample(range(4), 4) if self.restrict else [self.rng.randrange(4) for _ in range(4)]
            places = []
            for pool, kind in zip(pools, (self.out, self.more, *self.inputs)):
                size = SIZES[kind]
                offset = self.rng.choice((0, 0, 128, size * self.rng.randrange(64), size * self.rng.randrange(64)))
                places.append(f"({kind} *)(pools[{pool}] + {PADDING * size + offset})")
            k, m = self.rng.choice((0, 1, 3, 100, -7, 65537, 2147483647)), self.rng.randrange(-(1 << 20), 1 << 20)
            lines.append(f"n = {length};\n  f{self.number}({', '.join(places)}, n, {k}, {m});")
        return lines + [f"check({self.number});"]

    # Expressions.

    def element(self, index):
        name = self.rng.choice("aab")
        return f"{name}[{index}]"

    def leaf(self, index):
        r = self.rng.random()
        if r < 0.7:
            return self.element(index)
        if r < 0.8:
            return self.rng.choice("km")
        if r < 0.83:
            return f"(int32_t)({self.loop_index})"
        return str(self.rng.choice(CONSTANTS))

    def expression(self, index="i", depth=None):
        depth = self.rng.randint(1, 3) if depth is None else depth
        if depth == 0:
            return self.leaf(index)
        sub = lambda: self.expression(index, depth - 1)
        kind = self.rng.choice(EXPRESSIONS)
        if kind == "plain":
            return f"({sub()} {self.rng.choice('+-*&|^')} {sub()})"
        if kind == "shift":
            return f"({sub()} {self.rng.choice(('<<', '>>'))} {self.rng.randrange(0, 16)})"
        if kind == "cast":
            return f"({self.rng.choice(TYPES)})({sub()})"
        if kind == "select":
            return f"({self.condition(index, depth - 1)} ? {sub()} : {sub()})"
        if kind == "extreme":
            kind = self.rng.choice(("int32_t", "int32_t", "uint32_t", self.out))
            return f"({{ {kind} x = {sub()}, y = {sub()}; x {self.rng.choice('<>')} y ? x : y; }})"
        if kind == "average":
            return f"(({sub()} + {sub()} + {self.rng.choice((0, 1))}) >> 1)"
        if kind == "saturate":
            low, high = self.rng.choice(((0, 255), (-128, 127), (-32768, 32767), (0, 65535), (-100, 50)))
            return f"({{ int32_t x = {sub()}; x < {low} ? {low} : x > {high} ? {high} : x; }})"
        if kind == "wide":
            wide = self.rng.choice(("int32_t", "uint32_t", "int16_t"))
            return f"(({wide}){self.element(index)} * ({wide}){self.element(index)})"
        return self.rng.choice(("(- {0})", "(~{0})", "({{ int32_t x = {0}; x < 0 ? -x : x; }})")).format(sub())

    def condition(self, index, depth=1):
        relation = self.rng.choice(("<", ">", "<=", ">=", "==", "!="))
        return f"({self.expression(index, depth)} {relation} {self.leaf(index)})"

    # Loops. Every index stays within PADDING elements before and LENGTHS' greatest (twice, for strides) behind.

    loop_index = "i"

    def head(self):
        return self.rng.choice(("for (int i = 0; i < n; ++i)", "for (int i = 0; i != n; ++i)",
                                "for (unsigned i = 0; i < (unsigned)n; ++i)"))

    def map(self):
        return f"  {self.head()}\n    d[i] = {self.expression()};\n"

    def two(self):
        return (f"  {self.head()} {{\n    d[i] = {self.expression()};\n    e[i] = {self.expression()};\n"
                + (f"    d[i] {self.rng.choice('+^|')}= {self.expression()};\n" if self.rng.random() < 0.4 else "") + "  }\n")

    def conditional(self):
        other = f"    else\n      d[i] = {self.expression()};\n" if self.rng.random() < 0.4 else ""
        return f"  {self.head()}\n    if ({self.condition('i')})\n      d[i] = {self.expression()};\n{other}"

    def window(self):
        reach = self.rng.randint(1, 4)
        terms = [self.expression(f"i + {j}", self.rng.randint(0, 1)) for j in range(-reach, reach + 1)]
        total = " + ".join(f"{term} * {self.rng.choice((1, 1, 2, 3, -1, 6))}" for term in terms)
        return f"  for (int i = 0; i < n; ++i)\n    d[i] = ({total}) >> {self.rng.randint(0, 4)};\n"

    def strided(self):
        s = self.rng.choice((2, 2, 3, 4))
        body = self.rng.choice((f"d[i] = a[{s} * i] {self.rng.choice('+-*')} a[{s} * i + 1];",
                                f"d[{s} * i] = {self.expression()}; d[{s} * i + 1] = {self.expression()};",
                                f"d[i] = {self.expression(f'{s} * i + 1')};"))
        return f"  for (int i = 0; i < n / {s}; ++i) {{\n    {body}\n  }}\n"

    def reduction(self):
        kind = self.rng.choice(("int32_t", "uint32_t", "int32_t", self.out, "int64_t"))
        step = self.rng.choice((f"s += {self.expression()};", f"s ^= {self.expression()};",
                                "s += (int32_t)a[i] * (int32_t)b[i];", f"if ({self.condition('i')}) s += a[i];",
                                f"{{ {kind} x = {self.expression()}; s = x > s ? x : s; }}"))
        store = "    e[i] = s;\n" if self.rng.random() < 0.15 else ""
        return f"  {kind} s = k;\n  {self.head()} {{\n    {step}\n{store}  }}\n  d[0] = s;\n  d[1] = s >> 8;\n"

    def recurrence(self):
        # Two to four elements back the code generator itself goes wrong, without packets too.
        back = self.rng.choice((1, 1, 16, 48))
        return f"  for (int i = 0; i < n; ++i)\n    d[i] = d[i - {back}] {self.rng.choice('+-^')} {self.expression()};\n"

    def nest(self):
        width = self.rng.choice((5, 16, 32, 48, 64))
        self.loop_index = "j * w + i"
        at = "j * w + i"
        body = self.rng.choice((f"d[{at}] = {self.expression(at)};",
                                f"d[{at}] = {self.expression(at)}; e[{at}] = {self.expression('i')};",
                                f"if ({self.condition(at)}) d[{at}] = {self.expression('i')};"))
        return (f"  const int w = {width};\n  for (int j = 0; j < n / w; ++j)\n    for (int i = 0; i < w; ++i) {{\n"
                f"      {body}\n    }}\n")

    def product(self):
        """Of matrices: rows of a by columns of b."""
        rows, inner = self.rng.choice((2, 3, 4)), self.rng.choice((4, 8, 16))
        columns = self.rng.choice((8, 16, 32))
        at = f"b[l * {columns} + i]" if self.rng.random() < 0.6 else f"b[i * {inner} + l]"
        return (f"  for (int j = 0; j < {rows}; ++j)\n    for (int i = 0; i < {columns}; ++i) {{\n      int32_t s = n;\n"
                f"      for (int l = 0; l < {inner}; ++l)\n        s += (int32_t)a[j * {inner} + l] * {at};\n"
                f"      d[j * {columns} + i] = s >> {self.rng.choice((0, 7))};\n    }}\n")

    def look_up(self):
        return f"  {self.head()}\n    d[i] = b[(uint8_t)({self.expression()})] {self.rng.choice('+^*')} {self.leaf('i')};\n"

    def backwards(self):
        return f"  for (int i = n - 1; i >= 0; --i)\n    d[i] = {self.expression()};\n"

    def search(self):
        return (f"  int i = 0;\n  while (i < n && !({self.condition('i')} && {self.condition('i', 0)}))\n    ++i;\n  d[0] = i;\n"
                f"  for (int j = i; j < n; ++j)\n    e[j] = a[j] + {self.rng.choice('km')};\n")


def program_text(rng):
    loops = [Loop(rng, number) for number in range(6)]
    functions = "\n".join(loop.text() for loop in loops)
    calls = "\n  ".join(line for loop in loops for line in loop.calls())
    return (PROLOGUE.format(seed=rng.randrange(1 << 32)) + "\n" + functions
            + f"\nint main(void) {{\n  volatile int n;\n  {calls}\n  return 0;\n}}\n")
