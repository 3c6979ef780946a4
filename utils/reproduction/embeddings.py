# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sections 5 and 6: which of DeepBench's 108 convolutions have an embedding, by the engine's search and by the constraint problem."""
import statistics

from .difference import HOST_TIME
from .embedding import SEARCHED, SOLVED, deepbench, number, products, said, sizes
from .result import Result

# What is asked, options, and what the paper has.
QUESTIONS = [("1x16x16 GEMM, strict", ["--instruction", "vta.gemm", "--strict", "--first", "activations"], 96),
             ("1x16x16 GEMM, relaxed", ["--instruction", "vta.gemm", "--first", "activations"], ""),
             ("vrmpy, weights in vectors", ["--instruction", "vrmpy.ub.b", "--first", "weights"], ""),
             ("vrmpy, activations in vectors", ["--instruction", "vrmpy.ub.b", "--first", "activations"], "")]


def asked(lab, layer, options, solver):
    """[solutions, steps or nodes, seconds]"""
    text, seconds = said(lab, "--operator", layer, *options, "--no-pad", "--no-fuse", "--least-use", "0", "--limit", "1", "--solver", solver)
    count, end, effort = (SEARCHED if solver == "engine" else SOLVED).search(text).groups()
    if end != "all there are":
        raise ValueError(f"{layer}: {end}")
    return [int(count), number(effort), seconds]


def make(lab):
    layers, rows, without, differ = deepbench(), [], [], 0
    for question, options, published in QUESTIONS:
        both = {solver: [asked(lab, layer, options, solver) for layer in layers] for solver in ("engine", "gecode")}
        differ += sum(ours[0] != theirs[0] for ours, theirs in zip(both["engine"], both["gecode"]))
        for solver, answers in both.items():
            counts = [answer[0] for answer in answers]
            rows.append([question, solver, sum(count > 0 for count in counts), published, min(filter(None, counts)), max(counts),
                         int(statistics.median(answer[1] for answer in answers)), max(answer[1] for answer in answers),
                         round(sum(answer[2] for answer in answers), 2)])
        none = [layer for layer, answer in zip(layers, both["engine"]) if not answer[0]]
        counts = ", ".join(sorted({channels(each) for each in none}, key=int))
        without.append(f"{question}: {len(none)} of the layers have none; their channels: {counts}")
    return Result("embeddings", "Layers of DeepBench with an embedding (sections 5 and 6)", [
        "instruction and mapping", "by", "layers of 108", "the paper's", "least solutions of these", "most", "steps or nodes, median", "most of them",
        HOST_TIME], rows, [
            "A layer is counted if an instruction lies wholly within it: no piece is longer than its axis, and each axis is by itself. The engine's "
            f"search and the constraint problem in Gecode have different numbers of solutions in {differ} of {len(QUESTIONS) * len(layers)} cases.", "",
            "The paper has twelve layers without a strict mapping. It could not solve 28 of the layers, as its variables have 32 bits and one for each node "
            f"is too large. The domain has more than 2^31 products in {sum(products(row) >= 2**31 for row in sizes())} layers; why the others are too large the paper does not tell. Here each coordinate has a "
            "variable of its own.", "", *(f"- {line}." for line in without)])


def channels(layer):
    return layer.split(",")[0].split("x")[-1]
