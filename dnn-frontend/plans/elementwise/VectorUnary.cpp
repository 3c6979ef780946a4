// HVX kernels of the operators with one input: plans and emission.
#include "emit/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/elementwise/ByteFunction.h"
#include "plans/elementwise/Costs.h"

namespace hexloom {

using namespace elementwise_cost;

void planTable8Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!byteTable(G, O))
    return Plans.reject("not a function from byte to byte");
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  for (Layout L : {Layout::RowMajor, Layout::Depth32})
    if (layoutFits(In, L) && layoutFits(Out, L))
      Plans.add(O, L, kCall + kVectorTable * static_cast<double>((storageBytes(In.Type, In.Dims, L) + 127) / 128));
}

void emitTable8Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/table.h");
  const std::string Table = W.blob(*byteTable(G, O), "uint8_t", "value of each byte");
  W.line(strf("hl_vtable8(%s, %s, %s, %lld);", Table.c_str(), W.input(0).c_str(), W.output(0).c_str(),
              static_cast<long long>((G.out(O, 0).bytes() + 127) / 128)));
}

void planDequantizeVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!dequantizeTable(G, O))
    return Plans.reject("not from bytes with one scale");
  Plans.add(O, Layout::RowMajor, kCall + kVectorTable32 * static_cast<double>((G.in(O, 0).bytes() + 127) / 128));
}

void emitDequantizeVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/table.h");
  const std::vector<uint32_t> Words = *dequantizeTable(G, O);
  Bytes Planes;
  for (int Byte = 0; Byte < 4; ++Byte)
    for (uint32_t Word : Words)
      Planes.push_back(static_cast<uint8_t>(Word >> (8 * Byte)));
  const std::string Table = W.blob(Planes, "uint8_t", "real value of each byte, in four planes");
  W.line(strf("hl_vtable8_u32(%s, %s, %s, %lld);", Table.c_str(), W.input(0).c_str(), W.output(0).c_str(),
              static_cast<long long>((G.out(O, 0).bytes() + 127) / 128)));
}

} // namespace hexloom
