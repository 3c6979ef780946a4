// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuzz-structured, by libFuzzer: a recipe (Recipe.h) becomes a .tflite file and goes through the whole front end, under
// AddressSanitizer and UndefinedBehaviorSanitizer. Each must end in C or in a user's error. The input is the recipe's
// text, and so is what is kept of it. At the end it says how many were accepted.
#include "../Compile.h"
#include "Mutate.h"
#include "support/Error.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace hexloom;

static unsigned long long Accepted = 0, Rejected = 0;

static void report() {
  std::fprintf(stderr, "fuzz-structured: %llu accepted, %llu rejected\n", Accepted, Rejected);
}

static uint64_t hashOf(const uint8_t *Data, size_t Size) {
  uint64_t Hash = 0xcbf29ce484222325u;
  for (size_t I = 0; I < Size; ++I)
    Hash = (Hash ^ Data[I]) * 0x100000001b3u;
  return Hash;
}

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  std::atexit(report);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const fuzz::Recipe R = fuzz::parseRecipe(std::string(Data, Data + Size));
  const Target T = hashOf(Data, Size) % 4 ? Target::Hexagon : Target::Portable;
  try {
    compileInMemory("net.tflite", fuzz::build(R), false, T);
    ++Accepted;
  } catch (const UserError &) {
    ++Rejected;
  } catch (const std::exception &E) { // ours
    std::fprintf(stderr, "fuzz-structured: %s\n%.*s", E.what(), static_cast<int>(Size), reinterpret_cast<const char *>(Data));
    std::abort();
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize, unsigned Seed) {
  Random Draw(Seed);
  fuzz::Recipe R = fuzz::parseRecipe(std::string(Data, Data + Size));
  fuzz::mutate(R, Draw);
  const std::string Text = fuzz::print(R);
  if (Text.size() > MaxSize)
    return Size;
  std::memcpy(Data, Text.data(), Text.size());
  return Text.size();
}
