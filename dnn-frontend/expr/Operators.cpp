// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expr/Operators.h"
#include "ir/Box.h"

#include <algorithm>
#include <iterator>

namespace hexloom {

namespace {

struct Row {
  OpKind Kind;
  Group Its;
  const char *GroupText, *Integers, *Reals;
};
const Row Rows[] = {
#define ELEMENTWISE(KIND, GROUP, INTEGERS, REALS, EFFORT) {OpKind::KIND, Group::GROUP, #GROUP, #INTEGERS, REALS},
#include "expr/operators.def"
};

enum class Int16 { Interpolation, Its };
struct Tabulated {
  OpKind Kind;
  Int16 Way;
};
const Tabulated Tables[] = {
#define TABULATED(KIND, INT16, ...) {OpKind::KIND, Int16::INT16},
#include "expr/operators.def"
};

const Scaled ScaledRows[] = {
#define SCALED(KIND, HOW, SIGN, KERNEL) {OpKind::KIND, Combines::HOW, SIGN, KERNEL},
#include "expr/operators.def"
};

const struct {
  OpKind Kind;
} ByteRows[] = {
#define BYTES(KIND, FUNCTION) {OpKind::KIND},
#include "expr/operators.def"
};

struct Activation {
  OpKind Kind;
  const char *Text;
  bool IsFused;
};
const Activation Activations[] = {
#define ACTIVATION(KIND, TEXT, FUSED) {OpKind::KIND, TEXT, FUSED},
#include "expr/operators.def"
};

template <typename T, size_t N> const T *rowOf(const T (&All)[N], OpKind Kind) {
  const T *Found = std::find_if(std::begin(All), std::end(All), [&](const T &R) { return R.Kind == Kind; });
  return Found == std::end(All) ? nullptr : Found;
}

} // namespace

Group groupOf(OpKind Kind) {
  const Row *R = rowOf(Rows, Kind);
  return R ? R->Its : Group::None;
}

const char *integerC(OpKind Kind) {
  const Row *R = rowOf(Rows, Kind);
  return R ? R->Integers : nullptr;
}

const Scaled *scaledOf(OpKind Kind) { return rowOf(ScaledRows, Kind); }

const char *activationOf(OpKind Kind) {
  const Activation *A = rowOf(Activations, Kind);
  return A ? A->Text : nullptr;
}

bool isFusedActivation(OpKind Kind) {
  const Activation *A = rowOf(Activations, Kind);
  return A && A->IsFused;
}

std::optional<OpKind> operatorOfActivation(const std::string &Text) {
  for (const Activation &A : Activations)
    if (Text == A.Text)
      return A.Kind;
  return std::nullopt;
}

std::vector<std::string> classesOf(OpKind Kind) {
  std::vector<std::string> Words;
  if (isMovement(Kind))
    Words.push_back(isView(Kind) ? "views" : "movements");
  if (const Tabulated *T = rowOf(Tables, Kind)) {
    Words.push_back("tabulated");
    if (T->Way == Int16::Interpolation)
      Words.push_back("interpolated");
  }
  if (rowOf(ByteRows, Kind))
    Words.push_back("bytes");
  if (activationOf(Kind))
    Words.push_back("clamps");
  const Row *R = rowOf(Rows, Kind);
  if (!R)
    return Words;
  Words.push_back(R->GroupText);
  const bool HasTwo = infoOf(Kind).MinInputs == 2;
  if (*R->Integers)
    Words.push_back(HasTwo ? "integers-of-two" : "integers-of-one");
  if (*R->Reals)
    Words.push_back(HasTwo ? "reals-of-two" : "reals-of-one");
  return Words;
}

} // namespace hexloom
