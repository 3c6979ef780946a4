// Deterministic damage to .tflite files: what a broken download, a buggy writer or an attacker does.
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

class Mutator {
public:
  /// A well-formed file. The fields of a .tflite file are those of its tables, those of text are its digits.
  Mutator(Bytes Original, bool IsModel);

  /// Mutation number N. One to three changes of one kind each: bits, a cut, words, copies, or fields of the model
  /// (indices, shapes, types, codes, quantization, options).
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
