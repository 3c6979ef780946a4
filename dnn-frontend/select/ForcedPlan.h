// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans that the user asks for by name: --force-plan=OPERATOR=KERNEL[:LAYOUTS][:FIELD=VALUE]...; and plans that the text of a
// graph records.
#pragma once

#include "plans/Plan.h"

namespace hexloom {

struct ForcedPlan {
  std::string Operator; ///< name, number in the .tflite file, or kind (CONV_2D: all)
  std::string Kernel;
  std::string Layouts; ///< of the activations, inputs first: "rm,d32"; empty: any
  hexloom::Schedule Schedule; ///< fields that are not set: any

  bool names(const Graph &G, size_t Op) const;
  /// Whether the plan is meant for this operator: it has the name, and the kernel can serve it. Passes may leave several operators of one
  /// name: SPLIT and CONCATENATION stand around a convolution that is split by its groups.
  bool concerns(const Graph &G, size_t Op) const;
};

/// Reads a plan such as "conv1=conv2d_vrmpy:rm,d32:tile=8x32". Throws UserError if it is not of this form or names no kernel.
ForcedPlan parseForcedPlan(const std::string &Text);

/// The operator as its plans are to be made, with the kernel and the fields that are forced on it. The kernel then makes plans that it
/// leaves out otherwise. It tries to prove the output stage of the fields in the place of the cheapest.
Op withForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced);

/// Leaves in `Plans`, those of operator number `Op`, the ones that are asked for. Returns false and leaves all if nothing is. Throws
/// UserError that lists the operator's plans if none is left.
bool keepForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced,
                std::vector<Plan> &Plans);

/// Leaves in `Plans` the one that the graph says the operator has: its kernel and schedule with its tensors' layouts. Returns false and
/// leaves all if it has no kernel yet. Throws like keepForced().
bool keepRecorded(const Graph &G, size_t Op, std::vector<Plan> &Plans);

/// Throws UserError if one of them names no operator of the graph, or only such that its kernel is not for.
void checkForced(const Graph &G, const std::vector<ForcedPlan> &Forced, Target For, Compilation &Shared);

} // namespace hexloom
