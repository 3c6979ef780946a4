// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/LayerNumbers.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

/// 1: "b", 25: "z", 26: "ba", ...; 0: "", the operator itself.
static std::string letters(size_t Place) {
  constexpr size_t kLetters = 26;
  std::string Text;
  for (; Place > 0; Place /= kLetters)
    Text.insert(Text.begin(), static_cast<char>('a' + Place % kLetters));
  return Text;
}

/// A number for each layer; several may have the same one.
static std::vector<int> numbersOf(const std::vector<LayerOrigin> &Layers) {
  const bool AnyNumbered = std::any_of(Layers.begin(), Layers.end(), [](const LayerOrigin &L) { return L.SourceIndex >= 0; });
  std::vector<int> Numbers;
  int Last = -1;
  for (const LayerOrigin &L : Layers) {
    if (L.SourceIndex >= 0)
      Last = L.SourceIndex;
    else if (!AnyNumbered && !L.IsConversion)
      ++Last;
    Numbers.push_back(Last);
  }
  const auto First = std::find_if(Numbers.begin(), Numbers.end(), [](int Number) { return Number >= 0; });
  std::fill(Numbers.begin(), First, First == Numbers.end() ? 0 : *First);
  return Numbers;
}

std::vector<std::string> layerNumbers(const std::vector<LayerOrigin> &Layers) {
  const std::vector<int> Numbers = numbersOf(Layers);
  std::map<int, size_t> Owner; ///< the layer that is the operator itself: the first that is no conversion and has the number from the file
  const auto Claim = [&](auto May) {
    for (size_t I = 0; I < Layers.size(); ++I)
      if (May(Layers[I]))
        Owner.emplace(Numbers[I], I);
  };
  Claim([](const LayerOrigin &L) { return L.SourceIndex >= 0; });
  Claim([](const LayerOrigin &L) { return !L.IsConversion; });
  std::map<int, size_t> Further;
  std::vector<std::string> Result;
  for (size_t I = 0; I < Layers.size(); ++I) {
    const auto Own = Owner.find(Numbers[I]);
    const bool IsOwner = Own != Owner.end() && Own->second == I;
    Result.push_back(strf("%03d", Numbers[I]) + letters(IsOwner ? 0 : ++Further[Numbers[I]]));
  }
  return Result;
}

std::vector<std::string> layerNumbers(const Graph &G) {
  std::vector<LayerOrigin> Layers;
  for (const Op &O : G.Ops)
    Layers.push_back({O.SourceIndex, O.Kind == OpKind::LayoutConvert});
  return layerNumbers(Layers);
}

std::string layerName(const std::string &Number, const char *Kind) { return "op" + Number + "_" + Kind; }

std::string withoutFurther(const std::string &Text) {
  constexpr const char *kDigits = "0123456789", *kLetters = "abcdefghijklmnopqrstuvwxyz";
  const size_t Digits = Text.compare(0, 2, "op") == 0 ? Text.find_first_not_of(kDigits, 2) : std::string::npos;
  if (Digits == std::string::npos || Digits < 5)
    return Text;
  const size_t Letters = Text.find_first_not_of(kLetters, Digits);
  const bool IsFurther = Letters != Digits && (Letters == std::string::npos || Text[Letters] == '_');
  return IsFurther ? Text.substr(0, Digits) : Text;
}

bool namesByNumber(const std::string &Text, const Op &O) {
  if (O.SourceIndex < 0)
    return false;
  const std::string Number = strf("%03d", O.SourceIndex);
  return Text == std::to_string(O.SourceIndex) || Text == "op" + Number || Text == layerName(Number, text(O.Kind));
}

} // namespace hexloom
