// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emission: a graph with selected plans becomes NAME.c, NAME.h and NAME.weights.
#pragma once

#include "plans/Plan.h"
#include "support/Files.h"

#include <map>
#include <string>

namespace hexloom {

struct EmittedFiles {
  std::function<void(const Sink &)> Source; ///< writes the C, which may be large, piece by piece; the graph and the compilation must still be there
  std::string Header;
  Bytes Weights;              ///< brought in by .incbin, never through the C compiler
  int64_t ArenaBytes = 0;     ///< what the caller of NAME_run has to give
  std::string Nests;          ///< what layers execute, if it was asked for
};

struct EmitOptions {
  hexloom::Target Target = Target::Hexagon;
  std::string HeaderName;  ///< as the source includes it, e.g. "model.h"
  std::string WeightsName; ///< as .incbin names it, e.g. "model.weights"; found by the compiler's
                           ///< -I folders
  std::map<std::string, std::string> CustomHeaders = {}; ///< of the user's functions: what declares them
  bool TellNests = false;
};

/// Requires selectPlans(). The arena is placed by lifetimes (emit/Arena.h).
EmittedFiles emitC(const Graph &G, const EmitOptions &Options, Compilation &Shared);

} // namespace hexloom
