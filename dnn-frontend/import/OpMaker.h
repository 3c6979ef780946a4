// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes operators that the file does not have, one behind the other: in front of one of the file's, or in a loop's region.
#pragma once

#include "ir/Graph.h"
#include "support/Budget.h"

namespace hexloom {

using Ints = std::vector<int64_t>;
using Attrs = std::map<Attr, AttrValue>;

class OpMaker {
public:
  /// Name: of tensors and operators, for messages.
  OpMaker(Graph &G, std::vector<Op> &Ops, Budget &Purse, std::string Name) : G(G), Ops(Ops), Purse(Purse), Name(std::move(Name)) {}

  TensorId add(Tensor T);
  TensorId activation(DType Type, const Shape &S);
  TensorId constant(DType Type, const Shape &S, const void *Values);
  template <typename T> TensorId constant(DType Type, const Shape &S, const std::vector<T> &Values) {
    return constant(Type, S, static_cast<const void *>(Values.data()));
  }
  const Tensor &at(TensorId Id) const { return G.Tensors.at(Id); }

  void op(OpKind Kind, std::vector<TensorId> Inputs, std::vector<TensorId> Outputs, Attrs How = {}) {
    op({Kind, std::move(Inputs), std::move(Outputs), std::move(How), Name, -1, "", {}, {}});
  }
  void op(Op O);
  /// The operator has one result, which is new.
  TensorId made(OpKind Kind, std::vector<TensorId> Inputs, DType Type, const Shape &S, Attrs How = {});

  Graph &graph() { return G; }
  Budget &purse() { return Purse; }
  const std::string &name() const { return Name; }

private:
  Graph &G;
  std::vector<Op> &Ops;
  Budget &Purse;
  const std::string Name;
};

} // namespace hexloom
