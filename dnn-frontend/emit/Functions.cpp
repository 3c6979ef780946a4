// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emit/Functions.h"
#include "nests/Marks.h"

#include <functional>

namespace hexloom {

/// Layers from which on a function is shared: more than any network that people made has alike, to the last multiplier.
static constexpr size_t kMany = 32;
/// Arguments of a call.
static constexpr size_t kMostConstants = 16;

Functions::Id Functions::add(std::string Parameters, std::string Body, bool IsBound) {
  const std::hash<std::string> Hash;
  std::vector<Id> &Alike = Known[{Body.size(), Hash(Body) ^ Hash(Parameters) << 1}];
  for (Id Each : Alike)
    if (All[Each].Body == Body && All[Each].Parameters == Parameters)
      return Each;
  Purse.write(static_cast<int64_t>(Parameters.size() + Body.size()));
  Body.shrink_to_fit();
  All.push_back({std::move(Parameters), std::move(Body), IsBound});
  Alike.push_back(All.size() - 1);
  return Alike.back();
}

void Functions::use(Id Function, const std::string &Name, size_t Constants) {
  Text &T = All[Function];
  if (T.Uses++ == 0)
    T.FirstName = Name, T.Constants = Constants;
}

bool Functions::isShared(Id Function) const {
  const Text &T = All[Function];
  return T.Uses >= kMany && T.Constants <= kMostConstants && !T.IsBound;
}

std::string Functions::nameOfShared(Id Function) const {
  return strf("%s_and_%zu_more", All[Function].FirstName.c_str(), All[Function].Uses - 1);
}

std::string Functions::shared() const {
  std::string Written;
  for (Id Each = 0; Each < All.size(); ++Each)
    if (isShared(Each)) {
      const Text &T = All[Each];
      std::string Parameters = T.Parameters;
      for (size_t K = 0; K < T.Constants; ++K)
        Parameters += strf(", const void *HL_RESTRICT constant%zu HL_ALIGNED", K);
      Written += strf("\n/* Of %zu layers, which differ in their constants only. */\nHL_LAYER void ", T.Uses) + nameOfShared(Each) + "(" +
                 Parameters + ") {\n" +
                 withMarks(T.Body, [](size_t K, const std::string &CType) { return strf("((const %s *)constant%zu)", CType.c_str(), K); }) +
                 "}\n";
    }
  return Written;
}

std::string Functions::own(Id Function, const std::vector<LayerConstant> &Constants) const {
  const Text &T = All[Function];
  return "(" + T.Parameters + ") {\n" +
         withMarks(T.Body, [&](size_t K, const std::string &CType) { return Constants.at(K).cText(CType); }) + "}\n";
}

} // namespace hexloom
