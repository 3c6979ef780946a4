# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measurements: a network compiled in some way and run under the profiler. What was measured is kept."""
import hashlib
import json
import os
import re
import sys
import tempfile
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "utils"))
from bench import suite  # noqa: E402
from . import networks  # noqa: E402
from .missing import NotMeasured  # noqa: E402
from .result import put  # noqa: E402
from runmodel import pipeline, profiling  # noqa: E402
from runmodel.tools import RunError, Tools  # noqa: E402, F401

SOLVED = re.compile(r"(.+?) +(\d+)  (\S+) +(\S+) +(\S+) +(?:(\S+) %)? +(proven)? +(\d+) +(\d+) +(\S+)$")


class Solved(NamedTuple):
    """A row of layout-solvers."""
    problem: str
    operators: int
    solver: str
    cycles: float
    bound: str  # proven by this solver, or "none"
    over: str  # percent over the best bound of all
    proven: bool
    width: int
    steps: int
    seconds: float


class Lab:
    """build: the build folder; cache: where figures are kept, by what they were measured of; fresh: measure all again;
    kept_only: measure nothing, and write no network, that is not kept; largest: run the largest networks, too; quick: few operators."""

    def __init__(self, build, cache, fresh=False, kept_only=False, largest=False, quick=False):
        self.tools, self.cache, self.fresh = Tools(build), cache, fresh
        self.kept_only, self.largest, self.quick = kept_only, largest, quick
        os.makedirs(cache, exist_ok=True)
        self.front_end = self.tools_digest("dnn-frontend", "model-zoo")
        self.networks = os.path.join(cache, "networks", self.front_end[1])
        self.timing = self.say([self.binary("packet-profile"), "--timing-digest"]).strip()

    def binary(self, name):
        return os.path.join(self.tools.build, "bin", name)

    def tools_digest(self, *names):
        """Of programs whose answers are kept."""
        return [digest(self.binary(name)) for name in names]

    def say(self, command):
        """A program's standard output."""
        return pipeline.call("reproduction", command, os.path.basename(command[0]))[0]

    def network(self, name):
        """Path of a network of the zoo, written when this zoo has not written it yet."""
        path = os.path.join(self.networks, name + ".tflite")
        if self.fresh or not os.path.exists(path):
            if self.kept_only:
                raise NotMeasured("it is not kept")
            os.makedirs(self.networks, exist_ok=True)
            self.say([self.binary("model-zoo"), name, "-o", path])
        return path

    def path(self, key):
        return os.path.join(self.cache, hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:24] + ".json")

    def answers(self, key):
        """[what is kept under this key]; []: nothing is, or no whole file of ours."""
        try:
            with open(self.path(key), encoding="utf-8") as file:
                return [json.load(file)["answer"]]
        except (FileNotFoundError, ValueError, LookupError, TypeError):
            return []

    def is_kept(self, key):
        return bool(self.answers(key))

    def kept(self, key, measure):
        """measure()'s answer, or what it said before under this key (anything JSON has)."""
        kept = self.answers(key)
        if self.kept_only and not kept:
            raise NotMeasured("it is not kept")
        if kept and not self.fresh:
            return kept[0]
        answer = measure()
        put(self.path(key), json.dumps({"key": key, "answer": answer}, indent=1))
        return answer

    def run(self, network, pack="sda", options=(), clang=None, target="hexagon", memory=False, flags=(), code=None, slack=0):
        """The profile's totals of a network of the zoo, with "outputs", digests of its outputs, and "layers". pack: of
        -sda-pack; options: the front end's; clang: as of run-model.sh; code: what the front end writes for, if not for the
        target; slack: bytes that can be read behind each buffer. Of the portable target only the digests."""
        written = self.written(network, code or target, options)
        key = [*written, pack, clang, target, memory, list(flags), self.timing if target == "hexagon" else ""]
        if network in networks.LARGEST and not self.largest and not self.is_kept(key):
            raise NotMeasured(network + " is run with --largest only")

        def measure():
            with tempfile.TemporaryDirectory() as folder:
                pipeline.translate(self.tools, self.network(network), code or target, folder, options)
                return self.measure(folder, pack, clang, target, memory, flags, slack)
        return self.kept(key, measure)

    def written(self, network, target, options):
        """Digests of the code and the weights that the front end writes; kept by the front end's own."""
        def translate():
            with tempfile.TemporaryDirectory() as folder:
                pipeline.translate(self.tools, self.network(network), target, folder, options)
                return [digest(os.path.join(folder, name)) for name in ("model.c", "model.weights")
                        if os.path.exists(os.path.join(folder, name))]
        return self.kept(["written", self.front_end, network, target, list(options)], translate)

    def measure(self, folder, pack, clang, target, memory, flags, slack):
        tools = Tools(self.tools.build, clang, pack or "off") if target == "hexagon" else self.tools
        program = pipeline.compile_model(tools, target, folder, flags)
        prefix, profile = os.path.join(folder, "out"), None
        if target == "hexagon":
            profile = profiling.Profile(self.tools, os.path.join(folder, "profile"), memory)
        emulator = profile.emulator_options(pipeline.call, program, folder) if profile else ()
        pipeline.execute(tools, target, program, [], prefix, emulator_options=emulator, slack=slack)
        outputs = sorted(name for name in os.listdir(folder) if name.startswith("out"))
        answer = {"outputs": [digest(os.path.join(folder, name)) for name in outputs]}
        if profile:
            with open(profile.write(pipeline.call, program)[1], encoding="utf-8") as file:
                report = json.load(file)
            answer |= report["network"]
            answer["layers"] = [{key: row[key] for key in ("name", "packets", "stalls", "cycles")} for row in report["layers"]]
        return answer

    def kernels(self, source, *flags):
        """{name: row of the profile} of a program of kernels that check themselves, as those of utils/bench."""
        path = os.path.join(HERE, "kernels", source)
        key = [digest(os.path.join(HERE, "kernels", name)) for name in sorted({source, "matmul.h"})] + [list(flags), self.timing]

        def measure():
            with tempfile.TemporaryDirectory() as folder:
                program = os.path.join(folder, "program")
                suite.run([self.binary("clang"), "-mllvm", "-sda-pack=sda", *suite.HEXAGON.flags, *flags, "-I", suite.KERNELS,
                           "-c", path, "-o", program + ".o"], "compiler")
                suite.HEXAGON.link(self.tools.build, program + ".o", program)
                report = suite.HEXAGON.profile(self.tools.build, program, "", "wrong result or crash")
            return {row["name"][len("op000_"):]: {key: row[key] for key in ("packets", "stalls", "cycles")}
                    for row in report["layers"] if row["name"].startswith("op000_")}
        return self.kept(key, measure)

    def solvers(self, network, *arguments):
        """Rows of layout-solvers. network: of the zoo, or None."""
        def solve():
            rows = []
            files = [self.network(network)] if network else []
            for line in self.say([self.binary("layout-solvers"), *files, *arguments]).splitlines()[1:]:
                words = SOLVED.match(line).groups()
                rows.append([words[0].strip(), int(words[1]), words[2], float(words[3]), words[4], words[5] or "", bool(words[6]),
                             int(words[7]), int(words[8]), float(words[9])])
            return rows
        key = ["solvers", self.tools_digest("layout-solvers", "model-zoo"), network, arguments]
        return [Solved(*row) for row in self.kept(key, solve)]

    def plans(self, network):
        """The layers that --dump-plans lists."""
        def dump():
            with tempfile.TemporaryDirectory() as folder:
                out = os.path.join(folder, "plans.json")
                self.say([self.tools.frontend, self.network(network), "--dump-plans", out, "-o", os.path.join(folder, "x.c")])
                with open(out, encoding="utf-8") as file:
                    return json.load(file)["layers"]
        return self.kept(["plans", self.front_end, network], dump)

    def summary(self, network, *options):
        """The layers that --summary lists."""
        return self.kept(["summary", self.front_end, network, options], lambda: json.loads(
            self.say([self.tools.frontend, self.network(network), "--summary=json", *options]))["layers"])


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:24]
