// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Tensors.h"
#include "ir/Shapes.h"
#include "ir/Signatures.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <cstring>

namespace hexloom {

std::optional<DType> importType(tflite::TensorType Type) {
  switch (Type) {
  case tflite::TensorType::UINT8:
    return DType::UInt8;
  case tflite::TensorType::INT8:
    return DType::Int8;
  case tflite::TensorType::INT16:
    return DType::Int16;
  case tflite::TensorType::INT32:
    return DType::Int32;
  case tflite::TensorType::INT64:
    return DType::Int64;
  case tflite::TensorType::FLOAT32:
    return DType::Float32;
  case tflite::TensorType::BOOL:
    return DType::Bool;
  default:
    return std::nullopt;
  }
}

std::string nameOf(tflite::TensorType Type) {
  const std::string Name = tflite::EnumNameTensorType(Type);
  return Name.empty() ? strf("number %d", static_cast<int>(Type)) : Name;
}

TensorReader::TensorReader(const ModelFile &File, const tflite::SubGraph &Source, Graph &G, Budget &Purse)
    : File(File), Source(Source), G(G), Purse(Purse), Imported(sizeOf(Source.tensors()), kNoTensor) {}

std::string TensorReader::describeTensor(int32_t Index) const {
  return strf("tensor #%d '%s'", Index, printable(textOf(source(Index).name())).c_str());
}

void TensorReader::fail(int32_t Index, const std::string &What) const {
  throw UserError(File.name() + ": " + G.Within + describeTensor(Index) + " " + What);
}

const tflite::Tensor &TensorReader::source(int32_t Index) const {
  if (Index < 0 || static_cast<size_t>(Index) >= Imported.size())
    throw UserError(strf("%s: tensor #%d of %zu", File.name().c_str(), Index, Imported.size()));
  return *Source.tensors()->Get(Index);
}

bool TensorReader::isShapeOpen(int32_t Index) const {
  const tflite::Tensor &T = source(Index);
  if (sizeOf(T.shape()) == 0 && !T.has_rank())
    return true; // a scalar, or of unknown rank
  for (const flatbuffers::Vector<int32_t> *S : {T.shape(), T.shape_signature()})
    for (size_t I = 0; I < sizeOf(S); ++I)
      if (S->Get(I) == -1)
        return true;
  return false;
}

Shape TensorReader::readShape(int32_t Index) const {
  const tflite::Tensor &T = source(Index);
  Shape S;
  for (size_t I = 0; I < sizeOf(T.shape()); ++I)
    S.push_back(T.shape()->Get(I));
  return S;
}

/// Not every writer aligns the vector's elements, and the flatbuffer's verifier does not ask for
/// it.
static int64_t elementOf(const flatbuffers::Vector<int64_t> &V, size_t I) {
  int64_t Value;
  std::memcpy(&Value, V.Data() + I * sizeof Value, sizeof Value);
  return flatbuffers::EndianScalar(Value);
}

Quant TensorReader::readQuantization(int32_t Index, const Tensor &T) const {
  const tflite::QuantizationParameters *P = source(Index).quantization();
  const bool IsQuantizedType = T.Type != DType::Float32 && T.Type != DType::Bool;
  if (!P || !IsQuantizedType)
    return {};
  if (P->details_type() != tflite::QuantizationDetails::NONE)
    fail(Index, "has custom quantization");
  const size_t Count = sizeOf(P->scale()), Zeros = sizeOf(P->zero_point());
  if (Count != 0 && Zeros != Count && Zeros != 1) // one zero point may stand for all channels
    fail(Index, strf("has %zu scales and %zu zero points", Count, Zeros));
  Purse.keep(static_cast<int64_t>(Count * (sizeof(float) + sizeof(int64_t))));
  Quant Q;
  const bool IsBias = T.Type == DType::Int32 || T.Type == DType::Int64;
  if (Count > 1 && IsBias)
    return {}; // the products of input and filter scales again; writers do not agree on their axis,
               // nobody reads them
  if (Count > 1)
    Q.Axis = P->quantized_dimension();
  for (size_t I = 0; I < Count; ++I) {
    Q.Scales.push_back(P->scale()->Get(I));
    Q.ZeroPoints.push_back(elementOf(*P->zero_point(), Zeros == 1 ? 0 : I));
  }
  return Q;
}

bool TensorReader::isHalfConstant(int32_t Index) const {
  return source(Index).type() == tflite::TensorType::FLOAT16 && File.buffer(source(Index).buffer()).Size != 0;
}

/// A half has its float's sign, five bits of exponent and ten of the mantissa.
static uint32_t bitsOfHalf(uint32_t Half) {
  constexpr int kMantissa = 10, kFurther = 23 - kMantissa, kBias = 127 - 15, kMost = 31;
  const uint32_t Sign = (Half & 0x8000u) << 16, Exponent = (Half >> kMantissa) & kMost, Mantissa = Half & 0x3ffu;
  if (Exponent == 0) { // zero, or a multiple of 2^-24
    const float Small = static_cast<float>(Mantissa) * 0x1p-24f;
    uint32_t Bits;
    std::memcpy(&Bits, &Small, sizeof Bits);
    return Sign | Bits;
  }
  return Sign | (Exponent == kMost ? 255u : Exponent + kBias) << 23 | Mantissa << kFurther;
}

void TensorReader::readHalves(int32_t Index, Tensor &T) {
  const ModelFile::Span Data = File.buffer(source(Index).buffer());
  if (static_cast<int64_t>(Data.Size) * 2 != T.bytes())
    fail(Index, strf("has %zu bytes of data where its shape %s takes %lld", Data.Size, text(T.Dims).c_str(), (long long)T.bytes() / 2));
  Purse.keep(T.bytes());
  Bytes Floats(static_cast<size_t>(T.bytes()));
  for (size_t I = 0; I < Data.Size; I += 2) {
    const uint32_t Bits = bitsOfHalf(Data.Data[I] | uint32_t(Data.Data[I + 1]) << 8);
    std::memcpy(&Floats[2 * I], &Bits, sizeof Bits);
  }
  T.Data = std::make_shared<Bytes>(std::move(Floats));
}

void TensorReader::readData(int32_t Index, Tensor &T) {
  if (isHalfConstant(Index))
    return readHalves(Index, T);
  const uint32_t Buffer = source(Index).buffer();
  const ModelFile::Span Data = File.buffer(Buffer);
  if (Data.Size == 0)
    return;
  if (static_cast<int64_t>(Data.Size) != T.bytes())
    fail(Index, strf("has %zu bytes of data where its shape %s takes %lld", Data.Size,
                     text(T.Dims).c_str(), (long long)T.bytes()));
  T.Data = File.copyOf(Buffer);
}

TensorId TensorReader::import(int32_t Index) {
  const tflite::Tensor &From = source(Index);
  if (Imported[Index] != kNoTensor)
    return Imported[Index];
  Tensor T;
  T.Name = textOf(From.name());
  Purse.keepName(T.Name);
  T.SourceIndex = Index;
  const std::optional<DType> Type = isHalfConstant(Index) ? DType::Float32 : importType(From.type());
  if (!Type)
    fail(Index, "has the unsupported type " + nameOf(From.type()));
  T.Type = *Type;
  T.Dims = readShape(Index);
  // -1 is replaced before use: by --shape for inputs, by inference for the rest.
  Shape Known = T.Dims;
  for (int32_t &Dim : Known)
    Dim = Dim == -1 ? 1 : Dim;
  const std::string Fault = shapeFault(Known, T.Type);
  if (!Fault.empty())
    fail(Index, Fault);
  if (Known == T.Dims)
    readData(Index, T);
  else if (File.buffer(From.buffer()).Size != 0)
    fail(Index, strf("is a constant of shape %s", text(T.Dims).c_str()));
  T.Quant = readQuantization(Index, T);
  if (const std::string QuantFault = quantFault(T); !QuantFault.empty())
    fail(Index, QuantFault);
  return Imported[Index] = G.addTensor(std::move(T));
}

} // namespace hexloom
