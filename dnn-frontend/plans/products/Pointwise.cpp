// Pointwise CONV_2D with activations in vectors and weights as scalar words.
#include "nests/Lanes.h"
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/PixelNest.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kTerms = 4, kHalves = 2;
constexpr int kUnits = 16; ///< of a turn

int ceilDiv(int64_t A, int B) { return checkedInt((A + B - 1) / B); }

struct Pointwise {
  PixelProduct Product;
  int RowUnits, Units, InBlocks, OutBlocks;
};

std::string shapeProblem(const ProductShape &S) {
  if (S.KernelH * S.KernelW > 1 || S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution is not pointwise";
  if (S.PadTop || S.PadLeft || S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the input is padded";
  return "";
}

Pointwise pointwiseOf(const Graph &G, const Op &O, Target T, const std::string &WantedStage) {
  Pointwise P{pixelProductOf(G, O, T, WantedStage), 0, 0, 0, 0};
  const ProductShape &S = P.Product.S;
  P.RowUnits = ceilDiv(S.In.W, 4);
  P.Units = checkedInt(int64_t(S.In.N) * S.In.H * P.RowUnits);
  P.InBlocks = ceilDiv(S.In.C, 32);
  P.OutBlocks = ceilDiv(S.Out.C, 32);
  return P;
}

std::string problemOf(const Graph &G, const Op &O, Target T) {
  if (const std::string Problem = pixelProductProblem(G, O, T, shapeProblem); !Problem.empty())
    return Problem;
  if (!fitsBlocks(G.in(O, 0)) || !fitsBlocks(G.out(O, 0)))
    return "a side does not fit the depth-blocked layout";
  return "";
}

/// 64 pixels at a time. The vectors of several pixels and channels of the layout become those of four channels, and back, by exchanging
/// bits of the number of the vector with bits of the place in it; units and bits are read from the layout's map (nests/Lanes.h). The last
/// turn begins where it has as many units as the others, and does some of them again.
class PointwiseNest {
public:
  PointwiseNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
      : P(P), W(W), Pixels(G, O, P, W), N(Pixels.text()), M(Pixels.machine()),
        In(vectorsOf(G.in(O, 0).Layout, P.S.In)), Out(vectorsOf(G.out(O, 0).Layout, P.S.Out)) {}
  void write();

private:
  const PixelProduct &P;
  LayerWriter &W;
  PixelNest Pixels;
  Nest &N;
  const Machine &M;
  const PixelVectors In, Out;

  PixelVectors vectorsOf(Layout L, const Nhwc &Images) const { return pixelVectors(L, Images, kTerms, M.vectorBytes()).value(); }
  int width() const { return In.unitsAtOnce(kTerms); } ///< vectors of a block of a half
  int atOnce() const { return kHalves * width(); }
  bool isTable(const PixelVectors &V) const { return !V.isDense(M.vectorBytes()) || V.Units < atOnce(); }
  std::string table(const PixelVectors &V);
  void units(const char *Name, const char *Tensor, const PixelVectors &V);
  void exchange(int Bit);
  void in(int Half, int Count, bool IsLast);
  void out(int Half, int Count);
  void blocks(const PixelVectors &V, int Words, const char *Pointer, const std::function<void(int, int, bool)> &Each);
  void turn();
};

/// Offsets of the units, as many as a turn has at least; the last one again.
std::string PointwiseNest::table(const PixelVectors &V) {
  std::vector<int32_t> Offsets;
  for (int64_t Offset : V.offsets())
    Offsets.push_back(checkedInt(Offset));
  while (static_cast<int>(Offsets.size()) < atOnce())
    Offsets.push_back(Offsets.back());
  return W.blobOf(Offsets, "int32_t", "places of vectors");
}

void PointwiseNest::units(const char *Name, const char *Tensor, const PixelVectors &V) {
  N.line(strf("uint8_t *%s[%d];", Name, atOnce()));
  N.loop("i", atOnce(), {}, Unrolling::Full, [&] {
    N.line(strf("%s[i] = (uint8_t *)%s + %s;", Name, Tensor,
                isTable(V) ? strf("%s_units[first + i]", Name).c_str() : strf("(first + i) * %d", M.vectorBytes()).c_str()));
  });
}

/// Bit `Bit` of the number of the vectors v with that of the place in them which the map says.
void PointwiseNest::exchange(int Bit) {
  for (int I = 0; I < width(); ++I)
    if (!(I & 1 << Bit)) {
      const int Other = I | 1 << Bit;
      N.line(strf("pair = %s;", M.say(*M.exchange(), {strf("v[%d]", Other), strf("v[%d]", I), strf("%d", In.Bits[Bit])}).c_str()));
      N.line(strf("v[%d] = Q6_V_lo_W(pair), v[%d] = Q6_V_hi_W(pair);", I, Other));
    }
}

/// What only some vectors need, or give, costs less where the begin, or the end, has the bit in which they differ from the others.
void PointwiseNest::in(int Half, int Count, bool IsLast) {
  N.block([&] {
    N.line(strf("vector v[%d];", width()));
    N.line("HVX_VectorPair pair;");
    for (int I = 0; I < width(); ++I)
      N.line(strf("v[%d] = %s;", I, Pixels.asMultiplied(strf("*(const vector *)(from[%d] + at)", Half * width() + I)).c_str()));
    for (int Bit = static_cast<int>(In.Bits.size()) - 1; Bit >= 0; --Bit)
      exchange(Bit);
    for (int I = 0; I < Count; ++I) {
      N.line(strf("to[%d] = v[%d];", kHalves * I + Half, I));
      Pixels.addToSums(Half, strf("v[%d]", I), Pixels.factors(IsLast && I == Count - 1));
    }
  });
}

void PointwiseNest::out(int Half, int Count) {
  N.block([&] {
    N.line(strf("vector v[%d];", width()));
    N.line("HVX_VectorPair pair;");
    for (int I = 0; I < width(); ++I)
      N.line(strf("v[%d] = to[%d];", I, kHalves * (I < Count ? I : Count <= width() / 2 ? I % (width() / 2) : 0) + Half));
    for (int Bit = 0; Bit < static_cast<int>(In.Bits.size()); ++Bit)
      exchange(Bit);
    for (int I = 0; I < width(); ++I)
      N.line(strf("*(vector *)(into[%d] + at) = v[%d];", Half * width() + I, I));
  });
}

void PointwiseNest::blocks(const PixelVectors &V, int Words, const char *Pointer, const std::function<void(int, int, bool)> &Each) {
  const int Whole = (Words - 1) / width(), Rest = Words - Whole * width();
  N.block([&] {
    N.line(strf("vector *to = %s;", Pointer));
    N.line("int at = 0;");
    const auto Both = [&](int Count, bool IsLast) {
      for (int Half = 0; Half < kHalves; ++Half)
        Each(Half, Count, IsLast);
    };
    if (Whole)
      N.loop("block", Whole, {{"at", V.Block}, {"to", kHalves * width()}}, Unrolling::None, [&] { Both(width(), false); });
    Both(Rest, true);
  });
}

void PointwiseNest::turn() {
  const bool IsUneven = In.Units % atOnce() && In.Units > atOnce();
  const int64_t Last = In.Units - atOnce();
  N.line(IsUneven ? strf("const int first = unit < %lld ? unit : %lld;", static_cast<long long>(Last), static_cast<long long>(Last))
                  : std::string("const int first = unit;"));
  Pixels.beginSums();
  units("from", "in", In);
  blocks(In, P.Words, "planes", [&](int Half, int Count, bool IsLast) { in(Half, Count, IsLast); });
  const int Bytes = M.vectorBytes();
  Pixels.outputs({"(const uint8_t *)planes", std::to_string(Bytes), kHalves * Bytes},
                 {"(uint8_t *)results", std::to_string(Bytes), kHalves * Bytes});
  units("into", "out", Out);
  blocks(Out, P.Quads, "results", [&](int Half, int Count, bool) { out(Half, Count); });
}

void PointwiseNest::write() {
  Pixels.declare();
  const auto Declare = [&](const char *Name, int Words) {
    const int64_t Bytes = int64_t(atOnce()) * ceilDiv(Words, width()) * M.vectorBytes();
    N.line(strf("vector *const %s = (vector *)%s;", Name, W.scratch(Bytes).c_str()));
  };
  Declare("planes", P.Words);
  Declare("results", P.Quads);
  if (isTable(In))
    N.line("const int32_t *const from_units = " + table(In) + ";");
  if (isTable(Out))
    N.line("const int32_t *const into_units = " + table(Out) + ";");
  N.line("const uint8_t *const in = (const uint8_t *)" + W.input(0) + ";");
  N.line("uint8_t *const out = (uint8_t *)" + W.output(0) + ";");
  N.loopOf(strf("int unit = 0; unit < %lld; unit += %d", static_cast<long long>(In.Units), atOnce()), {}, Unrolling::None,
           [&] { turn(); });
}

Cost costOf(const Pointwise &P) {
  using namespace product_cost;
  const Cost Turn = 2 * (P.InBlocks + P.OutBlocks) * PixelsBlock + turnCost(P.Product);
  return VectorLayer + ceilDiv(P.Units, kUnits) * Turn;
}

} // namespace

void planPointwise(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  const Pointwise P = pointwiseOf(G, O, Plans.target(), Plans.wantedStage(O));
  if (!Plans.stage(O, P.Product.Chosen))
    return;
  if (const std::string Problem = stageProblem(P.Product); !Problem.empty())
    return Plans.reject(Problem);
  for (Layout L : blockedLayouts())
    Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, costOf(P), pixelSchedule(P.Product));
}

void emitPointwise(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, W.target(), O.Schedule.Stage);
  PointwiseNest(G, O, P, W).write();
}

} // namespace hexloom
