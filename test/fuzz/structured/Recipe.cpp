// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Recipe.h"
#include "support/Error.h"

#include <sstream>

namespace hexloom::fuzz {

namespace {

template <typename T> std::string list(const std::vector<T> &Values, const char *Between) {
  std::ostringstream Out;
  Out.precision(9);
  for (size_t I = 0; I < Values.size(); ++I)
    Out << (I ? Between : "") << Values[I];
  return Out.str();
}

template <typename T> std::vector<T> parseList(const std::string &Text, char Between) {
  std::vector<T> Result;
  std::istringstream In(Text);
  for (std::string Word; std::getline(In, Word, Between);)
    Result.push_back(std::is_same_v<T, float> ? static_cast<T>(std::strtof(Word.c_str(), nullptr))
                                              : static_cast<T>(std::strtoll(Word.c_str(), nullptr, 10)));
  return Result;
}

template <typename Enum> Enum named(const Enum *Values, size_t Count, const char *(*Name)(Enum), const std::string &Text) {
  for (size_t I = 0; I < Count; ++I)
    if (Text == Name(Values[I]))
      return Values[I];
  return static_cast<Enum>(std::atoi(Text.c_str()));
}

template <typename Enum> std::string nameOr(const char *Name, Enum Value) {
  return *Name ? Name : std::to_string(static_cast<int>(Value));
}

std::string print(const TensorRecipe &T) {
  std::string Line = "tensor " + nameOr(tflite::EnumNameTensorType(T.Type), T.Type) + " ";
  Line += T.Open ? "open" : T.Shape.empty() ? "scalar" : list(T.Shape, "x");
  if (!T.Scales.empty())
    Line += " scale=" + list(T.Scales, ",");
  if (!T.Zeros.empty())
    Line += " zero=" + list(T.Zeros, ",");
  if (T.Axis)
    Line += strf(" axis=%d", T.Axis);
  if (T.Fill)
    Line += strf(" fill=%llu", static_cast<unsigned long long>(*T.Fill));
  else if (!T.Values.empty())
    Line += " values=" + list(T.Values, ",");
  if (!T.Same.empty())
    Line += " same=" + list(T.Same, ",");
  if (T.Variable)
    Line += " variable";
  return Line + "\n";
}

TensorRecipe parseTensor(std::istringstream &In) {
  TensorRecipe T;
  std::string Word;
  In >> Word;
  T.Type = named(tflite::EnumValuesTensorType(), std::size(tflite::EnumValuesTensorType()), tflite::EnumNameTensorType, Word);
  In >> Word;
  T.Open = Word == "open";
  if (!T.Open && Word != "scalar")
    T.Shape = parseList<int32_t>(Word, 'x');
  while (In >> Word) {
    const size_t Equals = std::min(Word.find('='), Word.size() - 1);
    const std::string Key = Word.substr(0, Equals), Value = Word.substr(Equals + 1);
    if (Word == "variable")
      T.Variable = true;
    else if (Key == "scale")
      T.Scales = parseList<float>(Value, ',');
    else if (Key == "zero")
      T.Zeros = parseList<int64_t>(Value, ',');
    else if (Key == "axis")
      T.Axis = std::atoi(Value.c_str());
    else if (Key == "fill")
      T.Fill = std::strtoull(Value.c_str(), nullptr, 10);
    else if (Key == "same")
      T.Same = parseList<int32_t>(Value, ',');
    else if (Key == "values")
      T.Values = parseList<int64_t>(Value, ',');
  }
  return T;
}

OpRecipe parseOp(std::istringstream &In) {
  OpRecipe O;
  std::string Word;
  In >> Word;
  O.Code = named(tflite::EnumValuesBuiltinOperator(), std::size(tflite::EnumValuesBuiltinOperator()),
                 tflite::EnumNameBuiltinOperator, Word);
  while (In >> Word) {
    const size_t Equals = std::min(Word.find('='), Word.size() - 1);
    const std::string Key = Word.substr(0, Equals), Value = Word.substr(Equals + 1);
    if (Key == "in")
      O.Inputs = parseList<int32_t>(Value, ',');
    else if (Key == "out")
      O.Outputs = parseList<int32_t>(Value, ',');
    else if (Key == "inner")
      O.Inner = parseList<int32_t>(Value, ',');
    else
      O.Fields[Key] = std::strtod(Value.c_str(), nullptr);
  }
  return O;
}

std::string printGraph(const GraphRecipe &R) {
  std::string Text;
  for (const TensorRecipe &T : R.Tensors)
    Text += print(T);
  for (const OpRecipe &O : R.Ops) {
    Text += "op " + nameOr(tflite::EnumNameBuiltinOperator(O.Code), O.Code) + " in=" + list(O.Inputs, ",") +
            " out=" + list(O.Outputs, ",") + (O.Inner.empty() ? "" : " inner=" + list(O.Inner, ","));
    for (const auto &[Name, Value] : O.Fields)
      Text += strf(" %s=%.9g", Name.c_str(), Value);
    Text += "\n";
  }
  return Text + "inputs " + list(R.Inputs, ",") + "\noutputs " + list(R.Outputs, ",") + "\n";
}

} // namespace

std::string print(const Recipe &R) {
  std::string Text = printGraph(R);
  for (const GraphRecipe &Other : R.Others)
    Text += "subgraph\n" + printGraph(Other);
  return Text;
}

Recipe parseRecipe(const std::string &Text) {
  Recipe R;
  std::istringstream Lines(Text);
  for (std::string Line; std::getline(Lines, Line);) {
    std::istringstream In(Line);
    std::string Kind, Word;
    In >> Kind;
    GraphRecipe &G = R.Others.empty() ? R : R.Others.back();
    if (Kind == "subgraph")
      R.Others.emplace_back();
    else if (Kind == "tensor")
      G.Tensors.push_back(parseTensor(In));
    else if (Kind == "op")
      G.Ops.push_back(parseOp(In));
    else if (Kind == "inputs" && In >> Word)
      G.Inputs = parseList<int32_t>(Word, ',');
    else if (Kind == "outputs" && In >> Word)
      G.Outputs = parseList<int32_t>(Word, ',');
  }
  return R;
}

} // namespace hexloom::fuzz
