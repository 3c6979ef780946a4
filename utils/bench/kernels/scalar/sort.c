// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Quicksort with insertion sort of short parts, 2048 integers. */
#include "bench.h"

enum { N = 2048, SHORT = 12 };

static int32_t data[N];

static void insertion(int32_t *first, int32_t *last) {
  for (int32_t *i = first + 1; i <= last; ++i) {
    const int32_t value = *i;
    int32_t *j = i;
    for (; j > first && j[-1] > value; --j)
      *j = j[-1];
    *j = value;
  }
}

static void sort(int32_t *first, int32_t *last) {
  while (last - first > SHORT) {
    const int32_t pivot = first[(last - first) / 2];
    int32_t *i = first, *j = last;
    while (i <= j) {
      while (*i < pivot)
        ++i;
      while (*j > pivot)
        --j;
      if (i <= j) {
        const int32_t t = *i;
        *i++ = *j;
        *j-- = t;
      }
    }
    sort(first, j);
    first = i;
  }
  insertion(first, last);
}

void KERNEL(sort)(int32_t *values, int n) { sort(values, values + n - 1); }

int main(void) {
  uint32_t seed = 21, sum = 0, squares = 0;
  for (int i = 0; i < N; ++i) {
    data[i] = (int32_t)(bench_random(&seed) << 16 | bench_random(&seed));
    sum += (uint32_t)data[i];
    squares += (uint32_t)data[i] * (uint32_t)data[i];
  }
  kernel_op000_sort(data, N);
  for (int i = 0; i < N; ++i) {
    sum -= (uint32_t)data[i];
    squares -= (uint32_t)data[i] * (uint32_t)data[i];
    if (i && data[i - 1] > data[i])
      return 1;
  }
  return sum != 0 || squares != 0;
}
