// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strided copies as statements of a layer.
#pragma once

#include "nests/LayerWriter.h"
#include "plans/movement/Copy.h"

namespace hexloom {

/// The C functions that a layer of copies is made of, by target.
struct CopyPrimitives {
  const char *Copy, *Table;
  bool Vectors;
};
constexpr CopyPrimitives kScalarCopies = { "hl_copy", "hl_table8", false};
constexpr CopyPrimitives kVectorCopies = { "hl_vcopy_nest", "hl_vtable8", true};

/// A copy by vectors whose parameters are constants of that name.
void callVectorCopy(const StridedCopy &C, const std::string &Name, const std::string &In, const std::string &Out, LayerWriter &W);

/// Includes the header of these functions.
void includeCopies(const CopyPrimitives &C, LayerWriter &W);

/// The copies from one memory to another. `Name` is that of their parameters; the order is of vectors only.
void emitCopies(const CopyGroup &Copies, const std::string &Name, const std::string &In, const std::string &Out,
                const CopyPrimitives &C, CopyOrder Order, LayerWriter &W);

} // namespace hexloom
