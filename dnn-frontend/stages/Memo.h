// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The proofs of one compilation: layers alike are searched once, what a plan says is found again
// without a search when code is emitted, and all searches together take no more work than the file's
// size allows.
#pragma once

#include "instructions/Instruction.h"
#include "ir/Graph.h"
#include "stages/Stage.h"
#include "support/Budget.h"

#include <map>
#include <tuple>

namespace hexloom {

class StageMemo {
public:
  explicit StageMemo(size_t FileBytes);
  /// The stage for these channels among those that answer `Wanted` (answersStage). Once the work is used up, only earlier choices are found
  /// again; all others are the reference.
  Stage choose(const std::vector<StageChannel> &Channels, DType Type, const std::string &Wanted);

private:
  int64_t StepsLeft; ///< each about a nanosecond's
  /// What a choice depends on besides the wish; for each wish, the stage's own word included, what
  /// came of it.
  std::map<std::vector<int64_t>, std::map<std::string, std::shared_ptr<const Stage>>> Known;
};

/// A search on behalf of an operator: the memo that keeps what is found, and what its schedule asks for, or "".
struct StageSearch {
  StageMemo &Memo;
  std::string Wanted;

  Stage choose(const std::vector<StageChannel> &Channels, DType Type) const { return Memo.choose(Channels, Type, Wanted); }
};

/// What all phases of one compilation share besides the graph, by the size of its file, which messages call `File`.
struct Compilation {
  Compilation(const std::string &File, size_t FileBytes) : Purse(File, FileBytes), Stages(FileBytes) {}

  Budget Purse;
  StageMemo Stages;
  std::map<std::tuple<Target, DType, Shape, Layout, Layout>, double> Conversions; ///< cycles that are known (conversionCycles of plans/Plan.h)
  bool WideProducts = true; ///< whether selection may take products by a pair of words (Hexagon) where nobody asks for them
};

} // namespace hexloom
