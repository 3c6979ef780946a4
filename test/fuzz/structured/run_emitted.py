# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_emitted.py WRITE-STRUCTURED COUNT [--seed N] [--batch N] [-j N] [--keep DIR]: COUNT random recipes; the networks among
them that the front end takes and that are quick to run are compiled for the portable target and run under AddressSanitizer
and UndefinedBehaviorSanitizer. run_emitted.py WRITE-STRUCTURED RECIPE...: the same of recipes that were kept.

The networks of a batch of recipes are one translation unit, in which kernels are functions that they share; nothing is
optimized away, so that the sanitizers see every access. Each network runs four times: all bytes 0, all ones, the least signed
values, and random ones. $CC is another compiler than clang-19. A fault is printed with its recipe. The same count, seed and batch
try the same recipes. A network with a WHILE whose end depends on data may never end: it is stopped after half a second and counted.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
FLAGS = ["-std=gnu11", "-O0", "-ffp-contract=off", "-fno-math-errno", "-fsanitize=address,undefined,float-cast-overflow",
         "-fno-sanitize-recover=all", "-fuse-ld=lld", "-w", "-I", os.path.join(ROOT, "runtime", "include")]
TOO_LONG = 3  # the status of what does not end
COMPILER = os.environ.get("CC", "clang-19")
HEAD = """#include <hexloom/layer.h>
#undef HL_KERNEL
#define HL_KERNEL static __attribute__((noinline, unused))
"""
MAIN = r"""
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static void on_time(int signal) { (void)signal, _exit(TOO_LONG); }
static unsigned long long state = 1;
static unsigned char byte_of(int pattern) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return pattern == 0 ? 0 : pattern == 1 ? 255 : pattern == 2 ? 128 : (unsigned char)(state >> 56);
}
static void fill(const hl_tensor_info *t, unsigned char *to, size_t bytes, int pattern) {
  for (size_t i = 0; i < bytes; ++i)
    to[i] = t->type == HL_BOOL ? byte_of(pattern) & 1 : byte_of(pattern);
  if (t->type == HL_FLOAT32 && pattern == 3)
    for (size_t i = 0; i + 4 <= bytes; i += 4) {
      float value = (float)byte_of(3) - 128;
      memcpy(to + i, &value, 4);
    }
}
static void *buffer(size_t bytes) { return aligned_alloc(128, bytes ? (bytes + 127) / 128 * 128 : 128); }
static int run(const hl_model_info *m) {
  const void **in = calloc(m->num_inputs + 1, sizeof *in);
  void **out = calloc(m->num_outputs + 1, sizeof *out), *arena = buffer(m->arena_bytes), *kept = buffer(m->state_bytes);
  int status = m->run_with_state ? m->reset(kept) : HL_OK;
  for (int i = 0; i < m->num_inputs; ++i)
    in[i] = buffer(m->inputs[i].bytes);
  for (int i = 0; i < m->num_outputs; ++i)
    out[i] = buffer(m->outputs[i].bytes);
  for (int pattern = 0; pattern < 4 && status == HL_OK; ++pattern) {
    for (int i = 0; i < m->num_inputs; ++i)
      fill(&m->inputs[i], (unsigned char *)in[i], m->inputs[i].bytes, pattern);
    memset(arena, 0xa5, m->arena_bytes);
    status = m->run_with_state ? m->run_with_state(in, out, arena, m->arena_bytes, kept, m->state_bytes)
                            : m->run(in, out, arena, m->arena_bytes);
  }
  for (int i = 0; i < m->num_inputs; ++i)
    free((void *)in[i]);
  for (int i = 0; i < m->num_outputs; ++i)
    free(out[i]);
  free(in), free(out), free(arena), free(kept);
  return status;
}
int main(int argc, char **argv) {
  /* The most processor time of a network: 3 seconds, and half a second for one that may never end. */
  const struct itimerval most = {.it_value.tv_sec = 3}, most_of_loops = {.it_value.tv_usec = 500000};
  signal(SIGVTALRM, on_time);
  const int first = argc > 1 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : COUNT;
  for (int i = first; i < last; ++i) {
    fprintf(stderr, "network %d\n", i);
    setitimer(ITIMER_VIRTUAL, may_never_end[i] ? &most_of_loops : &most, 0);
    if (run(models[i]))
      return 2;
  }
  return 0;
}
"""


def has_loop(network, folder):
    with open(os.path.join(folder, f"net{network}.recipe")) as file:
        return "op WHILE" in file.read()


def compile_batch(networks, folder, extra=()):
    """A program of the folder's networks of these numbers; the compiler's complaint, or nothing."""
    source = os.path.join(folder, "batch.c")
    with open(source, "w") as out:
        out.write(HEAD)
        for i in networks:
            out.write(f'#include "net{i}.c"\n#undef W\n')
        out.write(f"#define COUNT {len(networks)}\n#define TOO_LONG {TOO_LONG}\nstatic const hl_model_info *const models[] = {{")
        out.write(", ".join(f"&net{i}_info" for i in networks) + "};\nstatic const char may_never_end[] = {")
        out.write(", ".join(str(int(has_loop(i, folder))) for i in networks) + "};\n" + MAIN)
    built = subprocess.run([COMPILER, *FLAGS, *extra, "-I", folder, source, "-lm", "-o", os.path.join(folder, "batch")],
                           stderr=subprocess.PIPE, text=True)
    return built.stderr[:1500] if built.returncode else ""


def execute(folder, first, last):
    return subprocess.run([os.path.join(folder, "batch"), str(first), str(last)], stderr=subprocess.PIPE, text=True,
                          errors="replace", timeout=1800)


def fault_of(network, folder):
    """What is wrong with one network, which is compiled again by itself, with its lines."""
    with open(os.path.join(folder, f"net{network}.recipe")) as file:
        recipe = file.read()
    refused = compile_batch([network], folder, ["-g1"])
    errors = refused or execute(folder, 0, 1).stderr
    reason = re.search(r"(runtime error|ERROR: AddressSanitizer)[^\n]*", errors)
    place = re.search(r"[\w/.]*hexloom/portable/[\w.:]+", errors)
    return f"{reason[0] if reason else errors[-1000:]} ({place[0] if place else ''})\n{recipe}"


def run_batch(write, what, folder):
    """The faults of one batch, the recipes that were tried for it, the networks that ran, and how many of these were stopped."""
    said = subprocess.run([write, *what, folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    tried, networks = int(said.split()[0]), int(said.split()[2])
    if not networks:
        return [], tried, 0, 0
    faults, first, stopped = [], 0, 0
    if complaint := compile_batch(range(networks), folder):
        return [f"{' '.join(what)}: the compiler refuses a batch: {complaint}"], tried, networks, 0
    at_fault = []
    while first < networks:
        done = execute(folder, first, networks)
        if done.returncode == 0:
            break
        at = int(re.findall(r"^network (\d+)$", done.stderr, re.M)[-1])
        first = at + 1
        if done.returncode == TOO_LONG and has_loop(at, folder):
            stopped += 1
        else:
            at_fault.append(at)
    faults += [f"{' '.join(what)}, network {at}: {fault_of(at, folder)}" for at in at_fault]
    return faults, tried, networks, stopped


def task(write, what, keep):
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.join(keep, os.path.basename(what[0])) if keep else temporary
        os.makedirs(folder, exist_ok=True)
        return run_batch(write, what, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("write", metavar="WRITE-STRUCTURED")
    parser.add_argument("what", metavar="COUNT|RECIPE", nargs="+")
    parser.add_argument("--seed", type=int, default=1, help="of the first batch; the others count on")
    parser.add_argument("--batch", type=int, default=2000, help="recipes of a batch")
    parser.add_argument("-j", type=int, default=1, help="batches at a time")
    parser.add_argument("--keep", metavar="DIR", help="instead of temporary folders")
    options = parser.parse_args()
    if options.what[0].isdigit():
        sizes = [min(options.batch, int(options.what[0]) - at) for at in range(0, int(options.what[0]), options.batch)]
        tasks = [[str(options.seed + number), str(size)] for number, size in enumerate(sizes)]
    else:
        tasks = [[recipe] for recipe in options.what]
    tried = networks = faulty = stopped = 0
    began = shown = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        for faults, recipes, ran, endless in pool.map(lambda what: task(options.write, what, options.keep), tasks):
            tried, networks, faulty, stopped = tried + recipes, networks + ran, faulty + len(faults), stopped + endless
            for fault in faults:
                print("FAILED:", fault, flush=True)
            if time.monotonic() - shown > 10:
                shown = time.monotonic()
                print(f"{tried} recipes, {networks} networks, {faulty} with faults, {shown - began:.0f} s", flush=True)
    print(f"{tried} recipes: {networks} networks ran four times each, {faulty} with faults" +
          (f"; of the others {stopped} have loops that were stopped" if stopped else ""))
    return bool(faulty)


sys.exit(main())
