// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output stages: from a product's sums to its bytes. The reference rounds twice, which takes an HVX
// 12 packets for 128 bytes; but its result is a step function of the sum, and cheaper arithmetic
// (forms.def) that has the same steps within the sums that can occur is equal to it. chooseStage
// finds constants for the cheapest form that serves, channel by channel, and proves it.
#pragma once

#include "stages/Step.h"

#include <optional>
#include <string>

namespace hexloom {

enum class Form {
#define FORM(NAME, BITS, BASE, GRAIN, NARROW, WORDS, PACKETS, DESCRIPTION) NAME,
#include "stages/forms.def"
  Reference,
};

struct FormTraits {
  Form Kind;
  const char *Name; ///< "narrow15"
  int Bits, Base, Grain;
  bool Narrow, Words;
  const char *Description;
};
/// The forms but for the reference, the cheapest first.
const std::vector<FormTraits> &stageForms();
const FormTraits &traitsOf(Form F);

/// "narrow15, ..., reference", and whether a stage's word can begin with that one.
std::string outputStageNames();
bool namesStage(const std::string &Word);

/// A form with what all channels of a layer have in common.
struct StageKind {
  Form Kind = Form::Reference;
  /// Whether sums below zero have a constant of their own: ties round away from zero.
  bool TwoSided = false;
  /// Whether uint8 results are made as int8, whose range lies around 0, and their upper bits turned.
  bool Flipped = false;
  int WordShift = 0, HalfShift = 0;

  bool isReference() const { return Kind == Form::Reference; }
  /// "narrow31, two constants"; "reference".
  std::string text() const;
  /// The whole kind as a word of the IR's text: "narrow31-two-constants-9-7", the shifts of words and of halfwords at the end; "reference".
  std::string word() const;
};

/// The constants of a channel.
struct StageLane {
  int64_t Multiplier = 0, Offset = 0, Constant = 0, Negative = 0;
};

/// A channel as the search wants it.
struct StageChannel {
  hexloom::Step Step;
  SumRange Sums;
};

/// The result of the kind's arithmetic, instruction by instruction, without the activation's clamp;
/// no value where a step without saturation leaves its 32 bits. `Type`: of the result.
std::optional<int32_t> stageResult(const StageKind &K, const StageLane &L, DType Type, int64_t Sum);

/// The first point at which the kind with these constants has another result than the reference, or
/// their number.
size_t firstDifference(const StageKind &K, const StageLane &L, DType Type, const StageChannel &C,
                       const std::vector<Point> &Points);

/// Whether equality at these points, of any kind with these constants, is equality for every sum in the
/// range.
bool areProof(const StageLane &L, const StageChannel &C, const std::vector<Point> &Points);

/// Whether the kind with these constants gives the reference's result for every sum in the range.
bool proves(const StageKind &K, const StageLane &L, DType Type, const StageChannel &C,
            const std::vector<Point> &Points);

/// The choice for a layer, and its record.
struct Stage {
  StageKind Kind;
  std::vector<StageLane> Lanes;      ///< one for each channel; none for the reference
  std::vector<std::string> Rejected; ///< why each cheaper kind cannot serve
};
Stage chooseStage(const std::vector<StageChannel> &Channels, DType Type);
/// As chooseStage() without limits, but with at most `Steps` of work, each about a nanosecond's. What the search takes is subtracted. Only
/// stages that answer `Wanted` (answersStage) are tried. The result is the reference if none is proven, or the work is used up.
Stage chooseStage(const std::vector<StageChannel> &Channels, DType Type, int64_t &Steps,
                  const std::string &Wanted = "");

} // namespace hexloom
