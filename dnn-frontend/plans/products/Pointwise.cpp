// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pointwise CONV_2D, and FULLY_CONNECTED of rows that are pixels, with activations in vectors and weights as scalar words.
#include "nests/Lanes.h"
#include "plans/NestPlans.h"
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/PixelNest.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kTerms = 4;

std::string shapeProblem(const ProductShape &S) {
  if (S.KernelH * S.KernelW > 1 || S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution is not pointwise";
  if (S.PadTop || S.PadLeft || S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the input is padded";
  return "";
}

/// What productShape() does not say of FULLY_CONNECTED.
std::string rowsProblem(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Out = G.out(O, 0).Dims;
  if (O.Kind != OpKind::FullyConnected)
    return "";
  if (In.empty() || In.size() > 4 || Out.size() > 4)
    return "input or result is no image of pixels";
  return In.back() == G.in(O, 1).Dims[1] && Out.back() == G.in(O, 1).Dims[0] ? "" : "a row is more than a pixel";
}

/// Whether each unit of one has the pixels of the same unit of the other. FULLY_CONNECTED may divide its rows into other images.
bool areSamePixels(const Nhwc &A, const Nhwc &B, const PixelVectors &InA, const PixelVectors &InB) {
  const bool AreSameImages = A.N == B.N && A.H == B.H && A.W == B.W;
  return InA.Bits == InB.Bits && InA.Units == InB.Units && (AreSameImages || (InA.IsFlat && InB.IsFlat));
}

/// Input and output as the target's vectors.
struct Sides {
  PixelVectors In, Out;
};

/// Both tensors as vectors in L. Nothing: the layout does not hold them so that the target can bring four channels into a lane.
std::optional<Sides> sidesIn(Layout L, const Graph &G, const Op &O, const Machine &M) {
  if (!layoutFits(G.in(O, 0), L) || !layoutFits(G.out(O, 0), L))
    return std::nullopt;
  const Nhwc From = asNhwc(G.in(O, 0).Dims), To = asNhwc(G.out(O, 0).Dims);
  const std::optional<PixelVectors> In = pixelVectors(L, From, kTerms, M.vectorBytes()), Out = pixelVectors(L, To, kTerms, M.vectorBytes());
  if (!In || !Out || !areSamePixels(From, To, *In, *Out) || (!In->Bits.empty() && !M.exchange()))
    return std::nullopt;
  return Sides{*In, *Out};
}

/// Vectors of a turn: of its halves those of a block of channels.
int atOnce(const PixelVectors &V, int Halves) { return Halves * V.unitsAtOnce(kTerms); }

/// Whether units are found by a table.
bool isTable(const PixelVectors &V, const Machine &M, int Halves) { return !V.isDense(M.vectorBytes()) || V.Units < atOnce(V, Halves); }

/// Whether the vectors lie in the tensor as products read or give them.
bool isInPlace(const PixelVectors &V, const Machine &M, int Halves) { return V.Bits.empty() && !isTable(V, M, Halves); }

bool readsInPlace(const PixelVectors &V, const PixelProduct &P, DType Type, const Machine &M, int Halves) {
  return isInPlace(V, M, Halves) && P.Stored.SumsFactor == 0 && !P.flips(Type);
}

/// 64 or 32 pixels at a time. The vectors of several pixels and channels of the layout become those of four channels, and back, by exchanging
/// bits of the number of the vector with bits of the place in it; units and bits are read from the layout's map (nests/Lanes.h). The last
/// turn begins where it has as many units as the others, and does some of them again.
class PointwiseNest {
public:
  PointwiseNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
      : P(P), Pixels(G, O, P, W, halvesOf(O, P)), N(Pixels.text()), M(Pixels.machine()),
        Both(sidesIn(G.in(O, 0).Layout, G, O, M).value()), In(Both.In), Out(Both.Out), Type(G.in(O, 0).Type), Halves(halvesOf(O, P)) {}
  void write();

private:
  const PixelProduct &P;
  PixelNest Pixels;
  NestBuilder &N;
  const Machine &M;
  const Sides Both;
  const PixelVectors &In, &Out;
  const DType Type;
  const int Halves;

  int width() const { return In.unitsAtOnce(kTerms); } ///< vectors of a block of a half
  int unitsOfTurn() const { return atOnce(In, Halves); }
  Value table(const PixelVectors &V);
  void units(const char *Name, const char *Tensor, const PixelVectors &V);
  void exchange(int Bit);
  void in(int Half, int Count, bool IsLast);
  void out(int Half, int Count);
  void blocks(const PixelVectors &V, int Words, const char *Pointer, const std::function<void(int, int, bool)> &Each);
  void turn();
};

/// Offsets of the units, as many as a turn has at least; the last one again.
Value PointwiseNest::table(const PixelVectors &V) {
  std::vector<int32_t> Offsets;
  for (int64_t Offset : V.offsets())
    Offsets.push_back(checkedInt(Offset));
  while (static_cast<int>(Offsets.size()) < unitsOfTurn())
    Offsets.push_back(Offsets.back());
  return N.constantOf(Offsets, "int32_t", "places of vectors");
}

void PointwiseNest::units(const char *Name, const char *Tensor, const PixelVectors &V) {
  N.array("uint8_t *", Name, {unitsOfTurn()});
  N.loop("i", unitsOfTurn(), {}, Unrolling::Full, [&] {
    const Value Unit = "first" + Value("i");
    N.set(Value(Name)["i"], cast("uint8_t *", Tensor) +
                                (isTable(V, M, Halves) ? Value(std::string(Name) + "_units")[Unit] : Unit * M.vectorBytes()));
  });
}

/// Bit `Bit` of the number of the vectors v with that of the place in them which the map says.
void PointwiseNest::exchange(int Bit) {
  const Value V = "v";
  for (int I = 0; I < width(); ++I)
    if (!(I & 1 << Bit)) {
      const int Other = I | 1 << Bit;
      N.block([&] {
        N.declare("const __auto_type", "pair", does(*M.exchange(), {V[Other], V[I], In.Bits[Bit]}));
        N.set(V[I], does(*instructionNamed("vlo.w"), {"pair"}));
        N.set(V[Other], does(*instructionNamed("vhi.w"), {"pair"}));
      });
    }
}

/// What only some vectors need, or give, costs less where the begin, or the end, has the bit in which they differ from the others.
void PointwiseNest::in(int Half, int Count, bool IsLast) {
  N.block([&] {
    const Value V = "v";
    N.array("vector", "v", {width()});
    for (int I = 0; I < width(); ++I)
      N.set(V[I], Pixels.asMultiplied(load("const vector *", Value("from")[Half * width() + I] + "at")));
    for (int Bit = static_cast<int>(In.Bits.size()) - 1; Bit >= 0; --Bit)
      exchange(Bit);
    for (int I = 0; I < Count; ++I) {
      N.set(Value("to")[Halves * I + Half], V[I]);
      Pixels.addToSums(Half, V[I], Pixels.factors(IsLast && I == Count - 1));
    }
  });
}

void PointwiseNest::out(int Half, int Count) {
  N.block([&] {
    const Value V = "v";
    N.array("vector", "v", {width()});
    for (int I = 0; I < width(); ++I)
      N.set(V[I], Value("to")[Halves * (I < Count ? I : Count <= width() / 2 ? I % (width() / 2) : 0) + Half]);
    for (int Bit = 0; Bit < static_cast<int>(In.Bits.size()); ++Bit)
      exchange(Bit);
    for (int I = 0; I < width(); ++I)
      N.set(load("vector *", Value("into")[Half * width() + I] + "at"), V[I]);
  });
}

void PointwiseNest::blocks(const PixelVectors &V, int Words, const char *Pointer, const std::function<void(int, int, bool)> &Each) {
  const int Whole = (Words - 1) / width(), Rest = Words - Whole * width();
  N.block([&] {
    N.declare("vector *", "to", Pointer);
    N.declare("int", "at", 0);
    const auto Both = [&](int Count, bool IsLast) {
      for (int Half = 0; Half < Halves; ++Half)
        Each(Half, Count, IsLast);
    };
    if (Whole)
      N.loop("block", Whole, {{"at", V.Block}, {"to", Halves * width()}}, Unrolling::None, [&] { Both(width(), false); });
    Both(Rest, true);
  });
}

void PointwiseNest::turn() {
  const bool IsUneven = In.Units % unitsOfTurn() && In.Units > unitsOfTurn();
  N.declare("const int", "first", IsUneven ? atMost("unit", In.Units - unitsOfTurn()) : "unit");
  const int Bytes = M.vectorBytes();
  const auto At = [&](const char *Tensor, int64_t Next) {
    return PixelSource{Tensor + "first" * Value(Bytes), Bytes, Next};
  };
  const auto Kept = [&](const char *Type, const char *Where) {
    return PixelSource{cast(Type, Where), Bytes, Halves * Bytes};
  };
  Pixels.beginSums();
  const bool Reads = readsInPlace(In, P, Type, M, Halves), Gives = isInPlace(Out, M, Halves);
  if (!Reads) {
    units("from", "in", In);
    blocks(In, P.Words, "planes", [&](int Half, int Count, bool IsLast) { in(Half, Count, IsLast); });
  }
  Pixels.outputs(Reads ? At("in", In.Block) : Kept("const uint8_t *", "planes"), Gives ? At("out", Out.Block) : Kept("uint8_t *", "results"));
  if (Gives)
    return;
  units("into", "out", Out);
  blocks(Out, P.Quads, "results", [&](int Half, int Count, bool) { out(Half, Count); });
}

void PointwiseNest::write() {
  Pixels.declare();
  const auto Declare = [&](const char *Name, int Words) {
    N.scratch("vector *const", Name, int64_t(unitsOfTurn()) * ceilDiv(Words, width()) * M.vectorBytes());
  };
  if (!readsInPlace(In, P, Type, M, Halves))
    Declare("planes", P.Words);
  if (!isInPlace(Out, M, Halves))
    Declare("results", P.Quads);
  if (isTable(In, M, Halves))
    N.declare("const int32_t *const", "from_units", table(In));
  if (isTable(Out, M, Halves))
    N.declare("const int32_t *const", "into_units", table(Out));
  N.tensors("const uint8_t *const", "uint8_t *const");
  N.loop("unit", 0, In.Units, unitsOfTurn(), {}, Unrolling::None, [&] { turn(); });
}

/// By the reference's arithmetic, which is most of the work: sums by a packet for each product, the rest as plain C does it.
Cost plainCost(const PixelProduct &P, const Sides &Both, int Halves) {
  using namespace product_cost;
  const double Turns = double(ceilDiv(Both.In.Units, int64_t(atOnce(Both.In, Halves)))), Sums = double(P.Quads) * Halves * 4;
  return VectorLayer + Turns * Sums * ((P.Taps * P.Words + 1) * PixelWord + P.Lanes * ScalarOutput);
}

} // namespace

/// Vectors have 32 pixels, or 4 on SwiftDSP.
static const std::vector<Axis<PixelPoint>> &pointwiseAxes() {
  constexpr AxisRow Tile = {ScheduleField::Tile, "pixels x channels", "64x4, 32x4, 8x4", TakenBy::Cost, pixel_axis::Tile.Meaning};
  static const std::vector<Axis<PixelPoint>> All = pixelAxes(Tile);
  return All;
}

Space pixelSpace() { return declaredSpace("conv2d_pixels,fully_connected_pixels", pointwiseAxes(), {stageRow()}); }

void planPointwise(const Graph &G, const Op &O, PlanList &Plans) {
  const Target T = Plans.target();
  if (const std::string Problem = pixelProductProblem(G, O, T, shapeProblem); !Problem.empty())
    return Plans.reject(Problem);
  if (const std::string Problem = rowsProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const PixelProduct P = pixelProductOf(G, O, T, Plans.stageSearch(O));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P, T); !Problem.empty())
    return Plans.reject(Problem);
  const Machine M(T);
  bool Any = false;
  NestPlans Priced(G, O, Plans, "pointwise " + factsOf(P));
  const auto Nest = [&](const Graph &Alone, const Op &Its, LayerWriter &W) { PointwiseNest(Alone, Its, P, W).write(); };
  for (Layout L : offeredLayouts())
    if (const std::optional<Sides> Both = sidesIn(L, G, O, M)) {
      PixelPoint Point = {P, ceilDiv(Both->In.Units, int64_t(atOnce(Both->In, 1)))};
      Plans.addPoints(pointwiseAxes(), Point, O, [&](const PixelPoint &X, const Schedule &How) {
        if (P.Chosen.Kind.isReference())
          Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, plainCost(P, *Both, X.Halves), How);
        else
          Priced.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, How, Nest);
      });
      Any = true;
    }
  if (!Any)
    Plans.reject("no layout has both sides as vectors of four channels");
}

void emitPointwise(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, W.target(), W.stageSearch());
  PointwiseNest(G, O, P, W).write();
}

} // namespace hexloom
