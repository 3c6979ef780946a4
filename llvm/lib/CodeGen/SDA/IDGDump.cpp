//===- SDA/IDGDump.cpp - A picture of a packed region ---------------------===//

#include "llvm/CodeGen/SDA/IDGDump.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm::sda {

/// The nodes of the longest path, from its end backwards.
static BitVector criticalPath(const IDG &G) {
  BitVector On(G.size());
  if (!G.size())
    return On;
  unsigned N = 0;
  for (unsigned M = 1; M != G.size(); ++M)
    if (G.pathLength(M) >= G.pathLength(N))
      N = M;
  for (bool More = true; More;) {
    On.set(N);
    More = false;
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      unsigned Needs = E.Kind == EdgeKind::Hard ? E.Latency : E.Penalty;
      if (G.pathLength(E.Src) - G.latency(E.Src) + Needs == G.pathLength(N) - G.latency(N)) {
        N = E.Src;
        More = true;
        break;
      }
    }
  }
  return On;
}

static std::string escape(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C == '\n' ? ' ' : C;
  }
  return Out;
}

void writeDot(raw_ostream &OS, StringRef Title, const IDG &G, const Packing &P,
              function_ref<std::string(unsigned)> NodeText,
              function_ref<std::string(uint8_t)> ClassText) {
  BitVector Critical = criticalPath(G);
  OS << "digraph \"" << escape(Title) << "\" {\n"
     << "  label=\"" << escape(Title) << "\"; node [shape=box, fontname=monospace];\n"
     << "  entry [shape=circle];\n";
  for (unsigned K = 0; K != P.size(); ++K) {
    OS << "  subgraph cluster_" << K << " { label=\"packet " << K << "\";\n";
    for (unsigned N : P[K])
      OS << "    n" << N << " [label=\"" << N << ": " << escape(NodeText(N)) << "\\norder "
         << G.order(N) << ", pred " << G.numPreds(N) << ", lat " << G.latency(N) << "\""
         << (Critical[N] ? ", color=red" : "") << "];\n";
    OS << "  }\n";
  }
  for (unsigned N = 0; N != G.size(); ++N)
    if (G.preds(N).empty())
      OS << "  entry -> n" << N << (Critical[N] ? " [color=red]" : "") << ";\n";
  for (const Edge &E : G.edges()) {
    if (E.Kind == EdgeKind::Order && !E.Class)
      continue;
    OS << "  n" << E.Src << " -> n" << E.Dst << " [label=\"";
    if (E.Class)
      OS << escape(ClassText(E.Class)) << ' ';
    OS << E.Latency << '"';
    if (E.Kind != EdgeKind::Hard)
      OS << ", style=dotted";
    if (Critical[E.Src] && Critical[E.Dst])
      OS << ", color=red";
    OS << "];\n";
  }
  OS << "}\n";
}

} // namespace llvm::sda
