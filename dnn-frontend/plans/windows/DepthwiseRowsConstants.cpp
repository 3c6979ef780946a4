// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseRowsTiling.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>

namespace hexloom {

namespace {

class Packer {
public:
  Packer(const Graph &G, const Op &O, const DepthwiseRowsTiling &T, int Rows)
      : T(T), Weights(G, O), Folded(T.Is16 ? std::vector<int32_t>() : foldedBias(G, O)), Rows(Rows) {}
  Bytes run();

private:
  const DepthwiseRowsTiling &T;
  const DepthwiseWeights Weights;
  const std::vector<int32_t> Folded; ///< bias of bytes
  const int Rows;
  Bytes To;

  template <typename F> void lanes(int Phase, F Value);
  void weights(int Phase, int Set);
  void header(int Phase);
};

/// A word for each lane of a phase.
template <typename F> void Packer::lanes(int Phase, F Value) {
  for (int Lane = 0; Lane < T.kLanes; ++Lane) {
    const auto Word = static_cast<uint32_t>(Value((Phase * T.kLanes + Lane) % T.S.Out.C));
    for (int Shift = 0; Shift < 32; Shift += 8)
      To.push_back(static_cast<uint8_t>(Word >> Shift));
  }
}

/// [rows][groups][kernel width][32 lanes], a word for each lane.
void Packer::weights(int Phase, int Set) {
  const int Bits = 32 / T.WordRows;
  for (int R = 0; R < Rows; ++R)
    for (int Group = 0; Group < T.Groups; ++Group)
      for (int Kx = 0; Kx < T.S.KernelW; ++Kx)
        lanes(Phase, [&](int C) {
          uint32_t Word = 0;
          for (int I = 0; I < T.WordRows; ++I) {
            const int Ky = T.WordRows * Group + I - R * T.S.StrideH;
            const int Weight = Ky >= 0 && Ky < T.S.KernelH ? Weights.at(Ky, Kx, C) : 0;
            const int Part = WeightSets::part(Weight, Set);
            Word |= (static_cast<uint32_t>(Part) & (T.Is16 ? 0xffffu : 0xffu)) << (Bits * I);
          }
          return Word;
        });
}

/// The vectors before the weights: see HL_DEPTHWISE_HEADER.
void Packer::header(int Phase) {
  const DepthwiseScaling &Scaling = T.Scaling;
  const auto Pack = [&](auto Value) { lanes(Phase, Value); };
  const auto Shift = [&](int C) { return Scaling.Shifts[C]; };
  const auto Reduced = [&](int C) { return hl_reduced_multiplier(Scaling.Multipliers[C]); };
  if (T.Wide) {
    Pack([&](int C) { return Scaling.Bias[C] >> 16; });
    Pack([&](int C) { return Scaling.Bias[C] & 0xffff; });
    Pack(Reduced);
    Pack([&](int C) { return 15 - Shift(C); });
    Pack([](int) { return 0; });
  } else if (T.Is16) { // vmpye drops 16 bits; a shift of -1 doubles the multiplier instead
    const auto Less = [&](int C) { return std::max(-1 - Shift(C), 1); };
    Pack([&](int C) { return Scaling.Bias[C]; });
    Pack([&](int C) { return Shift(C) == -1 ? 2 * Reduced(C) : Reduced(C); });
    Pack([](int) { return 0; });
    Pack([&](int C) { return 1 << (Less(C) - 1); });
    Pack(Less);
  } else if (!T.Output.Kind.isReference()) {
    Pack([&](int C) { return static_cast<uint32_t>(Folded[C]) + static_cast<uint32_t>(stageOffset(T.Output, C)); });
    for (int64_t StageLane::*Member : {&StageLane::Multiplier, &StageLane::Constant, &StageLane::Negative, &StageLane::Offset})
      Pack([&](int C) { return T.Output.Lanes[C].*Member; });
  } else {
    const auto Less = [&](int C) { return std::max(-Shift(C) - 1, 0); };
    Pack([&](int C) { return Folded[C]; });
    Pack([&](int C) { return Scaling.Multipliers[C]; });
    Pack([&](int C) { return std::max(Shift(C), 0); });
    Pack([&](int C) { return Shift(C) < 0 ? 1 << Less(C) : 0; });
    Pack(Less);
  }
}

Bytes Packer::run() {
  for (int Phase = 0; Phase < T.Phases; ++Phase) {
    header(Phase);
    for (int Set = 0; Set <= T.FurtherSets; ++Set)
      weights(Phase, Set);
  }
  return std::move(To);
}

} // namespace

Bytes depthwiseRowsConstants(const Graph &G, const Op &O, const DepthwiseRowsTiling &T, int Rows) { return Packer(G, O, T, Rows).run(); }

} // namespace hexloom
