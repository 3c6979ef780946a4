#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the suites of tests one after the other and adds up what they count."""
import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "utils", "check"), os.path.join(ROOT, "utils")]
from progress import Progress  # noqa: E402
from runmodel import processes  # noqa: E402

LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"
PYTHON = "/usr/bin/python3"
SUMMARY = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)


def run(command, log, quiet=re.compile(r"^(PASS: |$)")):
    """Status and output; all of it goes to a log, and to the terminal what is neither a summary nor good news. What was not run
    or is known to fail is no good news."""
    progress = Progress()
    with processes.started(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        lines = []
        for line in process.stdout:
            lines.append(line)
            log.write(line)
            is_step = progress.saw(line)
            if not is_step and not SUMMARY.match(line) and not quiet.match(line):
                progress.clear()
                sys.stdout.write("    " + line)
                sys.stdout.flush()
        status = process.wait()
    progress.clear()
    return status, "".join(lines)


def counted(status, passed, failed, what):
    """A suite that ends badly without naming a failed test counts as one."""
    if status != 0 and failed == 0:
        print(f"    {what} ended with status {status}")
        failed = 1
    return passed, failed


def run_unit(options, log):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "unit.json")
        program = os.path.join(options.build_dir, "bin", "unit-tests")
        status, _ = run([program, "--gtest_brief=1", f"--gtest_output=json:{path}"], log,
                        re.compile(r"^(Running main|\[=|\[  PASSED)"))
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    failed = result["failures"] + result.get("errors", 0)
    return counted(status, result["tests"] - failed - result.get("disabled", 0), failed, "unit-tests")


def say_missing(tests):
    """How many tests did not run, for which reason; lit keeps the reason to itself."""
    missing = collections.Counter((test["code"].lower(), test["output"].split("\n")[0]) for test in tests)
    for (code, reason), count in sorted(missing.items()):
        print(f"    {count} {code}" + (f": {reason}" if reason else ""))


# A lit test that needs more seconds of a processor than this is named: the default suite is bound to a quarter of an hour.
MOST_SECONDS = 30


def say_longest(path, log):
    """The tests by seconds of a processor to the log, and those that take too many to the terminal."""
    with open(path, encoding="utf-8") as file:
        times = sorted(((float(seconds), name) for seconds, name in (line.split(" ", 1) for line in file)), reverse=True)
    log.write("seconds of a processor by test:\n" + "".join(f"{seconds:8.1f} {name}" for seconds, name in times))
    for seconds, name in times:
        if seconds > MOST_SECONDS:
            print(f"    {seconds:.0f} s of a processor: {name.strip()}")


# The lit tests that --quick leaves out: programs and networks by the dozen, and what measures them.
NOT_QUICK = r"hexloom :: (kernels|profile|zoo|fuzz|models|frontend/(execution|hostile|toy)|sda/(csmith|cores|random|modes|published|debug))"


def run_lit(options, log, tests="", *parameters):
    """The tests of a folder below test/."""
    if options.quick:
        parameters = ("--filter-out", NOT_QUICK, *parameters)
    with tempfile.TemporaryDirectory() as folder:
        path, times = os.path.join(folder, "lit.json"), os.path.join(folder, "times")
        open(times, "w").close()
        command = [PYTHON, LIT, "-v", f"-j{options.jobs}", f"-DBUILD={options.build_dir}", f"-DTIMES={times}", "-o", path,
                   *["-DALL=1"] * options.all, *parameters]
        status, _ = run([*command, os.path.join(ROOT, "test", tests)], log)
        with open(path, encoding="utf-8") as file:
            tests = json.load(file)["tests"]
        say_longest(times, log)
    good, not_run = ("PASS", "XFAIL", "FLAKYPASS"), ("UNSUPPORTED", "SKIPPED", "EXCLUDED")
    say_missing(test for test in tests if test["code"] in not_run)
    passed = sum(test["code"] in good for test in tests)
    failed = sum(test["code"] not in (*good, *not_run) for test in tests)
    return counted(status, passed, failed, "lit")


def run_script(path, *arguments):
    def suite(options, log):
        status, text = run([PYTHON, os.path.join(ROOT, path), *arguments, "--build", options.build_dir, "--jobs",
                            str(options.jobs)], log)
        found = SUMMARY.findall(text)
        passed, failed = map(int, found[-1]) if found else (0, 0)
        return counted(status, passed, failed, path)
    return suite


def run_zoo(options, log):
    """Nearly half of the networks on Hexagon; with --all each of them, as plain C, too, of which run_sanitized() has a sample; in a hurry, that
    sample alone."""
    arguments = (("--sample", "--target=portable") if options.quick else TWO_TARGETS if options.all else
                 ("--draw=410", "--target=hexagon"))
    return run_script("test/reference/run_zoo.py", *arguments)(options, log)


def run_sanitized(options, log):
    """One network of each operator, or all of them."""
    return run_script("test/reference/run_zoo.py", "--sanitize", *([] if options.all else ["--sample"]))(options, log)


def run_golden(*arguments):
    def suite(options, log):
        sys.path.insert(0, os.path.join(ROOT, "test", "models"))
        from run_models import shared_folder
        folder = os.path.join(shared_folder(), "models")
        if not os.path.isdir(folder):
            print(f"    not run: no networks with golden outputs in {folder}")
            return 0, 0
        return run_script("test/models/run_models.py", *arguments, *["--all"] * (options.all and "--sample" not in arguments))(options, log)
    return suite


def run_golden_networks(options, log):
    """On Hexagon, with --all as plain C, too, of which run_sanitized() has a sample from the zoo."""
    return run_golden(*(TWO_TARGETS if options.all else ("--target=hexagon",)))(options, log)


def run_llvm(options, log):
    """Upstream's Hexagon tests: none worse than stock with our pass off, none that our pass breaks."""
    command = [PYTHON, os.path.join(ROOT, "utils", "check-llvm-hexagon.py"), "--build", options.build_dir,
               "-j", str(options.jobs)]
    status, text = run(command, log)
    good, worse = re.findall(r"our llc: +(\d+) pass", text), re.findall(r"(\d+) tests are worse than stock", text)
    passed, failed = counted(status, int(good[-1]) if good else 0, int(worse[-1]) if worse else 0, "check-llvm-hexagon")
    status, text = run([*command, "--sda"], log)
    found = re.findall(r"(\d+) tests compiled, (\d+) complaints", text)
    compiled, bad = map(int, found[-1]) if found else (0, 0)
    more = counted(status, compiled - bad, bad, "check-llvm-hexagon --sda")
    return passed + more[0], failed + more[1]


# All other suites run what the packetizer does unless it is told otherwise.
OTHER_MODES = ("off", "soft-to-hard", "soft-to-none", "optimal")


def in_sum(suites):
    """Counts of several suites (title, function) together; says how far it is."""
    passed = failed = 0
    for title, suite in suites:
        start = time.monotonic()
        good, bad = suite()
        passed, failed = passed + good, failed + bad
        print(f"    {title}: {good} passed, {bad} failed in {time.monotonic() - start:.0f} s", flush=True)
    return passed, failed


def run_llvm_modes(options, log):
    """The same tests in the packetizer's other modes; the search for the optimum with a small limit."""
    def suite(mode):
        extra = ["--extra=-sda-optimal-limit=500"] if mode == "optimal" else []
        command = [PYTHON, os.path.join(ROOT, "utils", "check-llvm-hexagon.py"), "--build", options.build_dir, "-j",
                   str(options.jobs), f"--sda={mode}", *extra]
        status, text = run(command, log)
        found = re.findall(r"(\d+) tests compiled, (\d+) complaints", text)
        compiled, bad = map(int, found[-1]) if found else (0, 0)
        return counted(status, compiled - bad, bad, f"check-llvm-hexagon --sda={mode}")
    return in_sum((mode, lambda mode=mode: suite(mode)) for mode in OTHER_MODES if mode != "off")


def run_modes(options, log):
    """Every kind of execution test in the packetizer's other modes: kernels, a network of each operator, golden outputs, random
    programs."""
    def suites():
        for mode in OTHER_MODES:
            networks = "--target=hexagon", "--sda-pack=" + mode
            yield f"kernels, {mode}", lambda: run_lit(options, log, "kernels", "-DSDA_PACK=" + mode)
            for title, suite in (("zoo", run_script("test/reference/run_zoo.py", "--sample", *networks)),
                                 ("golden outputs", run_golden("--sample", *networks))):
                yield f"{title}, {mode}", lambda: suite(options, log)
        for script, seeds, levels in (("csmith", 30, "O2"), ("random-loops", 30, "O3"), ("random-intrinsics", 50, "O2")):
            yield f"{script}, all of these modes", lambda: run_random(
                script, seeds, "--levels", levels, "--modes", ",".join(OTHER_MODES))(options, log)
    return in_sum(suites())


def run_bench(options, log):
    """Kernels and networks against the committed baseline, which a mode may exceed by 1 %; each cell of the table is one result."""
    status, text = run([os.path.join(ROOT, "utils", "bench.sh"), "--build", options.build_dir, "--networks", "--modes=stock,sda"], log,
                       re.compile(r"^(\||$)"))
    rows = re.findall(r"^\| [a-z]\w* \|.*\d", text, re.M)
    bad = len(re.findall(r"^bench: error: ", text, re.M))
    return counted(status, 2 * len(rows) - bad, bad, "bench.sh")


def run_reproduction(options, log):
    """The papers' tables and figures that take seconds, measured again: none differs from docs/reproduction."""
    def one(script):
        status, text = run([os.path.join(ROOT, "utils", script), "--check", "--build", options.build_dir], log,
                           re.compile(r"^(.*: as it stands$|reproduce-dlcs: figure|$)"))
        found = SUMMARY.findall(text)
        return counted(status, *(map(int, found[-1]) if found else (0, 0)), script)
    return in_sum((title, lambda script=script: one(script)) for title, script in (("GCD2", "reproduce-gcd2.sh"), ("SwiftDSP", "reproduce-dlcs.sh"), ("embeddings", "reproduce-csp.sh")))


def run_compile_time(options, log):
    """Host instructions of llc with our packetizer, at most 1.8 times stock's, on each network of the bench."""
    sys.path.insert(0, os.path.join(ROOT, "utils"))
    from bench import suite

    def one(name):
        status, _ = run([PYTHON, os.path.join(ROOT, "utils", "compile-time.py"), name, "--build", options.build_dir], log,
                        re.compile(r"^(llc |Millions|\| \||\|---|$)"))
        return int(status == 0), int(status != 0)
    return in_sum((name, lambda name=name: one(name)) for name in suite.networks(()))


def run_csmith(options, log):
    """Programs of integers at every level; of all kinds, with code that is small or unrolled."""
    kinds = "--kinds", "floats,records,builtins", "--levels", "Os,O3+funroll-loops"
    return in_sum((("integers", lambda: run_random("csmith", 300)(options, log)),
                   ("floats, records, builtins", lambda: run_random("csmith", 150, *kinds)(options, log))))


def run_calls(options, log):
    """Functions of random signatures."""
    levels = "--levels", "O0,O1,O2,Os"
    linux = "--cflag=--target=hexagon-unknown-linux-musl"
    return in_sum((("Hexagon", lambda: run_random("random-calls", 200, *levels)(options, log)),
                   ("Hexagon, Linux", lambda: run_random("random-calls", 100, linux, *levels)(options, log)),
                   ("SwiftDSP", lambda: run_random("random-calls", 100, "--target", "swiftdsp", *levels)(options, log))))


def run_turns(options, log):
    """Loops whose turns depend on each other."""
    return in_sum((("Hexagon", lambda: run_random("random-turns", 200)(options, log)),
                   ("SwiftDSP", lambda: run_random("random-turns", 100, "--target", "swiftdsp", "--levels", "O2,O3")(options, log))))


def run_vectors(options, log):
    """Vector extensions, with HVX and without."""
    return in_sum((("HVX", lambda: run_random("random-vectors", 200, "--levels", "O0,O1,O2,O3", "--modes", "off,sda")(options, log)),
                   ("no HVX", lambda: run_random("random-vectors", 100, "--cflag=-mno-hvx")(options, log))))


def run_lanes(options, log):
    """Vectors of any number of lanes."""
    levels = "--levels", "O0,O1,O2,O3"
    return in_sum((("HVX", lambda: run_random("random-lanes", 200, *levels)(options, log)),
                   ("HVX, vectorized", lambda: run_random("random-lanes", 100, "--cflag=-fvectorize", "--levels", "O2,Os")(options, log)),
                   ("no HVX", lambda: run_random("random-lanes", 100, "--cflag=-mno-hvx")(options, log)),
                   ("SwiftDSP", lambda: run_random("random-lanes", 100, "--target", "swiftdsp", *levels)(options, log))))


def run_source_mode(options, log):
    """LLVM's own build compiles our files and the patched ones, with assertions; then the packetizer's tests run with these."""
    status, text = run([os.path.join(ROOT, "utils", "check-source-mode.sh"), options.build_dir], log)
    compiled = re.findall(r"(\d+) files compile in LLVM's own build", text)
    passed, failed = (re.findall(rf"^ +{word} *: +(\d+)", text, re.M) for word in ("Passed", "Failed"))
    return counted(status, int(compiled[-1]) + int(passed[-1]) if compiled and passed else 0, int(failed[-1]) if failed else 0,
                   "check-source-mode.sh")


def run_debug(options, log):
    """-g and packets: kernels and random programs of csmith's, networks of the bench."""
    def suite(*arguments):
        status, text = run([PYTHON, os.path.join(ROOT, "utils", "debug-info.py"), "--build", options.build_dir, "-j",
                            str(options.jobs), *arguments], log)
        found = re.findall(r"^(\d+) sources, (\d+) failed, (\d+) with packets", text, re.M)
        sources, failed, bad = map(int, found[-1]) if found else (0, 0, 0)
        return counted(status, sources - failed - bad, failed + bad, "debug-info " + " ".join(arguments))
    return in_sum((title, lambda arguments=arguments: suite(*arguments)) for title, *arguments in (
        ("kernels",), ("networks", "--networks"), ("csmith", "--csmith", "100")))


def run_csmith_swiftdsp(options, log):
    """The same for SwiftDSP."""
    both = "--target", "swiftdsp", "--modes", "off,sda"
    integers = *both, "--levels", "O0,O1,O2,O3"
    others = *both, "--kinds", "floats,records,builtins", "--levels", "O0,Os,O2+g,O3+funroll-loops"
    return in_sum((("integers", lambda: run_random("csmith", 300, *integers)(options, log)),
                   ("floats, records, builtins", lambda: run_random("csmith", 60, *others)(options, log))))


def run_loops(options, log):
    """Loops as each target's vectorizer takes them."""
    return in_sum((("Hexagon", lambda: run_random("random-loops", 200)(options, log)),
                   ("SwiftDSP", lambda: run_random("random-loops", 100, "--target", "swiftdsp", "--modes", "off,sda")(options, log))))


def run_random(script, seeds, *arguments):
    """Random programs, those of lit among them."""
    def suite(options, log):
        command = [PYTHON, os.path.join(ROOT, "utils", script + ".py"), "--build", options.build_dir, "--seeds", str(seeds),
                   "-j", str(options.jobs), *arguments]
        status, text = run(command, log)
        found = re.findall(rf"^{script}: (\d+) passed, (\d+) failed", text, re.M)
        passed, failed = map(int, found[-1]) if found else (0, 0)
        return counted(status, passed, failed, script)
    return suite


def run_swiftdsp(options, log):
    """One network of each operator from every source; large ones, which the simulator takes its time for, with --all."""
    arguments = "--target=swiftdsp", "--sample"
    small = [] if options.all else ["--largest=200000"]
    return in_sum((("zoo", lambda: run_script("test/reference/run_zoo.py", *arguments)(options, log)),
                   ("golden outputs", lambda: run_golden(*arguments, *small)(options, log))))


# The others have suites of their own.
TWO_TARGETS = "--target=hexagon", "--target=portable"

SUITES = {
    "unit": ("unit tests", run_unit),
    "lit": ("lit tests", run_lit),
    "llvm": ("upstream's Hexagon tests, our pass off and on", run_llvm),
    "zoo": ("networks of the zoo against the evaluator", run_zoo),
    "published": ("published networks and blocks, reduced, against the evaluator",
                  run_script("test/reference/run_zoo.py", "--published", *TWO_TARGETS)),
    "sanitize": ("networks of the zoo as portable C under AddressSanitizer and UndefinedBehaviorSanitizer", run_sanitized),
    "golden": ("networks with golden outputs", run_golden_networks),
    "swiftdsp": ("networks of the zoo and with golden outputs on SwiftDSP", run_swiftdsp),
    "csmith": ("450 random programs against the host", run_csmith),
    "csmith-swiftdsp": ("360 random programs on SwiftDSP against the host", run_csmith_swiftdsp),
    "calls": ("400 programs of random signatures against the host", run_calls),
    "gcc": ("a tenth of gcc's execute tests, each compiled in twenty ways", run_script("utils/gcc-execute.py", "--sample")),
    "turns": ("300 programs of loops whose turns depend on each other against the host", run_turns),
    "vectors": ("300 programs of random vectors against the host", run_vectors),
    "lanes": ("500 programs of vectors of any number of lanes against the host", run_lanes),
    "loops": ("300 programs of random vectorized loops against the host", run_loops),
    "intrinsics": ("300 programs of random HVX intrinsics against the same without packets",
                   run_random("random-intrinsics", 300)),
    "operations": ("every operation of IR on every kind of lane is compiled", run_script("utils/every-operation.py")),
    "cores": ("kernels and networks for every core, run where it is emulated", run_script("utils/every-core.py", "--networks")),
    "same-code": ("kernels and all networks of the zoo compiled five times, to the same code",
                  run_script("utils/same-code.py", "--all")),
    "source-mode": ("the overlay compiled in LLVM's own tree, and the packetizer's tests, with assertions", run_source_mode),
    "debug": ("kernels, networks and 100 random programs with -g: the same packets", run_debug),
    "modes": ("kernels, networks and random programs in the packetizer's other modes", run_modes),
    "bench": ("kernels and networks of the bench against its baseline", run_bench),
    "reproduction": ("the papers' tables and figures that take seconds, against docs/reproduction", run_reproduction),
    "compile-time": ("compile time of the bench's networks with our packetizer and without", run_compile_time),
    "llvm-modes": ("upstream's Hexagon tests in the packetizer's other modes", run_llvm_modes),
}
# A few minutes (--quick), and hours: run by --all or by name.
QUICK = ("unit", "lit", "zoo")
LONG = ("published", "csmith", "csmith-swiftdsp", "calls", "gcc", "turns", "vectors", "lanes", "loops", "intrinsics", "operations", "cores",
        "same-code", "source-mode", "debug", "modes", "bench", "reproduction", "compile-time", "llvm-modes")


def parse():
    parser = argparse.ArgumentParser(prog="check.sh", description="Builds what is missing and runs all tests.")
    parser.add_argument("suite", nargs="*", help=f"only these: {', '.join(SUITES)} (default: all)")
    parser.add_argument("--all", action="store_true", help="everything: all networks with golden outputs, all of the zoo under "
                        "sanitizers, and the suites " + ", ".join(LONG))
    parser.add_argument("--quick", action="store_true", help="a few minutes: unit tests, the short lit tests, a network of each operator "
                        "as plain C")
    parser.add_argument("--build-dir", default=os.path.join(ROOT, "build"), metavar="DIR")
    parser.add_argument("--no-emulator", action="store_true", help="build no qemu-hexagon (see utils/bootstrap.sh --help)")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = [name for name in options.suite if name not in SUITES]
    if unknown:
        parser.error(f"no suite named '{unknown[0]}': {', '.join(SUITES)}")
    if options.all and options.quick:
        parser.error("--all and --quick do not go together")
    options.build_dir = os.path.abspath(options.build_dir)
    return options


def chosen_suites(options):
    if options.suite:
        return options.suite
    return QUICK if options.quick else [name for name in SUITES if options.all or name not in LONG]


def processor_seconds():
    """What the programs that ended have taken so far; unlike the time, the same on a busy machine."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    options = parse()
    if options.parse_only:
        return 0
    os.environ["HEXLOOM_STEPS"] = "1"  # the scripts say how far they are
    passed = failed = 0
    with open(os.path.join(options.build_dir, "check.log"), "w", encoding="utf-8") as log:
        for name in chosen_suites(options):
            title, suite = SUITES[name]
            print(f"{title} ...", flush=True)
            start = time.monotonic()
            before = processor_seconds()
            good, bad = suite(options, log)
            passed, failed = passed + good, failed + bad
            print(f"    {good} passed, {bad} failed in {time.monotonic() - start:.0f} s, "
                  f"{processor_seconds() - before:.0f} s of a processor", flush=True)
    if failed:
        print(f"the whole output: {os.path.join(options.build_dir, 'check.log')}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    try:
        processes.end_by_signals()
        sys.exit(main())
    except KeyboardInterrupt:
        print("\ncheck: interrupted; check.log in the build folder has what was done by then", file=sys.stderr)
        sys.exit(130)
