"""run_emitted.py WRITE-STRUCTURED COUNT [--seed N] [--batch N] [--keep DIR]: random networks that the front end takes,
compiled for the portable target and run on extreme and random inputs under AddressSanitizer and UndefinedBehaviorSanitizer.

A batch of networks is one translation unit. Each network runs four times: all bytes 0, all ones, the least signed values, and
random ones. A fault names the network's recipe, which stays in the folder.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
CC = ["clang-19", "-std=gnu11", "-O1", "-g1", "-ffp-contract=off", "-fno-math-errno", "-fsanitize=address,undefined",
      "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-w", "-I", os.path.join(ROOT, "runtime", "include")]
MAIN = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
  void **out = calloc(m->num_outputs + 1, sizeof *out), *arena = buffer(m->arena_bytes);
  for (int i = 0; i < m->num_inputs; ++i)
    in[i] = buffer(m->inputs[i].bytes);
  for (int i = 0; i < m->num_outputs; ++i)
    out[i] = buffer(m->outputs[i].bytes);
  for (int pattern = 0; pattern < 4; ++pattern) {
    for (int i = 0; i < m->num_inputs; ++i)
      fill(&m->inputs[i], (unsigned char *)in[i], m->inputs[i].bytes, pattern);
    memset(arena, 0xa5, m->arena_bytes);
    if (m->run(in, out, arena, m->arena_bytes) != HL_OK)
      return 1;
  }
  return 0;
}
int main(int argc, char **argv) {
  const int first = argc > 1 ? atoi(argv[1]) : 0, last = argc > 2 ? atoi(argv[2]) : COUNT;
  for (int i = first; i < last; ++i) {
    fprintf(stderr, "network %d\n", i);
    if (run(models[i]))
      return 2;
  }
  return 0;
}
"""


ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # each network takes its buffers and keeps them


def batch(write, seed, count, folder):
    """The faults of one batch, and what was tried for it."""
    tried = subprocess.run([write, str(seed), str(count), folder], check=True, stdout=subprocess.PIPE, text=True).stdout
    source = os.path.join(folder, "batch.c")
    with open(source, "w") as out:
        for i in range(count):
            out.write(f'#include "net{i}.c"\n#undef W\n')
        out.write(f"#define COUNT {count}\nstatic const hl_model_info *const models[] = {{")
        out.write(", ".join(f"&net{i}_info" for i in range(count)) + "};\n" + MAIN)
    program = os.path.join(folder, "batch")
    built = subprocess.run([*CC, "-I", folder, source, "-lm", "-o", program], stderr=subprocess.PIPE, text=True)
    if built.returncode:
        return [f"seed {seed}: the compiler refuses it: {built.stderr[:1500]}"], tried
    faults, first = [], 0
    while first < count:
        done = subprocess.run([program, str(first), str(count)], stderr=subprocess.PIPE, text=True, errors="replace", timeout=600,
                              env=ENVIRONMENT)
        if done.returncode == 0:
            break
        at = int(re.findall(r"^network (\d+)$", done.stderr, re.M)[-1])
        reason = re.search(r"(runtime error|ERROR: AddressSanitizer)[^\n]*", done.stderr)
        with open(os.path.join(folder, f"net{at}.recipe")) as file:
            recipe = file.read()
        place = re.search(r"[\w/.]*hexloom/portable/[\w.:]+", done.stderr)
        faults.append(f"seed {seed}, network {at}: {reason[0] if reason else done.stderr[-500:]} ({place[0] if place else ''})\n{recipe}")
        first = at + 1
    return faults, tried


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("write", metavar="WRITE-STRUCTURED")
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=40)
    parser.add_argument("--keep", metavar="DIR", help="instead of a temporary folder")
    options = parser.parse_args()
    done = tried = faulty = 0
    while done < options.count:
        with tempfile.TemporaryDirectory() as temporary:
            folder = options.keep or temporary
            os.makedirs(folder, exist_ok=True)
            faults, words = batch(options.write, options.seed + done, options.batch, folder)
        done += options.batch
        tried += int(words.split()[0])
        faulty += len(faults)
        for fault in faults:
            print("FAILED:", fault, flush=True)
    print(f"{done} networks of {tried} recipes ran four times each, {faulty} with faults")
    return bool(faulty)


sys.exit(main())
