// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the single-operator networks share.
#pragma once

#include "Zoo.h"

#include <algorithm>

namespace zoo {

inline const std::vector<TensorType> Bytes8 = {TensorType::UINT8, TensorType::INT8};
inline const std::vector<TensorType> Quantized = {TensorType::UINT8, TensorType::INT8, TensorType::INT16};
inline const std::vector<TensorType> Everything = {TensorType::UINT8, TensorType::INT8,    TensorType::INT16, TensorType::INT32,
                                                   TensorType::INT64, TensorType::FLOAT32, TensorType::BOOL};
inline const std::vector<TensorType> NoBooleans = {TensorType::UINT8, TensorType::INT8,  TensorType::INT16,
                                                   TensorType::INT32, TensorType::INT64, TensorType::FLOAT32};

/// A tensor spec with these parameters; ZeroPoint counts from the middle of the type's range and is 0 for int16.
/// Types that are not quantized get none.
TensorSpec quantized(TensorType T, const Shape &S, float Scale, int ZeroPoint);
/// A quantized tensor spec with parameters of no special meaning.
inline TensorSpec same(TensorType T, const Shape &S) { return quantized(T, S, 0.05f, 3); }

/// Inputs of an operator with state over time; no time: the operator has no dimension of times.
inline Shape sequence(int32_t Times, int32_t Batches, int32_t Inputs, bool TimeMajor) {
  return Times == 0 ? Shape{Batches, Inputs} : TimeMajor ? Shape{Times, Batches, Inputs} : Shape{Batches, Times, Inputs};
}

/// An operator's options, set by a function.
template <typename Table, typename Set> BuiltinOptionsUnion with(Set S) {
  Table T;
  S(T);
  return options(T);
}

/// An entry for each type.
using Build = std::function<void(Net &, TensorType)>;
inline void add(std::vector<Entry> &Zoo, const std::string &Name, const char *Description, const std::vector<TensorType> &Types,
                Build B) {
  for (TensorType T : Types)
    Zoo.push_back({Name + "_" + text(T), Description, [B, T](Net &N) { B(N, T); }});
}

} // namespace zoo
