// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Import: a .tflite file, verified, becomes the graph IR. Parameters that the file passes as
// constant tensors become attributes; shapes are inferred anew and compared with those that the
// file states; integer arithmetic on shapes is evaluated. Every index, size and length of the file
// is checked before it is used.
#pragma once

#include "import/Builtins.h"
#include "ir/Graph.h"
#include "support/Budget.h"

#include <map>

namespace hexloom {

struct ImportOptions {
  std::string Signature; ///< key of the signature to import; empty: the first subgraph
  std::map<std::string, Shape> Shapes; ///< of graph inputs, by signature name or tensor name
  CustomHeaders Custom;                ///< what functions of the user compute
  std::string Name;                    ///< of the graph; empty: from the file's name
};

/// Imports a network from a file in memory, which diagnostics call `Name`. Throws UserError. If operators are not supported, the error
/// lists all of them, one a line.
Graph importTflite(const std::string &Name, Bytes Content, const ImportOptions &Options, Budget &Purse);

} // namespace hexloom
