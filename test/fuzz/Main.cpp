// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuzz-import COUNT FILE...: COUNT damaged copies of each file (.tflite or .hlir) go through the
// whole front end; fuzz-import-sanitized is the same with AddressSanitizer and UndefinedBehaviorSanitizer. Each must end in
// success or in a user's error within the time limit. fuzz-import --one N FILE -o OUT writes
// damaged copy N, to look at it. fuzz-import --structured COUNT RECIPE...: the recipes themselves, and COUNT that follow
// from them (structured/Mutate.h).
#include "Compile.h"
#include "Mutator.h"
#include "structured/Mutate.h"
#include "support/Error.h"
#include "support/Files.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/time.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
extern "C" {
void __sanitizer_set_death_callback(void (*)());
// UndefinedBehaviorSanitizer does not call that; it aborts instead, and the handler names the case.
const char *__ubsan_default_options() { return "print_stacktrace=1:abort_on_error=1"; }
}
#endif

namespace hexloom {

namespace {

constexpr long kSecondsPerFile = 10; // of a processor

void limit(long Seconds) {
  const itimerval Time = {{0, 0}, {Seconds, 0}};
  setitimer(ITIMER_PROF, &Time, nullptr);
}

// The case at hand, for the handlers.
const char *CurrentFile = "";
unsigned long long CurrentCase = 0;

void reportCase() {
  std::fprintf(stderr, "fuzz-import: failed on: fuzz-import --one %llu %s -o bad\n", CurrentCase,
               CurrentFile);
}

void onAlarm(int) {
  static const char Message[] = "fuzz-import: time limit exceeded\n";
  if (write(STDERR_FILENO, Message, sizeof Message - 1) < 0) {
  }
  reportCase();
  _exit(1);
}

bool isText(const std::string &Path) {
  return Path.size() > 5 && Path.substr(Path.size() - 5) == ".hlir";
}

struct Tally {
  unsigned long long Accepted = 0, Rejected = 0;
};

void runCase(const Mutator &M, const std::string &Path, uint64_t N, Tally &T) {
  CurrentCase = N;
  limit(kSecondsPerFile);
  try {
    compileInMemory("net.tflite", M.mutate(N), isText(Path),
                    N % 2 ? Target::Hexagon : Target::Portable);
    ++T.Accepted;
  } catch (const UserError &) {
    ++T.Rejected;
  }
  limit(0);
}

int fuzzAll(uint64_t Count, const std::vector<std::string> &Paths) {
  Tally Sum;
  for (const std::string &Path : Paths) {
    CurrentFile = Path.c_str();
    const Mutator M(readFile(Path), !isText(Path));
    Tally T;
    for (uint64_t N = 0; N < Count; ++N) {
      try {
        runCase(M, Path, N, T);
      } catch (const std::exception &E) { // InternalError and what the library throws
        std::fprintf(stderr, "fuzz-import: %s\n", E.what());
        reportCase();
        return 1;
      }
    }
    std::printf("%-40s %5llu accepted %5llu rejected\n", lastPart(Path).c_str(), T.Accepted,
                T.Rejected);
    Sum.Accepted += T.Accepted;
    Sum.Rejected += T.Rejected;
  }
  std::printf(
      "%llu mutated files of %zu networks: %llu accepted, %llu rejected, no crash, no hang\n",
      Sum.Accepted + Sum.Rejected, Paths.size(), Sum.Accepted, Sum.Rejected);
  return 0;
}

/// A sample of what structured/fuzz.sh does at length. What is accepted is changed further, in place of one before.
int structured(uint64_t Count, const std::vector<std::string> &Paths) {
  CurrentFile = "--structured";
  Tally T;
  Random Draw(1);
  std::vector<fuzz::Recipe> Known;
  for (const std::string &Path : Paths) {
    const Bytes Text = readFile(Path);
    Known.push_back(fuzz::parseRecipe(std::string(Text.begin(), Text.end())));
  }
  constexpr size_t kMostGrown = 1000, kReport = 50000;
  constexpr size_t kMostTensors = 60;
  std::vector<fuzz::Recipe> Grown = Known;
  for (uint64_t N = 0; N < Known.size() + Count; ++N) {
    fuzz::Recipe R = N < Known.size() ? Known[N] : Grown[Draw.below(Grown.size())];
    if (N >= Known.size())
      fuzz::mutate(R, Draw);
    if (N && N % kReport == 0)
      std::fprintf(stderr, "%llu accepted, %llu rejected\n", T.Accepted, T.Rejected);
    limit(kSecondsPerFile);
    try {
      compileInMemory("net.tflite", fuzz::build(R), false, N % 2 ? Target::Hexagon : Target::Portable);
      ++T.Accepted;
      if (Grown.size() < kMostGrown)
        Grown.push_back(R);
      else if (R.Tensors.size() < kMostTensors)
        Grown[Draw.below(Grown.size())] = R;
    } catch (const UserError &) {
      ++T.Rejected;
    } catch (const std::exception &E) {
      std::fprintf(stderr, "fuzz-import: %s\n%s", E.what(), fuzz::print(R).c_str());
      return 1;
    }
    limit(0);
  }
  std::printf("%zu recipes and %llu that follow from them: %llu accepted, %llu rejected, no crash, no hang\n", Known.size(),
              static_cast<unsigned long long>(Count), T.Accepted, T.Rejected);
  return 0;
}

int writeOne(uint64_t N, const std::string &Path, const std::string &Output) {
  const Bytes Content = Mutator(readFile(Path), !isText(Path)).mutate(N);
  writeFiles({{Output, Content.data(), Content.size()}});
  return 0;
}

void onAbort(int) {
  reportCase();
  _exit(1);
}

// Has the case named, too, when the process is ended for a bad access.
void nameCaseAtDeath() {
  std::signal(SIGPROF, onAlarm);
  std::signal(SIGABRT, onAbort);
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(reportCase);
#else
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    std::signal(Signal, onAbort);
#endif
}

} // namespace

} // namespace hexloom

int main(int Argc, char **Argv) {
  hexloom::nameCaseAtDeath();
  if (Argc == 6 && !std::strcmp(Argv[1], "--one") && !std::strcmp(Argv[4], "-o"))
    return hexloom::writeOne(std::strtoull(Argv[2], nullptr, 10), Argv[3], Argv[5]);
  if (Argc >= 4 && !std::strcmp(Argv[1], "--structured"))
    return hexloom::structured(std::strtoull(Argv[2], nullptr, 10), {Argv + 3, Argv + Argc});
  if (Argc < 3) {
    std::fprintf(stderr, "usage: fuzz-import COUNT FILE... | fuzz-import --one N FILE -o OUT | fuzz-import --structured COUNT "
                         "RECIPE...\n");
    return 2;
  }
  return hexloom::fuzzAll(std::strtoull(Argv[1], nullptr, 10), {Argv + 2, Argv + Argc});
}
