// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boxes of elements as strided copies of bytes, by the layout of the tensors.
#include "plans/movement/BoxCopies.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

namespace {

constexpr int kWidth = 2, kChannels = 3; // in NHWC
constexpr int64_t kBlock = 32;           // channels

/// One side of a box, blocked by channels: a dimension of NHWC for each axis, and strides in bytes.
struct BlockedSide {
  int Shift;             ///< from axes to NHWC
  int64_t Strides[4] = {}; ///< of the channels: from block to block
  int32_t Width, Padded; ///< columns, and those in memory
  int32_t Depth;

  explicit BlockedSide(const Tensor &T) : Shift(4 - T.rank()) {
    const Nhwc D = asNhwc(T.Dims);
    Width = D.W, Depth = D.C;
    Padded = (D.W + 3) / 4 * 4;
    const LayoutMap Map(Layout::Depth32, T.Dims);
    for (int Axis = 0; Axis < T.rank(); ++Axis)
      Strides[Axis + Shift] = Map.coarseStride(Axis);
  }
  int dimension(const Box::Side &S) const { return S.Axis < 0 ? -1 : S.Axis + Shift; }
  /// Whether the loop goes through channels within a block.
  bool isFine(const Box::Side &S) const {
    return dimension(S) == kChannels && S.Step % kBlock != 0;
  }
  int64_t channel(int64_t C) const { return C / kBlock * Strides[kChannels] + C % kBlock; }
  /// Bytes from one turn to the next, within a block if the loop is fine.
  int64_t stride(const Box::Side &S) const {
    const int D = dimension(S);
    return D < 0            ? 0
           : isFine(S)      ? S.Step
           : D == kChannels ? S.Step / kBlock * Strides[D]
                            : S.Step * Strides[D];
  }
  /// Bytes to the first element, without its channel.
  int64_t place(const std::vector<int64_t> &First) const {
    int64_t Offset = 0;
    for (int I = 0; I < static_cast<int>(First.size()); ++I)
      if (I + Shift != kChannels)
        Offset += First[I] * Strides[I + Shift];
    return Offset;
  }
  int64_t firstChannel(const std::vector<int64_t> &First) const {
    return First.empty() ? 0 : First.back();
  }
};

/// A stretch of a loop's turns within one block on both sides, `Count` times in equal distances.
struct Stretch {
  int64_t Turns, In, Out; ///< the first one's offsets in bytes
  int64_t Count = 1, InStep = 0, OutStep = 0;

  bool continues(const Stretch &S) const {
    if (S.Turns != Turns || (S.In - In) % kBlock != 0 || (S.Out - Out) % kBlock != 0)
      return false;
    return Count == 1 || (S.In == In + Count * InStep && S.Out == Out + Count * OutStep);
  }
  void append(const Stretch &S) {
    if (Count++ == 1)
      InStep = S.In - In, OutStep = S.Out - Out;
  }
};

class Lowering {
public:
  Lowering(const Tensor &In, const Tensor &Out, BlockRest Rest) : In(In), Out(Out), Rest(Rest) {}
  /// False: too many copies.
  bool lower(Box B);
  std::vector<StridedCopy> Copies;

private:
  BlockedSide In, Out;
  BlockRest Rest;

  const Box::Loop *mainLoop(const Box &B, bool OfInput) const;
  bool unroll(const Box &B, size_t L);
  std::vector<Stretch> stretches(const Box &B, const Box::Loop &L, bool InMain, bool OutMain) const;
  void widen(Box &B) const;
  bool copy(const Box &B, const std::vector<const Box::Loop *> &Mains,
            const std::vector<Stretch> &S);
  void blockEnds(const Box &B, const Box::Loop &L, const Stretch &S, StridedCopy::Loop &Loop) const;
};

/// The loop that goes through a block's channels in the smallest steps, or null.
const Box::Loop *Lowering::mainLoop(const Box &B, bool OfInput) const {
  const Box::Loop *Main = nullptr;
  for (const Box::Loop &L : B.Loops) {
    const Box::Side &S = OfInput ? L.In : L.Out;
    if (!(OfInput ? In : Out).isFine(S))
      continue;
    if (!Main || std::abs(S.Step) < std::abs((OfInput ? Main->In : Main->Out).Step))
      Main = &L;
  }
  return Main;
}

bool Lowering::unroll(const Box &B, size_t L) {
  const Box::Loop Gone = B.Loops[L];
  for (int64_t Turn = 0; Turn < Gone.Size; ++Turn) {
    Box One = B;
    One.Loops.erase(One.Loops.begin() + static_cast<long>(L));
    if (Gone.In.Axis >= 0)
      One.InFirst[Gone.In.Axis] += Turn * Gone.In.Step;
    if (Gone.Out.Axis >= 0)
      One.OutFirst[Gone.Out.Axis] += Turn * Gone.Out.Step;
    if (!lower(std::move(One)))
      return false;
  }
  return true;
}

/// Lets loops over whole rows on both sides take the columns that pad the rows along. Neighbouring rows can then join.
void Lowering::widen(Box &B) const {
  for (Box::Loop &L : B.Loops)
    if (In.dimension(L.In) == kWidth && Out.dimension(L.Out) == kWidth && L.In.Step == 1 &&
        L.Out.Step == 1 && L.Size == In.Width && L.Size == Out.Width)
      L.Size = In.Padded;
}

/// Turns from channel C on, in steps of Step, that stay in C's block.
int64_t turnsInBlock(int64_t C, int64_t Step) {
  return Step > 0 ? (kBlock - C % kBlock + Step - 1) / Step : C % kBlock / -Step + 1;
}

std::vector<Stretch> Lowering::stretches(const Box &B, const Box::Loop &L, bool InMain,
                                         bool OutMain) const {
  std::vector<Stretch> Result;
  for (int64_t Turn = 0; Turn < L.Size;) {
    Stretch S{L.Size - Turn, Turn * In.stride(L.In), Turn * Out.stride(L.Out)};
    if (InMain) {
      const int64_t C = In.firstChannel(B.InFirst) + Turn * L.In.Step;
      S.Turns = std::min(S.Turns, turnsInBlock(C, L.In.Step));
      S.In = In.channel(C);
    }
    if (OutMain) {
      const int64_t C = Out.firstChannel(B.OutFirst) + Turn * L.Out.Step;
      S.Turns = std::min(S.Turns, turnsInBlock(C, L.Out.Step));
      S.Out = Out.channel(C);
    }
    Turn += S.Turns;
    const auto Last = std::find_if(Result.rbegin(), Result.rend(),
                                   [&](const Stretch &R) { return R.continues(S); });
    if (Last != Result.rend())
      Last->append(S);
    else
      Result.push_back(S);
    if (Result.size() > kMostBlockedCopies)
      break; // copy() will find so, too
  }
  return Result;
}

/// A copy from the beginning of a block may as well take the whole block where nothing lies behind
/// its channels, or what later copies bring. `Loop` is the copy's innermost one.
void Lowering::blockEnds(const Box &B, const Box::Loop &L, const Stretch &S,
                         StridedCopy::Loop &Loop) const {
  const bool Along = (Loop.In == 1 && Loop.Out == 1) || L.Size == 1;
  const bool Starts = S.In % kBlock == 0 && S.Out % kBlock == 0;
  const bool IsLast = Out.firstChannel(B.OutFirst) + L.Size == Out.Depth;
  const bool Free = Rest == BlockRest::Later || (Rest == BlockRest::Padding && IsLast);
  if (Along && Starts && S.Count == 1 && Free)
    Loop = {kBlock, 1, 1};
}

bool Lowering::copy(const Box &B, const std::vector<const Box::Loop *> &Mains,
                    const std::vector<Stretch> &Stretches) {
  StridedCopy C;
  C.Run = 1;
  C.InOffset = In.place(B.InFirst);
  C.OutOffset = Out.place(B.OutFirst);
  const auto Is = [&](const Box::Loop &L) {
    return std::any_of(Mains.begin(), Mains.end(), [&](const Box::Loop *M) { return M == &L; });
  };
  const auto Add = [&](bool Columns) {
    for (const Box::Loop &L : B.Loops)
      if (!Is(L) && (Out.dimension(L.Out) == kWidth) == Columns)
        C.Loops.push_back({L.Size, In.stride(L.In), Out.stride(L.Out)});
  };
  Add(false);
  for (const Stretch &S : Stretches) {
    C.InOffset += S.In;
    C.OutOffset += S.Out;
    C.Loops.push_back({S.Count, S.InStep, S.OutStep});
  }
  Add(true);
  if (In.Width == 1 && Out.Width == 1) // the columns that pad a row of one go with it
    C.Loops.push_back({In.Padded, kBlock, kBlock});
  for (size_t I = 0; I < Mains.size(); ++I)
    C.Loops.push_back({Stretches[I].Turns, In.stride(Mains[I]->In), Out.stride(Mains[I]->Out)});
  if (Mains.size() == 1)
    blockEnds(B, *Mains[0], Stretches[0], C.Loops.back());
  C.simplify();
  Copies.push_back(C);
  return Copies.size() <= kMostBlockedCopies && C.Loops.size() <= kCopyLoops;
}

bool Lowering::lower(Box B) {
  B.Loops.erase(std::remove_if(B.Loops.begin(), B.Loops.end(),
                               [](const Box::Loop &L) { return L.Size == 1; }),
                B.Loops.end());
  const Box::Loop *InMain = mainLoop(B, true), *OutMain = mainLoop(B, false);
  for (size_t I = 0; I < B.Loops.size(); ++I) {
    const Box::Loop &L = B.Loops[I];
    if ((In.isFine(L.In) && &L != InMain) || (Out.isFine(L.Out) && &L != OutMain))
      return L.Size <= static_cast<int64_t>(kMostBlockedCopies) && unroll(B, I);
  }
  widen(B);
  // A side without a loop through its blocks has one channel, or the same of each block.
  const int64_t InChannel = InMain ? 0 : In.channel(In.firstChannel(B.InFirst));
  const int64_t OutChannel = OutMain ? 0 : Out.channel(Out.firstChannel(B.OutFirst));
  const Stretch Constant{1, InChannel, OutChannel};
  const Box::Loop One{1, {}, {}};
  std::vector<const Box::Loop *> Mains = {InMain ? InMain : &One};
  if (OutMain && OutMain != InMain)
    Mains.push_back(OutMain);
  std::vector<Stretch> First = {Constant}, Second = {{1, 0, 0}};
  if (InMain)
    First = stretches(B, *InMain, true, OutMain == InMain);
  if (Mains.size() == 2)
    Second = stretches(B, *OutMain, false, true);
  for (const Stretch &S : First)
    for (const Stretch &T : Second) {
      std::vector<Stretch> Both = {S, T};
      Both.resize(Mains.size());
      if (InMain) // then the constant part of the other side is not in a stretch yet
        Both[0].Out += OutChannel;
      if (!copy(B, Mains, Both))
        return false;
    }
  return true;
}

} // namespace

std::vector<StridedCopy> blockedCopies(const Box &B, const Tensor &In, const Tensor &Out,
                                       BlockRest Rest) {
  Lowering L(In, Out, Rest);
  if (!L.lower(B))
    return {};
  return std::move(L.Copies);
}

std::optional<Movement> movementOf(const Graph &G, const Op &O, Layout From, Layout To) {
  const std::optional<BoxMovement> Boxes = boxesOf(G, O);
  if (!Boxes)
    return std::nullopt;
  Movement M;
  M.Fills = Boxes->Fills;
  M.FillValue = Boxes->FillValue;
  for (const BoxMovement::Piece &P : Boxes->Pieces) {
    const Tensor &In = G.in(O, P.Input), &Out = G.out(O, P.Output);
    if (In.elements() == 0 || Out.elements() == 0)
      continue;
    const std::vector<StridedCopy> Copies =
        From == Layout::Depth32 && To == Layout::Depth32
            ? blockedCopies(P.Box, In, Out, !Boxes->Ascend ? BlockRest::Kept : M.Fills ? BlockRest::Padding : BlockRest::Later)
            : copiesOf(P.Box, LayoutMap(From, In.Dims), LayoutMap(To, Out.Dims), bytesOf(In.Type), kMostBlockedCopies)
                  .value_or(std::vector<StridedCopy>());
    if (Copies.empty())
      return std::nullopt;
    for (const StridedCopy &C : Copies)
      M.Pieces.push_back({P.Input, P.Output, C});
  }
  if (M.Pieces.size() > kMostBlockedCopies && (From != Layout::RowMajor || To != Layout::RowMajor))
    return std::nullopt;
  return M;
}

} // namespace hexloom
