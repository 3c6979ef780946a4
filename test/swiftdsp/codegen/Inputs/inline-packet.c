/* Braces in inline assembly with operands are a packet's: its load reads what was there before its store. */
static int x = 7;

__attribute__((noinline)) static int exchange(int *p, int n) {
  int y;
  __asm__ volatile("{ stw %1, 0(%2) ; ldw %0, 0(%2) }" : "=&r"(y) : "r"(n), "r"(p) : "memory");
  return y;
}

int main(void) { return exchange(&x, 9) == 7 && x == 9 ? 0 : 1; }
