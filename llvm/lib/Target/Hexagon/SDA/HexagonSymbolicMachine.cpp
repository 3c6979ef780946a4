//===- HexagonSymbolicMachine.cpp - Executes packets on terms -------------===//

#include "HexagonSymbolicMachine.h"
#include "HexagonCompounds.h"
#include "HexagonMemoryDeps.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "MCTargetDesc/HexagonVectorLoads.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace HexagonSymbolic;

static bool flag(const MCInstrDesc &D, unsigned Pos) { return (D.TSFlags >> Pos) & 1; }
static bool isControlFlow(const MachineInstr &MI) { return MI.isTerminator() || MI.isCall(); }

static const HexagonSubtarget &subtarget(const HexagonRegion &R) {
  return R.MBB->getParent()->getSubtarget<HexagonSubtarget>();
}

Machine::Machine(const HexagonRegion &R, AAResults *AA)
    : R(R), AA(AA), HII(*subtarget(R).getInstrInfo()), HRI(*subtarget(R).getRegisterInfo()),
      OverflowUnit(*HRI.regunits(Hexagon::USR_OVF).begin()) {}

void Machine::fail(unsigned N, const char *What) {
  if (Error.empty())
    raw_string_ostream(Error) << What << ": " << *R.Instrs[N];
}

Term Machine::unit(const State &S, unsigned U) {
  auto It = S.Units.find(U);
  Term T = It == S.Units.end() ? Terms.make({TermTable::Initial, U}) : It->second;
  if (U != OverflowUnit || S.Overflow.empty())
    return T;
  std::vector<int64_t> Key = {TermTable::Flags, T};
  Key.insert(Key.end(), S.Overflow.begin(), S.Overflow.end());
  return Terms.make(Key);
}

/// What the instruction computes: its opcode without .new, .cur and .tmp and without a jump's hint.
unsigned Machine::meaning(unsigned N, const Step &S) const {
  unsigned Opcode = R.Original[N].Desc->getOpcode();
  const MachineInstr &MI = *R.Instrs[N];
  if (!S.Original && MI.getOpcode() != Opcode) {
    const VectorLoadForms *Load = vectorLoadForms(MI.getOpcode());
    Opcode = Load ? Load->Plain : HII.getDotOldOp(MI);
  }
  switch (Opcode) {
  case Hexagon::J2_jumptpt:
    return Hexagon::J2_jumpt;
  case Hexagon::J2_jumpfpt:
    return Hexagon::J2_jumpf;
  case Hexagon::J2_jumprtpt:
    return Hexagon::J2_jumprt;
  case Hexagon::J2_jumprfpt:
    return Hexagon::J2_jumprf;
  default:
    return Opcode;
  }
}

/// Whether operand I of N is a new-value store's datum, or a new-value jump's.
bool Machine::isNewValue(unsigned N, unsigned I) const {
  const MCInstrDesc &D = R.Instrs[N]->getDesc();
  return flag(D, HexagonII::NewValuePos) &&
         I == ((D.TSFlags >> HexagonII::NewValueOpPos) & HexagonII::NewValueOpMask);
}

/// Whether operand I of N reads what its own packet writes.
bool Machine::readsNew(unsigned N, unsigned I, const Step &S) const {
  if (S.Alone)
    return false;
  const MachineInstr &MI = *R.Instrs[N];
  const MachineOperand &Op = MI.getOperand(I);
  if (Op.isImplicit())
    return isControlFlow(MI);
  if (Hexagon::PredRegsRegClass.contains(Op.getReg()))
    return flag(MI.getDesc(), HexagonII::PredicatedNewPos);
  return isNewValue(N, I);
}

/// The term of unit U as operand I of N reads it.
Term Machine::read(const State &St, const Step &S, unsigned N, unsigned I, unsigned U) {
  const MachineOperand &Op = R.Instrs[N]->getOperand(I);
  auto It = S.New.find(U);
  if (auto Datum = S.Datums.find(U); Datum != S.Datums.end() && !Op.isImplicit()) {
    if (Op.isTied())
      fail(N, "the datum of a .cur or .tmp load is accumulated");
    if (isNewValue(N, I) && It != S.New.end() && It->second != Datum->second)
      fail(N, "a new value has two producers in the packet");
    if (!isNewValue(N, I))
      return Datum->second;
  }
  if (!readsNew(N, I, S))
    return unit(St, U);
  if (It != S.New.end())
    return It->second;
  if (!R.Instrs[N]->getOperand(I).isImplicit())
    fail(N, "a new value has no producer in the packet");
  return unit(St, U);
}

/// The register of operand I of N, as the program has it or as packed.
MCRegister Machine::reg(unsigned N, unsigned I, const Step &S) const {
  if (S.Original)
    for (auto [Index, Reg] : R.Original[N].Registers)
      if (Index == I)
        return Reg.asMCReg();
  return R.Instrs[N]->getOperand(I).getReg().asMCReg();
}

int64_t Machine::immediate(unsigned N, unsigned I, const Step &S) const {
  if (S.Original)
    for (auto [Index, Value] : R.Original[N].Immediates)
      if (Index == I)
        return Value;
  return R.Instrs[N]->getOperand(I).getImm();
}

/// The operation and its operands.
std::vector<int64_t> Machine::operation(const State &St, const Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  std::vector<int64_t> Key = {meaning(N, S)};
  unsigned Base = ~0u, Offset = ~0u;
  // A conditional instruction computes under its condition.
  bool Conditional = HII.isPredicated(MI) && !isControlFlow(MI);
  Term P = Conditional ? predicate(St, S, N) : 0;
  bool Sum = !HII.isPostIncrement(MI) && HII.getBaseAndOffsetPosition(MI, Base, Offset);
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (Op.isRegMask() || (Op.isReg() && (Op.isDef() || !Op.getReg())))
      continue;
    if (Op.isImm()) {
      Key.push_back(Sum && I == Offset ? 0 : immediate(N, I, S));
    } else if (!Op.isReg()) {
      Key.push_back(int64_t(size_t(hash_value(Op))));
    } else if (Op.isImplicit() && HII.isPredicated(MI) && MI.modifiesRegister(Op.getReg(), &HRI)) {
      // The old value of a conditional result: in select() already.
    } else {
      for (MCRegUnit U : HRI.regunits(reg(N, I, S))) {
        Term T = read(St, S, N, I, U);
        if (Conditional)
          T = Terms.given(T, P, HII.isPredicatedTrue(MI));
        Key.push_back(Sum && I == Base ? Terms.sum(T, immediate(N, Offset, S)) : T);
      }
    }
  }
  return Key;
}

bool Machine::isOrdered(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  return MI.hasUnmodeledSideEffects() || MI.isCall() ||
         (MI.mayLoadOrStore() && MI.hasOrderedMemoryRef());
}

/// What N sees of memory.
void Machine::addMemory(const State &St, const Step &S, unsigned N, std::vector<int64_t> &Key) {
  const MachineInstr &MI = *R.Instrs[N];
  Key.push_back(TermTable::Access);
  // A load is ahead of its packet's stores, unless their order is kept.
  bool SeesPacket =
      MI.mayStore() || isOrdered(N) || isControlFlow(MI) || (S.NoShuffle && !HII.isHVXVec(MI));
  size_t Stores = SeesPacket ? St.Stores.size() : S.StoresBefore;
  std::vector<int64_t> Seen;
  for (size_t I = 0; I != Stores; ++I) {
    auto [Node, T] = St.Stores[I];
    auto *MayAlias = R.areIterationsApart(Node, N) ? hexagonMayAliasAcross : hexagonMayAlias;
    if (isOrdered(N) || isOrdered(Node) || MayAlias(*R.Instrs[Node], MI, AA))
      Seen.push_back(T);
  }
  // Those that alias each other are told apart by their terms, which name what came before.
  llvm::sort(Seen);
  Key.insert(Key.end(), Seen.begin(), Seen.end());
  std::vector<unsigned> Before;
  for (unsigned A : St.Accesses)
    if (isOrdered(N) || isOrdered(A))
      Before.push_back(A);
  llvm::sort(Before);
  Key.push_back(TermTable::Access);
  Key.insert(Key.end(), Before.begin(), Before.end());
}

/// The 32-bit value of an operation on terms and immediates.
Term Machine::compute(std::vector<int64_t> Key) {
  unsigned Opcode = Key[0];
  if (const HexagonCompound *C = hexagonCompound(Opcode)) {
    std::vector<int64_t> Inner(Key.begin() + 1, Key.end());
    Inner[0] = C->Inner;
    return compute({C->Outer, Key[1], compute(std::move(Inner))});
  }
  switch (Opcode) {
  case Hexagon::A2_addi:
    return Terms.sum(Term(Key[1]), Key[2]);
  case Hexagon::A2_add:
    return Terms.linear(Term(Key[1]), 1, Term(Key[2]));
  case Hexagon::A2_sub:
    return Terms.linear(Term(Key[1]), -1, Term(Key[2]));
  default:
    Key.push_back(0); // the index of its only result
    return Terms.make(std::move(Key));
  }
}

/// The value of result I of N if it is the pointer that an access has moved: by a constant or a
/// modifier (as behind a bit-reversed access, too), or around a circular buffer, which depends on
/// where that begins and ends.
std::optional<Term> Machine::moved(const State &St, const Step &S, unsigned N, unsigned I) {
  const MachineInstr &MI = *R.Instrs[N];
  if (!HII.isPostIncrement(MI) || HII.isPredicated(MI) || I != (MI.mayLoad() ? 1 : 0) ||
      !MI.getOperand(I).isTied())
    return std::nullopt;
  const unsigned Base = MI.findTiedOperandIdx(I);
  const Term From = unit(St, *HRI.regunits(reg(N, Base, S)).begin());
  // Behind the pointer: an increment, a modifier, or both.
  bool ByConstant = false;
  int64_t Increment = 0;
  std::vector<int64_t> Circular = {TermTable::Circular, From}, Modifiers;
  for (unsigned J = Base + 1; J != MI.getNumOperands(); ++J) {
    const MachineOperand &Op = MI.getOperand(J);
    if (Op.isImm()) {
      ByConstant = true;
      Increment = immediate(N, J, S);
    } else if (Op.isReg() && Op.isUse() && Hexagon::ModRegsRegClass.contains(Op.getReg())) {
      Modifiers.push_back(unit(St, *HRI.regunits(reg(N, J, S)).begin()));
    } else if (Op.isReg() && Op.isUse() && Op.getReg() == Hexagon::CS) {
      for (MCRegUnit U : HRI.regunits(Hexagon::CS))
        Circular.push_back(unit(St, U));
    }
  }
  if (!ByConstant && Modifiers.empty())
    return std::nullopt;
  if (Circular.size() == 2)
    return ByConstant ? Terms.sum(From, Increment) : Terms.linear(From, 1, Term(Modifiers[0]));
  Circular.push_back(ByConstant);
  Circular.push_back(Increment);
  Circular.insert(Circular.end(), Modifiers.begin(), Modifiers.end());
  return Terms.make(std::move(Circular));
}

/// The value of result Op, the Index-th unit that N writes.
Term Machine::result(const State &St, const Step &S, unsigned N, unsigned I,
                     std::vector<int64_t> Key, unsigned Index) {
  const MachineInstr &MI = *R.Instrs[N];
  const MachineOperand &Op = MI.getOperand(I);
  auto Old = [&](MCRegister Reg) { return unit(St, *HRI.regunits(Reg).begin()); };
  if (!MI.mayLoadOrStore() && llvm::all_of(MI.explicit_uses(), [](const MachineOperand &Op) {
        return Op.isReg() || Op.isImm();
      }))
    if (unsigned Opcode = Key[0]; Opcode == Hexagon::A2_addi || Opcode == Hexagon::A2_add ||
                                  Opcode == Hexagon::A2_sub || hexagonCompound(Opcode))
      return compute(std::move(Key));
  if (MI.getOpcode() == Hexagon::S2_allocframe && !Op.isImplicit() && Op.getReg() == Hexagon::R29)
    return Terms.sum(Old(Hexagon::R29), -immediate(N, 2, S) - HEXAGON_LRFP_SIZE);
  if (std::optional<Term> Pointer = moved(St, S, N, I))
    return *Pointer;
  Key.push_back(Index);
  return Terms.make(std::move(Key));
}

Term Machine::predicate(const State &St, const Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (Op.isReg() && Op.isUse() && Hexagon::PredRegsRegClass.contains(Op.getReg()))
      return read(St, S, N, I, *HRI.regunits(reg(N, I, S)).begin());
  }
  fail(N, "a conditional instruction has no predicate");
  return 0;
}

void Machine::writeResults(State &St, Step &S, unsigned N, const std::vector<int64_t> &Key) {
  const MachineInstr &MI = *R.Instrs[N];
  bool Conditional = HII.isPredicated(MI) && !isControlFlow(MI);
  unsigned Index = 0;
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (!Op.isReg() || !Op.isDef() || !Op.getReg())
      continue;
    for (MCRegUnit U : HRI.regunits(reg(N, I, S))) {
      Term Value = result(St, S, N, I, Key, Index++);
      if (Op.getReg() == Hexagon::USR_OVF) {
        NewOverflow.insert(Value);
        continue;
      }
      if (I == 0 && llvm::is_contained(S.Current, N)) {
        S.Datums[U] = Value;
        if (isTemporaryLoad(MI.getOpcode()))
          continue; // the register keeps what it holds
      }
      auto Before = S.New.find(U);
      bool Again = Before != S.New.end() && Writer[U] != N;
      if (Again && !Conditional && !MI.isCall())
        fail(N, "a register has two writers in its packet");
      if (Conditional) {
        Term P = predicate(St, S, N), Else = Again ? Before->second : unit(St, U);
        Value =
            HII.isPredicatedTrue(MI) ? Terms.select(P, Value, Else) : Terms.select(P, Else, Value);
        if (Again && !underOpposite(St, S, N, U))
          fail(N, "a register has two writers in its packet under one condition");
      }
      S.New[U] = Value;
      Writer[U] = N;
    }
  }
}

/// Whether N and the packet's earlier writer of U are under opposite conditions.
bool Machine::underOpposite(const State &St, const Step &S, unsigned N, unsigned U) {
  unsigned Other = Writer[U];
  return HII.isPredicated(*R.Instrs[Other]) && predicate(St, S, N) == predicate(St, S, Other) &&
         HII.isPredicatedTrue(*R.Instrs[N]) != HII.isPredicatedTrue(*R.Instrs[Other]);
}

void Machine::clobber(Step &S, unsigned N, Term Event) {
  for (const MachineOperand &Op : R.Instrs[N]->operands())
    if (Op.isRegMask())
      for (unsigned Reg = 1; Reg != HRI.getNumRegs(); ++Reg)
        if (Op.clobbersPhysReg(Reg))
          for (MCRegUnit U : HRI.regunits(Reg))
            S.New[U] = Terms.make({TermTable::Clobber, Event, U});
}

void Machine::executeOne(State &St, Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  std::vector<int64_t> Key = operation(St, S, N);
  bool Access = MI.mayLoadOrStore() || isOrdered(N);
  if (Access)
    addMemory(St, S, N, Key);
  writeResults(St, S, N, Key);
  if (MI.mayStore() || isOrdered(N) || isControlFlow(MI)) {
    Term Event = Terms.make(Key);
    St.Events[N] = Event;
    if (MI.mayStore() && !MI.isCall())
      St.Stores.push_back({N, Event});
    clobber(S, N, Event);
  }
  if (Access)
    St.Accesses.push_back(N);
}

void Machine::execute(State &St, ArrayRef<unsigned> Members, Step &S) {
  S.StoresBefore = St.Stores.size();
  NewOverflow.clear();
  Writer.clear();
  if (!S.Alone)
    for (unsigned N : Members)
      if (const VectorLoadForms *Load = vectorLoadForms(R.Instrs[N]->getOpcode());
          Load && R.Instrs[N]->getOpcode() != Load->Plain)
        S.Current.push_back(N);
  for (unsigned N : S.Current)
    executeOne(St, S, N);
  // A vector store takes slot 0, whose store is the packet's last, wherever the program has it;
  // branches leave when all stores are done.
  auto Turn = [&](unsigned N) {
    const MachineInstr &MI = *R.Instrs[N];
    return isControlFlow(MI) ? 2 : MI.mayStore() && HII.isHVXVec(MI) ? 1 : 0;
  };
  SmallVector<unsigned, 4> InTurn(Members);
  if (!S.Alone)
    llvm::stable_sort(InTurn, [&](unsigned A, unsigned B) { return Turn(A) < Turn(B); });
  for (unsigned N : InTurn)
    if (!llvm::is_contained(S.Current, N))
      executeOne(St, S, N);
  for (auto [U, T] : S.New) {
    St.Units[U] = T;
    if (U == OverflowUnit)
      St.Overflow.clear();
  }
  St.Overflow.insert(NewOverflow.begin(), NewOverflow.end());
}
