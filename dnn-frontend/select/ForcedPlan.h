// Plans that the user asks for by name: --force-plan=OPERATOR=KERNEL[:LAYOUTS].
#pragma once

#include "plans/Plan.h"

namespace hexloom {

struct ForcedPlan {
  std::string Operator; ///< name, number in the .tflite file, or kind (CONV_2D: all)
  std::string Kernel;
  std::string Layouts; ///< of the activations, inputs first: "rm,d32"; empty: any

  bool names(const Graph &G, size_t Op) const;
};

/// "conv1=conv2d_vrmpy_8x32:rm,d32"; throws UserError if it is not of this form or names no kernel.
ForcedPlan parseForcedPlan(const std::string &Text);

/// Leaves of `Plans`, those of operator number `Op`, the ones that are asked for; all if nothing
/// is. Throws UserError that lists the operator's plans if none is left.
void keepForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced,
                std::vector<Plan> &Plans);

/// Throws UserError if one of them names no operator of the graph.
void checkForced(const Graph &G, const std::vector<ForcedPlan> &Forced);

} // namespace hexloom
