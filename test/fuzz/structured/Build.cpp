// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a recipe to the .tflite file. Options are written by the schema's own reflection.
#include "Recipe.h"
#include "import/Builtins.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <flatbuffers/flexbuffers.h>
#include <map>

namespace hexloom::fuzz {

namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

const flatbuffers::TypeTable *tableOf(tflite::BuiltinOptions Options) {
  const flatbuffers::TypeTable *Union = tflite::BuiltinOptionsTypeTable();
  for (size_t I = 0; I < Union->num_elems; ++I)
    if (Union->type_codes[I].sequence_ref >= 0 &&
        (Union->values ? Union->values[I] : static_cast<int64_t>(I)) == static_cast<int64_t>(Options))
      return Union->type_refs[Union->type_codes[I].sequence_ref]();
  return nullptr;
}

int64_t clampTo(double Value, double Low, double High) {
  return static_cast<int64_t>(std::min(High, std::max(Low, Value)));
}

Offset<void> buildOptions(FlatBufferBuilder &B, const OpRecipe &O) {
  const flatbuffers::TypeTable *Table = optionsOf(O.Code);
  if (!Table)
    return 0;
  std::vector<Offset<void>> Apart(Table->num_elems); // lists of one number, and texts
  for (size_t I = 0; I < Table->num_elems; ++I) {
    if (!O.Fields.count(Table->names[I]))
      continue;
    const int64_t Value = clampTo(O.Fields.at(Table->names[I]), INT32_MIN, INT32_MAX);
    if (Table->type_codes[I].is_repeating)
      Apart[I] = B.CreateVector(std::vector<int32_t>{static_cast<int32_t>(Value)}).Union();
    else if (Table->type_codes[I].base_type == flatbuffers::ET_STRING)
      Apart[I] = B.CreateString(std::to_string(Value)).Union();
  }
  const auto Start = B.StartTable();
  for (size_t I = 0; I < Table->num_elems; ++I) {
    const auto Found = O.Fields.find(Table->names[I]);
    if (Found == O.Fields.end())
      continue;
    const double Value = Found->second;
    const auto Slot = flatbuffers::FieldIndexToOffset(static_cast<flatbuffers::voffset_t>(I));
    B.ForceDefaults(true);
    if (!Apart[I].IsNull())
      B.AddOffset(Slot, Apart[I]);
    else if (Table->type_codes[I].base_type == flatbuffers::ET_FLOAT)
      B.AddElement<float>(Slot, static_cast<float>(Value), 0);
    else if (Table->type_codes[I].base_type == flatbuffers::ET_INT)
      B.AddElement<int32_t>(Slot, static_cast<int32_t>(clampTo(Value, INT32_MIN, INT32_MAX)), 0);
    else // enumerators and truth values are bytes
      B.AddElement<int8_t>(Slot, static_cast<int8_t>(clampTo(Value, -128, 127)), 0);
    B.ForceDefaults(false);
  }
  return B.EndTable(Start);
}

size_t widthOf(tflite::TensorType Type) {
  switch (Type) {
  case tflite::TensorType::INT64:
    return 8;
  case tflite::TensorType::INT32:
  case tflite::TensorType::FLOAT32:
    return 4;
  case tflite::TensorType::INT16:
  case tflite::TensorType::FLOAT16:
    return 2;
  default:
    return 1;
  }
}

/// The constant's bytes; none where it is an activation. Larger ones are cut off: files stay small.
Bytes dataOf(const TensorRecipe &T) {
  constexpr size_t kMost = 1 << 16;
  const size_t Width = widthOf(T.Type);
  Bytes Data;
  for (int64_t Value : T.Values) {
    const auto *Begin = reinterpret_cast<const uint8_t *>(&Value);
    Data.insert(Data.end(), Begin, Begin + Width);
  }
  if (!T.Fill)
    return Data;
  size_t Size = Width;
  for (int32_t Dim : T.Shape)
    Size = Dim < 0 || Size > kMost ? kMost + 1 : Size * static_cast<size_t>(Dim);
  uint64_t State = *T.Fill;
  for (size_t I = 0; I < std::min(Size, kMost); ++I) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    Data.push_back(T.Type == tflite::TensorType::BOOL ? State >> 63 : static_cast<uint8_t>(State >> 56));
  }
  return Data;
}

} // namespace

tflite::BuiltinOptions optionsTypeOf(tflite::BuiltinOperator Code) {
  switch (Code) {
  case tflite::BuiltinOperator::IF:
    return tflite::BuiltinOptions::IfOptions;
  case tflite::BuiltinOperator::WHILE:
    return tflite::BuiltinOptions::WhileOptions;
  case tflite::BuiltinOperator::CALL_ONCE:
    return tflite::BuiltinOptions::CallOnceOptions;
  case tflite::BuiltinOperator::VAR_HANDLE:
    return tflite::BuiltinOptions::VarHandleOptions;
  default:
    const Builtin *Row = findBuiltin(Code);
    return Row ? Row->Options : tflite::BuiltinOptions::NONE;
  }
}

const flatbuffers::TypeTable *optionsOf(tflite::BuiltinOperator Code) { return tableOf(optionsTypeOf(Code)); }

namespace {

/// What all subgraphs of a file share.
struct Shared {
  FlatBufferBuilder B;
  std::map<std::vector<int32_t>, uint32_t> BufferOf; ///< of tensors by subgraph and number
  int32_t Subgraph = 0;
  std::vector<Offset<tflite::Buffer>> Buffers = {tflite::CreateBuffer(B)};
  std::vector<Offset<tflite::OperatorCode>> Codes;
};

/// A custom operator's options: a map, of whole numbers and others.
Bytes mapOf(const OpRecipe &O) {
  flexbuffers::Builder Map;
  Map.Map([&] {
    for (const auto &[Name, Value] : O.Fields)
      if (Value == std::floor(Value) && std::abs(Value) < 1e9)
        Map.Int(Name.c_str(), static_cast<int64_t>(Value));
      else
        Map.Float(Name.c_str(), static_cast<float>(Value));
  });
  Map.Finish();
  return Map.GetBuffer();
}

Offset<tflite::SubGraph> buildGraph(const GraphRecipe &R, Shared &S) {
  FlatBufferBuilder &B = S.B;
  std::vector<Offset<tflite::Tensor>> Tensors;
  for (const TensorRecipe &T : R.Tensors) {
    const Bytes Data = dataOf(T);
    const auto Found = S.BufferOf.find(T.Same);
    uint32_t Buffer = Found == S.BufferOf.end() ? 0 : Found->second;
    if (!Data.empty() && !Buffer) {
      B.ForceVectorAlignment(Data.size(), 1, 16);
      const auto Vector = B.CreateVector(Data);
      Buffer = static_cast<uint32_t>(S.Buffers.size());
      S.Buffers.push_back(tflite::CreateBuffer(B, Vector));
    }
    if (Buffer)
      S.BufferOf[{S.Subgraph, static_cast<int32_t>(Tensors.size())}] = Buffer;
    const auto Quantization = tflite::CreateQuantizationParametersDirect(B, nullptr, nullptr, &T.Scales, &T.Zeros,
                                                                         tflite::QuantizationDetails::NONE, 0, T.Axis);
    const std::string Name = "t" + std::to_string(Tensors.size());
    Tensors.push_back(tflite::CreateTensorDirect(B, T.Open ? nullptr : &T.Shape, T.Type, Buffer, Name.c_str(), Quantization,
                                                 T.Variable, 0, nullptr, !T.Open));
  }
  std::vector<Offset<tflite::Operator>> Ops;
  for (const OpRecipe &O : R.Ops) {
    const bool IsCustom = O.Code == tflite::BuiltinOperator::CUSTOM;
    const auto Custom = IsCustom ? B.CreateString("TFLite_Detection_PostProcess") : 0;
    S.Codes.push_back(tflite::CreateOperatorCode(B, static_cast<int8_t>(std::min(127, static_cast<int>(O.Code))), Custom, 1, O.Code));
    const auto Map = IsCustom ? B.CreateVector(mapOf(O)) : 0;
    const auto Options = buildOptions(B, O);
    const auto Inputs = B.CreateVector(O.Inputs), Outputs = B.CreateVector(O.Outputs), Inner = B.CreateVector(O.Inner);
    tflite::OperatorBuilder Builder(B);
    Builder.add_opcode_index(static_cast<uint32_t>(S.Codes.size() - 1));
    Builder.add_inputs(Inputs);
    Builder.add_outputs(Outputs);
    Builder.add_intermediates(Inner);
    if (IsCustom)
      Builder.add_custom_options(Map);
    if (!Options.IsNull()) {
      Builder.add_builtin_options_type(optionsTypeOf(O.Code));
      Builder.add_builtin_options(Options);
    }
    Ops.push_back(Builder.Finish());
  }
  return tflite::CreateSubGraphDirect(B, &Tensors, &R.Inputs, &R.Outputs, &Ops);
}

} // namespace

Bytes build(const Recipe &R) {
  Shared S;
  FlatBufferBuilder &B = S.B;
  std::vector<Offset<tflite::SubGraph>> Graphs = {buildGraph(R, S)};
  for (const GraphRecipe &Other : R.Others) {
    ++S.Subgraph;
    Graphs.push_back(buildGraph(Other, S));
  }
  const auto CodesAt = B.CreateVector(S.Codes);
  const auto GraphsAt = B.CreateVector(Graphs);
  const auto BuffersAt = B.CreateVector(S.Buffers);
  tflite::ModelBuilder Model(B);
  Model.add_version(3);
  Model.add_operator_codes(CodesAt);
  Model.add_subgraphs(GraphsAt);
  Model.add_buffers(BuffersAt);
  tflite::FinishModelBuffer(B, Model.Finish());
  return Bytes(B.GetBufferPointer(), B.GetBufferPointer() + B.GetSize());
}

} // namespace hexloom::fuzz
