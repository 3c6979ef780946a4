/* What runs at a program's end, and in which order; with arguments the program ends otherwise. */
#include <hexloom/port.h>
#include <stdlib.h>

static void say(const char *text) { hl_port_print(1, text); }

__attribute__((destructor)) static void first(void) { say("destructor\n"); }
__attribute__((destructor(200))) static void second(void) { say("destructor 200\n"); }
__attribute__((destructor(150))) static void third(void) { say("destructor 150\n"); }

static int calls;
static void count(void) { ++calls; }
static void counted(void) { say(calls == 40 ? "40 calls\n" : "too few calls\n"); }
static void late(void) { say("asked for at the end\n"); }
static void ask(void) {
  say("at exit\n");
  atexit(late);
}

int main(int argc, char **argv) {
  (void)argv;
  atexit(counted);
  for (int i = 0; i < 40; ++i)
    if (atexit(count))
      return 1;
  atexit(ask);
  if (argc == 2)
    exit(42);
  if (argc == 3)
    _Exit(43);
  return 7;
}
