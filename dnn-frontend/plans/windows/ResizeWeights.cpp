// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/ResizeWeights.h"

#include <cmath>

namespace hexloom {

namespace {

constexpr int kFixedBits = 10, kMostBits = 10, kFloatBits = 24, kValueBits = 8;

double distanceOf(const ResizeTap &T, DType Type) { return Type == DType::UInt8 ? double(T.Distance) : T.DistanceQ10 / 1024.0; }

/// Bits behind the point that the distance has, of at least `Bits`; more than kMostBits: it has more than these.
int bitsOf(double Distance, int Bits) {
  while (Bits <= kMostBits && std::floor(std::ldexp(Distance, Bits)) != std::ldexp(Distance, Bits))
    ++Bits;
  return Bits;
}

std::optional<Direction> directionOf(DType Type, int In, int Out, bool Corners, bool HalfPixel) {
  const auto Taps = Type == DType::UInt8 ? bilinearTapsFloat : bilinearTapsFixed;
  Direction D{Type == DType::Int16 ? kFixedBits : 0, 0, Taps(In, Out, Corners, HalfPixel)};
  for (const ResizeTap &T : D.Taps) {
    D.ReferenceBits = bitsOf(distanceOf(T, Type), D.ReferenceBits);
    if (T.Lower != T.Upper)
      D.Bits = bitsOf(distanceOf(T, Type), D.Bits);
  }
  // The reference weighs one and the same source twice, too; in fixed point its sum is that source, in single precision it is rounded.
  if (D.Bits > kMostBits || (Type == DType::UInt8 && D.ReferenceBits > kMostBits))
    return std::nullopt;
  return D;
}

int32_t upperWeight(const ResizeTap &T, DType Type, int Bits) {
  return T.Lower == T.Upper ? 0 : static_cast<int32_t>(std::ldexp(distanceOf(T, Type), Bits));
}

} // namespace

std::string narrowRows(const Direction &D, DType Type, LayerWriter &W) {
  std::vector<int32_t> Table;
  for (const ResizeTap &T : D.Taps) {
    const int32_t Upper = upperWeight(T, Type, D.Bits), Lower = (1 << D.Bits) - Upper;
    Table.insert(Table.end(), {T.Lower, T.Upper, Lower * 0x00010001 + Upper * 0x01000100});
  }
  return W.blobOf(Table, "hl_narrow_row", "source rows");
}

std::string narrowColumns(const Direction &D, DType Type, LayerWriter &W) {
  constexpr int32_t PixelBytes = 64, WeightBytes = 128;
  std::vector<int32_t> Table;
  for (const ResizeTap &T : D.Taps)
    Table.insert(Table.end(), {T.Lower * PixelBytes, upperWeight(T, Type, D.Bits) * WeightBytes});
  Table.resize((D.Taps.size() + 3) / 4 * 4 * 2, 0);
  return W.blobOf(Table, "hl_narrow_column", "source columns");
}

std::string narrowWeights(const Direction &D, LayerWriter &W) {
  std::vector<int16_t> Table;
  for (int Upper = 0; Upper <= 1 << D.Bits; ++Upper) {
    Table.insert(Table.end(), 32, static_cast<int16_t>((1 << D.Bits) - Upper));
    Table.insert(Table.end(), 32, static_cast<int16_t>(Upper));
  }
  return W.blobOf(Table, "uint8_t", "weights of columns");
}

std::string tapTable(const Direction &D, DType Type, size_t Multiple, const char *What,
                     LayerWriter &W) {
  std::vector<int32_t> Table;
  const int32_t One = 1 << D.Bits;
  for (const ResizeTap &T : D.Taps) {
    const int32_t Distance = upperWeight(T, Type, D.Bits);
    const int32_t Weights = static_cast<int32_t>(static_cast<uint32_t>(Distance) << 16 |
                                                 static_cast<uint32_t>(One - Distance));
    Table.insert(Table.end(), {T.Lower, T.Upper, Weights});
  }
  while (Table.size() % (3 * Multiple) != 0)
    Table.push_back(0);
  return W.blobOf(Table, "hl_vresize_tap", What);
}

Directions::Directions(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  const Nhwc From = asNhwc(In.Dims), To = asNhwc(G.out(O, 0).Dims);
  const bool Corners = O.b(Attr::AlignCorners), HalfPixel = O.b(Attr::HalfPixel);
  Rows = directionOf(In.Type, From.H, To.H, Corners, HalfPixel);
  Columns = directionOf(In.Type, From.W, To.W, Corners, HalfPixel);
}

bool Directions::exact(DType Type) const {
  return Rows && Columns &&
         (Type != DType::UInt8 || Rows->ReferenceBits + Columns->ReferenceBits + kValueBits <= kFloatBits);
}

bool Directions::narrow(DType Type) const {
  constexpr int MostEach = 6, MostTogether = 8; // signed bytes, unsigned halfwords
  return is8Bit(Type) && exact(Type) && Rows->Bits <= MostEach && Columns->Bits <= MostEach &&
         Rows->Bits + Columns->Bits <= MostTogether;
}

} // namespace hexloom
