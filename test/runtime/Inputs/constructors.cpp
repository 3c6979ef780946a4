// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global objects, a constructor and a destructor function tell when they run (constructors.test).
extern "C" void hl_port_print(int stream, const char *text);

static volatile int one = 1;
static const char *state = "nothing";
struct Object {
  int value;
  explicit Object(int more) : value(one + more) { hl_port_print(1, more == 40 ? "first\n" : "second\n"); }
};
Object first(40), second(first.value);
__attribute__((constructor(200))) static void before() { hl_port_print(1, "before\n"); }
__attribute__((destructor)) static void last() { hl_port_print(1, state); }

extern "C" int main() {
  hl_port_print(1, first.value == 41 && second.value == 42 ? "right\n" : "wrong\n");
  state = "after main\n";
  return 0;
}
