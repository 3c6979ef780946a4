// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutate.h"
#include "import/Builtins.h"

#include <algorithm>
#include <limits>

namespace hexloom::fuzz {

namespace {

/// Around every size that a check, a table or 32 bits could trip over.
const double Edges[] = {0,          1,          2,          3,         4,         5,         7,          8,         15,
                        16,         17,         31,         32,        33,        63,        64,         65,        127,
                        128,        129,        255,        256,       257,       1023,      1024,       4095,      4096,
                        4097,       32767,      32768,      40000,     46340,     46341,     65535,      65536,     65537,
                        1048575,    1048576,    1048577,    2097151,   2097152,   16777216,  16777217,   268435456, 536870912,
                        1000000000, 1073741823, 1073741824, 1.1e9,     2147483647, 2147483648.0, 4294967295.0, 1e12, 9.3e18};
const float Reals[] = {0.0f, 1e-45f, 1e-38f, 1e-30f, 1e-9f, 1e-4f, 0.0039f, 0.5f, 1.0f, 2.0f, 255.0f, 1e4f, 1e9f, 1e30f, 3e38f,
                       std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN(), -1.0f};

/// A number of an operator or of one of its tensors.
struct Place {
  int32_t *Word = nullptr;
  int64_t *Long = nullptr;
  float *Real = nullptr;
  double *Field = nullptr;
  bool IsZero = false; ///< a zero point

  void set(double Value) const {
    const auto bounded = [&](double Low, double High) { return std::min(High, std::max(Low, Value)); };
    if (Word)
      *Word = static_cast<int32_t>(bounded(-2147483648.0, 2147483647.0));
    else if (Long)
      *Long = Value >= 9.2e18 ? INT64_MAX : Value <= -9.2e18 ? INT64_MIN : static_cast<int64_t>(Value);
    else if (Field)
      *Field = Value;
  }
  double get() const { return Word ? *Word : Long ? static_cast<double>(*Long) : Field ? *Field : 0; }
};

std::vector<Place> placesOf(GraphRecipe &R, OpRecipe &O) {
  std::vector<Place> Places;
  for (const std::vector<int32_t> *Ids : {&O.Inputs, &O.Outputs})
    for (int32_t Id : *Ids) {
      if (Id < 0 || Id >= static_cast<int32_t>(R.Tensors.size()))
        continue;
      TensorRecipe &T = R.Tensors[Id];
      for (int32_t &Dim : T.Shape)
        Places.push_back({&Dim});
      for (int64_t &Value : T.Values)
        Places.push_back({nullptr, &Value});
      for (size_t I = 0; I < std::min<size_t>(T.Zeros.size(), 2); ++I)
        Places.push_back({nullptr, &T.Zeros[I], nullptr, nullptr, true});
      for (size_t I = 0; I < std::min<size_t>(T.Scales.size(), 2); ++I)
        Places.push_back({nullptr, nullptr, &T.Scales[I]});
    }
  for (auto &[Name, Value] : O.Fields)
    Places.push_back({nullptr, nullptr, nullptr, &Value});
  return Places;
}

/// A number that can stand there: a dimension, wherever the operator's tensors have it, or a zero point.
void changeWithin(const Place &P, const std::vector<Place> &Places, Random &Draw) {
  constexpr size_t kSmall = 30; // of the edges
  const double Old = P.get();
  if (P.IsZero)
    return P.set(static_cast<double>(Draw.below(256)) - 128);
  const double New = Edges[Draw.below(kSmall)];
  const bool All = Draw.below(3);
  P.set(New);
  for (const Place &Other : Places)
    if (All && Other.Word && Other.get() == Old)
      Other.set(New);
}

/// Several numbers at once: each an edge, near what it was, or the same as another.
void changeNumbers(GraphRecipe &R, OpRecipe &O, Random &Draw) {
  const std::vector<Place> Places = placesOf(R, O);
  if (Places.empty())
    return;
  double Last = Edges[Draw.below(std::size(Edges))];
  for (uint64_t Count = 1 + Draw.below(5); Count > 0; --Count) {
    const Place &P = Places[Draw.below(Places.size())];
    if (P.Real) {
      *P.Real = Reals[Draw.below(std::size(Reals))];
      continue;
    }
    if ((P.Word || P.IsZero) && Draw.below(4)) {
      changeWithin(P, Places, Draw);
      continue;
    }
    switch (Draw.below(6)) {
    case 0:
      P.set(P.get() + static_cast<double>(Draw.below(5)) - 2);
      break;
    case 1:
      P.set(Last);
      break;
    case 2:
      P.set(P.get() * 2);
      break;
    case 3:
      P.set(-Edges[Draw.below(std::size(Edges))]);
      break;
    default:
      P.set(Last = Edges[Draw.below(std::size(Edges))]);
    }
  }
}

void changeStructure(GraphRecipe &R, OpRecipe &O, Random &Draw) {
  if (R.Tensors.empty())
    return;
  std::vector<int32_t> &Ids = Draw.below(3) && !O.Inputs.empty() ? O.Inputs : O.Outputs;
  if (Ids.empty())
    return;
  int32_t &Id = Ids[Draw.below(Ids.size())];
  TensorRecipe *T = Id >= 0 && Id < static_cast<int32_t>(R.Tensors.size()) ? &R.Tensors[Id] : nullptr;
  switch (Draw.below(9)) {
  case 0:
    Id = static_cast<int32_t>(Draw.below(R.Tensors.size() + 2)) - 1;
    return;
  case 1:
    if (T)
      T->Type = static_cast<tflite::TensorType>(Draw.below(12));
    return;
  case 2:
    if (T)
      T->Open = !T->Open;
    return;
  case 3:
    if (T && T->Fill)
      T->Fill.reset();
    else if (T)
      T->Fill = Draw.below(1000);
    return;
  case 4:
    if (T && T->Shape.size() < 9)
      T->Shape.insert(T->Shape.begin() + static_cast<long>(Draw.below(T->Shape.size() + 1)), static_cast<int32_t>(1 + Draw.below(4)));
    return;
  case 5:
    if (T && !T->Shape.empty())
      T->Shape.erase(T->Shape.begin() + static_cast<long>(Draw.below(T->Shape.size())));
    return;
  case 6:
    if (T)
      T->Axis = static_cast<int32_t>(Draw.below(6)) - 1;
    return;
  case 7:
    O.Inputs.push_back(static_cast<int32_t>(Draw.below(R.Tensors.size())));
    return;
  default:
    if (T)
      T->Scales.resize(Draw.below(5), 0.5f), T->Zeros.resize(Draw.below(5));
  }
}

/// One change to one of the graphs.
void mutateGraph(GraphRecipe &R, uint64_t Choice, Random &Draw) {
  constexpr size_t kMostOps = 6;
  const bool Adds = R.Ops.empty() || (Choice < 2 && R.Ops.size() < kMostOps);
  if (Adds && Draw.below(60) == 0)
    addDetection(R, Draw);
  else if (Adds)
    addOp(R, anyOperator(Draw), Draw);
  else if (Choice == 2 && R.Ops.size() > 1)
    R.Ops.erase(R.Ops.begin() + static_cast<long>(Draw.below(R.Ops.size())));
  else if (Choice == 3)
    changeStructure(R, R.Ops[Draw.below(R.Ops.size())], Draw);
  else
    changeNumbers(R, R.Ops[Draw.below(R.Ops.size())], Draw);
}

} // namespace

tflite::BuiltinOperator anyOperator(Random &Draw) {
  for (;;) {
    const auto Code = static_cast<tflite::BuiltinOperator>(Draw.below(160));
    if (findBuiltin(Code))
      return Code;
  }
}

void mutate(Recipe &R, Random &Draw) {
  constexpr size_t kMostOps = 6;
  for (uint64_t Count = 1 + Draw.below(4); Count > 0; --Count) {
    const uint64_t Choice = Draw.below(10);
    if (Choice == 5 && Draw.below(3) == 0)
      R = {};
    else if (Choice == 4 && R.Ops.size() < kMostOps)
      addControl(R, Draw);
    else
      mutateGraph(R.Others.empty() || Draw.below(2) ? R : R.Others[Draw.below(R.Others.size())], Choice, Draw);
  }
}

} // namespace hexloom::fuzz
