/* Reads both inputs of the network from the standard input, writes its output. */
#include "birds.h"

#include <stdio.h>

static _Alignas(HL_ALIGN) unsigned char a[4096], b[4096], result[4096], arena[BIRDS_ARENA_BYTES + HL_ALIGN];

int main(void) {
  const void *const inputs[] = {a, b};
  void *const outputs[] = {result};
  if (fread(a, BIRDS_INPUT0_BYTES, 1, stdin) != 1 || fread(b, BIRDS_INPUT1_BYTES, 1, stdin) != 1)
    return 2;
  if (birds_run(inputs, outputs, arena, BIRDS_ARENA_BYTES) != HL_OK)
    return 1;
  return fwrite(result, BIRDS_OUTPUT0_BYTES, 1, stdout) != 1;
}
