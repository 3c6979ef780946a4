"""Writes programs that execute each row of HexagonCompounds.def: table.py FILE.def FOLDER

FOLDER/rows.mir has two functions for each row, the compound and its parts, on the same arguments; FOLDER/main.c compares them.
The packetizer, which takes compounds apart, and its validator both read that table; the machine does not.
"""
import pathlib
import subprocess
import sys

table, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
macro = "#define HEXAGON_COMPOUND(Compound, Inner, Outer) ROW Compound Inner Outer\n"
text = subprocess.run(["cc", "-E", "-P", "-x", "c", "-"], input=macro + table.read_text(), capture_output=True, text=True,
                      check=True).stdout
rows = [words[i + 1:i + 4] for words in [text.split()] for i in range(len(words)) if words[i] == "ROW"]
assert len(rows) > 70, f"{len(rows)} rows"


def factors(inner):
    """The operands of the inner half, and of the compound behind its accumulator."""
    if inner == "A2_subri":
        return "5, $r1", "5, $r1"
    immediate = "_i_r" in inner or inner in ("A2_addi", "A2_andir", "A2_orir", "M2_mpysip")
    return ("$r1, 5", "$r1, 5") if immediate else ("$r1, $r2", "$r1, $r2")


def function(name, lines):
    body = "".join(f"    {line}\n" for line in [*lines, "PS_jmpret $r31, implicit-def dead $pc, implicit $r0"])
    return f"---\nname: {name}\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $r0, $r1, $r2, $r31\n{body}...\n"


def operands(compound, values):
    # The accumulator of the logical ones stands in the middle of the assembly, but first among the operands, too.
    return f"$r0 = {compound} $r0, {values}"


names = [name for row in range(len(rows)) for name in (f"whole_{row}", f"parts_{row}")]
mir = "--- |\n" + "".join(f"  define void @{name}() {{ ret void }}\n" for name in names) + "...\n"
for number, (compound, inner, outer) in enumerate(rows):
    of_inner, of_compound = factors(inner)
    mir += function(f"whole_{number}", [operands(compound, of_compound)])
    mir += function(f"parts_{number}", [f"$r3 = {inner} {of_inner}", f"$r0 = {outer} $r0, $r3"])
(folder / "rows.mir").write_text(mir)

calls = "".join(f"  ROW({n}) /* {row[0]} */\n" for n, row in enumerate(rows))
declarations = "".join(f"unsigned whole_{n}(unsigned, unsigned, unsigned), parts_{n}(unsigned, unsigned, unsigned);\n"
                       for n in range(len(rows)))
(folder / "main.c").write_text(declarations + f"""
#define ROW(N) if (whole_##N(a, b, c) != parts_##N(a, b, c)) return N % 255 + 1;
static const unsigned extreme[] = {{0, 1, 31, 32, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000u, 0xffffffffu}};
static unsigned state = 1;
static unsigned value(void) {{
  state = state * 1664525u + 1013904223u;
  return state >> 28 < 10 ? extreme[state >> 28] : state ^ state >> 11;
}}
int main(void) {{
  for (int i = 0; i < 300; ++i) {{
    unsigned a = value(), b = value(), c = value();
{calls}  }}
  return 0;
}}
""")
