// The files of a run. They are kept until everything is made, and then appear together.
#pragma once

#include "support/Files.h"

namespace hexloom {

class Outputs {
public:
  /// "-" is standard output, and printed at once. `Path` may be empty: the file was not asked for.
  void add(const std::string &Path, std::string Text);
  void add(const std::string &Path, const std::vector<uint8_t> &Bytes) { add(Path, std::string(Bytes.begin(), Bytes.end())); }
  /// All of them or none.
  void write();

private:
  std::vector<std::pair<std::string, std::string>> Files; ///< path, content
};

} // namespace hexloom
