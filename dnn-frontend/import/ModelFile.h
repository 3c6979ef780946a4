// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .tflite file in memory, its flatbuffer verified.
#pragma once

#include "import/tflite_generated.h"
#include "ir/Graph.h"

#include <map>
#include <memory>

namespace hexloom {

class ModelFile {
public:
  /// `Name` stands for the file in diagnostics. Throws UserError when the content is no .tflite
  /// file or is damaged.
  ModelFile(std::string Name, Bytes Content);

  const tflite::Model &model() const { return *Root; }
  const std::string &name() const { return Name; }
  size_t size() const { return Content.size(); } ///< in bytes

  /// Bytes of a buffer, inside the flatbuffer or behind it; empty for a buffer without data.
  struct Span {
    const uint8_t *Data = nullptr;
    size_t Size = 0;
  };
  Span buffer(uint32_t Index) const;
  /// A copy of a buffer's bytes. All tensors of the buffer share it, whichever subgraph has them and however often it is imported.
  std::shared_ptr<const Bytes> copyOf(uint32_t Buffer) const;

private:
  std::string Name;
  Bytes Content;
  const tflite::Model *Root = nullptr;
  mutable std::map<uint32_t, std::shared_ptr<const Bytes>> Copies; ///< by the buffer, so far
};

/// An absent flatbuffers vector reads as an empty one.
template <typename T> size_t sizeOf(const flatbuffers::Vector<T> *V) { return V ? V->size() : 0; }
inline std::string textOf(const flatbuffers::String *S) { return S ? S->str() : std::string(); }

} // namespace hexloom
