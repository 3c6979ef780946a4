// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line.
#pragma once

#include "embed/Embedding.h"
#include "import/Import.h"
#include "select/Explain.h"

#include <set>

namespace hexloom {

struct Options {
  std::string Input;
  std::string Output; ///< NAME.c; with --stop-after the IR's file
  hexloom::Target Target = hexloom::Target::Hexagon;
  ImportOptions Import;
  std::set<std::string> Disabled;   ///< passes
  std::set<std::string> PrintAfter; ///< stages
  std::string StopAfter;            ///< a stage, or empty
  std::string DotFile, PlansFile, NestsFile, ClassesFile, SummaryFile, ReportFile, ProfileFile;
  std::string Summary;              ///< "text", "json", or empty
  std::vector<ForcedPlan> Forced;
  std::vector<ForcedEmbedding> Embeddings;
  std::string Solver = kDefaultLayoutSolver;
  bool WideProducts = true;
  std::string Database, DatabaseFor; ///< file of tuning's records, or empty; of which machine and compiler
  std::string Explain; ///< an operator, kAllOperators, or empty: nothing is explained
  bool WritesC = true; ///< false: only what else was asked for, and no -o
  bool TimePasses = false, Verbose = false;
};

/// The names that --print-after and --stop-after take: import, the passes, select.
std::vector<std::string> stageNames();

/// An option, and what is wrong with it; empty: nothing.
struct Fault {
  std::string Option, Text;
};
Fault faultOfStandardOutput(const Options &O); ///< a document and something else would be mixed there
Fault faultOfFiles(const Options &O);  ///< a file that is given twice would be lost
Fault faultOfStages(const Options &O); ///< what is asked for is made after the last stage, or is none of the target's

/// What the command line asks for: a compilation, or to exit at once with this status (help,
/// version, errors).
struct CommandLine {
  bool Exit = false;
  int Status = 0;
  hexloom::Options Options;
};
CommandLine parseCommandLine(int Argc, const char *const *Argv);

constexpr int kStatusBadInput = 1, kStatusBadCommandLine = 2;

} // namespace hexloom
