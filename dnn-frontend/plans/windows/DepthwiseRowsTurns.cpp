// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The turns of 128 elements of a row: see DepthwiseRowsNest.h.
#include "plans/windows/DepthwiseRowsNest.h"

#include <algorithm>

namespace hexloom {

static constexpr int kLanes = DepthwiseRowsTiling::kLanes, kTurn = DepthwiseRowsTiling::kTurn;

/// Declares the words in registers, and makes those in front of the first turn's.
void DepthwiseRowsNest::beginRegisters() {
  const int Live = T.live();
  N.array("HVX_Vector", "near", {T.Groups * T.Units.planes() * Live});
  for (int Group = 0; Group < T.Groups; ++Group)
    for (int Plane = 0; Plane < T.Units.planes(); ++Plane) {
      if (!T.Units.isRead(Plane))
        continue;
      const int First = (Group * T.Units.planes() + Plane) * Live, Margin = T.Units.margin() / kLanes;
      if (Margin)
        N.run("hl_depthwise_outside", {"&p", "near" + Value(First), Margin});
      for (int Unit = 0; Unit < T.lead(Plane); ++Unit)
        makeUnit(T.Units, Plane, Unit, Group, "near" + Value(First + Margin + Unit * T.WordRows));
    }
}

/// The words that come into reach in a turn.
void DepthwiseRowsNest::nextWords(int64_t Turn) {
  const int Live = T.live(), Margin = T.Units.margin() / kLanes;
  for (int Group = 0; Group < T.Groups; ++Group)
    for (int Plane = 0; Plane < T.Units.planes(); ++Plane)
      for (int I = 0; I < T.units() && T.Units.isRead(Plane); ++I) {
        const int Unit = T.lead(Plane) + I; // from the turn's first one
        makeUnit(T.Units, Plane, Turn * T.units() + Unit, Group,
                 "near" + Value((Group * T.Units.planes() + Plane) * Live + Margin + Unit * T.WordRows));
      }
}

/// c[i]: the constants of 32 elements.
void DepthwiseRowsNest::constants(int64_t Turn, bool IsLooped) {
  const int Step = T.phaseVectors(Form.Rows);
  if (IsLooped && Form.Turns % T.Period) {
    N.array("const HVX_Vector *", "c", {4});
    return N.set("phase", call("hl_rows_phases", {"c", "phase", "constants", Step, T.Phases}));
  }
  std::vector<Value> Four;
  for (int I = 0; I < kTurn / kLanes; ++I)
    Four.push_back("constants" + Value((Turn * kTurn / kLanes + I) % T.Phases * Step));
  N.declare("const HVX_Vector *const", {{"c", {4}, list(Four)}});
}

void DepthwiseRowsNest::turn(int64_t Turn, const Range &R, bool IsLooped) {
  if (Form.InRegisters)
    nextWords(Turn);
  const int64_t At = Turn * kTurn, Left = std::min<int64_t>(T.rowElements() - At, kTurn);
  const Value Words = Form.InRegisters ? "near" : moved("word", At / kLanes - OutWalked / kLanes);
  N.block([&] {
    constants(Turn, IsLooped);
    N.run("hl_rows_turn", {"&p", "&t", Words, "c", moved("next", (At - OutWalked) * T.ElementBytes), R.Count, Left});
  });
  if (!Form.InRegisters || (Turn == T.Turns - 1))
    return;
  const int Live = T.live(), Kept = Live - kTurn / kLanes;
  for (int I = 0; I < T.Groups * T.Units.planes() && Kept > 0; ++I)
    N.run("hl_depthwise_next", {moved("near", I * Live), kTurn / kLanes, Kept});
}

/// Turns from `First` on, in each of a loop's as many as are written out.
void DepthwiseRowsNest::loop(int64_t First, int64_t Count, const Range &R) {
  const int Written = Form.Turns;
  const int64_t Elements = int64_t(Written) * kTurn;
  std::vector<Walk> Walks = {{"next", Elements * T.ElementBytes}};
  if (Written % T.Period)
    N.declare("const HVX_Vector *", "phase", "constants" + Value(First * kTurn / kLanes % T.Phases * T.phaseVectors(Form.Rows)));
  const int64_t Moved = Form.InRegisters ? T.rowStep(Form) : 0;
  if (!Form.InRegisters)
    Walks.push_back({"word", Elements / kLanes});
  for (int Row = 0; Row < T.rowsRead(Form.Rows) && Form.InRegisters; ++Row)
    if (!IsOutside[static_cast<size_t>(Row)])
      Walks.push_back({strf("row%d", Row), Moved});
  RowStep = Moved;
  N.loop("x", Count, Walks, Unrolling::None, [&] {
    for (int I = 0; I < Written; ++I)
      turn(First + I, R, true);
  });
  RowStep = 0;
  OutWalked += Count * Elements;
  Walked += Count * Moved;
}

/// A group of output rows.
void DepthwiseRowsNest::columns(const Range &R) {
  Walked = OutWalked = 0;
  N.declare("uint8_t *", "next", "to");
  if (Form.InRegisters)
    beginRegisters();
  else
    N.declare("const HVX_Vector *", "word", "words");
  for (const RowsTurns &Alike : T.turns(Form)) {
    const int64_t Looped = Alike.looped(Form);
    if (Looped)
      N.block([&] { loop(Alike.First, Looped / Form.Turns, R); });
    for (int64_t I = Looped; I < Alike.Count; ++I)
      turn(Alike.First + I, R, false);
  }
  Walked = OutWalked = 0;
}

} // namespace hexloom
