// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// YOLOv8: Ultralytics (2023), in int8 throughout (Yolo.cpp has it with float activations). The head is in PyTorch's order: places last.
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

namespace {

constexpr int32_t Bins = 16, BoxChannels = 4 * Bins; ///< a side of a box is a distribution of so many distances

Map convolved(Simulation &S, const Map &X, int32_t C, int32_t Kernel, int32_t Stride = 1) { return swish(S, S.conv(X, C, square(Kernel, Stride))); }

/// Two convolutions around a row of bottlenecks, all of whose results are joined.
Map joinedStages(Simulation &S, const Map &X, int32_t C, int32_t Count, bool Adds) {
  std::vector<Map> Parts = S.split(convolved(S, X, C, 1), 3, 2);
  for (int32_t K = 0; K < Count; ++K) {
    const Map Y = convolved(S, convolved(S, Parts.back(), C / 2, 3), C / 2, 3);
    Parts.push_back(Adds ? S.add(Parts.back(), Y) : Y);
  }
  return convolved(S, S.concatenate(Parts, 3), C, 1);
}

Map pyramidPooled(Simulation &S, const Map &X, int32_t C) {
  std::vector<Map> Parts = {convolved(S, X, C / 2, 1)};
  for (int32_t K = 0; K < 3; ++K)
    Parts.push_back(S.maxPool(Parts.back(), square(5)));
  return convolved(S, S.concatenate(Parts, 3), C, 1);
}

Map doubled(Simulation &S, const Map &X) { return S.resizeNearest(X, 2 * X.Dims[1], 2 * X.Dims[2]); }

/// [1, box and class channels, places] of one map.
Map predicted(Simulation &S, const Map &X, int32_t Middle, int32_t Classes) {
  const Map Box = S.conv(convolved(S, convolved(S, X, BoxChannels, 3), BoxChannels, 3), BoxChannels, square(1));
  const Map Class = S.conv(convolved(S, convolved(S, X, Middle, 3), Middle, 3), Classes, square(1));
  const Map Both = S.transpose(S.concatenate({Box, Class}, 3), ToNchw);
  return S.reshape(Both, {1, BoxChannels + Classes, X.Dims[1] * X.Dims[2]});
}

/// Centres and sizes of boxes from the distributions of their sides.
Map decoded(Simulation &S, const Map &Sides) {
  const int32_t Places = Sides.Dims[2];
  const Map Shares = S.softmax(S.transpose(S.reshape(Sides, {1, 4, Bins, Places}), {0, 3, 1, 2}));
  const Map Mean = S.transpose(S.reshape(S.conv(Shares, 1, square(1)), {1, Places, 4}), {0, 2, 1});
  const Map Anchors = S.noise({1, 2, Places}, 0, 1), Strides = S.noise({1, 1, Places}, 0.5, 0.5);
  const Map Low = S.sub(Anchors, S.slice(Mean, {0, 0, 0}, {1, 2, Places})), High = S.add(Anchors, S.slice(Mean, {0, 2, 0}, {1, 2, Places}));
  const Map Centres = S.mul(S.add(Low, High), S.scalar(0.5));
  return S.mul(S.concatenate({Centres, S.sub(High, Low)}, 1), Strides);
}

} // namespace

void yoloV8(Simulation &S, Net &N, const YoloSize &Size) {
  const int32_t W = Size.Width;
  const Map Image = S.image({1, Size.Image, Size.Image, 3});
  const Map P2 = joinedStages(S, convolved(S, convolved(S, Image, W, 3, 2), 2 * W, 3, 2), 2 * W, 1, true);
  const Map P3 = joinedStages(S, convolved(S, P2, 4 * W, 3, 2), 4 * W, 2, true);
  const Map P4 = joinedStages(S, convolved(S, P3, 8 * W, 3, 2), 8 * W, 2, true);
  const Map P5 = pyramidPooled(S, joinedStages(S, convolved(S, P4, 16 * W, 3, 2), 16 * W, 1, true), 16 * W);
  const Map Up4 = joinedStages(S, S.concatenate({doubled(S, P5), P4}, 3), 8 * W, 1, false);
  const Map Up3 = joinedStages(S, S.concatenate({doubled(S, Up4), P3}, 3), 4 * W, 1, false);
  const Map Down4 = joinedStages(S, S.concatenate({convolved(S, Up3, 4 * W, 3, 2), Up4}, 3), 8 * W, 1, false);
  const Map Down5 = joinedStages(S, S.concatenate({convolved(S, Down4, 8 * W, 3, 2), P5}, 3), 16 * W, 1, false);
  const int32_t Middle = std::max(4 * W, std::min(Size.Classes, 100));
  std::vector<Map> Parts;
  for (const Map &Features : {Up3, Down4, Down5})
    Parts.push_back(predicted(S, Features, Middle, Size.Classes));
  const Map All = S.concatenate(Parts, 2);
  const int32_t Places = All.Dims[2];
  const Map Boxes = decoded(S, S.slice(All, {0, 0, 0}, {1, BoxChannels, Places}));
  const Map Scores = S.logistic(S.slice(All, {0, BoxChannels, 0}, {1, Size.Classes, Places}));
  N.output(S.concatenate({Boxes, Scores}, 1).V);
}

} // namespace zoo
