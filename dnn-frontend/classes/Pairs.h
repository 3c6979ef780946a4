// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pairs of operators, of which the second one reads what the first one makes: what the papers' tables say of them (pairs.def, mappings.def), and how many a
// graph has.
#pragma once

#include "classes/Classes.h"

#include <map>

namespace hexloom {

/// How many pairs of each kind.
struct PairCounts {
  std::map<std::pair<LayoutClass, LayoutClass>, int64_t> Layouts;
  std::map<std::pair<Mapping, Mapping>, int64_t> Mappings;
  int64_t Opaque = 0; ///< pairs with an operator without a class
  int64_t Operators = 0;
};
PairCounts countPairs(const Graph &G);

/// --dump-classes: the classes of the operators, and pairs before and after passes. Names from the file are made printable.
std::string operatorClasses(const Graph &G);
std::string pairsText(const PairCounts &Before, const PairCounts &After);

/// Both tables of pairs.
std::string pairTables();

/// --list-classes: each operator's class beside what the papers say, and both tables of pairs.
std::string listClasses();

} // namespace hexloom
