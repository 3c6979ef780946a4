// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Advice.h"
#include "support/Quote.h"

namespace hexloom {

/// Custom operators that say what made the file, by their names or how these begin.
static const struct {
  const char *Name;
  bool IsPrefix;
  const char *Advice;
} Known[] = {
    {"edgetpu-custom-op", false, "compiled for the Edge TPU by edgetpu_compiler: give the file that was compiled"},
    {"ethos-u", false, "compiled for an Ethos-U by vela: give the file that was compiled"},
    {"FlexTensorList", true,
     "a list of tensors of TensorFlow, of a recurrent layer that was not unrolled: convert it with unroll=True, or with a fixed batch size"},
    {"FlexTensorArray", true,
     "a list of tensors of TensorFlow, of a recurrent layer that was not unrolled: convert it with unroll=True, or with a fixed batch size"},
};

std::string adviceOnCustom(const std::string &Name, const std::string &Function) {
  for (const auto &Row : Known)
    if (Row.IsPrefix ? Name.rfind(Row.Name, 0) == 0 : Name == Row.Name)
      return Row.Advice;
  return "unsupported operator: a function of your own can compute it (--custom NAME=HEADER)" +
         (Name == Function ? "" : ", called " + Function);
}

bool FloatKind::isConstant(int32_t Index) const {
  return Index >= 0 && File.buffer(Tensors.source(Index).buffer()).Size != 0;
}

static bool holdsBytes(tflite::TensorType Type) {
  return Type == tflite::TensorType::INT8 || Type == tflite::TensorType::UINT8 || Type == tflite::TensorType::INT4;
}

bool FloatKind::hasBytes(const tflite::Operator &O) const {
  for (size_t I = 0; I < sizeOf(O.inputs()); ++I) {
    const int32_t Index = O.inputs()->Get(I);
    if (isConstant(Index) && holdsBytes(Tensors.source(Index).type()))
      return true;
  }
  return false;
}

void FloatKind::add(const tflite::Operator &O, tflite::BuiltinOperator Code) {
  Halves |= !halfConstant(O).empty();
  if (hasBytes(O))
    (Code == tflite::BuiltinOperator::DEQUANTIZE ? Weights : Hybrid) = true;
}

std::string FloatKind::halfConstant(const tflite::Operator &O) const {
  for (size_t I = 0; I < sizeOf(O.inputs()); ++I) {
    const int32_t Index = O.inputs()->Get(I);
    if (isConstant(Index) && Tensors.source(Index).type() == tflite::TensorType::FLOAT16)
      return printable(textOf(Tensors.source(Index).name()));
  }
  return "";
}

std::string FloatKind::advice() const {
  const std::string Integers = ": convert it to integers throughout, with a representative dataset (of Ultralytics' exports that is "
                               "*_full_integer_quant.tflite)";
  if (Hybrid)
    return "dynamic-range quantized, its weights are integers and its activations float" + Integers;
  if (Weights)
    return "quantized in its weights only, its activations are float" + Integers;
  if (Halves)
    return "quantized to FLOAT16 in its weights only, its activations are float" + Integers;
  return "not quantized: run post-training quantization";
}

} // namespace hexloom
