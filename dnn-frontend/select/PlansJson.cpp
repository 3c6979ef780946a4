// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/PlansJson.h"
#include "ir/LayerNumbers.h"
#include "select/AxisValues.h"
#include "select/TuningRecords.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hexloom {

using Json = nlohmann::ordered_json;

static Json jsonOf(const Graph &G, const Op &O, const Plan &P) {
  if (!P.Rejected.empty())
    return {{"kernel", P.Kernel->Name}, {"rejected", P.Rejected}};
  Json Terms = Json::object(), Schedule = Json::object();
  for (const auto &[Name, Value] : P.Schedule.fields())
    Schedule[Name] = Value;
  for (const Cost::Term &T : P.Cost.terms())
    if (T.Count != 0)
      Terms[std::string(T.Constant->Family) + "." + T.Constant->Name] = T.Count;
  Json Result = {{"kernel", P.Kernel->Name},
                 {"layouts", layoutText(G, O, P)},
                 {"schedule", Schedule},
                 {"taken", isTaken(G, O, P)},
                 {"cycles", P.cycles()},
                 {"terms", Terms}};
  if (const Traffic &Moved = P.Cost.traffic(); Moved.waits() != 0)
    Result["bytes"] = {{"from second level", Moved.FromSecondLevel}, {"from memory", Moved.FromMemory}};
  if (P.Aside)
    Result["aside"] = text(*P.Aside);
  if (!P.Stage.empty())
    Result["stage"] = P.Stage;
  return Result;
}

/// By kernel and field the values that plans have.
static Json axesJson(const std::vector<Plan> &Plans) {
  Json All = Json::object();
  for (const Plan &P : Plans)
    if (P.Rejected.empty() && !All.contains(P.Kernel->Name))
      for (const AxisValues &Each : axisValues(*P.Kernel, Plans))
        if (!Each.Values.empty())
          All[P.Kernel->Name][text(Each.Row.Field)] = {{"by", text(Each.Row.By)}, {"values", Each.Values}};
  return All;
}

/// As at that depth of indentation.
static std::string indented(const std::string &Text, size_t Depth) {
  const std::string Blanks(Depth, ' ');
  std::string All = Blanks;
  for (char C : Text) {
    All += C;
    if (C == '\n')
      All += Blanks;
  }
  return All;
}

void writePlansJson(const Graph &G, Target T, Compilation &Shared, const Sink &Out) {
  constexpr size_t kDepth = 2;
  const auto Write = [&](const std::string &Text) { Out(Text.data(), Text.size()); };
  const Json Head = {{"format", 1}, {"target", text(T)}, {"layers", Json::array()}};
  const std::string Empty = Head.dump(1), End = "]\n}";
  Write(Empty.substr(0, Empty.size() - End.size()));
  const char *Before = "\n";
  const std::vector<std::string> Numbers = layerNumbers(G);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    Json Plans = Json::array();
    const std::vector<Plan> All = offeredPlans(G, O, T, Shared);
    for (const Plan &P : All)
      Plans.push_back(jsonOf(G, O, P));
    const Json Layer = {{"layer", layerName(Numbers[I], text(O.Kind))},
                        {"operator", text(O.Kind)},
                        {"name", O.Name},
                        {"key", tuningKey(G, O)},
                        {"axes", axesJson(All)},
                        {"plans", std::move(Plans)}};
    Write(Before + indented(Layer.dump(1, ' ', true, Json::error_handler_t::replace), kDepth));
    Before = ",\n";
  }
  Write((G.Ops.empty() ? "" : "\n ") + End + "\n");
}

} // namespace hexloom
