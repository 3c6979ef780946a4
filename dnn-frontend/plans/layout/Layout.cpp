// RESHAPE and the conversions between layouts.
#include "emit/LayerWriter.h"
#include "plans/Plan.h"

namespace hexloom {

namespace {

/// Modelled cycles, fitted to the emulator's packet counts of 56x56x24, 56x56x144, 112x112x16 and 7x7x960 (within 15 %).
constexpr double kScalarByte = 10, kLayer = 40, kRow = 20;
constexpr double kPixels = 8;          ///< four pixels
constexpr double kBlockedPieces = 12;  ///< of them, up to four blocks from row-major
constexpr double kUnblockedPieces = 17, kUnblockedBlock = 2; ///< the same to row-major, and where there is one block only
constexpr double kPartialPixels = 40;  ///< to row-major: fewer than four pixels at a row's end

double vectorCycles(const Tensor &T, Layout To) {
  const Nhwc D = asNhwc(T.Dims);
  const double Rows = double(D.N) * D.H, Blocks = (D.C + 31) / 32, Fours = (D.W + 3) / 4, Pieces = (D.C + 127) / 128;
  if (To != Layout::RowMajor)
    return kLayer + Rows * (kRow + Fours * (kPixels + Pieces * kBlockedPieces));
  const double PerFour = Blocks == 1 ? kUnblockedBlock : Pieces * kUnblockedPieces;
  return kLayer + Rows * (kRow + Fours * (kPixels + PerFour) + (D.W % 4 ? Pieces * kPartialPixels : 0));
}

double scalarCycles(const Tensor &T) { return kLayer + kScalarByte * static_cast<double>(T.elements()); }

} // namespace

double conversionCycles(const Tensor &T, Layout From, Layout To, Target For) {
  if (From == To)
    return 0;
  return For == Target::Hexagon ? vectorCycles(T, To) : scalarCycles(T);
}

void planReshapeAlias(const Graph &, const Op &O, PlanList &Plans) { Plans.add(O, Layout::RowMajor, 0); }

void emitReshapeAlias(const Graph &G, const Op &O, LayerWriter &W) {
  W.aliasOutputToInput();
  const auto Size = static_cast<long long>(G.out(O, 0).bytes());
  W.line(strf("__builtin_memcpy(%s, %s, %lld);", W.output(0).c_str(), W.input(0).c_str(), Size));
}

void planConvertScalar(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, scalarCycles(G.in(O, 0)));
}

static void emitConvert(const Graph &G, const Op &O, LayerWriter &W, const char *Suffix) {
  const bool ToBlocked = G.out(O, 0).Layout == Layout::Depth32;
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  W.line(strf("%s%s((const uint8_t *)%s, (uint8_t *)%s, %d, %d, %d);", ToBlocked ? "hl_rm_to_d32" : "hl_d32_to_rm", Suffix,
              W.input(0).c_str(), W.output(0).c_str(), D.N * D.H, D.W, D.C));
}

void emitConvertScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/layout.h");
  emitConvert(G, O, W, "");
}

void planConvertVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (G.in(O, 0).elements() == 0)
    return Plans.reject("the tensor is empty");
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, vectorCycles(G.in(O, 0), G.out(O, 0).Layout));
}

void emitConvertVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/layout.h");
  emitConvert(G, O, W, "_hvx");
}

} // namespace hexloom
