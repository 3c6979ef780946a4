// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/Order.h"
#include "plans/products/RowAxes.h"

#include <algorithm>

namespace hexloom {

std::vector<std::string> orders(const View &V) {
  const bool IsNarrow = V.ElementBytes == 1 && V.OutBlocked && V.Groups == 1;
  if (IsNarrow && V.outBlocks() > 1 && V.Shape.Out.H > 1)
    return {kRowsOutside, kBlocksOutside};
  return {};
}

Traffic trafficOf(const View &V, const std::string &Order) {
  const bool BlocksOutside = Order == kBlocksOutside;
  const double Images = V.Shape.Out.N, Blocks = V.outBlocks(), Rows = V.Shape.Out.H;
  const double Panel = 128.0 * V.words(), Weights = Blocks * Panel;
  const double Image = double(V.imageBytes()), Window = double(V.Shape.KernelH) * V.Blocks * double(V.widthBytes());
  const double Out = Rows * Blocks * V.outWidth4() * 32.0 * V.ElementBytes;

  // Activations are read by scalar loads: of a window that fits the first level each row is new once for each time that the
  // loop over rows is run, of a larger one all of it is, for each block.
  const bool Keeps = Window <= Memory::FirstLevel;
  const double Each = Keeps ? Image : Rows * Window, Times = BlocksOutside || !Keeps ? Blocks : 1;
  Traffic T;
  T.FromSecondLevel = Images * (Image <= Memory::FirstLevel ? Image : Times * Each);

  // What the inner loops read again stays in the second level, or comes from memory each time.
  const auto Stays = [](double Bytes) { return Bytes <= Memory::SecondLevel; };
  const double WeightsRead = Stays(Weights + (BlocksOutside ? Image : Window)) ? 1 : BlocksOutside ? Images : Images * Rows;
  const double ImageRead = BlocksOutside && !Stays(Panel + Image) ? Blocks : 1;
  T.FromMemory = WeightsRead * Weights + Images * (ImageRead * Image + Out);
  return T;
}

} // namespace hexloom
