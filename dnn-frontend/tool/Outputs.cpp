#include "tool/Outputs.h"

#include <cstdio>

namespace hexloom {

void Outputs::add(const std::string &Path, std::string Text) {
  if (Path == "-")
    std::fwrite(Text.data(), 1, Text.size(), stdout);
  else if (!Path.empty())
    Files.emplace_back(Path, std::move(Text));
}

void Outputs::write() {
  std::vector<OutputFile> All;
  for (const auto &[Path, Content] : Files)
    All.push_back({Path, Content.data(), Content.size()});
  writeFiles(All);
  Files.clear();
}

} // namespace hexloom
