// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Verifier.h"
#include "ir/Constraints.h"
#include "ir/Diagnostics.h"
#include "ir/Limits.h"
#include "ir/Shapes.h"
#include "ir/Signatures.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

namespace {

[[noreturn]] void tensorError(const Graph &G, TensorId Id, const std::string &What) {
  throw UserError(strf("%s: %stensor %%%d '%s' ", printable(G.File).c_str(), G.Within.c_str(), Id,
                       printable(G.Tensors.at(Id).Name).c_str()) +
                  What);
}

void verifyCount(const Graph &G, const Op &O, const char *What, size_t Count, int Min, int Max) {
  if (static_cast<int>(Count) < Min || (Max >= 0 && static_cast<int>(Count) > Max))
    opError(G, O, strf("has %zu %s", Count, What));
}

void verifyIds(const Graph &G, const Op &O) {
  const OpInfo &Info = infoOf(O.Kind);
  verifyCount(G, O, "inputs", O.Inputs.size(), Info.MinInputs, Info.MaxInputs);
  verifyCount(G, O, "outputs", O.Outputs.size(), Info.MinOutputs, Info.MaxOutputs);
  const TensorId End = static_cast<TensorId>(G.Tensors.size());
  for (TensorId Id : O.Inputs)
    if (Id != kNoTensor && (Id < 0 || Id >= End))
      opError(G, O, strf("reads tensor %%%d, which does not exist", Id));
  for (TensorId Id : O.Outputs)
    if (Id < 0 || Id >= End)
      opError(G, O, strf("writes tensor %%%d, which does not exist", Id));
}

void verifyAttrs(const Graph &G, const Op &O) {
  const std::vector<Attr> &Wanted = infoOf(O.Kind).Attrs;
  for (Attr A : Wanted) {
    const auto Found = O.Attrs.find(A);
    if (Found == O.Attrs.end())
      opError(G, O, strf("attribute '%s' is missing", text(A)));
    if (Found->second.index() != static_cast<size_t>(typeOf(A)))
      opError(G, O, strf("attribute '%s' has the wrong type", text(A)));
  }
  for (const auto &[A, Value] : O.Attrs)
    if (std::find(Wanted.begin(), Wanted.end(), A) == Wanted.end())
      opError(G, O, strf("has no attribute '%s'", text(A)));
}

void verifyTensor(const Graph &G, TensorId Id) {
  const Tensor &T = G.Tensors[Id];
  const std::string Fault = shapeFault(T.Dims, T.Type);
  if (!Fault.empty())
    tensorError(G, Id, Fault);
  if (T.isConst() && static_cast<int64_t>(T.Data->size()) != T.bytes())
    tensorError(G, Id,
                strf("has %zu bytes of data where its shape takes %lld", T.Data->size(),
                     (long long)T.bytes()));
  if (const std::string QuantFault = quantFault(T); !QuantFault.empty())
    tensorError(G, Id, QuantFault);
}

/// Which tensors hold a value so far.
class Written {
public:
  explicit Written(const Graph &G) : G(G), Has(G.Tensors.size()) {
    for (size_t I = 0; I < Has.size(); ++I)
      Has[I] = G.Tensors[I].isConst();
  }
  void write(TensorId Id) {
    if (Has.at(Id))
      tensorError(G, Id,
                  G.Tensors[Id].isConst() ? "is a constant and written" : "is written twice");
    Has[Id] = true;
  }
  void read(TensorId Id) const {
    if (!Has.at(Id))
      tensorError(G, Id, "is read before it is written");
  }

private:
  const Graph &G;
  std::vector<bool> Has;
};

/// A state's next value is one that an operator makes (so that leaving it cannot spoil what another
/// one finds), the state itself, or a constant.
void verifyStates(const Graph &G) {
  if (G.States.size() > std::min(G.Inputs.size(), G.Outputs.size()))
    throw UserError(printable(G.File) + ": more states than inputs or outputs");
  std::set<TensorId> Made, Left;
  for (const Op &O : G.Ops)
    Made.insert(O.Outputs.begin(), O.Outputs.end());
  for (size_t I = 0; I < G.States.size(); ++I) {
    const TensorId From = G.Inputs[G.ownInputs() + I], To = G.Outputs[G.ownOutputs() + I],
                   First = G.States[I];
    if (First < 0 || First >= static_cast<TensorId>(G.Tensors.size()) ||
        !G.Tensors[First].isConst())
      throw UserError(strf("%s: state %zu begins as no constant", printable(G.File).c_str(), I));
    for (TensorId Id : {To, First})
      if (G.Tensors[Id].Type != G.Tensors[From].Type || G.Tensors[Id].Dims != G.Tensors[From].Dims)
        tensorError(G, Id, "differs in type or shape from the state that it replaces");
    const bool Stays = To == From || G.Tensors[To].isConst();
    if (!Stays && (!Made.count(To) || !Left.insert(To).second))
      tensorError(G, To, "is left as a state and is no result of its own");
  }
}

bool isAlike(const Tensor &A, const Tensor &B) { return A.Type == B.Type && A.Dims == B.Dims && A.Quant == B.Quant; }

/// A condition and a body over the same values.
void verifyLoop(const Graph &G, const Op &O, Budget &Purse) {
  const size_t Values = O.Outputs.size();
  if (O.Regions.size() != 2 || O.Inputs.size() < Values)
    opError(G, O, strf("has %zu inputs for %zu results and %zu regions", O.Inputs.size(), Values, O.Regions.size()));
  for (size_t I = 0; I < O.Inputs.size(); ++I) {
    if (O.Inputs[I] == kNoTensor)
      opError(G, O, strf("input %zu is missing", I));
    if (I < Values && !isAlike(G.in(O, I), G.out(O, I)))
      opError(G, O, strf("value %zu differs between input and output in type, shape or quantization", I));
  }
  for (const Graph &R : O.Regions) {
    if (!R.States.empty())
      opError(G, O, "a region keeps state");
    verify(R, Purse);
    const bool IsBody = &R == &O.Regions[1];
    if (R.Inputs.size() != O.Inputs.size() || R.Outputs.size() != (IsBody ? Values : 1))
      opError(G, O, strf("a region of %zu inputs and %zu outputs", R.Inputs.size(), R.Outputs.size()));
    for (size_t I = 0; I < R.Inputs.size(); ++I)
      if (R.Tensors[R.Inputs[I]].isConst() || !isAlike(R.Tensors[R.Inputs[I]], G.in(O, I)))
        opError(G, O, strf("input %zu of the %s differs in type, shape or quantization", I, IsBody ? "body" : "condition"));
    for (size_t I = 0; IsBody && I < Values; ++I)
      if (!isAlike(R.Tensors[R.Outputs[I]], G.out(O, I)))
        opError(G, O, strf("the body makes value %zu of another type, shape or quantization", I));
  }
  const Tensor &Goes = O.Regions[0].Tensors[O.Regions[0].Outputs[0]];
  if (Goes.Type != DType::Bool || Goes.elements() != 1)
    opError(G, O, "the condition is not one truth value");
}

} // namespace

void verifyOp(const Graph &G, const Op &O, Budget &Purse) {
  verifyIds(G, O);
  verifyAttrs(G, O);
  checkTypes(G, O);
  checkShapes(G, O, Purse);
  checkLimits(G, O);
  checkConstraints(G, O);
  if (O.Kind == OpKind::While)
    verifyLoop(G, O, Purse);
  else if (!O.Regions.empty())
    opError(G, O, "has regions");
}

void verify(const Graph &G, Budget &Purse) {
  const TensorId End = static_cast<TensorId>(G.Tensors.size());
  for (TensorId Id = 0; Id < End; ++Id)
    verifyTensor(G, Id);
  if (G.Inputs.size() != G.InputNames.size() || G.Outputs.size() != G.OutputNames.size())
    throw UserError(printable(G.File) + ": inputs and outputs need a name each");
  for (const std::vector<TensorId> *List : {&G.Inputs, &G.Outputs})
    for (TensorId Id : *List)
      if (Id < 0 || Id >= End)
        throw UserError(strf("%s: graph input or output %%%d does not exist", printable(G.File).c_str(), Id));
  verifyStates(G);
  Written W(G);
  for (TensorId Id : G.Inputs)
    W.write(Id);
  for (const Op &O : G.Ops) {
    verifyOp(G, O, Purse);
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor)
        W.read(Id);
    for (TensorId Id : O.Outputs)
      W.write(Id);
  }
  for (TensorId Id : G.Outputs)
    W.read(Id);
}

void verifyAfter(const char *Pass, const Graph &G, Budget &Purse) {
  try {
    verify(G, Purse);
  } catch (const UserError &E) {
    throw InternalError(strf("after %s: %s", Pass, E.what()));
  }
}

} // namespace hexloom
