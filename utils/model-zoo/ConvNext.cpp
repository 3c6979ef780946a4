// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ConvNeXt: Liu et al., A ConvNet for the 2020s (2022).
#include "SmartMem.h"
#include "Tokens.h"

namespace zoo {

static Map block(Simulation &S, const Map &In) {
  const int32_t C = In.Dims[3];
  return S.add(In, S.mul(multilayer(S, S.layerNorm(S.depthwise(In, square(7))), 4 * C), S.vector(C, 0, 0.5)));
}

/// A normalization, and a convolution of its results, of an image in NCHW.
static Map halvedPlanar(Simulation &S, const Map &In, int32_t Channels) {
  const Map X = S.transpose(S.layerNorm(S.transpose(In, ToNhwc)), ToNchw);
  return S.transpose(S.conv(S.transpose(X, ToNhwc), Channels, square(2, 2, Padding::VALID)), ToNchw);
}

void convNext(Simulation &S, Net &N, const ConvNextSize &Size) {
  Map X = S.layerNorm(S.conv(S.image({1, Size.Image, Size.Image, 3}), Size.Channels[0], square(4, 4, Padding::VALID)));
  if (Size.IsPlanar)
    X = S.transpose(X, ToNchw);
  for (size_t Stage = 0; Stage < Size.Blocks.size(); ++Stage) {
    const int32_t C = Size.Channels[Stage];
    if (Stage)
      X = Size.IsPlanar ? halvedPlanar(S, X, C) : S.conv(S.layerNorm(X), C, square(2, 2, Padding::VALID));
    for (int32_t Block = 0; Block < Size.Blocks[Stage]; ++Block)
      X = Size.IsPlanar ? convNextBlockPlanar(S, X) : block(S, X);
  }
  if (Size.IsPlanar)
    X = S.transpose(X, ToNhwc);
  X = S.layerNorm(S.reshape(S.averagePoolAll(X), {1, X.Dims[3]}));
  N.output(S.fullyConnected(X, Size.Classes, 2.5).V);
}

} // namespace zoo
