# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which qemu-hexagon runs programs, and whether it has the instructions that utils/emulator adds."""
import functools
import os
import struct
import subprocess
import tempfile

# One packet each: v1:0.uw = vrmpy(v0.ub,r1:0.ub); v3:0.w = vrmpyz(v0.b,r0.b); then exit(0).
WIDE_PRODUCTS = (0x19c0c080, 0x19e8c000, 0x7800cba6, 0x7800c000, 0x5400c004)
WIDE_PRODUCTS_HEADER = "hexloom/hvx/product_pairs.h"  # of emitted C that has them
ADDRESS, MACHINE, V66 = 0x20000, 164, 0x66


def find(build):
    """$HEXLOOM_QEMU; without it the one of the build folder, if utils/bootstrap.sh built it; else the machine's.
    utils/emulator/find.sh is the same for shell scripts."""
    built = os.path.join(build, "bin", "qemu-hexagon")
    return os.environ.get("HEXLOOM_QEMU") or (built if os.access(built, os.X_OK) else "qemu-hexagon")


def named(program, folder):
    """A folder in which `program` has the name qemu-hexagon, for a PATH; it is made below `folder`."""
    made = os.path.join(folder, "emulator")
    os.makedirs(made, exist_ok=True)
    link = os.path.join(made, "qemu-hexagon")
    os.symlink(program, f"{link}.{os.getpid()}")
    os.replace(f"{link}.{os.getpid()}", link)
    return made


@functools.lru_cache(maxsize=None)
def has_wide_products(program):
    """Whether it runs products of 256 and 512 bytes an instruction: a program of two of them says."""
    code = struct.pack(f"<{len(WIDE_PRODUCTS)}I", *WIDE_PRODUCTS)
    offset = 52 + 32
    header = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\1\1\1", 2, MACHINE, 1, ADDRESS + offset, 52, 0, V66, 52, 32, 1, 0, 0, 0)
    segment = struct.pack("<8I", 1, 0, ADDRESS, ADDRESS, offset + len(code), offset + len(code), 5, 0x1000)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "products")
        with open(path, "wb") as file:
            file.write(header + segment + code)
        os.chmod(path, 0o755)
        try:
            done = subprocess.run([program, path], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0


def left_out(program):
    """The front end's options for a network that this emulator can run, whatever it lacks."""
    return [] if has_wide_products(program) else ["--no-wide-products"]
