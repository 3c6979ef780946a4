// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of bool against loops over their lanes: see bool-vectors.test. The status is the number of what is wrong.

using size_type = decltype(sizeof 0);
template <int Bits> struct IntegerOf;
template <> struct IntegerOf<8> { typedef unsigned char type; };
template <> struct IntegerOf<16> { typedef unsigned short type; };
template <> struct IntegerOf<32> { typedef unsigned type; };
template <> struct IntegerOf<64> { typedef unsigned long long type; };

#define NOINLINE __attribute__((noinline))

template <class Lane, int N> struct Bools {
  typedef Lane V __attribute__((vector_size(sizeof(Lane) * N)));
  typedef bool B __attribute__((ext_vector_type(N)));
  typedef typename IntegerOf<N>::type Word;

  static B less(V a, V b) { return __builtin_convertvector(a < b, B); }
  NOINLINE static Word bits(const V *a, const V *b) { return __builtin_bit_cast(Word, less(*a, *b)); }
  NOINLINE static void from_bits(Word w, V *out) { *out = __builtin_convertvector(__builtin_bit_cast(B, w), V); }
  NOINLINE static void store(const V *a, const V *b, B *out) { *out = less(*a, *b); }
  NOINLINE static void load(const B *b, V *out) { *out = __builtin_convertvector(*b, V); }
  NOINLINE static Word low_bits(const V *a) { return __builtin_bit_cast(Word, __builtin_convertvector(*a & 1, B)); }
  NOINLINE static Word chosen(const V *a, const V *b, bool k) {
    const B x = less(*a, *b), y = less(*b, *a);
    return __builtin_bit_cast(Word, k ? x : ~y);
  }
  NOINLINE static B either(B a, B b, bool k) { return k ? a ^ b : a & b; }
  NOINLINE static Word passed(const V *a, const V *b, bool k) { return __builtin_bit_cast(Word, either(less(*a, *b), less(*b, *a), k)); }
  NOINLINE static bool lane(const V *a, const V *b, unsigned i) { return less(*a, *b)[i]; }

  static int wrong() {
    static V a, b, out;
    static B memory[2];
    Word expected = 0, greater = 0, low = 0;
    for (int i = 0; i < N; ++i) {
      ((volatile Lane *)&a)[i] = (i * i + i / 3) % 7, ((volatile Lane *)&b)[i] = (i * 5 + i / 4) % 6;
      expected |= Word(((volatile Lane *)&a)[i] < ((volatile Lane *)&b)[i]) << i;
      greater |= Word(((volatile Lane *)&a)[i] > ((volatile Lane *)&b)[i]) << i;
      low |= Word(((volatile Lane *)&a)[i] & 1) << i;
    }
    if (bits(&a, &b) != expected)
      return 1;
    from_bits(expected, &out);
    for (int i = 0; i < N; ++i)
      if (((volatile Lane *)&out)[i] != Lane(expected >> i & 1))
        return 2;
    memory[0] = memory[1] = __builtin_bit_cast(B, Word(low * 3));
    store(&a, &b, memory);
    if (((volatile Word *)memory)[0] != expected || ((volatile Word *)memory)[1] != Word(low * 3))
      return 3;
    load(memory, &out);
    for (int i = 0; i < N; ++i)
      if (((volatile Lane *)&out)[i] != Lane(expected >> i & 1))
        return 4;
    if (low_bits(&a) != low)
      return 5;
    if (chosen(&a, &b, true) != expected || chosen(&a, &b, false) != Word(~greater))
      return 6;
    if (passed(&a, &b, true) != Word(expected ^ greater) || passed(&a, &b, false) != Word(expected & greater))
      return 7;
    for (int i = 0; i < N; ++i)
      if (lane(&a, &b, i) != bool(expected >> i & 1))
        return 8;
    return 0;
  }
};

template <class Lane> int wrong() {
  if (int bad = Bools<Lane, 8>::wrong())
    return bad;
  if (int bad = Bools<Lane, 16>::wrong())
    return 10 + bad;
  if (int bad = Bools<Lane, 32>::wrong())
    return 20 + bad;
  if (int bad = Bools<Lane, 64>::wrong())
    return 30 + bad;
  return 0;
}

extern "C" int main() {
  if (int bad = wrong<signed char>())
    return bad;
  if (int bad = wrong<short>())
    return 40 + bad;
  if (int bad = wrong<int>())
    return 80 + bad;
  return 0;
}
