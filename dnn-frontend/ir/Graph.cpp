// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Graph.h"
#include "ir/LayoutMap.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <sstream>

namespace hexloom {

namespace {

struct DTypeRow {
  const char *Text, *CType;
  int64_t Bytes;
};
const DTypeRow DTypes[] = {
#define DTYPE(NAME, TEXT, CTYPE, BYTES) {TEXT, CTYPE, BYTES},
#include "ir/types.def"
};
const char *const Layouts[] = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) TEXT,
#include "ir/layouts.def"
};
const char *const Attrs[] = {
#define ATTR(NAME, TEXT, TYPE) TEXT,
#include "ir/attrs.def"
};
const AttrType AttrTypes[] = {
#define ATTR(NAME, TEXT, TYPE) AttrType::TYPE,
#include "ir/attrs.def"
};

/// The enumerator whose text form this is.
template <typename Enum, typename Table, typename TextOf>
std::optional<Enum> find(const Table &Rows, const std::string &Text, TextOf Of) {
  for (size_t I = 0; I < std::size(Rows); ++I)
    if (Text == Of(Rows[I]))
      return static_cast<Enum>(I);
  return std::nullopt;
}
const char *self(const char *Text) { return Text; }

std::vector<Attr> parseAttrList(const char *List) {
  std::vector<Attr> Result;
  std::istringstream In(List);
  for (std::string Word; std::getline(In, Word, ',');) {
    const std::optional<Attr> A = parseAttr(Word);
    HEXLOOM_CHECK(A.has_value(), "unknown attribute in ops.def: " + Word);
    Result.push_back(*A);
  }
  return Result;
}

} // namespace

const char *text(DType Type) { return DTypes[static_cast<size_t>(Type)].Text; }
const char *cType(DType Type) { return DTypes[static_cast<size_t>(Type)].CType; }
int64_t bytesOf(DType Type) { return DTypes[static_cast<size_t>(Type)].Bytes; }
const char *descriptionOf(Layout L) {
  static const char *const Rows[] = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) DESCRIPTION,
#include "ir/layouts.def"
  };
  return Rows[static_cast<size_t>(L)];
}
Offered offered(Layout L) {
  static const Offered Rows[] = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) Offered::OFFERED,
#include "ir/layouts.def"
  };
  return Rows[static_cast<size_t>(L)];
}
const std::vector<Layout> &offeredLayouts() {
  static const std::vector<Layout> All = [] {
    std::vector<Layout> Rows;
    for (size_t I = 0; I < std::size(Layouts); ++I)
      if (offered(Layout(I)) != Offered::Never)
        Rows.push_back(Layout(I));
    return Rows;
  }();
  return All;
}
const char *text(Layout L) { return Layouts[static_cast<size_t>(L)]; }
const char *text(Attr A) { return Attrs[static_cast<size_t>(A)]; }
AttrType typeOf(Attr A) { return AttrTypes[static_cast<size_t>(A)]; }

std::optional<DType> parseDType(const std::string &Text) {
  return find<DType>(DTypes, Text, [](const DTypeRow &Row) { return Row.Text; });
}
std::optional<Layout> parseLayout(const std::string &Text) {
  return find<Layout>(Layouts, Text, self);
}
std::optional<Attr> parseAttr(const std::string &Text) { return find<Attr>(Attrs, Text, self); }
std::optional<OpKind> parseOpKind(const std::string &Text) {
  return find<OpKind>(allOps(), Text, [](const OpInfo &Row) { return Row.Text; });
}

const std::vector<OpInfo> &allOps() {
  static const std::vector<OpInfo> Rows = {
#define OP(NAME, TEXT, MIN_IN, MAX_IN, MIN_OUT, MAX_OUT, ATTRS)                                    \
  {OpKind::NAME, TEXT, MIN_IN, MAX_IN, MIN_OUT, MAX_OUT, parseAttrList(ATTRS)},
#include "ir/ops.def"
  };
  return Rows;
}
const OpInfo &infoOf(OpKind Kind) { return allOps()[static_cast<size_t>(Kind)]; }
const char *text(OpKind Kind) { return infoOf(Kind).Text; }

int64_t elementsOf(const Shape &S) {
  int64_t Product = 1;
  for (int32_t Dim : S)
    Product *= Dim;
  return Product;
}

std::string text(const Shape &S) {
  if (S.empty())
    return "scalar";
  std::string Result;
  for (int32_t Dim : S)
    Result += (Result.empty() ? "" : "x") + std::to_string(Dim);
  return Result;
}

Nhwc asNhwc(const Shape &S) {
  HEXLOOM_CHECK(S.size() <= 4, "rank above 4 seen as NHWC");
  int32_t Dims[4] = {1, 1, 1, 1};
  for (size_t I = 0; I < S.size(); ++I)
    Dims[4 - S.size() + I] = S[I];
  return {Dims[0], Dims[1], Dims[2], Dims[3]};
}

int64_t storageBytes(DType Type, const Shape &Dims, Layout L) {
  HEXLOOM_CHECK(LayoutMap::fits(L, Type, Dims), strf("a tensor of that type and rank in layout %s", text(L)));
  return LayoutMap(L, Dims).size() * bytesOf(Type);
}

int64_t Tensor::bytes() const { return storageBytes(Type, Dims, Layout); }

void Graph::beRegionOf(const Graph &Outer, const Op &Owner) {
  Name = Outer.Name;
  File = Outer.File;
  Within = Outer.Within + strf("%s of %s%s: ", Owner.Regions.empty() ? "condition" : "body",
                               Owner.SourceIndex < 0 ? "" : strf("op #%d ", Owner.SourceIndex).c_str(), text(Owner.Kind));
}

void dropUnusedTensors(Graph &G) {
  std::vector<std::vector<TensorId> *> Lists = {&G.Inputs, &G.Outputs, &G.States};
  for (Op &O : G.Ops) {
    Lists.push_back(&O.Inputs);
    Lists.push_back(&O.Outputs);
  }
  std::vector<TensorId> NewId(G.Tensors.size(), kNoTensor);
  for (const std::vector<TensorId> *List : Lists)
    for (TensorId Id : *List)
      if (Id != kNoTensor)
        NewId.at(Id) = 0;
  std::vector<Tensor> Kept;
  for (size_t I = 0; I < NewId.size(); ++I)
    if (NewId[I] != kNoTensor) {
      NewId[I] = static_cast<TensorId>(Kept.size());
      Kept.push_back(std::move(G.Tensors[I]));
    }
  G.Tensors = std::move(Kept);
  for (std::vector<TensorId> *List : Lists)
    for (TensorId &Id : *List)
      if (Id != kNoTensor)
        Id = NewId[Id];
}

std::string opNameFrom(const std::string &TensorName) {
  return printable(TensorName.substr(0, TensorName.find(';')));
}

std::string describe(const Graph &G, const Op &O) {
  const std::string Number = O.SourceIndex < 0 ? "" : strf("#%d ", O.SourceIndex); // text and passes need not give one
  return strf("%s: %sop %s%s '%s'", printable(G.File).c_str(), G.Within.c_str(), Number.c_str(), text(O.Kind), printable(O.Name).c_str());
}

} // namespace hexloom
