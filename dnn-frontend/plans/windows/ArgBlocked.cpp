// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ARG_MAX and ARG_MIN over the channels in the depth-blocked layout (hexloom/hvx/arg.h).
#include "plans/windows/Arg.h"
#include "plans/RowEnds.h"
#include "plans/Strides.h"
#include "support/Rounding.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

constexpr int kMostChannels = 255; // a key has eight bits for the channel, and 0 is for none

/// The cost of a row of pixels: the keys of each vector, in straight code or a loop, and the stores of its indices.
static Cost rowCost(const Nhwc &D, bool IsLong) {
  constexpr int kTogether = 4 * HL_ARG_FOURS; // pixels
  const int Vectors = std::min((D.W + 3) / 4, HL_ARG_FOURS), Blocks = (D.C + 31) / 32, Groups = (D.W + kTogether - 1) / kTogether;
  const bool IsStraight = Vectors * Blocks <= HL_ARG_STRAIGHT;
  const Cost Keys = Vectors * ((IsStraight ? cost::ArgVector : cost::ArgVectorLooped) * double(Blocks) +
                               (IsStraight ? Cost() : Cost(cost::ArgLooped)));
  const int Bytes = D.W * (IsLong ? 8 : 4);
  return double(Groups) * (cost::ArgGroup + Keys) + Bytes / 128 * cost::ArgStore + (Bytes % 128 != 0) * cost::ArgStorePart;
}

void planArgBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = argProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (bytesOf(In.Type) != 1 || In.rank() > 4)
    return Plans.reject(unservedType(In));
  if (O.i(Attr::Axis) != In.rank() - 1)
    return Plans.reject("the axis is not the last dimension");
  if (In.Dims.back() > kMostChannels)
    return Plans.reject("more than 255 channels");
  const Nhwc D = asNhwc(In.Dims);
  const double Rows = double(D.N) * D.H;
  const bool IsLong = G.out(O, 0).Type == DType::Int64;
  const Cost Across = endsAcross(int64_t(D.N) * D.H, int64_t(D.W) * (IsLong ? 8 : 4)) * cost::ArgStoreAcross; // a row's last indices
  for (Layout L : blockedLayouts())
    Plans.add({L}, {Layout::RowMajor}, cost::VectorLayer + Rows * rowCost(D, IsLong) + Across);
}

void emitArgBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("arg.h");
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  Bytes Channels; // 255 - channel, for each of the four pixels
  for (int Block = 0; Block < (D.C + 31) / 32; ++Block)
    for (int I = 0; I < 128; ++I) {
      const int C = 32 * Block + I % 32;
      Channels.push_back(static_cast<uint8_t>(C < D.C ? 255 - C : 0));
    }
  W.structure("hl_arg_d32", "p",
              {{"type", hlType(G.in(O, 0).Type)},
               {"out_type", hlType(G.out(O, 0).Type)},
               field("rows", int64_t(D.N) * D.H),
               field("width", D.W),
               field("depth", D.C),
               field("largest", takesLargest(O))});
  W.line(strf("hl_arg_channels_d32(&p, in0, %s, out0);",
              W.blob(Channels, "uint8_t", "255 - channel").c_str()));
}

} // namespace hexloom
