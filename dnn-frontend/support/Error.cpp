// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Error.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace hexloom {

std::string strf(const char *Format, ...) {
  va_list Args;
  va_start(Args, Format);
  va_list Again;
  va_copy(Again, Args);
  char Short[256]; // most are
  const int Size = std::vsnprintf(Short, sizeof(Short), Format, Args);
  va_end(Args);
  std::string Text(Short, std::min(static_cast<size_t>(Size), sizeof(Short) - 1));
  if (Text.size() < static_cast<size_t>(Size)) {
    Text.resize(static_cast<size_t>(Size)); // and the zero behind it
    std::vsnprintf(Text.data(), Text.size() + 1, Format, Again);
  }
  va_end(Again);
  return Text;
}

void checkFailed(const char *Condition, const char *File, int Line, const std::string &What) {
  const std::string Path = File;
  const size_t Folder = Path.rfind("dnn-frontend/");
  throw InternalError(strf("%s:%d: %s (%s)",
                           Path.c_str() + (Folder == std::string::npos ? 0 : Folder), Line,
                           What.c_str(), Condition));
}

} // namespace hexloom
