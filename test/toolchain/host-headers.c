/* No header of the compiling machine (patch 0110): <stdint.h> is the compiler's own, and <stdio.h> is an error, not the host's.
 *
 * RUN: clang --target=hexagon -mv66 -mhvx -mhvx-length=128b -O2 -c %s -o %t.o
 * RUN: clang --target=hexagon -E -v %s 2>&1 | FileCheck %s
 * RUN: not clang --target=hexagon -DHOSTED -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOSTED
 *
 * CHECK: #include <...> search starts here:
 * CHECK-NOT: {{^ /usr}}
 * CHECK: lib/clang/19/include
 * CHECK-NOT: {{^ /usr}}
 * CHECK: End of search list.
 * HOSTED: fatal error: 'stdio.h' file not found
 */
#ifdef HOSTED
#include <stdio.h>
#else
#include <hexagon_types.h>
#include <stdint.h>
uint32_t first(const HVX_Vector *v) { return ((const uint32_t *)v)[0]; }
#endif
