/* Reads both inputs of the network from a file, writes its output to another: on any target, as hexloom/port.h has files. */
#include "birds.h"

#include <hexloom/port.h>

static _Alignas(HL_ALIGN) unsigned char both[BIRDS_INPUT0_BYTES + BIRDS_INPUT1_BYTES], a[4096], b[4096], result[4096],
    arena[BIRDS_ARENA_BYTES + HL_ALIGN];

int main(int argc, char **argv) {
  const void *const inputs[] = {a, b};
  void *const outputs[] = {result};
  if (argc != 3 || hl_port_read_file(argv[1], both, sizeof both) != 0)
    return 2;
  for (unsigned i = 0; i < sizeof both; ++i)
    *(i < BIRDS_INPUT0_BYTES ? a + i : b + i - BIRDS_INPUT0_BYTES) = both[i];
  if (birds_run(inputs, outputs, arena, BIRDS_ARENA_BYTES) != HL_OK)
    return 1;
  return hl_port_write_file(argv[2], result, BIRDS_OUTPUT0_BYTES) != 0;
}
