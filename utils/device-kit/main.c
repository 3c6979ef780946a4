// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The host's program: files of raw bytes to the network's inputs, its outputs to files, as utils/run-model.sh has them.
 *
 *   NAME-host [--output PREFIX] [--runs N] INPUT...     one file for each input, in order
 *
 * PREFIX0.bin, PREFIX1.bin, ... are the outputs (default: output). With --runs the network runs N times on the same inputs, its state
 * passing on, and the host's clock says what a call takes on average, the way there and back included. */
#define _POSIX_C_SOURCE 199309L

#include "stub.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const size_t input_bytes[] = KIT_INPUT_BYTES, output_bytes[] = KIT_OUTPUT_BYTES;

static int complain(const char *what, const char *why) {
  fprintf(stderr, KIT_NAME ": error: %s: %s\n", what, why);
  return 1;
}

static int read_file(const char *path, void *to, size_t bytes) {
  FILE *const file = fopen(path, "rb");
  if (!file)
    return complain(path, "cannot open it");
  const int is_right = fread(to, 1, bytes, file) == bytes && fgetc(file) == EOF && !ferror(file);
  fclose(file);
  if (is_right)
    return 0;
  char why[80];
  snprintf(why, sizeof why, "the input takes exactly %zu bytes", bytes);
  return complain(path, why);
}

static int write_file(const char *prefix, int number, const void *from, size_t bytes) {
  char path[4096];
  if ((size_t)snprintf(path, sizeof path, "%s%d.bin", prefix, number) >= sizeof path)
    return complain(prefix, "the name is too long");
  FILE *const file = fopen(path, "wb");
  if (!file)
    return complain(path, "cannot make it");
  const int is_written = fwrite(from, 1, bytes, file) == bytes;
  return fclose(file) == 0 && is_written ? 0 : complain(path, "cannot write it");
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int run(remote_handle64 handle, void **inputs, void **outputs, long runs) {
  const double begin = seconds();
  for (long i = 0; i < runs; ++i) {
    const int status = kit_run(handle, inputs, outputs);
    if (status != 0) {
      char why[32];
      snprintf(why, sizeof why, "status 0x%x", (unsigned)status);
      return complain("run", why);
    }
  }
  printf("%ld runs, %.1f us each\n", runs, 1e6 * (seconds() - begin) / (double)runs);
  return 0;
}

int main(int argc, char **argv) {
  const char *prefix = "output", *files[KIT_NUM_INPUTS + 1];
  int count = 0;
  long runs = 1;
  for (int i = 1; i < argc; ++i)
    if (strcmp(argv[i], "--output") == 0 && i + 1 < argc)
      prefix = argv[++i];
    else if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
      runs = strtol(argv[++i], 0, 10);
    else if (count++ < KIT_NUM_INPUTS)
      files[count - 1] = argv[i];
  if (count != KIT_NUM_INPUTS || runs < 1) {
    fprintf(stderr, "usage: %s [--output PREFIX] [--runs N] INPUT...   (%d inputs)\n", argv[0], KIT_NUM_INPUTS);
    return 2;
  }
  void *inputs[KIT_NUM_INPUTS + 1] = {0}, *outputs[KIT_NUM_OUTPUTS + 1] = {0};
  for (int i = 0; i < KIT_NUM_INPUTS; ++i)
    if (!(inputs[i] = kit_alloc(input_bytes[i])))
      return complain("memory", "none that the DSP sees");
    else if (read_file(files[i], inputs[i], input_bytes[i]))
      return 1;
  for (int i = 0; i < KIT_NUM_OUTPUTS; ++i)
    if (!(outputs[i] = kit_alloc(output_bytes[i])))
      return complain("memory", "none that the DSP sees");
  remote_handle64 handle;
  if (kit_open(&handle) != 0)
    return complain(KIT_URI, "cannot open it: is the library where DSP_LIBRARY_PATH says?");
  int status = run(handle, inputs, outputs, runs);
  for (int i = 0; i < KIT_NUM_OUTPUTS && status == 0; ++i)
    status = write_file(prefix, i, outputs[i], output_bytes[i]);
  kit_close(handle);
  for (int i = 0; i < KIT_NUM_INPUTS; ++i)
    kit_free(inputs[i]);
  for (int i = 0; i < KIT_NUM_OUTPUTS; ++i)
    kit_free(outputs[i]);
  return status;
}
