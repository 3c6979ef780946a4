// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How an operator is executed, besides its kernel and its layouts: the part of a plan that selection writes into the graph and
// that emission obeys. The fields are the rows of schedule.def; one that a kernel leaves no choice in stays unset.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

/// The rows of schedule.def.
enum class ScheduleField {
#define FIELD(MEMBER, TEXT, DESCRIPTION) MEMBER,
#include "ir/schedule.def"
};
inline constexpr int kScheduleFields = 0
#define FIELD(MEMBER, TEXT, DESCRIPTION) +1
#include "ir/schedule.def"
    ;
const char *text(ScheduleField F);
std::optional<ScheduleField> parseScheduleField(const std::string &Name);

enum class VectorOperand { Unset, Activations, Weights };
enum class WordsIn { Unset, Registers, Memory };
enum class PixelWalk { Unset, Flat, Rows };
std::string text(WordsIn W); ///< "" of Unset
std::string text(PixelWalk W);

struct Schedule {
  std::string Instruction;
  std::string Embed;
  VectorOperand Vector = VectorOperand::Unset;
  std::vector<int32_t> Tile;
  int32_t Unroll = 0;
  int32_t Pixels = 0;
  std::string Row;
  WordsIn Words = WordsIn::Unset;
  int32_t Copies = 0;
  PixelWalk Walk = PixelWalk::Unset;
  std::string Order;
  std::string Route;
  std::string Finish;
  int32_t Run = 0;
  std::string Stage;

  /// Names and values of the fields that are set, in the order of schedule.def.
  std::vector<std::pair<std::string, std::string>> fields() const;
  bool sets(ScheduleField F) const;
  /// The value's text, "" where the field is not set.
  std::string get(ScheduleField F) const;
  /// Sets the field, "" unsets it; false: the text is no value of it.
  bool set(ScheduleField F, const std::string &Value);
  /// Sets the field of that name; what is wrong with name or value, or "".
  std::string set(const std::string &Name, const std::string &Value);
  /// Whether the fields that `Wanted` sets have the same values here; of instruction and stage a beginning is enough.
  bool satisfies(const Schedule &Wanted) const;
  bool operator==(const Schedule &O) const { return fields() == O.fields(); }
};

/// "tile=8x32 stage=reference"
std::string text(const Schedule &S);

/// Whether an output stage is what a schedule asks for: the whole of its word, or the beginning that says which form it
/// has, "full31" for "full31-two-constants-12-7"; nothing: any.
bool answersStage(const std::string &Stage, const std::string &Wanted);

} // namespace hexloom
