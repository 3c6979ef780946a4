// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Memory.h.
#include "Memory.h"
#include "Machine.h"
#include <cstdio>
#include <sys/mman.h>

using namespace swiftdsp;

Memory::~Memory() {
  if (Data)
    munmap(Data, Size);
}

bool Memory::allocate(uint32_t Bytes) {
  // Pages come from the host when they are touched.
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return false;
  Data = static_cast<uint8_t *>(P);
  Size = Bytes;
  Rights.assign(Bytes >> PageBits, Read | Write);
  setRights(0, Low, 0);
  return true;
}

bool Memory::allowsRange(uint32_t Address, uint32_t Bytes, Right What) const {
  uint64_t End = uint64_t(Address) + Bytes;
  if (End > Size)
    return false;
  for (uint64_t A = Address & ~uint64_t(PageSize - 1); A < End; A += PageSize)
    if (!(Rights[A >> PageBits] & What))
      return false;
  return true;
}

void Memory::setRights(uint32_t Address, uint32_t Bytes, uint8_t What) {
  for (uint64_t A = Address & ~uint64_t(PageSize - 1); A < uint64_t(Address) + Bytes; A += PageSize)
    Rights[A >> PageBits] = What;
}

static std::string place(uint32_t Bytes, uint32_t Address) {
  char Text[48];
  std::snprintf(Text, sizeof Text, " of %u bytes at 0x%x, ", Bytes, Address);
  return Text;
}

void Memory::refuse(uint32_t Address, uint32_t Bytes, const char *What) const {
  const char *Why = Address < Low                          ? "near the null address"
                    : uint64_t(Address) + Bytes > Size ? "beyond the end of memory"
                    : *What != 's'                         ? "where the program may not read"
                    : allows(Address, Bytes, Read)         ? "where the program may only read"
                                                           : "where the program may not write";
  throw Stop{Access, What + place(Bytes, Address) + Why};
}

void Memory::misaligned(uint32_t Address, uint32_t Bytes, const char *What) {
  throw Stop{Misaligned, What + place(Bytes, Address) + "which is no multiple of " + std::to_string(Bytes)};
}
