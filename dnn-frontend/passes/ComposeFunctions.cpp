// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// compose-functions: operators that are together a function of one byte become one look-up.
//
//   %1 = LOGISTIC(%0)
//   %2 = MUL(%0, %1) {activation=none}     ->    %2 = TABLE(%0) {values=[...]}
//
// Equal to the bit, because the table is made of the operators' own results for each of the 256 bytes. An operator swallows those
// before it that nobody else reads, so that none is computed twice. Requires: bytes, one scale for a tensor, no broadcast but of constants of
// one element. Changes: intermediate results disappear.
#include "ir/Families.h"
#include "passes/Passes.h"
#include "passes/Uses.h"
#include "plans/elementwise/ByteFunction.h"

#include <optional>
#include <set>

namespace hexloom {

namespace {

/// An operator as a function of a byte of `Of`, with what it swallows.
struct Composition {
  TensorId Of = kNoTensor;
  Bytes Table;
  std::set<int> Swallowed;
};

/// An input as a function of another tensor's byte: of its producer's input where nobody else reads it, else of itself.
struct Argument {
  TensorId Of;
  std::optional<Bytes> Table; ///< none: itself
  int Producer = -1;
};

Argument argumentOf(const Graph &G, const Uses &U, TensorId Id) {
  const int Producer = U.producer(Id);
  if (Producer < 0 || U.readers(Id) != 1)
    return {Id, std::nullopt};
  const Op &By = G.Ops[Producer];
  std::optional<Bytes> Table = familyOf(By.Kind) == Family::Elementwise ? byteTable(G, By) : std::nullopt;
  if (!Table)
    return {Id, std::nullopt};
  return {By.Inputs[tableInput(G, By)], std::move(Table), Producer};
}

Bytes composed(const Bytes &Outer, const Bytes &Inner) {
  Bytes Table;
  for (uint8_t Byte : Inner)
    Table.push_back(Outer[Byte]);
  return Table;
}

/// The composition of an operator that reads one activation.
std::optional<Composition> ofOne(const Graph &G, const Uses &U, const Op &O, const Bytes &Own) {
  const Argument Inner = argumentOf(G, U, O.Inputs[tableInput(G, O)]);
  if (!Inner.Table)
    return std::nullopt;
  return Composition{Inner.Of, composed(Own, *Inner.Table), {Inner.Producer}};
}

/// The composition of an operator that reads two, both of the same byte.
std::optional<Composition> ofTwo(const Graph &G, const Uses &U, const Op &O) {
  std::array<Argument, 2> Both = {argumentOf(G, U, O.Inputs[0]), argumentOf(G, U, O.Inputs[1])};
  for (size_t I = 0; I < 2; ++I) // a function of the other input, which is one itself
    if (Both[I].Of == O.Inputs[1 - I])
      Both[1 - I] = {O.Inputs[1 - I], std::nullopt};
  if (Both[0].Of != Both[1].Of || (!Both[0].Table && !Both[1].Table))
    return std::nullopt;
  const std::optional<Bytes> Table = byteTableOfBoth(G, O, {Both[0].Table, Both[1].Table});
  if (!Table)
    return std::nullopt;
  Composition C = {Both[0].Of, *Table, {}};
  for (const Argument &A : Both)
    if (A.Table)
      C.Swallowed.insert(A.Producer);
  return C;
}

std::optional<Composition> compositionOf(const Graph &G, const Uses &U, const Op &O) {
  if (familyOf(O.Kind) != Family::Elementwise || O.Inputs.size() > 2)
    return std::nullopt;
  if (const std::optional<Bytes> Own = byteTable(G, O))
    return ofOne(G, U, O, *Own);
  return O.Inputs.size() == 2 ? ofTwo(G, U, O) : std::nullopt;
}

void become(Op &O, const Composition &C) {
  O.Kind = OpKind::Table;
  O.Inputs = {C.Of};
  O.Attrs = {{Attr::Values, std::vector<int64_t>(C.Table.begin(), C.Table.end())}};
}

} // namespace

int64_t composeFunctions(Graph &G, Budget &) {
  int64_t Count = 0;
  Uses U(G);
  std::vector<bool> Gone(G.Ops.size(), false);
  for (size_t I = 0; I < G.Ops.size(); ++I)
    while (const std::optional<Composition> C = compositionOf(G, U, G.Ops[I])) {
      U.stopsReading(G.Ops[I]);
      for (int Swallowed : C->Swallowed) {
        U.stopsReading(G.Ops[Swallowed]);
        Gone[Swallowed] = true;
        ++Count;
      }
      become(G.Ops[I], *C);
      U.beginsToRead(G.Ops[I]);
    }
  std::vector<Op> Left;
  for (size_t I = 0; I < G.Ops.size(); ++I)
    if (!Gone[I])
      Left.push_back(std::move(G.Ops[I]));
  G.Ops = std::move(Left);
  return Count;
}

} // namespace hexloom
