// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/Packing.h"
#include "stages/StageText.h"

#include <hexloom/portable/requantize.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kLanes = 32; ///< output channels of a block

class Packer {
public:
  Packer(const View &V, const Tensor &Filter, const OutputStage &Stage,
         const hexloom::Stage &Chosen, int Above)
      : V(V), S(V.Shape), Filter(Filter), Stage(Stage), Chosen(Chosen), Above(Above),
        Signed(Filter.Type == DType::Int8),
        SignedWeights(Filter.dataAs<int8_t>()), UnsignedWeights(Filter.dataAs<uint8_t>()) {}
  PackedProduct run();

private:
  const View &V;
  const ProductShape &S;
  const Tensor &Filter;
  const OutputStage &Stage;
  const hexloom::Stage &Chosen;
  const int Above;
  const bool Signed;
  const int8_t *const SignedWeights;
  const uint8_t *const UnsignedWeights;
  PackedProduct P;

  struct Tap {
    int Place, Channel; ///< Place below 0: none
  };
  struct Output {
    int64_t FirstWeight; ///< below 0: there is none
    int FirstInput;
  };
  std::vector<Tap> tapsOf(const Run &R) const;
  Output outputOf(int Number) const;
  int stored(const Output &Of, const Tap &At) const;
  void packBlock(int Block);
  void packStage(int Block, const std::vector<uint32_t> &Sums, uint32_t Taps);
  void packWideStage(int Block);
  void packOnes();
};

/// Places of a run's taps in the filter of an output channel: the place in the window, and the channel in the tensor when the output's
/// group begins with channel 0.
std::vector<Packer::Tap> Packer::tapsOf(const Run &R) const {
  std::vector<Tap> Taps;
  for (int Index : R.Taps)
    Taps.push_back(Index < 0 ? Tap{-1, 0} : Tap{Index / V.Depth, Index % V.Depth});
  return Taps;
}

/// The weights of an output channel, and where its inputs begin among the view's.
Packer::Output Packer::outputOf(int Number) const {
  const int Inputs = S.In.C / S.Groups;
  if (Number >= S.Out.C)
    return {-1, 0};
  return {int64_t(Number) * S.KernelH * S.KernelW * Inputs, Number / (S.Out.C / S.Groups) * Inputs - Number / V.GroupOutputs * V.Depth};
}

/// The stored weight; taps of other groups are zero in value.
int Packer::stored(const Output &Of, const Tap &At) const {
  const int Inputs = S.In.C / S.Groups, Channel = At.Channel - Of.FirstInput;
  if (Channel < 0 || Channel >= Inputs)
    return P.StoredZero;
  const auto Index = static_cast<size_t>(Of.FirstWeight + int64_t(At.Place) * Inputs + Channel);
  return (Signed ? SignedWeights[Index] : UnsignedWeights[Index]) - Stage.FilterZero + P.StoredZero;
}

void Packer::packBlock(int Block) {
  std::vector<uint32_t> Sums(kLanes, 0);
  std::vector<Output> Outputs;
  for (int Lane = 0; Lane < kLanes; ++Lane)
    Outputs.push_back(outputOf(Block * kLanes + Lane));
  uint32_t Count = 0;
  for (const std::vector<Run> *Runs : {&V.Full, &V.Tail}) {
    for (const Run &R : *Runs) {
      const std::vector<Tap> Taps = tapsOf(R);
      for (size_t Word = 0; Word < Taps.size(); Word += 4)
        for (int Lane = 0; Lane < kLanes; ++Lane)
          for (size_t B = Word; B < Word + 4; ++B) {
            int Weight = Taps[B].Place < 0 || Outputs[Lane].FirstWeight < 0 ? 0 : stored(Outputs[Lane], Taps[B]);
            if (V.ElementBytes == 2) // little endian
              Weight = B % 2 ? Weight >> 8 : Weight & 255;
            P.Weights.push_back(static_cast<uint8_t>(V.SignedWeights ? std::clamp<int>(Weight, INT8_MIN, INT8_MAX) : Weight));
            Sums[Lane] += static_cast<uint32_t>(Weight);
          }
      Count += static_cast<uint32_t>(std::count_if(Taps.begin(), Taps.end(), [](const Tap &T) { return T.Place >= 0; }));
    }
  }
  if (V.MostWords)
    packWideStage(Block);
  else
    packStage(Block, Sums, Count);
}

/// The factor of a 64-bit sum for hl_product_scaled, which drops 16 bits of the product with an
/// unsigned halfword: a shift of -1 doubles the multiplier instead.
static void reduceFactor(int32_t &Multiplier, int32_t &Shift) {
  Multiplier = hl_reduced_multiplier(Multiplier);
  if (Shift == -1) {
    Multiplier *= 2;
    Shift = -2;
  }
  Shift = 15 - Shift - 16;
}

/// bias - z sum(w) + taps z y, modulo 2^32; see product.h. The first z is that of the products' activations, the second that of sums.
void Packer::packStage(int Block, const std::vector<uint32_t> &Sums, uint32_t Taps) {
  const auto InZero = static_cast<uint32_t>(Stage.InZero),
             Zero = static_cast<uint32_t>(P.StoredZero);
  std::vector<int32_t> Bias(kLanes, 0), Multipliers(kLanes, 0), Shifts(kLanes, -1);
  for (int Lane = 0; Lane < kLanes && Block * kLanes + Lane < S.Out.C; ++Lane) {
    const int Output = Block * kLanes + Lane;
    Bias[Lane] = static_cast<int32_t>(static_cast<uint32_t>(Stage.Bias[Output]) -
                                      (InZero + static_cast<uint32_t>(Above)) * Sums[Lane] + Taps * InZero * Zero +
                                      static_cast<uint32_t>(stageOffset(Chosen, Output)));
    Multipliers[Lane] = Stage.Multipliers[Output];
    if (Multipliers[Lane]) // 0 whatever the shift
      Shifts[Lane] = Stage.Shifts[Output];
    P.RightOnly &= Shifts[Lane] < 0;
    if (Stage.Wide)
      reduceFactor(Multipliers[Lane], Shifts[Lane]);
  }
  const auto Add = [this](const std::vector<int32_t> &Row) {
    P.Stages.insert(P.Stages.end(), Row.begin(), Row.end());
  };
  Add(Bias);
  if (!Chosen.Kind.isReference())
    return Add(stageVectors(Chosen, Block * kLanes, kLanes));
  Add(Multipliers);
  Add(Shifts);
}

/// Rows of hl_wide_stage.
void Packer::packWideStage(int Block) {
  std::vector<int32_t> High(kLanes, 0), Low(kLanes, 0), Multipliers(kLanes, 0),
      Shifts(kLanes, Stage.Wide ? 15 : -1);
  for (int Lane = 0; Lane < kLanes && Block * kLanes + Lane < S.Out.C; ++Lane) {
    const int Output = Block * kLanes + Lane, Multiplier = Stage.Multipliers[Output];
    High[Lane] = static_cast<int32_t>(Stage.Bias[Output] >> 16);
    Low[Lane] = static_cast<int32_t>(Stage.Bias[Output] & 0xffff);
    Multipliers[Lane] = Stage.Wide ? hl_reduced_multiplier(Multiplier) : Multiplier;
    if (Multiplier) // 0 whatever the shift
      Shifts[Lane] = Stage.Wide ? 15 - Stage.Shifts[Output] : Stage.Shifts[Output];
    P.RightOnly &= Shifts[Lane] < 0;
    P.Near &= Shifts[Lane] < 32;
  }
  for (const std::vector<int32_t> *Row : {&High, &Low, &Multipliers, &Shifts})
    P.Stages.insert(P.Stages.end(), Row->begin(), Row->end());
}

void Packer::packOnes() {
  const int Pixel = V.PixelBytes;
  if (V.sumsAreOfVectors()) { // two vectors: full blocks, last block
    for (int Last = 0; Last < 2; ++Last)
      for (int B = 0; B < 128; ++B)
        P.Ones.push_back(
            B % Pixel <
            (V.InBlocked && !Last ? 32 : V.Depth - (V.InBlocked ? (V.Depth - 1) / 32 * 32 : 0)));
    return;
  }
  for (int B = 0; B < (Pixel + 127) / 128 * 128; ++B)
    P.Ones.push_back(B < V.Depth);
}

PackedProduct Packer::run() {
  P.StoredZero = V.ElementBytes == 1 && !V.SignedWeights ? storedZero(Filter.Type, Stage) : 0; // of int16, the weights have room for their zero point
  P.Offsets = runOffsets(V);
  for (int Block = 0; Block < V.outBlocks(); ++Block)
    packBlock(Block);
  packOnes();
  P.Spread = spreadOf(V);
  P.Kind = Chosen.Kind;
  return std::move(P);
}

} // namespace

/// The control by which byte k of the result is byte source(k) of the vector. vdelta goes through distances 64, 32, ..., 1. If the two
/// places of byte k differ in a distance, its way crosses there, and takes the byte from across. For sources that grow slower than k no two
/// ways meet in one place.
std::vector<uint8_t> spreadOf(const View &V) {
  if (!V.Spread)
    return {};
  std::vector<uint8_t> Control(128, 0);
  for (int K = 0; K < 128; ++K) {
    const int InPixel = K % V.PixelBytes;
    if (InPixel >= V.inPixelBytes())
      continue;
    const int Source = K / V.PixelBytes * V.inPixelBytes() + InPixel;
    for (int Distance = 64; Distance > 0; Distance /= 2) {
      const int Low = Distance - 1, Place = (K & ~Low) | (Source & Low);
      if ((K ^ Source) & Distance)
        Control[Place] |= static_cast<uint8_t>(Distance);
    }
  }
  return Control;
}

std::vector<int32_t> runOffsets(const View &V) {
  std::vector<int32_t> Offsets;
  for (const std::vector<Run> *Runs : {&V.Full, &V.Tail})
    for (const Run &R : *Runs)
      Offsets.push_back(R.Offset);
  return Offsets;
}

int storedZero(DType Filter, const OutputStage &Stage) { return Stage.FilterZero + (Filter == DType::Int8 ? 128 : 0); }

PackedProduct packProduct(const View &V, const Tensor &Filter, const OutputStage &Stage,
                          const hexloom::Stage &Chosen, int Above) {
  return Packer(V, Filter, Stage, Chosen, Above).run();
}

} // namespace hexloom
