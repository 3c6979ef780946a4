// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The end of a program: first what atexit and destructors of C++'s objects asked for, last first, then destructor functions. */
#include <stdlib.h>

#include "syscall.h"

int __cxa_atexit(void (*function)(void *), void *object, void *library);

/* Collected by swiftdsp.ld. */
extern void (*const __fini_array_start[])(void), (*const __fini_array_end[])(void);

struct action {
  void (*function)(void *);
  void *object;
  struct action *before;
};

enum { ALWAYS = 32 };
/* C promises room for 32; more come from the heap. */
static struct action actions[ALWAYS], *last;
static int used;

/* Names the program where C++ can have several libraries. */
void *__dso_handle = NULL;

int __cxa_atexit(void (*function)(void *), void *object, void *library) {
  (void)library;
  struct action *const action = used < ALWAYS ? &actions[used++] : malloc(sizeof(struct action));
  if (!action)
    return -1;
  *action = (struct action){function, object, last};
  last = action;
  return 0;
}

static void without_object(void *function) { ((void (*)(void))function)(); }

int atexit(void (*function)(void)) { return __cxa_atexit(without_object, (void *)function, NULL); }

void _Exit(int status) { swift_dsp_exit(status); }

void exit(int status) {
  /* What is called may ask for more, or for the end: nothing runs twice. */
  static void (*const *destructor)(void) = __fini_array_end;
  while (last) {
    const struct action action = *last;
    last = last->before;
    action.function(action.object);
  }
  while (destructor != __fini_array_start)
    (*--destructor)();
  _Exit(status);
}
