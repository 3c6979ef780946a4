# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ArchProbe's figures (section 3.1) of the machines that are modelled: what utils/probe.sh measures of each."""
import json
import os
import tempfile

from .measure import ROOT, digest
from .result import Result

MACHINES = ("hexagon-v60", "hexagon-v65", "hexagon-v66")
UNITS = {"bytes": "bytes", "cycles": "cycles", "ways": "lines of a set", "bytes_per_cycle": "bytes a cycle", "macs_per_packet": "products a packet",
         "scalar_clocks_per_packet": "clocks a packet"}


def measured(lab, machine):
    """{what: (value, unit)}"""
    with tempfile.TemporaryDirectory() as folder:
        found = os.path.join(folder, "found.json")
        lab.say([os.path.join(ROOT, "utils", "probe.sh"), "--machine", described(machine), "--build", lab.tools.build, "-o", found])
        with open(found, encoding="utf-8") as text:
            description = json.load(text)
    values = {"vector registers": (description["measured"]["vector_registers"], "")}
    for name, fact in description["facts"].items():
        if fact["source"].startswith("measured"):
            unit = next(UNITS[end] for end in sorted(UNITS, key=len, reverse=True) if name.endswith(end))
            values[name] = (fact["value"], unit)
    values |= {"latency: " + name: (cycles, "cycles") for name, cycles in description["measured"]["latency_cycles"].items()}
    return values | {"at a time: " + name: (width, "instructions a cycle") for name, width in description["measured"]["issue_width"].items()}


def described(machine):
    return os.path.join(ROOT, "dnn-frontend", "machine", machine + ".json")


def make(lab):
    found = [lab.kept(["archprobe", digest(described(machine)), lab.tools_digest("packet-profile"), lab.timing],
                      lambda machine=machine: measured(lab, machine)) for machine in MACHINES]
    rows = [[name, unit, *(each.get(name, ("none",))[0] for each in found)] for name, (_, unit) in found[-1].items()]
    return Result("archprobe", "The machines, as micro-benchmarks find them (section 3.1)", ["what", "unit", *MACHINES], rows, [
        "`utils/probe.sh` finds these from cycles alone, and fails where they differ from the machine's description. The machines are models, so that "
        "this tests model and method, not a chip. The method is the paper's: registers by the number that a loop keeps, caches by chains of pointers, "
        "bandwidth by a stream that no cache holds. Threads of a group (figure 7) have no counterpart: one hardware thread is modelled."])
