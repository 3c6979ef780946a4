// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/Reciprocal.h"

#include <hexloom/portable/fixedpoint.h>

#include <cstdlib>

namespace hexloom {

std::vector<Multiplier> reciprocalTable(const Tensor &Divisor) {
  std::vector<Multiplier> Table(256);
  for (int Byte = 0; Byte < 256; ++Byte) {
    const int Value = Divisor.Type == DType::Int8 ? static_cast<int8_t>(Byte) : Byte;
    const int32_t X = std::abs(Value - Divisor.Quant.zeroPoint());
    if (X == 0)
      continue;
    const int Zeros = hl_leading_zeros(static_cast<uint32_t>(X));
    const auto Fraction = static_cast<int32_t>((static_cast<uint32_t>(X) << Zeros) - 0x80000000u);
    Table[Byte] = {hl_one_over_one_plus_q0(Fraction), 31 - Zeros};
  }
  return Table;
}

Bytes reciprocalPlanes(const Tensor &Divisor) {
  const std::vector<Multiplier> Table = reciprocalTable(Divisor);
  Bytes Planes;
  for (int Byte = 0; Byte < 4; ++Byte)
    for (const Multiplier &M : Table)
      Planes.push_back(static_cast<uint8_t>(static_cast<uint32_t>(M.Value) >> (8 * Byte)));
  for (const Multiplier &M : Table)
    Planes.push_back(static_cast<uint8_t>(M.Shift));
  return Planes;
}

} // namespace hexloom
