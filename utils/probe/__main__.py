# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""utils/probe.sh: measures the modelled machine and compares it with its description."""
import argparse
import json
import os
import sys
import tempfile

from bench.suite import ROOT, Failure

from . import measure
from .timer import ModelTimer

DEFINITIONS = os.path.join(ROOT, "llvm", "lib", "Target", "Hexagon", "MCTargetDesc", "HexagonPacketTiming.def")
MACS_OF_VRMPY, MACS_OF_WIDE_VRMPY = 128, 256


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="utils/probe.sh",
        description="Measures issue widths, latencies, registers, branch costs and caches by micro-benchmarks on the "
                    "modelled machine, writes a machine description of what was measured, and compares it with the "
                    "description and the latency rules that the model works with. Status 1 when they differ.")
    parser.add_argument("--machine", default=os.path.join(ROOT, "dnn-frontend", "machine", "hexagon-v66.json"),
                        help="the machine to model (default: dnn-frontend/machine/hexagon-v66.json)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the measured description there")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD", os.path.join(ROOT, "build")))
    return parser.parse_args(arguments)


def description(path):
    """The machine's description, with the facts of the one that it is like."""
    with open(path) as text:
        machine = json.load(text)
    if "like" in machine:
        base = description(os.path.join(os.path.dirname(path), machine.pop("like")))
        machine["facts"] = {**base["facts"], **machine["facts"]}
    return machine


def facts_of(timer):
    """(facts, latencies, widths) as measured."""
    widths, latencies = measure.issue_widths(timer), measure.latencies(timer)
    facts = {**measure.control(timer), **measure.caches(timer)}
    wide = widths.get(measure.WIDE, 0)
    if wide or not timer.has_wide_products():
        facts["compute.macs_per_packet"] = max(MACS_OF_VRMPY * widths["vector multiply by scalar"], MACS_OF_WIDE_VRMPY * wide)
    facts["issue.scalar_clocks_per_packet"] = 1 if latencies["load to alu"] > 1 else 2
    return facts, latencies, widths


def report(title, measured, expected):
    """Prints a table; the number of rows that differ."""
    print(f"{title:<36}{'measured':>12}{'described':>12}")
    different = 0
    for name, value in measured.items():
        want = expected.get(name)
        differs = want is not None and abs(want - value) > 1e-6
        different += differs
        print(f"  {name:<34}{value:>12g}{'' if want is None else format(want, '>12g')}{'   DIFFERENT' if differs else ''}")
    return different


def describe(machine, facts, latencies, widths, registers):
    """The description with every measured figure; the others keep their sources."""
    out = dict(machine, name=machine["name"] + ", as measured", facts=dict(machine["facts"]))
    for key, value in facts.items():
        out["facts"][key] = {"value": int(value) if value == int(value) else value, "source": "measured by utils/probe.sh"}
    out["measured"] = {"issue_width": widths, "latency_cycles": latencies, "vector_registers": registers}
    return out


def main(arguments):
    options = parse(arguments)
    try:
        machine = description(options.machine)
        with open(DEFINITIONS) as text:
            definitions = text.read()
        with tempfile.TemporaryDirectory() as folder:
            timer = ModelTimer(options.build, options.machine, folder)
            facts, latencies, widths = facts_of(timer)
            registers = measure.vector_registers(timer)
    except (Failure, OSError, ValueError) as failure:
        print(f"probe: error: {failure}", file=sys.stderr)
        return 1
    described = {key: entry["value"] for key, entry in machine["facts"].items()}
    different = report("facts", facts, described)
    different += report("latencies, cycles", latencies,
                        measure.expected_latencies(definitions, described["issue.scalar_clocks_per_packet"]))
    report("issue width, instructions a cycle", widths, {})
    different += report("registers", {"vector registers": registers}, {"vector registers": described["vector.registers"]})
    print("not measured: " + ", ".join(sorted(set(described) - set(facts))))
    if options.output:
        with open(options.output, "w") as out:
            json.dump(describe(machine, facts, latencies, widths, registers), out, indent=2)
            out.write("\n")
    return 1 if different else 0


sys.exit(main(sys.argv[1:]))
