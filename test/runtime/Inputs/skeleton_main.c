// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* skeleton_main PREFIX INPUT...: a kit's skeleton on the emulator, called as FastRPC calls it. Exit status: the number of what went
 * wrong. */
#include <fastrpc.h>
#include <hexloom/port.h>
#include <kit.h>

int KIT_INVOKE(remote_handle64 handle, uint32_t scalars, remote_arg *args);

enum { BUFFERS = KIT_NUM_INPUTS + KIT_NUM_OUTPUTS };
static const size_t input_bytes[] = KIT_INPUT_BYTES, output_bytes[] = KIT_OUTPUT_BYTES;
static uint32_t lengths[BUFFERS];
static remote_arg args[1 + BUFFERS];

static uint32_t rounded(size_t bytes) { return bytes ? (uint32_t)(bytes + 127) & ~127u : 128; }

static int call(uint32_t scalars) { return KIT_INVOKE(1, scalars, args); }

int main(int argc, char **argv) {
  const uint32_t run = 2u << 24 | (1 + KIT_NUM_INPUTS) << 16 | KIT_NUM_OUTPUTS << 8;
  if (argc != 2 + KIT_NUM_INPUTS)
    return 1;
  remote_arg opened[3] = {{{0, 0}}};
  if (KIT_INVOKE(0, 0x00020001, opened) != 0 || opened[2].h64 == 0)
    return 2;
  args[0].buf.pv = lengths;
  args[0].buf.nLen = sizeof lengths;
  for (int i = 0; i < BUFFERS; ++i) {
    const size_t bytes = i < KIT_NUM_INPUTS ? input_bytes[i] : output_bytes[i - KIT_NUM_INPUTS];
    args[1 + i].buf.nLen = lengths[i] = rounded(bytes);
    args[1 + i].buf.pv = hl_port_map(rounded(bytes));
    if (!args[1 + i].buf.pv || (i < KIT_NUM_INPUTS && hl_port_read_file(argv[2 + i], args[1 + i].buf.pv, bytes) != 0))
      return 3;
  }
  /* What must be refused. */
  lengths[0] -= 1;
  if (call(run) != 14)
    return 4;
  lengths[0] += 1;
  args[BUFFERS].buf.pv = (char *)args[BUFFERS].buf.pv + 64;
  if (call(run) != 14)
    return 5;
  args[BUFFERS].buf.pv = (char *)args[BUFFERS].buf.pv - 64;
  args[0].buf.nLen -= 4;
  if (call(run) != 14)
    return 6;
  args[0].buf.nLen += 4;
  if (call(run + 256) != 20 || call(4u << 24) != 20)
    return 7;
  if (call(3u << 24) != 0 || call(run) != 0)
    return 8;
  for (int i = 0; i < KIT_NUM_OUTPUTS; ++i) {
    char path[256];
    int at = 0;
    for (; argv[1][at] && at < 240; ++at)
      path[at] = argv[1][at];
    path[at++] = (char)('0' + i);
    for (const char *end = ".bin"; *end; ++end)
      path[at++] = *end;
    path[at] = 0;
    if (hl_port_write_file(path, args[1 + KIT_NUM_INPUTS + i].buf.pv, output_bytes[i]) != 0)
      return 9;
  }
  return call(0x01000010) == 0 ? 0 : 10;
}
