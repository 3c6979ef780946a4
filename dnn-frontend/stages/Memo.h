// The choices of one compilation: layers alike are searched once, so that plans and emitted code agree,
// and all searches together take no more work than the file's size allows.
#pragma once

#include "ir/Graph.h"
#include "stages/Stage.h"

#include <map>

namespace hexloom {

class StageMemo {
public:
  explicit StageMemo(size_t FileBytes);
  /// Once the work is used up: what was chosen before, and the reference for all others.
  Stage choose(const std::vector<StageChannel> &Channels, DType Type);

private:
  int64_t StepsLeft; ///< each about a nanosecond's
  std::map<std::vector<int64_t>, Stage> Known;
};

/// By the graph's memo, if it has one.
Stage chooseStage(const Graph &G, const std::vector<StageChannel> &Channels, DType Type);

} // namespace hexloom
