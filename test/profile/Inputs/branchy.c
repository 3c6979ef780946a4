// Short blocks: a jump every few packets, hardly predictable.
int main(void) {
  unsigned x = 1, odd = 0, steps = 0;
  for (unsigned start = 1; start < 100000; ++start)
    for (x = start; x != 1; ++steps) {
      if (x & 1) {
        x = 3 * x + 1;
        ++odd;
      } else {
        x >>= 1;
      }
    }
  return steps < odd;
}
