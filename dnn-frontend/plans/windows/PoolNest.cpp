// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/PoolNest.h"
#include "support/Rounding.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

static constexpr int kPixel = 32; ///< bytes

PoolColumns::PoolColumns(const WindowShape &S, bool Average) : Width(S.In.W), Stride(S.StrideW), First(0), Live(0) {
  int Last = 0;
  for (int X = 0; X < S.KernelW; ++X) {
    const int Apart = X - S.PadLeft, Columns = floorDiv(Apart, Stride), Unit = floorDiv(Columns, kFour);
    Taps.push_back({Apart - Columns * Stride, Unit, Columns - Unit * kFour});
    First = X ? std::min(First, Unit) : Unit;
    Last = std::max(X ? Last : Unit, Unit + (Taps.back().Column > 0));
  }
  Live = Last - First + 1;
  const int All = ceilDiv(S.Out.W, kFour);
  for (int Turn = 0; Turn < All; ++Turn) {
    const auto Divisor = [&](int Turn) { return countsOfFour(S, 1, Turn * kFour); };
    if (Turn == 0 || kindsOf(Turn + Last) != kindsOf(Turn - 1 + Last) || (Average && Divisor(Turn) != Divisor(Turn - 1)))
      Turns.push_back(0);
    ++Turns.back();
  }
  for (int Vector = First * Stride; Vector < (All + Last) * Stride; ++Vector)
    Loads += kindOf(Vector) != Four::Outside;
}

bool PoolColumns::fit(const WindowShape &S, bool Average) {
  constexpr int kMostStride = 2, kMostColumns = 12, kMostLive = 4;
  return S.StrideW <= kMostStride && S.KernelW <= kMostColumns && S.KernelH <= HL_POOL_WINDOW && PoolColumns(S, Average).Live <= kMostLive;
}

std::vector<int> PoolColumns::unrolls() const {
  const bool HasChoice = std::any_of(Turns.begin(), Turns.end(), [](int Alike) { return Alike > 1 && Alike <= kMostStraight; });
  return HasChoice ? std::vector<int>{kMostStraight, 1} : std::vector<int>();
}

PoolColumns::Four PoolColumns::kindOf(int Vector) const {
  const int64_t Column = int64_t(Vector) * kFour;
  return Column < 0 || Column >= Width ? Four::Outside : Column + kFour <= Width ? Four::Whole : Four::Clipped;
}

std::vector<PoolColumns::Four> PoolColumns::kindsOf(int Unit) const {
  std::vector<Four> Kinds;
  for (int I = 0; I < Stride; ++I)
    Kinds.push_back(kindOf(Unit * Stride + I));
  return Kinds;
}

PoolNest::PoolNest(const Graph &G, const Op &O, LayerWriter &W)
    : S(windowOf(G, O)), Type(G.in(O, 0).Type), MostStraight(std::max(O.Schedule.Unroll, 1)),
      Bounds(activationRange(G.out(O, 0), O.s(Attr::Activation))), W(W), N(W), In(stridesOf(G.in(O, 0).Layout, S.In, 1)),
      Out(stridesOf(G.out(O, 0).Layout, S.Out, 1)), Columns(S, isAverage(O)), What(pooledOf(G, O, W)) {}

/// The register of columns at hand.
Value PoolNest::near(int Vector, int At) const { return Value("near")[Vector * Columns.Live * Columns.Stride + At]; }

/// The rows of a window, of the columns of a vector; `Loaded` of the turn's have been.
std::vector<Value> PoolNest::combined(int Rows, int Vector, int Loaded, int Column) {
  const Four Kind = Columns.kindOf(Vector);
  if (Kind == Four::Outside)
    return std::vector<Value>(What->vectors(), "neutral");
  std::vector<Value> Vectors = What->rows(N, Rows, Loaded, Column);
  for (Value &Each : Vectors)
    if (Kind == Four::Clipped)
      Each = call("Q6_V_vmux_QVV", {call("Q6_Q_vsetq_R", {S.In.W % PoolColumns::kFour * kPixel}), Each, "neutral"});
  return Vectors;
}

/// Makes unit number `Unit` at the place of one in `near`, and moves the rows' pointers on.
void PoolNest::unit(int Rows, int Unit, int Place) {
  int Loaded = 0;
  std::vector<std::vector<Value>> Vectors;
  for (int I = 0; I < Columns.Stride; ++I) {
    const int Vector = Unit * Columns.Stride + I;
    Vectors.push_back(combined(Rows, Vector, Loaded, I));
    Loaded += Columns.kindOf(Vector) != Four::Outside;
  }
  for (int I = 0; I < What->vectors(); ++I) {
    if (Columns.Stride == 1) {
      N.set(near(I, Place), Vectors[0][I]);
      continue;
    }
    N.block([&] {
      N.declare("const HVX_VectorPair", "apart", call("Q6_W_vdeal_VVR", {Vectors[1][I], Vectors[0][I], -kPixel}));
      N.set(near(I, 2 * Place), does(*instructionNamed("vlo.w"), {"apart"}));
      N.set(near(I, 2 * Place + 1), does(*instructionNamed("vhi.w"), {"apart"}));
    });
  }
  for (int I = 0; I < Rows && Loaded; ++I)
    N.move({{Value("row")[I], Loaded}});
}

Value PoolNest::tap(const PoolColumns::Tap &T, int Vector) const {
  const int At = (T.Unit - Columns.First) * Columns.Stride + T.Phase;
  return T.Column == 0 ? near(Vector, At)
                       : does(*instructionNamed("valign.ub.ub"), {near(Vector, At + Columns.Stride), near(Vector, At), T.Column * kPixel});
}

/// Four columns of outputs.
void PoolNest::turn(int Rows, int Turn, bool IsLast) {
  const int Kept = Columns.Live - 1;
  unit(Rows, Turn + Columns.First + Kept, Kept);
  std::vector<Value> Windows;
  for (int Vector = 0; Vector < What->vectors(); ++Vector) {
    Windows.push_back(tap(Columns.Taps[0], Vector));
    for (size_t I = 1; I < Columns.Taps.size(); ++I)
      Windows.back() = What->two(Windows.back(), tap(Columns.Taps[I], Vector));
  }
  const Value Bytes = What->bytes(Windows, Rows, Turn * PoolColumns::kFour);
  N.set(pointed("four"), call("hl_vclamp", {hlType(Type), Bytes, Bounds.Min, Bounds.Max}));
  for (int Vector = 0; Vector < What->vectors() && !IsLast; ++Vector)
    for (int I = 0; I < Kept * Columns.Stride; ++I)
      N.set(near(Vector, I), near(Vector, I + Columns.Stride));
}

/// A row of outputs, from `Rows` rows at `at` to `to`. Turns that make the same kinds of columns are a loop.
void PoolNest::row(int Rows) {
  N.array("const HVX_Vector *", "row", {Rows});
  for (int I = 0; I < Rows; ++I)
    N.set(Value("row")[I], cast("const HVX_Vector *", "at" + Value(I * In.Row)));
  N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
  N.array("HVX_Vector", "near", {What->vectors() * Columns.Live * Columns.Stride});
  What->variables(N, Columns.Stride);
  for (int I = 0; I < Columns.Live - 1; ++I)
    unit(Rows, Columns.First + I, I);
  // LLVM 19's software pipeliner makes wrong code of some loops that keep values for the next turn.
  const Unrolling Looped = Columns.keeps() ? Unrolling::NoneNorPipelined : Unrolling::None;
  int X = 0;
  for (size_t I = 0; I < Columns.Turns.size(); X += Columns.Turns[I++]) {
    const int Turns = Columns.Turns[I];
    const bool IsLast = Turns == 1 && I + 1 == Columns.Turns.size();
    N.loop("x", Turns, {{"four", 1}}, Turns <= MostStraight ? Unrolling::Full : Looped, [&] { turn(Rows, X, IsLast); });
  }
}

/// Writes the rows of a block. Neighbouring rows are a loop if their windows have as many rows in the image, one stride apart.
void PoolNest::rows() {
  const auto First = [&](int Y) { return std::max(Y * S.StrideH - S.PadTop, 0); };
  const auto Count = [&](int Y) { return std::min(Y * S.StrideH - S.PadTop + S.KernelH, S.In.H) - First(Y); };
  for (int Y = 0, Next; Y < S.Out.H; Y = Next) {
    for (Next = Y + 1; Next < S.Out.H && Count(Next) == Count(Y) && First(Next) - First(Next - 1) == S.StrideH;)
      ++Next;
    N.block([&] {
      N.declare("const uint8_t *", "at", "image" + Value(First(Y) * In.Row));
      N.declare("uint8_t *", "to", "result" + Value(Y * Out.Row));
      N.loop("y", Next - Y, {{"at", S.StrideH * In.Row}, {"to", Out.Row}}, Unrolling::None, [&] { row(Count(Y)); });
    });
  }
}

void PoolNest::write() {
  W.body("pool.h");
  N.offer("const HVX_Vector", "neutral", What->neutral());
  What->constants(N);
  N.tensors();
  const auto Image = [&] {
    N.declare("const uint8_t *", "image", "in");
    N.declare("uint8_t *", "result", "out");
    N.loop("block", ceilDiv(S.In.C, kPixel), {{"image", In.Block}, {"result", Out.Block}}, Unrolling::None, [&] { rows(); });
  };
  N.loop("batch", S.Out.N, {{"in", In.Image}, {"out", Out.Image}}, Unrolling::None, Image);
}

} // namespace hexloom
