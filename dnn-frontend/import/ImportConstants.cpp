// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose results are known when the file is read, because shapes are static: SHAPE, RANK, ZEROS_LIKE; RANGE and
// WHERE of constants.
#include "import/OpReader.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hexloom {

namespace {

void requireType(const OpReader &R, std::initializer_list<DType> Types) {
  for (DType T : Types)
    if (R.out(0).Type == T)
      return;
  R.fail(strf("unsupported types: %s", text(R.out(0).Type)));
}

/// Elements from First to before Limit.
int64_t steps(const OpReader &R, double First, double Limit, double Step) {
  const double Count = std::ceil((Limit - First) / Step);
  if (!(std::abs(First) < 1e15) || !(std::abs(Limit) < 1e15) || !std::isfinite(Step) || Step == 0 || Count > INT32_MAX)
    R.fail(strf("a range from %g to %g by %g", First, Limit, Step));
  return std::max<int64_t>(static_cast<int64_t>(Count), 0);
}

float realParam(const OpReader &R, size_t Position) {
  const Tensor &T = R.sourceInput(Position);
  if (!T.isConst() || T.Type != DType::Float32 || T.elements() != 1)
    R.fail(strf("input %zu is no constant number of type f32", Position));
  return T.dataAs<float>()[0];
}

/// As the reference adds: step by step, rounded each time.
void realRange(OpReader &R) {
  const float First = realParam(R, 0), Limit = realParam(R, 1), Step = realParam(R, 2);
  const int64_t Count = steps(R, First, Limit, Step);
  R.setShape(0, {static_cast<int32_t>(Count)});
  R.payForConstant(0);
  Ints Patterns;
  float Value = First;
  for (int64_t I = 0; I < Count; ++I, Value += Step) {
    int32_t Pattern;
    std::memcpy(&Pattern, &Value, sizeof Pattern);
    Patterns.push_back(Pattern);
  }
  R.setConstant(0, Patterns);
}

} // namespace

void importShape(OpReader &R) {
  const Shape &S = R.sourceInput(0).Dims;
  requireType(R, {DType::Int32, DType::Int64});
  R.setShape(0, {static_cast<int32_t>(S.size())});
  R.setConstant(0, Ints(S.begin(), S.end()));
}

void importRank(OpReader &R) {
  requireType(R, {DType::Int32});
  const int64_t Rank = R.sourceInput(0).rank();
  R.setShape(0, {});
  R.setConstant(0, {Rank});
}

/// The stored value is 0, whatever the zero point.
void importZerosLike(OpReader &R) {
  requireType(R, {DType::Int32, DType::Int64, DType::Float32, DType::UInt8, DType::Int8, DType::Int16});
  if (R.sourceInput(0).Type != R.out(0).Type)
    R.fail("output has another type than the input");
  R.setShape(0, R.sourceInput(0).Dims);
  R.payForConstant(0);
  R.setConstant(0, Ints(static_cast<size_t>(R.out(0).elements()), 0));
}

void importRange(OpReader &R) {
  requireType(R, {DType::Int32, DType::Int64, DType::Float32});
  if (R.out(0).Type == DType::Float32)
    return realRange(R);
  const int64_t First = R.scalarParam(0, "start"), Limit = R.scalarParam(1, "limit"), Step = R.scalarParam(2, "delta");
  const int64_t Count = steps(R, static_cast<double>(First), static_cast<double>(Limit), static_cast<double>(Step));
  R.setShape(0, {static_cast<int32_t>(Count)});
  R.payForConstant(0);
  Ints Values;
  for (int64_t I = 0; I < Count; ++I)
    Values.push_back(First + I * Step);
  R.setConstant(0, Values);
}

/// The places of what is true; of data that comes at run time their number is not known.
void importWhere(OpReader &R) {
  const Tensor &Condition = R.sourceInput(0);
  requireType(R, {DType::Int64});
  if (!Condition.isConst())
    R.fail("the condition is not a constant: how many places it gives would depend on the data");
  if (Condition.Type != DType::Bool)
    R.fail(strf("unsupported types: %s", text(Condition.Type)));
  const auto Rank = static_cast<int64_t>(Condition.Dims.size());
  const int64_t Count = std::count_if(Condition.Data->begin(), Condition.Data->end(), [](uint8_t B) { return B != 0; });
  R.setShape(0, {static_cast<int32_t>(Count), static_cast<int32_t>(Rank)});
  R.payForConstant(0);
  Ints Places;
  for (int64_t I = 0; I < Condition.elements(); ++I) {
    if (!(*Condition.Data)[static_cast<size_t>(I)])
      continue;
    Ints Place(static_cast<size_t>(Rank));
    for (int64_t D = Rank - 1, Rest = I; D >= 0; Rest /= Condition.Dims[D--])
      Place[D] = Rest % Condition.Dims[D];
    Places.insert(Places.end(), Place.begin(), Place.end());
  }
  R.setConstant(0, Places);
}

} // namespace hexloom
