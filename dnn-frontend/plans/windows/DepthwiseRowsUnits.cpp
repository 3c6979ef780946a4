// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseRowsUnits.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

/// Units of a period that are looked at: longer ones are not written out.
static constexpr int kMostPatterns = 64;

/// Columns of a window are no more planes than it has columns.
static int planesRead(const WindowShape &S) {
  return static_cast<int>(std::min<int64_t>(S.StrideW, int64_t(S.KernelW - 1) * S.DilationW + 1));
}

DepthwiseRowsUnits::DepthwiseRowsUnits(const WindowShape &S, int ElementBytes)
    : S(S), ElementBytes(ElementBytes), Multiplier(S.Out.C / S.In.C), Reaches(static_cast<size_t>(planesRead(S)), -1) {
  for (int Plane = 0; Plane < planesRead(S); ++Plane) {
    const int Ahead = ceilDiv(std::max(S.PadLeft - Plane, 0), S.StrideW), First = Ahead * S.StrideW + Plane - S.PadLeft;
    Planes.push_back({First, Ahead, First < S.In.W ? int64_t(ceilDiv(S.In.W - First, S.StrideW)) * S.Out.C : 0});
  }
  int Least = 0;
  for (int Kx = 0; Kx < S.KernelW; ++Kx) {
    Least = std::min(Least, tap(Kx));
    int &Reach = Reaches[static_cast<size_t>(planeOf(Kx))];
    Reach = std::max({Reach, tap(Kx), 0});
  }
  Margin = roundUp(-Least, kLanes);
  Period = isDense() ? 1 : std::lcm(S.Out.C, elements()) / elements();
  for (int64_t Unit = 0; Unit < std::min(Period, kMostPatterns); ++Unit)
    find(Unit);
}

int DepthwiseRowsUnits::tap(int Kx) const {
  const int Column = Kx * S.DilationW;
  return (Column / S.StrideW - plane(Column % S.StrideW).Ahead) * S.Out.C;
}

/// The element of a row that one of a plane is, where the plane begins with the row.
int64_t DepthwiseRowsUnits::source(int64_t Element) const {
  return Element / S.Out.C * S.StrideW * S.In.C + Element % S.Out.C / Multiplier;
}

/// How the elements First to End - 1 of a unit come to their places from a load that begins with the first one, if one instruction does it.
std::optional<ByteRoute> DepthwiseRowsUnits::routeOf(int64_t Unit, int First, int End) const {
  const int64_t From = source(Unit * elements() + First);
  std::vector<int> Sources, Goals;
  for (int I = First * ElementBytes; I < End * ElementBytes; ++I) {
    Sources.push_back(static_cast<int>(source(Unit * elements() + I / ElementBytes) - From) * ElementBytes + I % ElementBytes);
    Goals.push_back(I);
  }
  return routeBytes(Sources, Goals);
}

/// The end of the elements from First on that one load brings. With strides and multipliers, they are only so many pixels as one
/// instruction brings to their places. It always brings a pixel's elements, each as often as the one before.
int DepthwiseRowsUnits::endOf(int64_t Unit, int First) const {
  const int64_t Begin = Unit * elements();
  int End = First;
  while (End < elements() && source(Begin + End) - source(Begin + First) < elements())
    ++End;
  while (!routeOf(Unit, First, End)) {
    const auto Before = static_cast<int>((Begin + End - 1) / S.Out.C * S.Out.C - Begin);
    HEXLOOM_CHECK(Before > First, "elements of a pixel that no instruction brings to their places");
    End = Before;
  }
  return End;
}

/// Loads for a unit: as many elements with each as it has, where they lie right or one instruction brings them there.
void DepthwiseRowsUnits::find(int64_t Unit) {
  std::vector<UnitLoad> Loads;
  const int All = elements();
  for (int First = 0, End; First < All; First = End) {
    End = endOf(Unit, First);
    const int64_t From = source(Unit * All + First), Last = source(Unit * All + End - 1) - From;
    UnitLoad L = {From * ElementBytes, First * ElementBytes, End * ElementBytes, static_cast<int>(Last + 1) * ElementBytes, -1};
    if (Last == End - 1 - First && isStraight(Unit, First, End) && From >= First) {
      L.Offset -= L.First;
      L.Bytes = L.End;
    } else {
      L.Route = numberOf(*routeOf(Unit, First, End));
    }
    Loads.push_back(L);
  }
  Patterns.push_back(std::move(Loads));
}

/// Whether elements lie one behind the other.
bool DepthwiseRowsUnits::isStraight(int64_t Unit, int First, int End) const {
  for (int I = First + 1; I < End; ++I)
    if (source(Unit * elements() + I) != source(Unit * elements() + I - 1) + 1)
      return false;
  return true;
}

int DepthwiseRowsUnits::numberOf(const ByteRoute &Route) {
  const auto Found = std::find(Routes.begin(), Routes.end(), Route);
  const auto Number = static_cast<int>(Found - Routes.begin());
  if (Found == Routes.end())
    Routes.push_back(Route);
  return Number;
}

DepthwiseRowsUnits::Kind DepthwiseRowsUnits::kindOf(int Plane, int64_t Unit) const {
  const int64_t Inside = plane(Plane).Elements - Unit * elements();
  return Unit < 0 || Inside <= 0 ? Kind::Outside : Inside < elements() ? Kind::Clipped : Kind::Whole;
}

int DepthwiseRowsUnits::inside(int Plane, int64_t Unit) const {
  return static_cast<int>(std::min<int64_t>(plane(Plane).Elements - Unit * elements(), elements())) * ElementBytes;
}

std::vector<UnitLoad> DepthwiseRowsUnits::loads(int Plane, int64_t Unit) const {
  std::vector<UnitLoad> Found;
  if (kindOf(Plane, Unit) == Kind::Outside)
    return Found;
  const int64_t Periods = Unit / Period, Columns = isDense() ? 0 : Periods * Period * elements() / S.Out.C;
  const int64_t Before = isDense() ? Unit * kVector : (Columns * S.StrideW + plane(Plane).First) * S.In.C * ElementBytes;
  const int Inside = inside(Plane, Unit);
  const int64_t FirstOf = (Unit - Periods * Period) * elements();
  for (UnitLoad Load : Patterns.at(static_cast<size_t>(Unit % Period))) {
    if (Load.First >= Inside)
      break;
    if (Load.End > Inside) {
      Load.End = Inside;
      Load.Bytes = static_cast<int>(source(FirstOf + Inside / ElementBytes - 1) * ElementBytes - Load.Offset) + ElementBytes;
    }
    Load.Offset += Before;
    Found.push_back(Load);
  }
  return Found;
}

} // namespace hexloom
