/* What a caller keeps in r26 and r27 is there behind a function with conditional traps (patch 0134).

RUN: %hexagon-cc -Os -ftrapv -fPIC -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -O2 -ftrapv -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %packed-cc -Os -ftrapv -fPIC -c %s -o %t.o && %hexagon-ld %t.o %runtime -o %t && qemu-hexagon %t
RUN: %hexagon-cc -Os -S %s -o - | FileCheck %s
CHECK-LABEL: {{^}}trap:
CHECK: r15:14 = memd(##3134984174)
*/
typedef unsigned long long u64;
#define PACKED __attribute__((packed))

struct PACKED one {
  unsigned char a;
  volatile unsigned short b;
  volatile unsigned c;
  u64 d;
  volatile float f;
  double g;
  int e : 13;
  u64 h : 37;
};
struct __attribute__((packed, aligned(4))) other {
  unsigned char a;
  volatile u64 b;
  unsigned short c[3];
};
struct aligned {
  int x;
  char y[3];
} __attribute__((aligned(64)));
struct outer {
  char a;
  struct aligned o;
  volatile short s;
  __attribute__((aligned(32))) long long l;
};

volatile struct one ones[3];
volatile struct other others[2];
volatile struct outer outers[2];
volatile u64 seed = 1;

__attribute__((noinline)) u64 any(void) { return seed = seed * 3 % 1001; }

void trap(int condition) {
  if (condition)
    __builtin_trap();
}

__attribute__((noinline, used)) void changes(unsigned i) {
  ones[i % 3].a = any(), ones[i % 3].b = any(), ones[i % 3].c = any(), ones[i % 3].d = any();
  ones[i % 3].f = (int)any() % 1000 * 0.5f, ones[i % 3].g = (int)any() % 1000 * 0.25;
  ones[i % 3].e = (int)any() >> 19, ones[i % 3].h = any();
  ones[i % 3].b += ones[(i + 1) % 3].c, ones[i % 3].c ^= ones[i % 3].b--;
  ones[i % 3].e += 3, ones[i % 3].h -= ones[i % 3].e, ones[i % 3].d *= ones[i % 3].b;
  others[i & 1].b += any(), others[i & 1].c[i % 3] = others[i & 1].b >> 7, ++others[i & 1].a;
  outers[i & 1].o.x += i, outers[i & 1].o.y[i % 3] = i, outers[i & 1].s -= i;
  outers[i & 1].l += (long long)i << 33;
}

int main(void) {
  int wrong;
  __asm__ volatile("{ r26 = #77 }\n{ r27 = #78 }\n{ r0 = #1 }\n{ call changes }\n"
                   "{ r26 = add(r26,#-77) }\n{ r27 = add(r27,#-78) }\n{ %0 = or(r26,r27) }"
                   : "=r"(wrong)
                   :
                   : "memory", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11",
                     "r12", "r13", "r14", "r15", "r26", "r27", "r28", "r31", "p0", "p1", "p2", "p3",
                     "lc0", "sa0", "lc1", "sa1");
  return wrong != 0;
}
