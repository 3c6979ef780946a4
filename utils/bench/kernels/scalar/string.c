// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Searching and comparing strings: counts the words of a text that begin like a word of a list. */
#include "bench.h"

enum { N = 4096, WORDS = 8 };

static char text[N + 1];
static const char *const list[WORDS] = {"ab", "bca", "c", "dab", "add", "cbd", "bb", "acdc"};

static int length(const char *s) {
  const char *end = s;
  while (*end)
    ++end;
  return (int)(end - s);
}

static int begins(const char *s, const char *with) {
  while (*with)
    if (*s++ != *with++)
      return 0;
  return 1;
}

int KERNEL(string)(const char *s, const char *const *words, int n) {
  int count = 0;
  for (const char *word = s; *word;) {
    for (int i = 0; i < n; ++i)
      count += begins(word, words[i]) ? length(words[i]) : 0;
    while (*word && *word != ' ')
      ++word;
    while (*word == ' ')
      ++word;
  }
  return count;
}

int main(void) {
  uint32_t seed = 24;
  for (int i = 0; i < N; ++i) {
    const uint32_t r = bench_random(&seed) % 5;
    text[i] = r == 4 && i ? ' ' : (char)('a' + r % 4);
  }
  int expected = 0;
  for (int i = 0; i < N; ++i)
    if (text[i] != ' ' && (i == 0 || text[i - 1] == ' '))
      for (int w = 0; w < WORDS; ++w) {
        int k = 0;
        for (; list[w][k] && i + k < N && text[i + k] == list[w][k]; ++k)
          ;
        expected += list[w][k] ? 0 : k;
      }
  return kernel_op000_string(text, list, WORDS) != expected || expected == 0;
}
