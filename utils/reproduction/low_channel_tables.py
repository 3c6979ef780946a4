# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The paper's tables 1 to 3 in cycles: of each layer all embeddings that the front end tries, the best of them by three measures."""
import json
import os
import re
import tempfile

from plancosts import single
from plancosts.measure import write_network

from .low_channels import PUBLISHED, convolution
from .result import Result
from .vta import TABLES, mean

TRIED = re.compile(r"embedded, in cycles with its image: (.*); taken: (\S+)")
BEST = {"1: operator": lambda run: (run["operator"], run["all"]), "2: combined": lambda run: (run["all"], run["operator"]),
        "3: memory": lambda run: (run["arena"] + run["constants"], run["all"])}


def run_all(lab, sample):
    """[what the front end takes, a run for none and for each embedding that is tried]: its name, cycles and bytes."""
    def measure():
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "layer.hlir")
            write_network([sample], model)
            found = TRIED.search(lab.say([lab.tools.frontend, model, "--explain"]))
            names = [each.split()[0] for each in found.group(1).split("; ")] if found else ["none"]
            return [found.group(2) if found else "none", [one(lab, model, folder, name) for name in names]]
    key = ["low_channel_tables", lab.front_end, lab.timing, sample.attributes, [each.dims for each in sample.inputs if each], sample.outputs[0].dims]
    return lab.kept(key, measure)


def one(lab, model, folder, name):
    summary = os.path.join(folder, "summary.json")
    options = ["--no-embed-windows"] if name == "none" else ["--force-embedding=CONV_2D=" + name]
    rows = single.profiled(lab.tools, model, [*options, "--dump-summary=" + summary], folder)
    with open(summary, encoding="utf-8") as text:
        sizes = json.load(text)
    return {"name": name, "all": sum(row["cycles"] for row in rows), "operator": sum(row["cycles"] for row in rows if row["name"].endswith("_CONV_2D")),
            "arena": sizes["arena_bytes"], "constants": sizes["constant_bytes"]}


def make(lab):
    rows, plain, right = [], 0, 0
    choices = [run_all(lab, convolution(*layer)) for *layer, _ in PUBLISHED]
    for table, published in TABLES.items():
        for (dims, outputs, kernel, _, stride, _), (taken, found), values in zip(PUBLISHED, choices, published):
            none, best = found[0], min(found, key=lambda run: (*BEST[table](run), run["name"]))
            plain += best is none
            right += table == "2: combined" and best["name"] == taken
            layer = f"{'x'.join(map(str, dims))} to {outputs}, {'x'.join(map(str, kernel))} by {'x'.join(map(str, stride))}"
            both = (best["arena"] + best["constants"]) / (none["arena"] + none["constants"])
            rows.append([table, layer, best["name"], best["operator"], best["all"] - best["operator"], round(none["operator"] / best["operator"], 2),
                         round(none["all"] / best["all"], 2), round(both, 3), values[0], values[1], values[4]])
    means = [f"- Table {table}: operator {mean([row[5] for row in rows if row[0] == table]):.2f} (the paper {mean([row[8] for row in rows if row[0] == table]):.2f}), "
             f"combined {mean([row[6] for row in rows if row[0] == table]):.2f} (the paper {mean([row[9] for row in rows if row[0] == table]):.2f}), "
             f"memory {mean([row[7] for row in rows if row[0] == table]):.2f} (the paper {mean([row[10] for row in rows if row[0] == table]):.2f})." for table in TABLES]
    return Result("low_channel_tables", "Tables 1 to 3 in cycles", [
        "table, best by", "layer", "embedding", "operator, cycles", "image and conversions, cycles", "operator, times", "combined, times", "memory",
        "the paper's operator, times", "its combined, times", "its memory"], rows, [
            "Each of the front end's embeddings is forced and measured. Times and memory are over the best plan without an embedding, which pads to "
            "four channels at most. The paper's are over padding to 16 on its machine, so they stand beside ours and do not compare. Memory is the "
            "arena with the packed weights.", "", "In geometric mean:", "", *means, "",
            f"No embedding is the best in {plain} of {len(rows)} rows. The front end's own choice has the least cycles of table 2 in {right} of "
            f"{len(PUBLISHED)} layers."])
