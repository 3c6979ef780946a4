// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUMSUM and TOPK_V2: plain C (hexloom/portable/ordered.h).
#include "plans/elementwise/ByteSum.h"
#include "plans/windows/Softmax.h"
#include "plans/windows/Window.h"

namespace hexloom {

void planCumsum(const Graph &G, const Op &O, PlanList &Plans) {
  const CostConstant &Each = G.in(O, 0).Type == DType::Int8 ? cost::ScalarOutput : cost::ScalarElement;
  Plans.add(O, Layout::RowMajor, Each * static_cast<double>(G.in(O, 0).elements()));
}

void emitCumsum(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/ordered.h");
  W.include("hexloom/portable/plain.h");
  const Tensor &In = G.in(O, 0);
  int64_t Outer = 1, Inner = 1;
  for (int64_t D = 0; D < In.rank(); ++D)
    (D < O.i(Attr::Axis) ? Outer : Inner) *= D == O.i(Attr::Axis) ? 1 : In.Dims[D];
  W.structure("hl_cumsum", "p",
              {field("outer", Outer), field("axis", In.Dims[O.i(Attr::Axis)]), field("inner", Inner),
               field("exclusive", O.b(Attr::Exclusive)), field("reverse", O.b(Attr::Reverse))});
  std::string Sum = cType(In.Type), Next = In.Type == DType::Float32 ? "sum + x" : "HL_WRAP(sum, +, x)", Result = "sum";
  if (In.Type == DType::Float32) {
    W.include("hexloom/portable/real_bits.h");
    Result = "hl_real(sum)";
  }
  if (In.Type == DType::Int8) {
    W.structure("hl_byte_sum", "s", byteSumFields(In, G.out(O, 0)));
    Sum = "int32_t";
    Next = "hl_wrap_add(sum, hl_byte_term(&s, x))";
    Result = "hl_byte_result(&s, sum)";
  }
  W.line(strf("HL_CUMSUM(&p, %s, %s, %s, %s, %s, %s);", cType(In.Type), Sum.c_str(), W.input(0).c_str(),
              W.output(0).c_str(), Next.c_str(), Result.c_str()));
}

void planTopK(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const double Most = In.elements() == 0 ? 0 : static_cast<double>(Out.Dims.back());
  // Each element is compared with the least of those found, few of them are inserted.
  Plans.add(O, Layout::RowMajor,
            cost::ScalarElement * (static_cast<double>(In.elements()) + 2 * Most * static_cast<double>(Out.elements())));
}

void emitTopK(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/ordered.h");
  const RowShape S = rowShape(G.in(O, 0));
  W.line(strf("HL_TOP_K(%lld, %lld, %d, %s, %s, %s, %s);", static_cast<long long>(S.Rows),
              static_cast<long long>(S.Depth), G.out(O, 0).Dims.back(), cType(G.in(O, 0).Type), W.input(0).c_str(),
              W.output(0).c_str(), W.output(1).c_str()));
}

} // namespace hexloom
