/* Pairs of vectors of halves and of integers become each other where HVX has IEEE floats. They are split; the combiner joined the parts again, for
   ever (patch 0123).

RUN: %hexagon-cc -mv69 -mhvx-ieee-fp -O2 -S %s -o - | FileCheck %s
*/
typedef _Float16 Halves __attribute__((ext_vector_type(128)));
typedef unsigned short Unsigned __attribute__((ext_vector_type(128)));
typedef short Signed __attribute__((ext_vector_type(128)));

// CHECK-LABEL: unsigned_of:
// CHECK-COUNT-2: v{{[0-9]+}}.uh = vcvt(v{{[0-9]+}}.hf)
Unsigned unsigned_of(Halves a) { return __builtin_convertvector(a, Unsigned); }
// CHECK-LABEL: signed_of:
// CHECK-COUNT-2: v{{[0-9]+}}.h = vcvt(v{{[0-9]+}}.hf)
Signed signed_of(Halves a) { return __builtin_convertvector(a, Signed); }
// CHECK-LABEL: of_unsigned:
// CHECK-COUNT-2: v{{[0-9]+}}.hf = vcvt(v{{[0-9]+}}.uh)
Halves of_unsigned(Unsigned a) { return __builtin_convertvector(a, Halves); }
// CHECK-LABEL: of_signed:
// CHECK-COUNT-2: v{{[0-9]+}}.hf = vcvt(v{{[0-9]+}}.h)
Halves of_signed(Signed a) { return __builtin_convertvector(a, Halves); }
