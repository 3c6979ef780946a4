// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PAD of channels in the depth-blocked layout.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/movement/Costs.h"

namespace hexloom {

using namespace movement_cost;

static std::string whyNotPadChannels(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (In.rank() != 4 || !layoutFits(In, Layout::Depth32) || In.isConst())
    return "not an activation of bytes with four dimensions";
  for (size_t I = 0; I < 7; ++I)
    if (O.ints(Attr::Paddings)[I] != 0)
      return "pads more than the end of the channels";
  return In.elements() == 0 || In.Dims == Out.Dims ? "nothing to pad" : "";
}

void planPadChannels(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotPadChannels(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  const Tensor &Out = G.out(O, 0);
  const double Vectors =
      static_cast<double>(storageBytes(Out.Type, Out.Dims, Layout::Depth32) / 128);
  Plans.add(O, Layout::Depth32,
            kCall + double(Out.Dims[0]) * Out.Dims[1] * kTurn + Vectors * kVectorStep);
}

void emitPadChannels(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("pad_channels.h");
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  const auto Number = [](int64_t Value) { return std::to_string(Value); };
  W.structure("hl_pad_channels_params", "p",
              {{"rows", Number(int64_t(In[0]) * In[1])},
               {"vectors", Number((In[2] + 3) / 4)},
               {"in_blocks", Number((In[3] + 31) / 32)},
               {"out_blocks", Number((Out[3] + 31) / 32)},
               {"last_channels", Number((In[3] - 1) % 32 + 1)},
               {"value", Number(O.i(Attr::PadValue))}});
  W.line(strf("hl_vpad_channels(&p, %s, %s);", W.input(0).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
