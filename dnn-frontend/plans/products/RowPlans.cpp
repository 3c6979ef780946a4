// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/RowPlans.h"
#include "plans/products/CoreCost.h"
#include "plans/products/Order.h"
#include "plans/products/RowForm.h"
#include "plans/products/Tile.h"

namespace hexloom {

/// What is walked over at once by the sums of windows, the usual way first; none: there are no such sums, or there is no choice.
static std::vector<PixelWalk> windowWalksOf(const View &V, bool HasSums) {
  if (!HasSums || V.ElementBytes != 1 || V.Shape.KernelH * V.Shape.KernelW == 1 || !V.isFlat())
    return {};
  if (V.flatTakesNoMore())
    return {PixelWalk::Flat, PixelWalk::Rows};
  return {PixelWalk::Rows, PixelWalk::Flat};
}

void setForm(View &V, bool HasSums, const Schedule &Asked, Schedule &S) {
  S.Pixels = V.RowPixels;
  S.Run = asked(runsOf({&V}), Asked.Run);
  if (S.Run)
    cutTo(V, S.Run);
  S.Finish = asked(finishesOf(V), Asked.Finish);
  V.IsAhead = S.Finish == kFinishNext;
  S.Row = asked(rowFormsOf(V), Asked.Row);
  V.IsStraight = S.Row.empty() ? isUsuallyStraight(V) : S.Row == kRowStraight;
  S.Walk = asked(windowWalksOf(V, HasSums), Asked.Walk);
  V.FlatWindows = S.Walk == PixelWalk::Flat;
}

void obey(View &V, bool HasSums, const Op &O) {
  V.Tile = tilePixels(O);
  V.Across = tileIsAcross(O);
  V.Unroll = unrolledWords(O);
  V.BlocksOutside = blocksAreOutside(O);
  const Schedule &Wanted = O.Schedule;
  Schedule Form;
  setForm(V, HasSums, Wanted, Form);
  HEXLOOM_CHECK(Form.Pixels == Wanted.Pixels && Form.Run == Wanted.Run && Form.Finish == Wanted.Finish && Form.Row == Wanted.Row &&
                    Form.Walk == Wanted.Walk,
                "a product's schedule with a strange form of its rows: " + text(Wanted));
}

void RowPlans::addAcross(View V, const Schedule &Asked) {
  V.Across = true;
  Schedule S = productSchedule(Instruction, V.Shape.Out.W, 0, kAcrossChannels);
  setForm(V, HasSums, Asked, S);
  Add(V, S);
}

void RowPlans::addAll(View V, const Schedule &Asked, bool WithOthers, bool IsWide) {
  const Schedule First = addEach(V, Asked, IsWide, false);
  const std::vector<Schedule> OtherFinishes = withOthers(Asked, &Schedule::Finish, First.Finish, finishesOf(V));
  const bool IsByCost = choosesFinish(V) && Asked.Finish.empty();
  if (IsByCost)
    for (const Schedule &Other : OtherFinishes)
      addEach(V, Other, IsWide, false);
  if (!WithOthers)
    return;
  setFirst(V, First);
  const auto Aside = [&](const char *Field, const std::vector<Schedule> &Others) {
    for (const Schedule &Other : Others)
      addAside(V, Other, IsWide, Field);
  };
  Aside("run", withOthers(Asked, &Schedule::Run, First.Run, runsOf({&V})));
  if (!IsByCost)
    Aside("finish", OtherFinishes);
  Aside("row", withOthers(Asked, &Schedule::Row, First.Row, rowFormsOf(V)));
  Aside("walk", withOthers(Asked, &Schedule::Walk, First.Walk, windowWalksOf(V, HasSums)));
}

void RowPlans::addAside(View V, const Schedule &Asked, bool IsWide, const char *Field) {
  Plans.setAside(Field);
  addEach(V, Asked, IsWide, true);
  Plans.setAside("");
}

void RowPlans::setFirst(View &V, const Schedule &First) const {
  V.Tile = First.Tile[0];
  V.Unroll = First.Unroll;
  V.BlocksOutside = First.Order == kBlocksOutside;
  Schedule Same;
  setForm(V, HasSums, First, Same);
}

/// Returns the first one's schedule, which may be the only one to add.
Schedule RowPlans::addEach(View &V, const Schedule &Asked, bool IsWide, bool OnlyFirst) {
  Schedule First;
  for (int Tile : tilesFor(V.Shape.Out.W, IsWide)) {
    V.Tile = Tile;
    Schedule Form;
    setForm(V, HasSums, Asked, Form);
    for (int Unroll : unrollsFor(V)) {
      V.Unroll = Unroll;
      for (const char *Order : ordersFor(V)) {
        V.BlocksOutside = Order == std::string(kBlocksOutside);
        Schedule Each = productSchedule(Instruction, Tile, Unroll);
        Each.Order = Order;
        setForm(V, HasSums, Asked, Each);
        Add(V, Each);
        if (First.Tile.empty())
          First = Each;
        if (OnlyFirst)
          return First;
      }
    }
  }
  return First;
}

} // namespace hexloom
