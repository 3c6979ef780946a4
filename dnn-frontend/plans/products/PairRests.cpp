// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/PairRests.h"

#include <algorithm>
#include <cstdint>

namespace hexloom {

static constexpr int kLanes = hexagon::kVectorLanes, kWordBytes = 4;

namespace {

/// What a weight has beyond a signed byte.
int restOf(int Weight) { return Weight - std::clamp<int>(Weight, INT8_MIN, INT8_MAX); }

/// By tap of an output, as the filter has them.
template <typename Weight> bool anyLeaves(const Tensor &Filter, int Zero) {
  const Weight *const All = Filter.dataAs<Weight>();
  return std::any_of(All, All + Filter.elements(), [&](int W) { return restOf(W - Zero) != 0; });
}

class Finder {
public:
  Finder(const PairView &Pairs, const Tensor &Filter, int Zero)
      : Pairs(Pairs), Filter(Filter), Zero(Zero), Taps(Filter.elements() / Filter.Dims[0]) {}
  std::optional<std::vector<PairRest>> run() {
    for (int Block = 0; Block < Pairs.Image.outBlocks(); ++Block) {
      int Word = 0;
      for (const Run &R : Pairs.Packed.Full)
        for (int I = 0; I < R.words(); ++I, ++Word)
          if (!add(Block, Word, R.Taps.data() + I * kWordBytes))
            return std::nullopt;
    }
    return std::move(Found);
  }

private:
  static constexpr size_t kMost = 64; ///< of the layer
  const PairView &Pairs;
  const Tensor &Filter;
  const int Zero;
  const int64_t Taps;
  std::vector<PairRest> Found;

  int rest(int Output, int Tap) const {
    if (Output >= Filter.Dims[0] || Tap < 0)
      return 0;
    const auto At = static_cast<size_t>(Output * Taps + Tap);
    return restOf((Filter.Type == DType::Int8 ? Filter.dataAs<int8_t>()[At] : Filter.dataAs<uint8_t>()[At]) - Zero);
  }

  bool add(int Block, int Word, const int *TapsOfWord) {
    PairRest R = {Block, Word, {}};
    bool Any = false;
    for (int Lane = 0; Lane < kLanes; ++Lane)
      for (int B = 0; B < kWordBytes; ++B)
        if (const int Rest = rest(Block * kLanes + Lane, TapsOfWord[B])) {
          if (restOf(Rest))
            return false;
          R.Weights[static_cast<size_t>(Lane * kWordBytes + B)] = static_cast<int8_t>(Rest);
          Any = true;
        }
    if (Any)
      Found.push_back(R);
    return Found.size() <= kMost;
  }
};

} // namespace

std::optional<std::vector<PairRest>> pairRests(const PairView &Pairs, const Tensor &Filter, int Zero) {
  if (!(Filter.Type == DType::Int8 ? anyLeaves<int8_t>(Filter, Zero) : anyLeaves<uint8_t>(Filter, Zero)))
    return std::vector<PairRest>();
  return Finder(Pairs, Filter, Zero).run();
}

RestGroup restGroup(const std::vector<PairRest> &Rests, int First, int Blocks, int Times) {
  RestGroup G;
  G.Has.assign(static_cast<size_t>(Times), 0);
  const auto IsOf = [&](const PairRest &R) { return R.Block >= First && R.Block < First + Blocks * Times; };
  const auto IsOne = [&](const PairRest &R, const RestGroup::Each &E) { return (R.Block - First) % Blocks == E.Block && R.Word == E.Word; };
  uint8_t Sets = 0;
  for (const PairRest &R : Rests) {
    if (!IsOf(R))
      continue;
    if (uint8_t &Number = G.Has[static_cast<size_t>((R.Block - First) / Blocks)]; !Number)
      Number = ++Sets;
    if (std::none_of(G.Words.begin(), G.Words.end(), [&](const RestGroup::Each &E) { return IsOne(R, E); }))
      G.Words.push_back({(R.Block - First) % Blocks, R.Word});
  }
  G.Weights.assign(Sets * G.Words.size() * hexagon::kVectorBytes, 0);
  for (const PairRest &R : Rests)
    for (size_t I = 0; I < G.Words.size(); ++I)
      if (IsOf(R) && IsOne(R, G.Words[I])) {
        const size_t Set = G.Has[static_cast<size_t>((R.Block - First) / Blocks)] - 1u;
        std::copy(R.Weights.begin(), R.Weights.end(), G.Weights.begin() + static_cast<int64_t>((Set * G.Words.size() + I) * hexagon::kVectorBytes));
      }
  return G;
}

} // namespace hexloom
