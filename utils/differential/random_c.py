# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C programs of csmith's."""
import re

from . import tool

CSMITH = ["csmith", "--concise", "--max-funcs", "6", "--max-block-depth", "4"]
# What programs are made of besides integers of 8 to 64 bits: csmith's options, and other probabilities (percent) than its own.
KINDS = {
    "integers": (["--no-float"], {}),
    "floats": (["--float"], {}),
    "records": (["--no-float"], {"more_struct_union_type_prob": 80, "struct_as_ltype_prob": 70, "union_as_ltype_prob": 40,
                                 "bitfield_in_normal_struct_prob": 40, "field_volatile_prob": 10}),
    "builtins": (["--no-float", "--builtins", "--builtin-function-prob", "40"], {}),
}


def probabilities(folder, changed):
    """A file of csmith's probabilities, some of them changed: it takes all of them or none."""
    path = folder / "probabilities"
    tool(["csmith", "--dump-default-probabilities", path], cwd=folder)
    text = path.read_text()
    for name, percent in changed.items():
        text, found = re.subn(rf"^{name}=\d+$", f"{name}={percent}", text, flags=re.M)
        assert found == 1, f"csmith knows no probability named {name}"
    path.write_text(text)
    return path


def write(seed, kinds, program, further=()):
    """The program of this seed, of one of the kinds in turn; further: options of csmith."""
    options, changed = KINDS[kinds[seed % len(kinds)]]
    if changed:
        options = [*options, "--probability-configuration", probabilities(program.parent, changed)]
    program.write_bytes(tool([*CSMITH, *options, *further, "--seed", seed], seconds=20, cwd=program.parent))
