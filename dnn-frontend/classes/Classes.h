// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kind of operator one is to layouts (SmartMem, section 3.1) and to fusion (DNNFusion, section 3.1), derived from what it reads.
#pragma once

#include "classes/Accesses.h"

namespace hexloom {

enum class Mapping {
#define MAPPING(NAME, TEXT, WHAT) NAME,
#include "classes/mappings.def"
};
const char *text(Mapping M);

/// SmartMem's table 4.
enum class LayoutClass {
#define CLASS(NAME, TEXT, WHAT) NAME,
#include "classes/pairs.def"
  None ///< of a pair of which nothing is left
};
const char *text(LayoutClass C);

struct OperatorClass {
  Mapping Its;
  LayoutClass Layout;
};

/// Nullopt: it has no accesses, or more pieces than are looked at.
std::optional<OperatorClass> classOf(const Graph &G, const Op &O);

} // namespace hexloom
