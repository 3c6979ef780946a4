// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flexbuffer that is a map from names to numbers, the form in which custom operators of TensorFlow Lite have their options.
// Every offset and width is checked; what is no number is left out.
#pragma once

#include "ir/Graph.h"

#include <map>
#include <optional>
#include <string>

namespace hexloom {

/// The numbers of a FlexBuffers map by their keys. Nothing: the bytes are no such map.
std::optional<std::map<std::string, double>> readFlexMap(const Bytes &Data);

} // namespace hexloom
