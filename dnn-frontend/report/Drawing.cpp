// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

const char *layoutColour(int Layout) {
  static const char *const Colours[] = {"#5b6b7b", "#0b7fd0", "#d9730d", "#7a3fc4", "#1a8f4c", "#c2325f", "#8a6d00", "#008b8b", "#a0522d"};
  return Colours[static_cast<size_t>(Layout) % (sizeof Colours / sizeof *Colours)];
}

namespace {

constexpr int kLine = 22, kLane = 13, kMostLanes = 20; ///< pixels, pixels, and those that share the last one beyond
constexpr int kText = 520, kBar = 300, kDigits = 90;   ///< pixels of a layer's words, of the longest bar and of the cycles behind it

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
    return strf("<svg width=\"%d\" height=\"%zu\" role=\"img\" aria-label=\"the graph\">\n", barAt() + kBar + kDigits, Rows.size() * kLine + 8) +
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
  int textAt() const { return 10 + Lanes * kLane; }
  int barAt() const { return textAt() + kText; }

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

  /// Cycles beside the most of any layer.
  void addBar(const ReportRow &R, int Y, const char *Colour) {
    const double Share = MostCycles > 0 ? R.Modelled / MostCycles : 0;
    Out += strf("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"%s\"/><text x=\"%.1f\" y=\"%d\">%s</text>\n", barAt(), Y - 6,
                kBar * Share, Colour, barAt() + kBar * Share + 6, Y + 4, grouped(R.Modelled).c_str());
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
