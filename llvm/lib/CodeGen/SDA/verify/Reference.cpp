//===- SDA/Reference.cpp - The program that packets must compute ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Reference.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm::sda {

using Program = Reference::Program;

/// What has an order and is emitted.
static bool isCode(const MachineInstr &MI) {
  return !MI.isBundle() && !MI.isDebugInstr() && !MI.isImplicitDef() && !MI.isKill();
}

static Program read(const MachineBasicBlock &MBB) {
  Program P;
  for (const MachineInstr &MI : MBB.instrs())
    if (isCode(MI))
      P.push_back({&MI, InstrState::of(MI)});
  return P;
}

static std::string text(const char *What, const MachineInstr &MI) {
  std::string Text;
  raw_string_ostream(Text) << What << ": " << MI;
  return StringRef(Text).rtrim().str();
}

/// Whether two states are equal. A state without a description agrees with every other: nobody
/// vouches for it.
static bool agree(const InstrState &A, const InstrState &B) { return !A.Desc || A == B; }

/// Says where P is not Expected.
static std::string difference(const Program &P, const Program &Expected) {
  for (size_t I = 0; I != std::min(P.size(), Expected.size()); ++I) {
    if (P[I].first != Expected[I].first)
      return text("the program has another instruction in the place of", *P[I].first);
    if (!agree(P[I].second, Expected[I].second))
      return text("an instruction is compared with what the program never was", *P[I].first);
  }
  if (P.size() > Expected.size())
    return text("nobody vouches for a new instruction", *P[Expected.size()].first);
  return P.size() == Expected.size() ? "" : "a block has lost an instruction";
}

Reference::Reference(const MachineFunction &MF) {
  for (const MachineBasicBlock &MBB : MF)
    Blocks[&MBB] = read(MBB);
}

Program Reference::programOf(const Region &R) {
  Program P;
  for (size_t N = 0; N != R.Instrs.size(); ++N)
    P.push_back({R.Instrs[N], R.Original[N]});
  return P;
}

Program Reference::standing(ArrayRef<MachineInstr *> Instrs) {
  Program P;
  for (const MachineInstr *MI : Instrs)
    P.push_back({MI, InstrState::of(*MI)});
  return P;
}

std::string Reference::replace(const MachineBasicBlock &MBB, const Program &From,
                               const Program &To) {
  Program &P = Blocks[&MBB];
  auto Begin =
      llvm::find_if(P, [&](const auto &Entry) { return Entry.first == From.front().first; });
  auto End = Begin + std::min<size_t>(From.size(), P.end() - Begin);
  std::string Difference = difference(From, Program(Begin, End));
  if (Difference.empty())
    P.insert(P.erase(Begin, End), To.begin(), To.end());
  return Difference;
}

std::string Reference::accept(const MachineBasicBlock &MBB, const InstrSet &Seen) {
  auto Others = [&](Program P) {
    llvm::erase_if(P, [&](const auto &Entry) { return Seen.count(Entry.first); });
    return P;
  };
  Program Now = read(MBB);
  std::string Difference = difference(Others(Now), Others(Blocks[&MBB]));
  Blocks[&MBB] = std::move(Now);
  return Difference;
}

/// The region of each instruction.
static DenseMap<const MachineInstr *, const Region *> regionsOf(const MachineBasicBlock &MBB,
                                                                const PackedRegions &Regions) {
  DenseMap<const MachineInstr *, const Region *> RegionOf;
  for (const auto &P : Regions)
    if (P->R.MBB == &MBB)
      for (const MachineInstr *MI : P->R.Instrs)
        RegionOf[MI] = &P->R;
  return RegionOf;
}

std::string Reference::compare(const MachineBasicBlock &MBB, const PackedRegions &Regions) const {
  DenseMap<const MachineInstr *, const Region *> RegionOf = regionsOf(MBB, Regions);
  Program P;
  const Region *Current = nullptr;
  size_t Left = 0; // of the current region
  for (const MachineInstr &MI : MBB.instrs()) {
    if (!isCode(MI))
      continue;
    const Region *R = RegionOf.lookup(&MI);
    if (Left && R != Current)
      return text("a region is torn apart by", MI);
    if (!R) {
      // The stock packetizer's packets may hold other forms; nobody replays them.
      P.push_back({&MI, MI.isBundled() ? InstrState() : InstrState::of(MI)});
      continue;
    }
    if (!Left) {
      Current = R;
      Left = R->Instrs.size();
      llvm::append_range(P, programOf(*R));
    }
    --Left;
  }
  return difference(P, Blocks.lookup(&MBB));
}

} // namespace llvm::sda
