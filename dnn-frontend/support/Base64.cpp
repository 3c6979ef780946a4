// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Base64.h"

#include <cstring>

namespace hexloom {

static const char Alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string encodeBase64(const std::vector<uint8_t> &Data) {
  std::string Result;
  Result.reserve((Data.size() + 2) / 3 * 4);
  for (size_t I = 0; I < Data.size(); I += 3) {
    const size_t Count = std::min<size_t>(3, Data.size() - I);
    uint32_t Bits = 0;
    for (size_t K = 0; K < 3; ++K)
      Bits = Bits << 8 | (K < Count ? Data[I + K] : 0u);
    for (size_t K = 0; K < 4; ++K)
      Result += K <= Count ? Alphabet[Bits >> (18 - 6 * K) & 63] : '=';
  }
  return Result;
}

std::optional<std::vector<uint8_t>> decodeBase64(const std::string &Text) {
  std::vector<uint8_t> Result;
  if (Text.size() % 4 != 0)
    return std::nullopt;
  Result.reserve(Text.size() / 4 * 3);
  for (size_t I = 0; I < Text.size(); I += 4) {
    uint32_t Bits = 0;
    size_t Padding = 0;
    for (size_t K = 0; K < 4; ++K) {
      const char C = Text[I + K];
      const char *Found = C ? std::strchr(Alphabet, C) : nullptr;
      if (C == '=' && I + 4 == Text.size() && K >= 2)
        ++Padding;
      else if (!Found || Padding)
        return std::nullopt;
      Bits = Bits << 6 | (Found && C != '=' ? static_cast<uint32_t>(Found - Alphabet) : 0u);
    }
    for (size_t K = 0; K < 3 - Padding; ++K)
      Result.push_back(static_cast<uint8_t>(Bits >> (16 - 8 * K)));
  }
  return Result;
}

} // namespace hexloom
