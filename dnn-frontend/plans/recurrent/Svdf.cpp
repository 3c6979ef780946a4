// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SVDF.
#include "ir/Quantize.h"
#include "plans/products/Products.h"
#include "support/CText.h"

namespace hexloom {

/// The multiplier A * B / C of three scales, in float as the reference computes it.
static Multiplier factor(float A, float B, float C) { return quantizeMultiplier(double(A * B / C)); }

void planSvdfPortable(const Graph &G, const Op &O, PlanList &Plans) {
  const double Batches = G.in(O, 0).Dims[0],
               Macs = Batches * double(G.in(O, 1).elements() + G.in(O, 2).elements());
  Plans.add(O, Layout::RowMajor,
            Macs * product_cost::ScalarMac +
                double(G.out(O, 0).elements()) * product_cost::ScalarOutput);
}

void emitSvdfPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0), &Features = G.in(O, 1), &Times = G.in(O, 2), &State = G.in(O, 4),
               &Out = G.out(O, 0);
  const float StateScale = State.Quant.scale();
  W.include("hexloom/portable/svdf.h");
  W.structure("hl_svdf", "p",
              {{"state_type", hlType(State.Type)},
               param("batches", In.Dims[0]),
               param("inputs", In.Dims[1]),
               param("units", Out.Dims[1]),
               param("rank", O.i(Attr::Rank)),
               param("memory", Times.Dims[1]),
               param("in_zero", In.Quant.zeroPoint()),
               param("state_zero", State.Quant.zeroPoint()),
               param("out_zero", Out.Quant.zeroPoint()),
               {"feature", cText(factor(In.Quant.scale(), Features.Quant.scale(), StateScale))},
               {"output", cText(factor(StateScale, Times.Quant.scale(), Out.Quant.scale()))}});
  W.mayOverwrite(4, 1);
  W.line(strf("hl_svdf_portable(&p, %s, %s, %s, %s, %s, %s, %s);", W.input(0).c_str(),
              W.input(1).c_str(), W.input(2).c_str(), G.hasIn(O, 3) ? W.input(3).c_str() : "0",
              W.input(4).c_str(), W.output(0).c_str(), W.output(1).c_str()));
}

} // namespace hexloom
