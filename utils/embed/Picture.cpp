// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Picture.h"
#include "embed/Rectangle.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kHeight = 20, kMargin = 12, kLetter = 7, kMostColumns = 32;
constexpr const char *kColours[] = {"#c6dbef", "#fdd0a2", "#c7e9c0", "#dadaeb", "#fcc5c0", "#fee391", "#bfd3e6", "#d9d9d9"};

struct Cell {
  std::string Label, Full;
  int64_t Term;
  bool IsPadding;
};

std::string escaped(const std::string &Text) {
  std::string Safe;
  for (const char C : Text)
    Safe += C == '<' ? "&lt;" : C == '&' ? "&amp;" : std::string(1, C);
  return Safe;
}

class Drawing {
public:
  Drawing(const DimensionMap &Its, const ScalarInstruction &Of, const ScalarOperator &In) : M(Its), I(Of), O(In) {}

  std::string operator()(const std::string &Title) {
    say(Title, true);
    say(text(M, O), false);
    for (size_t Operand = 0; Operand < 3; ++Operand)
      panel(Operand);
    return strf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"11\">\n"
                "<style>text{dominant-baseline:middle} rect{stroke:#666}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\" "
                "stroke=\"none\"/>\n",
                Width + kMargin, Top + kMargin) +
           Body + "</svg>\n";
  }

private:
  const DimensionMap &M;
  const ScalarInstruction &I;
  const ScalarOperator &O;
  std::string Body;
  int Top = kMargin, Width = 600;

  void say(const std::string &Text, bool IsBold) {
    Body += strf("<text x=\"%d\" y=\"%d\"%s>%s</text>\n", kMargin, Top + kHeight / 2, IsBold ? " font-weight=\"bold\"" : "",
                 escaped(Text).c_str());
    Width = std::max(Width, kMargin + kLetter * static_cast<int>(Text.size()));
    Top += kHeight;
  }

  /// The axes of the map's pieces that move the tensor.
  std::vector<size_t> movers(const ScalarOperator::Tensor &T) const {
    std::vector<size_t> All;
    for (const auto *Pieces : {&M.Lanes, &M.Terms})
      for (const EmbeddingPiece &P : *Pieces)
        for (const size_t A : P.Axes)
          for (const IndexMap::Sum &S : T.Map.outputs())
            if (std::any_of(S.Terms.begin(), S.Terms.end(), [&](const IndexMap::Term &Each) { return Each.Dim == A; }))
              All.push_back(A);
    return All;
  }

  Cell cellOf(const ScalarOperator::Tensor &T, const std::vector<size_t> &Axes, std::pair<int64_t, int64_t> At) const {
    const std::vector<int64_t> Index = indexAt(M, O, At.first, At.second);
    Cell C{"", T.Name + "[", At.second, false};
    for (const size_t A : Axes) {
      C.Label += (C.Label.empty() ? "" : " ") + O.Axes[A].Name + std::to_string(Index[A]);
      C.IsPadding |= Index[A] >= O.Axes[A].Filled;
    }
    for (size_t D = 0; D < T.Map.outputs().size(); ++D)
      C.Full += (D ? ", " : "") + std::to_string(T.Map.at(D, Index));
    C.Full += C.IsPadding ? "], padding" : "]";
    return C;
  }

  void panel(size_t Operand) {
    const ScalarOperator::Tensor &T = O.Tensors[Operand && M.WeightsFirst ? 3 - Operand : Operand];
    const std::vector<size_t> Axes = movers(T);
    std::vector<Cell> Cells;
    std::vector<int> Places;
    size_t Longest = 2;
    for (const std::pair<int64_t, int64_t> &At : inOrder(I, Operand)) {
      Cells.push_back(cellOf(T, Axes, At));
      Places.push_back(Operand ? I.Operands[Operand].Of[I.product(At.first, At.second)] : static_cast<int>(At.first));
      Longest = std::max(Longest, Cells.back().Label.size());
    }
    const int Columns = columnsOf(Operand), Across = kLetter * static_cast<int>(Longest) + 6;
    Top += kMargin;
    say(I.Operands[Operand].Name + (Operand ? ", a factor: " : ", the result: ") + T.Name + (Operand ? "" : ", by lanes"), true);
    for (size_t C = 0; C < Cells.size(); ++C)
      draw(Cells[C], kMargin + Places[C] % Columns * Across, Top + Places[C] / Columns * kHeight, Across, Operand > 0);
    const int64_t Elements = Operand ? I.Operands[Operand].Elements : I.Lanes;
    Top += kHeight * static_cast<int>((Elements + Columns - 1) / Columns);
    Width = std::max(Width, kMargin + Columns * Across);
  }

  /// Whole words of terms.
  int columnsOf(size_t Operand) const {
    const int Word = Operand ? static_cast<int>(std::min<int64_t>(I.Terms, kMostColumns)) : 1;
    return std::max(kMostColumns / Word / 2, 1) * Word;
  }

  void draw(const Cell &C, int X, int Y, int Across, bool HasTerms) {
    const char *Colour = C.IsPadding ? "#888888" : kColours[HasTerms ? static_cast<size_t>(C.Term) % std::size(kColours) : 0];
    Body +=
        strf("<g><title>%s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text></g>\n",
             escaped(C.Full).c_str(), X, Y, Across, kHeight, Colour, X + 3, Y + kHeight / 2, escaped(C.Label).c_str());
  }
};

} // namespace

std::string picture(const DimensionMap &M, const ScalarInstruction &I, const ScalarOperator &O, const std::string &Title) {
  return Drawing(M, I, O)(Title);
}

} // namespace hexloom
