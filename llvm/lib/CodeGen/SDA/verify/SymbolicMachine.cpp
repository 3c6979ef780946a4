//===- SDA/SymbolicMachine.cpp - Executes packets on terms ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/SymbolicMachine.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/SDA/Dependences.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/Support/raw_ostream.h"

namespace llvm::sda {

SymbolicMachine::SymbolicMachine(const SDATarget &T, const Region &R) : T(T), R(R), TRI(T.TRI) {}

SymbolicMachine::~SymbolicMachine() = default;

void SymbolicMachine::fail(unsigned N, const char *What) {
  if (Error.empty())
    raw_string_ostream(Error) << What << ": " << *R.Instrs[N];
}

bool SymbolicMachine::isControlFlow(unsigned N) const {
  return R.Instrs[N]->isTerminator() || R.Instrs[N]->isCall();
}

bool SymbolicMachine::isOrdered(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  return MI.hasUnmodeledSideEffects() || MI.isCall() ||
         (MI.mayLoadOrStore() && MI.hasOrderedMemoryRef());
}

/// A mere load that other loads may pass: of known address, and no more than volatile.
bool SymbolicMachine::isPassable(unsigned N) const {
  const MachineInstr &MI = *R.Instrs[N];
  auto IsConstant = [&MI] {
    return llvm::none_of(MI.explicit_uses(), [](const MachineOperand &Op) { return Op.isReg(); });
  };
  return MI.mayLoad() && !MI.mayStore() && !MI.isCall() && !MI.hasUnmodeledSideEffects() &&
         (!MI.memoperands_empty() || T.address(MI) || IsConstant()) &&
         llvm::none_of(MI.memoperands(), [](const MachineMemOperand *Op) {
           return isStrongerThanMonotonic(Op->getMergedOrdering());
         });
}

/// A load of what nothing writes, such as an address in the global offset table.
bool SymbolicMachine::isInvariant(unsigned N) const {
  return R.Instrs[N]->isDereferenceableInvariantLoad();
}

/// Whether two accesses stay in program order, whatever they touch. A volatile load and a plain one
/// need not: neither changes what the other reads.
bool SymbolicMachine::stayInOrder(unsigned A, unsigned B) const {
  if (areFree(A, B) || areFree(B, A) || isInvariant(A) || isInvariant(B))
    return false;
  if (isOrdered(A) && isOrdered(B))
    return true;
  return (isOrdered(A) || isOrdered(B)) && !(isPassable(A) && isPassable(B));
}

unsigned SymbolicMachine::meaning(unsigned N, const Step &) const {
  return R.Original[N].Desc->getOpcode();
}

SymbolicMachine::Source SymbolicMachine::source(unsigned N, unsigned I) const {
  return R.Instrs[N]->getOperand(I).isImplicit() && isControlFlow(N) ? Source::Latest
                                                                     : Source::Outside;
}

bool SymbolicMachine::mayAlias(unsigned A, unsigned B) const {
  const MachineInstr &MA = *R.Instrs[A], &MB = *R.Instrs[B];
  return R.areIterationsApart(A, B) ? T.mayAliasAcross(MA, MB) : T.mayAlias(MA, MB);
}

bool SymbolicMachine::seesItsPacket(unsigned N, const Step &) const {
  return R.Instrs[N]->mayStore() || isOrdered(N) || isControlFlow(N);
}

Term SymbolicMachine::unit(const State &S, unsigned U) {
  auto It = S.Units.find(U);
  Term T = It == S.Units.end() ? Terms.make({TermTable::Initial, U}) : It->second;
  auto Setters = S.Sticky.find(U);
  if (Setters == S.Sticky.end())
    return T;
  std::vector<int64_t> Key = {TermTable::Flags, T};
  Key.insert(Key.end(), Setters->second.begin(), Setters->second.end());
  return Terms.make(Key);
}

Term SymbolicMachine::before(const State &St, const Step &S, unsigned N, unsigned I) {
  return unit(St, *TRI.regunits(reg(N, I, S)).begin());
}

Term SymbolicMachine::latest(const State &St, const Step &S, unsigned N, unsigned I) {
  const unsigned U = *TRI.regunits(reg(N, I, S)).begin();
  auto It = S.New.find(U);
  return It == S.New.end() ? unit(St, U) : It->second;
}

/// The term of unit U as operand I of N reads it.
Term SymbolicMachine::read(const State &St, const Step &S, unsigned N, unsigned I, unsigned U) {
  const MachineOperand &Op = R.Instrs[N]->getOperand(I);
  const Source From = S.Alone ? Source::Outside : source(N, I);
  auto It = S.New.find(U);
  if (auto Datum = S.Datums.find(U); Datum != S.Datums.end() && !Op.isImplicit()) {
    if (Op.isTied())
      fail(N, "the datum of a load for its packet is accumulated");
    if (From == Source::Packet && It != S.New.end() && It->second != Datum->second)
      fail(N, "a new value has two producers in the packet");
    if (From != Source::Packet)
      return Datum->second;
  }
  if (From == Source::Outside)
    return unit(St, U);
  if (It != S.New.end())
    return It->second;
  if (From == Source::Packet)
    fail(N, "a new value has no producer in the packet");
  return unit(St, U);
}

/// The register of operand I of N, as the program has it or as packed.
MCRegister SymbolicMachine::reg(unsigned N, unsigned I, const Step &S) const {
  if (S.Original)
    for (auto [Index, Reg] : R.Original[N].Registers)
      if (Index == I)
        return Reg.asMCReg();
  return R.Instrs[N]->getOperand(I).getReg().asMCReg();
}

int64_t SymbolicMachine::immediate(unsigned N, unsigned I, const Step &S) const {
  if (S.Original)
    for (auto [Index, Value] : R.Original[N].Immediates)
      if (Index == I)
        return Value;
  return R.Instrs[N]->getOperand(I).getImm();
}

bool SymbolicMachine::isConditional(unsigned N) const { return condition(N) && !isControlFlow(N); }

/// The operation and its operands.
std::vector<int64_t> SymbolicMachine::operation(const State &St, const Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  std::vector<int64_t> Key = {meaning(N, S)};
  std::optional<SDATarget::Address> At = T.address(MI);
  std::optional<Condition> Cond = condition(N);
  // A conditional instruction computes under its condition.
  bool Conditional = isConditional(N);
  Term P = Conditional ? predicate(St, S, N) : 0;
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (Op.isRegMask() || (Op.isReg() && (Op.isDef() || !Op.getReg())))
      continue;
    // An argument that the callee does not use, or a register whose value nobody defined: whatever
    // it holds there. (Meanings count on the place of explicit operands.)
    if (Op.isReg() && Op.isUndef()) {
      if (!Op.isImplicit())
        for ([[maybe_unused]] MCRegUnit U : TRI.regunits(reg(N, I, S)))
          Key.push_back(Terms.make({TermTable::Undefined}));
      continue;
    }
    if (Op.isImm()) {
      Key.push_back(At && I == At->Offset ? 0 : immediate(N, I, S));
    } else if (!Op.isReg()) {
      Key.push_back(int64_t(size_t(hash_value(Op))));
    } else if (Op.isImplicit() && Cond && MI.modifiesRegister(Op.getReg(), &TRI)) {
      // The old value of a conditional result: in select() already.
    } else {
      for (MCRegUnit U : TRI.regunits(reg(N, I, S))) {
        Term T = read(St, S, N, I, U);
        if (Conditional)
          T = Terms.given(T, P, Cond->Holds);
        Key.push_back(At && I == At->Base ? Terms.sum(T, immediate(N, At->Offset, S)) : T);
      }
    }
  }
  return Key;
}

/// The place that N accesses in memory: the sum of a register and a constant, or the register that
/// N moves.
std::optional<Term> SymbolicMachine::place(const State &St, const Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  unsigned Base, Offset;
  int64_t By = 0;
  if (std::optional<SDATarget::Address> At = T.address(MI)) {
    if (!MI.getOperand(At->Offset).isImm())
      return std::nullopt;
    Base = At->Base;
    By = immediate(N, At->Offset, S);
  } else if (!T.TII.isPostIncrement(MI) || !T.TII.getBaseAndOffsetPosition(MI, Base, Offset)) {
    return std::nullopt;
  }
  if (T.hidesAddress(MI) || !MI.getOperand(Base).isReg())
    return std::nullopt;
  auto Units = TRI.regunits(reg(N, Base, S));
  if (std::next(Units.begin()) != Units.end())
    return std::nullopt;
  return Terms.sum(read(St, S, N, Base, *Units.begin()), By);
}

/// Bytes that MI accesses, or 0.
static unsigned bytesOf(const MachineInstr &MI) {
  const bool Known = MI.hasOneMemOperand() && (*MI.memoperands_begin())->getSize().hasValue();
  return Known ? (*MI.memoperands_begin())->getSize().getValue().getKnownMinValue() : 0;
}

/// Whether access N may touch what Store wrote: by their addresses, where these are a constant
/// apart, and else as the target says. Where they meet, no name of an object says otherwise: memory
/// may have got another type or owner in between, and a memory operand may be wrong.
bool SymbolicMachine::sees(const State &St, unsigned N, unsigned Store) {
  if (isInvariant(N))
    return false;
  if (isOrdered(N) || isOrdered(Store))
    return true;
  const MachineInstr &Here = *R.Instrs[N], &There = *R.Instrs[Store];
  auto A = St.Places.find(Store), B = St.Places.find(N);
  if (A != St.Places.end() && B != St.Places.end())
    if (std::optional<int64_t> Distance = Terms.distance(A->second, B->second)) {
      if (Place::areApart(*Distance, bytesOf(There), bytesOf(Here)))
        return false;
      if (!R.areIterationsApart(N, Store) &&
          Place::meet(*Distance, T.leastAccessBytes(There), T.leastAccessBytes(Here)))
        return true;
    }
  return mayAlias(Store, N);
}

/// What N sees of memory.
void SymbolicMachine::addMemory(const State &St, const Step &S, unsigned N,
                                std::vector<int64_t> &Key) {
  Key.push_back(TermTable::Access);
  size_t Stores = seesItsPacket(N, S) ? St.Stores.size() : S.StoresBefore;
  std::vector<int64_t> Seen;
  for (size_t I = 0; I != Stores; ++I) {
    auto [Node, T] = St.Stores[I];
    if (sees(St, N, Node))
      Seen.push_back(T);
  }
  // Those that alias each other are told apart by their terms, which name what came before.
  llvm::sort(Seen);
  Key.insert(Key.end(), Seen.begin(), Seen.end());
  std::vector<unsigned> Before;
  for (unsigned A : St.Accesses)
    if (stayInOrder(A, N))
      Before.push_back(A);
  llvm::sort(Before);
  Key.push_back(TermTable::Access);
  Key.insert(Key.end(), Before.begin(), Before.end());
}

Term SymbolicMachine::predicate(const State &St, const Step &S, unsigned N) {
  std::optional<Condition> Cond = condition(N);
  if (Cond && Cond->OpIdx != ~0u)
    return read(St, S, N, Cond->OpIdx, *TRI.regunits(reg(N, Cond->OpIdx, S)).begin());
  fail(N, "a conditional instruction has no predicate");
  return 0;
}

/// What an instruction computes is in its explicit results. `$v0 = ..., implicit-def $w0` only says
/// of the pair that half of it is there: that half is what $v0 is, and the other one no result that
/// a target could know.
void SymbolicMachine::writeResults(State &St, Step &S, unsigned N,
                                   const std::vector<int64_t> &Key) {
  const MachineInstr &MI = *R.Instrs[N];
  const bool Conditional = isConditional(N), Feeds = !S.Alone && feedsPacket(N);
  unsigned Index = 0;
  for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
    const MachineOperand &Op = MI.getOperand(I);
    if (!Op.isReg() || !Op.isDef() || !Op.getReg() || TRI.isConstantPhysReg(Op.getReg().asMCReg()))
      continue;
    for (MCRegUnit U : TRI.regunits(reg(N, I, S))) {
      std::optional<Term> Known = Op.isImplicit() ? std::nullopt : value(St, S, N, I, Key);
      std::vector<int64_t> Own(Key);
      Own.push_back(Index++);
      Term Value = Known ? *Known : Terms.make(std::move(Own));
      if (isSticky(Op.getReg().asMCReg())) {
        NewSticky[U].insert(Value);
        continue;
      }
      if (I == 0 && Feeds) {
        S.Datums[U] = Value;
        if (T.leavesRegister(MI))
          continue; // the register keeps what it holds
      }
      auto Before = S.New.find(U);
      const bool Written = Before != S.New.end();
      if (Written && Op.isImplicit() && Writer[U] == N)
        continue;
      bool Again = Written && Writer[U] != N;
      if (Again && !Conditional && !MI.isCall())
        fail(N, "a register has two writers in its packet");
      if (Conditional) {
        Term P = predicate(St, S, N), Else = Again ? Before->second : unit(St, U);
        Value = condition(N)->Holds ? Terms.select(P, Value, Else) : Terms.select(P, Else, Value);
        if (Again && !underOpposite(St, S, N, U))
          fail(N, "a register has two writers in its packet under one condition");
      }
      S.New[U] = Value;
      Writer[U] = N;
    }
  }
}

/// Whether N and the packet's earlier writer of U are under opposite conditions.
bool SymbolicMachine::underOpposite(const State &St, const Step &S, unsigned N, unsigned U) {
  unsigned Other = Writer[U];
  return condition(Other) && predicate(St, S, N) == predicate(St, S, Other) &&
         condition(N)->Holds != condition(Other)->Holds;
}

void SymbolicMachine::clobber(Step &S, unsigned N, Term Event) {
  for (const MachineOperand &Op : R.Instrs[N]->operands())
    if (Op.isRegMask())
      for (unsigned Reg = 1; Reg != TRI.getNumRegs(); ++Reg)
        if (Op.clobbersPhysReg(Reg))
          for (MCRegUnit U : TRI.regunits(Reg))
            S.New[U] = Terms.make({TermTable::Clobber, Event, U});
}

void SymbolicMachine::executeOne(State &St, Step &S, unsigned N) {
  const MachineInstr &MI = *R.Instrs[N];
  std::vector<int64_t> Key = operation(St, S, N);
  bool Access = MI.mayLoadOrStore() || isOrdered(N);
  if (Access) {
    if (std::optional<Term> At = place(St, S, N))
      St.Places[N] = *At;
    addMemory(St, S, N, Key);
  }
  writeResults(St, S, N, Key);
  if (MI.mayStore() || isOrdered(N) || isControlFlow(N)) {
    Term Event = Terms.make(Key);
    St.Events[N] = Event;
    if (MI.mayStore() && !MI.isCall())
      St.Stores.push_back({N, Event});
    clobber(S, N, Event);
  }
  if (Access)
    St.Accesses.push_back(N);
}

void SymbolicMachine::execute(State &St, ArrayRef<unsigned> Members, Step &S) {
  S.StoresBefore = St.Stores.size();
  S.Members = Members;
  NewSticky.clear();
  Writer.clear();
  SmallVector<unsigned, 8> InTurn(Members);
  if (!S.Alone) {
    auto Turn = [&](unsigned N) { return feedsPacket(N) ? 0 : 1 + turn(N); };
    llvm::stable_sort(InTurn, [&](unsigned A, unsigned B) { return Turn(A) < Turn(B); });
  }
  for (unsigned N : InTurn)
    executeOne(St, S, N);
  for (auto [U, T] : S.New) {
    St.Units[U] = T;
    St.Sticky.erase(U);
  }
  for (auto &[U, Setters] : NewSticky)
    St.Sticky[U].insert(Setters.begin(), Setters.end());
}

} // namespace llvm::sda
