// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hoist-functions: operators that are the same function of a byte, behind movements of one tensor, become one before the movements.
//
//   %1 = STRIDED_SLICE(%0)                %6 = QUANTIZE(%0)
//   %2 = STRIDED_SLICE(%0)                %1 = STRIDED_SLICE(%6)
//   %3 = QUANTIZE(%1)              ->     %2 = STRIDED_SLICE(%6)
//   %4 = QUANTIZE(%2)                     %5 = CONCATENATION(%1, %2)
//   %5 = CONCATENATION(%3, %4)
//
// Then nothing stands between the movements, which merge-movements makes one, and functions meet, which compose-functions makes one. Equal
// to the bit, because a movement takes each byte as it is. It is done if the functions make at least as many elements as the tensor has,
// and if they are several, or the tensor is made by a function itself. Requires: bytes, one scale for a tensor; nobody else reads what the
// movements make. Changes: scales and types of what is moved.
#include "ir/Box.h"
#include "ir/Families.h"
#include "passes/Passes.h"
#include "passes/Uses.h"
#include "plans/elementwise/ByteFunction.h"

#include <algorithm>
#include <map>
#include <set>

namespace hexloom {

namespace {

constexpr size_t kMostUnlike = 16; // functions behind movements of one tensor

/// Functions of bytes of one tensor behind movements.
struct Behind {
  TensorId Of;
  Bytes Table;
  std::vector<size_t> Functions; ///< ascending
  std::set<size_t> Moves;
};

class Hoister {
public:
  Hoister(Graph &G, Budget &Purse) : G(G), Purse(Purse), U(G) {}
  /// Hoists the first functions that can be; false: none can.
  bool run();

private:
  Graph &G;
  Budget &Purse;
  const Uses U;
  std::vector<std::vector<size_t>> Readers; ///< by tensor
  std::vector<TensorId> Roots;              ///< by tensor: what movements make it of, or itself

  bool movesBytes(const Op &O) const;
  void findRoots();
  std::optional<Bytes> functionOf(const Op &O) const;
  std::vector<Behind> candidates() const;
  bool isAlone(const Behind &B) const;
  bool gains(const Behind &B) const;
  void hoist(const Behind &B);
};

/// Whether all elements of the operator's outputs are some of its inputs'.
bool Hoister::movesBytes(const Op &O) const {
  if (!isMovement(O.Kind) || !O.Kernel.empty() || (O.Attrs.count(Attr::Activation) && O.s(Attr::Activation) != "none"))
    return false;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (rescales(G, O, I) || !(G.in(O, I).Quant == G.out(O, 0).Quant))
      return false;
  if (isView(O.Kind))
    return true;
  const std::optional<BoxMovement> M = boxesOf(G, O);
  return M && !M->Fills;
}

void Hoister::findRoots() {
  Readers.resize(G.Tensors.size());
  Roots.resize(G.Tensors.size());
  for (size_t I = 0; I < Roots.size(); ++I)
    Roots[I] = static_cast<TensorId>(I);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor && (Readers[Id].empty() || Readers[Id].back() != I))
        Readers[Id].push_back(I);
    if (!isMovement(O.Kind))
      continue;
    const TensorId Root = Roots[O.Inputs[0]];
    const auto HasRoot = [&](TensorId Id) { return Id != kNoTensor && Roots[Id] == Root; };
    if (!G.Tensors[Root].isConst() && std::all_of(O.Inputs.begin(), O.Inputs.end(), HasRoot) && movesBytes(O))
      for (TensorId Id : O.Outputs)
        Roots[Id] = Root;
  }
}

std::optional<Bytes> Hoister::functionOf(const Op &O) const {
  if (familyOf(O.Kind) != Family::Elementwise || O.Inputs.size() > 2 || O.Outputs.size() != 1 || !O.Kernel.empty() || G.out(O, 0).Quant.perChannel())
    return std::nullopt;
  const TensorId In = O.Inputs[0];
  const bool IsBehind = std::any_of(O.Inputs.begin(), O.Inputs.end(), [&](TensorId Id) { return Id != kNoTensor && Roots[Id] != Id; });
  std::optional<Bytes> Table = IsBehind || O.Inputs.size() == 1 ? byteTable(G, O) : std::nullopt;
  return Table && !G.Tensors[In].Quant.perChannel() && G.Tensors[O.Inputs[tableInput(G, O)]].Dims == G.out(O, 0).Dims ? Table : std::nullopt;
}

/// The functions behind movements, those of one tensor that are alike together, with all movements between.
std::vector<Behind> Hoister::candidates() const {
  std::vector<Behind> All;
  std::map<TensorId, std::vector<size_t>> OfRoot; // numbers of All
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    if (isMovement(O.Kind) || std::none_of(O.Inputs.begin(), O.Inputs.end(), [&](TensorId Id) { return Id != kNoTensor && Roots[Id] != Id; }))
      continue;
    std::optional<Bytes> Table = functionOf(O);
    const TensorId In = Table ? O.Inputs[tableInput(G, O)] : kNoTensor;
    if (!Table || Roots[In] == In)
      continue;
    std::vector<size_t> &Known = OfRoot[Roots[In]];
    const Tensor &Out = G.out(O, 0);
    const auto Same = std::find_if(Known.begin(), Known.end(), [&](size_t K) {
      const Tensor &Other = G.out(G.Ops[All[K].Functions[0]], 0);
      return All[K].Table == *Table && Other.Type == Out.Type && Other.Quant == Out.Quant;
    });
    if (Same == Known.end() && Known.size() < kMostUnlike) {
      Known.push_back(All.size());
      All.push_back({Roots[In], std::move(*Table), {I}, {}});
    } else if (Same != Known.end())
      All[*Same].Functions.push_back(I);
  }
  for (Behind &B : All) {
    std::vector<TensorId> Left;
    for (size_t F : B.Functions)
      Left.push_back(G.Ops[F].Inputs[tableInput(G, G.Ops[F])]);
    while (!Left.empty()) {
      const TensorId Id = Left.back();
      Left.pop_back();
      if (Id != B.Of && B.Moves.insert(static_cast<size_t>(U.producer(Id))).second)
        for (TensorId In : G.Ops[static_cast<size_t>(U.producer(Id))].Inputs)
          Left.push_back(In);
    }
  }
  return All;
}

/// Whether what the movements make is read by them or by one of the functions alone.
bool Hoister::isAlone(const Behind &B) const {
  for (size_t M : B.Moves)
    for (TensorId Id : G.Ops[M].Outputs) {
      if (isGraphOutput(G, Id) || Readers[Id].empty())
        return false;
      const auto IsMove = [&](size_t R) { return B.Moves.count(R) > 0; };
      const bool IsRead = std::all_of(Readers[Id].begin(), Readers[Id].end(), IsMove);
      if (!IsRead && (Readers[Id].size() != 1 || !std::binary_search(B.Functions.begin(), B.Functions.end(), Readers[Id][0])))
        return false;
    }
  return true;
}

bool Hoister::gains(const Behind &B) const {
  int64_t Elements = 0;
  for (size_t F : B.Functions)
    Elements += G.out(G.Ops[F], 0).elements();
  if (Elements < G.Tensors[B.Of].elements() || !isAlone(B))
    return false;
  const int By = U.producer(B.Of);
  const auto IsMove = [&](size_t R) { return B.Moves.count(R) > 0; };
  const bool Meets = By >= 0 && !isGraphOutput(G, B.Of) && std::all_of(Readers[B.Of].begin(), Readers[B.Of].end(), IsMove) && functionOf(G.Ops[By]);
  return B.Functions.size() > 1 || Meets;
}

void Hoister::hoist(const Behind &B) {
  const Op &Model = G.Ops[B.Functions[0]];
  std::map<TensorId, TensorId> New;
  const auto Like = [&](TensorId Id) {
    Tensor T = G.Tensors[Id];
    T.Type = G.out(Model, 0).Type;
    T.Quant = G.out(Model, 0).Quant;
    T.Name = G.out(Model, 0).Name;
    T.SourceIndex = -1;
    Purse.keepName(T.Name);
    return G.addTensor(std::move(T));
  };
  for (size_t F : B.Functions)
    New[G.Ops[F].Inputs[tableInput(G, G.Ops[F])]] = G.Ops[F].Outputs[0];
  Op First = Model;
  if (First.Inputs.size() > 1) {
    First.Kind = OpKind::Table;
    First.Attrs = {{Attr::Values, std::vector<int64_t>(B.Table.begin(), B.Table.end())}};
  }
  First.Inputs = {B.Of};
  First.Outputs = {New[B.Of] = Like(B.Of)};
  std::vector<Op> Ops;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    if (std::binary_search(B.Functions.begin(), B.Functions.end(), I))
      continue;
    Op O = G.Ops[I];
    if (B.Moves.count(I)) {
      if (I == *B.Moves.begin())
        Ops.push_back(First);
      for (TensorId &Id : O.Inputs)
        Id = New.at(Id);
      for (TensorId &Id : O.Outputs) {
        if (!New.count(Id))
          New[Id] = Like(Id);
        Id = New.at(Id);
      }
    }
    Ops.push_back(std::move(O));
  }
  G.Ops = std::move(Ops);
}

bool Hoister::run() {
  findRoots();
  for (const Behind &B : candidates())
    if (gains(B)) {
      hoist(B);
      return true;
    }
  return false;
}

} // namespace

int64_t hoistFunctions(Graph &G, Budget &Purse) {
  constexpr int64_t kStepsOfOp = 3000;
  int64_t Count = 0;
  while (Purse.tryWork(kStepsOfOp * static_cast<int64_t>(G.Ops.size())) && Hoister(G, Purse).run())
    ++Count;
  return Count;
}

} // namespace hexloom
