void scale(int *restrict to, const int *restrict from, int by, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i] * by;
}
