// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decoding of packets and the rules of "What a packet means" and "Timing".
#include "Packet.h"
#include <algorithm>
#include <cstdio>

using namespace swiftdsp;

const CauseRow swiftdsp::CauseRows[] = {
#define CAUSE(Name, Key, Text, Control) {Key, Text, Control},
#include "Causes.def"
};

/// The stage of the latest results.
static constexpr unsigned LastResult = std::max({0
#define TIMING(Name, Slots, Read, Late, Result, Pointer) , Result
#include "ISA.def"
});

namespace {
/// Checks and completes a packet.
class Builder {
public:
  explicit Builder(Packet &P) : P(P) {}
  void addWord(uint32_t Word);
  void build();

private:
  void checkControl() const;
  void assignSlots();
  bool assignPair(unsigned Pair, const std::vector<unsigned> &Members);
  void addAccesses(const Decoded &D);
  void read(const Decoded &D, unsigned Register, unsigned Stage);
  void write(const Decoded &D, unsigned Register, unsigned Stage);
  void addOperation(const Decoded &D, uint32_t Pc);
  void countUse(const Instruction &I);

  Packet &P;
  std::vector<uint8_t> Pairs;
  uint8_t Written[NumRegisters] = {}; // stage of the result; 0: not written yet
};
} // namespace

[[noreturn]] static void illegal(const std::string &Why) { throw Stop{IllegalPacket, Why}; }

void Builder::addWord(uint32_t Word) {
  Decoded D = decode(Word);
  if (!D.Inst) {
    char Text[48];
    std::snprintf(Text, sizeof Text, "0x%08x at 0x%x", Word, P.End);
    throw Stop{IllegalInstruction, Text};
  }
  P.Text.push_back(D);
  Pairs.push_back(Word >> 29 & 3);
  P.End += 4;
}

void Builder::checkControl() const {
  const Instruction *First = nullptr;
  for (const Decoded &D : P.Text) {
    if ((D.Inst->Flags & SOLO) && P.Text.size() > 1)
      illegal(std::string(D.Inst->Mnemonic) + " must stand alone");
    if (!(D.Inst->Flags & (BRANCH | CALL)))
      continue;
    if (First && ((First->Flags | D.Inst->Flags) & CALL))
      illegal("a call beside another branch");
    if (First && !(First->Flags & COND))
      illegal(std::string(First->Mnemonic) + " is not conditional and comes before another branch");
    First = D.Inst;
  }
}

/// The even slot has priority; the first of two takes it if both then fit, else the other way round.
bool Builder::assignPair(unsigned Pair, const std::vector<unsigned> &Members) {
  unsigned Even = 2 * Pair, Odd = Even + 1;
  auto May = [&](unsigned M, unsigned Slot) { return timing(P.Text[M].Inst->Timing).Slots >> Slot & 1; };
  if (Members.size() == 1) {
    unsigned M = Members[0];
    bool Both = P.Text[M].Inst->Flags & BOTH;
    P.SlotOf[M] = uint8_t(May(M, Even) ? Even : Odd);
    return Both ? May(M, Even) && May(M, Odd) : May(M, Even) || May(M, Odd);
  }
  for (unsigned M : Members)
    if (P.Text[M].Inst->Flags & BOTH)
      return false;
  for (unsigned First : {0u, 1u})
    if (May(Members[First], Even) && May(Members[1 - First], Odd)) {
      P.SlotOf[Members[First]] = uint8_t(Even);
      P.SlotOf[Members[1 - First]] = uint8_t(Odd);
      return true;
    }
  return false;
}

void Builder::assignSlots() {
  P.SlotOf.resize(P.Text.size());
  for (unsigned Pair = 0; Pair != 4; ++Pair) {
    std::vector<unsigned> Members;
    std::string Names;
    for (unsigned I = 0; I != Pairs.size(); ++I)
      if (Pairs[I] == Pair) {
        Members.push_back(I);
        Names += std::string(Names.empty() ? "" : ", ") + P.Text[I].Inst->Mnemonic;
      }
    std::string Slots = "slots " + std::to_string(2 * Pair) + " and " + std::to_string(2 * Pair + 1);
    if (Members.size() > 2)
      illegal("more than two instructions for " + Slots + ": " + Names);
    if (!Members.empty() && !assignPair(Pair, Members))
      illegal(Slots + " cannot take " + Names);
  }
  for (unsigned I = 0; I != P.Text.size(); ++I)
    P.Uses.Slots |= (P.Text[I].Inst->Flags & BOTH ? 3 : 1) << P.SlotOf[I];
}

void Builder::read(const Decoded &D, unsigned Register, unsigned Stage) {
  if (Register == 0)
    return;
  if (unsigned Ready = Written[Register]) {
    if (Stage < 2 || Ready > Stage + Cost_SOFT_LIMIT)
      illegal(std::string(D.Inst->Mnemonic) + " reads " + registerName(Register) +
              " too early in the packet that writes it");
    if (Ready > Stage)
      P.Soft = std::max(P.Soft, uint8_t(Ready - Stage));
    return;
  }
  if (Stage + 1 >= LastResult) // there even if the packet before makes it
    return;
  for (Packet::RegisterRead &R : P.Reads)
    if (R.Register == Register) {
      R.Stage = std::min(R.Stage, uint8_t(Stage));
      return;
    }
  P.Reads.push_back({uint8_t(Register), uint8_t(Stage)});
}

static Cause causeOf(TimingClass Class, bool Pointer) {
  switch (Class) {
  case TimingClass::LD:
  case TimingClass::VLD:
    return Pointer ? Cause::Other : Cause::Load;
  case TimingClass::MUL:
    return Cause::ScalarMultiply;
  case TimingClass::VMUL:
  case TimingClass::VCNV:
    return Cause::VectorMultiply;
  case TimingClass::MOVO:
    return Cause::FromVector;
  case TimingClass::VALU:
  case TimingClass::VPK:
  case TimingClass::MOVV:
  case TimingClass::MOVI:
    return Cause::Vector;
  default:
    return Cause::Other;
  }
}

static bool isPointer(const Instruction &I, Field At) { return (I.Flags & POST) && At == Rb; }

void Builder::write(const Decoded &D, unsigned Register, unsigned Stage) {
  if (Register == 0)
    return;
  if (Written[Register])
    illegal(std::string(registerName(Register)) + " is written twice, the second time by " + D.Inst->Mnemonic);
  Written[Register] = uint8_t(Stage);
  bool Pointer = (D.Inst->Flags & POST) && int32_t(Register) == D.Values[Rb];
  P.Writes.push_back({uint8_t(Register), uint8_t(Stage), causeOf(D.Inst->Timing, Pointer)});
}

/// An instruction reads before it writes.
void Builder::addAccesses(const Decoded &D) {
  const Instruction &I = *D.Inst;
  const TimingRow &T = timing(I.Timing);
  for (const Operand &O : I.Operands) {
    if (!O.IsRegister || !O.Reads)
      continue;
    bool Late = !isPointer(I, O.At) && (O.Writes || ((I.Flags & STORE) && O.At == Ra));
    for (unsigned K = 0; K != O.Count; ++K)
      read(D, unsigned(D.Values[O.At]) + K, Late ? T.Late : T.Read);
  }
  if (I.Flags & RING)
    for (unsigned First : {FirstBase, FirstModular})
      read(D, First + unsigned(D.Values[Rc]) - FirstOffset, T.Read);
  for (const Operand &O : I.Operands) {
    if (!O.IsRegister || !O.Writes)
      continue;
    for (unsigned K = 0; K != O.Count; ++K)
      write(D, unsigned(D.Values[O.At]) + K, isPointer(I, O.At) ? T.Pointer : T.Result);
  }
  if (I.Flags & CALL)
    write(D, Link, T.Result);
  if (I.Flags & LOOP)
    write(D, I.Code == Opcode::loop0 ? LoopCounter0 : LoopCounter1, T.Result);
}

/// A register field as Operation has it.
static uint8_t index(const Decoded &D, Field F) {
  for (const Operand &O : D.Inst->Operands) {
    if (O.At != F || !O.IsRegister)
      continue;
    unsigned V = unsigned(D.Values[F]);
    if (V == 0 && O.Writes && F == Ra)
      return Machine::Dropped;
    return uint8_t(isVector(V) ? V - FirstVector : V);
  }
  return 0;
}

void Builder::addOperation(const Decoded &D, uint32_t Pc) {
  Operation O;
  O.Run = handlerOf(D.Inst->Code);
  O.A = index(D, Ra);
  O.B = index(D, Rb);
  O.C = index(D, Rc);
  O.W = O.B == 0 ? uint8_t(Machine::Dropped) : O.B;
  for (const Operand &Op : D.Inst->Operands)
    if (!Op.IsRegister)
      O.Imm = D.Values[Op.At];
  O.Pc = Pc;
  O.Next = P.End;
  P.Operations.push_back(O);
}

static bool startsWith(const std::string &Text, const char *Prefix) { return Text.rfind(Prefix, 0) == 0; }

void Builder::countUse(const Instruction &I) {
  Use &U = P.Uses;
  if (I.Code == Opcode::nop)
    return;
  ++U.Instructions;
  bool Vector = false;
  for (const Operand &O : I.Operands)
    Vector |= O.IsRegister && O.First == FirstVector;
  U.VectorInstructions += Vector;
  if (I.Flags & LOAD)
    ++(Vector ? U.VectorLoads : U.ScalarLoads);
  if (I.Flags & STORE)
    ++(Vector ? U.VectorStores : U.ScalarStores);
  U.ScalarMultiplies += I.Timing == TimingClass::MUL;
  U.VectorAny += I.Timing == TimingClass::VALU || I.Timing == TimingClass::VPK;
  U.VectorMultiplyPipes += I.Timing == TimingClass::VMUL ? 1 : I.Timing == TimingClass::VCNV ? 2 : 0;
  std::string Name = I.Mnemonic;
  if (startsWith(Name, "vconv"))
    U.Macs += Name[5] == 'l' || Name[5] == 'h' ? 96 : 192;
  else if (startsWith(Name, "vdot"))
    U.Macs += 16;
  else if (startsWith(Name, "vmac") || startsWith(Name, "vqmac") || startsWith(Name, "vqrmac"))
    U.WideProducts += Name == "vqrmach" ? 8 : 4;
}

void Builder::build() {
  checkControl();
  assignSlots();
  bool StoreBefore = false;
  for (unsigned K = 0; K != P.Text.size(); ++K) {
    const Decoded &D = P.Text[K];
    addAccesses(D);
    addOperation(D, P.Address + 4 * K);
    countUse(*D.Inst);
    P.DefersStores |= (D.Inst->Flags & LOAD) && StoreBefore;
    StoreBefore |= (D.Inst->Flags & STORE) != 0;
    if (D.Inst->Timing == TimingClass::DIV)
      P.Divide = Cost_DIVIDE;
  }
  P.Uses.Words = uint8_t(P.Text.size());
}

std::unique_ptr<Packet> swiftdsp::decodePacket(const uint8_t *Words, uint32_t Available, uint32_t Address) {
  auto P = std::make_unique<Packet>();
  P->Address = P->End = Address;
  Builder B(*P);
  for (unsigned K = 0;; ++K) {
    if (K == Packet::MaxWords)
      illegal("it has no end within 8 words");
    if (4 * (K + 1) > Available)
      throw Stop{Fetch, "the packet does not end within the text"};
    uint32_t Word;
    std::memcpy(&Word, Words + 4 * K, sizeof Word);
    B.addWord(Word);
    if (Word >> 31)
      break;
  }
  B.build();
  return P;
}
