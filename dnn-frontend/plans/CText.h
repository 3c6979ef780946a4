// Small pieces of C text for the parameter structures of kernels.
#pragma once

#include "plans/Quantize.h"

#include <string>
#include <vector>

namespace hexloom {

/// "{1, 2, 3}"
std::string braces(const std::vector<std::string> &Items);
std::string braces(const std::vector<int64_t> &Values);

/// Of hl_factor (hexloom/portable/binary.h) and alike: "{value, shift}".
std::string cText(const Multiplier &M);

/// A float that reads back to the same bits: "0x1.8p-3f".
std::string cText(float Value);

} // namespace hexloom
