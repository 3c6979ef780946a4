// Objects with destructors, global and in a function.
extern "C" {
#include <hexloom/port.h>
}

namespace {
struct Object {
  const char *text;
  explicit Object(const char *text) : text(text) {}
  ~Object() { hl_port_print(1, text); }
};
Object first("first\n"), second("second\n");
} // namespace

int main() {
  static Object inner("inner\n");
  return 3;
}
