// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// HVX kernels of the operators with one input: plans and emission.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/ByteFunction.h"
#include "plans/elementwise/FloatThresholds.h"

#include <limits>

namespace hexloom {

/// The vectors of so many bytes.
static int64_t vectorsOf(int64_t Bytes) { return (Bytes + 127) / 128; }

/// The loop of a primitive that takes a vector in each turn.
static OwnLoops eachOf(const char *Primitive, int64_t Vectors) { return {{Primitive, Vectors}}; }

void planTable8Vector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!byteTable(G, O))
    return Plans.reject(byteTableFault(G, O));
  const Tensor &In = G.in(O, tableInput(G, O)), &Out = G.out(O, 0);
  for (Layout L : offeredLayouts())
    if (layoutFits(In, L) && layoutFits(Out, L))
      Plans.follow(O, L, costOf(eachOf("hl_vtable8", vectorsOf(storageBytes(In.Type, In.Dims, L)))));
}

void emitTable8Vector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("table.h");
  const std::string Table = W.blob(*byteTable(G, O), "uint8_t", "value of each byte");
  const int64_t Vectors = vectorsOf(G.out(O, 0).bytes());
  NestBuilder(W).primitive("hl_vtable8", {Table, W.input(tableInput(G, O)), W.output(0), Vectors}, eachOf("hl_vtable8", Vectors));
}

/// Words as four tables of their bytes, the lowest first.
static Bytes planesOf(const std::vector<uint32_t> &Words) {
  Bytes Planes;
  for (int Byte = 0; Byte < 4; ++Byte)
    for (uint32_t Word : Words)
      Planes.push_back(static_cast<uint8_t>(Word >> (8 * Byte)));
  return Planes;
}

void planDequantizeVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!dequantizeTable(G, O))
    return Plans.reject("not from bytes with one scale");
  Plans.add(O, Layout::RowMajor, costOf(eachOf("hl_vtable8_u32", vectorsOf(G.in(O, 0).bytes()))));
}

void emitDequantizeVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("table.h");
  const std::string Table = W.blob(planesOf(*dequantizeTable(G, O)), "uint8_t", "real value of each byte, in four planes");
  NestBuilder(W).primitive("hl_vtable8_u32", {Table, W.input(0), W.output(0), vectorsOf(G.out(O, 0).bytes())},
                     eachOf("hl_vtable8_u32", vectorsOf(G.in(O, 0).bytes())));
}

void planQuantizeVector(const Graph &G, const Op &O, PlanList &Plans) {
  constexpr float kLeastScale = 1e-30f; // denormal inputs count as zero
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool Byte = Out.Type == DType::Int8 || Out.Type == DType::UInt8;
  if (In.Type != DType::Float32 || !Byte || !Out.Quant.present() || Out.Quant.perChannel())
    return Plans.reject("not from float to bytes with one scale");
  if (Out.Quant.scale() < kLeastScale || Out.Quant.scale() > 1 / kLeastScale)
    return Plans.reject("scale out of the fixed-point quotient's range");
  Plans.add(O, Layout::RowMajor, costOf(eachOf("hl_vquantize", vectorsOf(Out.bytes()))));
}

void emitQuantizeVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("quantize.h");
  const Tensor &Out = G.out(O, 0);
  const FloatThresholds T = floatThresholds(Out);
  const auto Number = [](int64_t Value) { return std::to_string(Value); };
  W.structure("hl_vquantize_params", "p",
              {{"type", hlType(Out.Type)},
               {"words", Number((G.in(O, 0).bytes() + 127) / 128)},
               {"least", Number(int64_t(T.Keys[1]) - 1)},
               {"greatest", Number(T.Keys[255])},
               {"inverse", Number(T.Inverse)},
               {"shift", Number(141 - T.Exponent)},
               {"zero", Number(Out.Quant.zeroPoint() - typeRange(Out.Type).Min)}});
  std::vector<uint32_t> Next(T.Keys.begin() + 1, T.Keys.end());
  Next.push_back(std::numeric_limits<int32_t>::max());
  const std::string Planes = W.blob(planesOf(Next), "uint8_t", "thresholds in four planes");
  NestBuilder(W).primitive("hl_vquantize", {"&p", Planes, W.input(0), W.output(0)}, eachOf("hl_vquantize", vectorsOf(Out.bytes())));
}

} // namespace hexloom
