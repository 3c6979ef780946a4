// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of a run. They appear together when everything is made; one that is large is only written then, piece by piece.
#pragma once

#include "support/Files.h"

namespace hexloom {

class Outputs {
public:
  /// "-" is standard output, and printed at once. `Path` may be empty: the file was not asked for.
  void add(const std::string &Path, std::string Text);
  void add(const std::string &Path, std::vector<uint8_t> Bytes);
  void add(const std::string &Path, std::function<void(const Sink &)> Content);
  /// Writes all of the files or none. Throws UserError if that fails.
  void write();

private:
  std::vector<OutputFile> Files;
};

} // namespace hexloom
