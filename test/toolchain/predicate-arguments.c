/* A vector where a builtin of HVX wants or gives a predicate is an error at its place (patch 0055); with the conversions it is code.

RUN: %hexagon-cc -O2 -S %s -o - | FileCheck %s --check-prefix=CODE
RUN: not %hexagon-cc -O2 -DRESULT -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=RESULT
RUN: not %hexagon-cc -O2 -DARGUMENT -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ARGUMENT
RUN: not %hexagon-cc -O0 -DEXPRESSION -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=EXPRESSION
*/
typedef long vector __attribute__((vector_size(128)));

// CODE-LABEL: right:
// CODE: vand(v{{[0-9]+}},r{{[0-9]+}})
// CODE: vmux(
vector right(vector a, vector b, vector c) {
  return __builtin_HEXAGON_V6_vmux_128B(__builtin_HEXAGON_V6_vandvrt_128B(a, -1), b, c);
}

#ifdef RESULT
// RESULT: predicate-arguments.c:[[@LINE+2]]:{{.*}} error: a vector predicate is no vector: Q6_V_vand_QR(predicate, -1) makes one of it
// RESULT: 1 error generated
vector result(vector a) { return __builtin_HEXAGON_V6_vandvrt_128B(a, 0); }
#elif defined ARGUMENT
// ARGUMENT: predicate-arguments.c:[[@LINE+2]]:{{.*}} error: a vector is no vector predicate: Q6_Q_vand_VR(vector, -1) makes one of it
// ARGUMENT: 1 error generated
vector argument(vector a, vector b) { return __builtin_HEXAGON_V6_vmux_128B(a, a, b); }
#elif defined EXPRESSION
// EXPRESSION: predicate-arguments.c:[[@LINE+2]]:{{.*}} error: a vector is no vector predicate
// EXPRESSION: 1 error generated
int element(vector b) { return ((vector)__builtin_HEXAGON_V6_vandqrt_128B(b, 1))[0]; }
#endif
