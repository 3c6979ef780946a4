// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statically linked ELF file: loading it, its symbols, its packets.
#ifndef SWIFTDSP_SIM_PROGRAM_H
#define SWIFTDSP_SIM_PROGRAM_H

#include "Packet.h"
#include <memory>
#include <string>
#include <vector>

namespace swiftdsp {

struct Function {
  uint32_t Low, High; // high one exclusive
  std::string Name;
};

class Program {
public:
  /// Loads \p File into \p Mem. Returns what is wrong with it, or nothing.
  std::string load(const std::string &File, Memory &Mem);

  uint32_t entry() const { return Entry; }
  uint32_t end() const { return End; } // of the image
  const std::vector<Function> &functions() const { return Functions; }
  const Function *functionAt(uint32_t Address) const;
  /// "0x10010 in main+0x10", or the number alone.
  std::string describe(uint32_t Address) const;

  /// The packet that starts at Address, decoded once. Throws Stop if there is none.
  Packet *packetAt(uint32_t Address, const Memory &Mem) {
    uint32_t Index = (Address - TextLow) / 4;
    if (Address % 4 == 0 && Address >= TextLow && Index < Packets.size() && Packets[Index])
      return Packets[Index].get();
    return decodeAt(Address, Mem);
  }
  const std::vector<std::unique_ptr<Packet>> &packets() const { return Packets; }

private:
  Packet *decodeAt(uint32_t Address, const Memory &Mem);
  std::string loadSegments(const std::vector<uint8_t> &Bytes, Memory &Mem);
  void readSymbols(const std::vector<uint8_t> &Bytes);
  uint32_t Entry = 0, End = 0, TextLow = ~0u, TextHigh = 0;
  std::vector<Function> Functions;              // by address
  std::vector<std::unique_ptr<Packet>> Packets; // by word of the text
};

} // namespace swiftdsp

#endif
