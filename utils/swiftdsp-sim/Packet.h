// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A packet, decoded once: its operations, its timing, where control goes from it.
#ifndef SWIFTDSP_SIM_PACKET_H
#define SWIFTDSP_SIM_PACKET_H

#include "Machine.h"
#include <map>
#include <memory>

namespace swiftdsp {

/// Why a packet waits. Each is a column of the reports.
enum class Cause : uint8_t {
#define CAUSE(Name, Key, Text, Control) Name,
#include "Causes.def"
  Count
};
constexpr unsigned NumCauses = unsigned(Cause::Count);
struct CauseRow {
  const char *Key, *Text;
  bool Control;
};
extern const CauseRow CauseRows[];

/// What a packet uses, as the reports count it.
struct Use {
  uint8_t Words = 0, Instructions = 0, VectorInstructions = 0;
  uint8_t ScalarLoads = 0, ScalarStores = 0, ScalarMultiplies = 0;
  uint8_t VectorLoads = 0, VectorStores = 0, VectorMultiplyPipes = 0, VectorAny = 0;
  uint8_t VectorShift = 0, VectorPermute = 0; // no units of their own here: always 0
  uint8_t Slots = 0;                          // a mask
  uint32_t Macs = 0, WideProducts = 0;
};

struct Counts {
  uint64_t Packets = 0;
  uint64_t Stalls[NumCauses] = {};
};

struct Packet {
  static constexpr unsigned MaxWords = 8;
  static constexpr int UnknownLayer = -3;

  struct RegisterRead {
    uint8_t Register, Stage;
  };
  struct RegisterWrite {
    uint8_t Register, Stage;
    Cause Why;
  };

  uint32_t Address = 0, End = 0;
  std::vector<Operation> Operations;
  // Registers from other packets that may have to be waited for, and all that this one writes; r0 is in neither.
  std::vector<RegisterRead> Reads;
  std::vector<RegisterWrite> Writes;
  uint8_t Soft = 0, Divide = 0; // stalls that are always there
  bool DefersStores = false;

  std::vector<Decoded> Text;
  std::vector<uint8_t> SlotOf;
  Use Uses;

  // Successors, found when they are first needed.
  Packet *Following = nullptr, *LastTarget = nullptr;

  // Counted as it runs, for each layer of a network (Layers.h); Now is the one that runs. Stalls that are the
  // same each time are not among them: see stalls().
  std::map<int, Counts> ByLayer;
  Counts *Now = &ByLayer[-1];
  int NowLayer = -1, StartsLayer = UnknownLayer;
  std::vector<uint32_t> BackwardTo; // packets at lower addresses that it jumped to

  Packet() = default;
  Packet(const Packet &) = delete;
  uint64_t stalls(const Counts &C, Cause Why) const {
    uint64_t Always = Why == Cause::Soft ? Soft : Why == Cause::Divide ? Divide : 0;
    return C.Stalls[unsigned(Why)] + C.Packets * Always;
  }
};

/// Decodes the packet at \p Address; \p Words are its first \p Available bytes. Throws Stop (a fault) if it
/// is illegal.
std::unique_ptr<Packet> decodePacket(const uint8_t *Words, uint32_t Available, uint32_t Address);

} // namespace swiftdsp

#endif
