// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The proofs of one compilation: layers alike are searched once, what a plan says is found again
// without a search when code is emitted, and all searches together take no more work than the file's
// size allows.
#pragma once

#include "ir/Graph.h"
#include "stages/Stage.h"

#include <map>

namespace hexloom {

class StageMemo {
public:
  explicit StageMemo(size_t FileBytes);
  /// Of those that answer `Wanted` (answersStage). Once the work is used up: what was chosen before,
  /// and the reference for all others.
  Stage choose(const std::vector<StageChannel> &Channels, DType Type, const std::string &Wanted);

private:
  int64_t StepsLeft; ///< each about a nanosecond's
  /// What a choice depends on besides the wish; for each wish, the stage's own word included, what
  /// came of it.
  std::map<std::vector<int64_t>, std::map<std::string, std::shared_ptr<const Stage>>> Known;
};

/// By the graph's memo, if it has one.
Stage chooseStage(const Graph &G, const std::vector<StageChannel> &Channels, DType Type,
                  const std::string &Wanted);

} // namespace hexloom
