// L2_NORMALIZATION: the portable kernel.
#include "plans/windows/Softmax.h"

namespace hexloom {

void planL2NormPortable(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type) || G.out(O, 0).Type != In.Type)
    return Plans.reject(unservedType(In));
  if (!In.Quant.present())
    return Plans.reject("the input has no quantization");
  if (O.s(Attr::Activation) != "none")
    return Plans.reject("does not serve a fused activation");
  Plans.add(O, Layout::RowMajor, cost::ScalarLayer + cost::ScalarSoftmax * static_cast<double>(In.elements()));
}

void emitL2NormPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/l2norm.h");
  const Tensor &In = G.in(O, 0);
  const RowShape S = rowShape(In);
  W.structure("hl_l2norm", "p",
              {{"type", hlType(In.Type)},
               field("rows", S.Rows),
               field("depth", S.Depth),
               field("in_zero", In.Quant.zeroPoint())});
  W.line(strf("hl_l2norm_portable(&p, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
