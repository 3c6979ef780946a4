// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/ByteRoute.h"

namespace hexloom {

static constexpr int kVector = 128;

/// Byte by byte through the stages: at each of them the place's bit becomes that of the goal.
/// False: two bytes want the same place to do different things.
static bool route(const std::vector<int> &From, const std::vector<int> &To, bool SmallFirst, Bytes &Control) {
  constexpr int kStages = 7;
  Control.assign(kVector, 0);
  Bytes Decided(kVector, 0); // bits of the stages that a byte has passed here
  for (size_t I = 0; I < From.size(); ++I) {
    int Place = From[I];
    for (int Stage = 0; Stage < kStages; ++Stage) {
      const int Bit = 1 << (SmallFirst ? Stage : kStages - 1 - Stage);
      const bool Crosses = ((Place ^ To[I]) & Bit) != 0;
      Place = (Place & ~Bit) | (To[I] & Bit);
      if ((Decided[Place] & Bit) && ((Control[Place] & Bit) != 0) != Crosses)
        return false;
      Decided[Place] |= static_cast<uint8_t>(Bit);
      Control[Place] |= static_cast<uint8_t>(Crosses ? Bit : 0);
    }
  }
  return true;
}

std::optional<ByteRoute> routeBytes(const std::vector<int> &From, const std::vector<int> &To) {
  ByteRoute R;
  for (bool SmallFirst : {false, true}) {
    R.SmallFirst = SmallFirst;
    if (route(From, To, SmallFirst, R.Control))
      return R;
  }
  return std::nullopt;
}

/// Benes's network of `2 * Bit` places from `Base` on: byte Sources[P] goes to place P. The outer stages exchange bytes of the halves,
/// so that of two that want places Bit apart, or come from such, each goes through a half of its own.
static void routeHalves(int Base, int Bit, const std::vector<int> &Sources, Bytes &First, Bytes &Second) {
  if (Bit == 1) {
    for (int P : {0, 1})
      First[Base + P] |= static_cast<uint8_t>(Sources[P] != P);
    return;
  }
  std::vector<int> Goals(Sources.size()), Half(Sources.size(), -1), Inner[2] = {std::vector<int>(Bit), std::vector<int>(Bit)};
  for (size_t P = 0; P < Sources.size(); ++P)
    Goals[Sources[P]] = static_cast<int>(P);
  for (size_t Start = 0; Start < Sources.size(); ++Start)
    for (int P = static_cast<int>(Start); Half[P] < 0; P = Goals[Sources[P ^ Bit] ^ Bit]) {
      Half[P] = 0;
      Half[P ^ Bit] = 1;
    }
  for (int P = 0; P < 2 * Bit; ++P) {
    const int S = Sources[P], H = Half[P], Enters = (S & (Bit - 1)) | (H * Bit);
    if (Enters != S)
      First[Base + Enters] |= static_cast<uint8_t>(Bit);
    if (((P & Bit) != 0) != (H != 0))
      Second[Base + P] |= static_cast<uint8_t>(Bit);
    Inner[H][P & (Bit - 1)] = S & (Bit - 1);
  }
  for (int H : {0, 1})
    routeHalves(Base + H * Bit, Bit / 2, Inner[H], First, Second);
}

std::optional<std::array<ByteRoute, 2>> routeBytesTwice(const std::vector<int> &From, const std::vector<int> &To) {
  std::vector<int> Sources(kVector, -1);
  std::vector<bool> Used(kVector, false);
  for (size_t I = 0; I < From.size(); ++I) {
    if (Used[From[I]] || Sources[To[I]] >= 0)
      return std::nullopt;
    Used[From[I]] = true;
    Sources[To[I]] = From[I];
  }
  int Free = 0; // bytes that move nowhere go to places that nothing wants
  for (int &S : Sources)
    if (S < 0) {
      while (Used[Free])
        ++Free;
      S = Free++;
    }
  std::array<ByteRoute, 2> Routes{ByteRoute{Bytes(kVector, 0), false}, ByteRoute{Bytes(kVector, 0), true}};
  routeHalves(0, kVector / 2, Sources, Routes[0].Control, Routes[1].Control);
  return Routes;
}

} // namespace hexloom
