// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// merge-movements: an operator that moves elements, and whose readers all do nothing else, goes into its readers.
//
//   %1: i8[56x64] = STRIDED_SLICE(%0) {begin=[3, 0], ...}         %5: i8[8x7x64] = MOVE(%0) {boxes=[...]}
//   %2: i8[3x64] = STRIDED_SLICE(%0) {begin=[0, 0], ...}    ->
//   %3: i8[56x64] = CONCATENATION(%1, %2) {axis=0}                // %0 is read once; each row goes where %5 has it
//   %4: i8[7x8x64] = RESHAPE(%3)
//   %5: i8[8x7x64] = TRANSPOSE(%4) {perm=[1, 0, 2]}
//
// RESHAPEs before and behind a movement become part of it, so that the layouts of what stands there are open to it: heads that attention takes
// from blocks of 32 channels are blocks. It is done where copies from blocks to blocks move whole pieces of these, and elsewhere if it is
// cheaper in every layout of what stands around.
// Each output of a movement operator is boxes (ir/Box.h) of what it reads; boxes of boxes are boxes (ir/BoxCompose.h). RESHAPEs between
// both are gone through. It is done if the readers' copies then take fewer cycles than theirs and the operator's own by now.
// Requires: row-major tensors. Changes: the readers, which become MOVEs, or RESHAPEs if nothing moves; eliminate-dead-code drops what is
// left over.
#include "ir/BoxCompose.h"
#include "passes/ChainPrice.h"
#include "passes/Passes.h"
#include "passes/Sources.h"
#include "passes/Uses.h"
#include "plans/movement/Copy.h"
#include "plans/NestPlans.h"

#include <algorithm>
#include <map>
#include <set>

namespace hexloom {

namespace {

constexpr size_t kMostReaders = 64; // that an operator goes into
constexpr size_t kMostShapes = 8;  // RESHAPEs in a row
constexpr int kMostRounds = 4;
constexpr int64_t kStepsOfBox = 2000; // of composing and pricing

/// An output as boxes of other tensors.
struct Move {
  std::vector<TensorId> Inputs;
  std::vector<BoxMovement::Piece> Pieces; ///< their inputs are numbers of Inputs; the output is 0
  int64_t FillValue = 0;                  ///< of what no piece brings
  size_t Op = 0;           ///< whose output it is
  bool IsShape = false;    ///< a RESHAPE: nothing is copied
  bool IsChanged = false, IsGone = false;
};

class Merger {
public:
  Merger(Graph &G, const PassContext &C) : G(G), C(C), Purse(C.Shared.Purse) {}
  int64_t run();

private:
  Graph &G;
  const PassContext &C;
  Budget &Purse;
  std::map<TensorId, Move> Moves;              ///< by output
  std::vector<std::set<TensorId>> Readers;     ///< of each tensor: the outputs whose moves read it
  std::vector<TensorId> Order;                 ///< the outputs of movement operators, in the order of execution
  std::vector<bool> IsRead;                    ///< by something else than moves

  void collect();
  void read(TensorId Id);
  void drop(TensorId Id);
  bool leaves(TensorId Id, size_t Depth, std::vector<TensorId> &Path, std::vector<std::vector<TensorId>> &Found) const;
  bool stays(const Move &M, const std::string &Why) const { // tells why; false
    if (C.Tell)
      C.Tell(G.Ops[M.Op], "stays: " + Why);
    return false;
  }
  bool goInto(TensorId Id);
  bool takesShapes(const Move &M) const;
  std::optional<Move> withShape(const Move &First, TensorId Between, const Move &Then, TensorId Out);
  bool isCheaperThanBoth(const Move &Both, const Move &First, TensorId Between, const Move &Then, TensorId Out) const;
  bool readUnshaped(TensorId Id);
  bool writeReshaped(TensorId Id);
  std::optional<Move> composed(const Move &First, TensorId Between, const Move &Then, TensorId Out) const;
  bool fills(const Move &M, TensorId Out) const;
  std::optional<Movement> movementOf(const Move &M, TensorId Out) const;
  bool isShape(const Move &M, const Movement &Copies, TensorId Out) const;
  std::optional<double> cyclesOf(const Move &M, TensorId Out) const;
  Op operatorOf(const Move &M, TensorId Out) const;
  int64_t rebuild();
};

void Merger::collect() {
  Readers.resize(G.Tensors.size());
  IsRead.assign(G.Tensors.size(), false);
  for (TensorId Id : G.Outputs)
    IsRead[Id] = true;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    const bool IsSmall = O.Inputs.size() <= kMostBoxes && O.Outputs.size() <= kMostReaders && O.Kernel.empty();
    const auto IsEmpty = [&](TensorId Id) { return Id == kNoTensor || G.Tensors[Id].elements() == 0; };
    const bool IsAny = IsSmall && std::none_of(O.Inputs.begin(), O.Inputs.end(), IsEmpty) && std::none_of(O.Outputs.begin(), O.Outputs.end(), IsEmpty);
    const std::optional<BoxMovement> M = IsAny && keepsBytes(G, O) ? boxesOf(G, O) : std::nullopt;
    if (!M || M->Pieces.size() > kMostBoxes) {
      for (TensorId Id : O.Inputs)
        if (Id != kNoTensor)
          IsRead[Id] = true;
      continue;
    }
    for (size_t K = 0; K < O.Outputs.size(); ++K) {
      Move Own{O.Inputs, {}, M->FillValue, I, isView(O.Kind)};
      for (const BoxMovement::Piece &P : M->Pieces)
        if (P.Output == K && P.Box.elements() > 0)
          Own.Pieces.push_back({P.Input, 0, P.Box});
      Order.push_back(O.Outputs[K]);
      Moves.emplace(O.Outputs[K], std::move(Own));
    }
  }
}

/// The move of an output begins to read its inputs.
void Merger::read(TensorId Id) {
  const Move &M = Moves.at(Id);
  for (const BoxMovement::Piece &P : M.Pieces)
    Readers[M.Inputs[P.Input]].insert(Id);
}

/// It reads them no longer.
void Merger::drop(TensorId Id) {
  for (TensorId In : Moves.at(Id).Inputs)
    Readers[In].erase(Id);
}

/// The ways from a tensor through RESHAPEs to what moves; false: not all lead there.
bool Merger::leaves(TensorId Id, size_t Depth, std::vector<TensorId> &Path, std::vector<std::vector<TensorId>> &Found) const {
  if (IsRead[Id] || Readers[Id].empty() || Depth > kMostShapes)
    return false;
  for (TensorId Reader : Readers[Id]) {
    Path.push_back(Reader);
    if (!Moves.at(Reader).IsShape)
      Found.push_back(Path);
    else if (!leaves(Reader, Depth + 1, Path, Found))
      return false;
    Path.pop_back();
    if (Found.size() > kMostReaders)
      return false;
  }
  return true;
}

/// `Then`, which makes `Out`, as it reads what `First` reads instead of `Between`, which `First` makes.
std::optional<Move> Merger::composed(const Move &First, TensorId Between, const Move &Then, TensorId Out) const {
  Move Both = Then;
  Both.Pieces.clear();
  Both.IsChanged = true;
  for (const BoxMovement::Piece &P : Then.Pieces) {
    if (Then.Inputs[P.Input] != Between) {
      Both.Pieces.push_back(P);
      continue;
    }
    for (const BoxMovement::Piece &From : First.Pieces) {
      const TensorId Id = First.Inputs[From.Input];
      const auto At = std::find(Both.Inputs.begin(), Both.Inputs.end(), Id);
      const auto Input = static_cast<size_t>(At - Both.Inputs.begin());
      std::vector<Box> Boxes;
      if (Both.Pieces.size() > kMostBoxes || !composeBoxes(From.Box, P.Box, kMostBoxes, Boxes))
        return std::nullopt;
      if (At == Both.Inputs.end())
        Both.Inputs.push_back(Id);
      for (Box &B : Boxes)
        Both.Pieces.push_back({Input, 0, std::move(B)});
    }
  }
  const bool Fills = fills(First, Between);
  if (Both.Pieces.empty() || Both.Pieces.size() > kMostBoxes || (Fills && fills(Then, Out) && First.FillValue != Then.FillValue))
    return std::nullopt;
  if (Fills)
    Both.FillValue = First.FillValue;
  return Both;
}

bool Merger::fills(const Move &M, TensorId Out) const {
  return elementsOf(M.Pieces) < G.Tensors[Out].elements();
}

/// The copies of a move; nullopt: one has more loops than there are.
std::optional<Movement> Merger::movementOf(const Move &M, TensorId Out) const {
  const Tensor &To = G.Tensors[Out];
  Movement All;
  for (const BoxMovement::Piece &P : M.Pieces) {
    const Shape &In = G.Tensors[M.Inputs[P.Input]].Dims;
    All.Pieces.push_back({P.Input, 0, rowMajorCopy(P.Box, {In.begin(), In.end()}, {To.Dims.begin(), To.Dims.end()}, bytesOf(To.Type))});
    if (All.Pieces.back().Copy.Loops.size() > kCopyLoops)
      return std::nullopt;
  }
  return All;
}

/// Whether the bytes of the output are those of the only input, one after the other.
bool Merger::isShape(const Move &M, const Movement &Copies, TensorId Out) const {
  if (M.Pieces.size() != 1 || fills(M, Out) || G.Tensors[M.Inputs[M.Pieces[0].Input]].elements() != G.Tensors[Out].elements())
    return false;
  const StridedCopy &C = Copies.Pieces[0].Copy;
  return C.Loops.empty() && C.InOffset == 0 && C.OutOffset == 0;
}

std::optional<double> Merger::cyclesOf(const Move &M, TensorId Out) const {
  if (M.IsShape)
    return 0;
  const std::optional<Movement> Copies = movementOf(M, Out);
  if (!Copies || isShape(M, *Copies, Out))
    return Copies ? std::optional<double>(0) : std::nullopt;
  Cost All = leastCost(*Copies);
  if (fills(M, Out))
    All += costOf(fillLoops(G.Tensors[Out].bytes()));
  return All.cycles();
}

/// Lets the readers of a movement's output read what it reads, if that costs less.
bool Merger::goInto(TensorId Id) {
  const Move &First = Moves.at(Id);
  std::vector<TensorId> Path;
  std::vector<std::vector<TensorId>> Ways;
  if (First.IsShape || First.IsGone)
    return false;
  if (!leaves(Id, 0, Path, Ways))
    return stays(First, "what reads it is no movement");
  std::map<TensorId, Move> New;
  for (const std::vector<TensorId> &Way : Ways) {
    std::optional<Move> Both = First;
    TensorId Between = Id;
    for (TensorId Next : Way) {
      const auto At = New.find(Next);
      const Move &Then = At == New.end() ? Moves.at(Next) : At->second;
      const auto Boxes = static_cast<int64_t>(Both->Pieces.size() * Then.Pieces.size());
      Both = Purse.tryWork(kStepsOfBox * Boxes) ? composed(*Both, Between, Then, Next) : std::nullopt;
      if (!Both)
        return stays(First, "with what reads it, it is no copy of few boxes");
      Between = Next;
    }
    New[Between] = std::move(*Both);
  }
  std::optional<double> Before = cyclesOf(First, Id), After = 0;
  for (const auto &[Leaf, M] : New) {
    const std::optional<double> Old = cyclesOf(Moves.at(Leaf), Leaf), Own = cyclesOf(M, Leaf);
    if (!Before || !Old || !Own || !areApart(M.Pieces))
      return stays(First, "with what reads it, it is no copy of few boxes");
    *Before += *Old;
    *After += *Own;
  }
  if (*After >= *Before)
    return stays(First, strf("with what reads it %.0f row-major cycles as they are, %.0f as one", *Before, *After));
  std::set<TensorId> Gone = {Id};
  for (const std::vector<TensorId> &Way : Ways)
    Gone.insert(Way.begin(), Way.end() - 1);
  for (TensorId Unread : Gone) {
    drop(Unread);
    Moves.at(Unread).IsGone = true;
  }
  for (auto &[Leaf, M] : New) {
    drop(Leaf);
    Moves.at(Leaf) = std::move(M);
    read(Leaf);
  }
  return true;
}

/// Whether RESHAPEs around may become part of it.
bool Merger::takesShapes(const Move &M) const {
  const OpKind Kind = G.Ops[M.Op].Kind;
  return !M.IsShape && !M.IsGone && (M.IsChanged || Kind == OpKind::Transpose || Kind == OpKind::StridedSlice || Kind == OpKind::Move);
}

/// Whether one move is cheaper than two of one input each, whatever the layouts around.
bool Merger::isCheaperThanBoth(const Move &Both, const Move &First, TensorId Between, const Move &Then, TensorId Out) const {
  const Op One = operatorOf(Both, Out), A = operatorOf(First, Between), B = operatorOf(Then, Out);
  if (A.Inputs.size() != 1 || B.Inputs.size() != 1)
    return false;
  const auto Now = price(inARow(G, {A, B}), startsOf(G, A.Inputs[0]), C), New = price(alone(G, One), startsOf(G, A.Inputs[0]), C);
  return Now && New && isCheaper(*New, *Now);
}

/// A move and a RESHAPE, one behind the other, as one move of no more boxes. Nothing: there are more; or the runs are no whole pieces of
/// blocks, which copies from blocks to blocks then divide, and that does not pay.
std::optional<Move> Merger::withShape(const Move &First, TensorId Between, const Move &Then, TensorId Out) {
  constexpr int64_t kPiece = 32; // bytes
  const size_t Boxes = First.Pieces.size() * Then.Pieces.size();
  std::optional<Move> Both =
      Purse.tryWork(kStepsOfBox * static_cast<int64_t>(Boxes)) ? composed(First, Between, Then, Out) : std::nullopt;
  if (!Both || Both->Pieces.size() > std::max(First.Pieces.size(), Then.Pieces.size()) || !areApart(Both->Pieces))
    return std::nullopt;
  const std::optional<Movement> Copies = movementOf(*Both, Out);
  const auto IsWhole = [](const Movement::Piece &P) { return P.Copy.Run % kPiece == 0; };
  const bool Serves = Copies && (std::all_of(Copies->Pieces.begin(), Copies->Pieces.end(), IsWhole) || isCheaperThanBoth(*Both, First, Between, Then, Out));
  return Serves ? Both : std::nullopt;
}

/// Whether layouts serve a shape at least as well as another one: most are of four dimensions at most.
bool isNoDeeper(const Shape &S, const Shape &Than) { return S.size() <= 4 || Than.size() > 4; }

/// Lets a move read the tensors of which RESHAPEs make its inputs: those may be in any layout.
bool Merger::readUnshaped(TensorId Id) {
  bool IsAny = false;
  for (size_t Left = kMostShapes * Moves.at(Id).Inputs.size(); Left > 0; --Left) {
    const Move &M = Moves.at(Id);
    const auto IsShape = [&](TensorId In) {
      const auto At = Moves.find(In);
      return At != Moves.end() && At->second.IsShape && !At->second.IsGone && Readers[In].count(Id) &&
             isNoDeeper(G.Tensors[At->second.Inputs[0]].Dims, G.Tensors[In].Dims);
    };
    const auto In = std::find_if(M.Inputs.begin(), M.Inputs.end(), IsShape);
    std::optional<Move> New = In == M.Inputs.end() ? std::nullopt : withShape(Moves.at(*In), *In, M, Id);
    if (!New)
      return IsAny;
    drop(Id);
    Moves.at(Id) = std::move(*New);
    read(Id);
    IsAny = true;
  }
  return IsAny;
}

/// Lets a move write the tensor that RESHAPEs make of its output.
bool Merger::writeReshaped(TensorId Id) {
  bool IsAny = false;
  for (size_t Left = kMostShapes; Left > 0; --Left) {
    if (IsRead[Id] || Readers[Id].size() != 1)
      break;
    const TensorId Reader = *Readers[Id].begin();
    if (!Moves.at(Reader).IsShape || !isNoDeeper(G.Tensors[Reader].Dims, G.Tensors[Id].Dims))
      break;
    std::optional<Move> New = withShape(Moves.at(Id), Id, Moves.at(Reader), Reader);
    if (!New)
      break;
    New->IsShape = false;
    New->Op = Moves.at(Id).Op;
    drop(Id), drop(Reader);
    Moves.at(Id).IsGone = true;
    Moves.at(Reader) = std::move(*New);
    read(Reader);
    Id = Reader;
    IsAny = true;
  }
  return IsAny;
}

/// The operator that a move has become.
Op Merger::operatorOf(const Move &M, TensorId Out) const {
  const Op &Old = G.Ops[M.Op];
  Op O{OpKind::Move, {}, {Out}, {}, Old.Outputs.size() > 1 ? opNameFrom(G.Tensors[Out].Name) : Old.Name, Old.SourceIndex, "", {}, {}};
  std::vector<BoxMovement::Piece> Pieces = M.Pieces;
  for (BoxMovement::Piece &P : Pieces) {
    const TensorId Id = M.Inputs[P.Input];
    P.Input = static_cast<size_t>(std::find(O.Inputs.begin(), O.Inputs.end(), Id) - O.Inputs.begin());
    if (P.Input == O.Inputs.size())
      O.Inputs.push_back(Id);
  }
  if (const std::optional<Movement> Copies = movementOf(M, Out); Copies && isShape(M, *Copies, Out))
    O.Kind = OpKind::Reshape;
  else
    O.Attrs = {{Attr::Boxes, boxesAttribute(Pieces)}, {Attr::PadValue, M.FillValue}};
  return O;
}

int64_t Merger::rebuild() {
  int64_t Count = 0;
  std::vector<Op> New;
  for (const Op &O : G.Ops) {
    const auto Is = [&](TensorId Id) { return Moves.count(Id) && (Moves.at(Id).IsChanged || Moves.at(Id).IsGone); };
    if (std::none_of(O.Outputs.begin(), O.Outputs.end(), Is)) {
      New.push_back(O);
      continue;
    }
    for (TensorId Id : O.Outputs)
      if (const Move &M = Moves.at(Id); !M.IsGone)
        New.push_back(operatorOf(M, Id)), ++Count;
  }
  G.Ops = std::move(New);
  return Count;
}

int64_t Merger::run() {
  collect();
  for (TensorId Id : Order)
    read(Id);
  bool IsAny = false, Goes = true;
  for (int Round = 0; Goes && Round < kMostRounds; ++Round) {
    Goes = false;
    for (TensorId Id : Order)
      if (goInto(Id))
        Goes = IsAny = true;
  }
  for (TensorId Id : std::vector<TensorId>(Order))
    if (takesShapes(Moves.at(Id))) {
      IsAny |= readUnshaped(Id);
      IsAny |= writeReshaped(Id);
    }
  return IsAny ? rebuild() : 0;
}

} // namespace

int64_t mergeMovements(Graph &G, const PassContext &C) { return Merger(G, C).run(); }

} // namespace hexloom
