// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PAD of channels in the depth-blocked layout.
#include "nests/Build.h"
#include "plans/NestPlans.h"

namespace hexloom {

static std::string whyNotPadChannels(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (In.rank() != 4 || !layoutFits(In, Layout::Depth32) || In.isConst())
    return "not an activation of bytes with four dimensions";
  for (size_t I = 0; I < 7; ++I)
    if (O.ints(Attr::Paddings)[I] != 0)
      return "pads more than the end of the channels";
  return In.elements() == 0 || In.Dims == Out.Dims ? "nothing to pad" : "";
}

static OwnLoops padLoops(const Tensor &Out) {
  return {{"hl_vpad_channels", storageBytes(Out.Type, Out.Dims, Layout::Depth32) / 128, int64_t(Out.Dims[0]) * Out.Dims[1]}};
}

void planPadChannels(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotPadChannels(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::Depth32, costOf(padLoops(G.out(O, 0))));
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
  NestBuilder(W).primitive("hl_vpad_channels", {"&p", W.input(0), W.output(0)}, padLoops(G.out(O, 0)));
}

} // namespace hexloom
