// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Base64 (RFC 4648, section 4).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hexloom {

std::string encodeBase64(const std::vector<uint8_t> &Data);

/// nullopt when the text is not base64 of whole bytes.
std::optional<std::vector<uint8_t>> decodeBase64(const std::string &Text);

} // namespace hexloom
