// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// swiftdsp-sim: runs SwiftDSP programs, cycle by cycle as docs/swiftdsp-isa.md says. See README.md.
#include "Report.h"
#include <cstdlib>
#include <cstring>

using namespace swiftdsp;

static const char Usage[] =
    "usage: swiftdsp-sim [options] PROGRAM [arguments]\n"
    "\n"
    "Runs a statically linked ELF file for SwiftDSP (docs/swiftdsp-isa.md).\n"
    "\n"
    "  --stats             print packets, cycles, stalls by cause and the use of slots to standard error\n"
    "  --profile=FILE      write a report by layer, function and loop, JSON, in packet-profile's format\n"
    "  --trace[=FILE]      print each packet with its cycle and what it writes (default: standard error)\n"
    "  --memory=MB         size of memory, 1 to 2048 (default: 256)\n"
    "  --max-packets=N     stop after N packets\n"
    "  --help\n"
    "\n"
    "Exit status: the program's; 1 if the file is no such program or a file cannot be written, 2 for a bad\n"
    "command line, 128 + n after fault n of the document, 124 after --max-packets.\n";

namespace {
enum Status { BadInput = 1, BadCommandLine = 2, StoppedEarly = 124, FaultBase = 128 };

struct CommandLine {
  Options Opts;
  bool Stats = false;
  std::string ProfileFile, TraceFile;
  int First = 1; // of the program and its arguments
};
} // namespace

static int failed(const std::string &Text) {
  std::fprintf(stderr, "swiftdsp-sim: error: %s\n", Text.c_str());
  return BadInput;
}

static int misused(const std::string &Text) {
  std::fprintf(stderr, "swiftdsp-sim: error: %s; see --help\n", Text.c_str());
  return BadCommandLine;
}

/// The value of an option "--name=value", or null.
static const char *value(const char *Argument, const char *Name) {
  size_t N = std::strlen(Name);
  return std::strncmp(Argument, Name, N) == 0 && Argument[N] == '=' ? Argument + N + 1 : nullptr;
}

static bool parseNumber(const char *Text, uint64_t Low, uint64_t High, uint64_t &N) {
  char *End;
  N = std::strtoull(Text, &End, 10);
  return *Text >= '0' && *Text <= '9' && !*End && N >= Low && N <= High;
}

/// What is wrong with the options, or nothing.
static std::string parse(int ArgC, char **ArgV, CommandLine &C) {
  for (; C.First < ArgC && ArgV[C.First][0] == '-'; ++C.First) {
    const char *A = ArgV[C.First], *V;
    uint64_t N;
    if (!std::strcmp(A, "--stats")) {
      C.Stats = true;
    } else if (!std::strcmp(A, "--trace")) {
      C.Opts.Trace = stderr;
    } else if ((V = value(A, "--trace"))) {
      C.TraceFile = V;
    } else if ((V = value(A, "--profile"))) {
      C.ProfileFile = V;
      C.Opts.Profile = true;
    } else if ((V = value(A, "--memory"))) {
      if (!parseNumber(V, 1, 2048, N))
        return std::string("--memory takes 1 to 2048, not '") + V + "'";
      C.Opts.MemoryBytes = uint32_t(N << 20);
    } else if ((V = value(A, "--max-packets"))) {
      if (!parseNumber(V, 1, ~uint64_t(0) - 1, C.Opts.MaxPackets))
        return std::string("--max-packets takes a number, not '") + V + "'";
    } else {
      return std::string("unknown option '") + A + "'";
    }
  }
  return C.First == ArgC ? "a program is needed" : "";
}

static void printStop(const Simulator &S, const Stop &Why) {
  static const char *const Names[] = {"illegal instruction", "illegal packet", "misaligned", "access",
                                      "fetch",               "breakpoint",     "system call"};
  if (Why.Number < 0)
    std::fprintf(stderr, "swiftdsp-sim: %s", Why.Text.c_str());
  else
    std::fprintf(stderr, "swiftdsp-sim: fault %d (%s): %s", Why.Number, Names[Why.Number - 1], Why.Text.c_str());
  std::fprintf(stderr, "; pc %s, cycle %llu\n", S.program().describe(S.pc()).c_str(),
               (unsigned long long)S.machine().Cycle);
}

static bool writeProfile(const Simulator &S, const std::string &File, const char *Program) {
  const char *Slash = std::strrchr(Program, '/');
  std::FILE *F = std::fopen(File.c_str(), "w");
  if (!F)
    return false;
  printReport(S, Slash ? Slash + 1 : Program, F);
  bool Ok = !std::ferror(F);
  return std::fclose(F) == 0 && Ok;
}

int main(int ArgC, char **ArgV) {
  for (int I = 1; I < ArgC && ArgV[I][0] == '-'; ++I)
    if (!std::strcmp(ArgV[I], "--help") || !std::strcmp(ArgV[I], "-h"))
      return std::fputs(Usage, stdout), 0;
  CommandLine C;
  if (std::string Error = parse(ArgC, ArgV, C); !Error.empty())
    return misused(Error);
  if (!C.TraceFile.empty() && !(C.Opts.Trace = std::fopen(C.TraceFile.c_str(), "w")))
    return failed("cannot write " + C.TraceFile);

  const char *Program = ArgV[C.First];
  Simulator S(C.Opts);
  if (std::string Error = S.load(Program, {ArgV + C.First, ArgV + ArgC}); !Error.empty())
    return failed(std::string(Program) + ": " + Error);
  Stop Why = S.run();
  if (Why.Number)
    printStop(S, Why);
  if (C.Stats)
    printSummary(S, stderr);
  if (!C.TraceFile.empty() && std::fclose(C.Opts.Trace) != 0)
    return failed("cannot write " + C.TraceFile);
  if (C.Opts.Profile && !writeProfile(S, C.ProfileFile, Program))
    return failed("cannot write " + C.ProfileFile);
  return Why.Number < 0 ? StoppedEarly : Why.Number ? FaultBase + Why.Number : S.machine().ExitStatus;
}
