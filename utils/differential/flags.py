# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of the compiler that random programs are compiled with: about half of them have some, drawn by their seed.

A suite's own options reach what its author thought of. Users have others, and each is a path of its own through the compiler.
No row changes what a program prints. Options that do are left out: -ffast-math, -ffp-contract of another kind than the suite's.
So is -G8: lld refuses small data.
"""
import random
import typing

ANY = ("hexagon", "swiftdsp")
HEXAGON, SWIFTDSP = ANY[:1], ANY[1:]
# What a row needs.
HOST = "host"  # the host's program has the option, too: it changes types, or traps where behaviour is undefined
DEFINED = "defined"  # no signed arithmetic that wraps, as suites with -fwrapv have it
ANY_CORE = "any core"  # no intrinsics of a newer core
COUNTS = "counts"  # a suite where every fault counts: what lld compiles is never by Debian's clang
SHARE = 0.5  # of the programs have some
MOST = 3  # rows for one program
DRAWN, NONE = "drawn", "none"


class Row(typing.NamedTuple):
    text: str
    targets: tuple = ANY
    needs: tuple = ()


TABLE = (
    Row("-O1"),
    Row("-Og"),
    Row("-Os"),
    Row("-Oz"),
    Row("-g"),
    # Arithmetic, types and checks.
    Row("-ftrapv", ANY, (HOST, DEFINED)),
    Row("-fwrapv"),
    Row("-fno-strict-aliasing"),
    Row("-fsanitize=undefined -fsanitize-trap=all", ANY, (HOST,)),
    Row("-fsanitize=local-bounds -fsanitize-trap=all", ANY, (HOST,)),
    Row("-fshort-enums", ANY, (HOST,)),
    Row("-funsigned-char", ANY, (HOST,)),
    Row("-ftrivial-auto-var-init=pattern"),
    Row("-ftrivial-auto-var-init=zero"),
    Row("-fno-delete-null-pointer-checks"),
    Row("-fno-strict-return"),
    # Frames and calls.
    Row("-fstack-protector-strong"),
    Row("-fstack-protector-all"),
    Row("-fno-omit-frame-pointer"),
    Row("-fomit-frame-pointer"),
    Row("-fno-inline"),
    Row("-fno-optimize-sibling-calls"),
    Row("-finstrument-functions"),
    Row("-fexceptions"),
    Row("-fasynchronous-unwind-tables"),
    Row("-mlong-calls", HEXAGON),
    Row("-ffixed-r19", HEXAGON),
    # Loops.
    Row("-funroll-loops"),
    Row("-fno-unroll-loops"),
    Row("-fvectorize"),
    Row("-fno-vectorize"),
    Row("-fslp-vectorize"),
    Row("-fno-slp-vectorize"),
    # Sections, data and jumps.
    Row("-ffunction-sections -fdata-sections"),
    Row("-fno-jump-tables"),
    Row("-fno-zero-initialized-in-bss"),
    Row("-fcommon"),
    Row("-fmerge-all-constants"),
    Row("-fhosted -fbuiltin"),
    Row("-flto", HEXAGON, (COUNTS,)),
    # Hexagon's own.
    Row("-mno-packets", HEXAGON),
    Row("-mno-memops", HEXAGON),
    Row("-mno-nvj", HEXAGON),
    Row("-mno-nvs", HEXAGON),
    Row("-mv65", HEXAGON, (ANY_CORE,)),
    Row("-mv67", HEXAGON),
    # Passes that users switch off where they look for a fault.
    Row("-mllvm -enable-pipeliner=0", HEXAGON),
    Row("-mllvm -disable-hexagon-hwloops", HEXAGON),
    Row("-mllvm -hexagon-loop-prefetch", HEXAGON),
    Row("-mllvm -enable-misched=false"),
    Row("-mllvm -sda-versions=false"),
    Row("-mllvm -swiftdsp-hardware-loops=false", SWIFTDSP),
)


def possible(row, target, has):
    """Whether programs take the row; has: which needs they meet."""
    return target in row.targets and has.issuperset(row.needs)


def drawn(seed, target, has):
    """The rows of one program, in the order of the command line."""
    rng = random.Random(f"flags of {seed}")
    if rng.random() >= SHARE:
        return ()
    rows = [row for row in TABLE if possible(row, target, has)]
    return tuple(rng.sample(rows, rng.randint(1, MOST)))


def given(text):
    """The rows that a text names, as a failure's message has it."""
    rows, rest = [], text.strip()
    while rest:
        row = next((row for row in TABLE if f"{rest} ".startswith(row.text + " ")), None)
        if not row:
            raise ValueError(f"no row of utils/differential/flags.py begins '{rest}'")
        rows.append(row)
        rest = rest[len(row.text):].strip()
    return tuple(rows)


def words(rows, host=False):
    """The compiler's arguments; host: those that the host's compiler has, too."""
    return [word for row in rows if HOST in row.needs or not host for word in row.text.split()]


def as_text(rows):
    return " ".join(row.text for row in rows)
