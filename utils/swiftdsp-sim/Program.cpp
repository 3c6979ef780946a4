// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Program.h.
#include "Program.h"
#include <algorithm>
#include <cstdio>
#include <elf.h>

using namespace swiftdsp;

static constexpr uint16_t ElfMachine = 0x5357; // the document, "ELF and debugging"

/// \p Count structures at an offset of the file, if they lie in it.
template <class T> static const T *at(const std::vector<uint8_t> &Bytes, uint64_t Offset, uint64_t Count = 1) {
  if (Offset > Bytes.size() || Count > (Bytes.size() - Offset) / sizeof(T) || Offset % alignof(T))
    return nullptr;
  return reinterpret_cast<const T *>(Bytes.data() + Offset);
}

static bool readFile(const std::string &Name, std::vector<uint8_t> &Bytes) {
  std::FILE *F = std::fopen(Name.c_str(), "rb");
  if (!F)
    return false;
  uint8_t Buffer[1 << 16];
  for (size_t N; (N = std::fread(Buffer, 1, sizeof Buffer, F)) != 0;)
    Bytes.insert(Bytes.end(), Buffer, Buffer + N);
  bool Ok = !std::ferror(F);
  std::fclose(F);
  return Ok;
}

std::string Program::load(const std::string &File, Memory &Mem) {
  std::vector<uint8_t> Bytes;
  if (!readFile(File, Bytes))
    return "cannot read it";
  const auto *H = at<Elf32_Ehdr>(Bytes, 0);
  if (!H || std::memcmp(H->e_ident, ELFMAG, SELFMAG))
    return "not an ELF file";
  if (H->e_ident[EI_CLASS] != ELFCLASS32 || H->e_ident[EI_DATA] != ELFDATA2LSB || H->e_machine != ElfMachine)
    return "not a program for SwiftDSP (32 bits, little-endian, machine 0x5357)";
  if (H->e_type != ET_EXEC)
    return "not an executable file: link it first, statically";
  if (std::string Error = loadSegments(Bytes, Mem); !Error.empty())
    return Error;
  Entry = H->e_entry;
  Packets.resize(TextLow < TextHigh ? (TextHigh - TextLow + 3) / 4 : 0);
  readSymbols(Bytes);
  return "";
}

std::string Program::loadSegments(const std::vector<uint8_t> &Bytes, Memory &Mem) {
  const auto *H = at<Elf32_Ehdr>(Bytes, 0);
  const auto *Segments = at<Elf32_Phdr>(Bytes, H->e_phoff, H->e_phnum);
  if (!Segments || (H->e_phnum && H->e_phentsize != sizeof(Elf32_Phdr)))
    return "its program headers are damaged";
  std::map<uint32_t, uint8_t> Rights; // by page, of all segments there
  for (const Elf32_Phdr *S = Segments; S != Segments + H->e_phnum; ++S) {
    if (S->p_type == PT_INTERP || S->p_type == PT_DYNAMIC)
      return "linked dynamically";
    if (S->p_type != PT_LOAD || !S->p_memsz)
      continue;
    uint64_t SegmentEnd = uint64_t(S->p_vaddr) + S->p_memsz;
    if (S->p_filesz > S->p_memsz || S->p_offset > Bytes.size() || S->p_filesz > Bytes.size() - S->p_offset)
      return "a segment is cut off";
    if (S->p_vaddr < Memory::Low || SegmentEnd > Mem.size())
      return "a segment lies outside memory";
    std::memcpy(Mem.at(S->p_vaddr), Bytes.data() + S->p_offset, S->p_filesz);
    uint8_t What = (S->p_flags & PF_R ? Memory::Read : 0) | (S->p_flags & PF_W ? Memory::Write : 0) |
                   (S->p_flags & PF_X ? Memory::Execute | Memory::Read : 0);
    for (uint64_t A = S->p_vaddr & ~(Memory::PageSize - 1); A < SegmentEnd; A += Memory::PageSize)
      Rights[uint32_t(A)] |= What;
    if (S->p_flags & PF_X) {
      TextLow = std::min(TextLow, S->p_vaddr & ~3u);
      TextHigh = std::max(TextHigh, uint32_t(SegmentEnd));
    }
    End = std::max(End, uint32_t(SegmentEnd));
  }
  for (auto [Page, What] : Rights)
    Mem.setRights(Page, 1, What);
  return "";
}

void Program::readSymbols(const std::vector<uint8_t> &Bytes) {
  const auto *H = at<Elf32_Ehdr>(Bytes, 0);
  const auto *Sections = H->e_shentsize == sizeof(Elf32_Shdr) ? at<Elf32_Shdr>(Bytes, H->e_shoff, H->e_shnum) : nullptr;
  std::map<uint32_t, std::pair<int, Function>> Best; // functions before labels, globals before locals
  for (unsigned I = 0; Sections && I != H->e_shnum; ++I) {
    const Elf32_Shdr &S = Sections[I];
    if (S.sh_type != SHT_SYMTAB || S.sh_link >= H->e_shnum)
      continue;
    const Elf32_Shdr &Names = Sections[S.sh_link];
    const auto *Symbols = at<Elf32_Sym>(Bytes, S.sh_offset, S.sh_size / sizeof(Elf32_Sym));
    const auto *Text = at<char>(Bytes, Names.sh_offset, Names.sh_size);
    for (unsigned K = 0; Symbols && Text && K != S.sh_size / sizeof(Elf32_Sym); ++K) {
      const Elf32_Sym &Y = Symbols[K];
      unsigned Type = ELF32_ST_TYPE(Y.st_info);
      if (Y.st_value < TextLow || Y.st_value >= TextHigh || Y.st_name >= Names.sh_size ||
          (Type != STT_FUNC && Type != STT_NOTYPE))
        continue;
      std::string Name(Text + Y.st_name, strnlen(Text + Y.st_name, Names.sh_size - Y.st_name));
      if (Name.empty() || Name.compare(0, 2, ".L") == 0)
        continue;
      int Rank = 1 + (Type == STT_FUNC ? 2 : 0) + (ELF32_ST_BIND(Y.st_info) == STB_LOCAL ? 0 : 1);
      auto &Slot = Best[Y.st_value];
      if (Rank > Slot.first)
        Slot = {Rank, {Y.st_value, Y.st_value + Y.st_size, Name}};
    }
  }
  for (auto &[Address, Found] : Best)
    Functions.push_back(Found.second);
  // Symbols of assembler files may have no size.
  for (size_t I = 0; I != Functions.size(); ++I) {
    uint32_t Limit = I + 1 != Functions.size() ? Functions[I + 1].Low : TextHigh;
    if (Functions[I].High == Functions[I].Low || Functions[I].High > Limit)
      Functions[I].High = Limit;
  }
}

const Function *Program::functionAt(uint32_t Address) const {
  auto It = std::upper_bound(Functions.begin(), Functions.end(), Address,
                             [](uint32_t A, const Function &F) { return A < F.Low; });
  return It == Functions.begin() || Address >= (--It)->High ? nullptr : &*It;
}

static std::string hex(uint32_t X) {
  char Text[16];
  std::snprintf(Text, sizeof Text, "0x%x", X);
  return Text;
}

std::string Program::describe(uint32_t Address) const {
  const Function *F = functionAt(Address);
  if (!F)
    return hex(Address);
  return hex(Address) + " in " + F->Name + (Address == F->Low ? "" : "+" + hex(Address - F->Low));
}

Packet *Program::decodeAt(uint32_t Address, const Memory &Mem) {
  if (Address % 4)
    throw Stop{Misaligned, "jump to " + hex(Address) + ", which is no multiple of 4"};
  if (Address < TextLow || Address >= TextHigh || !Mem.allows(Address, 4, Memory::Execute))
    throw Stop{Fetch, "there is no text at " + hex(Address)};
  uint32_t Available = 4;
  while (Available < 4 * Packet::MaxWords && Mem.allows(Address + Available, 4, Memory::Execute))
    Available += 4;
  auto &Slot = Packets[(Address - TextLow) / 4];
  try {
    Slot = decodePacket(Mem.at(Address), Available, Address);
  } catch (Stop &Why) {
    Why.Text += ", in the packet at " + describe(Address); // pc is still the packet before
    throw;
  }
  return Slot.get();
}
