// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/FlexMap.h"

#include <cstring>

namespace hexloom {

namespace {

// The type of a value, as the upper six bits of its byte say it. The lower two bits are the logarithm of its width. The buffer ends with
// the root, the root's type and the root's width.
enum class Kind { Int = 1, UInt = 2, Float = 3, Map = 9, Bool = 26 };

class Reader {
public:
  explicit Reader(const Bytes &Data) : Data(Data) {}

  std::optional<std::map<std::string, double>> read() const {
    if (Data.size() < 3)
      return std::nullopt;
    const size_t Root = Data.size() - 2;
    const size_t Width = Data.back(), Type = Data[Root];
    const std::optional<size_t> Values = Width <= Root ? indirect(Root - Width, Width) : std::nullopt;
    if (Kind(Type >> 2) != Kind::Map || !Values)
      return std::nullopt;
    return readMap(*Values, size_t(1) << (Type & 3));
  }

private:
  const Bytes &Data;

  std::optional<uint64_t> unsignedAt(size_t At, size_t Width) const {
    const bool IsWidth = Width == 1 || Width == 2 || Width == 4 || Width == 8;
    if (!IsWidth || At > Data.size() || Data.size() - At < Width)
      return std::nullopt;
    uint64_t Value = 0;
    std::memcpy(&Value, Data.data() + At, Width); // little endian, as the host
    return Value;
  }
  /// Offsets count backwards from where they stand.
  std::optional<size_t> indirect(size_t At, size_t Width) const {
    const std::optional<uint64_t> Offset = unsignedAt(At, Width);
    return Offset && *Offset <= At ? std::optional<size_t>(At - *Offset) : std::nullopt;
  }
  std::optional<double> number(size_t At, size_t Width, uint8_t Type) const {
    const std::optional<uint64_t> Raw = unsignedAt(At, Width);
    if (!Raw)
      return std::nullopt;
    const int Unused = 64 - 8 * static_cast<int>(Width);
    switch (Kind(Type >> 2)) {
    case Kind::Int:
      return static_cast<double>(static_cast<int64_t>(*Raw << Unused) >> Unused);
    case Kind::UInt:
    case Kind::Bool:
      return static_cast<double>(*Raw);
    case Kind::Float:
      return Width == 4 ? std::optional<double>(real<float>(*Raw)) : Width == 8 ? std::optional(real<double>(*Raw)) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  template <typename Real> static double real(uint64_t Raw) {
    Real Value;
    std::memcpy(&Value, &Raw, sizeof Value);
    return static_cast<double>(Value);
  }
  std::optional<std::string> key(size_t At) const {
    const void *End = At < Data.size() ? std::memchr(Data.data() + At, 0, Data.size() - At) : nullptr;
    if (!End)
      return std::nullopt;
    return std::string(reinterpret_cast<const char *>(Data.data()) + At);
  }
  /// Before the values stand the offset of the keys, their width, and the number of both; behind them their types.
  std::optional<std::map<std::string, double>> readMap(size_t Values, size_t Width) const {
    if (Values < 3 * Width)
      return std::nullopt;
    const std::optional<size_t> Keys = indirect(Values - 3 * Width, Width);
    const std::optional<uint64_t> KeyWidth = unsignedAt(Values - 2 * Width, Width), Count = unsignedAt(Values - Width, Width);
    if (!Keys || !KeyWidth || !Count || *KeyWidth > 8 || *Count > Data.size() / (Width + 1))
      return std::nullopt;
    std::map<std::string, double> Result;
    for (size_t I = 0; I < *Count; ++I) {
      const std::optional<size_t> At = indirect(*Keys + I * *KeyWidth, *KeyWidth);
      const std::optional<uint64_t> Type = unsignedAt(Values + *Count * Width + I, 1);
      const std::optional<std::string> Name = At ? key(*At) : std::nullopt;
      if (!Name || !Type)
        return std::nullopt;
      if (const std::optional<double> Value = number(Values + I * Width, Width, static_cast<uint8_t>(*Type)))
        Result[*Name] = *Value;
    }
    return Result;
  }
};

} // namespace

std::optional<std::map<std::string, double>> readFlexMap(const Bytes &Data) { return Reader(Data).read(); }

} // namespace hexloom
