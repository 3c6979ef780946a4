// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Runs one emitted model on files: the main program of utils/run-model.sh on every port.
 *
 *   PROGRAM [--steps N] [--steady] [--fill BYTE] [--slack BYTES] --output PREFIX [INPUT FILE]...
 *
 * No input file: deterministic values (fill_input). One file for each graph input, or one with all of them one after the
 * other. Writes PREFIX0.bin, PREFIX1.bin, ... and prints a summary, a `key value...` line each, to standard output.
 * With --steps the network runs N times in a row: each input file holds N records one after the other, and so does each
 * output file; a state passes from one run to the next. All runs are counted together.
 * With --steady all that happens twice, each time from the beginning; the second time is counted and must give the same
 * outputs as the first.
 *
 * Every buffer ends, rounded up to HL_ALIGN, at an inaccessible page, and the rest of its first page is a guard zone that
 * is checked after the run, as is that the inputs are unchanged: a kernel that leaves its buffers does not go unseen.
 * Arena and outputs are filled with BYTE (0xa5) first, so that reading memory that nobody has written shows.
 * With --slack the inaccessible page begins so many bytes later at least: for code that a compiler has vectorized with loads of
 * more than they use.
 *
 * Exit status: 0 success, 1 bad input or a failing run, 2 bad command line.
 */
#include <hexloom/model.h>
#include <hexloom/port.h>

#include "harness_text.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define __asan_poison_memory_region(START, BYTES) ((void)(START), (void)(BYTES))
#endif

/* The linker gives this symbol the model's NAME_info: --defsym=hl_model=NAME_info. */
#ifndef HL_MODEL_INFO
#define HL_MODEL_INFO hl_model
#endif
extern const hl_model_info HL_MODEL_INFO;

enum { MAX_TENSORS = 256, GUARD_BYTE = 0x5c, MAX_STEPS = 1000000, MAX_SLACK = 1 << 20 };

typedef struct {
  const char *prefix;
  const char *files[MAX_TENSORS];
  int num_files, steady, fill;
  uint32_t steps;
  size_t slack;
} options;

typedef struct {
  unsigned char *mapped; /* what hl_port_map gave */
  unsigned char *data;   /* 128-byte aligned */
  size_t guard;          /* bytes before data */
} buffer;

static size_t round_up(size_t bytes, size_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

/* 0, or -1 when memory is short. */
static int make_buffer(buffer *b, size_t bytes, int fill, size_t slack) {
  const size_t storage = round_up(bytes, HL_ALIGN);
  const size_t behind = round_up(slack, HL_ALIGN);
  const size_t total = round_up(storage + HL_ALIGN + behind, HL_PORT_PAGE);
  b->mapped = hl_port_map(total);
  if (!b->mapped)
    return -1;
  b->guard = total - storage - behind;
  b->data = b->mapped + b->guard;
  __builtin_memset(b->mapped, GUARD_BYTE, b->guard);
  __builtin_memset(b->data, fill, storage);
  __asan_poison_memory_region(b->data + bytes, storage - bytes); /* scalar code needs no room there */
  return 0;
}

/* The guard is a multiple of HL_ALIGN bytes. */
static int guard_intact(const buffer *b) {
  const uint32_t *const words = (const uint32_t *)b->mapped;
  uint32_t changed = 0;
  for (size_t i = 0; i < b->guard / 4; ++i)
    changed |= words[i] ^ GUARD_BYTE * 0x01010101u;
  return changed == 0;
}

/* FNV-1a by words, then by bytes: only for noticing a change. */
static uint32_t hash_bytes(const unsigned char *data, size_t n) {
  uint32_t hash = 0x811c9dc5u;
  size_t i = 0;
  for (; i + 4 <= n; i += 4)
    hash = (hash ^ *(const uint32_t *)(data + i)) * 0x01000193u;
  for (; i < n; ++i)
    hash = (hash ^ data[i]) * 0x01000193u;
  return hash;
}

/* Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014), the generator splitmix64. */
static uint64_t splitmix64(uint64_t x) {
  x *= 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* Noise over the type's range; floats in [-1, 1] by steps of 1/127.5; int32 and int64 in 0..255; booleans 0 and 1. */
static void fill_input(unsigned char *to, const hl_tensor_info *tensor, int index, uint32_t step) {
  static const unsigned char sizes[] = {1, 1, 2, 4, 8, 4, 1};
  const size_t size = sizes[tensor->type], elements = tensor->bytes / size;
  for (size_t i = 0; i < elements; ++i) {
    const uint64_t random = splitmix64(i + 1 + (uint64_t)index * 0x100000000u + (uint64_t)step * 0x10000000000u);
    const float real = (float)(int)(random & 255) / 127.5f - 1.0f;
    switch (tensor->type) {
    case HL_FLOAT32:
      ((float *)to)[i] = real;
      break;
    case HL_INT32:
      ((int32_t *)to)[i] = (int32_t)(random & 255);
      break;
    case HL_INT64:
      ((int64_t *)to)[i] = (int64_t)(random & 255);
      break;
    case HL_INT16:
      ((int16_t *)to)[i] = (int16_t)(random & 0xffff);
      break;
    case HL_BOOL:
      to[i] = random & 1;
      break;
    default:
      to[i] = random & 255;
    }
  }
}

static int complain(const char *what, const char *about) {
  hl_port_print(2, what);
  hl_port_print(2, about);
  hl_port_print(2, "\n");
  return 1;
}

static int parse_options(options *o, int argc, char **argv) {
  o->fill = 0xa5;
  o->steps = 1;
  for (int i = 1; i < argc; ++i) {
    const int has_value = i + 1 < argc;
    if (text_equal(argv[i], "--steady"))
      o->steady = 1;
    else if (text_equal(argv[i], "--output") && has_value)
      o->prefix = argv[++i];
    else if (text_equal(argv[i], "--steps") && has_value)
      o->steps = text_to_number(argv[++i]);
    else if (text_equal(argv[i], "--fill") && has_value)
      o->fill = (int)text_to_number(argv[++i]) & 255;
    else if (text_equal(argv[i], "--slack") && has_value)
      o->slack = text_to_number(argv[++i]);
    else if (argv[i][0] == '-')
      return complain("unknown option or missing value: ", argv[i]);
    else if (o->num_files < MAX_TENSORS)
      o->files[o->num_files++] = argv[i];
    else
      return complain("too many input files", "");
  }
  if (o->slack > MAX_SLACK)
    return complain("--slack takes at most 1048576 bytes", "");
  if (o->steps == 0 || o->steps > MAX_STEPS)
    return complain("--steps takes a number from 1 to 1000000", "");
  return o->prefix ? 0 : complain("--output PREFIX is missing", "");
}

static int size_error(const char *file, int64_t found, uint64_t wanted) {
  char found_text[24], wanted_text[24];
  hl_port_print(2, file);
  if (found < 0)
    return complain(": cannot read it", "");
  hl_port_print(2, ": holds ");
  hl_port_print(2, number_to_text((uint64_t)found, found_text));
  hl_port_print(2, " bytes where the network's input takes ");
  return complain(number_to_text(wanted, wanted_text), "");
}

/* What goes in and comes out in all steps. */
typedef struct {
  unsigned char *data[MAX_TENSORS]; /* of the first step */
  size_t stride[MAX_TENSORS];       /* from a step to the next */
} records;

/* A file with a record for each step; null after a complaint. */
static unsigned char *read_records(const char *file, size_t bytes, uint32_t steps) {
  const uint64_t total = (uint64_t)bytes * steps;
  const int64_t size = hl_port_file_size(file);
  if (size < 0 || (uint64_t)size != total) {
    size_error(file, size, total);
    return 0;
  }
  unsigned char *const data = total <= SIZE_MAX / 2 ? hl_port_map((size_t)total) : 0;
  if (!data)
    complain("out of memory", "");
  else if (hl_port_read_file(file, data, (size_t)total) != 0)
    complain(file, ": cannot read it");
  else
    return data;
  return 0;
}

/* Reads all inputs from one file: a record has all of them. */
static int read_joined(const options *o, records *inputs) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  size_t total = 0;
  for (int i = 0; i < m->num_inputs; ++i)
    total += m->inputs[i].bytes;
  unsigned char *all = read_records(o->files[0], total, o->steps);
  for (int i = 0; all && i < m->num_inputs; all += m->inputs[i].bytes, ++i) {
    inputs->data[i] = all;
    inputs->stride[i] = total;
  }
  return all ? 0 : 1;
}

static int read_inputs(const options *o, records *inputs) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  if (o->num_files == 0)
    return 0;
  if (o->num_files == 1 && m->num_inputs > 1)
    return read_joined(o, inputs);
  if (o->num_files != m->num_inputs) {
    char wanted[24];
    hl_port_print(2, "as many input files as the network has inputs are needed, or one with all of them: ");
    return complain(number_to_text((uint64_t)m->num_inputs, wanted), " inputs");
  }
  for (int i = 0; i < m->num_inputs; ++i) {
    inputs->stride[i] = m->inputs[i].bytes;
    inputs->data[i] = read_records(o->files[i], m->inputs[i].bytes, o->steps);
    if (!inputs->data[i])
      return 1;
  }
  return 0;
}

static int make_outputs(const options *o, records *outputs) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  for (int i = 0; i < m->num_outputs; ++i) {
    const uint64_t total = (uint64_t)m->outputs[i].bytes * o->steps;
    outputs->stride[i] = m->outputs[i].bytes;
    outputs->data[i] = total <= SIZE_MAX / 2 ? hl_port_map((size_t)total) : 0;
    if (!outputs->data[i])
      return complain("out of memory", "");
  }
  return 0;
}

static int write_outputs(const options *o, const records *outputs) {
  char path[4096], digits[24];
  for (int i = 0; i < HL_MODEL_INFO.num_outputs; ++i) {
    const char *const parts[] = {o->prefix, number_to_text((uint64_t)i, digits), ".bin"};
    if (text_join(path, sizeof path, parts, 3) != 0)
      return complain("output path is too long: ", o->prefix);
    if (hl_port_write_file(path, outputs->data[i], outputs->stride[i] * o->steps) != 0)
      return complain("cannot write ", path);
  }
  return 0;
}

static void print_number(const char *key, uint64_t value) {
  char digits[24];
  const char *const parts[] = {key, " ", number_to_text(value, digits), "\n"};
  for (int i = 0; i < 4; ++i)
    hl_port_print(1, parts[i]);
}

static void print_tensor(const char *role, int index, const hl_tensor_info *t) {
  static const char *const types[] = {"uint8", "int8", "int16", "int32", "int64", "float32", "bool"};
  char digits[24];
  hl_port_print(1, role);
  hl_port_print(1, number_to_text((uint64_t)index, digits));
  hl_port_print(1, " ");
  hl_port_print(1, types[t->type]);
  hl_port_print(1, " ");
  for (int i = 0; i < t->rank; ++i) {
    hl_port_print(1, i ? "x" : "");
    hl_port_print(1, number_to_text((uint64_t)t->dims[i], digits));
  }
  hl_port_print(1, t->rank ? " " : "scalar ");
  hl_port_print(1, number_to_text(t->bytes, digits));
  hl_port_print(1, "\n");
}

/* Differences of the counters. */
typedef struct {
  uint32_t packets, instructions, vector_instructions, cycles;
  int exact;
} counted;

static void add_counts(counted *sum, hl_port_counters before, hl_port_counters after) {
  /* What two readings cost by themselves is taken off. */
  const hl_port_counters idle = hl_port_count(), again = hl_port_count();
  sum->packets += after.packets - before.packets - (again.packets - idle.packets);
  sum->instructions += after.instructions - before.instructions - (again.instructions - idle.instructions);
  sum->vector_instructions += after.vector_instructions - before.vector_instructions;
  sum->cycles += after.cycles - before.cycles - (again.cycles - idle.cycles);
  sum->exact = before.exact;
}

static void print_summary(const counted *sum) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  for (int i = 0; i < m->num_inputs; ++i)
    print_tensor("input", i, &m->inputs[i]);
  for (int i = 0; i < m->num_outputs; ++i)
    print_tensor("output", i, &m->outputs[i]);
  print_number("arena_bytes", m->arena_bytes);
  if (m->run_with_state)
    print_number("state_bytes", m->state_bytes);
  if (!sum->exact)
    return;
  print_number("packets", sum->packets);
  print_number("instructions", sum->instructions);
  print_number(sum->cycles ? "cycles" : "vector_instructions", sum->cycles ? sum->cycles : sum->vector_instructions);
}

static const char *status_text(int status) {
  switch (status) {
  case HL_ERROR_NULL:
    return "null buffer";
  case HL_ERROR_ALIGNMENT:
    return "misaligned buffer";
  case HL_ERROR_WEIGHTS:
    return "built with the weights of another network";
  case HL_ERROR_ARENA:
    return "arena too small";
  case HL_ERROR_STATE:
    return "state too small";
  }
  return "unknown status";
}

/* The buffers of one run. */
typedef struct {
  buffer inputs[MAX_TENSORS], outputs[MAX_TENSORS], arena, state;
  const void *input_data[MAX_TENSORS];
  void *output_data[MAX_TENSORS];
  records given, results;
  uint32_t input_hash;
} session;

static int make_buffers(session *s, int fill, size_t slack) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  if (m->num_inputs > MAX_TENSORS || m->num_outputs > MAX_TENSORS)
    return complain("too many inputs or outputs", "");
  int status = make_buffer(&s->arena, m->arena_bytes, fill, slack);
  if (status == 0 && m->run_with_state)
    status = make_buffer(&s->state, m->state_bytes, fill, slack);
  for (int i = 0; i < m->num_inputs && status == 0; ++i) {
    status = make_buffer(&s->inputs[i], m->inputs[i].bytes, fill, slack);
    s->input_data[i] = s->inputs[i].data;
  }
  for (int i = 0; i < m->num_outputs && status == 0; ++i) {
    status = make_buffer(&s->outputs[i], m->outputs[i].bytes, fill, slack);
    s->output_data[i] = s->outputs[i].data;
  }
  return status == 0 ? 0 : complain("out of memory", "");
}

static uint32_t hash_tensors(const buffer *buffers, const hl_tensor_info *tensors, int n) {
  uint32_t hash = 0;
  for (int i = 0; i < n; ++i)
    hash = hash * 31 + hash_bytes(buffers[i].data, tensors[i].bytes);
  return hash;
}

static int check_buffers(const session *s) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  int intact = guard_intact(&s->arena) && (!m->run_with_state || guard_intact(&s->state));
  for (int i = 0; i < m->num_inputs; ++i)
    intact = intact && guard_intact(&s->inputs[i]);
  for (int i = 0; i < m->num_outputs; ++i)
    intact = intact && guard_intact(&s->outputs[i]);
  if (!intact)
    return complain("the network wrote before the start of a buffer", "");
  if (hash_tensors(s->inputs, m->inputs, m->num_inputs) != s->input_hash)
    return complain("the network changed its inputs", "");
  return 0;
}

/* The inputs of a step; the arena and the outputs keep nothing that the network may rely on. */
static void prepare(session *s, const options *o, uint32_t step) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  for (int i = 0; i < m->num_inputs; ++i)
    if (o->num_files == 0)
      fill_input(s->inputs[i].data, &m->inputs[i], i, step);
    else
      __builtin_memcpy(s->inputs[i].data, s->given.data[i] + step * s->given.stride[i], m->inputs[i].bytes);
  s->input_hash = hash_tensors(s->inputs, m->inputs, m->num_inputs);
  if (step == 0)
    return;
  __builtin_memset(s->arena.data, o->fill, m->arena_bytes);
  for (int i = 0; i < m->num_outputs; ++i)
    __builtin_memset(s->outputs[i].data, o->fill, m->outputs[i].bytes);
}

static int run_once(session *s, counted *sum) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  const hl_port_counters before = hl_port_count();
  const int status = m->run_with_state ? m->run_with_state(s->input_data, s->output_data, s->arena.data, m->arena_bytes,
                                                           s->state.data, m->state_bytes)
                                       : m->run(s->input_data, s->output_data, s->arena.data, m->arena_bytes);
  const hl_port_counters after = hl_port_count();
  if (status != HL_OK)
    return complain("the network refused to run: ", status_text(status));
  add_counts(sum, before, after);
  return check_buffers(s);
}

/* Runs all steps, from the beginning. */
static int run_all(session *s, const options *o, counted *sum, uint32_t *hash) {
  const hl_model_info *const m = &HL_MODEL_INFO;
  *sum = (counted){0};
  *hash = 0;
  if (m->run_with_state && m->reset(s->state.data) != HL_OK)
    return complain("the network refused to reset its state", "");
  for (uint32_t step = 0; step < o->steps; ++step) {
    prepare(s, o, step);
    if (run_once(s, sum) != 0)
      return 1;
    *hash = *hash * 31 + hash_tensors(s->outputs, m->outputs, m->num_outputs);
    for (int i = 0; i < m->num_outputs; ++i)
      __builtin_memcpy(s->results.data[i] + step * s->results.stride[i], s->outputs[i].data, m->outputs[i].bytes);
  }
  return 0;
}

int main(int argc, char **argv) {
  static options o;
  static session s;
  counted sum;
  uint32_t first, second;
  if (parse_options(&o, argc, argv) != 0)
    return 2;
  if (make_buffers(&s, o.fill, o.slack) != 0 || read_inputs(&o, &s.given) != 0 || make_outputs(&o, &s.results) != 0)
    return 1;
  if (run_all(&s, &o, &sum, &first) != 0)
    return 1;
  if (o.steady) {
    if (run_all(&s, &o, &sum, &second) != 0)
      return 1;
    if (first != second)
      return complain("the second run gave other outputs: the network reads memory that it has not written", "");
  }
  if (write_outputs(&o, &s.results) != 0)
    return 1;
  print_summary(&sum);
  return 0;
}
