// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/LayoutMap.h"
#include "support/Error.h"
#include "support/Rounding.h"

#include <algorithm>
#include <sstream>

namespace hexloom {

namespace {

constexpr char kLetters[] = "NHWC";
constexpr int kNhwc = 4;

const char *const Orders[] = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) ORDER,
#include "ir/layouts.def"
};

const LayoutOrder &orderOf(Layout L) {
  static const std::vector<LayoutOrder> All = [] {
    std::vector<LayoutOrder> Parsed;
    for (const char *Text : Orders)
      Parsed.push_back(LayoutOrder::parse(Text));
    return Parsed;
  }();
  return All.at(static_cast<size_t>(L));
}

constexpr int64_t kRoom = 64; // behind margins

/// "HW/32%64^4"
LayoutOrder::Digit parseDigit(const std::string &Word) {
  LayoutOrder::Digit D{{kNhwc, -1}};
  size_t At = 0;
  for (; At < Word.size() && std::isalpha(static_cast<unsigned char>(Word[At])); ++At) {
    const int Dim = static_cast<int>(std::string(kLetters).find(Word[At]));
    HEXLOOM_CHECK(Dim >= 0 && (At == 0 || Dim == D.Dims.Last + 1), "dimensions of a layout's digit: " + Word);
    D.Dims = {std::min(D.Dims.First, Dim), Dim};
  }
  HEXLOOM_CHECK(At > 0, "a layout's digit without dimensions: " + Word);
  while (At < Word.size()) {
    const char Sign = Word[At];
    size_t Used = 0;
    const int64_t Value = std::stoll(Word.substr(At + 1), &Used);
    HEXLOOM_CHECK(Value > 0, "a layout's digit: " + Word);
    if (Sign == '/')
      D.Low = Value;
    else if (Sign == '%')
      D.High = D.Low * Value; // C/4%8 has the values of C / 4 % 8
    else if (Sign == '^')
      D.Multiple = Value;
    else if (Sign == '+')
      D.Margin = Value;
    else if (Sign == '|')
      D.Alignment = Value;
    else
      throw InternalError("a layout's digit: " + Word);
    At += 1 + Used;
  }
  HEXLOOM_CHECK(D.Margin == 0 || (D.Low == 1 && D.High == 0), "a margin of blocks: " + Word);
  return D;
}

/// Whether the digits of a group, the lowest first, make up an index.
bool areWhole(std::vector<LayoutOrder::Digit> Digits) {
  std::sort(Digits.begin(), Digits.end(), [](const auto &A, const auto &B) { return A.Low < B.Low; });
  int64_t Low = 1;
  for (size_t I = 0; I < Digits.size(); ++I) {
    const bool IsLast = I + 1 == Digits.size();
    if (Digits[I].Low != Low || IsLast != (Digits[I].High == 0))
      return false;
    Low = Digits[I].High;
  }
  return true;
}

} // namespace

LayoutOrder LayoutOrder::parse(const std::string &Text) {
  LayoutOrder Order;
  if (Text == "*") {
    Order.Any = true;
    return Order;
  }
  std::istringstream In(Text);
  for (std::string Word; In >> Word;)
    Order.Digits.push_back(parseDigit(Word));
  int Covered = 0;
  for (size_t I = 0; I < Order.Digits.size(); ++I) {
    const JoinedDims Dims = Order.Digits[I].Dims;
    std::vector<Digit> Same;
    bool IsFirst = true;
    for (size_t K = 0; K < Order.Digits.size(); ++K) {
      if (!(Order.Digits[K].Dims == Dims))
        continue;
      Same.push_back(Order.Digits[K]);
      IsFirst &= K >= I;
    }
    HEXLOOM_CHECK(areWhole(Same), "the digits of a layout's dimension do not make up its index: " + Text);
    for (int Dim = Dims.First; IsFirst && Dim <= Dims.Last; ++Dim) {
      HEXLOOM_CHECK(!(Covered >> Dim & 1), "a dimension is in two digits that are joined differently: " + Text);
      Covered |= 1 << Dim;
    }
  }
  HEXLOOM_CHECK(Covered == (1 << kNhwc) - 1, "a layout without all dimensions: " + Text);
  return Order;
}

bool LayoutMap::fits(Layout L, DType Type, const Shape &Dims) {
  return orderOf(L).Any || (bytesOf(Type) == 1 && !Dims.empty() && Dims.size() <= kNhwc);
}

LayoutMap::LayoutMap(Layout L, const Shape &Dims) : LayoutMap(orderOf(L), Dims) {}

LayoutMap::LayoutMap(const LayoutOrder &Order, const Shape &Dims) {
  std::vector<LayoutOrder::Digit> Rows = Order.Digits;
  if (Order.Any) {
    Rows = {{{0, static_cast<int>(Dims.size()) - 1}}};
  } else {
    HEXLOOM_CHECK(Dims.size() <= kNhwc, "rank above 4 in a layout of NHWC");
    Shift = kNhwc - static_cast<int>(Dims.size());
    Extents.assign(Shift, 1);
  }
  Extents.insert(Extents.end(), Dims.begin(), Dims.end());
  for (const LayoutOrder::Digit &Row : Rows) {
    auto Found = std::find_if(Groups.begin(), Groups.end(), [&](const Group &G) { return G.Dims == Row.Dims; });
    if (Found == Groups.end()) {
      int64_t Extent = 1;
      for (int Dim = Row.Dims.First; Dim <= Row.Dims.Last; ++Dim)
        Extent *= Extents[Dim];
      Found = Groups.insert(Groups.end(), {Row.Dims, Extent});
    }
    const int64_t All = ceilDiv(Found->Extent, Row.Multiple) * Row.Multiple;
    Digits.push_back({static_cast<size_t>(Found - Groups.begin()), Row.Low, Row.High,
                      (Row.High ? Row.High / Row.Low : ceilDiv(All, Row.Low)) + Row.Margin, 0, Row.Margin});
  }
  for (size_t I = Digits.size(); I-- > 0;) {
    Size = ceilDiv(Size, Rows[I].Alignment) * Rows[I].Alignment;
    Digits[I].Stride = Size;
    Origin += Digits[I].Margin * Size;
    Size *= Digits[I].Size;
  }
  if (std::any_of(Groups.begin(), Groups.end(), [](const Group &G) { return G.Extent == 0; }))
    Size = 0;
  else if (Origin) // the last elements' margins, and vectors that begin in these
    Size += Origin + kRoom;
}

bool LayoutMap::isPadded() const {
  int64_t Elements = 1;
  for (int64_t Extent : Extents)
    Elements *= Extent;
  return Size != Elements;
}

int64_t LayoutMap::joined(const JoinedDims &D, const Index &I) const {
  int64_t Place = 0;
  for (int Dim = D.First; Dim <= D.Last; ++Dim)
    Place = Place * Extents[Dim] + (Dim < Shift ? 0 : I[Dim - Shift]);
  return Place;
}

int64_t LayoutMap::addressOf(const Index &I) const {
  int64_t Address = Origin;
  for (const Digit &D : Digits) {
    const int64_t Place = joined(Groups[D.Group].Dims, I) / D.Low;
    Address += (D.High ? Place % D.Size : Place) * D.Stride;
  }
  return Address;
}

std::optional<LayoutMap::Index> LayoutMap::elementAt(int64_t Address) const {
  std::vector<int64_t> Joined(Groups.size(), 0);
  for (const Digit &D : Digits) {
    const int64_t Value = Address / D.Stride;
    if (Value < D.Margin || Value >= D.Size)
      return std::nullopt;
    Joined[D.Group] += (Value - D.Margin) * D.Low;
    Address %= D.Stride;
  }
  Index I(Extents.size(), 0);
  for (size_t G = 0; G < Groups.size(); ++G) {
    if (Joined[G] >= Groups[G].Extent)
      return std::nullopt;
    for (int Dim = Groups[G].Dims.Last; Dim >= Groups[G].Dims.First; --Dim) {
      I[Dim] = Joined[G] % Extents[Dim];
      Joined[G] /= Extents[Dim];
    }
  }
  return Index(I.begin() + Shift, I.end());
}

IndexMap LayoutMap::joins() const {
  Index Sizes(Extents.begin() + Shift, Extents.end());
  std::vector<IndexMap::Sum> Joined(Groups.size());
  for (size_t Dim = 0; Dim < Sizes.size(); ++Dim)
    Joined[groupOf(static_cast<int>(Dim))].Terms.push_back({Dim, stepIn(static_cast<int>(Dim))});
  return IndexMap(std::move(Sizes), std::move(Joined));
}

size_t LayoutMap::groupOf(int Dim) const {
  for (size_t G = 0; G < Groups.size(); ++G)
    if (Dim + Shift >= Groups[G].Dims.First && Dim + Shift <= Groups[G].Dims.Last)
      return G;
  throw InternalError("a dimension without a digit");
}

int64_t LayoutMap::stepIn(int Dim) const {
  int64_t Step = 1;
  for (int Inner = Groups[groupOf(Dim)].Dims.Last; Inner > Dim + Shift; --Inner)
    Step *= Extents[Inner];
  return Step;
}

int64_t LayoutMap::stride(size_t InGroup, int64_t Step) const {
  const int64_t Magnitude = Step < 0 ? -Step : Step;
  int64_t Places = 0;
  for (const Digit &D : Digits)
    if (D.Group == InGroup)
      Places += (D.High ? Magnitude / D.Low % D.Size : Magnitude / D.Low) * D.Stride;
  return Step < 0 ? -Places : Places;
}

std::vector<int64_t> LayoutMap::bordersOf(size_t InGroup) const {
  std::vector<int64_t> Borders;
  for (const Digit &D : Digits)
    if (D.Group == InGroup && D.Low > 1)
      Borders.push_back(D.Low);
  std::sort(Borders.begin(), Borders.end());
  return Borders;
}

int64_t LayoutMap::coarseStride(int Dim) const {
  const size_t Its = groupOf(Dim);
  const std::vector<int64_t> Borders = bordersOf(Its);
  return stride(Its, Borders.empty() ? stepIn(Dim) : std::max(Borders.back(), stepIn(Dim)));
}

Bytes inLayout(const Tensor &T, Layout L) {
  const LayoutMap From(Layout::RowMajor, T.Dims), To(L, T.Dims);
  const int64_t Width = bytesOf(T.Type);
  Bytes Result(To.size() * Width, 0);
  for (int64_t Place = 0; Place < From.size(); ++Place) {
    const auto First = T.Data->begin() + Place * Width;
    std::copy(First, First + Width, Result.begin() + To.addressOf(*From.elementAt(Place)) * Width);
  }
  return Result;
}

} // namespace hexloom
