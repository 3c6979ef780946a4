// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One flat memory with rights by page.
#ifndef SWIFTDSP_SIM_MEMORY_H
#define SWIFTDSP_SIM_MEMORY_H

#include <cstdint>
#include <cstring>
#include <vector>

namespace swiftdsp {

class Memory {
public:
  enum Right : uint8_t { Read = 1, Write = 2, Execute = 4 };
  static constexpr uint32_t PageBits = 12, PageSize = 1u << PageBits, Low = 0x10000;

  Memory() = default;
  Memory(const Memory &) = delete;
  ~Memory();
  /// Allocates the memory. Returns false if the host has not that much.
  bool allocate(uint32_t Bytes);
  uint32_t size() const { return Size; }

  /// Whether the program may access these bytes, which are at most a page.
  bool allows(uint32_t Address, uint32_t Bytes, Right What) const {
    uint64_t End = uint64_t(Address) + Bytes;
    if (End > Size)
      return false;
    return (Rights[Address >> PageBits] & What) && (Rights[(End - 1) >> PageBits] & What);
  }
  /// As allows(), for a range of any length: asks for every page.
  bool allowsRange(uint32_t Address, uint32_t Bytes, Right What) const;
  void setRights(uint32_t Address, uint32_t Bytes, uint8_t What);

  uint8_t *at(uint32_t Address) { return Data + Address; }
  const uint8_t *at(uint32_t Address) const { return Data + Address; }

  template <class T> T get(uint32_t Address) const {
    T X;
    std::memcpy(&X, Data + Address, sizeof X);
    return X;
  }

  /// Throws Stop if the program may not load (checkLoad) or store (checkStore) there.
  void checkLoad(uint32_t Address, uint32_t Bytes) const {
    if (!allows(Address, Bytes, Read))
      refuse(Address, Bytes, "load");
  }
  void checkStore(uint32_t Address, uint32_t Bytes) const {
    if (!allows(Address, Bytes, Write))
      refuse(Address, Bytes, "store");
  }
  [[noreturn]] static void misaligned(uint32_t Address, uint32_t Bytes, const char *What);

private:
  [[noreturn]] void refuse(uint32_t Address, uint32_t Bytes, const char *What) const;
  uint8_t *Data = nullptr;
  uint32_t Size = 0;
  std::vector<uint8_t> Rights; // by page
};

} // namespace swiftdsp

#endif
