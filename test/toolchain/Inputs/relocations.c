// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Relocations whose values only the linker knows: each form is executed, and must give what C finds at the addresses. */
#include <stdint.h>
int printf(const char *, ...);

extern char global_offset_table[] __asm__("_GLOBAL_OFFSET_TABLE_");
int target[3] __attribute__((aligned(64))) = {0x1234, 5, 6};
static int *volatile pointer = target;
static int fails, checks, scratch[2];

/* 4104 bytes for each thread: the first variable, and the last one, lie so far from their end. */
__asm__(".section .tdata,\"awT\",@progbits\n.globl first, last\n.p2align 3\nfirst: .word 1\n.space 4096\nlast: .word 2\n.text");
enum { FirstFromEnd = -4104, LastFromEnd = -4, LastFromStart = 4100 };

static void check(const char *what, int32_t value, int32_t right) {
  ++checks;
  if (value != right && ++fails)
    printf("%s: %x, right: %x\n", what, (unsigned)value, (unsigned)right);
}

#define TRY(NAME, CODE, RIGHT)                                                                        \
  do {                                                                                                \
    register int32_t r0 __asm__("r0") = 0;                                                            \
    register int32_t r1 __asm__("r1") = 0;                                                            \
    register int *r3 __asm__("r3") = scratch;                                                         \
    register int32_t r4 __asm__("r4") = 0x55;                                                         \
    scratch[0] = scratch[1] = 0;                                                                      \
    __asm__ volatile(CODE : "+r"(r0) : "r"(r1), "r"(r3), "r"(r4) : "memory", "r2");                   \
    RIGHT;                                                                                            \
  } while (0)

/* Tries a variant: alone, added, and both in a duplex, whose other half stores r4 at r3 + 4. RIGHT looks at r0. */
#define FORMS(SYMBOL, RIGHT)                                                                          \
  TRY(SYMBOL, "r0 = ##" SYMBOL, RIGHT);                                                               \
  TRY(SYMBOL, "r0 = add(r1,##" SYMBOL ")", RIGHT);                                                    \
  TRY(SYMBOL, "{ r0 = ##" SYMBOL "\n memw(r3+#4) = r4 }", RIGHT; check(SYMBOL " beside", scratch[1], 0x55));          \
  TRY(SYMBOL, "{ r0 = add(r0,##" SYMBOL ")\n memw(r3+#4) = r4 }", RIGHT; check(SYMBOL " beside", scratch[1], 0x55))
#define HALVES(SYMBOL, RIGHT) TRY(SYMBOL, "r0.h = #HI(" SYMBOL ")\n r0.l = #LO(" SYMBOL ")", RIGHT)

/* A load and a store of a byte at BASE + SYMBOL. */
#define AT(BASE, SYMBOL, PLACE)                                                                       \
  do {                                                                                                \
    int32_t got;                                                                                      \
    int32_t *place = (int32_t *)(PLACE), was = *place;                                                \
    __asm__ volatile("%0 = memw(%1+##" SYMBOL ")" : "=r"(got) : "r"(BASE) : "memory");                \
    check(SYMBOL " loaded", got, was);                                                                \
    __asm__ volatile("memb(%0+##" SYMBOL ") = %1" ::"r"(BASE), "r"(0x77) : "memory");                 \
    check(SYMBOL " stored", *place, (was & ~0xff) | 0x77);                                            \
    *place = was;                                                                                     \
  } while (0)

static int32_t *slot(int32_t offset) { return (int32_t *)(global_offset_table + offset); }

static void table(void) {
  FORMS("target@GOTREL", check("GOTREL", (int32_t)slot(r0), (int32_t)target));
  HALVES("target@GOTREL", check("GOTREL", (int32_t)slot(r0), (int32_t)target));
  AT(global_offset_table, "target@GOTREL", target);
  FORMS("target@GOT", check("GOT", *slot(r0), (int32_t)target));
  int32_t offset;
  __asm__("%0 = ##target@GOT" : "=r"(offset));
  AT(global_offset_table, "target@GOT", slot(offset));
}

static void threads(void) {
  FORMS("first@TPREL", check("TPREL", r0, FirstFromEnd));
  HALVES("first@TPREL", check("TPREL", r0, FirstFromEnd));
  TRY("last@TPREL", "r0 = add(r1,#last@TPREL)", check("TPREL_16", r0, LastFromEnd));
  int32_t copy[1026] = {9};
  AT(copy + 1026, "first@TPREL", copy);
  FORMS("first@IEGOT", check("IEGOT", *slot(r0), FirstFromEnd));
  HALVES("first@IEGOT", check("IEGOT", *slot(r0), FirstFromEnd));
  TRY("first@IE", "r0 = ##first@IE", check("IE", *(int32_t *)r0, FirstFromEnd));
  TRY("first@IE", "r0 = memw(##first@IE)", check("IE", r0, FirstFromEnd));
  HALVES("first@IE", check("IE", *(int32_t *)r0, FirstFromEnd));
  FORMS("last@GDGOT", check("GD module", slot(r0)[0], 1); check("GD offset", slot(r0)[1], LastFromStart));
  int32_t offset;
  __asm__("%0 = ##first@IEGOT" : "=r"(offset));
  AT(global_offset_table, "first@IEGOT", slot(offset));
  __asm__("%0 = ##last@GDGOT" : "=r"(offset));
  AT(global_offset_table, "last@GDGOT", slot(offset));
  int32_t apart;
  __asm__(".section .data.apart,\"aw\"\n.Lapart: .word last@DTPREL\n.text\n%0 = memw(##.Lapart)" : "=r"(apart));
  check("DTPREL", apart, LastFromStart);
}

/* What the calls for a variable of a thread lead to. */
__asm__(".globl __tls_get_addr\n__tls_get_addr: { r0 = #111\n jumpr r31 }\n.globl callee\ncallee: { r0 = #99\n jumpr r31 }");

#define CALL(CODE, RIGHT)                                                                             \
  do {                                                                                                \
    register int32_t r0 __asm__("r0") = 0;                                                            \
    __asm__ volatile(CODE : "=r"(r0)::"memory", "r31", "r28", "r14", "r15");                          \
    check(CODE, r0, RIGHT);                                                                           \
  } while (0)

static void places(void) {
  CALL("call callee@PLT", 99);
  CALL("call callee", 99);
  CALL("call ##callee", 99);
  /* These go by a table, which a program's loader fills: behind four places of its own. lld makes two for this function. */
  extern char resolver[] __asm__("__tls_get_addr");
  for (int n = 4; n != 6; ++n)
    *(volatile int32_t *)slot(4 * n) = (int32_t)resolver;
  CALL("call last@GDPLT", 111);
  CALL("call ##last@GDPLT", 111);
  TRY("target@PCREL", "r0 = add(pc,##target@PCREL)", check("PCREL", r0, (int32_t)target));
  HALVES("target", check("HI LO", r0, (int32_t)target));
  int32_t distance, own;
  __asm__(".section .data.distance,\"aw\"\n.Ldistance: .word target - .\n.text\n%0 = memw(##.Ldistance)\n%1 = ##.Ldistance"
          : "=&r"(distance), "=r"(own));
  check("32_PCREL", own + distance, (int32_t)target);
  int *found;
  __asm__("%0 = ##target" : "=r"(found));
  check("32", (int32_t)pointer, (int32_t)found);
}

int main(void) {
  table();
  threads();
  places();
  printf("%d checks, %d wrong\n", checks, fails);
  return fails != 0;
}
