// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Dot.h"
#include "support/Error.h"
#include "support/Quote.h"

namespace hexloom {

namespace {

std::string edgeLabel(const Tensor &T) {
  std::string Result = std::string(text(T.Type)) + " " + text(T.Dims);
  if (T.Layout != Layout::RowMajor)
    Result += std::string(" ") + text(T.Layout);
  return Result;
}

} // namespace

std::string toDot(const Graph &G) {
  std::string Result =
      "digraph " + dotString(G.Name) + " {\n  node [shape=box, fontname=\"Helvetica\"];\n";
  std::vector<std::string> Producer(G.Tensors.size());
  for (size_t I = 0; I < G.Inputs.size(); ++I) {
    Producer[G.Inputs[I]] = strf("in%zu", I);
    Result += strf("  in%zu [shape=oval, label=%s];\n", I, dotString(G.InputNames[I]).c_str());
  }
  auto edge = [&](TensorId From, const std::string &To) {
    if (From != kNoTensor && !Producer[From].empty())
      Result += "  " + Producer[From] + " -> " + To + " [label=\"" + edgeLabel(G.Tensors[From]) +
                "\"];\n";
  };
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    const std::string Node = strf("op%zu", I),
                      Kernel = O.Kernel.empty() ? "" : "\\n" + O.Kernel;
    Result += strf("  %s [label=\"%s%s%s\"];\n", Node.c_str(), text(O.Kind),
                   O.SourceIndex < 0 ? "" : strf(" #%d", O.SourceIndex).c_str(), Kernel.c_str());
    for (TensorId Id : O.Inputs)
      edge(Id, Node);
    for (TensorId Id : O.Outputs)
      Producer[Id] = Node;
  }
  for (size_t I = 0; I < G.Outputs.size(); ++I) {
    Result += strf("  out%zu [shape=oval, label=%s];\n", I, dotString(G.OutputNames[I]).c_str());
    edge(G.Outputs[I], strf("out%zu", I));
  }
  return Result + "}\n";
}

} // namespace hexloom
