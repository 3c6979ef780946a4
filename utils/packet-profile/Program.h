// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Hexagon ELF file as packets and functions, decoded by LLVM's MC layer.
#ifndef PACKET_PROFILE_PROGRAM_H
#define PACKET_PROFILE_PROGRAM_H

#include "MCTargetDesc/HexagonPacketTiming.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profile {

/// How control can leave a packet.
struct Branch {
  enum Kind : uint8_t { Direct, Indirect, Return } How = Direct;
  bool Conditional = false;
  bool Call = false;
  bool HintTaken = false; // the static hint, :t
  uint32_t Target = 0;    // Direct only
};

/// What \p D says of the branch, call or return that it is; nothing for the others. Target and the
/// registers that are read are an instruction's own.
std::optional<Branch> branchOf(const llvm::MCInstrDesc &D);

/// Execution resources that one packet uses (HVX PRM, "VLIW packing rules").
struct Resources {
  uint8_t Words = 0; // issue slots, constant extenders included
  uint8_t Instructions = 0,
          VectorInstructions = 0; // as the emulator counts them: no nops, a duplex is two
  uint8_t ScalarLoads = 0, ScalarStores = 0, ScalarMultiplies = 0;
  uint8_t VectorLoads = 0, VectorStores = 0;
  uint8_t VectorMultiplyPipes = 0, VectorShift = 0, VectorPermute = 0,
          VectorAny = 0;     // pipes; Any: an ALU operation
  uint8_t VectorShiftOrPermute = 0; // taken by what goes through either, until the whole packet is known
  uint32_t Macs = 0;         // products of 8-bit factors
  uint32_t WideProducts = 0; // products with a factor of 16 or 32 bits
};

struct Packet {
  uint32_t Address = 0, Bytes = 0;
  std::vector<std::string> Text; // one instruction a line
  llvm::HexagonTiming::PacketAccesses Accesses;
  llvm::SmallVector<Branch, 2> Branches;
  bool EndLoop = false; // ends a hardware loop
  Resources Use;
  uint32_t end() const { return Address + Bytes; }
};

struct Function {
  std::string Name;
  uint32_t Low = 0, High = 0; // high is exclusive
  int Layer = -1;             // index into Program::layers()
};

/// A network layer: a function NAME_op<index>_<kind> of the emitted code; a further layer of one operator has
/// a letter behind the index (dnn-frontend/ir/LayerNumbers.h).
struct Layer {
  std::string Network, Kind, Name; // Name: op<index>_<kind>
  unsigned Index = 0;
};

class Program {
public:
  static llvm::Expected<std::unique_ptr<Program>> open(llvm::StringRef File);

  /// The latency rules, with the pace of packets without HVX.
  llvm::HexagonTiming::TimingModel timing(llvm::HexagonTiming::Pace ScalarPace) const {
    return {*MCII, Itineraries, ScalarPace};
  }

  /// The packet at \p Address, decoded once. An error names the address.
  llvm::Expected<const Packet *> packetAt(uint32_t Address);

  const std::vector<Function> &functions() const { return Functions; }
  const std::vector<Layer> &layers() const { return Layers; }
  const Function *functionAt(uint32_t Address) const;

  /// The network layer of a function's name, if it has one.
  static bool parseLayer(llvm::StringRef Name, Layer &L);

  const llvm::MCRegisterInfo &registers() const { return *MRI; }
  const llvm::MCInstrInfo &instructions() const { return *MCII; }

private:
  llvm::Error setUp();
  llvm::Error readSymbols();
  void addInstruction(Packet &P, const llvm::MCInst &I);
  void addBranch(Packet &P, const llvm::MCInst &I);

  llvm::object::OwningBinary<llvm::object::ObjectFile> File;
  const llvm::object::ELF32LEObjectFile *Elf = nullptr;
  std::unique_ptr<llvm::MCRegisterInfo> MRI;
  std::unique_ptr<llvm::MCAsmInfo> MAI;
  std::unique_ptr<llvm::MCSubtargetInfo> STI;
  std::unique_ptr<llvm::MCInstrInfo> MCII;
  std::unique_ptr<llvm::MCContext> Context;
  std::unique_ptr<llvm::MCDisassembler> Disassembler;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
  llvm::InstrItineraryData Itineraries;
  std::unique_ptr<llvm::HexagonTiming::TimingModel> Timing;

  struct Segment {
    uint32_t Low, High;
    llvm::ArrayRef<uint8_t> Bytes;
  };
  std::vector<Segment> Segments;   // executable sections
  std::vector<Function> Functions; // by address
  std::vector<Layer> Layers;       // by index
  std::map<uint32_t, std::unique_ptr<Packet>> Packets;
};

} // namespace profile

#endif
