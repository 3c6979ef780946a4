#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs upstream's llvm/test/CodeGen/Hexagon against our llc.

Default: with our packetizer off. Nothing may fail that passes with Debian's own llc, but what expects the faults that our patches
mend. Debian's llc runs the tests that fail otherwise, by the same lit configuration.

--sda[=MODE]: with -sda-pack=MODE -sda-verify -verify-machineinstrs on every llc command. Packets differ from what the tests expect,
so FileCheck does not count: a complaint is an llc that crashes, reports bad machine code or fails where it does not
fail with the pass off, or in the mode sda a region or function that takes more cycles by the cycle model than its stock packets,
where these may stand. Tests with some that do where these may not stand are counted.

Status 0: nothing to complain about; 1: the complaints are listed; 2: bad command line.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

STOCK_BIN = "/usr/lib/llvm-19/bin"
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
GOOD = ("PASS", "XFAIL")
# Tests that expect what a patch of ours mends.
EXPECT_WRONG = {"sf-min-max.ll": "0017", "df-min-max.ll": "0017", "autohvx/qmul.ll": "0027", "autohvx/minmax-float.ll": "0019",
                "autohvx/vector-compare-float.ll": "0019", "funnel-shift.ll": "0032", "rotate.ll": "0032",
                # Loops that may start at their end or past it, with a count for those that do not.
                **dict.fromkeys(("swp-phi-start.ll", "swp-rename.ll", "swp-stages4.ll", "swp-stages5.ll"), "0031"),
                # Halfwords and words become bools by bits of each of their bytes.
                "autohvx/vector-compare-128b.ll": "0034", "autohvx/vector-compare-64b.ll": "0034",
                # Two or four bools in memory, of which each has several bits there.
                **dict.fromkeys(("isel-extract-pred.ll", "isel-insert-pred.ll", "isel-memory-vNi1.ll", "isel/cmp-v2i1.ll",
                                 "isel/cmp-v4i1.ll", "isel/trunc-vNi1.ll", "isel/select-i1.ll"), "0060"),
                # A mask of twelve bits as one of sixteen; the value in place of its sign's mask.
                "isel-combine-half.ll": "0152", "autohvx/abs.ll": "0155",
                # Vectors that are touched without a byte of them; whole ones loaded for a part.
                "autohvx/isel-truncate.ll": "0043", "autohvx/isel-widen-truncate-op.ll": "0043",
                # The place of Linux's saved registers; a register that a named argument has skipped.
                **dict.fromkeys(("vararg-linux-abi.ll", "vararg.ll", "vararg_align_check.ll", "vararg_double_onstack.ll", "vararg_named.ll"),
                                "0058")}
MODES = ("soft-to-hard", "soft-to-none", "sda", "optimal")

LIT_CONFIG = """\
import lit.formats
config.name = "llvm-hexagon-{variant}"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".ll", ".mir", ".s", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = {source!r}
config.test_exec_root = {work!r} + "/out"
config.targets = frozenset(["Hexagon"])
config.environment["PATH"] = {path!r}
config.environment["HEXLOOM_COMPLAINTS"] = {work!r} + "/complaints"
"""

# Stands in front of llc. A command that fails with the pass on and does not without it is a complaint; what fails
# either way is the test's own business (some tests want an error).
LLC_WRAPPER = """\
#!/bin/bash
input=$(mktemp) errors=$(mktemp)
trap 'rm -f "$input" "$errors"' EXIT
cat >"$input"
{llc} "$@" -sda-pack={mode} -sda-verify {extra} -pass-remarks-missed=sda-pack -verify-machineinstrs <"$input" 2>"$errors"
status=$?
dearer=$(grep -E '^remark: .* cycles.* more than ' "$errors")
excused='(which is no candidate|not all of which are candidates)(;|$)'
if [ {mode} = sda ] && grep -qE "$excused" <<<"$dearer"; then
  mkdir -p "$HEXLOOM_COMPLAINTS-excused"
  : >"$HEXLOOM_COMPLAINTS-excused/$(cksum <"$input" | tr ' ' -)"
fi
dearer=$(grep -vE "$excused" <<<"$dearer")
grep -v '^remark: ' "$errors" >&2
if [ -n "$dearer" ] && [ {mode} = sda ]; then
  mkdir -p "$HEXLOOM_COMPLAINTS"
  echo "dearer than stock: llc $* -sda-pack={mode} {extra} ($(head -n 1 "$input" | cut -c 1-120))
$dearer" >"$HEXLOOM_COMPLAINTS/$$.dearer"
fi
if [ $status -ne 0 ] && {llc} "$@" -verify-machineinstrs <"$input" >/dev/null 2>&1; then
  mkdir -p "$HEXLOOM_COMPLAINTS"
  {{
    echo "status $status: llc $* -sda-pack={mode} {extra}"
    head -n 1 "$input" | cut -c 1-120
    grep -E -m 3 'LLVM ERROR|Bad machine code|Assertion|Stack dump|error:' "$errors"
  }} >"$HEXLOOM_COMPLAINTS/$$"
fi
exit $status
"""


def run_lit(arguments, variant, bin_folder, chosen):
    """Runs the tests that the regular expression finds, all for none, with bin_folder first in the PATH; returns {test: code}."""
    work = os.path.join(arguments.build, "check-llvm-hexagon", variant)
    for folder in ("complaints", "complaints-excused"):
        shutil.rmtree(os.path.join(work, folder), ignore_errors=True)
    os.makedirs(work, exist_ok=True)
    path = os.pathsep.join([bin_folder, STOCK_BIN, "/usr/bin", "/bin"])
    with open(os.path.join(work, "lit.site.cfg.py"), "w") as config:
        config.write(LIT_CONFIG.format(variant=variant, source=arguments.source, work=work, path=path))
    result = os.path.join(work, "result.json")
    command = [sys.executable, LIT, "--ignore-fail", f"-j{arguments.jobs}", "--output", result, work]
    if chosen:
        command.append("--filter=" + chosen)
    with open(os.path.join(work, "lit.log"), "w") as log:
        code = subprocess.run(command, stdout=log, stderr=log).returncode
    if code:
        sys.exit(f"check-llvm-hexagon: error: lit failed, see {log.name}")
    with open(result) as file:
        tests = json.load(file)["tests"]
    return {test["name"].split(" :: ", 1)[1]: test["code"] for test in tests}


def count(result):
    good = sum(code in GOOD for code in result.values())
    unsupported = sum(code == "UNSUPPORTED" for code in result.values())
    return f"{good} pass, {len(result) - good - unsupported} fail, {unsupported} unsupported"


def compare(arguments):
    print("running the tests with our llc, packetizer off", flush=True)
    ours = run_lit(arguments, "ours", os.path.join(arguments.build, "bin"), arguments.filter)
    print(f"our llc:   {count(ours)}")
    if not any(code in GOOD for code in ours.values()):
        sys.exit("check-llvm-hexagon: error: no test passes with our llc: is the setup broken?")
    failed = sorted(name for name, code in ours.items() if code not in (*GOOD, "UNSUPPORTED") and name not in EXPECT_WRONG)
    worse = []
    if failed:
        print(f"running {len(failed)} of them with Debian's llc", flush=True)
        stock = run_lit(arguments, "stock", STOCK_BIN, f" ({'|'.join(map(re.escape, failed))})$")
        worse = [name for name in failed if stock.get(name) in GOOD]
    stale = sorted(name for name in EXPECT_WRONG if ours.get(name) in GOOD)
    for name in worse:
        print(f"worse than stock: {name} ({ours[name]})")
    for name in stale:
        print(f"does not expect any more what patch {EXPECT_WRONG[name]} mends: {name}")
    print(f"{len(worse)} tests are worse than stock")
    return 1 if worse or stale else 0


def with_pass(arguments):
    variant = "sda-" + arguments.sda
    work = os.path.join(arguments.build, "check-llvm-hexagon", variant)
    os.makedirs(os.path.join(work, "bin"), exist_ok=True)
    wrapper = os.path.join(work, "bin", "llc")
    with open(wrapper, "w") as file:
        file.write(LLC_WRAPPER.format(llc=os.path.join(arguments.build, "bin", "llc"), mode=arguments.sda,
                                      extra=" ".join(arguments.extra)))
    os.chmod(wrapper, 0o755)
    print(f"running the tests with -sda-pack={arguments.sda} -verify-machineinstrs", flush=True)
    result = run_lit(arguments, variant, os.path.dirname(wrapper), arguments.filter)
    folder = os.path.join(work, "complaints")
    complaints = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for name in complaints:
        with open(os.path.join(folder, name)) as file:
            print(file.read(), end="")
    run = sum(code != "UNSUPPORTED" for code in result.values())
    if not run:
        sys.exit("check-llvm-hexagon: error: no test was run")
    if arguments.sda == "sda":
        excused = os.listdir(folder + "-excused") if os.path.isdir(folder + "-excused") else []
        print(f"{len(excused)} tests dearer than stock packets that may not stand")
    print(f"{run} tests compiled, {len(complaints)} complaints")
    return 1 if complaints else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(os.path.dirname(__file__), "..", "build"), help="build folder")
    parser.add_argument("--sda", nargs="?", const="sda", choices=MODES, help="with the packetizer on, in this mode")
    parser.add_argument("--extra", action="append", default=[], help="with --sda: one more llc option")
    parser.add_argument("--filter", help="only tests whose path matches this regular expression")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    arguments.build = os.path.realpath(arguments.build)
    arguments.source = os.path.join(arguments.build, "llvm-src/llvm/test/CodeGen/Hexagon")
    return with_pass(arguments) if arguments.sda else compare(arguments)


if __name__ == "__main__":
    sys.exit(main())
