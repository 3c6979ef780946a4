/* Registers by name: variables, operands and clobbers of inline assembly. */
#include <swift_dsp.h>

register unsigned stack __asm__("sp");

__attribute__((noinline)) static int is_below(void *of_caller) { return stack <= (unsigned)of_caller && stack % 4 == 0; }

__attribute__((noinline)) static v4i32 vector(v4i32 y) {
  register v4i32 x __asm__("vr3") = y;
  __asm__("vaddw %0, vr3, %1" : "+v"(x) : "v"(y));
  return x;
}

__attribute__((noinline)) static int special(int y) {
  register int step __asm__("off1") = y;
  register int count __asm__("lc1") = y + 1;
  int a, b;
  __asm__("mfs %0, off1; mfs %1, lc1" : "=&r"(a), "=r"(b) : "r"(step), "r"(count));
  return 100 * a + b;
}

__attribute__((noinline)) static float real(float y) {
  register float x __asm__("a3") = y;
  __asm__("addi r6, %0, 0" : "+r"(x));
  return x;
}

/* What is kept across the assembly must be kept elsewhere. */
__attribute__((noinline)) static int kept(int a, int b, int c) {
  __asm__ volatile("li s0, 1; li s7, 2; li t9, 3; li ra, 4; li a0, 5; li a1, 6; li a2, 7; mts lc0, a2; mts mr0, zero" ::
                       : "s0", "s7", "t9", "ra", "a0", "a1", "a2", "lc0", "mr0", "vr0", "memory");
  return a * 10000 + b * 100 + c;
}

__attribute__((noinline)) static int sum(const int *p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    s += p[i];
    __asm__ volatile("" ::: "lc0", "bar1"); /* so the machine must not count this loop */
  }
  return s;
}

/* The number of the first one that is wrong. */
int main(void) {
  int here, values[] = {1, 2, 3, 4, 5};
  v4i32 v = vector((v4i32){1, 2, 3, -4});
  if (!is_below(&here))
    return 1;
  if (v[0] != 2 || v[1] != 4 || v[2] != 6 || v[3] != -8)
    return 2;
  if (special(7) != 708)
    return 3;
  if (real(2.5f) != 2.5f)
    return 4;
  if (kept(11, 22, 33) != 112233)
    return 5;
  return sum(values, 5) == 15 ? 0 : 6;
}
