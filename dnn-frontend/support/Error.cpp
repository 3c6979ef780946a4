#include "support/Error.h"

#include <cstdarg>
#include <cstdio>
#include <vector>

namespace hexloom {

std::string strf(const char *Format, ...) {
  va_list Args;
  va_start(Args, Format);
  va_list Again;
  va_copy(Again, Args);
  int Size = std::vsnprintf(nullptr, 0, Format, Args);
  va_end(Args);
  std::vector<char> Buffer(static_cast<size_t>(Size) + 1);
  std::vsnprintf(Buffer.data(), Buffer.size(), Format, Again);
  va_end(Again);
  return std::string(Buffer.data(), static_cast<size_t>(Size));
}

void checkFailed(const char *Condition, const char *File, int Line, const std::string &What) {
  const std::string Path = File;
  const size_t Folder = Path.rfind("dnn-frontend/");
  throw InternalError(strf("%s:%d: %s (%s)",
                           Path.c_str() + (Folder == std::string::npos ? 0 : Folder), Line,
                           What.c_str(), Condition));
}

} // namespace hexloom
