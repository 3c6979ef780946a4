// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --list-operators: what can be compiled, from the tables.
#pragma once

#include <string>

namespace hexloom {

/// The list of --list-operators: for each TensorFlow Lite operator, the types that it takes and the kernels that serve it.
std::string listOperators();

} // namespace hexloom
