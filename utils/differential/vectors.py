# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C++ programs of vector extensions: see random-vectors.py.

Each function is a line of statements over local vectors of a few types: arithmetic, shifts, comparisons, choices, shuffles, conversions,
casts, elements, reductions, constants, and vectors of bool as operands, integers, arguments and in memory. Main prints a checksum of all
memory behind each.
"""
LANES = {"int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "int64_t": 8}
SIGNED = {1: "int8_t", 2: "int16_t", 4: "int32_t", 8: "int64_t"}
# Bytes of a vector: less than HVX's, its own and pairs, and what has to be split.
SIZES = (4, 8, 16, 32, 64, 64, 128, 128, 128, 256, 256, 512)
MASKS = (2, 4, 8, 16, 32, 64, 128)  # lanes of vectors of bool
NUMBERS = (8, 16, 32, 64)  # of those that are numbers, too: they fill their bytes

PROLOGUE = """\
#include <stdint.h>
extern "C" int printf(const char *, ...);
enum {{ Pool = 8192 }};
static uint8_t pool[Pool] __attribute__((aligned(512)));
static uint32_t seed = {seed}u;
static uint32_t word(void) {{ return seed = seed * 1664525u + 1013904223u; }}
static void fill(void) {{
  for (int i = 0; i < Pool; ++i)
    pool[i] = word() >> 24;
}}
static void check(int number, uint64_t result) {{
  uint32_t hash = 2166136261u;
  for (int i = 0; i < Pool; ++i)
    hash = (hash ^ pool[i]) * 16777619u;
  printf("%d %x %x %x\\n", number, hash, (uint32_t)result, (uint32_t)(result >> 32));
}}
"""


class Vector:
    """A type: lanes of an element."""

    def __init__(self, element, lanes):
        self.element, self.lanes = element, lanes
        self.width = 0 if element == "bool" else LANES[element]
        self.size = self.lanes * self.width
        self.name = f"{element.removesuffix('_t')}x{lanes}"

    def __eq__(self, other):
        return self.name == other.name

    def declaration(self):
        if self.element == "bool":
            return f"typedef bool {self.name} __attribute__((ext_vector_type({self.lanes})));"
        return f"typedef {self.element} {self.name} __attribute__((vector_size({self.size})));"


def mask_of(vector):
    return Vector("bool", vector.lanes)


class Function:
    """One function: its types, text and call."""

    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.types, self.locals, self.lines, self.helpers = {}, [], [], []
        self.place = 0

    def type(self, element, lanes):
        vector = Vector(element, lanes)
        self.types[vector.name] = vector
        return vector

    def any_type(self):
        size = self.rng.choice(SIZES)
        element = self.rng.choice([e for e, width in LANES.items() if width <= size // 2])
        return self.type(element, size // LANES[element])

    def new(self, vector, value):
        self.types[vector.name] = vector
        name = f"v{len(self.locals)}"
        self.lines.append(f"{vector.name} {name} = {value};")
        self.locals.append((name, vector))
        return name

    def offset(self, vector, aligned):
        """Of the pool's first half, which only loads touch."""
        step = max(vector.size, 1) if aligned else 1
        return self.rng.randrange((4096 - 512) // step) * step

    def load(self, vector):
        if self.rng.random() < 0.7:
            return self.new(vector, f"*({vector.name} *)(p + {self.offset(vector, True)})")
        return self.new(vector, f"load<{vector.name}>(p + {self.offset(vector, False)})")

    def pick(self, wanted=lambda vector: vector.width):
        """A local of a type that is wanted, or a new one."""
        found = [(name, vector) for name, vector in self.locals if wanted(vector)]
        if found and self.rng.random() < 0.9:
            return self.rng.choice(found[-8:])
        vector = self.any_type()
        while not wanted(vector):
            vector = self.any_type()
        return self.load(vector), vector

    def constant(self, vector):
        """Of one value, or of a few."""
        values = [self.rng.choice((0, -1, 1, 127, -128, self.rng.randrange(-99, 99)))] * vector.lanes
        if self.rng.random() < 0.5:
            values = [self.rng.randrange(-128, 128) for _ in range(self.rng.choice((2, 4, 16, vector.lanes)))] * vector.lanes
        return f"({vector.name}){{{', '.join(f'({vector.element}){value}' for value in values[:vector.lanes])}}}"

    def like(self, vector):
        if self.rng.random() < 0.1:
            return self.constant(vector)
        found = [name for name, other in self.locals if other == vector]
        return self.rng.choice(found) if found and self.rng.random() < 0.7 else self.load(vector)

    # Statements.

    def arithmetic(self):
        a, vector = self.pick()
        self.new(vector, f"{a} {self.rng.choice('+-*&|^')} {self.like(vector)}")

    def unary(self):
        a, vector = self.pick()
        self.new(vector, f"{self.rng.choice('-~')}{a}")

    def shift(self):
        a, vector = self.pick()
        bits = 8 * vector.width
        amount = self.rng.choice((str(self.rng.randrange(bits)), f"({self.like(vector)} & {bits - 1})"))
        self.new(vector, f"{a} {self.rng.choice(('<<', '>>'))} {amount}")

    def division(self):
        """By what is never 0, nor -1 where the least number is divided."""
        a, vector = self.pick()
        divisor = self.rng.choice((f"(({self.like(vector)} & 15) + 1)", str(self.rng.randrange(2, 100))))
        self.new(vector, f"{a} {self.rng.choice('/%')} {divisor}")

    def rotation(self):
        a, vector = self.pick()
        bits = 8 * vector.width
        amount = self.rng.randrange(1, bits)
        wide = self.type({1: "uint8_t", 2: "uint16_t", 4: "uint32_t"}.get(vector.width, vector.element), vector.lanes)
        self.new(vector, f"({vector.name})((({wide.name}){a} << {amount}) | (({wide.name}){a} >> {bits - amount}))")

    def elementwise(self):
        a, vector = self.pick()
        if self.rng.random() < 0.1 and vector.element.startswith("int"):
            self.new(vector, f"__builtin_elementwise_abs({a})")
        else:
            name = self.rng.choice(("max", "min", "add_sat", "sub_sat"))
            self.new(vector, f"__builtin_elementwise_{name}({a}, {self.like(vector)})")

    def reduction(self):
        a, _ = self.pick()
        name = self.rng.choice(("add", "mul", "and", "or", "xor", "max", "min"))
        self.lines.append(f"r = r * 31 + (uint64_t)__builtin_reduce_{name}({a});")

    def extreme(self):
        a, vector = self.pick()
        b = self.like(vector)
        self.new(vector, f"{a} {self.rng.choice(('<', '>', '<=', '>=', '==', '!='))} {b} ? {a} : {self.like(vector)}")

    def splat(self):
        _, vector = self.pick()
        value = self.rng.choice(("k", str(self.rng.randrange(-128, 128))))
        self.new(vector, f"{vector.name}{{}} + ({vector.element}){value}")

    def indices(self, lanes, count):
        """Of count lanes out of two vectors."""
        rng, kind = self.rng, self.rng.randrange(10)
        both = 2 * lanes
        if kind == 0:  # a permutation, or as much of it
            order = rng.sample(range(both), both)
        elif kind == 1:  # one vector's alone
            order = [rng.randrange(lanes) for _ in range(count)]
        elif kind == 2:  # a few lanes often
            few = rng.sample(range(both), min(both, rng.choice((1, 2, 3, 5))))
            order = [rng.choice(few) for _ in range(count)]
        elif kind == 3:  # a pattern again and again
            some = [rng.randrange(both) for _ in range(rng.choice((2, 4, 8, 16)))]
            order = some * count
        elif kind == 4:  # a rotation
            first = rng.randrange(both)
            order = [(first + i) % both for i in range(count)]
        elif kind == 5:  # interleaved
            order = [i // 2 + (i % 2) * lanes for i in range(both)]
        elif kind == 6:  # every other one
            order = [(2 * i + rng.randrange(2) * (i == 0)) % both for i in range(count)]
        elif kind == 7:  # backwards, in groups
            group = rng.choice((1, 2, 4, 8))
            order = [(i ^ (group - 1)) % both for i in range(both)]
        elif kind == 8:  # a part of one in the other's place
            size = min(rng.choice((1, 2, 4, 8, 16, 32)), lanes)
            to, source = (rng.randrange(lanes // size) * size for _ in range(2))
            order = list(range(lanes))
            order[to:to + size] = range(lanes + source, lanes + source + size)
        else:
            order = [rng.randrange(both) for _ in range(count)]
        return [order[i % len(order)] for i in range(count)]

    def shuffle(self):
        a, vector = self.pick()
        lanes = self.rng.choice((vector.lanes, vector.lanes, vector.lanes // 2, vector.lanes * 2, vector.lanes // 8, 4 * vector.lanes))
        lanes = lanes if lanes > 1 and 4 <= lanes * vector.width <= 512 else vector.lanes
        order = self.indices(vector.lanes, lanes)
        made = self.type(vector.element, lanes)
        self.new(made, f"__builtin_shufflevector({a}, {self.rng.choice((a, self.like(vector)))}, {', '.join(map(str, order))})")

    def convert(self):
        a, vector = self.pick()
        element = self.rng.choice([e for e, width in LANES.items() if 4 <= vector.lanes * width <= 512])
        made = self.type(element, vector.lanes)
        self.new(made, f"__builtin_convertvector({a}, {made.name})")

    def cast(self):
        a, vector = self.pick()
        element = self.rng.choice([e for e, width in LANES.items() if width < vector.size])
        made = self.type(element, vector.size // LANES[element])
        self.new(made, f"({made.name}){a}")

    def element(self):
        a, vector = self.pick()
        index = self.rng.choice((str(self.rng.randrange(vector.lanes)), f"(k & {vector.lanes - 1})"))
        if self.rng.random() < 0.5:
            self.lines.append(f"{a}[{index}] = ({vector.element})(k * {self.rng.randrange(1, 99)});")
        else:
            self.lines.append(f"r = r * 31 + (uint64_t){a}[{index}];")

    # Vectors of bool.

    def has_mask(self, vector):
        return vector.width and vector.lanes in MASKS

    def comparison(self):
        a, vector = self.pick(self.has_mask)
        test = f"{a} {self.rng.choice(('<', '>', '<=', '>=', '==', '!='))} {self.like(vector)}"
        self.new(mask_of(vector), f"__builtin_convertvector({test}, {mask_of(vector).name})")

    def mask(self):
        """A mask, made where there is none."""
        if not any(vector.element == "bool" for _, vector in self.locals) or self.rng.random() < 0.2:
            self.comparison()
        return self.rng.choice([(name, vector) for name, vector in self.locals if vector.element == "bool"])

    def other_mask(self, vector):
        return self.rng.choice([name for name, other in self.locals if other == vector])

    def logic(self):
        a, vector = self.mask()
        self.new(vector, self.rng.choice((f"{a} {self.rng.choice('&|^')} {self.other_mask(vector)}", f"~{a}")))

    def integer(self):
        """As an integer of as many bits, and back."""
        a, vector = self.mask()
        if vector.lanes not in NUMBERS:
            return
        whole = f"uint{vector.lanes}_t"
        if self.rng.random() < 0.6:
            self.lines.append(f"r = r * 31 + __builtin_bit_cast({whole}, {a});")
        else:
            self.new(vector, f"__builtin_bit_cast({vector.name}, ({whole})(k * 0x9E3779B97F4A7C15ull >> 7))")

    def shuffle_of_masks(self):
        a, vector = self.mask()
        lanes = self.rng.choice([n for n in MASKS if vector.lanes <= 2 * n and n <= 4 * vector.lanes])
        order = self.indices(vector.lanes, lanes)
        made = self.type("bool", lanes)
        self.new(made, f"__builtin_shufflevector({a}, {self.other_mask(vector)}, {', '.join(map(str, order))})")

    def from_mask(self):
        a, vector = self.mask()
        element = self.rng.choice([e for e, width in LANES.items() if 4 <= vector.lanes * width <= 512])
        made = self.type(element, vector.lanes)
        self.new(made, f"__builtin_convertvector({a}, {made.name})")

    def choice(self):
        a, vector = self.mask()
        element = self.rng.choice([e for e, width in LANES.items() if 4 <= vector.lanes * width <= 512])
        made = self.type(element, vector.lanes)
        wide = self.type(SIGNED[made.width], vector.lanes)
        x, y = self.like(made), self.like(made)
        self.new(made, f"-__builtin_convertvector({a}, {wide.name}) ? {x} : {y}")

    def truncation(self):
        """The lowest bit of each lane."""
        a, vector = self.pick(self.has_mask)
        self.new(mask_of(vector), f"__builtin_convertvector({a} & 1, {mask_of(vector).name})")

    def choice_of_masks(self):
        a, vector = self.mask()
        self.new(vector, f"(k & {1 << self.rng.randrange(8)}) ? {a} : {self.other_mask(vector)}")

    def mask_element(self):
        a, vector = self.mask()
        index = self.rng.choice((str(self.rng.randrange(vector.lanes)), f"(k & {vector.lanes - 1})"))
        if self.rng.random() < 0.5:
            self.lines.append(f"{a}[{index}] = (k & {1 << self.rng.randrange(8)}) != 0;")
        else:
            self.lines.append(f"r = r * 31 + (uint64_t){a}[{index}];")

    def memory_of_mask(self):
        a, vector = self.mask()
        if vector.lanes < 8:  # the rest of the byte is anything
            return
        place = 4096 + 8 * self.rng.randrange(512 - 16)
        self.lines.append(f"*({vector.name} *)(p + {place}) = {a};")
        if self.rng.random() < 0.5:
            self.new(vector, f"*({vector.name} *)(p + {place})")

    def call(self):
        """What a function of its own makes of a vector, of bools or not."""
        a, vector = self.mask() if self.rng.random() < 0.4 else self.pick()
        b = self.other_mask(vector) if vector.element == "bool" else self.like(vector)
        name = f"g{self.number}_{len(self.helpers)}"
        head = f"__attribute__((noinline)) static {vector.name} {name}({vector.name} a, int k, {vector.name} b)"
        self.helpers.append(f"{head} {{ return k & 1 ? a ^ b : a; }}")
        self.new(vector, f"{name}({a}, k >> {self.rng.randrange(3)}, {b})")

    def scalar_cast(self):
        """A vector of eight bytes as a number."""
        a, vector = self.pick(lambda vector: vector.size == 8)
        kind = self.rng.choice(("uint64_t", "int64_t"))
        self.lines.append(f"r ^= (uint64_t)__builtin_bit_cast({kind}, {a}) * {self.rng.randrange(1, 99)};")

    def store(self, name=None, vector=None):
        if name is None:
            name, vector = self.pick()
        place = 4096 + self.rng.randrange(4096 - 512)
        if self.rng.random() < 0.6:
            place = place // vector.size * vector.size
            self.lines.append(f"*({vector.name} *)(p + {place}) = {name};")
        else:
            self.lines.append(f"store(p + {place}, {name});")

    def statements(self):
        plain = (self.arithmetic, self.unary, self.shift, self.extreme, self.splat, self.shuffle, self.shuffle, self.shuffle, self.convert,
                 self.cast, self.element, self.store, self.call, self.division, self.rotation, self.elementwise, self.reduction)
        bools = (self.comparison, self.logic, self.integer, self.from_mask, self.choice, self.truncation, self.choice_of_masks,
                 self.shuffle_of_masks, self.mask_element, self.memory_of_mask, self.call)
        kinds = self.rng.choice((plain, plain, bools, plain + bools + (self.scalar_cast,)))
        for _ in range(self.rng.choice((3, 6, 10, 16))):
            self.rng.choice(kinds)()
        for name, vector in self.locals[-6:]:
            if vector.width:
                self.store(name, vector)
            else:
                made = self.type("int16_t", vector.lanes)
                self.store(f"__builtin_convertvector({name}, {made.name})", made)

    def text(self):
        self.statements()
        head = f"__attribute__((noinline)) static uint64_t f{self.number}(uint8_t *p, int k)"
        return "\n".join((*self.helpers, f"{head} {{\n  uint64_t r = 0;", *("  " + line for line in self.lines), "  return r;\n}\n"))

    def call_text(self):
        k = self.rng.choice((0, 1, 5, 100, -7, 65537))
        return f"fill();\n  k = {k};\n  check({self.number}, f{self.number}(pool, k));"


MEMORY = """\
template <class V> static V load(const uint8_t *p) { V v; __builtin_memcpy(&v, p, sizeof v); return v; }
template <class V> static void store(uint8_t *p, V v) { __builtin_memcpy(p, &v, sizeof v); }
"""


def program_text(rng):
    functions = [Function(rng, number) for number in range(5)]
    texts = [function.text() for function in functions]
    types = {name: vector for function in functions for name, vector in function.types.items()}
    declarations = "\n".join(vector.declaration() for vector in types.values())
    calls = "\n  ".join(function.call_text() for function in functions)
    return (PROLOGUE.format(seed=rng.randrange(1 << 32)) + MEMORY + declarations + "\n" + "\n".join(texts)
            + f'\nextern "C" int main() {{\n  volatile int k;\n  {calls}\n  return 0;\n}}\n')
