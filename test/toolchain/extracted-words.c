/* Elements at variable indices are words that are loaded from the stack. The validator took a packet with such a load and one of a vector for
   wrong, because the load had no memory operand and might have been volatile (patch 0122).

RUN: %packed-cc -mllvm -sda-verify -O2 -c %s -o %t.o
RUN: %packed-cc -mllvm -sda-verify -mv68 -O2 -DHALVES -c %s -o %t.68.o
*/
typedef short Halfwords __attribute__((vector_size(128)));
Halfwords halfwords(Halfwords v, Halfwords w, int k, int j, Halfwords *q, short *x) {
  int s = v[k];
  w = v + q[1];
  s ^= v[j] * 3;
  v[k] = s;
  x[0] += s;
  return v ^ w;
}

typedef signed char Bytes __attribute__((vector_size(128)));
Bytes bytes(Bytes v, Bytes w, int k, int j, Bytes *q, signed char *x) {
  int s = w[k + j];
  v |= q[0];
  v[j] = w[k] + w[j];
  v += w;
  x[0] += s;
  return v ^ w;
}

#ifdef HALVES
typedef _Float16 Halves __attribute__((ext_vector_type(63)));
Halves halves(Halves a, Halves b, int k) {
  a = __builtin_elementwise_max(a, b);
  a = a - b;
  a = __builtin_elementwise_fma(a, b, a);
  a[k % 63] = b[(k + 1) % 63];
  return a;
}
#endif
