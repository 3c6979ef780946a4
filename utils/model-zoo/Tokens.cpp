// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tokens.h"

#include <cmath>

namespace zoo {

using Index = std::vector<int32_t>;

Map multilayer(Simulation &S, const Map &X, int32_t Inner) {
  return S.fullyConnected(S.gelu(S.fullyConnected(X, Inner)), X.Dims.back());
}

Map entry(Simulation &S, const Map &X, int32_t Number) {
  Index Begin(X.Dims.size(), 0);
  Begin[0] = Number;
  Shape Size = X.Dims;
  Size[0] = 1;
  return S.reshape(S.slice(X, Begin, Size), Shape(X.Dims.begin() + 1, X.Dims.end()));
}

Map channels(Simulation &S, const Map &X, int32_t First, int32_t Count) {
  Index Begin(X.Dims.size(), 0);
  Begin.back() = First;
  Shape Size = X.Dims;
  Size.back() = Count;
  return S.slice(X, Begin, Size);
}

/// [images, tokens, Count heads] to [Count, images, heads, tokens, depth].
static Map headsFirst(Simulation &S, const Map &X, int32_t Count, int32_t Heads) {
  const int32_t Depth = X.Dims[2] / Count / Heads;
  return S.transpose(S.reshape(X, {X.Dims[0], X.Dims[1], Count, Heads, Depth}), {2, 0, 3, 1, 4});
}

std::vector<Map> splitHeads(Simulation &S, const Map &X, int32_t Count, int32_t Heads) {
  const Map All = headsFirst(S, X, Count, Heads);
  std::vector<Map> Parts;
  for (int32_t K = 0; K < Count; ++K)
    Parts.push_back(entry(S, All, K));
  return Parts;
}

Map attend(Simulation &S, const Map &Queries, const Map &Keys, const Map &Values, const Change &Add) {
  const Map Scaled = S.mul(Queries, S.scalar(1 / std::sqrt(Queries.Dims.back())));
  const Map Scores = S.batchMatMul(Scaled, Keys, true);
  return S.batchMatMul(S.softmax(Add ? Add(Scores) : Scores), Values, false);
}

Map attention(Simulation &S, const Map &X, int32_t Heads, const Change &Add) {
  const int32_t C = X.Dims[2];
  const Map All = headsFirst(S, S.fullyConnected(X, 3 * C, 1.5), 3, Heads);
  const Map Queries = S.mul(entry(S, All, 0), S.scalar(1 / std::sqrt(C / Heads))); // each entry is taken where it is used
  const Map Scores = S.batchMatMul(Queries, entry(S, All, 1), true);
  const Map Shares = S.softmax(Add ? Add(Scores) : Scores);
  return S.fullyConnected(joined(S, S.batchMatMul(Shares, entry(S, All, 2), false)), C);
}

Map rolled(Simulation &S, const Map &X, int32_t By, int32_t Axis) {
  const auto A = static_cast<size_t>(Axis);
  const int32_t Size = X.Dims[A], Cut = (By + Size) % Size;
  Index Zero(X.Dims.size(), 0), Begin = Zero;
  Begin[A] = Cut;
  Shape Last = X.Dims, First = X.Dims;
  Last[A] = Size - Cut, First[A] = Cut;
  return S.concatenate({S.slice(X, Begin, Last), S.slice(X, Zero, First)}, Axis);
}

Map windows(Simulation &S, const Map &X, int32_t Size) {
  const int32_t Rows = X.Dims[1] / Size, Columns = X.Dims[2] / Size, C = X.Dims[3];
  const Map Parts = S.transpose(S.reshape(X, {1, Rows, Size, Columns, Size, C}), {0, 1, 3, 2, 4, 5});
  return S.reshape(Parts, {Rows * Columns, Size * Size, C});
}

Map unwindowed(Simulation &S, const Map &X, int32_t Side, int32_t Size) {
  const int32_t Count = Side / Size, C = X.Dims.back();
  const Map Parts = S.transpose(S.reshape(X, {1, Count, Count, Size, Size, C}), {0, 1, 3, 2, 4, 5});
  return S.reshape(Parts, {1, Side, Side, C});
}

Map pixelsJoined(Simulation &S, const Map &X) {
  std::vector<Map> Four;
  for (const auto &[Row, Column] : {std::pair{0, 0}, {1, 0}, {0, 1}, {1, 1}})
    Four.push_back(S.stridedSlice(X, {0, Row, Column, 0}, {1, 2, 2, 1}));
  return S.concatenate(Four, 3);
}

int32_t imageSide(int32_t Tokens) { return static_cast<int32_t>(std::lround(std::sqrt(Tokens))); }

Map imageOf(Simulation &S, const Map &Tokens) {
  const int32_t Side = imageSide(Tokens.Dims[1]), C = Tokens.Dims[2];
  return S.transpose(S.reshape(S.transpose(Tokens, {0, 2, 1}), {1, C, Side, Side}), ToNhwc);
}

Map tokensOf(Simulation &S, const Map &Image) {
  const int32_t Pixels = Image.Dims[1] * Image.Dims[2], C = Image.Dims[3];
  return S.transpose(S.reshape(S.transpose(Image, ToNchw), {1, C, Pixels}), {0, 2, 1});
}

Map depthwisePlanar(Simulation &S, const Map &X, int32_t Kernel) {
  return S.transpose(S.depthwise(S.transpose(X, ToNhwc), square(Kernel)), ToNchw);
}

void logits(Simulation &S, Net &N, const Map &X, int32_t Classes) {
  const bool IsImage = X.Dims.size() == 4;
  const Map Mean = IsImage ? S.averagePoolAll(X) : S.mean(X, {1});
  N.output(S.fullyConnected(S.reshape(Mean, {1, X.Dims.back()}), Classes, 2.5).V);
}

Map swinBlock(Simulation &S, const Map &In, int32_t Heads, int32_t Window, int32_t Shift) {
  const int32_t Side = In.Dims[1], Tokens = Window * Window, Windows = Side / Window * (Side / Window);
  Map X = S.layerNorm(In);
  if (Shift)
    X = rolled(S, rolled(S, X, Shift, 1), Shift, 2);
  X = attention(S, windows(S, X, Window), Heads, [&](const Map &Scores) {
    const Map Biased = S.add(Scores, S.noise({1, Heads, Tokens, Tokens}, 0, 1));
    if (!Shift)
      return Biased;
    const Map Masked = S.add(S.reshape(Biased, {1, Windows, Heads, Tokens, Tokens}), S.noise({1, Windows, 1, Tokens, Tokens}, -4, 4));
    return S.reshape(Masked, {Windows, Heads, Tokens, Tokens});
  });
  X = unwindowed(S, X, Side, Window);
  if (Shift)
    X = rolled(S, rolled(S, X, -Shift, 1), -Shift, 2);
  X = S.add(In, X);
  return S.add(X, multilayer(S, S.layerNorm(X), 4 * In.Dims[3]));
}

Map convNextBlockPlanar(Simulation &S, const Map &In) {
  const int32_t C = In.Dims[1];
  const Map Y = S.layerNorm(S.transpose(depthwisePlanar(S, In, 7), ToNhwc));
  const Map Z = multilayer(S, Y, 4 * C);
  return S.add(In, S.transpose(S.mul(Z, S.vector(C, 0, 0.5)), ToNchw));
}

} // namespace zoo
