// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuse-padding: a PAD of height and width goes into the operator behind it, whose own padding then
// covers it.
//
//   %1: i8[1x10x10x8] = PAD(%0) {paddings=[0,0,1,1,1,1,0,0], pad_value=-5}       // zero point -5
//   %2: i8[1x8x8x8] = CONV_2D(%1, %w, %b) {pads=[0,0,0,0], ...}
//   ->
//   %2: i8[1x8x8x8] = CONV_2D(%0, %w, %b) {pads=[1,1,1,1], ...}
//
// Equal to the bit, because
// - CONV_2D, DEPTHWISE_CONV_2D: their own padding contributes nothing, as an element at the zero
// point does: the padded
//   value must be the zero point.
// - MAX_POOL_2D: its own padding never is the largest: the padded value must be the least of the
// type.
// - AVERAGE_POOL_2D divides by the elements that are not its own padding, which a PAD's are: never
// fused. TRANSPOSE_CONV
//   pads its result, not its input.
// The padding on each side stays below the window's extent, so that every window keeps an element
// of the input. Requires: row-major tensors. Changes: a PAD that nobody reads any more is dropped.
#include "ir/Quantize.h"
#include "passes/Passes.h"
#include "passes/Uses.h"

namespace hexloom {

namespace {

using Ints = std::vector<int64_t>;

/// The value that the operator's own padding stands for; nullopt: none.
std::optional<int64_t> paddingOf(const Op &O, const Tensor &T) {
  enum { Zero, Least } Value;
  switch (O.Kind) {
#define PADS(KIND, VALUE)                                                                                                    \
  case OpKind::KIND:                                                                                                         \
    Value = VALUE;                                                                                                           \
    break;
#include "ir/families.def"
  default:
    return std::nullopt;
  }
  if (Value == Least)
    return typeRange(T.Type).Min;
  return T.Quant.present() ? std::optional<int64_t>(T.Quant.zeroPoint()) : std::nullopt;
}

/// {height, width} of the window, dilation included.
Ints windowExtent(const Graph &G, const Op &O) {
  if (O.Attrs.count(Attr::Kernel))
    return O.ints(Attr::Kernel);
  const Shape &Filter = G.in(O, 1).Dims;
  const Ints &Dilation = O.ints(Attr::Dilation);
  return {(Filter[1] - 1) * Dilation[0] + 1, (Filter[2] - 1) * Dilation[1] + 1};
}

/// The consumer's pads with the PAD's added, or empty when it does not fit.
Ints fusedPads(const Graph &G, const Op &Pad, const Op &Consumer) {
  const Ints &P = Pad.ints(Attr::Paddings);
  if (P.size() != 8 || P[0] || P[1] || P[6] || P[7])
    return {};
  Ints Pads = Consumer.ints(Attr::Pads);
  const Ints Extent = windowExtent(G, Consumer);
  for (int D = 0; D < 2; ++D) {
    Pads[D] += P[2 + 2 * D];
    Pads[D + 2] += P[3 + 2 * D];
    if (Pads[D] >= Extent[D] || Pads[D + 2] >= Extent[D])
      return {};
  }
  return Pads;
}

} // namespace

int64_t fusePadding(Graph &G, Budget &) {
  int64_t Count = 0;
  Uses U(G); // anew after each change only: a graph may have many operators
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const int Producer = G.Ops[I].Inputs[0] == kNoTensor ? -1 : U.producer(G.Ops[I].Inputs[0]);
    if (Producer < 0 || G.Ops[Producer].Kind != OpKind::Pad)
      continue;
    Op &Consumer = G.Ops[I];
    const Op &Pad = G.Ops[Producer];
    const Tensor &From = G.in(Pad, 0);
    if (!(From.Quant == G.out(Pad, 0).Quant) || From.elements() == 0 ||
        paddingOf(Consumer, G.out(Pad, 0)) != Pad.i(Attr::PadValue))
      continue;
    const Ints Pads = fusedPads(G, Pad, Consumer);
    if (Pads.empty())
      continue;
    Consumer.Attrs[Attr::Pads] = Pads;
    Consumer.Inputs[0] = Pad.Inputs[0];
    ++Count;
    if (U.readers(Pad.Outputs[0]) == 1) {
      G.Ops.erase(G.Ops.begin() + Producer);
      --I;
    }
    U = Uses(G);
  }
  return Count;
}

} // namespace hexloom
