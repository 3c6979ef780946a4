// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of the IR's text form. What does not fit its type throws UserError.
#pragma once

#include "ir/Graph.h"
#include "ir/Lexer.h"

namespace hexloom {

/// Reads a constant's next element and appends its bytes.
void appendElement(Lexer &L, DType Type, Bytes &Data);

AttrValue attributeValue(Lexer &L, Attr A);

} // namespace hexloom
