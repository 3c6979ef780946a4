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

std::vector<PicturePage> picturePages(unsigned Packets, unsigned MostRows) {
  const unsigned Count = std::max(1u, (Packets + MostRows - 1) / MostRows);
  std::vector<PicturePage> Pages;
  for (unsigned I = 0; I != Count; ++I)
    Pages.push_back({Packets * I / Count, Packets * (I + 1) / Count});
  return Pages;
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

/// For a label in DOT's HTML.
static std::string escapeMarkup(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '&' ? "&amp;" : C == '<' ? "&lt;" : C == '>' ? "&gt;" : std::string(1, C);
  return Out;
}

namespace {

/// What a picture does not say by itself, below its title: a sample, and what it means.
constexpr struct {
  const char *Style, *Sample, *Meaning;
} Legend[] = {
    {"", "&#9473;&#9473; 2", "hard dependence: at least so many cycles later"},
    {"", "&#9477;&#9477; anti", "soft dependence, its class: one packet may hold both"},
    {" color=\"gray50\"", "&#9477;&#9477; anti", "soft dependence, of two packets"},
    {" color=\"red\"", "&#9473;&#9473;", "critical path"},
    {"", "colors", "distance from the entry"},
    {"", "order, pred, lat, score", "the factors of GCD2's equation (4)"},
};

class DotWriter {
public:
  DotWriter(raw_ostream &OS, const IDG &G, const Packing &P, const PictureText &Text,
            PicturePage Page)
      : OS(OS), G(G), P(P), Text(Text), Page(Page), NextOnPath(G.size(), -1), OnPath(G.size()),
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
    OS << "digraph \"" << escape(Text.Title) << "\" {\n";
    writeTitle();
    OS << "  labelloc=t; newrank=true; ranksep=0.35; nodesep=0.2; "
          "fontname=monospace; fontsize=11;\n"
       << "  node [shape=box, style=\"filled,rounded\", fontname=monospace, fontsize=10, "
          "margin=\"0.08,0.04\", height=0.3];\n"
       << "  edge [fontname=monospace, fontsize=9, arrowsize=0.6];\n";
    for (unsigned K = Page.First; K != Page.End; ++K)
      writePacket(K);
    // Rows in the order of issue.
    for (unsigned K = Page.First + 1; K < Page.End; ++K)
      OS << "  n" << P[K - 1].front() << " -> n" << P[K].front()
         << " [style=invis, weight=100];\n";
    if (Page.First == 0)
      writeEntry();
    for (const Edge &E : G.edges())
      writeEdge(E);
    OS << "}\n";
  }

private:
  bool isOnPage(unsigned N) const {
    return PacketOf[N] >= Page.First && PacketOf[N] < Page.End;
  }

  void writeTitle() {
    OS << "  label=<<table border=\"0\" cellspacing=\"0\">\n"
       << "    <tr><td colspan=\"2\">" << escapeMarkup(Text.Title) << "</td></tr>\n"
       << "    <tr><td colspan=\"2\">" << escapeMarkup(Text.Subtitle) << "</td></tr>\n";
    if (Page.First != 0 || Page.End != P.size())
      OS << "    <tr><td colspan=\"2\">packets " << Page.First << " to " << Page.End - 1 << " of "
         << P.size() << "</td></tr>\n";
    for (const auto &Row : Legend)
      writeMeaning(Row.Style, Row.Sample, Row.Meaning);
    if (Page.First != 0)
      writeMeaning("", "after 3", "a dependence on node 3 of an earlier page");
    OS << "  </table>>;\n";
  }

  void writeMeaning(const char *Style, const char *Sample, const char *Meaning) {
    OS << "    <tr><td align=\"right\"><font point-size=\"9\"" << Style << ">" << Sample
       << "</font></td><td align=\"left\"><font point-size=\"9\">" << Meaning
       << "</font></td></tr>\n";
  }

  void writeEntry() {
    OS << "  entry [shape=circle, fillcolor=white];\n";
    for (unsigned N = 0; N != G.size(); ++N)
      if (G.preds(N).empty() && isOnPage(N))
        OS << "  entry -> n" << N << (OnPath[N] ? " [color=red, penwidth=2]" : " [color=gray]")
           << ";\n";
  }

  void writePacket(unsigned K) {
    OS << "  subgraph cluster_" << K << " {\n"
       << "    label=\"packet " << K << "\"; labeljust=l; rank=same; fontsize=9; margin=4;\n";
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
    writeElsewhere(N);
    OS << "\", fillcolor=\"/pastel19/" << 1 + G.order(N) % 9 << '"'
       << (OnPath[N] ? ", color=red, penwidth=2" : "") << "];\n";
  }

  /// The nodes of earlier pages that N depends on.
  void writeElsewhere(unsigned N) {
    constexpr unsigned Most = 6;
    unsigned Count = 0;
    for (unsigned I : G.preds(N)) {
      const Edge &E = G.edge(I);
      if (isOnPage(E.Src) || !isDrawn(E))
        continue;
      if (Count < Most)
        OS << (Count ? ", " : "\\nafter ") << E.Src;
      ++Count;
    }
    if (Count > Most)
      OS << " and " << Count - Most << " more";
  }

  bool isRed(const Edge &E) const { return NextOnPath[E.Src] == int(E.Dst); }
  bool isDrawn(const Edge &E) const { return E.Kind != EdgeKind::Order || E.Class || isRed(E); }

  void writeEdge(const Edge &E) {
    if (!isDrawn(E) || !isOnPage(E.Src) || !isOnPage(E.Dst))
      return;
    OS << "  n" << E.Src << " -> n" << E.Dst << " [label=\"";
    if (E.Class)
      OS << escape(Text.SoftClass(E.Class));
    else if (E.Kind == EdgeKind::Hard)
      OS << E.Latency;
    OS << '"' << (E.Kind != EdgeKind::Hard ? ", style=dotted" : "");
    if (isRed(E))
      OS << ", color=red, penwidth=2";
    else if (E.Kind == EdgeKind::Soft && PacketOf[E.Src] != PacketOf[E.Dst])
      OS << ", color=gray50, fontcolor=gray50";
    OS << "];\n";
  }

  raw_ostream &OS;
  const IDG &G;
  const Packing &P;
  const PictureText &Text;
  const PicturePage Page;
  std::vector<int> NextOnPath;
  std::vector<bool> OnPath;
  std::vector<unsigned> PacketOf;
};

} // namespace

void writeDot(raw_ostream &OS, const IDG &G, const Packing &P, const PictureText &Text,
              PicturePage Page) {
  DotWriter(OS, G, P, Text, Page).write();
}

} // namespace llvm::sda
