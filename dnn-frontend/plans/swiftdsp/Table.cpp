// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions from byte to byte: see runtime/include/hexloom/swiftdsp/table.h.
#include "ir/LayoutMap.h"
#include "plans/elementwise/ByteFunction.h"
#include "plans/swiftdsp/Planes.h"

namespace hexloom {

using namespace swiftdsp_cost;

void planTable8LookUps(const Graph &G, const Op &O, PlanList &Plans) {
  if (!byteTable(G, O))
    return Plans.reject(byteTableFault(G, O));
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  for (Layout L : {Layout::RowMajor, Layout::PlanesMargin})
    if (layoutFits(In, L) && layoutFits(Out, L) && !(In.isConst() && L != Layout::RowMajor))
      Plans.add(O, L, Layer + double(ceilOf(LayoutMap(L, Out.Dims).size(), kVectorBytes)) * TableVector);
}

void emitTable8LookUps(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &Out = G.out(O, 0);
  W.body("table.h");
  W.line(strf("hl_sd_table8(%s, %s, %s, %lld);", W.blob(*byteTable(G, O), "uint8_t", "value of each byte").c_str(),
              W.input(0).c_str(), W.output(0).c_str(), static_cast<long long>(ceilOf(LayoutMap(Out.Layout, Out.Dims).size(), kVectorBytes))));
}

} // namespace hexloom
