// Names that C accepts.
#pragma once

#include <string>

namespace hexloom {

bool isIdentifier(const std::string &S);

/// "dir/net-v2.tflite" gives "net_v2".
std::string identifierFrom(const std::string &Path);

} // namespace hexloom
