"""Prints a function with a chain of compounds, each of which may become two instructions: compounds.py KIND COUNT

forward, backward: a new-value jump in a full packet passes them; setup: they are between a hardware loop and its setup.
"""
import sys

kind, count = sys.argv[1], int(sys.argv[2])
chain = [f"$r0 = S2_lsr_i_r_xacc $r0, $r{2 + i % 4}, {1 + i % 30}" for i in range(count)]
jump = ["$r7 = A2_addi $r0, 7", "$r8 = A2_addi $r0, 8", "$r6 = A2_addi $r0, 1",
        "J4_cmpeqi_t_jumpnv_nt killed $r6, 5, %bb.{}, implicit-def $pc"]
use = ["$r0 = A2_add $r0, $r7", "$r0 = A2_add $r0, $r8"]
back = ["PS_jmpret $r31, implicit-def dead $pc, implicit $r0"]
setup = ["J2_loop0i %bb.2, 100, implicit-def $lc0, implicit-def $sa0, implicit-def $usr"]
loop = ["$r1 = A2_add $r7, $r8", "ENDLOOP0 %bb.2, implicit-def $pc, implicit-def $lc0, implicit $sa0, implicit $lc0"]
blocks = {
    "forward": [("1, 2", [line.format(2) for line in jump]), ("2", chain), ("", use + back)],
    "backward": [("1", ["$r0 = A2_addi $r0, 1"]), ("0, 2", chain + [line.format(0) for line in jump]), ("", use + back)],
    "setup": [("1", jump[:3] + setup), ("2", chain), ("2, 3", loop), ("", ["$r0 = A2_add $r0, $r1"] + back)],
}[kind]
print(f"---\nname: {kind}\ntracksRegLiveness: true\nbody: |")
for number, (successors, lines) in enumerate(blocks):
    print(f"  bb.{number}:")
    print("    liveins: $r0, $r1, $r2, $r3, $r4, $r5, $r31" + (", $r6, $r7, $r8" if number else ""))
    if successors:
        print("    successors: " + ", ".join(f"%bb.{s}" for s in successors.split(", ")))
    print("".join(f"    {line}\n" for line in lines), end="")
print("...")
