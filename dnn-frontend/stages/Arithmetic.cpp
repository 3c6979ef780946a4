// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms' arithmetic as the instructions define it (V66 HVX Programmer's Reference Manual, "Vector
// instructions"), and the proof of equality.
#include "ir/Schedule.h"
#include "stages/Stage.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

namespace {

int64_t saturated(int64_t Value, int Bits) {
  const int64_t Most = (int64_t(1) << (Bits - 1)) - 1;
  return std::clamp(Value, -Most - 1, Most);
}
bool fits32(int64_t Value) { return Value == saturated(Value, 32); }

/// vasr:rnd before its saturation.
int64_t roundedShift(int64_t Value, int Shift) {
  return (Value + ((int64_t(1) << Shift) >> 1)) >> Shift;
}

constexpr int64_t kLeft = int64_t(1) << 62; ///< in place of a number: 32 bits were left

/// The words, or of Narrow15 the halfwords, that the multiplication gives.
template <Form F> int64_t multiplied(const StageLane &L, int64_t Sum, int64_t Constant) {
  const int64_t X = Sum + L.Offset, M = L.Multiplier;
  if (!fits32(Sum) || !fits32(X))
    return kLeft;
  const int64_t Half = saturated(X, 16);
  switch (F) {
  case Form::Narrow15: // vmpy(h,h):<<1:rnd:sat; vadd.h:sat
    return saturated(saturated((Half * M + (1 << 14)) >> 15, 16) + Constant, 16);
  case Form::Narrow16: { // += vmpy(h,uh)
    const int64_t Word = Half * M + Constant;
    return fits32(Word) ? Word : kLeft;
  }
  case Form::Narrow31: // += vmpyo(w,h):<<1:sat:shift
    return saturated((Constant + M * Half) >> 15, 32);
  case Form::Full31: { // vmpye(w,uh); vadd.w; += vmpyo(w,h):<<1:rnd:sat:shift
    const int64_t Low = ((X * (M & 0xffff)) >> 16) + Constant;
    return fits32(Low) ? saturated((((Low + X * (M >> 16)) >> 14) + 1) >> 1, 32) : kLeft;
  }
  case Form::Reference:
    break;
  }
  return kLeft;
}

/// FormTraits::Words, which each of the many sums asks for.
constexpr bool shiftsWords(Form F) {
  constexpr bool Words[] = {
#define FORM(NAME, BITS, BASE, GRAIN, NARROW, WORDS, PACKETS, DESCRIPTION) WORDS,
#include "stages/forms.def"
      false};
  return Words[static_cast<size_t>(F)];
}

} // namespace

const std::vector<FormTraits> &stageForms() {
  static const auto Lower = [](std::string Text) {
    for (char &C : Text)
      C = static_cast<char>(std::tolower(C));
    return Text;
  };
  static const std::string Names[] = {
#define FORM(NAME, BITS, BASE, GRAIN, NARROW, WORDS, PACKETS, DESCRIPTION) Lower(#NAME),
#include "stages/forms.def"
  };
  static const std::vector<FormTraits> Forms = {
#define FORM(NAME, BITS, BASE, GRAIN, NARROW, WORDS, PACKETS, DESCRIPTION)                         \
  {Form::NAME, Names[int(Form::NAME)].c_str(), BITS, BASE, GRAIN, NARROW, WORDS, DESCRIPTION},
#include "stages/forms.def"
  };
  return Forms;
}

const FormTraits &traitsOf(Form F) { return stageForms().at(static_cast<size_t>(F)); }

std::string outputStageNames() {
  std::string Names;
  for (const FormTraits &F : stageForms())
    Names += std::string(F.Name) + ", ";
  return Names + StageKind().word();
}

bool namesStage(const std::string &Word) {
  const auto &Forms = stageForms();
  return Word == StageKind().word() || std::any_of(Forms.begin(), Forms.end(), [&](const FormTraits &F) {
           return answersStage(Word, F.Name);
         });
}

std::string StageKind::text() const {
  if (isReference())
    return "reference";
  return std::string(traitsOf(Kind).Name) + (TwoSided ? ", two constants" : "");
}

std::string StageKind::word() const {
  if (isReference())
    return "reference";
  return std::string(traitsOf(Kind).Name) + (TwoSided ? "-two-constants" : "") + (Flipped ? "-flipped" : "") + "-" +
         std::to_string(WordShift) + "-" + std::to_string(HalfShift);
}

namespace {

/// What does not change from sum to sum. Results lie in a byte's range, shifted up by `Turn`.
struct Finish {
  Finish(const StageKind &K, DType Type)
      : WordShift(K.WordShift), HalfShift(K.HalfShift), TwoSided(K.TwoSided), Turn(Type == DType::UInt8 && K.Flipped ? 128 : 0),
        Bytes(Type == DType::Int8 || K.Flipped ? typeRange(DType::Int8) : typeRange(DType::UInt8)) {}
  int WordShift, HalfShift;
  bool TwoSided;
  int64_t Turn;
  Range Bytes;
};

template <Form F> int64_t resultOf(const Finish &K, const StageLane &L, int64_t Sum) {
  int64_t Value = multiplied<F>(L, Sum, K.TwoSided && Sum < 0 ? L.Negative : L.Constant);
  if (Value == kLeft)
    return kLeft;
  if (shiftsWords(F))
    Value = saturated(roundedShift(Value, K.WordShift), 16);
  return std::clamp<int64_t>(roundedShift(Value, K.HalfShift), K.Bytes.Min, K.Bytes.Max) + K.Turn;
}

/// The halfwords are compared with the offset to know what was below zero.
bool isTold(const StageKind &K, const StageLane &L) {
  return K.Kind != Form::Narrow15 || !K.TwoSided || (L.Offset > INT16_MIN && L.Offset <= INT16_MAX);
}

template <Form F>
size_t differenceBy(const Finish &K, const StageLane &L, const Range &Bounds, const std::vector<Point> &Points) {
  const auto Differs = [&](const Point &P) {
    const int64_t Got = resultOf<F>(K, L, P.Sum);
    return Got == kLeft || std::clamp<int64_t>(Got, Bounds.Min, Bounds.Max) != P.Code;
  };
  return static_cast<size_t>(std::find_if(Points.begin(), Points.end(), Differs) - Points.begin());
}

} // namespace

std::optional<int32_t> stageResult(const StageKind &K, const StageLane &L, DType Type, int64_t Sum) {
  if (!isTold(K, L))
    return std::nullopt;
  const Finish Last(K, Type);
  int64_t Got = kLeft;
  switch (K.Kind) {
#define FORM(NAME, ...)                                                                            \
  case Form::NAME:                                                                                 \
    Got = resultOf<Form::NAME>(Last, L, Sum);                                                      \
    break;
#include "stages/forms.def"
  case Form::Reference:
    break;
  }
  return Got == kLeft ? std::nullopt : std::optional(static_cast<int32_t>(Got));
}

size_t firstDifference(const StageKind &K, const StageLane &L, DType Type, const StageChannel &C,
                       const std::vector<Point> &Points) {
  const Finish Last(K, Type);
  switch (isTold(K, L) ? K.Kind : Form::Reference) {
#define FORM(NAME, ...)                                                                            \
  case Form::NAME:                                                                                 \
    return differenceBy<Form::NAME>(Last, L, C.Step.Bounds, Points);
#include "stages/forms.def"
  case Form::Reference:
    break;
  }
  return 0;
}

/// Every step of the forms' arithmetic is monotone, so on either side of zero the results are, too:
/// equal at two points with one result, they are equal in between. What must not leave 32 bits is
/// monotone as well, so that it is enough to look at the points.
bool areProof(const StageLane &L, const StageChannel &C, const std::vector<Point> &Points) {
  return C.Step.isMonotone(C.Sums) && L.Multiplier >= 0 && !Points.empty() &&
         Points.front().Sum == C.Sums.Low && Points.back().Sum == C.Sums.High;
}

bool proves(const StageKind &K, const StageLane &L, DType Type, const StageChannel &C,
            const std::vector<Point> &Points) {
  return areProof(L, C, Points) && firstDifference(K, L, Type, C, Points) == Points.size();
}

} // namespace hexloom
