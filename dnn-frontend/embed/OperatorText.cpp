// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators from a line of text. See Operators.h.
#include "embed/Operators.h"
#include "support/Error.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace hexloom {

namespace {

using Numbers = std::vector<int64_t>;

constexpr int64_t kMostExtent = 1 << 24;
constexpr size_t kMostDimensions = 3;

/// One dimension of a window over an image.
struct Window {
  int64_t Size, Taps, Stride = 1, Pad = 0, Dilation = 1;
  int64_t outputs() const {
    const int64_t Rest = Size + 2 * Pad - (Taps - 1) * Dilation - 1;
    return Rest < 0 ? 0 : Rest / Stride + 1;
  }
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

  ScalarOperator window() const {
    const bool IsConv = Kind == "conv";
    wantClauses(IsConv ? 3 : 2);
    const Image I = image({"by", "pad", Kind == "pool" ? "by" : "dilated"});
    WindowOperator W{IsConv ? WindowOperator::Convolution : Kind == "pool" ? WindowOperator::Pool : WindowOperator::Depthwise, I.Batches, 1, I.Channels, 1, {}};
    for (const Window &Each : I.Windows)
      W.Dimensions.push_back({Each.outputs(), Each.Taps, Each.Stride, Each.Dilation});
    if (IsConv) {
      const auto Said = options(Clauses[2], {"groups"});
      const int64_t Outputs = forEach(Clauses[2][0], 1, 1)[0];
      W.Groups = Said.count("groups") ? forEach(Said.at("groups"), 1, 1)[0] : 1;
      if (Outputs % W.Groups || I.Channels % W.Groups)
        fail(strf("%d groups do not divide the channels", int(W.Groups)));
      W.Channels = I.Channels / W.Groups;
      W.Outputs = Outputs / W.Groups;
    }
    return scalarsOf(W);
  }

  ScalarOperator transposed() const {
    wantClauses(3);
    const Image I = image({"by"});
    if (Clauses[2].size() > 1)
      fail("'" + Clauses[2][1] + "' is not understood");
    WindowOperator W{WindowOperator::Transposed, I.Batches, 1, I.Channels, forEach(Clauses[2][0], 1, 1)[0], {}};
    for (const Window &Each : I.Windows)
      W.Dimensions.push_back({(Each.Size - 1) * Each.Stride + Each.Taps, Each.Taps, Each.Stride, 1});
    return scalarsOf(W);
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
    return scalarsOf(DenseOperator{In[0], matrix(1, 1, 1)[0], In[1]});
  }

  ScalarOperator matmul() const {
    wantClauses(2);
    const Numbers In = matrix(0, 2, 3);
    return scalarsOf(MatrixOperator{In[0], In[1], matrix(1, 1, 1)[0], In[2], false, false});
  }
};

} // namespace

ScalarOperator parseOperator(const std::string &Text) { return Parser(Text).parse(); }

} // namespace hexloom
