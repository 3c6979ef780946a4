"""How long the ten networks take to compile; the paper has no such table."""
import os
import resource
import tempfile

from .measure import Tools, pipeline
from .networks import NETWORKS
from .result import Result

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
    rows, tools = [], Tools(lab.tools.build, None, "sda")
    for network in NETWORKS:
        path = lab.network(network.name)
        with tempfile.TemporaryDirectory() as folder:
            front = seconds(lambda: pipeline.translate(tools, path, "hexagon", folder))
            source = os.path.getsize(os.path.join(folder, "model.c"))
            rest = seconds(lambda: pipeline.compile_model(tools, "hexagon", folder))
        rows.append([network.title, round(os.path.getsize(path) / 1e3), len(lab.summary(network.name)), round(front, 2),
                     round(source / 1e3), round(rest, 1), round(front + rest, 1)])
    slowest, longest = max(rows, key=lambda row: row[3]), max(rows, key=lambda row: row[6])
    resnet = next(row[6] for row in rows if row[0] == "ResNet-50")
    if slowest[3] > FRONT_END or resnet > RESNET:
        raise ValueError(f"too slow: the front end {slowest[3]} s ({slowest[0]}), ResNet-50 in all {resnet} s")
    return Result("compiling", "Compiling the ten networks",
                  ["network", "file: KB", "operators compiled", "front end: s", "C: KB", "compiler and linker: s", "in all: s"], rows, [
                      f"Not in the paper. Seconds of one processor. The front end takes at most {slowest[3]:g} ({slowest[0]}; allowed: "
                      f"{FRONT_END}), ResNet-50 in all {resnet:g} (allowed: {RESNET}), {longest[0]} most: {longest[6]:g}. Weights are placed into "
                      "the object as they are, so that their number costs next to nothing."])
