// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What --print-after, --stop-after, --time-passes, --dump-dot and -v observe.
#pragma once

#include "tool/Options.h"
#include "tool/Outputs.h"

#include <chrono>

namespace hexloom {

class Stages {
public:
  Stages(const Options &O, Outputs &Out) : O(O), Out(Out) {}

  /// Begins a stage: starts the clock of --time-passes.
  void begin();
  /// Ends a stage with graph G; `Note` is for -v. Prints what was asked for. Returns whether this is where to stop.
  bool end(const std::string &Stage, const Graph &G, const std::string &Note);
  /// Ends a stage that has no graph.
  void end(const std::string &Stage, const std::string &Note);

  void reportTimes() const;

private:
  using Clock = std::chrono::steady_clock;
  const Options &O;
  Outputs &Out;
  Clock::time_point Begin;
  std::vector<std::pair<std::string, double>> Seconds;
};

} // namespace hexloom
