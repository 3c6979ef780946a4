/* Pointers of other address spaces are cast to plain ones, and the other way: all are one memory (patch 0133).

RUN: clang --target=hexagon -O0 -S %s -o - | FileCheck %s
RUN: clang --target=hexagon -O2 -S %s -o - | FileCheck %s
RUN: clang --target=swiftdsp -ffreestanding -O2 -S %s -o - | FileCheck %s
*/
#define other __attribute__((address_space(1)))

// CHECK-LABEL: {{^}}load:
// CHECK: {{memw|ldw}}
int load(other int *p) { return *(int *)p; }

// CHECK-LABEL: {{^}}cast:
// CHECK: {{jumpr|jr|dealloc_return}}
other int *cast(int *p) { return (other int *)p; }
