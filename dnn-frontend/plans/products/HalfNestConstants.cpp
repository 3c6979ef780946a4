// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What of products with sums of 16 bits lies in the weights' file: see HalfNest.h.
#include "plans/products/HalfNest.h"
#include "stages/StageText.h"

#include <hexloom/hvx/slack.h>

namespace hexloom {

static constexpr int kVector = 128;

/// What a turn's pixels load, whichever of a row's is the first.
int HalfNest::columnPitch() const { return S.Out.W + kVector; }

/// Numbers of outputs that are made at a time, one after the other.
static std::vector<int> tilesOf(int Outputs, int AtOnce) {
  std::vector<int> Tiles(static_cast<size_t>(Outputs / AtOnce), AtOnce);
  if (Outputs % AtOnce)
    Tiles.push_back(Outputs % AtOnce);
  return Tiles;
}

/// The word of an instruction.
static uint32_t wordOf(HalfBy By, const HalfWeights &Weights) {
  const auto Byte = [&](int I) { return static_cast<uint32_t>(static_cast<uint8_t>(Weights[By == HalfBy::One ? 0 : I])); };
  return (Byte(0) | Byte(1) << 8) * 0x00010001u;
}

/// [group][tile][run][step of it][output]
Bytes HalfNest::packWeights() const {
  Bytes Packed;
  int First = 0;
  const auto Add = [&](int Output, int Step) {
    const uint32_t Word = wordOf(P.Steps[size_t(Step)].By, P.Weights[size_t(Output)][size_t(Step)]);
    for (int Shift = 0; Shift < 32; Shift += 8)
      Packed.push_back(static_cast<uint8_t>(Word >> Shift));
  };
  for (int Group = 0; Group < S.Groups; ++Group)
    for (int Count : tilesOf(P.outputs(), AtOnce)) {
      for (const HalfRun &Run : P.Runs)
        for (int Step : Run.Steps)
          for (int I = 0; I < Count; ++I)
            Add(First + I, Step);
      First += Count;
    }
  return Packed;
}

/// [output]{sums' begins, [bias,] as hl_stage_load reads}, a vector of halfwords or words each.
std::vector<int32_t> HalfNest::packConstants() const {
  std::vector<int32_t> Packed;
  const auto Words = [&](int64_t Word) { Packed.insert(Packed.end(), kVector / 4, static_cast<int32_t>(Word)); };
  const auto Halves = [&](int32_t Half) { Words(static_cast<int32_t>((static_cast<uint32_t>(Half) & 0xffff) * 0x00010001u)); };
  for (int Output = 0; Output < S.Out.C; ++Output) {
    const auto At = static_cast<size_t>(Output);
    if (P.staysHalf()) {
      Halves(P.Begins[At].first);
      Halves(P.Begins[At].second);
    } else {
      int64_t Bias = P.Constants[At];
      for (const HalfRun &Run : P.Runs)
        Bias -= Run.Begins[At];
      Words(Bias);
      for (size_t Run = 0; Run < P.Runs.size(); ++Run)
        if (P.isCentred(Run))
          Halves(P.Runs[Run].Begins[At]);
    }
    for (int32_t Word : stageVectors(P.Chosen, Output, 1))
      Words(Word);
  }
  return Packed;
}

/// Masks for each column of the window: 0xff for pixels that find it in the image. Flat images begin again behind a row.
Bytes HalfNest::packColumns() const {
  Bytes Packed;
  for (int X = 0; X < S.KernelW; ++X)
    for (int I = 0; I < columnPitch(); ++I) {
      const int Column = (IsFlat ? I % S.In.W : I) + right(X);
      Packed.push_back(Column >= 0 && Column < S.In.W ? 0xff : 0);
    }
  Packed.insert(Packed.end(), HL_LOAD_SLACK, 0);
  return Packed;
}

} // namespace hexloom
