// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that C accepts.
#pragma once

#include <string>

namespace hexloom {

bool isIdentifier(const std::string &S);

/// Why the name cannot begin the identifiers of a compiled network; empty: it can. hl_ is the
/// runtime's own prefix.
std::string prefixFault(const std::string &Name);

/// Whether a function of the user's may have the name: not C's own words or its library's functions, nor what the emitted code
/// calls something else.
bool isFunctionName(const std::string &S);

/// "dir/net-v2.tflite" gives "net_v2".
std::string identifierFrom(const std::string &Path);

} // namespace hexloom
