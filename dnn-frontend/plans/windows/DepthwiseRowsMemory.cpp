// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that are made in memory before they are multiplied: see DepthwiseRowsNest.h.
#include "plans/windows/DepthwiseRowsNest.h"

#include <algorithm>

namespace hexloom {

static constexpr int kVector = DepthwiseRowsTiling::kVector, kLanes = DepthwiseRowsTiling::kLanes, kTurn = DepthwiseRowsTiling::kTurn;

/// Vectors of a plane of words. In memory, they are all words of a row, those that its last turn reads, and what is written behind the last
/// pixel.
int DepthwiseRowsNest::planeVectors() const {
  if (Form.InRegisters)
    return T.live();
  int64_t Words = 0;
  for (int Plane = 0; Plane < T.Units.planes(); ++Plane) {
    const int64_t Read = int64_t(T.Turns) * kTurn + std::max(T.Units.reach(Plane), 0) + kLanes;
    Words = std::max({Words, Read, roundUp(T.Units.plane(Plane).Elements, kTurn) + kTurn});
  }
  return static_cast<int>(ceilDiv(T.Units.margin() + Words, int64_t(kLanes)));
}

/// Declares the words in memory, and fills those that are never in the image.
void DepthwiseRowsNest::fill() {
  const int All = planeVectors(), Front = T.Units.margin() / kLanes;
  N.scratch("HVX_Vector *const", "words", int64_t(T.Groups) * T.Units.planes() * All * kVector);
  if (!T.isDense())
    N.scratch("HVX_Vector *const", "dense", (Dense.units(0) * T.WordRows + 2) * kVector);
  const auto Fill = [&](int64_t First, int64_t Count) {
    if (Count > 0)
      N.loop("i", Count, {}, Unrolling::Compiler, [&] { N.set(Value("words")[First + Value("i")], "outside"); });
  };
  for (int64_t I = 0; I < int64_t(T.Groups) * T.Units.planes(); ++I) {
    if (!T.Units.isRead(static_cast<int>(I % T.Units.planes())))
      continue;
    Fill(I * All, Front);
    const int64_t Made = Front + T.Units.units(0) * T.WordRows;
    if (T.isDense()) // of others the row's end is filled for each
      Fill(I * All + Made, All - Made);
  }
}

/// Words of a row as it lies, `Count` units of it.
void DepthwiseRowsNest::denseWords(int Group, const Value &To, int64_t Count) {
  constexpr int64_t kTogether = 4, kStraight = 8; // a unit waits for its own exchanges: others fill the packets
  int64_t Whole = 0;
  while (Whole < Count && Dense.kindOf(0, Whole) == Units::Kind::Whole)
    ++Whole;
  const int64_t Loops = Whole > kStraight ? Whole / kTogether : 0;
  N.declare("HVX_Vector *", "to", To);
  const auto Make = [&](int64_t First, int64_t Last) {
    for (int64_t Unit = First; Unit < Last; ++Unit)
      makeUnit(Dense, 0, Unit, Group, moved("to", (Unit - Walked / kVector) * T.WordRows));
  };
  if (Loops) {
    std::vector<Walk> Walks = {{"to", kTogether * T.WordRows}};
    for (int Row = Group * T.WordRows; Row < std::min((Group + 1) * T.WordRows, T.rowsRead(Form.Rows)); ++Row)
      if (!IsOutside[static_cast<size_t>(Row)])
        Walks.push_back({strf("row%d", Row), kTogether * kVector});
    N.loop("i", Loops, Walks, Unrolling::None, [&] { Make(0, kTogether); });
  }
  Walked = Loops * kTogether * kVector;
  Make(Loops * kTogether, Count);
  Walked = 0;
}

/// A pixel's words, each as often as it has outputs, to the planes; zero points behind them.
void DepthwiseRowsNest::spread(int Group) {
  const int All = planeVectors();
  for (int Plane = 0; Plane < T.Units.planes(); ++Plane) {
    if (!T.Units.isRead(Plane))
      continue;
    const RowPlane &P = T.Units.plane(Plane);
    const int64_t First = int64_t(Group * T.Units.planes() + Plane) * All * kLanes + T.Units.margin();
    const int64_t Behind = int64_t(Group * T.Units.planes() + Plane + 1) * All * kLanes - First - P.Elements;
    N.block([&] {
      N.declare("int32_t *", "to", cast("int32_t *", "words") + First);
      if (P.Elements) {
        N.declare("const int32_t *", "from", cast("const int32_t *", "dense") + P.First * S.In.C);
        N.loop("x", P.Elements / S.Out.C, {{"from", int64_t(S.StrideW) * S.In.C}, {"to", S.Out.C}}, Unrolling::None,
               [&] { N.run("hl_rows_spread_pixel", {"&p", "from", "to"}); });
      }
      N.run("hl_rows_behind", {"&p", "to", Behind});
    });
  }
}

/// Makes all words of a group of input rows.
void DepthwiseRowsNest::rowWords(int Group) {
  if (T.isDense())
    return N.block([&] { denseWords(Group, "words" + Value(Group * planeVectors() + T.Units.margin() / kLanes), T.Units.units(0)); });
  N.block([&] { denseWords(Group, "dense", Dense.units(0)); });
  spread(Group);
}

} // namespace hexloom
