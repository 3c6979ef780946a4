// DEPTHWISE_CONV_2D: what its kernels share.
#pragma once

#include "plans/windows/Window.h"

namespace hexloom {

/// The hl_depthwise fields of the operator.
Fields depthwiseFields(const Graph &G, const Op &O);

/// The requantization factors of every output channel, and the bias in 64 bits (zeros where the operator has none).
struct DepthwiseScaling {
  std::vector<int32_t> Multipliers, Shifts;
  std::vector<int64_t> Bias;
};
DepthwiseScaling depthwiseScaling(const Graph &G, const Op &O);

/// Why no depthwise kernel can serve the operator, or "".
std::string depthwiseTypeProblem(const Graph &G, const Op &O);

} // namespace hexloom
