# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C programs of loops whose turns read and write what other turns do: see random-turns.py.

Each loop is a function over two arrays of one pool, which may be the same; main calls it with several lengths and distances and prints a
checksum behind each function.
"""
TYPES = ("int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t")
LENGTHS = (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 100)
ROOM = 32  # elements around an array that indices may go to
FUNCTIONS = 8

PROLOGUE = """\
#include <stdint.h>
int printf(const char *, ...);
enum {{ Pool = 8192 }};
static uint8_t pool[2][Pool] __attribute__((aligned(128)));
static uint32_t seed = {seed}u, hash = 2166136261u;
static void fill(void) {{
  for (int i = 0; i < 2 * Pool; ++i)
    pool[i / Pool][i % Pool] = (seed = seed * 1664525u + 1013904223u) >> 24;
}}
static void check(int number, uint32_t result) {{
  hash = (hash ^ result) * 16777619u;
  for (int i = 0; i < 2 * Pool; ++i)
    hash = (hash ^ pool[i / Pool][i % Pool]) * 16777619u;
  printf("%d %x\\n", number, hash);
}}
"""


class Loop:
    """text: of the function; call: statements that call it."""

    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.kind = rng.choice(TYPES)
        self.pointers = rng.random() < 0.4  # p and q move; else the index does
        self.step = rng.choice((1, 1, 1, 2, 3, -1, -1, -1, -2, -3))
        self.carried = rng.randint(0, 4)
        body = [self.statement() for _ in range(rng.randint(1, 5))]
        if self.carried and rng.random() < 0.7:
            body.append(" ".join(f"c{n} = c{n + 1};" for n in range(self.carried)) + f" c{self.carried} = {self.value()};")
        if self.pointers:
            body.append(rng.choice((f"p += {self.step}, q += {self.step};", f"p += {self.step}, q += {rng.choice((1, -1, self.step))};",
                                    "{ T *t = p; p = q, q = t; }")))
        self.text = self.whole(body)

    def whole(self, body):
        carried = "".join(f" c{n} = k + {n}," for n in range(self.carried + 1))[:-1]
        if self.pointers:
            head = "for (int i = 0; i < n; ++i)"
        elif self.step > 0:
            head = f"for (int i = 0; i < n; i += {self.step})"
        else:
            head = f"for (int i = n; i > 0; i -= {-self.step})"
        inlined = (f"static inline __attribute__((always_inline)) int32_t one{self.number}({self.kind} *restrict to, const {self.kind} "
                   f"*restrict from, int32_t k) {{\n  int32_t x = *from {self.rng.choice(('* 3', '>> 1', '+ k'))};\n  *to = x ^ k;\n  return x;\n}}\n")
        lines = "".join(f"    {line}\n" for line in body)
        return (f"{inlined}#define T {self.kind}\n__attribute__((noinline)) static uint32_t f{self.number}(T *p, T *q, int n, int32_t k) {{\n"
                f"  int32_t s = k,{carried};\n  {head} {{\n{lines}  }}\n  return s{''.join(f' + c{n} * {n + 2}' for n in range(self.carried + 1))};\n}}\n"
                "#undef T\n")

    def place(self):
        at = self.rng.randint(-4, 4)
        name = self.rng.choice("ppq")
        return f"{name}[{at}]" if self.pointers else f"{name}[i + {at}]"

    def value(self):
        terms = [self.rng.choice((self.place(), self.place(), "s", "i", "k", f"c{self.rng.randint(0, self.carried)}"))
                 for _ in range(self.rng.randint(1, 3))]
        terms = [term if self.rng.random() < 0.6 else f"({term} {self.rng.choice(('* 3', '* 5', '>> 2', '<< 3', '^ 77'))})" for term in terms]
        return f" {self.rng.choice('+-^&|')} ".join(terms)

    def statement(self):
        which = self.rng.random()
        if which < 0.45:
            return f"{self.place()} = {self.value()};"
        if which < 0.75:
            return f"s {self.rng.choice(('+=', '^=', '-=', '='))} {self.value()};"
        if which < 0.85:
            return f"{self.place()} {self.rng.choice(('+=', '^='))} {self.value()};"
        # A call's pointers are apart: what it reads is no place that it writes.
        first, second = self.rng.sample(range(-4, 5), 2)
        base = "" if self.pointers else "i + "
        name = self.rng.choice("pq")
        return f"s += one{self.number}(&{name}[{base}{first}], &{name}[{base}{second}], k);"

    def calls(self):
        lines = ["fill();", "r = 0;"]
        for _ in range(6):
            size = 8 if "64" in self.kind else int(self.kind.strip("uint_")) // 8
            # With pointers that go apart, or steps of three, none leaves its pool.
            first, second = ((self.rng.choice((0, 0, 1)), 3000 + size * self.rng.randint(0, 9)) for _ in range(2))
            lines.append(f"n = {self.rng.choice(LENGTHS)};\n  r = r * 31 + f{self.number}(({self.kind} *)(pool[{first[0]}] + {first[1] // size * size}), "
                         f"({self.kind} *)(pool[{second[0]}] + {second[1] // size * size}), n, {self.rng.choice((0, 1, -7, 65537))});")
        return lines + [f"check({self.number}, r);"]


def program_text(rng):
    loops = [Loop(rng, number) for number in range(FUNCTIONS)]
    calls = "\n  ".join(line for loop in loops for line in loop.calls())
    return (PROLOGUE.format(seed=rng.randrange(1 << 32)) + "".join(loop.text for loop in loops)
            + f"int main(void) {{\n  volatile int n;\n  uint32_t r;\n  {calls}\n  return 0;\n}}\n")
