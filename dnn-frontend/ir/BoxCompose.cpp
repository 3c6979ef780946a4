// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tensor between both is the first one's output and the second one's input. Along each of its axes the first box writes a stretch,
// digit by digit: its loops are the digits of the distance from the stretch's beginning. The second box is cut to the stretch, then split
// until no digit is carried into the next. Then each of its loops moves one of the first box's loops.
#include "ir/BoxCompose.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

namespace {

/// A loop of the first box as a digit of an index in between: index / Unit % Size.
struct Digit {
  int64_t Unit, Size;
  Box::Side In;
};

/// What the first box writes along an axis: from `First` on, `Size` elements.
struct Stretch {
  int64_t First, Size = 1;
  std::vector<Digit> Digits = {}; ///< the lowest first
};

/// False: the loops along an axis are no digits.
bool stretchesOf(const Box &B, std::vector<Stretch> &Stretches) {
  for (int Axis = 0; Axis < static_cast<int>(B.OutFirst.size()); ++Axis) {
    Stretch S{B.OutFirst[Axis]};
    std::vector<Box::Loop> Loops;
    for (const Box::Loop &L : B.Loops)
      if (L.Size != 1 && L.Out.Axis == Axis)
        Loops.push_back(L);
    std::sort(Loops.begin(), Loops.end(), [](const Box::Loop &A, const Box::Loop &C) { return A.Out.Step < C.Out.Step; });
    for (const Box::Loop &L : Loops) {
      if (L.Out.Step != S.Size)
        return false;
      S.Digits.push_back({S.Size, L.Size, L.In});
      S.Size *= L.Size;
    }
    Stretches.push_back(std::move(S));
  }
  return std::all_of(B.Loops.begin(), B.Loops.end(), [](const Box::Loop &L) { return L.Size == 1 || L.Out.Axis >= 0; });
}

class Composer {
public:
  Composer(const Box &First, const Box &Then, size_t Most, std::vector<Box> &Result)
      : First(First), Then(Then), Most(Most), Steps(kStepsOfBox * Most), Result(Result) {}
  bool run() {
    Box Rest = Then;
    joinLoops(Rest);
    return stretchesOf(First, Stretches) && cut(Rest, 0);
  }

private:
  static constexpr size_t kStepsOfBox = 16; // some parts are outside of the stretches
  const Box &First, &Then;
  size_t Most, Steps;
  std::vector<Stretch> Stretches;
  std::vector<Box> &Result;

  bool cut(const Box &B, size_t Axis);
  bool divide(const Box &B, size_t Axis, int64_t Border);
  bool split(const Box &B);
  bool append(const Box &B);
  const Digit *digitOf(const Box::Side &S) const;
};

/// Leaves out what the first box does not write, axis by axis.
bool Composer::cut(const Box &B, size_t Axis) {
  if (Steps-- == 0)
    return false;
  if (Axis == Stretches.size()) {
    Box FromStretch = B;
    for (size_t I = 0; I < Axis; ++I)
      FromStretch.InFirst[I] -= Stretches[I].First;
    return split(FromStretch);
  }
  const IndexMap::Interval Range = B.in().bounds(Axis);
  const int64_t Begin = Stretches[Axis].First, End = Begin + Stretches[Axis].Size;
  if (Range.Greatest < Begin || Range.Least >= End)
    return true;
  if (Range.Least >= Begin && Range.Greatest < End)
    return cut(B, Axis + 1);
  return divide(B, Axis, Range.Least < Begin ? Begin : End);
}

/// The turn from which on a loop's first elements lie on the other side of a border than turn 0 has; if all of them lie on one side, the
/// turn at the end that comes closest to the border.
int64_t turnAcross(int64_t At, int64_t Step, int64_t Size, int64_t Border) {
  const bool Below = At < Border;
  const int64_t Last = At + (Size - 1) * Step;
  if ((Last < Border) == Below)
    return Below == (Step > 0) ? Size - 1 : 1;
  return Step > 0 ? (Border - At + Step - 1) / Step : (At - Border) / -Step + 1;
}

/// Divides the widest loop along an axis where its turns come to a border.
bool Composer::divide(const Box &B, size_t Axis, int64_t Border) {
  const auto StepOf = [&](const Box::Loop &L) { return L.In.Axis == static_cast<int>(Axis) ? std::abs(L.In.Step) : -1; };
  const auto Widest = std::max_element(B.Loops.begin(), B.Loops.end(), [&](const auto &X, const auto &Y) { return StepOf(X) < StepOf(Y); });
  const int64_t Turn = turnAcross(B.InFirst[Axis], Widest->In.Step, Widest->Size, Border);
  const std::vector<Box> Parts = dividedAt(B, static_cast<size_t>(Widest - B.Loops.begin()), Turn);
  return cut(Parts[0], Axis) && cut(Parts[1], Axis);
}

bool Composer::split(const Box &B) {
  for (size_t Axis = 0; Axis < Stretches.size(); ++Axis)
    for (const Digit &D : Stretches[Axis].Digits)
      if (const std::vector<Box> Parts = splitAtBorder(B, BoxEnd::In, static_cast<int>(Axis), D.Unit); !Parts.empty())
        return Steps-- != 0 && std::all_of(Parts.begin(), Parts.end(), [&](const Box &Part) { return split(Part); });
  return append(B);
}

/// The highest digit that a step along an axis moves.
const Digit *Composer::digitOf(const Box::Side &S) const {
  const Digit *Found = nullptr;
  if (S.Axis >= 0)
    for (const Digit &D : Stretches[S.Axis].Digits)
      if (S.Step % D.Unit == 0)
        Found = &D;
  return Found;
}

bool Composer::append(const Box &B) {
  Box Both{First.InFirst, B.OutFirst, B.Loops};
  for (size_t Axis = 0; Axis < Stretches.size(); ++Axis)
    for (const Digit &D : Stretches[Axis].Digits)
      if (D.In.Axis >= 0)
        Both.InFirst[D.In.Axis] += B.InFirst[Axis] / D.Unit % D.Size * D.In.Step;
  for (Box::Loop &L : Both.Loops) {
    const Digit *D = digitOf(L.In);
    L.In = D && D->In.Axis >= 0 ? Box::Side{D->In.Axis, L.In.Step / D->Unit * D->In.Step} : Box::Side{};
  }
  joinLoops(Both);
  Result.push_back(std::move(Both));
  return Result.size() <= Most;
}

} // namespace

bool composeBoxes(const Box &First, const Box &Then, size_t Most, std::vector<Box> &Result) {
  return Composer(First, Then, Most, Result).run();
}

} // namespace hexloom
