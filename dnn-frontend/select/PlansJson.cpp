#include "select/PlansJson.h"

#include <nlohmann/json.hpp>

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
  if (P.IsAside)
    Result["aside"] = true;
  if (!P.Stage.empty())
    Result["stage"] = P.Stage;
  return Result;
}

std::string plansJson(const Graph &G, Target T) {
  Json Layers = Json::array();
  for (const Op &O : G.Ops) {
    Json Plans = Json::array();
    for (const Plan &P : plansFor(G, O, T))
      Plans.push_back(jsonOf(G, O, P));
    Layers.push_back({{"operator", text(O.Kind)}, {"name", O.Name}, {"plans", std::move(Plans)}});
  }
  const Json All = {{"format", 1}, {"target", text(T)}, {"layers", std::move(Layers)}};
  return All.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace hexloom
