// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

const char *layoutColour(int Layout) {
  static const char *const Colours[] = {"var(--l0)", "var(--l1)", "var(--l2)", "var(--l3)", "var(--l4)", "var(--l5)", "var(--l6)", "var(--l7)", "var(--l8)"};
  return Colours[static_cast<size_t>(Layout) % (sizeof Colours / sizeof *Colours)];
}

namespace {

constexpr int kLine = 22, kLane = 13, kMostLanes = 20; ///< pixels, pixels, and those that share the last one beyond
constexpr int kDigits = 84, kBar = 96, kText = 520;   ///< pixels of a layer's cycles, of the longest bar and of its words

class Drawing {
public:
  explicit Drawing(const std::vector<ReportRow> &Rows) : Rows(Rows), LastReader(Rows.size(), 0), Lane(Rows.size(), 0) {
    for (size_t I = 0; I < Rows.size(); ++I) {
      LastReader[I] = I;
      MostCycles = std::max(MostCycles, Rows[I].Modelled);
      for (size_t Maker : Rows[I].Makers)
        LastReader[Maker] = I;
    }
  }

  std::string run() {
    placeInLanes();
    for (size_t I = 0; I < Rows.size(); ++I)
      for (size_t Maker : Rows[I].Makers)
        addEdge(Maker, I);
    for (size_t I = 0; I < Rows.size(); ++I)
      addNode(I);
    return strf("<svg width=\"%d\" height=\"%zu\" role=\"img\" aria-label=\"the graph\">\n", textAt() + kText, Rows.size() * kLine + 8) +
           Out + "</svg>\n";
  }

private:
  const std::vector<ReportRow> &Rows;
  std::vector<size_t> LastReader;
  std::vector<int> Lane;
  int Lanes = 1;
  double MostCycles = 0;
  std::string Out;

  int x(size_t I) const { return 10 + Lane[I] * kLane; }
  static int y(size_t I) { return 15 + static_cast<int>(I) * kLine; }
  int barAt() const { return 10 + Lanes * kLane + kDigits; }
  int textAt() const { return barAt() + kBar + 8; }

  /// A row takes the lane of the value that ends with it, or else the first one free.
  void placeInLanes() {
    std::vector<size_t> Until(kMostLanes, 0); ///< by lane: the row of its value's last reader
    std::vector<char> Used(kMostLanes, 0);
    for (size_t I = 0; I < Rows.size(); ++I) {
      int Best = kMostLanes - 1;
      for (int L = kMostLanes; L-- > 0;)
        if (!Used[L] || Until[L] <= I)
          Best = L;
      for (size_t Maker : Rows[I].Makers)
        if (LastReader[Maker] == I && Lane[Maker] < Best + 1)
          Best = Lane[Maker];
      Lane[I] = Best;
      Used[Best] = 1;
      Until[Best] = std::max(Until[Best], LastReader[I]);
      Lanes = std::max(Lanes, Best + 1);
    }
  }

  void addEdge(size_t From, size_t To) {
    const char *Colour = layoutColour(Rows[From].Layout);
    const int Turn = y(To) - kLine / 2 - 2;
    Out += x(From) == x(To) ? strf("<path d=\"M%d %dV%d\" stroke=\"%s\"/>\n", x(From), y(From), y(To), Colour)
                            : strf("<path d=\"M%d %dV%dQ%d %d %d %d\" stroke=\"%s\"/>\n", x(From), y(From), Turn, x(From), y(To), x(To),
                                   y(To), Colour);
  }

  /// Cycles, and a bar as long as they are beside the most of any layer. They come before the words, so that a narrow window has them.
  void addBar(const ReportRow &R, int Y, const char *Colour) {
    const double Share = MostCycles > 0 ? R.Modelled / MostCycles : 0;
    Out += strf("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"%s\"/>\n", barAt() - 6,
                Y + 4, grouped(R.Modelled).c_str(), barAt(), Y - 6, kBar * Share, Colour);
  }

  void addNode(size_t I) {
    const ReportRow &R = Rows[I];
    const char *Colour = layoutColour(R.Layout);
    Out += R.IsConversion ? strf("<path class=\"c\" d=\"M%d %dl6 6l-6 6l-6 -6z\" fill=\"%s\"/>\n", x(I), y(I) - 6, Colour)
                          : strf("<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>\n", x(I), y(I), Colour);
    Out += strf("<text x=\"%d\" y=\"%d\"><title>%s</title>%s %s <tspan fill=\"%s\">%s</tspan> %s</text>\n", textAt(), y(I) + 4,
                htmlText(R.Name).c_str(), R.Number.c_str(), R.Operator.c_str(), Colour, htmlText(R.Layouts).c_str(),
                htmlText(endOf(R.Name)).c_str());
    addBar(R, y(I), Colour);
  }

};

} // namespace

std::string reportDrawing(const std::vector<ReportRow> &Rows) { return Drawing(Rows).run(); }

} // namespace hexloom
