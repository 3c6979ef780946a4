// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of vectors, read, written and stored side by side: see vector-parts.test. The status is the number of what is wrong.

using size_type = decltype(sizeof 0);
typedef unsigned char byte;
template <int N> using Bools = bool __attribute__((ext_vector_type(N)));
template <class Lane, size_type Bytes> using Vec = Lane __attribute__((vector_size(Bytes)));
template <class T, T... I> struct Indices {};
template <int N> using Places = __make_integer_seq<Indices, int, N>;

#define NOINLINE __attribute__((noinline))

static byte memory[1024] __attribute__((aligned(256)));
static byte at(int place) { return ((volatile byte *)memory)[place]; }
static void fill() {
  for (unsigned i = 0; i < sizeof memory; ++i)
    ((volatile byte *)memory)[i] = i * 7 + (i >> 5) * 13;
}

/// The N lanes from First on out of two pairs of vectors; their bytes begin at Pair.
template <class Lane, int N, int First> struct Part {
  typedef Vec<Lane, 256> Pair;
  typedef Vec<Lane, N * sizeof(Lane)> Result;
  template <int... I> NOINLINE static void read(const Pair *p, Result *out, Indices<int, I...>) {
    *out = __builtin_shufflevector(p[0], p[1], (First + I)...);
  }
  static bool wrong() {
    Result out;
    fill();
    read((const Pair *)memory, &out, Places<N>());
    for (unsigned i = 0; i < sizeof out; ++i)
      if (((volatile byte *)&out)[i] != at(First * sizeof(Lane) + i))
        return true;
    return false;
  }
};

template <class Lane> bool partsWrong() {
  constexpr int N = 8 / sizeof(Lane);
  return Part<Lane, N, 0>::wrong() || Part<Lane, N, N>::wrong() || Part<Lane, N, 16 * N>::wrong() || Part<Lane, N, 31 * N>::wrong() ||
         Part<Lane, N, 48 * N>::wrong() || Part<Lane, 4 * N, 17 * N>::wrong() || Part<Lane, N / 2, 33 * N>::wrong();
}

// Functions of vector-parts.ll.
extern "C" void joined_bools(const byte *, int *), part_of_pair(const byte *, byte *);

/// Four vectors of eight bools as one of 32.
static bool joinedWrong() {
  Vec<int, 128> out;
  fill();
  joined_bools(memory, (int *)&out);
  for (int i = 0; i < 32; ++i)
    if (((volatile int *)&out)[i] != -((signed char)at(i) < (signed char)at((i + 8) % 32)))
      return true;
  return false;
}

/// Eight bytes at the upper half of a pair of vectors.
static bool partWrong() {
  fill();
  part_of_pair(memory, memory + 256);
  for (int i = 0; i < 256; ++i)
    if (const byte was = (256 + i) * 7 + ((256 + i) >> 5) * 13; at(256 + i) != (i >= 128 && i < 136 ? at(i - 128) : was))
      return true;
  return false;
}

/// A lane of a vector of bool is written: all of its bytes choose.
template <class Lane> struct Written {
  typedef Vec<Lane, 128> V;
  typedef Bools<128 / sizeof(Lane)> B;
  NOINLINE static void choose(const V *p, int place, bool value, V *out) {
    B b = __builtin_convertvector(p[0] < p[1], B);
    b[place] = value;
    *out = __builtin_convertvector(b, V) == 0 ? p[2] : p[3];
  }
  static bool wrong() {
    V out;
    fill();
    const volatile Lane *lanes = (const volatile Lane *)memory;
    for (int k = 0; k < 8; ++k) {
      const int n = 128 / sizeof(Lane), place = k * 5 % n;
      const bool value = k & 1;
      choose((const V *)memory, place, value, &out);
      for (int i = 0; i < n; ++i)
        if (((volatile Lane *)&out)[i] != lanes[i + (i == place ? value : lanes[i] < lanes[i + n] ? 1 : 0) * n + 2 * n])
          return true;
    }
    return false;
  }
};

/// Vectors of bool that are all true or all false, joined with another one.
NOINLINE static int all(const Vec<signed char, 8> *p, bool k) {
  const Bools<8> yes = {true, true, true, true, true, true, true, true}, no = {};
  const Bools<8> some = __builtin_convertvector(p[0] < p[1], Bools<8>);
  const Bools<16> x = __builtin_shufflevector(k ? yes : no, some, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_bit_cast(unsigned short, x);
}
static bool allWrong() {
  fill();
  int expected = 0;
  for (int i = 0; i < 8; ++i)
    expected |= ((signed char)at(i) < (signed char)at(8 + i)) << (8 + i);
  const volatile bool no = false, yes = true;
  const auto *p = (const Vec<signed char, 8> *)memory;
  return all(p, no) != expected || all(p, yes) != (expected | 255);
}

/// Two vectors of bool at known places.
NOINLINE static void storeTwice(const Vec<unsigned, 128> *p) {
  const auto b = __builtin_convertvector(p[0] < p[1], Bools<32>);
  *(Bools<32> *)(memory + 520) = b;
  *(Bools<32> *)(memory + 704) = b;
}
static bool storedWrong() {
  fill();
  const volatile unsigned *words = (const volatile unsigned *)memory;
  unsigned expected = 0;
  for (int i = 0; i < 32; ++i)
    expected |= unsigned(words[i] < words[32 + i]) << i;
  storeTwice((const Vec<unsigned, 128> *)memory);
  return words[130] != expected || words[176] != expected;
}

extern "C" int main() {
  return partsWrong<byte>()              ? 1
         : partsWrong<unsigned short>()  ? 2
         : partsWrong<unsigned>()        ? 3
         : joinedWrong()                 ? 4
         : Written<signed char>::wrong() ? 5
         : Written<short>::wrong()       ? 6
         : Written<int>::wrong()         ? 7
         : allWrong()                    ? 8
         : storedWrong()                 ? 9
         : partWrong()                   ? 10
                                         : 0;
}
