// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutator.h"
#include "import/ModelFile.h"

#include <algorithm>
#include <cstring>

namespace hexloom {

uint64_t Random::next() {
  uint64_t Z = State += 0x9E3779B97F4A7C15u;
  Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9u;
  Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EBu;
  return Z ^ (Z >> 31);
}

namespace {

/// Values at which index, size and sign checks break.
uint64_t interesting(Random &R) {
  static const int64_t Values[] = {
      0,      1,     -1,    2,         3,         4,         5,         7,          8,
      16,     100,   127,   128,       255,       256,       -2,        -128,       32767,
      -32768, 65535, 65536, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 0x40000000, 0x7f800000};
  return R.below(4) ? static_cast<uint64_t>(Values[R.below(std::size(Values))]) : R.next();
}

/// A copy of what the reference at Field leads to, at the file's end and at any address, as writers
/// that do not align have it.
void relocate(Bytes &Content, size_t Field, Random &R) {
  uint32_t Offset, Size = 64;
  if (Field + sizeof Offset > Content.size())
    return;
  std::memcpy(&Offset, Content.data() + Field, sizeof Offset);
  if (Offset > Content.size() - Field || Content.size() - Field - Offset < Size)
    return;
  const Bytes Copy(Content.begin() + Field + Offset, Content.begin() + Field + Offset + Size);
  Content.insert(Content.end(), R.below(8), 0);
  Offset = static_cast<uint32_t>(Content.size() - Field);
  std::memcpy(Content.data() + Field, &Offset, sizeof Offset);
  Content.insert(Content.end(), Copy.begin(), Copy.end());
}

void overwrite(Bytes &Content, size_t Offset, size_t Size, uint64_t Value) {
  if (Offset + Size <= Content.size())
    std::memcpy(Content.data() + Offset, &Value, Size);
}

} // namespace

Mutator::Mutator(Bytes Content, bool IsModel) : Original(std::move(Content)), IsModel(IsModel) {
  if (IsModel)
    findFields();
}

/// The places of the fields that are worth a change, by walking the model.
void Mutator::findFields() {
  const tflite::Model *Model = tflite::GetModel(Original.data());
  auto add = [&](const void *Address, size_t Size) {
    if (Address)
      Fields.push_back(
          {static_cast<size_t>(static_cast<const uint8_t *>(Address) - Original.data()), Size});
  };
  auto addVector = [&](const auto *V, size_t Size) {
    if (!V)
      return;
    add(reinterpret_cast<const uint8_t *>(V->Data()) - sizeof(uint32_t),
        sizeof(uint32_t)); // its length
    for (size_t I = 0; I < std::min<size_t>(V->size(), 64); ++I)
      add(V->Data() + I * Size, Size);
  };
  // Every field of a table, whatever its type; of a reference this smashes the offset.
  auto addTable = [&](const void *Address) {
    if (!Address)
      return;
    const auto *Table = static_cast<const flatbuffers::Table *>(Address);
    const uint8_t *Vtable = Table->GetVTable();
    const auto VtableSize = flatbuffers::ReadScalar<flatbuffers::voffset_t>(Vtable);
    for (flatbuffers::voffset_t Slot = 4; Slot + 1 < VtableSize; Slot += 2)
      add(Table->GetAddressOf(Slot), 4);
  };
  addTable(Model);
  for (const tflite::OperatorCode *C : *Model->operator_codes())
    addTable(C);
  for (const tflite::Buffer *B : *Model->buffers()) {
    addTable(B);
    addVector(B->data(), 1);
  }
  for (const tflite::SubGraph *G : *Model->subgraphs()) {
    addTable(G);
    addVector(G->inputs(), 4);
    addVector(G->outputs(), 4);
    for (const tflite::Tensor *T : *G->tensors()) {
      addTable(T);
      addVector(T->shape(), 4);
      addVector(T->shape_signature(), 4);
      if (const tflite::QuantizationParameters *Q = T->quantization()) {
        addTable(Q);
        addVector(Q->scale(), 4);
        addVector(Q->zero_point(), 8);
      }
    }
    for (const tflite::Operator *O : *G->operators()) {
      addTable(O);
      addVector(O->inputs(), 4);
      addVector(O->outputs(), 4);
      addTable(O->builtin_options());
    }
  }
}

void Mutator::change(Bytes &Content, Random &R) const {
  if (Content.empty())
    return;
  const size_t At = R.below(Content.size());
  switch (R.below(30)) {
  case 0: // bits
    for (uint64_t Count = 1 + R.below(8); Count > 0; --Count)
      Content[R.below(Content.size())] ^= uint8_t(1) << R.below(8);
    return;
  case 1: // a cut
    Content.resize(At);
    return;
  case 2: // a word
    return overwrite(Content, At & ~size_t(3), 4, interesting(R));
  case 3: // a byte
    Content[At] = static_cast<uint8_t>(interesting(R));
    return;
  case 4: { // a copy of another place
    const size_t From = R.below(Content.size()), Size = 1 + R.below(64);
    for (size_t I = 0; I < Size && std::max(At, From) + I < Content.size(); ++I)
      Content[At + I] = Content[From + I];
    return;
  }
  case 5: // an insertion
    Content.insert(Content.begin() + At, 1 + R.below(8), static_cast<uint8_t>(R.next()));
    return;
  default: { // a field: another value, or one near the present one
    if (!IsModel)
      return changeText(Content, R);
    const Field &F = Fields[R.below(Fields.size())];
    if (R.below(16) == 0)
      return relocate(Content, F.Offset, R);
    const size_t Size = F.Size == 4 && R.below(4) == 0 ? 1 : F.Size;
    uint64_t Value = interesting(R);
    if (R.below(2) && F.Offset + Size <= Content.size()) {
      std::memcpy(&Value, Content.data() + F.Offset, Size);
      Value += R.below(2) ? 1 + R.below(3) : -1 - R.below(3);
    }
    return overwrite(Content, F.Offset, Size, Value);
  }
  }
}

Bytes Mutator::mutate(uint64_t N) const {
  Random R(N);
  Bytes Content = Original;
  for (uint64_t Count = 1 + R.below(3); Count > 0; --Count)
    change(Content, R);
  return Content;
}

} // namespace hexloom
