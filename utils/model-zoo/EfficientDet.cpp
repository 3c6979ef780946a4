// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// EfficientDet-d0: Tan et al., EfficientDet (2020): EfficientNet-b0, three layers of BiFPN with 64
// channels, heads of three separable convolutions for five levels, 90 classes, nine anchors.
#include "Blocks.h"
#include "Published.h"

namespace zoo {

namespace {

constexpr int32_t Channels = 64, Levels = 5, Anchors = 9, Classes = 90;
using Pyramid = std::vector<Map>; // from the finest level

Map separable(Simulation &S, const Map &In, int32_t Count) {
  return S.conv(S.depthwise(In, square(3)), Count, square(1));
}

/// Levels of 1/8 to 1/128 of the image. Twice is what each of the first layer's inputs needs that
/// is read twice: channels adapted once for each reader, as the authors' code does.
struct Features {
  Pyramid Down, Again;
};
Features features(Simulation &S, const Map &Image) {
  const std::vector<Map> Ends = efficientNetStages(S, Image); // 1/2, 1/4, 1/8, 1/16, 1/32
  Features F;
  for (size_t I = 2; I < Ends.size(); ++I)
    F.Down.push_back(S.conv(Ends[I], Channels, square(1)));
  F.Again = F.Down;
  for (size_t I = 3; I < Ends.size(); ++I)
    F.Again[I - 2] = S.conv(Ends[I], Channels, square(1));
  Map Top = S.maxPool(S.conv(Ends.back(), Channels, square(1)), square(3, 2));
  for (int Level = 0; Level < 2; ++Level) {
    if (Level)
      Top = S.maxPool(Top, square(3, 2));
    F.Down.push_back(Top);
    F.Again.push_back(Top);
  }
  return F;
}

/// Fast normalized fusion: constant weights at inference, then swish and a separable convolution.
Map fuse(Simulation &S, const std::vector<Map> &Inputs) {
  const double Share = 1.0 / static_cast<double>(Inputs.size());
  Map Sum = S.mul(Inputs[0], S.scalar(Share));
  for (size_t I = 1; I < Inputs.size(); ++I)
    Sum = S.add(Sum, S.mul(Inputs[I], S.scalar(Share)));
  return separable(S, swish(S, Sum), Channels);
}

Pyramid biFpn(Simulation &S, const Pyramid &In, const Pyramid &Again) {
  Pyramid Middle = In, Out(Levels);
  for (size_t L = Levels - 1; L-- > 0;)
    Middle[L] = fuse(S, {In[L], S.resizeNearest(Middle[L + 1], In[L].Dims[1], In[L].Dims[2])});
  Out[0] = Middle[0];
  for (size_t L = 1; L < Levels; ++L) {
    const Map Finer = S.maxPool(Out[L - 1], square(3, 2));
    Out[L] = L + 1 < Levels ? fuse(S, {Again[L], Middle[L], Finer}) : fuse(S, {Again[L], Finer});
  }
  return Out;
}

/// One head on all levels, [1, anchors of all levels, Outputs]. The levels share weights, but each
/// has a normalization of its own, so that after folding no two filters are the same.
Map head(Simulation &S, const Pyramid &In, int32_t Outputs) {
  std::vector<Map> All;
  for (Map X : In) {
    for (int Layer = 0; Layer < 3; ++Layer)
      X = swish(S, separable(S, X, Channels));
    X = separable(S, X, Anchors * Outputs);
    All.push_back(S.reshape(X, {1, X.Dims[1] * X.Dims[2] * Anchors, Outputs}));
  }
  return S.concatenate(All, 1);
}

} // namespace

void efficientDet(Simulation &S, Net &N, int32_t Height, int32_t Width) {
  const Features F = features(S, S.image({1, Height, Width, 3}));
  Pyramid P = biFpn(S, F.Down, F.Again);
  for (int Layer = 1; Layer < 3; ++Layer)
    P = biFpn(S, P, P);
  N.output(S.logistic(head(S, P, Classes)).V);
  N.output(head(S, P, 4).V);
}

} // namespace zoo
