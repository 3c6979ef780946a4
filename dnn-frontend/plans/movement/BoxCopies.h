// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes of elements as strided copies of bytes, whatever the layouts of both tensors: conversions, movements, and whether
// nothing has to move at all. All of it follows from the layouts' maps.
#pragma once

#include "ir/Box.h"
#include "ir/LayoutMap.h"
#include "plans/movement/Copy.h"

namespace hexloom {

/// What lies behind the last channel of a box in its block: bytes that must stay; bytes that must
/// stay unless they pad the tensor's last block; or bytes that later boxes bring.
enum class BlockRest { Kept, Padding, Later };

/// The box's elements as copies between depth-blocked tensors. A piece of channels within a block is a copy of its own;
/// empty: there would be more than kMostBlockedCopies.
constexpr size_t kMostBlockedCopies = 256;
std::vector<StridedCopy> blockedCopies(const Box &B, const Tensor &In, const Tensor &Out,
                                       BlockRest Rest);

/// The box's elements of `Width` bytes as copies between tensors laid out so; nullopt: more than `Most` of them. Between row-major ones it is
/// one copy.
std::optional<std::vector<StridedCopy>> copiesOf(const Box &B, const LayoutMap &In, const LayoutMap &Out, int64_t Width,
                                                 size_t Most);

/// The box of all elements of a shape, each to itself.
Box wholeBox(const Shape &Dims);

/// A conversion of a tensor as copies; nullopt: too many (kMostBlockedCopies).
std::optional<std::vector<StridedCopy>> conversionCopies(const Tensor &T, Layout From, Layout To);

/// Whether each element lies at the same place in both layouts, so that a conversion is free.
bool coincide(const Shape &Dims, Layout A, Layout B);

/// Whether the copies move nothing: source and destination may be the same memory.
bool areInPlace(const std::vector<StridedCopy> &Copies);

} // namespace hexloom
