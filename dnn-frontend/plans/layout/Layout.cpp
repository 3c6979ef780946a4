// RESHAPE and the conversions between layouts.
#include "emit/LayerWriter.h"
#include "plans/Plan.h"

namespace hexloom {

double conversionCycles(const Tensor &T, Layout From, Layout To) {
  // Scalar bytes: about four packets each (load, store, address, loop).
  return From == To ? 0 : 64 + 4.0 * static_cast<double>(T.elements());
}

void planReshapeAlias(const Graph &, const Op &O, PlanList &Plans) { Plans.add(O, Layout::RowMajor, 0); }

void emitReshapeAlias(const Graph &G, const Op &O, LayerWriter &W) {
  W.aliasOutputToInput();
  const auto Size = static_cast<long long>(G.out(O, 0).bytes());
  W.line(strf("__builtin_memcpy(%s, %s, %lld);", W.output(0).c_str(), W.input(0).c_str(), Size));
}

void planConvertScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &From = G.in(O, 0), &To = G.out(O, 0);
  Plans.add({From.Layout}, {To.Layout}, conversionCycles(From, From.Layout, To.Layout));
}

void emitConvertScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/layout.h");
  const bool ToBlocked = G.out(O, 0).Layout == Layout::Depth32;
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  W.line(strf("%s((const uint8_t *)%s, (uint8_t *)%s, %d, %d, %d);", ToBlocked ? "hl_rm_to_d32" : "hl_d32_to_rm",
              W.input(0).c_str(), W.output(0).c_str(), D.N * D.H, D.W, D.C));
}

} // namespace hexloom
