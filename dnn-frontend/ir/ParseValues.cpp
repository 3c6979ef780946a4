// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/ParseValues.h"
#include "support/Error.h"

namespace hexloom {

template <typename T> static void append(Bytes &Data, T Value) {
  const uint8_t *Begin = reinterpret_cast<const uint8_t *>(&Value);
  Data.insert(Data.end(), Begin, Begin + sizeof(T));
}

void appendElement(Lexer &L, DType Type, Bytes &Data) {
  switch (Type) {
  case DType::Float32:
    return append(Data, static_cast<float>(L.number()));
  case DType::UInt8:
  case DType::Bool:
    return append(Data, static_cast<uint8_t>(L.integer(0, UINT8_MAX)));
  case DType::Int8:
    return append(Data, static_cast<int8_t>(L.integer(INT8_MIN, INT8_MAX)));
  case DType::Int16:
    return append(Data, static_cast<int16_t>(L.integer(INT16_MIN, INT16_MAX)));
  case DType::Int32:
    return append(Data, L.integer(INT32_MIN, INT32_MAX));
  case DType::Int64:
    return append(Data, L.integer());
  }
}

AttrValue attributeValue(Lexer &L, Attr A) {
  switch (typeOf(A)) {
  case AttrType::Int:
    return L.integer();
  case AttrType::Float:
    return L.number();
  case AttrType::Bool:
    if (L.take("true"))
      return true;
    L.expect("false");
    return false;
  case AttrType::Str:
    return L.word();
  case AttrType::Ints: {
    std::vector<int64_t> Values;
    L.list("[", "]", [&] { Values.push_back(L.integer()); });
    return Values;
  }
  }
  HEXLOOM_CHECK(false, "attribute type");
}

} // namespace hexloom
