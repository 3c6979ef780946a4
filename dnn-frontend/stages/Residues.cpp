// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stages/Residues.h"

namespace hexloom {

std::optional<int64_t> firstResidue(int64_t Factor, int64_t Modulus, int64_t Low, int64_t High) {
  if (Low == 0)
    return 0;
  Factor %= Modulus;
  if (Factor == 0)
    return std::nullopt;
  if (Factor > Modulus - Factor) // steps down are shorter than steps up: seen from the other end
    return firstResidue(Modulus - Factor, Modulus, Modulus - High, Modulus - Low);
  const int64_t Steps = (Low + Factor - 1) / Factor;
  if (Steps * Factor <= High) // reached before the first turn
    return Steps;
  // The window holds no multiple of the factor: it is less than a step. x Factor - y Modulus lies
  // in it for the least number of turns y that leaves y Modulus mod Factor in [-High, -Low].
  const int64_t LowTurn = (Factor - High % Factor) % Factor,
                HighTurn = (Factor - Low % Factor) % Factor;
  const std::optional<int64_t> Turns = firstResidue(Modulus % Factor, Factor, LowTurn, HighTurn);
  if (!Turns)
    return std::nullopt;
  return (Low + *Turns * Modulus + Factor - 1) / Factor;
}

} // namespace hexloom
