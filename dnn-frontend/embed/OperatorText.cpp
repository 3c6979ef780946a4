// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators from a line of text. See Scalars.h.
#include "embed/Scalars.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace hexloom {

namespace {

using Numbers = std::vector<int64_t>;

constexpr int64_t kMostExtent = 1 << 24;
constexpr size_t kMostDimensions = 3;

/// One dimension of a window.
struct Window {
  int64_t Size, Taps, Stride = 1, Pad = 0, Dilation = 1;
  int64_t outputs() const {
    const int64_t Rest = Size + 2 * Pad - (Taps - 1) * Dilation - 1;
    return Rest < 0 ? 0 : Rest / Stride + 1;
  }
};

/// Axes and tensors as they are named.
class Builder {
public:
  using Terms = std::vector<std::pair<std::string, int64_t>>;
  void axis(const std::string &Name, int64_t Extent, bool Reduces = false) {
    if (Extent < 1)
      throw UserError("axis " + Name + " of the operator is empty");
    O.Axes.push_back({Name, Extent, Reduces, Extent});
  }
  void tensor(const char *Name, const std::vector<Terms> &Dims) {
    std::vector<IndexMap::Sum> Outputs;
    ScalarOperator::Tensor T{Name, IndexMap(O.extents(), {}), {}};
    for (const Terms &Each : Dims) {
      IndexMap::Sum S;
      for (const auto &[Axis, Coefficient] : Each)
        S.Terms.push_back({O.axisNamed(Axis), Coefficient});
      Outputs.push_back(S);
      Outputs.back().Constant = -IndexMap(O.extents(), {S}).bounds(0).Least;
    }
    T.Map = IndexMap(O.extents(), std::move(Outputs));
    for (size_t D = 0; D < Dims.size(); ++D)
      T.Sizes.push_back(T.Map.bounds(D).Greatest + 1);
    O.Tensors.push_back(std::move(T));
  }
  ScalarOperator operator()() {
    (void)O.products(); // it fits
    return std::move(O);
  }

private:
  ScalarOperator O;
};

class Parser {
public:
  explicit Parser(const std::string &Given) : Text(Given) {
    if (Text.size() > 200)
      fail("longer than any operator");
    std::istringstream In(Text);
    In >> Kind;
    std::string Rest;
    std::getline(In, Rest);
    std::istringstream Parts(Rest);
    for (std::string Part; std::getline(Parts, Part, ',');)
      Clauses.push_back(words(Part));
    if (Clauses.empty() || Clauses[0].empty())
      fail("a size is missing");
  }

  ScalarOperator parse() {
    if (Kind == "conv" || Kind == "depthwise" || Kind == "pool")
      return window();
    if (Kind == "transposed")
      return transposed();
    if (Kind == "fc")
      return fullyConnected();
    if (Kind == "matmul")
      return matmul();
    fail("the kinds are conv, transposed, depthwise, pool, fc, matmul");
  }

private:
  const std::string &Text;
  std::string Kind;
  std::vector<std::vector<std::string>> Clauses;

  [[noreturn]] void fail(const std::string &What) const { throw UserError("operator '" + Text.substr(0, 80) + "': " + What); }

  static std::vector<std::string> words(const std::string &Part) {
    std::istringstream In(Part);
    std::vector<std::string> All;
    for (std::string Word; In >> Word;)
      All.push_back(Word);
    return All;
  }

  /// "20x5"
  Numbers numbers(const std::string &Word, int64_t Least = 1) const {
    Numbers All;
    std::istringstream In(Word);
    for (std::string Digits; std::getline(In, Digits, 'x');) {
      const bool IsNumber = !Digits.empty() && Digits.size() < 9 &&
                            std::all_of(Digits.begin(), Digits.end(), [](unsigned char C) { return std::isdigit(C); });
      if (!IsNumber || std::stoll(Digits) < Least || std::stoll(Digits) > kMostExtent)
        fail(strf("'%s' is no number from %d to %d", Digits.c_str(), int(Least), int(kMostExtent)));
      All.push_back(std::stoll(Digits));
    }
    if (All.empty() || Word.back() == 'x')
      fail("'" + Word + "' is no size");
    return All;
  }

  void wantClauses(size_t Count) const {
    if (Clauses.size() != Count || std::any_of(Clauses.begin(), Clauses.end(), [](const auto &C) { return C.empty(); }))
      fail(strf("%s has %d parts between commas", Kind.c_str(), int(Count)));
  }

  /// The words behind a clause's first, in pairs.
  std::map<std::string, std::string> options(const std::vector<std::string> &Clause, const std::vector<std::string> &Known) const {
    std::map<std::string, std::string> All;
    for (size_t I = 1; I < Clause.size(); I += 2) {
      if (std::find(Known.begin(), Known.end(), Clause[I]) == Known.end() || I + 1 == Clause.size())
        fail("'" + Clause[I] + "' is not understood");
      if (!All.emplace(Clause[I], Clause[I + 1]).second)
        fail("'" + Clause[I] + "' stands twice");
    }
    return All;
  }

  /// One number for each dimension, or one for all.
  Numbers forEach(const std::string &Word, size_t Rank, int64_t Least) const {
    Numbers All = numbers(Word, Least);
    if (All.size() == 1)
      All.resize(Rank, All[0]);
    if (All.size() != Rank)
      fail(strf("'%s' is for %d dimensions, the window has %d", Word.c_str(), int(All.size()), int(Rank)));
    return All;
  }

  /// An image with N in front and C behind, and the window's dimensions between.
  struct Image {
    int64_t Batches, Channels;
    std::vector<Window> Windows;
  };
  Image image(const std::vector<std::string> &Known) const {
    const Numbers Taps = numbers(Clauses[1][0]);
    Numbers Sizes = numbers(Clauses[0][0]);
    if (Clauses[0].size() > 1)
      fail("'" + Clauses[0][1] + "' is not understood");
    if (Taps.size() > kMostDimensions || Sizes.size() < Taps.size() + 1 || Sizes.size() > Taps.size() + 2)
      fail(strf("an image of %d numbers, a window of %d: one to three of the window, and of the image these and the channels",
                int(Sizes.size()), int(Taps.size())));
    Image I{Sizes.size() == Taps.size() + 2 ? Sizes[0] : 1, Sizes.back(), {}};
    Sizes.erase(Sizes.begin(), Sizes.end() - 1 - static_cast<long>(Taps.size()));
    const std::map<std::string, std::string> Said = options(Clauses[1], Known);
    const auto Of = [&](const char *Word, int64_t Else) {
      const auto Found = Said.find(Word);
      return Found == Said.end() ? Numbers(Taps.size(), Else) : forEach(Found->second, Taps.size(), Else);
    };
    const Numbers Stride = Of("by", 1), Pad = Of("pad", 0), Dilation = Of("dilated", 1);
    for (size_t D = 0; D < Taps.size(); ++D) {
      I.Windows.push_back({Sizes[D], Taps[D], Stride[D], Pad[D], Dilation[D]});
      if (Kind != "transposed" && I.Windows[D].outputs() < 1)
        fail("the window is larger than the image");
    }
    return I;
  }

  /// "y" of the last dimension but one.
  static std::string dimension(const Image &I, size_t D) { return std::string(1, "zyx"[3 - I.Windows.size() + D]); }

  ScalarOperator window() const {
    const bool IsConv = Kind == "conv";
    wantClauses(IsConv ? 3 : 2);
    const Image I = image({"by", "pad", Kind == "pool" ? "by" : "dilated"});
    Builder B;
    Builder::Terms Channels = {{"c", 1}};
    std::vector<Builder::Terms> Out = {{{"n", 1}}}, In = Out, Weights;
    B.axis("n", I.Batches);
    for (size_t D = 0; D < I.Windows.size(); ++D)
      B.axis(dimension(I, D), I.Windows[D].outputs());
    int64_t Groups = 1, Outputs = 1;
    if (IsConv) {
      const auto Said = options(Clauses[2], {"groups"});
      Outputs = forEach(Clauses[2][0], 1, 1)[0];
      Groups = Said.count("groups") ? forEach(Said.at("groups"), 1, 1)[0] : 1;
      if (Outputs % Groups || I.Channels % Groups)
        fail(strf("%d groups do not divide the channels", int(Groups)));
      if (Groups > 1)
        B.axis("g", Groups);
      B.axis("k", Outputs / Groups);
    }
    B.axis("c", I.Channels / Groups, IsConv);
    for (size_t D = 0; D < I.Windows.size(); ++D) {
      const std::string At = dimension(I, D);
      B.axis("k" + At, I.Windows[D].Taps, true);
      Out.push_back({{At, 1}});
      In.push_back({{At, I.Windows[D].Stride}, {"k" + At, I.Windows[D].Dilation}});
      Weights.push_back({{"k" + At, 1}});
    }
    if (Groups > 1)
      for (auto *Tensor : {&Out, &In})
        Tensor->push_back({{"g", 1}});
    Out.push_back({{IsConv ? "k" : "c", 1}});
    In.push_back(Channels);
    if (IsConv)
      Weights.insert(Weights.begin(), {{"k", 1}});
    if (Groups > 1)
      Weights.insert(Weights.begin(), {{"g", 1}});
    Weights.push_back(Channels);
    B.tensor("out", Out);
    B.tensor("in", In);
    B.tensor("weights", Kind == "pool" ? std::vector<Builder::Terms>{} : Weights);
    return B();
  }

  /// Outputs q * stride + r: tap t * stride + r meets input q - t.
  ScalarOperator transposed() const {
    wantClauses(3);
    const Image I = image({"by"});
    Builder B;
    std::vector<Builder::Terms> Out = {{{"n", 1}}}, In = Out, Weights = {{{"k", 1}}};
    B.axis("n", I.Batches);
    for (size_t D = 0; D < I.Windows.size(); ++D) {
      const Window &W = I.Windows[D];
      const std::string At = dimension(I, D);
      B.axis("q" + At, ceilDiv((W.Size - 1) * W.Stride + W.Taps, W.Stride));
      B.axis("r" + At, W.Stride);
    }
    B.axis("k", forEach(Clauses[2][0], 1, 1)[0]);
    if (Clauses[2].size() > 1)
      fail("'" + Clauses[2][1] + "' is not understood");
    B.axis("c", I.Channels, true);
    for (size_t D = 0; D < I.Windows.size(); ++D) {
      const int64_t Stride = I.Windows[D].Stride;
      const std::string At = dimension(I, D);
      B.axis("t" + At, ceilDiv(I.Windows[D].Taps, Stride), true);
      Out.push_back({{"q" + At, Stride}, {"r" + At, 1}});
      In.push_back({{"q" + At, 1}, {"t" + At, -1}});
      Weights.push_back({{"r" + At, 1}, {"t" + At, Stride}});
    }
    Out.push_back({{"k", 1}});
    In.push_back({{"c", 1}});
    Weights.push_back({{"c", 1}});
    B.tensor("out", Out);
    B.tensor("in", In);
    B.tensor("weights", Weights);
    return B();
  }

  /// A matrix, or several, without further words.
  Numbers matrix(size_t Clause, size_t Least, size_t Most) const {
    Numbers All = numbers(Clauses[Clause][0]);
    if (All.size() < Least || All.size() > Most || Clauses[Clause].size() > 1)
      fail(strf("part %d has %d to %d numbers", int(Clause + 1), int(Least), int(Most)));
    All.insert(All.begin(), Most - All.size(), 1);
    return All;
  }

  ScalarOperator fullyConnected() const {
    wantClauses(2);
    const Numbers In = matrix(0, 1, 2);
    Builder B;
    B.axis("n", In[0]);
    B.axis("k", matrix(1, 1, 1)[0]);
    B.axis("c", In[1], true);
    B.tensor("out", {{{"n", 1}}, {{"k", 1}}});
    B.tensor("in", {{{"n", 1}}, {{"c", 1}}});
    B.tensor("weights", {{{"k", 1}}, {{"c", 1}}});
    return B();
  }

  ScalarOperator matmul() const {
    wantClauses(2);
    const Numbers In = matrix(0, 2, 3);
    Builder B;
    B.axis("b", In[0]);
    B.axis("m", In[1]);
    B.axis("n", matrix(1, 1, 1)[0]);
    B.axis("k", In[2], true);
    B.tensor("out", {{{"b", 1}}, {{"m", 1}}, {{"n", 1}}});
    B.tensor("left", {{{"b", 1}}, {{"m", 1}}, {{"k", 1}}});
    B.tensor("right", {{{"b", 1}}, {{"k", 1}}, {{"n", 1}}});
    return B();
  }
};

} // namespace

ScalarOperator parseOperator(const std::string &Text) { return Parser(Text).parse(); }

} // namespace hexloom
