/* 64-bit values that can be split, in more instructions than one block of LLVM's allocator holds. */
void halves(unsigned long long *to, const unsigned long long *p, const unsigned long long *q, int n) {
  unsigned long long a = 0, b = 0, c = 0, d = 0;
#define MIX(I) a |= p[I] & (b ^ q[I]), b ^= a << 32 | c >> 32, c = (c & d) | (a ^ p[I + 1]), d ^= b & c, a ^= d << 3;
#define MIX8(I) MIX(I) MIX(I + 1) MIX(I + 2) MIX(I + 3) MIX(I + 4) MIX(I + 5) MIX(I + 6) MIX(I + 7)
  for (int i = 0; i < n; ++i) {
    MIX8(i) MIX8(i + 8)
  }
  to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}
