// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Program.h.
#include "Program.h"
#include "MCTargetDesc/HexagonBaseInfo.h"
#include "MCTargetDesc/HexagonMCInstrInfo.h"
#include "MCTargetDesc/HexagonMCTargetDesc.h"
#include "Products.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/TargetSelect.h"
#include <algorithm>
#include <cctype>

using namespace llvm;
using namespace profile;

static Error failure(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

Expected<std::unique_ptr<Program>> Program::open(StringRef Name) {
  auto P = std::make_unique<Program>();
  auto File = object::ObjectFile::createObjectFile(Name);
  if (!File)
    return failure(Name + ": " + toString(File.takeError()));
  P->File = std::move(*File);
  P->Elf = dyn_cast<object::ELF32LEObjectFile>(P->File.getBinary());
  if (P->Elf && P->Elf->getArch() == Triple::swiftdsp)
    return failure(Name + ": a program for SwiftDSP; swiftdsp-sim --profile=REPORT runs it, and "
                          "--from-report REPORT shows the report");
  if (!P->Elf || P->Elf->getArch() != Triple::hexagon)
    return failure(Name + ": not an ELF file for Hexagon");
  if (Error E = P->setUp())
    return failure(Name + ": " + toString(std::move(E)));
  if (Error E = P->readSymbols())
    return failure(Name + ": " + toString(std::move(E)));
  return P;
}

Error Program::setUp() {
  LLVMInitializeHexagonTargetInfo();
  LLVMInitializeHexagonTargetMC();
  LLVMInitializeHexagonDisassembler();
  const char *TripleName = "hexagon-unknown-elf";
  std::string Message;
  const Target *T = TargetRegistry::lookupTarget(TripleName, Message);
  if (!T)
    return failure(Message);
  MRI.reset(T->createMCRegInfo(TripleName));
  MAI.reset(T->createMCAsmInfo(*MRI, TripleName, MCTargetOptions()));
  // Instructions of every version decode; the timing is that of V66.
  STI.reset(T->createMCSubtargetInfo(TripleName, "hexagonv66", "+hvxv66,+hvx-length128b"));
  MCII.reset(T->createMCInstrInfo());
  Context = std::make_unique<MCContext>(Triple(TripleName), MAI.get(), MRI.get(), STI.get());
  Disassembler.reset(T->createMCDisassembler(*STI, *Context));
  Printer.reset(
      T->createMCInstPrinter(Triple(TripleName), MAI->getAssemblerDialect(), *MAI, *MCII, *MRI));
  Printer->setPrintImmHex(false);
  Itineraries = STI->getInstrItineraryForCPU("hexagonv66");
  Timing = std::make_unique<HexagonTiming::TimingModel>(*MCII, Itineraries);

  for (const object::SectionRef &S : Elf->sections()) {
    if (!S.isText() || S.isVirtual())
      continue;
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      return Contents.takeError();
    uint32_t Low = uint32_t(S.getAddress());
    Segments.push_back({Low, Low + uint32_t(Contents->size()), arrayRefFromStringRef(*Contents)});
  }
  return Error::success();
}

bool Program::parseLayer(StringRef Name, Layer &L) {
  for (size_t At = Name.find("_op"); At != StringRef::npos; At = Name.find("_op", At + 1)) {
    StringRef Rest = Name.drop_front(At + 3);
    StringRef Digits = Rest.take_while([](char C) { return std::isdigit((unsigned char)(C)); });
    StringRef Kind = Rest.drop_front(Digits.size()).drop_while([](char C) { return 'a' <= C && C <= 'z'; });
    if (At == 0 || Digits.size() < 3 || Digits.getAsInteger(10, L.Index) ||
        !Kind.consume_front("_") || Kind.empty())
      continue;
    L.Network = Name.take_front(At).str();
    L.Kind = Kind.str();
    L.Name = Name.drop_front(At + 1).str();
    return true;
  }
  return false;
}

Error Program::readSymbols() {
  std::map<uint32_t, std::pair<int, Function>>
      ByAddress; // rank: functions with a size first, globals before locals
  for (const object::ELFSymbolRef S : Elf->symbols()) {
    Expected<StringRef> Name = S.getName();
    Expected<object::section_iterator> Section = S.getSection();
    Expected<uint64_t> Address = S.getAddress();
    if (!Name || !Section || !Address) {
      consumeError(Name.takeError()), consumeError(Section.takeError()),
          consumeError(Address.takeError());
      continue;
    }
    uint8_t Type = S.getELFType();
    if (Name->empty() || *Section == Elf->section_end() || !(*Section)->isText() ||
        (Type != ELF::STT_FUNC && Type != ELF::STT_NOTYPE) || Name->starts_with(".L"))
      continue;
    int Rank = (Type == ELF::STT_FUNC ? 2 : 0) + (S.getBinding() == ELF::STB_LOCAL ? 0 : 1);
    Function F;
    F.Name = Name->str();
    F.Low = uint32_t(*Address);
    F.High = F.Low + uint32_t(S.getSize());
    auto [It, New] = ByAddress.try_emplace(F.Low, Rank, F);
    if (!New && Rank > It->second.first)
      It->second = {Rank, F};
  }
  for (auto &[Address, Entry] : ByAddress)
    Functions.push_back(Entry.second);
  for (size_t I = 0; I != Functions.size(); ++I) {
    Function &F = Functions[I];
    uint32_t Limit = I + 1 != Functions.size() ? Functions[I + 1].Low : ~0u;
    for (const Segment &S : Segments)
      if (F.Low >= S.Low && F.Low < S.High)
        Limit = std::min(Limit, S.High);
    if (F.High == F.Low || F.High > Limit) // symbols of assembler files may have no size
      F.High = Limit;
  }
  for (const Function &F : Functions)
    if (Layer L; parseLayer(F.Name, L))
      Layers.push_back(L);
  std::stable_sort(Layers.begin(), Layers.end(), [](const Layer &A, const Layer &B) {
    return std::tie(A.Network, A.Index, A.Name) < std::tie(B.Network, B.Index, B.Name);
  });
  for (Function &F : Functions)
    if (Layer L; parseLayer(F.Name, L))
      for (size_t I = 0; I != Layers.size(); ++I)
        if (Layers[I].Name == L.Name && Layers[I].Network == L.Network)
          F.Layer = int(I);
  return Error::success();
}

const Function *Program::functionAt(uint32_t Address) const {
  auto It = std::upper_bound(Functions.begin(), Functions.end(), Address,
                             [](uint32_t A, const Function &F) { return A < F.Low; });
  if (It == Functions.begin() || Address >= (--It)->High)
    return nullptr;
  return &*It;
}

std::optional<Branch> profile::branchOf(const MCInstrDesc &D) {
  if (!D.isBranch() && !D.isCall() && !D.isReturn())
    return std::nullopt;
  Branch B;
  B.Call = D.isCall();
  // Compares and jumps are predicated too.
  B.Conditional = (D.TSFlags >> HexagonII::PredicatedPos) & HexagonII::PredicatedMask;
  B.HintTaken = (D.TSFlags >> HexagonII::TakenPos) & HexagonII::TakenMask;
  B.How = D.isReturn() || D.hasImplicitUseOfPhysReg(Hexagon::R31) ? Branch::Return : Branch::Indirect;
  return B;
}

/// jumpr r31 and its short forms return; nothing else jumps through the link register.
static bool namesLinkRegister(const MCInst &I) {
  return any_of(I, [](const MCOperand &O) { return O.isReg() && O.getReg() == Hexagon::R31; });
}

void Program::addBranch(Packet &P, const MCInst &I) {
  std::optional<Branch> Form = branchOf(MCII->get(I.getOpcode()));
  if (!Form)
    return;
  Branch B = *Form;
  if (namesLinkRegister(I))
    B.How = Branch::Return;
  // The target is the last operand, an address as the disassembler leaves it.
  unsigned N = I.getNumOperands();
  int64_t Target;
  if (N && I.getOperand(N - 1).isExpr() &&
      I.getOperand(N - 1).getExpr()->evaluateAsAbsolute(Target)) {
    B.How = Branch::Direct;
    B.Target = uint32_t(Target);
  }
  P.Branches.push_back(B);
}

static void countResources(Resources &R, const MCInstrDesc &D, unsigned Opcode) {
  using namespace HexagonII;
  unsigned Type = (D.TSFlags >> TypePos) & TypeMask;
  bool Vector = Type >= TypeCVI_FIRST && Type <= TypeCVI_LAST;
  if (Opcode == Hexagon::V6_extractw) { // of a load's type, but it reads no memory
    R.VectorAny += 1;
    return;
  }
  if (!Vector) {
    R.ScalarLoads += D.mayLoad();
    R.ScalarStores += D.mayStore();
    R.ScalarMultiplies += Type == TypeM;
    return;
  }
  R.VectorLoads += D.mayLoad();
  R.VectorStores += D.mayStore();
  switch (Type) {
  case TypeCVI_VX:
  case TypeCVI_VX_LATE:
    R.VectorMultiplyPipes += 1;
    break;
  case TypeCVI_VX_DV:
    R.VectorMultiplyPipes += 2;
    break;
  case TypeCVI_4SLOT_MPY:
    R.VectorMultiplyPipes += 2, R.VectorShift += 1, R.VectorPermute += 1;
    break;
  case TypeCVI_VS:
    R.VectorShift += 1;
    break;
  case TypeCVI_VS_VX:
    R.VectorMultiplyPipes += 1, R.VectorShiftOrPermute += 1;
    break;
  case TypeCVI_VP:
    R.VectorPermute += 1;
    break;
  case TypeCVI_VP_VS:
    R.VectorShift += 1, R.VectorPermute += 1;
    break;
  case TypeCVI_VM_VP_LDU:
  case TypeCVI_VM_STU:
    R.VectorPermute += 1;
    break;
  case TypeCVI_VA:
  case TypeCVI_VM_LD: // the load writes through an ALU; .tmp and .new stores do not
  case TypeCVI_VM_ST:
    R.VectorAny += 1;
    break;
  case TypeCVI_VA_DV:
    R.VectorAny += 2;
    break;
  default:
    break;
  }
}

void Program::addInstruction(Packet &P, const MCInst &I) {
  unsigned Opcode = I.getOpcode();
  const MCInstrDesc &D = MCII->get(Opcode);
  if (HexagonMCInstrInfo::isImmext(I))
    return;
  if (Opcode != Hexagon::A2_nop) {
    ++P.Use.Instructions;
    P.Use.VectorInstructions += Timing->isVector(Opcode);
  }
  countResources(P.Use, D, Opcode);
  Products Pr = productsOf(MCII->getName(Opcode));
  P.Use.Macs += Pr.Narrow;
  P.Use.WideProducts += Pr.Wide;
  P.Accesses.add(I, *Timing);
  addBranch(P, I);
}

/// The pipe that is less taken carries what goes through either.
static void settle(Resources &R) {
  for (; R.VectorShiftOrPermute > 0; --R.VectorShiftOrPermute)
    ++(R.VectorShift <= R.VectorPermute ? R.VectorShift : R.VectorPermute);
}

/// The lines that the instruction printer gives for a packet, without braces.
static std::vector<std::string> splitText(StringRef Text) {
  std::vector<std::string> Lines;
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, '\n');
  for (StringRef S : Parts) {
    SmallVector<StringRef, 2> Halves;
    S.split(Halves, '\v'); // between the halves of a duplex
    for (StringRef H : Halves) {
      H = H.trim(" \t{}");
      if (H.starts_with(":endloop") && !Lines.empty())
        Lines.back() += " " + H.str();
      else if (!H.empty())
        Lines.push_back(H.str());
    }
  }
  return Lines;
}

/// Delimits a packet that LLVM does not decode, such as a read of the emulator's counters, by the
/// parse bits of its words. By PRM, "Instruction encoding", 11 ends the packet; 00 is a duplex,
/// which also ends it. Its operands are not known.
static bool delimit(Packet &P, ArrayRef<uint8_t> Bytes) {
  constexpr unsigned MaxWords = 4;
  for (unsigned I = 0; I != MaxWords && Bytes.size() >= 4 * (I + 1); ++I) {
    uint32_t Word = support::endian::read32le(Bytes.data() + 4 * I);
    unsigned Parse = Word >> 14 & 3;
    bool Extender = Word >> 28 == 0 && Parse != 0;
    P.Text.push_back(".word 0x" + utohexstr(Word, true));
    P.Bytes += 4;
    P.Use.Instructions += Extender ? 0 : Parse == 0 ? 2 : 1;
    if (Parse == 3 || Parse == 0)
      return true;
  }
  return false;
}

Expected<const Packet *> Program::packetAt(uint32_t Address) {
  std::unique_ptr<Packet> &Slot = Packets[Address];
  if (Slot)
    return Slot.get();
  ArrayRef<uint8_t> Bytes;
  for (const Segment &S : Segments)
    if (Address >= S.Low && Address < S.High)
      Bytes = S.Bytes.drop_front(Address - S.Low);
  auto P = std::make_unique<Packet>();
  P->Address = Address;
  MCInst Bundle;
  uint64_t Size = 0;
  if (!Bytes.empty() && Disassembler->getInstruction(Bundle, Size, Bytes, Address, nulls()) ==
                            MCDisassembler::Success) {
    P->Bytes = uint32_t(Size);
    P->EndLoop = HexagonMCInstrInfo::isInnerLoop(Bundle) || HexagonMCInstrInfo::isOuterLoop(Bundle);
    // LLVM's iterator over both levels will not do: it takes a duplex in the first place for an
    // instruction.
    for (const MCOperand &O : HexagonMCInstrInfo::bundleInstructions(Bundle)) {
      const MCInst &I = *O.getInst();
      if (!HexagonMCInstrInfo::isDuplex(*MCII, I)) {
        addInstruction(*P, I);
        continue;
      }
      addInstruction(*P, *I.getOperand(0).getInst());
      addInstruction(*P, *I.getOperand(1).getInst());
    }
    std::string Text;
    raw_string_ostream OS(Text);
    Printer->printInst(&Bundle, Address, "", *STI, OS);
    P->Text = splitText(Text);
  } else if (!delimit(*P, Bytes)) {
    return failure("no packet can be decoded at address 0x" + Twine::utohexstr(Address) +
                   "; is the profile of another program?");
  }
  P->Use.Words = uint8_t(P->Bytes / 4);
  settle(P->Use);
  Slot = std::move(P);
  return Slot.get();
}
