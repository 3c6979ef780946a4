# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that run-model and compile-model give on to dnn-frontend, whose --help says more."""
import os

from .tools import TARGETS

FOLDER_FLAGS = ("-I", "-isystem", "-iquote", "-idirafter")


def add_meaning(group):
    """Options that decide which inputs, outputs and tensors there are."""
    group.add_argument("--shape", action="append", default=[], metavar="NAME=SHAPE", help="shape of a graph input")
    group.add_argument("--signature", metavar="KEY", help="the entry of a file with several (default: its first subgraph)")
    group.add_argument("--custom", action="append", default=[], metavar="NAME=HEADER",
                       help="a custom operator that a function of HEADER computes, which lies here or where --cflag=-I... says")


def add_options(parser, targets_help):
    group = parser.add_argument_group("translation (given on to dnn-frontend, whose --help says more)")
    group.add_argument("--target", choices=TARGETS, default="hexagon", help=targets_help)
    add_meaning(group)
    group.add_argument("--force-plan", action="append", default=[], metavar="OPERATOR=KERNEL", help="choose a kernel")
    group.add_argument("--force-embedding", action="append", default=[], metavar="OPERATOR=EMBEDDING", help="make taps of a window channels: none, ky4, ...")
    group.add_argument("--explain", nargs="?", const="*", metavar="OPERATOR", help="print every operator's plans with their costs first, or "
                       "--explain=OPERATOR those of one")
    group.add_argument("--report", metavar="FILE.html", help="write the plans as a page")
    group.add_argument("--no-PASS", action="store_true", help="leave out a pass: --no-fuse-padding, ...; --no-wide-products: take no "
                       "instructions of 256 products")


def parse(parser, arguments):
    """The options; --no-PASS of any name is collected, and dnn-frontend judges it."""
    # A word behind --explain is the network.
    options, rest = parser.parse_known_args(["--explain=*" if word == "--explain" else word for word in arguments])
    if options.explain == "":
        parser.error("--explain: the operator's name is empty")
    options.passes = [word for word in rest if word.startswith("--no-")]
    if len(options.passes) != len(rest):
        parser.error("unrecognized arguments: " + " ".join(word for word in rest if word not in options.passes))
    return options


def custom_arguments(options):
    return [f"--custom={spec}" for spec in options.custom]


def meaning_arguments(options):
    """Those of add_meaning()."""
    result = [f"--shape={spec}" for spec in options.shape] + custom_arguments(options)
    if options.signature is not None:
        result.append(f"--signature={options.signature}")
    return result


def choice_arguments(options):
    """Those that decide which layers there are, and how each is executed."""
    plans = [f"--force-plan={plan}" for plan in options.force_plan]
    embeddings = [f"--force-embedding={embedding}" for embedding in options.force_embedding]
    return meaning_arguments(options) + plans + embeddings + options.passes


def all_arguments(options):
    told = [f"--explain={options.explain}"] if options.explain else []
    told += [f"--report={options.report}"] if options.report and not options.profile else []  # with a profile it shows measured cycles
    return choice_arguments(options) + told


def header_files(options):
    """Where the headers of custom operators may be: here, and where the compiler is told to look."""
    folders, last = [""], None
    for flag in options.cflag:
        folders += [flag] if last in FOLDER_FLAGS else [flag[len(start):] for start in FOLDER_FLAGS if flag.startswith(start)]
        last = flag
    return [os.path.join(folder, spec.partition("=")[2]) for spec in options.custom for folder in folders]


def compiler_flags(options):
    """The user's, with folders as they are from here: the compiler runs elsewhere. Headers of custom operators are found here,
    and what the compiler warns of in them is no error."""
    flags, last = ["-Wno-error", "-iquote", os.getcwd()] if options.custom else [], None
    for flag in options.cflag:
        start = "" if last in FOLDER_FLAGS else next((s for s in FOLDER_FLAGS if flag.startswith(s) and flag != s), None)
        flags.append(flag if start is None else start + os.path.abspath(flag[len(start):]))
        last = None if last in FOLDER_FLAGS else flag
    return flags
