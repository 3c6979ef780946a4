#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many packets a second swiftdsp-sim simulates (user time), for four loops."""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import asm  # noqa: E402
import isa  # noqa: E402

SETUP = """
_start:
  { li a0, lo(buffer) ; li a1, lo(buffer) ; li t2, lo(buffer) ; li t0, 0 }
  { lih a0, hi(buffer) ; lih a1, hi(buffer) ; lih t2, hi(buffer) ; lih t0, %d }
"""
END = """
  { li v0, 1 ; li a0, 0 }
  sys
.data
.align 64
buffer: .space 4096
"""
LOOPS = {
    "scalar, a branch taken every 3 packets": (300, """
again:
  { add t1, t1, t3 ; ldw t3, 0(t2) ; addi t0, t0, -1 }
  { xor t4, t1, t0 ; stw t1, 4(t2) ; snei t5, t0, 0 }
  bt t5, again
"""),
    "8 instructions a packet": (200, """
  loop0 t0, done
  { bt zero, done ; add t1, t1, t3 ; vaddw vr1, vr2, vr3 ; vmaxh vr4, vr5, vr6 ; ldw t3, 0(t2) ; vld vr7, 16(t2) ; stw t1, 4(t2) ; vst vr1, 32(t2) }
done:
"""),
    "vector: 2 operations, 2 loads, 1 store": (300, """
  loop0 t0, done
  { vdotbb vr1, vr2, vr3 ; vqrdmulw vr4, vr5, vr6 ; vld vr2, 16(t2) ; vld vr7, 32(t2) ; vst vr4, 64(t2) }
done:
"""),
    "vconv and 2 loads": (300, """
  loop0 t0, done
  { vconv1bb vr12, vr13 ; vld vr12, (a0)+off0 ; vld vr13, (a1)+off0 }
done:
"""),
}

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("simulator", help="build/bin/swiftdsp-sim")
simulator = parser.parse_args().simulator
if not os.access(simulator, os.X_OK):
    sys.exit(f"speed: error: {simulator} is no program")

table = isa.Table()
with tempfile.TemporaryDirectory() as work:
    for name, (count, text) in LOOPS.items():
        file = os.path.join(work, "speed.elf")
        with open(file, "wb") as out:
            out.write(asm.assemble(SETUP % count + text + END, table).elf())
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        result = subprocess.run([simulator, "--stats", file], stderr=subprocess.PIPE, text=True, check=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        packets = int(result.stderr.split()[1])
        print(f"{name}: {packets} packets in {seconds:.2f} s, {packets / seconds / 1e6:.0f} million a second")
