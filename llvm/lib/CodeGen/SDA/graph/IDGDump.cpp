//===- SDA/IDGDump.cpp - A picture of a packed region ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/IDGDump.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace llvm::sda {

std::vector<unsigned> criticalPath(const IDG &G) {
  std::vector<unsigned> Path;
  if (!G.size())
    return Path;
  auto Longer = [&](unsigned A, unsigned B) {
    return std::make_pair(G.pathLength(A), G.order(A)) >
           std::make_pair(G.pathLength(B), G.order(B));
  };
  unsigned N = 0;
  for (unsigned M = 1; M != G.size(); ++M)
    if (Longer(M, N))
      N = M;
  for (int Next = N; Next >= 0;) {
    N = Next;
    Path.push_back(N);
    Next = -1;
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      unsigned Issue = G.pathLength(E.Src) - G.latency(E.Src);
      bool Decides = Issue + E.distance() == G.pathLength(N) - G.latency(N);
      if (Decides && (Next < 0 || G.order(E.Src) > G.order(Next)))
        Next = E.Src;
    }
  }
  std::reverse(Path.begin(), Path.end());
  return Path;
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

namespace {

/// What a picture does not say by itself, below its title.
constexpr char Legend[] =
    "Solid: hard, after that many cycles. Dotted: soft; one packet may hold both. "
    "Gray: two packets do.\\n"
    "Red: critical path. Color: distance from the entry. "
    "order, pred, lat, score: as in GCD2's equation (4).";

class DotWriter {
public:
  DotWriter(raw_ostream &OS, const IDG &G, const Packing &P, const PictureText &Text)
      : OS(OS), G(G), P(P), Text(Text), NextOnPath(G.size(), -1), OnPath(G.size()),
        PacketOf(G.size()) {
    for (unsigned K = 0; K != P.size(); ++K)
      for (unsigned N : P[K])
        PacketOf[N] = K;
    std::vector<unsigned> Path = criticalPath(G);
    for (unsigned I = 0; I != Path.size(); ++I) {
      OnPath[Path[I]] = true;
      if (I + 1 != Path.size())
        NextOnPath[Path[I]] = Path[I + 1];
    }
  }

  void write() {
    OS << "digraph \"" << escape(Text.Title) << "\" {\n"
       << "  label=\"" << escape(Text.Title) << "\\n" << escape(Text.Subtitle) << "\\n"
       << Legend << "\";\n"
       << "  labelloc=t; newrank=true; ranksep=0.7; fontname=monospace;\n"
       << "  node [shape=box, style=\"filled,rounded\", fontname=monospace];\n"
       << "  edge [fontname=monospace, fontsize=9];\n"
       << "  entry [shape=circle, fillcolor=white];\n";
    for (unsigned K = 0; K != P.size(); ++K)
      writePacket(K);
    // Rows in the order of issue.
    for (unsigned K = 1; K < P.size(); ++K)
      OS << "  n" << P[K - 1].front() << " -> n" << P[K].front()
         << " [style=invis, weight=100];\n";
    for (unsigned N = 0; N != G.size(); ++N)
      if (G.preds(N).empty())
        OS << "  entry -> n" << N << (OnPath[N] ? " [color=red, penwidth=2]" : " [color=gray]")
           << ";\n";
    for (const Edge &E : G.edges())
      writeEdge(E);
    OS << "}\n";
  }

private:
  void writePacket(unsigned K) {
    OS << "  subgraph cluster_" << K << " {\n"
       << "    label=\"packet " << K << "\"; labeljust=l; rank=same;\n";
    for (unsigned N : P[K])
      writeNode(N);
    OS << "  }\n";
  }

  void writeNode(unsigned N) {
    OS << "    n" << N << " [label=\"" << N << ": " << escape(Text.Node(N)) << "\\norder "
       << G.order(N) << ", pred " << G.numPreds(N) << ", lat " << G.latency(N);
    if (!Text.Choices.empty()) {
      if (Text.Choices[N].Seed)
        OS << ", seed";
      else
        OS << ", score " << format("%.2f", Text.Choices[N].Score);
    }
    OS << "\", fillcolor=\"/pastel19/" << 1 + G.order(N) % 9 << '"'
       << (OnPath[N] ? ", color=red, penwidth=2" : "") << "];\n";
  }

  void writeEdge(const Edge &E) {
    bool Red = NextOnPath[E.Src] == int(E.Dst);
    if (E.Kind == EdgeKind::Order && !E.Class && !Red)
      return;
    OS << "  n" << E.Src << " -> n" << E.Dst << " [label=\"";
    if (E.Class)
      OS << escape(Text.SoftClass(E.Class));
    else if (E.Kind == EdgeKind::Hard)
      OS << E.Latency;
    OS << '"' << (E.Kind != EdgeKind::Hard ? ", style=dotted" : "");
    if (Red)
      OS << ", color=red, penwidth=2";
    else if (E.Kind == EdgeKind::Soft && PacketOf[E.Src] != PacketOf[E.Dst])
      OS << ", color=gray, fontcolor=gray";
    OS << "];\n";
  }

  raw_ostream &OS;
  const IDG &G;
  const Packing &P;
  const PictureText &Text;
  std::vector<int> NextOnPath;
  std::vector<bool> OnPath;
  std::vector<unsigned> PacketOf;
};

} // namespace

void writeDot(raw_ostream &OS, const IDG &G, const Packing &P, const PictureText &Text) {
  DotWriter(OS, G, P, Text).write();
}

} // namespace llvm::sda
