# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C programs of calls: structures of all sizes, bit-fields, variable arguments. See random-calls.py.

Each function mixes what it is given, field by field, into a checksum; main prints that behind each call. No layout and no byte order gets
into it, so the host and any target agree.
"""
import random

# Name, and whether it is passed as it is behind the named arguments (C promotes the others).
SCALARS = {"int8_t": False, "uint8_t": False, "int16_t": False, "uint16_t": False, "int32_t": True, "uint32_t": True, "int64_t": True,
           "uint64_t": True, "float": False, "double": True}
# Whole values beside scalars and structures, with their elements.
OTHERS = {"pointer": None, "words2": 2, "words4": 4, "bytes8": 8, "_Complex float": None, "_Complex double": None}
STRUCTURES, FUNCTIONS = 8, 8

PROLOGUE = """\
#include <stdarg.h>
#include <stdint.h>
int printf(const char *, ...);
#define NONE __attribute__((noinline))
typedef int32_t words2 __attribute__((vector_size(8)));
typedef int32_t words4 __attribute__((vector_size(16)));
typedef int8_t bytes8 __attribute__((vector_size(8)));
typedef const char *pointer;
static const char text[256];
static uint32_t hash, seed;
static uint32_t word(void) { return seed = seed * 1664525u + 1013904223u, seed >> 8; }
static uint64_t wide(void) {
  uint64_t high = word();
  return high << 40 | word();
}
NONE static void mix(int64_t value) {
  hash = (hash ^ (uint32_t)value) * 16777619u;
  hash = (hash ^ (uint32_t)(value >> 32)) * 16777619u;
}
"""


class Structure:
    """Of random fields: lines of text for its declaration, for making one and for looking at one."""

    def __init__(self, rng, name, known):
        self.name, self.aligned = name, False
        fields, self.made, self.looked = [], [], []
        union = rng.random() < 0.1
        for n in range(rng.choice((0, 1, 1, 2, 2, 3, 4, 6))):
            field = f"f{n}"
            kind = rng.choice(("scalar", "scalar", "scalar", "bits", "array", "small", "small", "nested"))
            if kind == "nested" and known:
                inner = rng.choice(known)
                self.aligned |= inner.aligned
                fields.append(f"{inner.name} {field};")
                self.take(union, n, f"x.{field} = make_{inner.name}();", f"look_{inner.name}(x.{field});")
            elif kind == "bits":
                width = rng.randint(1, 31)
                fields.append(f"{rng.choice(('unsigned', 'int'))} {field} : {width};")
                self.take(union, n, f"x.{field} = word();", f"mix(x.{field});")
            elif kind == "array":
                length = rng.randint(1, 9)
                fields.append(f"{rng.choice(('uint8_t', 'int8_t', 'int16_t', 'int32_t'))} {field}[{length}];")
                each = f"for (int i = 0; i < {length}; ++i)"
                self.take(union, n, f"{each} x.{field}[i] = word();", f"{each} mix(x.{field}[i]);")
            else:
                scalar = rng.choice(list(SCALARS)[:4] if kind == "small" else list(SCALARS))
                fields.append(f"{scalar} {field};")
                self.take(union, n, f"x.{field} = {made(scalar)};", looked(scalar, f"x.{field}"))
        how = rng.choice(("",) * 6 + (" __attribute__((packed))", " __attribute__((aligned(8)))", " __attribute__((aligned(16)))"))
        self.aligned |= "aligned" in how
        self.text = f"typedef {'union' if union else 'struct'} {{ {' '.join(fields)} }}{how} {name};\n"

    def take(self, union, n, make, look):
        if not union or n == 0:  # of a union one member has a value
            self.made.append(make)
            self.looked.append(look)

    def functions(self):
        # All of its bytes have a value: some may be copied that are no field's.
        return (f"NONE static {self.name} make_{self.name}(void) {{\n  {self.name} x = {{}};\n  " + "\n  ".join(self.made)
                + f"\n  return x;\n}}\nNONE static void look_{self.name}({self.name} x) {{\n  " + "\n  ".join(self.looked) + "\n}\n")


def made(kind):
    """An expression of a new value. Floats are whole numbers, which are the same everywhere."""
    if kind == "pointer":
        return "text + (word() & 255)"
    if OTHERS.get(kind):
        return f"({kind}){{{', '.join(['word()'] * OTHERS[kind])}}}"
    if kind.startswith("_Complex"):
        return "(word() & 0xffff) + (word() & 0xffff) * 1.0i"
    if kind in ("float", "double"):
        return "(int32_t)(word() & 0xfffff) - 0x80000"
    return "wide()" if "64" in kind else "word()"


def looked(kind, value):
    """Statements that mix a value."""
    if kind == "pointer":
        return f"mix({value} - text);"
    if OTHERS.get(kind):
        return " ".join(f"mix({value}[{n}]);" for n in range(OTHERS[kind]))
    if kind.startswith("_Complex"):
        return f"mix((int64_t)__real__ {value}); mix((int64_t)__imag__ {value});"
    return f"mix((int64_t){value});"


class Function:
    """text: of the function; call: statements that call it."""

    def __init__(self, rng, number, structures):
        self.names = {s.name for s in structures}
        variadic = rng.random() < 0.6
        of_all = [*SCALARS, *OTHERS, *(sorted(self.names) * 3)]
        # Where an aligned structure lies behind the named arguments, clang for i386 does not know itself (variable-arguments.c has one).
        promoted = [name for name, whole in SCALARS.items() if whole] + [*OTHERS, *[s.name for s in structures if not s.aligned] * 3]
        named = [rng.choice(of_all) for _ in range(rng.choice((1, 1, 2, 3, 4, 5, 7, 9)))]
        behind = [rng.choice(promoted) for _ in range(rng.choice((1, 2, 3, 4, 6, 8)))] if variadic else []
        result = rng.choice(of_all)
        self.kinds, self.result, self.number = named + behind, result, number
        parameters = [f"{kind} p{n}" for n, kind in enumerate(named)] + ["..."] * variadic
        lines = [self.look(kind, f"p{n}") for n, kind in enumerate(named)]
        rng.shuffle(lines)
        helper = ""
        if variadic:
            taken = [f"{{ {kind} v = va_arg(ap, {kind}); {self.look(kind, 'v')} }}" for kind in behind]
            split = rng.randint(0, len(taken))
            if rng.random() < 0.5:  # the rest elsewhere
                helper = f"NONE static void rest{number}(va_list ap) {{\n  " + "\n  ".join(taken[split:]) + "\n}\n"
                taken[split:] = [f"rest{number}(ap);"]
            lines += ["va_list ap;", f"va_start(ap, p{len(named) - 1});", *taken, "va_end(ap);"]
        back = rng.choice([f"p{n}" for n, kind in enumerate(named) if kind == result] + [self.make(result)])
        lines.append(f"return {back};")
        self.text = (helper + f"NONE static {result} g{number}({', '.join(parameters)}) {{\n  " + "\n  ".join(lines) + "\n}\n")

    def look(self, kind, value):
        return f"look_{kind}({value});" if kind in self.names else looked(kind, value)

    def make(self, kind):
        return f"make_{kind}()" if kind in self.names else made(kind)

    def call(self):
        # Arguments are made one after the other: C does not say in which order it evaluates them.
        lines = [f"{kind} a{n} = {self.make(kind)};" for n, kind in enumerate(self.kinds)]
        arguments = ", ".join(f"a{n}" for n in range(len(self.kinds)))
        lines += [f"{self.result} r = g{self.number}({arguments});", self.look(self.result, "r")]
        return "{ " + "\n    ".join(lines) + f'\n    printf("{self.number} %x\\n", (unsigned)hash); }}'


def program_text(rng: random.Random):
    structures = []
    for n in range(STRUCTURES):
        structures.append(Structure(rng, f"s{n}", structures[:]))
    functions = [Function(rng, n, structures) for n in range(FUNCTIONS)]
    calls = "\n  ".join(f.call() for f in functions for _ in range(2))
    return (PROLOGUE + "".join(s.text + s.functions() for s in structures) + "".join(f.text for f in functions)
            + f"int main(void) {{\n  seed = {rng.randrange(1 << 32)}u;\n  {calls}\n  return 0;\n}}\n")
