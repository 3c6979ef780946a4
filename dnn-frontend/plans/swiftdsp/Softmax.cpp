// SOFTMAX of bytes: see runtime/include/hexloom/swiftdsp/softmax.h.
#include "plans/windows/Softmax.h"
#include "plans/swiftdsp/Planes.h"

namespace hexloom {

using namespace swiftdsp_cost;

static std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = softmaxProblem(G, O); !Problem.empty())
    return Problem;
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type) || G.out(O, 0).Type != In.Type)
    return unservedType(In) + " to " + text(G.out(O, 0).Type);
  return In.isConst() || In.elements() == 0 ? "nothing is computed, or of a constant" : "";
}

void planSoftmaxLookUps(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const RowShape S = rowShape(G.in(O, 0));
  Plans.add(O, Layout::RowMajor,
            Layer + double(S.Rows) * (SoftmaxRow + double(ceilOf(S.Depth, kVectorBytes)) * SoftmaxVector));
}

/// The words' lowest bytes, then the next ones, and so on.
static Bytes byteTables(const std::vector<int32_t> &Words) {
  Bytes Tables;
  for (int Shift = 0; Shift < 32; Shift += 8)
    for (int32_t Word : Words)
      Tables.push_back(static_cast<uint8_t>(static_cast<uint32_t>(Word) >> Shift));
  return Tables;
}

void emitSoftmaxLookUps(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  const RowShape S = rowShape(In);
  W.body("softmax.h");
  W.structure("hl_sd_softmax", "p",
              {field("rows", S.Rows), field("depth", S.Depth), field("storage", ownedBytes(In)),
               field("flip", In.Type == DType::UInt8 ? 128 : 0)});
  const Bytes Tables = byteTables(softmaxExpTable(In.Quant.scale(), O.f(Attr::Beta)));
  W.line(strf("hl_sd_softmax_rows(&p, (const int8_t *)%s, %s,", W.input(0).c_str(),
              W.blob(Tables, "int8_t", "bytes of the exponentials by distance").c_str()));
  W.line(strf("                   %s, (int8_t *)out0);",
              W.scratch(ceilOf(S.Depth, kVectorBytes) * kVectorBytes * 6).c_str()));
}

} // namespace hexloom
