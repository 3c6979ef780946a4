# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C programs of vectors of any number of lanes: see random-lanes.py.

Each function takes a few vectors, by value or by a pointer, changes some of them, also in loops and lane by lane, and gives back an expression
of them. Expressions are trees of operators, elementwise builtins, reductions, conversions, casts, choices and shuffles. Main calls each
function several times and prints a checksum of its results.
"""
import typing

BITS = {"int8_t": 8, "uint8_t": 8, "int16_t": 16, "uint16_t": 16, "int32_t": 32, "uint32_t": 32, "int64_t": 64, "uint64_t": 64,
        "float": 32, "double": 64, "bool": 1}
FLOATS = ("float", "double")
INTEGERS = tuple(e for e in BITS if e.endswith("_t"))
MOST_BITS = 2048  # a pair of HVX's vectors
LENGTHS = (2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 40, 48, 63, 64, 65, 96, 100, 127, 128, 192, 256)
LENGTHS_OF_BOOL = (2, 3, 4, 6, 7, 8, 9, 12, 16, 24, 31, 32, 33, 48, 64, 96, 100, 128)
MOST_DIVIDED = 33  # lanes: a division is a call of a routine for each
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
CALLS = 6  # of each function

PROLOGUE = """\
#include <stdint.h>
int printf(const char *, ...);
static uint32_t seed = {seed}u;
static uint32_t word(void) {{ return (seed = seed * 1664525u + 1013904223u) >> 8 ^ seed << 16; }}
__attribute__((noinline)) static uint64_t any(void) {{
  uint64_t x = word();
  x = x << 32 | word();
  switch (word() % 8) {{
  case 0: return x & 255;
  case 1: return -(x & 255);
  case 2: return 1ull << (x & 63);
  case 3: return (1ull << (x & 63)) - 1;
  case 4: return x >> (x & 63);
  case 5: return (int64_t)x >> (x & 63);
  default: return x;
  }}
}}
__attribute__((noinline)) static double anyFloat(void) {{ return (int32_t)(word() % 20001 - 10000) / (double)(1 << word() % 5); }}
static uint64_t hash = 1469598103934665603ull;
__attribute__((noinline)) static void mix(uint64_t x) {{
  for (int i = 0; i < 64; i += 8)
    hash = (hash ^ (x >> i & 255)) * 1099511628211ull;
}}
__attribute__((noinline)) static void show(int number) {{ printf("%d %x %x\\n", number, (uint32_t)(hash >> 32), (uint32_t)hash); }}
"""
# What a float has to be for an integer. NaN has many values; the least number is 0, for unsigned ones.
CLAMPED = ("static inline {v} clamped_{v}({v} x, {e} most) {{ {v} high = most, zero = 0; x = x == x ? x : zero; x = x > high ? high : x;"
           " return x < zero ? zero : x; }}")


class Vector(typing.NamedTuple):
    element: str
    lanes: int

    @property
    def name(self):
        return f"{self.element.removesuffix('_t')}x{self.lanes}"

    @property
    def bits(self):
        return BITS[self.element] * self.lanes


class Function:
    """One function. types: those that it names; clamps: those of floats that become integers."""

    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.types, self.clamps, self.locals = {}, {}, {}

    def type(self, vector):
        self.types[vector.name] = vector
        return vector.name

    def lanes(self, element):
        if element == "bool":
            return self.rng.choice(LENGTHS_OF_BOOL)
        return min(MOST_BITS // BITS[element], self.rng.choice(LENGTHS))

    def fitting(self, elements, lanes):
        """One of them of which so many lanes are not too many, or None."""
        found = [e for e in elements if BITS[e] * lanes <= MOST_BITS]
        return self.rng.choice(found) if found else None

    # Expressions: the text of one of the vector's type.

    def expression(self, vector, depth):
        if depth <= 0:
            return self.leaf(vector)
        operand = lambda: self.expression(vector, depth - 1)  # noqa: E731
        kinds = self.of_bools if vector.element == "bool" else self.of_floats if vector.element in FLOATS else self.of_integers
        return kinds(vector, operand, depth - 1) or operand()

    def leaf(self, vector):
        found = [name for name, other in self.locals.items() if other == vector]
        if found and self.rng.random() < 0.85:
            return self.rng.choice(found)
        if vector.element == "bool" and self.rng.random() < 0.5:
            return self.converted(vector, ("int8_t", "int16_t", "int32_t"), 0)
        value = self.rng.randrange(2) if vector.element == "bool" else self.rng.choice((1, 3, 7, 9, 100, -1))
        return f"({self.type(vector)})({vector.element})({value})"

    def converted(self, vector, elements, depth):
        element = self.fitting(elements, vector.lanes)
        return element and f"__builtin_convertvector({self.expression(Vector(element, vector.lanes), depth)}, {self.type(vector)})"

    def choice(self, vector, operand):
        return f"(({operand()} {self.rng.choice(COMPARISONS)} {operand()}) ? {operand()} : {operand()})"

    def shuffle(self, vector, a, b, lanes):
        order = ", ".join(str(self.rng.randrange(2 * lanes)) for _ in range(vector.lanes))
        return f"({self.type(vector)})__builtin_shufflevector({a}, {b}, {order})"

    def of_bools(self, vector, operand, depth):
        kind = self.rng.randrange(4)
        if kind == 0:
            return f"(~{operand()})"
        if kind < 3:
            return f"({self.type(vector)})({operand()} {self.rng.choice('&|^')} {operand()})"
        element = self.fitting(("int8_t", "uint8_t", "int16_t", "int32_t"), vector.lanes)
        compared = [self.expression(Vector(element, vector.lanes), depth) for _ in range(2)]
        return f"__builtin_convertvector({compared[0]} {self.rng.choice(COMPARISONS)} {compared[1]}, {self.type(vector)})"

    def of_floats(self, vector, operand, depth):
        kind = self.rng.randrange(13)
        if kind < 4:
            return f"({operand()} {self.rng.choice('+-*')} {operand()})"
        if kind == 4:
            return f"({operand()} / (__builtin_elementwise_abs({operand()}) + 1))"
        if kind == 5:
            return f"__builtin_elementwise_abs({operand()})"
        if kind < 8:
            return self.converted(vector, [e for e in INTEGERS if BITS[e] <= BITS[vector.element]], depth)
        if kind == 8:
            return self.choice(vector, operand)
        if kind == 9:
            return self.converted(vector, [e for e in FLOATS if e != vector.element], depth)
        if kind == 10:  # NaN's sign is anything
            sign = operand()
            return f"__builtin_elementwise_copysign({operand()}, {sign} == {sign} ? {sign} : 1)"
        if kind == 11:
            return f"(-{operand()})"
        return self.shuffle(vector, operand(), operand(), vector.lanes)

    def of_integers(self, vector, operand, depth):
        element, bits, kind = vector.element, BITS[vector.element], self.rng.randrange(20)
        name = self.type(vector)
        if kind < 5:
            return f"({operand()} {self.rng.choice('+-*&|^')} {operand()})"
        if kind < 7:
            amount = f"({operand()} & ({name})({bits - 1}))" if self.rng.random() < 0.6 else self.rng.randrange(bits)
            return f"({operand()} {self.rng.choice(('<<', '>>'))} {amount})"
        if kind == 7:
            divisor = f"(({operand()} & ({name})(63)) | ({name})(1))" if self.rng.random() < 0.6 else f"({name})({self.rng.choice((3, 7, 10, 100))})"
            return vector.lanes <= MOST_DIVIDED and f"({operand()} {self.rng.choice('/%')} {divisor})"
        if kind < 10:
            return self.converted(vector, INTEGERS, depth)
        if kind == 10:
            return self.from_floats(vector, depth)
        if kind < 13:
            return self.choice(vector, operand)
        if kind < 15:
            return f"__builtin_elementwise_{self.rng.choice(('add_sat', 'sub_sat', 'min', 'max'))}({operand()}, {operand()})"
        if kind == 15:
            return f"__builtin_elementwise_{self.rng.choice(('bitreverse', 'abs') if element.startswith('int') else ('bitreverse',))}({operand()})"
        if kind < 18:
            other = vector if self.rng.random() < 0.5 else Vector(element, self.lanes(element))
            return self.shuffle(vector, self.expression(other, depth), self.expression(other, depth), other.lanes)
        if kind == 18:
            reduced = self.expression(Vector(element, self.lanes(element)), depth)
            return f"({name})({element})__builtin_reduce_{self.rng.choice(('add', 'xor', 'or', 'and', 'min', 'max'))}({reduced})"
        if bits == 8:
            return f"(~{operand()})"
        halves = Vector(self.rng.choice([e for e in INTEGERS if 2 * BITS[e] == bits]), 2 * vector.lanes)
        return f"(({name}){self.expression(halves, depth)})"

    def from_floats(self, vector, depth):
        element = self.fitting(FLOATS, vector.lanes)
        if not element:
            return None
        floats = Vector(element, vector.lanes)
        self.clamps[floats.name] = floats
        most = 2 ** (min(BITS[vector.element], 31) - 2)
        return f"__builtin_convertvector(clamped_{self.type(floats)}({self.expression(floats, depth)}, {most}), {self.type(vector)})"

    # Functions.

    def any_vector(self, lanes):
        """Mostly of so many lanes."""
        element = self.rng.choice(INTEGERS * 2 + ("float", "double", "bool"))
        vector = Vector(element, lanes if self.rng.random() < 0.7 else self.lanes(element))
        fits = vector.bits <= MOST_BITS and (element != "bool" or vector.lanes <= max(LENGTHS_OF_BOOL))
        return vector if fits else Vector(element, self.lanes(element))

    def statement(self, number):
        name, vector = self.rng.choice(list(self.parameters.items()))
        kind = self.rng.random()
        if kind < 0.3:
            return f"for (int q = 0; q < n; q++) {name} = {self.expression(vector, 2)};"
        if kind < 0.5:
            return f"{name}[n % {vector.lanes}] = {name}[(n * 3 + 1) % {vector.lanes}];"
        line = f"{self.type(vector)} t{number} = {self.expression(vector, 2)};"
        self.locals[f"t{number}"] = vector
        return line

    def text(self):
        lanes = self.lanes(self.rng.choice(INTEGERS))
        self.parameters = {f"p{n}": self.any_vector(lanes) for n in range(self.rng.randint(2, 5))}
        self.locals = dict(self.parameters)
        self.result = self.rng.choice(list(self.parameters.values()))
        self.by_value = {name for name in self.parameters if self.rng.random() < 0.4}
        declared, lines = [f"{self.type(self.result)} *result"], []
        for name, vector in self.parameters.items():
            if name in self.by_value:
                declared.append(f"{self.type(vector)} {name}")
            else:
                declared.append(f"{'volatile ' if self.rng.random() < 0.1 and vector.element != 'bool' else ''}{self.type(vector)} *{name}_")
                lines.append(f"{self.type(vector)} {name} = *{name}_;")
        lines += [self.statement(number) for number in range(self.rng.randint(1, 3))]
        lines.append(f"*result = {self.expression(self.result, 3)};")
        body = "\n".join("  " + line for line in lines)
        return f"__attribute__((noinline)) static void f{self.number}({', '.join(declared)}, int n) {{\n{body}\n}}\n"

    def call_text(self):
        lines = [f"for (int q = 1; q <= {CALLS}; q++) {{"]
        for name, vector in self.parameters.items():
            value = "anyFloat()" if vector.element in FLOATS else "any() & 1" if vector.element == "bool" else "any()"
            lines.append(f"  {vector.name} {name};\n    for (int z = 0; z < {vector.lanes}; z++)\n      {name}[z] = ({vector.element})({value});")
        given = ", ".join(name if name in self.by_value else "&" + name for name in self.parameters)
        lines.append(f"  {self.result.name} result;\n    f{self.number}(&result, {given}, q);\n    for (int z = 0; z < {self.result.lanes}; z++)")
        if self.result.element in FLOATS:  # NaN has many values
            bits = f"uint{BITS[self.result.element]}_t"
            lines.append(f"    mix(result[z] == result[z] ? __builtin_bit_cast({bits}, ({self.result.element})result[z]) : 99);")
        else:
            lines.append("    mix((uint64_t)result[z]);")
        return "\n  ".join((*lines, "}", f"show({self.number});"))


def program_text(rng):
    functions = [Function(rng, number) for number in range(6)]
    texts = [function.text() for function in functions]
    types = {name: vector for function in functions for name, vector in function.types.items()}
    clamps = {name: vector for function in functions for name, vector in function.clamps.items()}
    declarations = [f"typedef {v.element} {name} __attribute__((ext_vector_type({v.lanes})));" for name, v in sorted(types.items())]
    declarations += [CLAMPED.format(v=name, e=v.element) for name, v in sorted(clamps.items())]
    calls = "\n  ".join(function.call_text() for function in functions)
    return (PROLOGUE.format(seed=rng.randrange(1 << 32)) + "\n".join(declarations) + "\n\n" + "\n".join(texts)
            + f"\nint main(void) {{\n  {calls}\n  return 0;\n}}\n")
