// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles of vectors of 64, 128 and 256 bytes against loops over their lanes: see vector-shuffles.test. The status is the width of
// a lane that is wrong. FEW: of two kinds. CONSTANT: all lanes of the second vector.

using size_type = decltype(sizeof 0);

/// The lane that lane I of the result takes, out of two vectors of N lanes; what each kind is stands beside it.
constexpr int source(int kind, int n, int i) {
  unsigned x = (i + 1) * 2654435761u ^ (kind + n) * 40503u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  switch (kind) {
  case 0: return x % n;                          // any lane of one vector, several times
  case 1: return x % (2 * n);                    // any lane of two
  case 2: return (x % 3) * 7 % n;                // one of three lanes
  case 3: return (i % 4) * 5 % n;                // four lanes again and again
  case 4: return (i * (n - 3) + 5) % n;          // a permutation, for n a power of two
  case 5: return (i + 3) % (2 * n);              // a rotation through both
  case 6: return i / 2 + (i % 2) * n;            // interleaved
  case 7: return (2 * i + 1) % (2 * n);          // odd lanes
  case 8: return i % 16 < 12 ? i ^ 1 : x % n;    // pairs exchanged, some lanes not
  default: return i < n / 2 ? 9 % n : x % (2 * n); // one lane for half of it
  }
}
#ifdef FEW
constexpr int Kinds = 2;
#else
constexpr int Kinds = 10;
#endif

template <class T, T... I> struct Indices {};

template <class Lane, size_type Bytes, int Kind> struct Shuffle {
  static constexpr int N = Bytes / sizeof(Lane);
  typedef Lane V __attribute__((vector_size(Bytes)));

  template <int... I> __attribute__((noinline)) static void run(const V *a, const V *b, V *out, Indices<int, I...>) {
#ifdef CONSTANT
    *out = __builtin_shufflevector(*a, V{} + Lane(CONSTANT), source(Kind, N, I)...);
#else
    *out = __builtin_shufflevector(*a, *b, source(Kind, N, I)...);
#endif
  }
  static bool wrong() {
    static V a, b, out;
    for (unsigned i = 0; i < Bytes; ++i) {
      ((volatile unsigned char *)&a)[i] = i * 7 + (i >> 5);
      ((volatile unsigned char *)&b)[i] = i * 11 + (i >> 4) + 128;
    }
#ifdef CONSTANT
    b = V{} + Lane(CONSTANT);
#endif
    run(&a, &b, &out, __make_integer_seq<Indices, int, N>());
    for (int i = 0; i < N; ++i) {
      const int from = source(Kind, N, i);
      const volatile Lane *in = (const volatile Lane *)(from < N ? &a : &b);
      if (((volatile Lane *)&out)[i] != in[from % N])
        return true;
    }
    return false;
  }
};

template <class Lane, size_type Bytes, int Kind = 0> bool anyWrong() {
  if constexpr (Kind < Kinds)
    return Shuffle<Lane, Bytes, Kind>::wrong() || anyWrong<Lane, Bytes, Kind + 1>();
  return false;
}
template <class Lane> bool wrong() { return anyWrong<Lane, 64>() || anyWrong<Lane, 128>() || anyWrong<Lane, 256>(); }

extern "C" int main() {
  return wrong<unsigned char>() ? 1 : wrong<unsigned short>() ? 2 : wrong<unsigned>() ? 4 : wrong<unsigned long long>() ? 8 : 0;
}
