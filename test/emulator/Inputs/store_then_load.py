# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints an assembly program of packets in which a load follows a store (:mem_noshuf), to be linked with .data at CELL.

    store_then_load.py CASES SEED

Each case sets cells and registers, cancels conditional instructions, runs one packet and compares what it loaded, both base registers
and the cells with what this file computed. The program writes the packets that went wrong, and exits with 1 if there are any.
"""
import random
import sys

CELL, BYTES = 0x100000, 32  # the cells stand where .data starts
WORD, PAIR, OLD = 0x8899AABB, 0xF1E2D3C4B5A69788, 0x7766554433221100  # r2, r7:6, r5:4
INITIAL = bytes((37 * i + 11) % 256 for i in range(BYTES))
STEP = 24  # m0

# What a mode's base register holds for an address, its text, what it adds to the base, and whether it has an extended constant.
MODES = {
    "io": (lambda a: a, "{r}+#0", lambda size: 0, False),
    "offset": (lambda a: a - 8, "{r}+#8", lambda size: 0, False),
    "pi": (lambda a: a, "{r}++#{size}", lambda size: size, False),
    "pr": (lambda a: a, "{r}++m0", lambda size: STEP, False),
    "pbr": (lambda a: a & ~0xFFFF | int(f"{a & 0xFFFF:016b}"[::-1], 2), "{r}++m0:brev", lambda size: STEP, False),
    "pci": (lambda a: a, "{r}++#{size}:circ(m1)", lambda size: size, False),
    "pcr": (lambda a: a, "{r}++I:circ(m1)", lambda size: size, False),
    "rr": (lambda a: a - 8, "{r}+r12<<#3", lambda size: 0, False),
    "ur": (lambda a: a, "r13<<#2+##{address}", lambda size: 0, True),
    "abs": (lambda a: a, "##{address}", lambda size: 0, True),
}
CONDITIONAL = ("io", "pi", "rr", "abs")
# p0 is false, p1 is true; in packets that write one, p2 is true and p3 false.
CONDITIONS = {"p0": False, "!p0": True, "p1": True, "!p1": False, "p2.new": True, "!p2.new": False, "p3.new": False, "!p3.new": True}
WRITES = {"p2": "p2 = cmp.eq(r2,r2)", "p3": "p3 = cmp.eq(r2,r1)"}


def little(value, size):
    return (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def signed(data):
    return int.from_bytes(data, "little", signed=True)


def unsigned(data):
    return int.from_bytes(data, "little")


def halves(data, number):
    """Each byte as a half."""
    return unsigned(b"".join(little(number(data[i:i + 1]), 2) for i in range(len(data))))


# Text of a store: bytes, what it stores; a load's: bytes, the low word or the pair that it makes.
STORES = {"memb({}) = r2": (1, WORD), "memh({}) = r2": (2, WORD), "memh({}) = r2.h": (2, WORD >> 16), "memw({}) = r2": (4, WORD),
          "memd({}) = r7:6": (8, PAIR)}
CONSTANTS = {"memb({}) = #-9": (1, -9), "memh({}) = #-9": (2, -9), "memw({}) = #-9": (4, -9)}
LOADS = {"r4 = memb({})": (1, signed), "r4 = memub({})": (1, unsigned), "r4 = memh({})": (2, signed), "r4 = memuh({})": (2, unsigned),
         "r4 = memw({})": (4, signed), "r5:4 = memd({})": (8, signed)}
PARTS = {"r4 = membh({})": (2, lambda d: halves(d, signed)), "r4 = memubh({})": (2, lambda d: halves(d, unsigned)),
         "r5:4 = membh({})": (4, lambda d: halves(d, signed)), "r5:4 = memubh({})": (4, lambda d: halves(d, unsigned)),
         "r5:4 = memb_fifo({})": (1, lambda d: OLD >> 8 | unsigned(d) << 56),
         "r5:4 = memh_fifo({})": (2, lambda d: OLD >> 16 | unsigned(d) << 48)}
PART_MODES = [mode for mode in MODES if mode not in ("rr", "abs")]


def forms(always, modes, conditional, conditional_modes):
    """(text, meaning, mode, condition) of all accesses."""
    plain = [(text, meaning, mode, None) for text, meaning in always.items() for mode in modes]
    return plain + [(text, meaning, mode, condition) for text, meaning in conditional.items() for mode in conditional_modes
                    for condition in CONDITIONS]


ALL_STORES = forms(STORES, MODES, STORES, CONDITIONAL) + forms(CONSTANTS, ["io"], CONSTANTS, ["io"])
ALL_LOADS = forms(LOADS, MODES, LOADS, CONDITIONAL) + forms(PARTS, PART_MODES, {}, [])
CANCELLED = ["if (p0) memw(r1+#0) = r2\n if (!p1) memw(r1+#4) = r2", "if (p0) memw(r1+#0) = r2\n r9 = memw(r1+#0)", "if (p0) r9 = memw(r1+#0)",
             "if (!p1) memb(r1+#0) = #3"]


def access(form, register, address):
    """(text, base before, base behind if it is done, whether it is done, what it needs in its packet)"""
    text, (size, _), mode, condition = form
    base, place, step, extended = MODES[mode]
    text = text.format(place.format(r=register, size=size, address=address))
    if condition:
        text = f"if ({condition}) {text}"
    written = WRITES[condition.strip("!")[:2]] if condition and condition.endswith("new") else None
    return text, base(address), base(address) + step(size), CONDITIONS.get(condition, True), written, extended


def case(store, load, choose):
    """(packet, r1, r3, words that are expected) or None if there is no such packet."""
    stored, loaded = store[1], load[1]
    at = choose.randrange(0, BYTES - 8, stored[0])
    place = at if choose.random() < 0.5 else choose.randrange(0, BYTES - 8)
    place = place // loaded[0] * loaded[0]
    s_text, s_base, s_behind, s_done, s_written, s_long = access(store, "r1", CELL + at)
    l_text, l_base, l_behind, l_done, l_written, l_long = access(load, "r3", CELL + place)
    written = sorted({w for w in (s_written, l_written) if w})
    if len(written) + 2 + s_long + l_long > 4:
        return None
    cells = bytearray(INITIAL)
    if s_done:
        cells[at:at + stored[0]] = little(stored[1], stored[0])
    got = OLD
    if l_done:
        value = loaded[1](bytes(cells[place:place + loaded[0]]))
        got = value if load[0].startswith("r5:4") else OLD >> 32 << 32 | value & 0xFFFFFFFF
    words = little(got, 8) + little(s_behind if s_done else s_base, 4) + little(l_behind if l_done else l_base, 4) + bytes(cells)
    return "\n ".join(written + [s_text, l_text]), s_base, l_base, words


FRAME = f"""
  .text
  .globl _start
  .p2align 4
failed:                          // r28: the packet's text; r20: number of failures
  {{ r20 = add(r20,#1); r0 = #1; r1 = r28; r2 = #0 }}
1:
  {{ r3 = memb(r28++#1) }}
  {{ r2 = add(r2,#1); p0 = cmp.eq(r3,#0) }}
  {{ if (!p0) jump 1b }}
  {{ r2 = add(r2,#-1); r6 = #64 }}
  {{ trap0(#1) }}
  {{ jumpr r19 }}
check:                           // r26: what is expected; r19: the next case
  {{ r9:8 = memd(r26+#0); r19 = r31 }}
  {{ p0 = cmp.eq(r9:8,r5:4); r9:8 = combine(r3,r1) }}
  {{ r7:6 = memd(r26+#8) }}
  {{ p1 = cmp.eq(r9:8,r7:6); r24 = ##{CELL} }}
  {{ p0 = and(p0,p1); r26 = add(r26,#16) }}
  {{ loop0(2f,#{BYTES // 8}) }}
2:
  {{ r9:8 = memd(r24++#8); r7:6 = memd(r26++#8) }}
  {{ p1 = cmp.eq(r9:8,r7:6) }}
  {{ p0 = and(p0,p1) }}:endloop0
  {{ if (!p0) jump failed }}
  {{ jumpr r19 }}
set:
  {{ r24 = ##{CELL}; r26 = ##initial }}
  {{ loop0(3f,#{BYTES // 8}) }}
3:
  {{ r7:6 = memd(r26++#8) }}
  {{ memd(r24++#8) = r7:6 }}:endloop0
  {{ r2 = ##{WORD}; r12 = #1; r13 = #0 }}
  {{ r6 = ##{PAIR & 0xFFFFFFFF}; r7 = ##{PAIR >> 32} }}
  {{ r4 = ##{OLD & 0xFFFFFFFF}; r5 = ##{OLD >> 32} }}
  {{ r24 = ##{CELL}; r26 = ##{1 << 17 | BYTES} }}
  {{ m1 = r26; r25 = #{STEP} }}
  {{ cs1 = r24 }}
  {{ m0 = r25; p0 = cmp.eq(r2,r6) }}
  {{ p1 = not(p0) }}
  {{ jumpr r31 }}
_start:
  {{ r20 = #0 }}
"""
END = """
  { p0 = cmp.eq(r20,#0) }
  { r0 = mux(p0,#0,#1); r6 = #94 }
  { trap0(#1) }
"""


def main():
    count, choose = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    pairs = [(store, choose.choice(ALL_LOADS)) for store in ALL_STORES] + [(choose.choice(ALL_STORES), load) for load in ALL_LOADS]
    pairs += [(choose.choice(ALL_STORES), choose.choice(ALL_LOADS)) for _ in range(max(0, count - len(pairs)))]
    code, data = [FRAME], [f"  .data\n  .space {2 * BYTES}\ninitial:\n  .byte {', '.join(map(str, INITIAL))}"]
    for number, pair in enumerate(pairs):
        made = case(*pair, choose)
        if not made:
            continue
        packet, store_base, load_base, expected = made
        code.append(f"  call set\n  {{ r1 = ##{CELL}; r28 = ##text{number} }}\n  {{ {choose.choice(CANCELLED)} }}\n"
                    f"  {{ r1 = ##{store_base}; r3 = ##{load_base} }}\n  {{ {packet} }}:mem_noshuf\n  {{ r26 = ##expected{number} }}\n  call check")
        data.append(f"  .p2align 3\nexpected{number}:\n  .byte {', '.join(map(str, expected))}")
        data.append(f"text{number}:\n  .asciz \"{packet.replace(chr(10), ';')}\\n\"")
    print("\n".join(code) + END + "\n".join(data))


main()
