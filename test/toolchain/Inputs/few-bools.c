// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Calls few-bools.ll with all combinations of N bools: see few-bools.test. The status is the number of what is wrong. */
int as_integer(const int *lanes);
_Bool all(const int *lanes);
void from_integer(int x, int *lanes);
void to_memory(const int *lanes, unsigned char *to);
void from_memory(const unsigned char *from, int *lanes);
void from_memory_then_store(const unsigned char *from, unsigned char *also, int *lanes);

int main(void) {
  for (int x = 0; x < 1 << N; x++) {
    _Alignas(128) int lanes[32] = {0}, out[32] = {0};
    unsigned char memory[4] = {0};
    for (int i = 0; i < N; i++)
      lanes[i] = (x >> i & 1) * (i + 3);
    if (as_integer(lanes) != x) return 1;
    if (all(lanes) != (x == (1 << N) - 1)) return 2;
    from_integer(x, out);
    for (int i = 0; i < N; i++)
      if (out[i] != (x >> i & 1)) return 3;
    to_memory(lanes, memory);
    if ((memory[0] & ((1 << N) - 1)) != x) return 4;
    from_memory(memory, out);
    for (int i = 0; i < N; i++)
      if (out[i] != (x >> i & 1)) return 5;
    from_memory_then_store(memory, memory, out);
    for (int i = 0; i < N; i++)
      if (out[i] != -(x >> i & 1)) return 6;
    if (memory[0] != 0) return 7;
  }
  return 0;
}
