// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/OpMaker.h"
#include "ir/Shapes.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Quote.h"

namespace hexloom {

TensorId OpMaker::add(Tensor T) {
  T.SourceIndex = -1;
  Purse.keepName(T.Name);
  if (T.isConst())
    Purse.keep(T.bytes());
  if (const std::string Fault = shapeFault(T.Dims, T.Type); !Fault.empty())
    throw UserError(printable(G.File) + ": " + G.Within + "'" + printable(Name) + "': an inner result " + Fault);
  return G.addTensor(std::move(T));
}

TensorId OpMaker::activation(DType Type, const Shape &S) {
  Tensor T;
  T.Name = Name;
  T.Type = Type;
  T.Dims = S;
  return add(std::move(T));
}

TensorId OpMaker::constant(DType Type, const Shape &S, const void *Values) {
  const auto *First = static_cast<const uint8_t *>(Values);
  Tensor T;
  T.Name = Name;
  T.Type = Type;
  T.Dims = S;
  T.Data = std::make_shared<Bytes>(First, First + elementsOf(S) * bytesOf(Type));
  return add(std::move(T));
}

void OpMaker::op(Op O) {
  Ops.push_back(std::move(O));
  verifyOp(G, Ops.back(), Purse);
}

TensorId OpMaker::made(OpKind Kind, std::vector<TensorId> Inputs, DType Type, const Shape &S, Attrs How) {
  const TensorId Result = activation(Type, S);
  op(Kind, std::move(Inputs), {Result}, std::move(How));
  return Result;
}

} // namespace hexloom
