// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/CText.h"
#include "support/Error.h"

#include <cmath>

namespace hexloom {

std::string braces(const std::vector<std::string> &Items) {
  std::string Result;
  for (const std::string &Item : Items)
    Result += (Result.empty() ? "" : ", ") + Item;
  return "{" + Result + "}";
}

std::string braces(const std::vector<int64_t> &Values) {
  std::vector<std::string> Items;
  for (int64_t Value : Values)
    Items.push_back(std::to_string(Value));
  return braces(Items);
}

std::string cText(float Value) {
  HEXLOOM_CHECK(std::isfinite(Value), "a constant that is not finite");
  return strf("%af", static_cast<double>(Value));
}

} // namespace hexloom
