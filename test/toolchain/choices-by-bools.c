/* Vectors of bool choose among vectors of bytes, and vectors of bytes among vectors of bool (patch 0121). A byte chooses by its sign, as
   everywhere with these vectors. clang 19 makes invalid IR: it crashes, or does not
   end. The source is C++: C has no such choice.

RUN: %hexagon-cc -x c++ -O0 -c %s -o %t.0.o && %hexagon-ld %t.0.o %runtime -o %t.0 && qemu-hexagon %t.0
RUN: %packed-cc -x c++ -O2 -c %s -o %t.2.o && %hexagon-ld %t.2.o %runtime -o %t.2 && qemu-hexagon %t.2
RUN: clang --target=swiftdsp -x c++ -O2 %s -o %t.swift && swiftdsp-sim %t.swift
*/
#define NONE __attribute__((noinline))
static unsigned seed;
static unsigned word(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

template <int Lanes, class Byte> struct Choices {
  typedef bool Bools __attribute__((ext_vector_type(Lanes)));
  typedef Byte Bytes __attribute__((ext_vector_type(Lanes)));

  static NONE void bytesByBools(Bools *Condition, Bytes *X, Bytes *Y) { *X = *Condition ? *X : *Y; }
  static NONE void boolsByBytes(Bytes *Condition, Bools *X, Bools *Y) { *X = *Condition ? *X : *Y; }
  static NONE void boolsByBools(Bools *Condition, Bools *X, Bools *Y) { *X = *Condition ? *X : *Y; }
  static NONE void byComparison(Bytes *X, Bytes *Y) { *X = __builtin_convertvector(*X == *Y, Bools) ? *X + 1 : *Y; }

  static int right(void) {
    bool C[Lanes], P[Lanes], Q[Lanes];
    Byte D[Lanes], X[Lanes], Y[Lanes];
    Bools Condition, First, Second;
    Bytes Signs, A, B, Kept;
    for (int I = 0; I != Lanes; ++I) {
      Condition[I] = C[I] = word() & 1, First[I] = P[I] = word() & 1, Second[I] = Q[I] = word() & 1;
      Signs[I] = D[I] = word(), A[I] = X[I] = word(), B[I] = Y[I] = word() & 3 ? word() : X[I];
    }
    Kept = A;
    bytesByBools(&Condition, &A, &B);
    for (int I = 0; I != Lanes; ++I)
      if (A[I] != (C[I] ? X[I] : Y[I]))
        return 0;
    A = Kept;
    byComparison(&A, &B);
    for (int I = 0; I != Lanes; ++I)
      if (A[I] != (Byte)(X[I] == Y[I] ? X[I] + 1 : Y[I]))
        return 0;
    Bools Chosen = First;
    boolsByBools(&Condition, &Chosen, &Second);
    for (int I = 0; I != Lanes; ++I)
      if (Chosen[I] != (C[I] ? P[I] : Q[I]))
        return 0;
    boolsByBytes(&Signs, &First, &Second);
    for (int I = 0; I != Lanes; ++I)
      if (First[I] != ((signed char)D[I] < 0 ? P[I] : Q[I]))
        return 0;
    return 1;
  }
};

extern "C" int main(void) {
  for (int Round = 0; Round != 20; ++Round)
    if (!(Choices<2, signed char>::right() && Choices<13, unsigned char>::right() && Choices<32, signed char>::right() &&
          Choices<128, unsigned char>::right()))
      return 1;
  return 0;
}
