// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deterministic damage to .tflite files and to the IR's text: what a broken download, a buggy
// writer, a typing mistake or an attacker does.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// splitmix64: the same numbers everywhere.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  uint64_t next();
  uint64_t below(uint64_t Limit) { return Limit ? next() % Limit : 0; }

private:
  uint64_t State;
};

/// Changes a text at one place. A word, number or mark is replaced, left out or doubled; or lines
/// are left out, doubled or exchanged.
void changeText(Bytes &Content, Random &R);

class Mutator {
public:
  /// A well-formed file: a .tflite file, whose fields are those of its tables, or the IR's text.
  Mutator(Bytes Original, bool IsModel);

  /// Mutation number N. One to three changes of one kind each: bits, a cut, words, copies, or
  /// fields of the model (indices, shapes, types, codes, quantization, options); or of the text's
  /// words and lines.
  Bytes mutate(uint64_t N) const;

private:
  struct Field {
    size_t Offset, Size;
  };
  void findFields();
  void change(Bytes &Content, Random &R) const;

  const Bytes Original;
  const bool IsModel;
  std::vector<Field> Fields;
};

} // namespace hexloom
