// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emit/Arena.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int64_t kAlign = 128;

/// A stretch of memory that one or more tensors share, from its first write to its last read
/// (operator positions).
struct Buffer {
  int64_t Bytes = 0;
  int First = 0, Last = 0;
  Place External; ///< an input or output buffer of the caller
  int64_t Offset = 0;
};

class Placer {
public:
  Placer(const Graph &G, const std::vector<LayerMemory> &Layers) : G(G), Layers(Layers) {}
  ArenaPlan run();

private:
  const Graph &G;
  const std::vector<LayerMemory> &Layers;
  std::vector<Buffer> Buffers;
  std::vector<int> BufferOf; ///< by tensor; -1: constants and unused tensors

  void makeBuffers();
  void shareAliases();
  void placeStates(ArenaPlan &Plan);
  bool mayReplace(TensorId From, TensorId To) const;
  int64_t pack(std::vector<Buffer *> &Wanted);
};

void Placer::makeBuffers() {
  BufferOf.assign(G.Tensors.size(), -1);
  const auto Touch = [&](TensorId T, int Position) -> Buffer * {
    if (T == kNoTensor || G.Tensors[T].isConst())
      return nullptr;
    if (BufferOf[T] < 0) {
      BufferOf[T] = static_cast<int>(Buffers.size());
      Buffers.push_back({G.Tensors[T].bytes(), Position, Position, {}, 0});
    }
    Buffer &B = Buffers[BufferOf[T]];
    B.Last = std::max(B.Last, Position);
    return &B;
  };
  for (size_t I = 0; I < G.Inputs.size(); ++I)
    if (Buffer *B = Touch(G.Inputs[I], -1))
      B->External = {I < G.ownInputs() ? Place::Input : Place::State, static_cast<int64_t>(I)};
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    for (TensorId T : G.Ops[I].Inputs)
      Touch(T, static_cast<int>(I));
    for (TensorId T : G.Ops[I].Outputs)
      Touch(T, static_cast<int>(I));
  }
  for (size_t I = 0; I < G.Outputs.size(); ++I) {
    Buffer *B = Touch(G.Outputs[I], static_cast<int>(G.Ops.size()));
    if (B && B->External.Where == Place::None) // of states: until placeStates, so that none shares another's
      B->External = {I < G.ownOutputs() ? Place::Output : Place::State, static_cast<int64_t>(I)};
  }
}

/// Joins the output's buffer to the input's wherever at most one of them is the caller's.
void Placer::shareAliases() {
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    if (!Layers[I].Aliases || O.Inputs[0] == kNoTensor || BufferOf[O.Inputs[0]] < 0)
      continue;
    const int In = BufferOf[O.Inputs[0]], Out = BufferOf[O.Outputs[0]];
    if (In == Out ||
        (Buffers[In].External.Where != Place::None && Buffers[Out].External.Where != Place::None))
      continue;
    Buffer &Joined = Buffers[In];
    Joined.Bytes = std::max(Joined.Bytes, Buffers[Out].Bytes);
    Joined.First = std::min(Joined.First, Buffers[Out].First);
    Joined.Last = std::max(Joined.Last, Buffers[Out].Last);
    if (Joined.External.Where == Place::None)
      Joined.External = Buffers[Out].External;
    std::replace(BufferOf.begin(), BufferOf.end(), Out, In);
    Buffers[Out].Bytes = 0;
  }
}

/// Whether the state's memory may hold its next value from where that is first written: nobody
/// reads the old one any more, but for a kernel that writes in place.
bool Placer::mayReplace(TensorId From, TensorId To) const {
  const int Last = Buffers[BufferOf[From]].Last, First = Buffers[BufferOf[To]].First;
  if (Last != First || First < 0)
    return Last < First;
  const Op &O = G.Ops[First];
  const auto IsThere = [&](TensorId T) { return T != kNoTensor && BufferOf[T] == BufferOf[From]; };
  if (std::count_if(O.Inputs.begin(), O.Inputs.end(), IsThere) != 1)
    return false;
  const auto &Pairs = Layers[First].InPlace;
  return std::any_of(Pairs.begin(), Pairs.end(), [&](const std::pair<int, int> &P) {
    return O.Inputs[P.first] == From && O.Outputs[P.second] == To;
  });
}

void Placer::placeStates(ArenaPlan &Plan) {
  for (size_t I = 0; I < G.States.size(); ++I) {
    const TensorId From = G.Inputs[G.ownInputs() + I], To = G.Outputs[G.ownOutputs() + I];
    const Place Here{Place::State, Plan.StateBytes};
    Plan.StateOffset.push_back(Plan.StateBytes);
    Plan.StateBytes += (G.Tensors[From].bytes() + kAlign - 1) / kAlign * kAlign;
    Buffers[BufferOf[From]].External = Here;
    if (BufferOf[To] < 0) // a constant
      continue;
    Buffer &Next = Buffers[BufferOf[To]];
    if (From != To && Next.External.Where == Place::State) // else it is an output of the caller's
      Next.External = mayReplace(From, To) ? Here : Place{};
  }
}

int64_t Placer::pack(std::vector<Buffer *> &Wanted) {
  std::stable_sort(Wanted.begin(), Wanted.end(),
                   [](const Buffer *A, const Buffer *B) { return A->Bytes > B->Bytes; });
  std::vector<Buffer *> Placed; // sorted by offset
  int64_t End = 0;
  for (Buffer *B : Wanted) {
    int64_t Offset = 0;
    for (const Buffer *P : Placed)
      if (P->First <= B->Last && B->First <= P->Last && P->Offset < Offset + B->Bytes)
        Offset = std::max(Offset, P->Offset + P->Bytes);
    B->Offset = Offset;
    End = std::max(End, Offset + B->Bytes);
    Placed.insert(
        std::upper_bound(Placed.begin(), Placed.end(), B,
                         [](const Buffer *X, const Buffer *Y) { return X->Offset < Y->Offset; }),
        B);
  }
  return End;
}

ArenaPlan Placer::run() {
  makeBuffers();
  shareAliases();
  ArenaPlan Plan;
  placeStates(Plan);
  const size_t TensorBuffers = Buffers.size();
  for (size_t I = 0; I < G.Ops.size(); ++I)
    Buffers.push_back({Layers[I].ScratchBytes, static_cast<int>(I), static_cast<int>(I), {}, 0});
  std::vector<Buffer *> Wanted;
  for (Buffer &B : Buffers) {
    B.Bytes = (B.Bytes + kAlign - 1) / kAlign * kAlign;
    if (B.External.Where == Place::None && B.Bytes > 0)
      Wanted.push_back(&B);
  }
  Plan.Bytes = pack(Wanted);
  Plan.Tensors.resize(G.Tensors.size());
  for (size_t T = 0; T < G.Tensors.size(); ++T) {
    if (BufferOf[T] < 0)
      continue;
    const Buffer &B = Buffers[BufferOf[T]];
    Plan.Tensors[T] = B.External.Where == Place::None ? Place{Place::Arena, B.Offset} : B.External;
  }
  for (size_t I = 0; I < G.Ops.size(); ++I)
    Plan.ScratchOffset.push_back(Buffers[TensorBuffers + I].Offset);
  return Plan;
}

} // namespace

ArenaPlan placeArena(const Graph &G, const std::vector<LayerMemory> &Layers) {
  return Placer(G, Layers).run();
}

} // namespace hexloom
