# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the ten networks take to compile; of that the paper has the least and the most (caption of table IV)."""
import os
import resource
import tempfile

from .measure import Tools, pipeline
from .networks import NETWORKS, measured
from .result import Result

PAPER = {"WDSR-b": 5, "EfficientDet-d0": 25}  # minutes
FRONT_END, RESNET = 5, 60  # processor seconds that are allowed: of the front end for any network, of all of it for ResNet-50


def seconds(work):
    """Of a processor, of the programs that work() starts."""
    def used():
        of = resource.getrusage(resource.RUSAGE_CHILDREN)
        return of.ru_utime + of.ru_stime
    before = used()
    work()
    return used() - before


def make(lab):
    tools, programs = Tools(lab.tools.build, None, "sda"), lab.tools_digest("dnn-frontend", "model-zoo", "clang")

    def row_of(network):
        def measure():
            path = lab.network(network.name)
            with tempfile.TemporaryDirectory() as folder:
                front = seconds(lambda: pipeline.translate(tools, path, "hexagon", folder))
                source = os.path.getsize(os.path.join(folder, "model.c"))
                rest = seconds(lambda: pipeline.compile_model(tools, "hexagon", folder))
            return [round(os.path.getsize(path) / 1e3), len(lab.summary(network.name)), round(front, 2), round(source / 1e3),
                    round(rest, 1), round(front + rest, 1)]
        return [network.title, *lab.kept(["compiling", network.name, programs], measure), PAPER.get(network.title, "")]
    rows, missing = measured(NETWORKS, row_of)
    return Result("compiling", "Compiling the ten networks",
                  ["network", "file: KB", "operators compiled", "front end: s", "C: KB", "compiler and linker: s", "in all: s", "paper: minutes"], rows,
                  [sentences(rows) + missing])


def sentences(rows):
    slowest, longest = max(rows, key=lambda row: row[3]), max(rows, key=lambda row: row[6])
    over = [f"the front end for {row[0]} ({row[3]:g})" for row in rows if row[3] > FRONT_END]
    over += [f"{row[0]} in all ({row[6]:g})" for row in rows if row[0] == "ResNet-50" and row[6] > RESNET]
    return ("Times are seconds of one processor. The paper says which networks take the fewest and the most minutes, but not on what machine. "
            f"The front end takes {slowest[3]:g} s at most ({slowest[0]}). In all, {longest[0]} takes most: {longest[6]:g} s. The limits are "
            f"{FRONT_END} s for the front end, and {RESNET} s in all for ResNet-50; "
            f"{'MORE TAKES ' + ', '.join(over) if over else 'no measured network takes more'}. Weights are placed into the object as they "
            "are, so that their number costs next to nothing.")
