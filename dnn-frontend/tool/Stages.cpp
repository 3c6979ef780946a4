// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Stages.h"
#include "ir/Dot.h"
#include "ir/Text.h"
#include "support/Error.h"

namespace hexloom {

void Stages::begin() { Begin = Clock::now(); }

void Stages::end(const std::string &Stage, const std::string &Note) {
  Seconds.emplace_back(Stage, std::chrono::duration<double>(Clock::now() - Begin).count());
  if (O.Verbose)
    std::fprintf(stderr, "%s: %s\n", Stage.c_str(), Note.c_str());
}

bool Stages::end(const std::string &Stage, const Graph &G, const std::string &Note) {
  end(Stage, Note);
  if (O.PrintAfter.count(Stage))
    std::printf("// After %s\n%s", Stage.c_str(), print(G, Constants::Elided).c_str());
  const bool IsLast = Stage == (O.StopAfter.empty() ? "select" : O.StopAfter);
  if (IsLast && !O.DotFile.empty())
    Out.add(O.DotFile, toDot(G));
  if (Stage != O.StopAfter)
    return false;
  Out.add(O.Output, print(G, Constants::All));
  Out.write();
  reportTimes();
  return true;
}

void Stages::reportTimes() const {
  if (!O.TimePasses)
    return;
  double Total = 0;
  for (const auto &[Stage, Time] : Seconds)
    Total += Time;
  std::fprintf(stderr, "%10s %7s  stage\n", "seconds", "share");
  for (const auto &[Stage, Time] : Seconds)
    std::fprintf(stderr, "%10.4f %6.1f%%  %s\n", Time, Total > 0 ? 100 * Time / Total : 0,
                 Stage.c_str());
  std::fprintf(stderr, "%10.4f %6.1f%%  total\n", Total, 100.0);
}

} // namespace hexloom
