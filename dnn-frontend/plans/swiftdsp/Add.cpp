// ADD and SUB: see runtime/include/hexloom/swiftdsp/add.h.
#include "ir/LayoutMap.h"
#include "plans/elementwise/AnyLayout.h"
#include "plans/elementwise/Arithmetic.h"
#include "plans/swiftdsp/Planes.h"

namespace hexloom {

using namespace swiftdsp_cost;

static std::string addProblem(const Graph &G, const Op &O) {
  if (const std::string Problem = whyNotArithmetic(G, O); !Problem.empty())
    return Problem;
  if (G.in(O, 0).Type != DType::Int8)
    return "serves int8 only";
  if (G.in(O, 0).Dims != G.out(O, 0).Dims || G.in(O, 1).Dims != G.out(O, 0).Dims)
    return "does not broadcast";
  return "";
}

static bool isServed(const Graph &G, const Op &O, Layout L) {
  for (size_t I = 0; I < 2; ++I)
    if (L != Layout::RowMajor && G.in(O, I).isConst()) // constants are row-major
      return false;
  return layoutFits(G.out(O, 0), L);
}

void planAddBytes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = addProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &Out = G.out(O, 0);
  for (Layout L : {Layout::RowMajor, Layout::PlanesMargin})
    if (isServed(G, O, L))
      Plans.add(O, L, Layer + double(ceilOf(LayoutMap(L, Out.Dims).size(), kVectorBytes)) * AddVector);
}

void emitAddBytes(const Graph &G, const Op &O, LayerWriter &W) {
  const Arithmetic P = arithmeticOf(G, O);
  W.body("add.h");
  W.structure("hl_arithmetic", "p", P.fields());
  const Tensor &Out = G.out(O, 0);
  W.line(strf("hl_sd_add(&p, %d, %s, %s, out0, %lld);", clampWord(P.Zero[2], P.Bounds), W.input(0).c_str(), W.input(1).c_str(),
              static_cast<long long>(LayoutMap(Out.Layout, Out.Dims).size())));
}

} // namespace hexloom
