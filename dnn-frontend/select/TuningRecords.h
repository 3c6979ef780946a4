// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tuning measured (utils/run-model.sh --tune --database FILE), and layers by the best of it. A record is a line of five fields between
// tabs; the first line of the file says that it is one:
//
//   hexloom tuning 1
//   machine and cycle model, compiler, layer, plan, cycles
//
// The file is checked before use. A plan of it is taken only if the layer is offered it. A last line without an end is what a killed run left.
#pragma once

#include "plans/Plan.h"

#include <map>
#include <string>

namespace hexloom {

/// A layer as records name it: the operator with types, shapes, layouts and attributes, and of quantization one scale or many, a zero point of
/// 0 or another. "": it is not measured by itself.
std::string tuningKey(const Graph &G, const Op &O);

/// The plans of an operator with a plan as if nothing but its kernel were asked for; where its own is not among them, those with what was
/// asked for.
std::vector<Plan> offeredPlans(const Graph &G, const Op &O, Target T, Compilation &Shared);

class TuningRecords {
public:
  /// Reads a file. Of: "MACHINE,COMPILER", as records have them, all others count for nothing; empty: the file has only those of one.
  /// Throws UserError "FILE:LINE: ...".
  TuningRecords(const std::string &Path, const std::string &Of);

  /// Gives each operator of the graph that has been measured with its own plan the best one that is known in its layouts. Returns how many
  /// have another one then.
  int64_t apply(Graph &G, Target T, Compilation &Shared) const;

private:
  std::map<std::string, std::map<std::string, int64_t>> Known; ///< cycles by layer and plan
};

} // namespace hexloom
