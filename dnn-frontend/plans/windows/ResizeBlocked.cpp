// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR in the depth-blocked layout (hexloom/hvx/resize.h).
//
// uint8 is interpolated in single precision by the reference. Where all distances are multiples of a power of two, as
// they are for the usual factors, every product and sum is exact, and exact integers give the same result.
#include "plans/windows/Resize.h"

#include <cmath>
#include <optional>

namespace hexloom {

namespace {

struct Direction {
  int Bits = 0; ///< behind the point of the weights
  std::vector<ResizeTap> Taps;
};

constexpr int kFixedBits = 10, kMostBits = 10, kFloatBits = 24, kValueBits = 8;

/// The distance in units of 2^-Bits; 0 where both sources are one and the same, whatever the reference computes there.
double scaledDistance(const ResizeTap &T, DType Type, int Bits) {
  if (T.Lower == T.Upper)
    return 0;
  const double Distance = Type == DType::UInt8 ? double(T.Distance) : T.DistanceQ10 / 1024.0;
  return std::ldexp(Distance, Bits);
}

std::optional<Direction> directionOf(DType Type, int In, int Out, bool Corners, bool HalfPixel) {
  if (Type == DType::Int8)
    return Direction{kFixedBits, bilinearTapsFixed(In, Out, Corners, HalfPixel)};
  Direction D{0, bilinearTapsFloat(In, Out, Corners, HalfPixel)};
  for (const ResizeTap &T : D.Taps)
    while (std::floor(scaledDistance(T, Type, D.Bits)) != scaledDistance(T, Type, D.Bits))
      if (++D.Bits > kMostBits)
        return std::nullopt;
  return D;
}

/// hl_vresize_tap: lower, upper, two halfwords.
std::string tapTable(const Direction &D, DType Type, size_t Multiple, const char *What, LayerWriter &W) {
  std::vector<int32_t> Table;
  const int32_t One = 1 << D.Bits;
  for (const ResizeTap &T : D.Taps) {
    const auto Distance = static_cast<int32_t>(scaledDistance(T, Type, D.Bits));
    const int32_t Weights = static_cast<int32_t>(static_cast<uint32_t>(Distance) << 16 | static_cast<uint32_t>(One - Distance));
    Table.insert(Table.end(), {T.Lower, T.Upper, Weights});
  }
  while (Table.size() % (3 * Multiple) != 0)
    Table.push_back(0);
  return W.blobOf(Table, "hl_vresize_tap", What);
}

struct Directions {
  std::optional<Direction> Rows, Columns;
  explicit Directions(const Graph &G, const Op &O) {
    const Tensor &In = G.in(O, 0);
    const Nhwc From = asNhwc(In.Dims), To = asNhwc(G.out(O, 0).Dims);
    const bool Corners = O.b(Attr::AlignCorners), HalfPixel = O.b(Attr::HalfPixel);
    Rows = directionOf(In.Type, From.H, To.H, Corners, HalfPixel);
    Columns = directionOf(In.Type, From.W, To.W, Corners, HalfPixel);
  }
  bool exact(DType Type) const {
    return Rows && Columns && (Type == DType::Int8 || Rows->Bits + Columns->Bits + kValueBits <= kFloatBits);
  }
};

} // namespace

void planResizeBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = resizeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type))
    return Plans.reject(unservedType(In));
  const Nhwc From = asNhwc(In.Dims), To = asNhwc(G.out(O, 0).Dims);
  const double Rows = double(To.N) * To.H * ((To.C + 31) / 32);
  const double OutVectors = (To.W + 3) / 4, InVectors = (From.W + 3) / 4;
  if (O.Kind == OpKind::ResizeNearest)
    return Plans.add(O, Layout::Depth32, cost::VectorLayer + Rows * (OutVectors * cost::ResizeNearest + cost::ResizeRow));
  if (!Directions(G, O).exact(In.Type))
    return Plans.reject("the distances are no multiples of a power of two: single precision rounds");
  Plans.add(O, Layout::Depth32,
            cost::VectorLayer +
                Rows * (InVectors * cost::ResizeBlend + OutVectors * cost::ResizeBilinear + cost::ResizeRow));
}

void emitResizeBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/resize.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  const DType Type = G.in(O, 0).Type;
  const Nhwc From = asNhwc(G.in(O, 0).Dims), To = asNhwc(G.out(O, 0).Dims);
  if (O.Kind == OpKind::ResizeNearest) {
    const bool Corners = O.b(Attr::AlignCorners), HalfPixel = O.b(Attr::HalfPixel);
    std::vector<int32_t> Columns = nearestSources(From.W, To.W, Corners, HalfPixel);
    Columns.resize((Columns.size() + 3) / 4 * 4, 0);
    const std::string Rows = W.blobOf(nearestSources(From.H, To.H, Corners, HalfPixel), "int32_t", "source rows");
    W.line(strf("hl_resize_nearest_d32(&p, in0, %s,", Rows.c_str()));
    W.line(strf("    %s, out0);", W.blobOf(Columns, "int32_t", "source columns").c_str()));
    return;
  }
  const Directions D(G, O);
  const std::string Rows = tapTable(*D.Rows, Type, 1, "source rows", W);
  const std::string Columns = tapTable(*D.Columns, Type, 4, "source columns", W);
  W.line(strf("hl_resize_bilinear_d32(&p, %d, in0, %s,", D.Rows->Bits + D.Columns->Bits, Rows.c_str()));
  W.line(strf("    %s, out0, %s);", Columns.c_str(), W.scratch(int64_t(From.W + 3) / 4 * 4 * 128).c_str()));
}

} // namespace hexloom
