// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --list-classes.
#include "classes/Examples.h"
#include "classes/Pairs.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

/// What a paper says of an operator.
template <class Class> struct Said {
  OpKind Kind;
  Class Its;
  const char *Word;
};
const Said<LayoutClass> SmartMem[] = {
#define SMARTMEM(KIND, CLASS, WORD) {OpKind::KIND, LayoutClass::CLASS, WORD},
#include "classes/operators.def"
};
const Said<Mapping> DnnFusion[] = {
#define DNNFUSION(KIND, MAPPING, WORD) {OpKind::KIND, Mapping::MAPPING, WORD},
#include "classes/operators.def"
};

const char *whyDifferent(OpKind Kind) {
  switch (Kind) {
#define DIFFERS(KIND, WHY)                                                                                                                         \
  case OpKind::KIND:                                                                                                                               \
    return WHY;
#include "classes/operators.def"
  default:
    return nullptr;
  }
}

/// "Conv: many-to-many", with a mark if it is not what is derived.
template <class Class, size_t N> std::string saidOf(const Said<Class> (&All)[N], OpKind Kind, Class Derived) {
  for (const Said<Class> &S : All)
    if (S.Kind == Kind)
      return strf("%s: %s%s", S.Word, text(S.Its), S.Its == Derived ? "" : " (!)");
  return "-";
}

std::optional<OperatorClass> classOf(OpKind Kind) {
  for (const Example &E : allExamples())
    if (E.Kind == Kind) {
      const Graph G = graphOf(E);
      return hexloom::classOf(G, G.Ops[0]);
    }
  return std::nullopt;
}

std::string entry(const OpInfo &Info) {
  const std::string Name = strf("%-29s", Info.Text);
  const std::optional<OperatorClass> C = classOf(Info.Kind);
  if (!C)
    return Name + " opaque: " + (whyOpaque(Info.Kind) ? whyOpaque(Info.Kind) : "it has no example") + "\n";
  const char *Why = whyDifferent(Info.Kind);
  return Name + strf(" %-14s  %-12s  %-23s  %s%s%s\n", text(C->Layout), text(C->Its), saidOf(SmartMem, Info.Kind, C->Layout).c_str(),
                     saidOf(DnnFusion, Info.Kind, C->Its).c_str(), Why ? ": " : "", Why ? Why : "");
}

} // namespace

std::string listClasses() {
  std::string Text = "Operators by what they read, derived for an example of each: by layouts (SmartMem, table 4), by elements (DNNFusion, table 2); then\n"
                     "what the papers say of those that they name. (!): it is another class.\n\n";
  for (const OpInfo &Info : allOps())
    Text += entry(Info);
  return Text + "\n" + pairTables();
}

} // namespace hexloom
