// Which movement operators work on the depth-blocked layout: those that move blocks of 32 channels as they are.
#include "plans/Plan.h"
#include "plans/movement/Copy.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr size_t kChannels = 3;

/// All parts of the axis but the last one must be whole blocks.
bool wholeBlocks(const Graph &G, const std::vector<TensorId> &Parts) {
  return std::all_of(Parts.begin(), Parts.end() - 1, [&](TensorId T) { return G.Tensors[T].Dims[kChannels] % 32 == 0; });
}

bool channelsStay(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  switch (O.Kind) {
  case OpKind::Transpose:
    return O.ints(Attr::Perm)[kChannels] == kChannels;
  case OpKind::StridedSlice:
    return O.ints(Attr::Begin)[kChannels] == 0 && O.ints(Attr::Size)[kChannels] == In.Dims[kChannels] &&
           O.ints(Attr::Strides)[kChannels] == 1 && std::equal(Out.Dims.begin(), Out.Dims.end(), O.ints(Attr::Size).begin());
  case OpKind::Split:
    return O.i(Attr::Axis) != kChannels || wholeBlocks(G, O.Outputs);
  case OpKind::Concatenation:
    return O.i(Attr::Axis) != kChannels || wholeBlocks(G, O.Inputs);
  case OpKind::ReverseV2:
    return std::count(O.ints(Attr::Axes).begin(), O.ints(Attr::Axes).end(), int64_t(kChannels)) == 0;
  case OpKind::Pad: // channels behind whole blocks are blocks of their own
    return O.ints(Attr::Paddings)[2 * kChannels] == 0 && (In.Dims[kChannels] == Out.Dims[kChannels] || In.Dims[kChannels] % 32 == 0);
  case OpKind::MirrorPad:
  case OpKind::Tile:
  case OpKind::BroadcastTo:
    return In.Dims[kChannels] == Out.Dims[kChannels];
  case OpKind::SpaceToDepth:
    return In.Dims[kChannels] % 32 == 0;
  case OpKind::DepthToSpace:
    return Out.Dims[kChannels] % 32 == 0;
  case OpKind::SpaceToBatchNd:
  case OpKind::BatchToSpaceNd:
    return O.ints(Attr::Block).size() <= 2;
  default:
    return false;
  }
}

} // namespace

std::string whyNotBlocked(const Graph &G, const Op &O) {
  for (const std::vector<TensorId> *Ids : {&O.Inputs, &O.Outputs})
    for (TensorId T : *Ids)
      if (G.Tensors[T].rank() != 4 || !layoutFits(G.Tensors[T], Layout::Depth32) || G.Tensors[T].isConst())
        return "not between activations of bytes with four dimensions";
  return channelsStay(G, O) ? "" : "channels move";
}

} // namespace hexloom
