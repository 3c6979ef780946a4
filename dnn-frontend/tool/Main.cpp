// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Error.h"
#include "support/Quote.h"
#include "tool/Driver.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <sstream>

namespace {

/// Each line of a message is a diagnostic of its own.
int fail(const char *Kind, const std::string &Message) {
  std::istringstream In(Message);
  for (std::string Line; std::getline(In, Line);)
    std::fprintf(stderr, "dnn-frontend: %s: %s\n", Kind, hexloom::visible(Line).c_str());
  return hexloom::kStatusBadInput;
}

int failInternally(int Argc, char **Argv, const std::string &Message) {
  fail("internal error", Message);
  std::fprintf(
      stderr,
      "This is a fault of dnn-frontend. Please report it with the network and this command:\n ");
  for (int I = 0; I < Argc; ++I)
    std::fprintf(stderr, " %s", hexloom::printable(Argv[I]).c_str());
  std::fprintf(stderr, "\n");
  return hexloom::kStatusBadInput;
}

/// What was printed must have arrived: a full disk shows only now.
void flushOutput() {
  std::cout.flush();
  if (!std::cout || std::fflush(stdout) != 0 || std::ferror(stdout))
    throw hexloom::UserError(std::string("cannot write the standard output: ") +
                             std::strerror(errno));
}

} // namespace

int main(int Argc, char **Argv) {
  const hexloom::CommandLine Line = hexloom::parseCommandLine(Argc, Argv);
  if (Line.Exit)
    return Line.Status;
  try {
    hexloom::compile(Line.Options);
    flushOutput();
  } catch (const hexloom::UserError &E) {
    return fail("error", E.what());
  } catch (const std::bad_alloc &) {
    return fail("error", hexloom::printable(Line.Options.Input) + ": out of memory");
  } catch (const std::exception &E) {
    return failInternally(Argc, Argv, E.what());
  }
  return 0;
}
