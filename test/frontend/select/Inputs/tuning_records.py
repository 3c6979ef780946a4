# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files of tuning's records for a network's only convolution: its chosen plan takes 100 cycles, another one of its layouts 50."""
import json
import subprocess
import sys

frontend, network = sys.argv[1:]
subprocess.run([frontend, network, "--dump-plans", "plans.json"], check=True)
with open("plans.json") as plans:
    layer = next(layer for layer in json.load(plans)["layers"] if layer["operator"] == "CONV_2D")
served = [plan for plan in layer["plans"] if "rejected" not in plan]
taken = next(plan for plan in served if plan["taken"])
better = next(plan for plan in served if plan["layouts"] == taken["layouts"] and plan["kernel"] == "conv2d_vrmpy" and
              plan["schedule"]["tile"] == "4x32" and plan["schedule"]["unroll"] == "2")
elsewhere = next(plan for plan in served if plan["layouts"] != taken["layouts"])


def words(plan):
    fields = ", ".join(f"{name}={value}" for name, value in plan["schedule"].items())
    return f"kernel={plan['kernel']}" + (f" schedule={{{fields}}}" if fields else "")


def write(name, *records, end="\n"):
    lines = ["\t".join([by[0], by[1], key, plan, str(cycles)]) for by, key, plan, cycles in records]
    with open(name, "w") as out:
        out.write("\n".join(["hexloom tuning 1", *lines]) + end)


key, first, second = layer["key"], ("m", "a"), ("m", "b")
write("measured", (first, key, words(taken), 100), (first, key, words(better), 70), (first, key, words(better), 50))
write("unmeasured", (first, key, words(better), 50))
write("layout", (first, key, words(taken), 100), (first, key, words(elsewhere), 50))
write("unknown", (first, key, words(taken), 100), (first, key, words(better).replace("tile=4x32", "tile=4x999"), 50), (first, key, "kernel=none", 1))
write("other-layer", (first, key, words(taken), 100), (first, key.replace("1x4x8x32", "1x8x8x32"), words(better), 50))
write("torn", (first, key, words(taken), 100), (first, key, words(better), 50), end="")
write("two", (first, key, words(taken), 100), (first, key, words(better), 50), (second, key, words(taken), 100), (second, key, words(better), 150))
