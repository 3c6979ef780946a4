// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See NetworkNames.h.
#include "NetworkNames.h"

using namespace llvm;
using namespace profile;

Expected<NetworkNames> NetworkNames::of(const json::Value &V, StringRef File) {
  const json::Object *Summary = V.getAsObject();
  const json::Array *Layers = Summary ? Summary->getArray("layers") : nullptr;
  if (!Layers)
    return createStringError(inconvertibleErrorCode(),
                             File + ": not what dnn-frontend --summary=json prints");
  NetworkNames Names;
  Names.Network = Summary->getString("name").value_or("").str();
  for (const json::Value &Layer : *Layers)
    if (const json::Object *O = Layer.getAsObject()) {
      const std::string Name = O->getString("layer").value_or("").str();
      Names.TensorOf[Name] = O->getString("name").value_or("").str();
      Names.PlanOf[Name] = O->getString("plan").value_or("").str();
    }
  return Names;
}

std::string NetworkNames::tensorOf(StringRef Layer) const {
  auto It = TensorOf.find(Layer.str());
  return It == TensorOf.end() ? "" : It->second;
}

void NetworkNames::addTo(json::Object &Report) const {
  if (Network.empty())
    return;
  Report["program"] = Network;
  if (json::Array *Layers = Report.getArray("layers"))
    for (json::Value &Layer : *Layers)
      if (json::Object *O = Layer.getAsObject()) {
        const StringRef Name = O->getString("name").value_or("");
        const auto Plan = PlanOf.find(Name.str());
        if (Plan != PlanOf.end() && !Plan->second.empty())
          (*O)["plan"] = Plan->second;
        if (std::string Tensor = tensorOf(Name); !Tensor.empty())
          (*O)["tensor"] = Tensor;
      }
}
