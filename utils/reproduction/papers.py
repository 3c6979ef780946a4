# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The papers whose evaluations are drawn again: what is drawn, and what is said of all of it."""
import dataclasses

from .setting import CLOCK


@dataclasses.dataclass(frozen=True)
class Paper:
    """steps: modules of this package, each with make(lab). short: those that take two minutes of a processor together."""
    name: str
    title: str
    steps: tuple
    short: tuple
    introduction: str
    conclusions: str

    @property
    def command(self):
        return f"utils/reproduce-{self.name}.sh"


GCD2 = Paper(
    "gcd2", "GCD2's tables and figures",
    ("table2", "windows", "halves", "table3", "table4", "compiling", "figure7", "figure8", "figure9", "figure10", "figure11", "figure12",
     "shapes", "solvers"),
    ("table2", "table3", "figure10", "solvers"),
    f"""# GCD2's tables and figures, drawn again

`utils/reproduce-gcd2.sh` draws again what Niu and others evaluate in "GCD2: A Globally Optimizing Compiler for Mapping DNNs to
Mobile DSPs" (2022). The paper's value stands beside ours where the paper states one.

There is no chip here. Cycles are those of the model of `utils/packet-profile`: packets that qemu-hexagon counts, plus stalls by
rules with public sources. The model is one thread of a v66 core with 128-byte vectors. It issues a packet a cycle at best, and does
not wait for memory. Milliseconds are cycles at {CLOCK / 1e9:g} GHz.

`build/bin/model-zoo` writes the networks at their real size, with synthetic weights and calibrated quantization. The weights' values
decide nothing but the output stage that is proven for a channel. `test/zoo/published.csv` compares the networks' products,
parameters and operators with the paper's. It gives the reason for each that is more than 5 % away.

What is left out:

- Figure 13 and table V need a power meter.
- Table I compares processors of a phone.
- TFLite, SNPE, TVM and RAKE need the vendor's chip or are no packages of Debian. What the paper measured of them is quoted, not run.
- Figures 9 (b) and (c) show use of the DSP and bandwidth by optimization. They are read from a profiler on the chip, and the paper's
  text has no numbers of them. Figure 8 has our use with all optimizations together.
""",
    """What agrees with the paper:

- The bytes of padded matrices (table II).
- The order of the solvers (figure 10). Parts of 13 operators are nearly as good as the whole.
- Packing soft dependences together beats keeping them apart (figure 11).
- Two unrolled loops are the best for many products of matrices (figure 12).
- Tiles chosen without a search are nearly as good as by one, on average (section IV.A).
- Networks of many small layers take a time like the paper's or less (table IV).

What does not agree:

- `vrmpy` is the only instruction that is worth taking for 8-bit products whose sums have 32 bits (tables II and III).
- The choice of plans brings a few per cent in large convolutions, and most where channels are few. The paper has 1.4 to 2.9
  throughout. The uniform implementation is good already here (figures 9, 10).
- Packing brings less over LLVM 19's packetizer than the paper's 1.2 to 2.0 over the packetizer that it started from. LLVM 19's
  packetizer knows many soft dependences (figures 7, 9).
- The published algorithm alone is slower than LLVM 19's packetizer (figure 11).
- Halide, with a schedule written for it, is nearer to our cycles than in the paper, which has up to 4.5 times. `vrmpy` serves Halide,
  too (figure 7).
- Large convolutions take several times the paper's milliseconds. One thread is modelled; the paper's chip has several (table IV).
""")

CSP = Paper(
    "csp", "The tables of the embedding paper",
    ("embeddings", "vta", "search_effort", "low_channels", "low_channel_tables"),
    ("embeddings", "vta", "search_effort", "low_channels", "low_channel_tables"),
    """# The embedding paper's tables, drawn again

`utils/reproduce-csp.sh` draws again what Rieber, Acosta and Fröning evaluate in "The Programming of Deep Learning Accelerators as a
Constraint Satisfaction Problem". The paper's value stands beside ours where the paper states one.

There is no chip here. Cycles are those of the model of `utils/packet-profile`, one thread of a v66 core with 128-byte vectors. Layers are
int8 with random weights, between row-major neighbours. The copies that make images and change layouts are counted.

Embeddings are found by the engine's search and by the paper's constraint problem in Gecode, both of which `build/bin/embed` has
([explanation](../explanation/embeddings.md)).

What is left out: times of the whole benchmark by layout (figures 6 and 7). The paper's machine is not here.
""",
    "")

ROMOU = Paper(
    "romou", "What Romou evaluates of its search",
    ("archprobe", "archprobe_sweeps", "space", "convergence"),
    (),
    """# Romou's search, drawn again

`utils/reproduce-romou.sh` draws again what Liang and others evaluate of the search in "Romou: Rapidly Generate High-Performance Tensor
Kernels for Mobile GPUs" (2022): what micro-benchmarks find of the machine, the pruned space, what the best kernel brings, and how soon
it is found.

There is no phone here. Cycles are those of the model of `utils/packet-profile`, one thread of a v66 core with 128-byte vectors. The
operators are int8 with random weights. Cycles are of the operator as it is written: without an embedding, and without conversions of layouts.

What is left out: comparisons with other compilers (figures 13 to 16), which do not run here, and the share of each primitive (figure 17).
The default choice of the front end, which measures nothing, stands in their place.
""",
    """What agrees with the paper: pruning loses none of the best plans, and an order that knows nothing needs fewer measurements on what is left.

What does not agree: a search brings little here. Of what is measured, the default choice is the best plan of its layouts, or at most two
hundredths from it. The best plan of all layouts is among the first by modelled cycles. So annealing, which begins with these, needs no
pruning. The paper's compiler has no such model to begin with.
""")

SMARTMEM = Paper(
    "smartmem", "What SmartMem eliminates",
    ("moved_blocks", "table7", "pairs"),
    ("moved_blocks", "pairs"),
    """# What SmartMem eliminates, measured

`utils/reproduce-smartmem.sh` measures what Niu and others evaluate in "SmartMem: Layout Transformation Elimination and Adaptation for
Efficient DNN Execution on Mobile" (2024), as far as it is built.

There is no chip here. Packets are those that qemu-hexagon counts, of one thread of a v66 core with 128-byte vectors.
`build/bin/model-zoo` writes blocks and networks, with synthetic weights and calibrated quantization.

Five things are left out: times of whole networks (table 8), fused groups of operators, the heuristic of section 3.2.2, the memory of a GPU
(section 3.3), and figures 6 to 12.
""",
    """What agrees with the paper: movements are composed, cancel, or a neighbour reads through them. Nothing is left of them in an NCHW
export and in two of three first layers, and half is left in a pair of Swin blocks. Of pairs of two movements a quarter is left, most of
them in Conformer's relative positions, where a `RESHAPE` stands between a `PAD` and a slice.

What does not agree: transformers have little to gain here. The paper's baselines spend 43 to 70 % in transformations of networks with
attention (table 1). A Swin pair spends a twelfth here before any is eliminated, because layouts are chosen for the whole graph, and a ViT
block less than a twentieth. `SOFTMAX` stays in the layout of the products around it. More than half of what is left in a Swin pair are
movements. Shuffled channels go into the weights of neighbours; they stay where a graph's output is shuffled, as in the two ShuffleNet
units.

Whole networks keep three to five times as many operators as SmartMem leaves, in most cases (table 7). A normalization stays nine operators
here, and elementwise operators stay beside products. Of the movements of networks with attention, two fifths to all are left. RegNet has
more layers than operators: its groups of 24 channels are taken apart, which costs less than grouped convolutions of so few channels.
""")

PAPERS = {paper.name: paper for paper in (GCD2, CSP, ROMOU, SMARTMEM)}
