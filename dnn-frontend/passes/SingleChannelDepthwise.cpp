// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// depthwise-to-convolution: a depthwise convolution of one channel is a convolution, which vector
// kernels serve better.
//
//   %1 = DEPTHWISE_CONV_2D(%0 1x49x40x1, filter 1x10x8x8)   ->   %1 = CONV_2D(%0 1x49x40x1, filter
//   8x10x8x1)
//
// Requires: a constant filter. Changes: the filter (transposed to OHWI) and the dimension of its
// scales.
#include "passes/Passes.h"

#include <cstring>

namespace hexloom {

/// 1HWC to CHW1.
static Tensor transposedFilter(const Tensor &Filter) {
  Tensor T = Filter;
  const int64_t Taps = int64_t(Filter.Dims[1]) * Filter.Dims[2], Channels = Filter.Dims[3],
                Size = bytesOf(Filter.Type);
  T.Dims = {Filter.Dims[3], Filter.Dims[1], Filter.Dims[2], 1};
  T.Quant.Axis = 0;
  T.SourceIndex = -1;
  Bytes Data(Filter.Data->size());
  for (int64_t Tap = 0; Tap < Taps; ++Tap)
    for (int64_t C = 0; C < Channels; ++C)
      std::memcpy(&Data[(C * Taps + Tap) * Size], &(*Filter.Data)[(Tap * Channels + C) * Size],
                  Size);
  T.Data = std::make_shared<const Bytes>(std::move(Data));
  return T;
}

int64_t convertSingleChannelDepthwise(Graph &G, Budget &Purse) {
  int64_t Converted = 0;
  for (Op &O : G.Ops) {
    if (O.Kind != OpKind::DepthwiseConv2D || G.in(O, 0).Dims.back() != 1 || !G.in(O, 1).isConst())
      continue;
    Purse.keep(G.in(O, 1).bytes()); // operators may share a filter, each gets its own
    O.Kind = OpKind::Conv2D;
    O.Attrs.erase(Attr::DepthMultiplier);
    O.Inputs[1] = G.addTensor(transposedFilter(G.in(O, 1)));
    ++Converted;
  }
  return Converted;
}

} // namespace hexloom
