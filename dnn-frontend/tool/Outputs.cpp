// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Outputs.h"

#include <cstdio>
#include <memory>

namespace hexloom {

void Outputs::add(const std::string &Path, std::function<void(const Sink &)> Content) {
  if (Path == "-")
    Content([](const void *Data, size_t Size) { std::fwrite(Data, 1, Size, stdout); });
  else if (!Path.empty())
    Files.emplace_back(Path, std::move(Content));
}

/// The content moves into what writes it, which is copied: it is shared.
template <typename Content> static std::function<void(const Sink &)> writerOf(Content Whole) {
  return [Kept = std::make_shared<const Content>(std::move(Whole))](const Sink &Out) { Out(Kept->data(), Kept->size()); };
}

void Outputs::add(const std::string &Path, std::string Text) { add(Path, writerOf(std::move(Text))); }

void Outputs::add(const std::string &Path, std::vector<uint8_t> Bytes) { add(Path, writerOf(std::move(Bytes))); }

void Outputs::write() {
  writeFiles(Files);
  Files.clear();
}

} // namespace hexloom
