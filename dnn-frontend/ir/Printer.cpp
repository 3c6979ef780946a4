// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Text.h"
#include "support/Base64.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace hexloom {

namespace {

constexpr size_t kInlineElements = 16, kInlineScales = 4;
constexpr size_t kLineWidth = 96;

/// The shortest of a few forms that reads back as the same number.
std::string number(float Value) {
  for (int Digits = 6; Digits < 9; ++Digits)
    if (std::string S = strf("%.*g", Digits, static_cast<double>(Value));
        std::strtof(S.c_str(), nullptr) == Value)
      return S;
  return strf("%.9g", static_cast<double>(Value));
}
std::string number(double Value) {
  for (int Digits = 6; Digits < 17; ++Digits)
    if (std::string S = strf("%.*g", Digits, Value); std::strtod(S.c_str(), nullptr) == Value)
      return S;
  return strf("%.17g", Value);
}
std::string number(int64_t Value) { return strf("%lld", static_cast<long long>(Value)); }

template <typename Container, typename Function>
std::string list(const Container &C, const char *Between, Function F) {
  std::string Result;
  for (const auto &Item : C)
    Result += (Result.empty() ? "" : Between) + F(Item);
  return Result;
}

std::string value(const AttrValue &V) {
  switch (static_cast<AttrType>(V.index())) {
  case AttrType::Int:
    return number(std::get<int64_t>(V));
  case AttrType::Float:
    return number(std::get<double>(V));
  case AttrType::Bool:
    return std::get<bool>(V) ? "true" : "false";
  case AttrType::Ints:
    return "[" +
           list(std::get<std::vector<int64_t>>(V), ", ", [](int64_t I) { return number(I); }) + "]";
  case AttrType::Str:
    return std::get<std::string>(V);
  }
  HEXLOOM_CHECK(false, "attribute type");
}

template <typename T> T elementAt(const Bytes &Data, int64_t I) {
  T Value;
  std::memcpy(&Value, Data.data() + I * sizeof(T), sizeof(T));
  return Value;
}

std::string element(const Tensor &T, int64_t I) {
  switch (T.Type) {
  case DType::UInt8:
  case DType::Bool:
    return number(int64_t((*T.Data)[I]));
  case DType::Int8:
    return number(int64_t(elementAt<int8_t>(*T.Data, I)));
  case DType::Int16:
    return number(int64_t(elementAt<int16_t>(*T.Data, I)));
  case DType::Int32:
    return number(int64_t(elementAt<int32_t>(*T.Data, I)));
  case DType::Int64:
    return number(elementAt<int64_t>(*T.Data, I));
  case DType::Float32:
    return number(elementAt<float>(*T.Data, I));
  }
  HEXLOOM_CHECK(false, "type");
}

class Printer {
public:
  Printer(const Graph &G, Constants C) : G(G), C(C) {}

  std::string run() {
    return "graph " + G.Name + " from " + quoted(G.File) + "\n" + statements();
  }

  std::string statements() {
    for (size_t I = 0; I < G.Inputs.size(); ++I)
      Text += (I < G.ownInputs() ? "input " : "state ") + tensor(G.Inputs[I]) + alias(G.Inputs[I], G.InputNames[I]) + "\n";
    printConstants();
    for (const Op &O : G.Ops) {
      Text += op(O) + "\n";
      for (const Graph &R : O.Regions)
        Text += "region {\n" + Printer(R, C).statements() + "}\n";
    }
    for (size_t I = 0; I < G.Outputs.size(); ++I) {
      const bool Own = I < G.ownOutputs();
      Text += strf(Own ? "output %%%d" : "next %%%d", G.Outputs[I]) +
              alias(G.Outputs[I], G.OutputNames[I]) +
              (Own ? "" : strf(" from %%%d", G.States[I - G.ownOutputs()])) + "\n";
    }
    return Text + Tail;
  }

  std::string op(const Op &O) {
    std::string Line = list(O.Outputs, ", ", [&](TensorId Id) { return type(Id); });
    Line += std::string(" = ") + text(O.Kind) + "(";
    Line += list(O.Inputs, ", ",
                 [](TensorId Id) { return Id == kNoTensor ? "none" : strf("%%%d", Id); }) +
            ")";
    if (!O.Attrs.empty())
      Line += " " + attributesText(O);
    if (!O.Kernel.empty())
      Line += " kernel=" + O.Kernel;
    if (const auto Fields = O.Schedule.fields(); !Fields.empty())
      Line += " schedule={" + list(Fields, ", ", [](const auto &F) { return F.first + "=" + F.second; }) + "}";
    if (O.SourceIndex >= 0)
      Line += strf(" source=%d", O.SourceIndex);
    Line += origins(O.Outputs);
    if (O.Outputs.empty() || O.Name != opNameFrom(G.out(O, 0).Name))
      Line += " op=" + quoted(O.Name);
    return Line;
  }

private:
  std::string alias(TensorId Id, const std::string &Name) const {
    return Name == G.Tensors[Id].Name ? "" : " as " + quoted(Name);
  }

  std::string type(TensorId Id) {
    const Tensor &T = G.Tensors.at(Id);
    std::string Result =
        strf("%%%d: %s[", Id, text(T.Type)) + (T.Dims.empty() ? "" : text(T.Dims)) + "]";
    if (T.Quant.present())
      Result += quantization(Id, T.Quant);
    if (T.Layout != Layout::RowMajor)
      Result += std::string(" layout=") + text(T.Layout);
    return Result;
  }

  /// Index in the file and name of each tensor; they stand last, because names may be long.
  std::string origins(const std::vector<TensorId> &Ids) {
    std::string Indices =
        list(Ids, ", ", [&](TensorId Id) { return number(int64_t(G.Tensors[Id].SourceIndex)); });
    std::string Names = list(Ids, ", ", [&](TensorId Id) { return quoted(G.Tensors[Id].Name); });
    if (Ids.size() != 1)
      return " tensor=[" + Indices + "] name=[" + Names + "]";
    return (Indices == "-1" ? "" : " tensor=" + Indices) +
           (Names == "\"\"" ? "" : " name=" + Names);
  }

  std::string tensor(TensorId Id) { return type(Id) + origins({Id}); }

  std::string quantization(TensorId Id, const Quant &Q) {
    const std::string Scales = list(Q.Scales, ", ", [](float S) { return number(S); });
    std::string Result = " scale=";
    if (Q.Scales.size() <= kInlineScales)
      Result += Q.perChannel() ? "[" + Scales + "]" : Scales;
    else {
      Result += strf("data");
      addTail(strf("scales %%%d", Id), strf("%zu", Q.Scales.size()), Scales, ' ');
    }
    const bool Same = std::set<int64_t>(Q.ZeroPoints.begin(), Q.ZeroPoints.end()).size() == 1;
    const std::string Zeros = list(Q.ZeroPoints, ", ", [](int64_t Z) { return number(Z); });
    Result += " zero=" + (Same ? number(Q.ZeroPoints[0]) : "[" + Zeros + "]");
    return Result + (Q.perChannel() ? strf(" axis=%d", Q.Axis) : "");
  }

  void printConstants() {
    std::set<TensorId> Used(G.Outputs.begin(), G.Outputs.end());
    Used.insert(G.States.begin(), G.States.end());
    for (const Op &O : G.Ops)
      Used.insert(O.Inputs.begin(), O.Inputs.end());
    for (TensorId Id : Used)
      if (Id != kNoTensor && G.Tensors.at(Id).isConst())
        Text += "const " + type(Id) + " = " + data(Id) + origins({Id}) + "\n";
  }

  std::string data(TensorId Id) {
    const Tensor &T = G.Tensors[Id];
    if (T.elements() > static_cast<int64_t>(kInlineElements)) {
      addTail(strf("data %%%d", Id), "base64", encodeBase64(*T.Data), 0);
      return "data";
    }
    std::string Result;
    for (int64_t I = 0; I < T.elements(); ++I)
      Result += (I ? ", " : "") + element(T, I);
    return "[" + Result + "]";
  }

  /// Breaks lines behind `Space`, or anywhere if it is 0.
  void addTail(const std::string &Head, const std::string &Form, const std::string &Content,
               char Space) {
    if (!Tails.insert(Head).second)
      return;
    if (C == Constants::Elided) {
      Tail += Head + " elided\n";
      return;
    }
    Tail += Head + " = " + Form + "\n";
    for (size_t At = 0; At < Content.size();) {
      size_t End = std::min(At + kLineWidth, Content.size());
      if (Space && End < Content.size())
        End = Content.rfind(Space, End) + 1;
      Tail += "  " + Content.substr(At, End - At) + "\n";
      At = End;
    }
  }

  const Graph &G;
  const Constants C;
  std::string Text, Tail;
  std::set<std::string> Tails;
};

} // namespace

std::string attributesText(const Op &O) {
  if (O.Attrs.empty())
    return "";
  return "{" + list(infoOf(O.Kind).Attrs, ", ", [&](Attr A) { return text(A) + ("=" + value(O.Attrs.at(A))); }) + "}";
}

std::string print(const Graph &G, Constants C) { return Printer(G, C).run(); }
std::string print(const Graph &G, const Op &O) { return Printer(G, Constants::Elided).op(O); }

} // namespace hexloom
