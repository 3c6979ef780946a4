// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading and writing files; every failure is a UserError that names the path.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// The whole file, of so many bytes at most.
std::vector<uint8_t> readFile(const std::string &Path, size_t Most = SIZE_MAX);

/// "/a/b/net.tflite" gives "net.tflite".
std::string lastPart(const std::string &Path);

/// Takes a file's content piece by piece.
using Sink = std::function<void(const void *Data, size_t Size)>;

struct OutputFile {
  std::string Path;
  std::function<void(const Sink &)> Content; ///< called once, when the file is written

  OutputFile(std::string Path, std::function<void(const Sink &)> Content) : Path(std::move(Path)), Content(std::move(Content)) {}
  OutputFile(std::string Path, const void *Data, size_t Size)
      : OutputFile(std::move(Path), [=](const Sink &Out) { Out(Data, Size); }) {}
};

/// Writes all of the files or none. Each is written beside its place under a temporary name, and renamed when all are complete. Where that
/// fails, what was there before is put back. What is no regular file, like /dev/null or a pipe, is written last.
void writeFiles(const std::vector<OutputFile> &Files);

/// Writes one text file; "-" is standard output.
void writeText(const std::string &Path, const std::string &Text);

} // namespace hexloom
