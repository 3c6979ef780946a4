"""Programs in which the emulator's flag of a cancelled slot 1 is set when a load follows a store in its packet.

    emulator.py FOLDER LLVM-MC LD

Prints for each pair of store and load whether the load sees the store, by exit status of qemu-hexagon.
"""
import pathlib
import subprocess
import sys

PROGRAM = """
  .globl _start
  .p2align 4
_start:
  {{ r1 = ##cell }}
  {{ r3 = r1; r2 = #9; r20 = #0 }}
  {{ r5 = #0; cs0 = r1; r15 = #16 }}
  {{ m1 = r15; p0 = cmp.eq(r2,#0) }}
  {{ memw(r1+#0) = #7 }}
  {{ if (p0) memw(r1+#16) = r2
     if (p0) memw(r1+#20) = r2 }}
  {{ {store}
     {load} }}:mem_noshuf
  {{ r0 = sub(r5,r2); r6 = #94 }}
  {{ trap0(#1) }}
  .data
  .p2align 6
cell: .space 64
"""
MOVING = ["r5 = memw(r3++#4)", "r5 = memb(r3++#1)", "r5 = memub(r3++#1)", "r5 = memh(r3++#2)", "r5 = memuh(r3++#2)",
          "r5 = memw(r3++m1)", "r5 = memw(r3++#4:circ(m1))", "r5 = memw(r3++I:circ(m1))"]
CONDITIONAL = ["if (!p0) r5 = memw(r3+#0)", "if (!p0) r5 = memub(r3+#0)", "if (!p0) r5 = memw(r3+r20<<#0)",
               "if (!p0) r5 = memw(r3++#4)", "if (!p0) r5 = memw(##cell)"]
STORES = ["if (!p0) memw(r1+#0) = r2", "if (!p0) memw(r1++#4) = r2", "if (!p0) memw(r1+#0) = #9",
          "if (!p0) memw(r1+r20<<#0) = r2", "if (!p0) memw(##cell) = r2"]


def sees(store, load, folder, assembler, linker):
    """Whether the program of the pair exits with 0: what was loaded is what was stored."""
    source, program = folder / "pair.s", folder / "pair"
    source.write_text(PROGRAM.format(store=store, load=load))
    subprocess.run([assembler, "-triple=hexagon", "-mcpu=hexagonv66", "-filetype=obj", source, "-o", folder / "pair.o"], check=True)
    subprocess.run([linker, folder / "pair.o", "-o", program], check=True)
    return subprocess.run(["qemu-hexagon", program]).returncode == 0


def main():
    folder, tools = pathlib.Path(sys.argv[1]), sys.argv[2:]
    pairs = [("memw(r1+#0) = r2", load) for load in MOVING + CONDITIONAL]
    pairs += [(store, "r5 = memw(r3+#0)") for store in STORES]
    pairs.append(("r2 = add(r2,#0)\n memw(r1+#0) = r2.new", "r5 = memw(r3++#4)"))
    for store, load in pairs:
        print(f"{'sees' if sees(store, load, folder, *tools) else 'misses'}: {' '.join(store.split())} | {load}")


main()
