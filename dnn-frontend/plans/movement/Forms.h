// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words of a loop's form (nests/Nest.h, OwnLoop::What).
#pragma once

#include <cstdint>
#include <string>

namespace hexloom {

/// " vectors-4"
inline std::string with(const char *Word, int64_t Number) { return std::string(" ") + Word + "-" + std::to_string(Number); }
inline std::string when(bool Is, const char *Word) { return Is ? std::string(" ") + Word : std::string(); }

} // namespace hexloom
