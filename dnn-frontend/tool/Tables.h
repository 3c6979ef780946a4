// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --list-layouts, --list-instructions, --list-limits: the tables as text.
#pragma once

#include <string>

namespace hexloom {

/// A line for each layout: its name, the digits of an element's address, what it is.
std::string listLayouts();

/// Each instruction with its operands, what it computes, and how each target says it.
std::string listInstructions();

/// A line for each limit: the largest number that is accepted, and of what.
std::string listLimits();

} // namespace hexloom
