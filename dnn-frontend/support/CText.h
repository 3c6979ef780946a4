// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small pieces of C text for the parameter structures of kernels.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// Fields of a parameter structure and their values, for LayerWriter::structure.
using Fields = std::vector<std::pair<std::string, std::string>>;
inline std::pair<std::string, std::string> field(const char *Name, int64_t Value) {
  return {Name, Value < -2147483647 ? "INT32_MIN" : std::to_string(Value)};
}

inline Fields operator+(Fields A, const Fields &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

/// "{1, 2, 3}"
std::string braces(const std::vector<std::string> &Items);
std::string braces(const std::vector<int64_t> &Values);

/// A float that reads back to the same bits: "0x1.8p-3f".
std::string cText(float Value);

} // namespace hexloom
