// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "embed/Instructions.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

const std::vector<EmbeddableInstruction> &embeddableInstructions() {
  static const std::vector<EmbeddableInstruction> All = [] {
    std::vector<EmbeddableInstruction> Rows;
    for (const Instruction &Row : allInstructions())
      if (std::optional<ScalarInstruction> I = scalarsOf(Row.Name, Row.Computes))
        Rows.push_back({std::move(*I), Row.Expression, Row.Description, &Row});
    const auto Add = [&](const char *Name, const char *Expression, const char *Description, const std::vector<int64_t> &Bytes) {
      std::optional<ScalarInstruction> I = scalarsOf(Name, parseDefinition(Expression, Bytes, 0));
      HEXLOOM_CHECK(I.has_value(), std::string("no sum of products: ") + Name);
      Rows.push_back({std::move(*I), Expression, Description, nullptr});
    };
#define FOREIGN(NAME, EXPRESSION, DESCRIPTION, ...) Add(NAME, EXPRESSION, DESCRIPTION, {__VA_ARGS__});
#include "embed/foreign.def"
    return Rows;
  }();
  return All;
}

const EmbeddableInstruction &embeddableNamed(const std::string &Name) {
  std::string Names;
  for (const EmbeddableInstruction &I : embeddableInstructions()) {
    if (I.Scalars.Name == Name)
      return I;
    Names += (Names.empty() ? "" : ", ") + I.Scalars.Name;
  }
  throw UserError((instructionNamed(Name) ? "no sum of products: '" : "no instruction '") + Name.substr(0, 40) + "'; there are " + Names);
}

int perPacket(const EmbeddableInstruction &I) {
  if (!I.Row)
    return 0;
  constexpr int kMost = 8; // slots of the widest packet
  const std::vector<const Resource *> &Needs = I.Row->Templates[0].Needs;
  std::vector<const Resource *> All = Needs;
  int Count = 1;
  for (; Count < kMost; ++Count) {
    All.insert(All.end(), Needs.begin(), Needs.end());
    if (!fitTogether(All))
      break;
  }
  return Count;
}

} // namespace hexloom
