// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Net.h"

#include <memory>

namespace zoo {

namespace tfl = hexloom::tflite;

int64_t elementsOf(const Shape &S) {
  int64_t Product = 1;
  for (int32_t Dim : S)
    Product *= Dim;
  return Product;
}

namespace {
struct TypeRow {
  TensorType Type;
  const char *Text;
  int Bytes, Lowest, Highest;
};
const TypeRow Types[] = {
    {TensorType::UINT8, "uint8", 1, 0, 255},
    {TensorType::INT8, "int8", 1, -128, 127},
    {TensorType::INT16, "int16", 2, -32768, 32767},
    {TensorType::INT32, "int32", 4, 0, 0},
    {TensorType::INT64, "int64", 8, 0, 0},
    {TensorType::FLOAT32, "float32", 4, 0, 0},
    {TensorType::BOOL, "bool", 1, 0, 1},
};
const TypeRow &rowOf(TensorType Type) {
  for (const TypeRow &Row : Types)
    if (Row.Type == Type)
      return Row;
  return Types[0];
}
} // namespace

int bytesOf(TensorType Type) { return rowOf(Type).Bytes; }
const char *text(TensorType Type) { return rowOf(Type).Text; }
int lowest(TensorType Type) { return rowOf(Type).Lowest; }
int highest(TensorType Type) { return rowOf(Type).Highest; }

Quantization perTensor(float Scale, int64_t ZeroPoint) { return {{Scale}, {ZeroPoint}, 0}; }

Random::Random(const std::string &Name) : State(0xcbf29ce484222325u) {
  for (unsigned char C : Name)
    State = (State ^ C) * 0x100000001b3u;
}

uint64_t Random::next() {
  uint64_t X = State += 0x9e3779b97f4a7c15u;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9u;
  X = (X ^ (X >> 27)) * 0x94d049bb133111ebu;
  return X ^ (X >> 31);
}

int Random::between(int Low, int High) {
  return Low + static_cast<int>((next() >> 33) % (static_cast<uint64_t>(High - Low) + 1));
}

double Random::normal() {
  double Sum = -6;
  for (int I = 0; I < 12; ++I)
    Sum += static_cast<double>(next() >> 11) / 9007199254740992.0;
  return Sum;
}

Net::Net(const std::string &Name) : Name(Name), Noise(Name) {
  Model.version = 3;
  Model.description = "Hexloom model zoo: " + Name;
  Model.buffers.push_back(
      std::make_unique<tfl::BufferT>()); // buffer 0: of every tensor without data
  beginSubgraph("main");
}

void Net::beginSubgraph(const std::string &Name) {
  Model.subgraphs.push_back(std::make_unique<tfl::SubGraphT>());
  graph().name = Name;
  Specs.clear();
}

void Net::signature(const std::string &Key) {
  auto Entry = std::make_unique<tfl::SignatureDefT>();
  Entry->signature_key = Key;
  Entry->subgraph_index = static_cast<uint32_t>(Model.subgraphs.size() - 1);
  const auto Name = [](const char *Role, const std::vector<int32_t> &Tensors, auto &Maps) {
    for (size_t I = 0; I < Tensors.size(); ++I) {
      Maps.push_back(std::make_unique<tfl::TensorMapT>());
      Maps.back()->name = Role + std::to_string(I);
      Maps.back()->tensor_index = static_cast<uint32_t>(Tensors[I]);
    }
  };
  Name("in", graph().inputs, Entry->inputs);
  Name("out", graph().outputs, Entry->outputs);
  Model.signature_defs.push_back(std::move(Entry));
}

Value Net::tensor(const TensorSpec &T, uint32_t Buffer) {
  auto Tensor = std::make_unique<tfl::TensorT>();
  Tensor->shape = T.Dims;
  Tensor->type = T.Type;
  Tensor->buffer = Buffer;
  Tensor->has_rank = true;
  Tensor->name = (Buffer ? "constant" : "tensor") + std::to_string(Specs.size());
  if (!T.Quantization.Scales.empty()) {
    Tensor->quantization = std::make_unique<tfl::QuantizationParametersT>();
    Tensor->quantization->scale = T.Quantization.Scales;
    Tensor->quantization->zero_point = T.Quantization.ZeroPoints;
    Tensor->quantization->quantized_dimension = T.Quantization.Axis;
  }
  graph().tensors.push_back(std::move(Tensor));
  Specs.push_back(T);
  return {static_cast<int>(Specs.size()) - 1};
}

Value Net::input(const TensorSpec &T) {
  const Value V = tensor(T, 0);
  graph().inputs.push_back(V.Index);
  return V;
}

Value Net::variable(const TensorSpec &T) {
  const Value V = tensor(T, 0);
  graph().tensors.back()->is_variable = true;
  return V;
}

void Net::intermediates(const std::vector<TensorSpec> &Inner) {
  for (const TensorSpec &T : Inner)
    graph().operators.back()->intermediates.push_back(tensor(T, 0).Index);
}

Value Net::constant(const TensorSpec &T, const void *Data, size_t Bytes) {
  auto Buffer = std::make_unique<tfl::BufferT>();
  const auto *First = static_cast<const uint8_t *>(Data);
  Buffer->data.assign(First, First + Bytes);
  Model.buffers.push_back(std::move(Buffer));
  return tensor(T, static_cast<uint32_t>(Model.buffers.size() - 1));
}

Value Net::ints(const std::vector<int32_t> &Values) {
  return constant({TensorType::INT32, {static_cast<int32_t>(Values.size())}, {}}, Values);
}

Value Net::intScalar(int32_t V) {
  return constant({TensorType::INT32, {}, {}}, std::vector<int32_t>{V});
}

Value Net::random(const TensorSpec &T, int Low, int High) {
  const int Size = bytesOf(T.Type);
  std::vector<uint8_t> Data;
  for (int64_t I = 0; I < elementsOf(T.Dims); ++I) {
    const auto Number = static_cast<uint64_t>(static_cast<int64_t>(Noise.between(Low, High)));
    for (int Byte = 0; Byte < Size; ++Byte)
      Data.push_back(static_cast<uint8_t>(Number >> (8 * Byte)));
  }
  return constant(T, Data);
}

uint32_t Net::operatorCode(BuiltinOperator Code, const std::string &Custom) {
  for (size_t I = 0; I < Model.operator_codes.size(); ++I)
    if (Model.operator_codes[I]->builtin_code == Code && Model.operator_codes[I]->custom_code == Custom)
      return static_cast<uint32_t>(I);
  auto Row = std::make_unique<tfl::OperatorCodeT>();
  const int Number = static_cast<int>(Code);
  Row->builtin_code = Code;
  Row->custom_code = Custom;
  Row->deprecated_builtin_code = static_cast<int8_t>(Number < 127 ? Number : 127);
  Model.operator_codes.push_back(std::move(Row));
  return static_cast<uint32_t>(Model.operator_codes.size() - 1);
}

std::vector<Value> Net::op(BuiltinOperator Code, const std::vector<Value> &Inputs,
                           const std::vector<TensorSpec> &Outputs, BuiltinOptionsUnion Options) {
  auto Operator = std::make_unique<tfl::OperatorT>();
  Operator->opcode_index = operatorCode(Code);
  Operator->builtin_options = std::move(Options);
  for (Value V : Inputs)
    Operator->inputs.push_back(V.Index);
  std::vector<Value> Results;
  for (const TensorSpec &T : Outputs) {
    Results.push_back(tensor(T, 0));
    Operator->outputs.push_back(Results.back().Index);
  }
  graph().operators.push_back(std::move(Operator));
  return Results;
}

std::vector<Value> Net::custom(const std::string &Name, const std::vector<Value> &Inputs,
                               const std::vector<TensorSpec> &Outputs, const std::vector<uint8_t> &Bytes) {
  const std::vector<Value> Results = op(BuiltinOperator::CUSTOM, Inputs, Outputs);
  tfl::OperatorT &Operator = *graph().operators.back();
  Operator.opcode_index = operatorCode(BuiltinOperator::CUSTOM, Name);
  Operator.custom_options = Bytes;
  return Results;
}

void Net::outputs(const std::vector<Value> &Vs) {
  for (Value V : Vs)
    output(V);
}

std::map<std::string, int> Net::kinds() const {
  std::map<std::string, int> Counts;
  for (const auto &Graph : Model.subgraphs)
    for (const auto &Operator : Graph->operators)
      ++Counts[tfl::EnumNameBuiltinOperator(Model.operator_codes[Operator->opcode_index]->builtin_code)];
  return Counts;
}

std::vector<uint8_t> Net::serialize() const {
  flatbuffers::FlatBufferBuilder Empty, Builder;
  if (!DynamicBatch) { // no copy: some have a gigabyte of weights
    Builder.Finish(tfl::Model::Pack(Builder, &Model), tfl::ModelIdentifier());
    return {Builder.GetBufferPointer(), Builder.GetBufferPointer() + Builder.GetSize()};
  }
  Empty.Finish(tfl::Model::Pack(Empty, &Model), tfl::ModelIdentifier());
  tfl::ModelT Copy; // ModelT cannot be copied, but can be unpacked
  tfl::GetModel(Empty.GetBufferPointer())->UnPackTo(&Copy);
  for (auto &Graph : Copy.subgraphs)
    for (auto &Tensor : Graph->tensors)
      if (Tensor->buffer == 0 && !Tensor->shape.empty()) {
        Tensor->shape_signature = Tensor->shape;
        Tensor->shape_signature[0] = -1;
      }
  Builder.Finish(tfl::Model::Pack(Builder, &Copy), tfl::ModelIdentifier());
  return {Builder.GetBufferPointer(), Builder.GetBufferPointer() + Builder.GetSize()};
}

} // namespace zoo
