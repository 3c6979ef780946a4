// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a movement's attributes and shapes must be.
#include "ir/Diagnostics.h"
#include "ir/Mover.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

void Mover::fail(const std::string &What) const { opError(G, O, What); }

void Mover::impossible() const {
  fail(strf("an input of %s does not give an output of %s", text(In).c_str(), text(Out).c_str()));
}

/// A dimension of the output.
int32_t Mover::sized(int64_t Size) const {
  if (Size < 0 || Size > INT32_MAX)
    fail(strf("output has a dimension of %lld", (long long)Size));
  return static_cast<int32_t>(Size);
}

void Mover::checkAxis(int64_t Axis, size_t Rank) const {
  if (Axis < 0 || Axis >= static_cast<int64_t>(Rank))
    fail(strf("axis %lld where the rank is %zu", (long long)Axis, Rank));
}

const Ints &Mover::listOf(Attr A, size_t Size) const {
  if (O.ints(A).size() != Size)
    fail(strf("%s has %zu elements where %zu are required", text(A), O.ints(A).size(), Size));
  return O.ints(A);
}

void Mover::checkDivides(bool Divides, int64_t Block) const {
  if (!Divides)
    fail(strf("an input of %s does not divide into blocks of %lld", text(In).c_str(), (long long)Block));
}

/// {before0, after0, before1, ...}, none negative.
const Ints &Mover::pairs(Attr A, size_t Count) const {
  for (int64_t Value : listOf(A, 2 * Count))
    if (Value < 0 || Value > INT32_MAX)
      fail(strf("%s of %lld", text(A), (long long)Value));
  return O.ints(A);
}

const Ints &Mover::permutation(Attr A) const {
  Ints Sorted = listOf(A, In.size());
  std::sort(Sorted.begin(), Sorted.end());
  for (size_t I = 0; I < Sorted.size(); ++I)
    if (Sorted[I] != static_cast<int64_t>(I))
      fail(strf("%s is not a permutation", text(A)));
  return O.ints(A);
}

void Mover::checkTaken(int D, int64_t Begin, int64_t Stride, int64_t Size) const {
  const bool IsSane = Size >= 0 && Size <= In[D] && Stride != 0 && Stride >= -INT32_MAX && Stride <= INT32_MAX && Begin >= 0 && Begin <= In[D];
  const int64_t Last = IsSane && Size > 0 ? Begin + (Size - 1) * Stride : 0;
  if (!IsSane || (Size > 0 && (Begin >= In[D] || Last < 0 || Last >= In[D])))
    fail(strf("takes %lld elements from %lld by steps of %lld of dimension %d, which has %d", (long long)Size, (long long)Begin,
              (long long)Stride, D, In[D]));
}

/// The block size of SPACE_TO_DEPTH and DEPTH_TO_SPACE.
int64_t Mover::depthBlock() const {
  const int64_t B = listOf(Attr::Block, 1)[0];
  if (In.size() != 4 || B < 1 || B > 32768)
    fail(strf("block %lld of an input of %s", (long long)B, text(In).c_str()));
  return B;
}

/// The value must be one of the tensor's type; of float it is the bit pattern.
void Mover::checkPadValue(Attr A) const {
  const DType Type = G.in(O, 0).Type;
  const bool IsSigned = Type == DType::Int8 || Type == DType::Int16 || Type == DType::Int32;
  const int64_t Span = int64_t(1) << (8 * std::min<int64_t>(bytesOf(Type), 4));
  const int64_t Low = IsSigned ? -Span / 2 : 0, Value = O.i(A);
  if (Type != DType::Int64 && (Value < Low || Value >= Low + Span))
    fail(strf("%s %lld is no %s", text(A), (long long)Value, text(Type)));
}

void Mover::checkParts(bool Joins, bool Stacks, int64_t Axis) const {
  for (size_t I = 1; Joins && I < O.Inputs.size(); ++I) {
    const Shape &Its = G.in(O, I).Dims;
    Shape Other = Its;
    if (!Stacks && Other.size() == In.size())
      Other[Axis] = In[Axis];
    if (Other != In)
      fail(Stacks ? strf("inputs of %s and %s", text(In).c_str(), text(Its).c_str())
                  : strf("input %zu of %s does not fit %s along axis %lld", I, text(Its).c_str(), text(In).c_str(), (long long)Axis));
  }
  if (Joins)
    return;
  if (Stacks && In[Axis] != static_cast<int64_t>(O.Outputs.size()))
    fail(strf("%zu outputs of a dimension of %d", O.Outputs.size(), In[Axis]));
  int64_t Sum = 0;
  for (size_t I = 0; !Stacks && I < O.Outputs.size(); ++I) {
    const Shape &Its = G.out(O, I).Dims;
    if (Its.size() != In.size() || Its[Axis] < 0)
      fail(strf("output %zu is stated as %s", I, text(Its).c_str()));
    Sum += Its[Axis];
  }
  if (!Stacks && Sum != In[Axis])
    fail(strf("the parts have %lld elements along axis %lld, the input %d", (long long)Sum, (long long)Axis, In[Axis]));
}

} // namespace hexloom
