// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Signatures.h"
#include "ir/Families.h"
#include "ir/Diagnostics.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <cmath>
#include <map>
#include <sstream>

namespace hexloom {

namespace {

DType typeNamed(const std::string &Word) {
  std::optional<DType> Type = parseDType(Word);
  HEXLOOM_CHECK(Type.has_value(), "unknown type in ops.def: " + Word);
  return *Type;
}

TensorRule parseRule(std::string Word, DType T) {
  TensorRule Rule;
  const size_t Colon = Word.find(':');
  const std::string Flags = Colon == std::string::npos ? "" : Word.substr(Colon + 1);
  Word.resize(std::min(Colon, Word.size()));
  auto takeSuffix = [&](char C) {
    const bool Has = !Word.empty() && Word.back() == C;
    if (Has)
      Word.pop_back();
    return Has;
  };
  Rule.Optional = takeSuffix('?');
  Rule.Repeats = takeSuffix('*');
  Rule.Type = Word == "T" ? T : typeNamed(Word);
  for (size_t I = 0; I < Flags.size(); ++I) {
    if (Flags[I] == 'q')
      Rule.Quantized = true;
    else if (Flags[I] == 'o')
      Rule.Quantized = Rule.MayLack = true;
    else if (Flags[I] == 'r')
      Rule.Quantized = Rule.Required = true;
    else if (Flags[I] == 's')
      Rule.Symmetric = true;
    else if (Flags[I] == 'z')
      Rule.AnyZeroPoint = true;
    else if (Flags[I] == 'p')
      Rule.ChannelAxis = Flags.at(++I) - '0';
    else
      HEXLOOM_CHECK(false, "unknown flag in ops.def: " + Flags);
  }
  return Rule;
}

Signature parseSignature(const char *Text, DType T) {
  Signature Result;
  std::istringstream In(Text);
  bool IsOutput = false;
  for (std::string Word; In >> Word;) {
    if (Word == "->")
      IsOutput = true;
    else
      (IsOutput ? Result.Outputs : Result.Inputs).push_back(parseRule(Word, T));
  }
  return Result;
}

std::map<OpKind, std::vector<Signature>> parseTable() {
  std::map<OpKind, std::vector<Signature>> Table;
  for (const SignatureText &Row : signatureTexts()) {
    std::istringstream In(Row.Choices);
    std::string Word;
    if (!(In >> Word))
      Table[Row.Kind].push_back(parseSignature(Row.Text, DType::UInt8));
    else
      do
        Table[Row.Kind].push_back(parseSignature(Row.Text, typeNamed(Word)));
      while (In >> Word);
  }
  return Table;
}

bool matches(const std::vector<TensorRule> &Rules, const Types &Actual) {
  const bool Repeats = !Rules.empty() && Rules.back().Repeats;
  if (Repeats ? Actual.size() < Rules.size() - 1 : Actual.size() > Rules.size())
    return false;
  for (size_t I = 0; I < std::max(Actual.size(), Repeats ? size_t(0) : Rules.size()); ++I) {
    const TensorRule &Rule = Rules[std::min(I, Rules.size() - 1)];
    if (I >= Actual.size() || !Actual[I]) {
      if (!Rule.Optional)
        return false;
    } else if (*Actual[I] != Rule.Type)
      return false;
  }
  return true;
}

bool isQuantizable(DType Type) {
  return Type == DType::UInt8 || Type == DType::Int8 || Type == DType::Int16;
}

/// Why the tensor's quantization does not follow the rule; empty: it does.
std::string quantizationFault(const Tensor &T, const TensorRule &Rule) {
  const Quant &Q = T.Quant;
  if (Rule.Quantized && !Rule.MayLack && (Rule.Required || isQuantizable(T.Type)) && !Q.present())
    return strf("'%s' (%s) has no quantization parameters", printable(T.Name).c_str(),
                text(T.Type));
  if (!Rule.Quantized || !Q.present())
    return "";
  if (Q.perChannel()) {
    if (Rule.ChannelAxis < 0)
      return "is quantized per channel where one scale is required";
    if (Q.Axis != Rule.ChannelAxis)
      return strf("is quantized along axis %d where %d is required", Q.Axis, Rule.ChannelAxis);
  }
  if (Q.perChannel() || Rule.Symmetric || (T.Type == DType::Int16 && !Rule.AnyZeroPoint))
    for (int64_t ZeroPoint : Q.ZeroPoints)
      if (ZeroPoint != 0)
        return strf("has zero point %lld where 0 is required", static_cast<long long>(ZeroPoint));
  return "";
}

struct Limits {
  int64_t Low, High;
};
Limits zeroPointLimits(DType Type) {
  switch (Type) {
  case DType::UInt8:
    return {0, UINT8_MAX};
  case DType::Int8:
    return {INT8_MIN, INT8_MAX};
  case DType::Int16:
    return {INT16_MIN, INT16_MAX};
  default:
    return {INT32_MIN, INT32_MAX};
  }
}

} // namespace

Types typesOf(const Graph &G, const std::vector<TensorId> &Ids) {
  Types Result;
  for (TensorId Id : Ids)
    Result.push_back(Id == kNoTensor ? std::nullopt : std::optional<DType>(G.Tensors.at(Id).Type));
  return Result;
}

const std::vector<SignatureText> &signatureTexts() {
  static const std::vector<SignatureText> Rows = {
#define TYPES(KIND, TEXT, CHOICES) {OpKind::KIND, TEXT, CHOICES},
#include "ir/ops.def"
  };
  return Rows;
}

const std::vector<Signature> &signaturesOf(OpKind Kind) {
  static const std::map<OpKind, std::vector<Signature>> Table = parseTable();
  return Table.at(Kind);
}

const Signature *findSignature(OpKind Kind, const Types &Inputs, const Types &Outputs) {
  for (const Signature &S : signaturesOf(Kind))
    if (matches(S.Inputs, Inputs) && matches(S.Outputs, Outputs))
      return &S;
  return nullptr;
}

std::string text(const Types &Inputs, const Types &Outputs) {
  auto list = [](const Types &All) {
    std::string Result;
    for (const std::optional<DType> &Type : All)
      Result += (Result.empty() ? "" : ", ") + std::string(Type ? text(*Type) : "absent");
    return Result;
  };
  return list(Inputs) + " -> " + list(Outputs);
}

std::string quantFault(const Tensor &T) {
  const Quant &Q = T.Quant;
  if (Q.Scales.size() != Q.ZeroPoints.size())
    return strf("has %zu scales and %zu zero points", Q.Scales.size(), Q.ZeroPoints.size());
  if (Q.perChannel() &&
      (Q.Axis < 0 || Q.Axis >= T.rank() || T.Dims[Q.Axis] != static_cast<int64_t>(Q.Scales.size())))
    return strf("of shape %s has %zu scales along axis %d", text(T.Dims).c_str(), Q.Scales.size(),
                Q.Axis);
  for (float Scale : Q.Scales) // a constant's channel of zeros may have the scale 0
    if (!std::isfinite(Scale) || Scale < 0 || (Scale == 0 && !T.isConst()))
      return strf("has scale %g", static_cast<double>(Scale));
  const Limits L = zeroPointLimits(T.Type);
  for (int64_t ZeroPoint : Q.ZeroPoints)
    if (ZeroPoint < L.Low || ZeroPoint > L.High)
      return strf("(%s) has zero point %lld, outside of %lld to %lld", text(T.Type),
                  (long long)ZeroPoint, (long long)L.Low, (long long)L.High);
  return "";
}

std::string roleOf(OpKind Kind, size_t I) {
  if (hasFilter(Kind) && I < 3)
    return I == 0 ? "input" : I == 1 ? "filter" : "bias";
  return strf("input %zu", I);
}

void checkTypes(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::Custom || O.Kind == OpKind::While) // the function knows, its regions do
    return;
  const Types Inputs = typesOf(G, O.Inputs), Outputs = typesOf(G, O.Outputs);
  const Signature *S = findSignature(O.Kind, Inputs, Outputs);
  if (!S)
    opError(G, O, "unsupported types: " + text(Inputs, Outputs));
  for (size_t I = 0; I < O.Inputs.size(); ++I) {
    if (O.Inputs[I] == kNoTensor)
      continue;
    const std::string Fault =
        quantizationFault(G.in(O, I), S->Inputs[std::min(I, S->Inputs.size() - 1)]);
    if (!Fault.empty())
      opError(G, O, roleOf(O.Kind, I) + " " + Fault);
  }
  for (size_t I = 0; I < O.Outputs.size(); ++I) {
    const std::string Fault =
        quantizationFault(G.out(O, I), S->Outputs[std::min(I, S->Outputs.size() - 1)]);
    if (!Fault.empty())
      opError(G, O, strf("output %zu ", I) + Fault);
  }
}

} // namespace hexloom
