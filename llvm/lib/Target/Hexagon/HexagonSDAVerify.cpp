//===- HexagonSDAVerify.cpp - Translation validation of a region ----------===//
//
// Values are hash-consed terms: an operation on terms, or the value that a register unit had when
// the region was entered. A load's term names the stores before it that it may alias, in their
// order; so accesses that alias must keep their order for the terms to be equal, and others need
// not. Addresses and pointer updates are sums of a term and a constant. A conditional result is if(predicate, new, old), kept in a normal form in which the two
// halves of a complementary pair commute.
//
//===----------------------------------------------------------------------===//

#include "HexagonSDAVerify.h"
#include "HexagonMemoryDeps.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace llvm;

namespace {

using Term = int;

class TermTable {
public:
  enum : int64_t { Initial = -1, Select = -2, Sum = -3, Access = -4, Clobber = -5, Flags = -6 };

  Term make(std::vector<int64_t> Key) {
    auto [It, New] = Index.try_emplace(Key, Keys.size());
    if (New)
      Keys.push_back(std::move(Key));
    return It->second;
  }

  /// if (P) Then else Else.
  Term select(Term P, Term Then, Term Else) {
    if (isSelect(Then, P))
      Then = Keys[Then][2];
    if (isSelect(Else, P))
      Else = Keys[Else][3];
    return Then == Else ? Then : make({Select, P, Then, Else});
  }

  /// What T is when P holds, or does not.
  Term given(Term T, Term P, bool Holds) const {
    return isSelect(T, P) ? Keys[T][Holds ? 2 : 3] : T;
  }

  Term sum(Term Base, int64_t Offset) {
    if (Keys[Base][0] == Sum) {
      Offset += Keys[Base][2];
      Base = Keys[Base][1];
    }
    Offset = int32_t(Offset);
    return Offset ? make({Sum, Base, Offset}) : Base;
  }

private:
  bool isSelect(Term T, Term P) const { return Keys[T][0] == Select && Keys[T][1] == P; }

  std::map<std::vector<int64_t>, Term> Index;
  std::vector<std::vector<int64_t>> Keys;
};

using UnitTerms = std::map<unsigned, Term>;

/// The machine's state, and what has happened to memory and control flow.
struct State {
  UnitTerms Units;
  /// Who may have set the sticky overflow bit since it was last written.
  std::set<Term> Overflow;
  /// Nodes that stored, with the stores' terms, in the order of execution.
  std::vector<std::pair<unsigned, Term>> Stores;
  /// Nodes that accessed memory or have side effects, in the order of execution.
  std::vector<unsigned> Accesses;
  /// What stores, ordered accesses and control flow did, by node.
  std::map<unsigned, Term> Events;
};

/// One packet while it executes.
struct Step {
  bool Original = false; // program order: the instruction as it was, alone
  bool NoShuffle = false;
  UnitTerms New;                    // results so far
  SmallVector<unsigned, 1> Current; // nodes that are .cur loads
  size_t StoresBefore = 0;
};

class Replay {
public:
  Replay(const HexagonRegion &R, const BitVector &LiveOut, AAResults *AA)
      : R(R), LiveOut(LiveOut), AA(AA), HII(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        HRI(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()),
        OverflowUnit(*HRI.regunits(Hexagon::USR_OVF).begin()) {
    for (unsigned N = 0; N != R.Instrs.size(); ++N)
      NodeOf[R.Instrs[N]] = N;
  }

  std::string run() {
    State Sequential, Packed;
    for (unsigned N = 0; N != R.Instrs.size(); ++N) {
      Step S;
      S.Original = true;
      execute(Sequential, {N}, S);
    }
    unsigned Found = 0;
    for (auto &[Members, NoShuffle] : readPackets()) {
      Step S;
      S.NoShuffle = NoShuffle;
      execute(Packed, Members, S);
      Found += Members.size();
    }
    if (Found != R.Instrs.size())
      return "instructions are missing from the block";
    if (Error.empty())
      compare(Sequential, Packed);
    return Error;
  }

private:
  /// The packets as they stand in the function.
  std::vector<std::pair<std::vector<unsigned>, bool>> readPackets() const {
    std::vector<std::pair<std::vector<unsigned>, bool>> Packets;
    for (auto I = R.MBB->instr_begin(); I != R.End; ++I) {
      auto It = NodeOf.find(&*I);
      if (It == NodeOf.end())
        continue;
      auto Head = getBundleStart(I);
      bool First = !I->isBundledWithPred() || &*std::prev(I) == &*Head ||
                   Packets.empty() || !sameBundle(Packets.back().first, *Head);
      if (First)
        Packets.push_back({{}, Head->isBundle() && HII.getBundleNoShuf(*Head)});
      Packets.back().first.push_back(It->second);
    }
    return Packets;
  }

  bool sameBundle(ArrayRef<unsigned> Members, const MachineInstr &Head) const {
    return &*getBundleStart(R.Instrs[Members.back()]->getIterator()) == &Head;
  }

  void fail(unsigned N, const char *What) {
    if (Error.empty())
      raw_string_ostream(Error) << What << ": " << *R.Instrs[N];
  }

  Term unit(const State &S, unsigned U) {
    auto It = S.Units.find(U);
    Term T = It == S.Units.end() ? Terms.make({TermTable::Initial, U}) : It->second;
    if (U != OverflowUnit || S.Overflow.empty())
      return T;
    std::vector<int64_t> Key = {TermTable::Flags, T};
    Key.insert(Key.end(), S.Overflow.begin(), S.Overflow.end());
    return Terms.make(Key);
  }

  /// What the instruction computes: its opcode without .new and .cur and without a jump's hint.
  unsigned meaning(unsigned N, const Step &S) const {
    unsigned Opcode = R.Original[N].Desc->getOpcode();
    const MachineInstr &MI = *R.Instrs[N];
    if (!S.Original && MI.getOpcode() != Opcode)
      Opcode = HII.isDotCurInst(MI) ? HII.getNonDotCurOp(MI) : HII.getDotOldOp(MI);
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

  static bool flag(const MCInstrDesc &D, unsigned Pos) { return (D.TSFlags >> Pos) & 1; }
  static bool isControlFlow(const MachineInstr &MI) { return MI.isTerminator() || MI.isCall(); }

  /// Whether operand I of N reads a result of its own packet.
  bool readsNew(unsigned N, unsigned I, const Step &S) const {
    if (S.Original)
      return false;
    const MachineInstr &MI = *R.Instrs[N];
    const MCInstrDesc &D = MI.getDesc();
    const MachineOperand &Op = MI.getOperand(I);
    if (Op.isImplicit())
      return isControlFlow(MI);
    if (Hexagon::PredRegsRegClass.contains(Op.getReg()))
      return flag(D, HexagonII::PredicatedNewPos);
    if (flag(D, HexagonII::NewValuePos) &&
        I == ((D.TSFlags >> HexagonII::NewValueOpPos) & HexagonII::NewValueOpMask))
      return true;
    return llvm::any_of(S.Current, [&](unsigned C) {
      return C != N && HRI.regsOverlap(R.Instrs[C]->getOperand(0).getReg(), Op.getReg());
    });
  }

  /// The term of unit U as operand I of N reads it.
  Term read(const State &St, const Step &S, unsigned N, unsigned I, unsigned U) {
    if (!readsNew(N, I, S))
      return unit(St, U);
    auto It = S.New.find(U);
    if (It != S.New.end())
      return It->second;
    if (!R.Instrs[N]->getOperand(I).isImplicit())
      fail(N, "a new value has no producer in the packet");
    return unit(St, U);
  }

  /// The register of operand I of N, as the program has it or as packed.
  MCRegister reg(unsigned N, unsigned I, const Step &S) const {
    if (S.Original)
      for (auto [Index, Reg] : R.Original[N].Registers)
        if (Index == I)
          return Reg.asMCReg();
    return R.Instrs[N]->getOperand(I).getReg().asMCReg();
  }

  int64_t immediate(unsigned N, unsigned I, const Step &S) const {
    if (S.Original)
      for (auto [Index, Value] : R.Original[N].Immediates)
        if (Index == I)
          return Value;
    return R.Instrs[N]->getOperand(I).getImm();
  }

  /// The operation and its operands.
  std::vector<int64_t> operation(const State &St, const Step &S, unsigned N) {
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
      } else if (Op.isImplicit() && HII.isPredicated(MI) &&
                 MI.modifiesRegister(Op.getReg(), &HRI)) {
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

  bool isOrdered(unsigned N) const {
    const MachineInstr &MI = *R.Instrs[N];
    return MI.hasUnmodeledSideEffects() || MI.isCall() ||
           (MI.mayLoadOrStore() && MI.hasOrderedMemoryRef());
  }

  /// What N sees of memory.
  void addMemory(const State &St, const Step &S, unsigned N, std::vector<int64_t> &Key) {
    const MachineInstr &MI = *R.Instrs[N];
    Key.push_back(TermTable::Access);
    // A load is ahead of its packet's stores, unless their order is kept.
    bool SeesPacket = MI.mayStore() || isOrdered(N) || isControlFlow(MI) ||
                      (S.NoShuffle && !HII.isHVXVec(MI));
    size_t Stores = SeesPacket ? St.Stores.size() : S.StoresBefore;
    std::vector<int64_t> Seen;
    for (size_t I = 0; I != Stores; ++I) {
      auto [Node, T] = St.Stores[I];
      if (isOrdered(N) || isOrdered(Node) || hexagonMayAlias(*R.Instrs[Node], MI, AA))
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

  /// The value of result Op, the Index-th unit that N writes.
  Term result(const State &St, const Step &S, unsigned N, unsigned I, std::vector<int64_t> Key,
              unsigned Index) {
    const MachineInstr &MI = *R.Instrs[N];
    const MachineOperand &Op = MI.getOperand(I);
    auto Old = [&](MCRegister Reg) { return unit(St, *HRI.regunits(Reg).begin()); };
    if (MI.getOpcode() == Hexagon::A2_addi && MI.getOperand(2).isImm())
      return Terms.sum(Old(reg(N, 1, S)), immediate(N, 2, S));
    if (MI.getOpcode() == Hexagon::S2_allocframe && !Op.isImplicit() &&
        Op.getReg() == Hexagon::R29)
      return Terms.sum(Old(Hexagon::R29), -immediate(N, 2, S) - HEXAGON_LRFP_SIZE);
    unsigned Base, Offset;
    if (HII.isPostIncrement(MI) && !HII.isPredicated(MI) &&
        HII.getBaseAndOffsetPosition(MI, Base, Offset) && reg(N, I, S) == reg(N, Base, S))
      return Terms.sum(Old(reg(N, I, S)), immediate(N, Offset, S));
    Key.push_back(Index);
    return Terms.make(std::move(Key));
  }

  Term predicate(const State &St, const Step &S, unsigned N) {
    const MachineInstr &MI = *R.Instrs[N];
    for (unsigned I = 0, E = MI.getNumOperands(); I != E; ++I) {
      const MachineOperand &Op = MI.getOperand(I);
      if (Op.isReg() && Op.isUse() && Hexagon::PredRegsRegClass.contains(Op.getReg()))
        return read(St, S, N, I, *HRI.regunits(reg(N, I, S)).begin());
    }
    fail(N, "a conditional instruction has no predicate");
    return 0;
  }

  void writeResults(State &St, Step &S, unsigned N, const std::vector<int64_t> &Key) {
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
        auto Before = S.New.find(U);
        bool Again = Before != S.New.end() && Writer[U] != N;
        if (Again && !Conditional && !MI.isCall())
          fail(N, "a register has two writers in its packet");
        if (Conditional) {
          Term P = predicate(St, S, N), Else = Again ? Before->second : unit(St, U);
          Value = HII.isPredicatedTrue(MI) ? Terms.select(P, Value, Else)
                                           : Terms.select(P, Else, Value);
          if (Again && !Opposite(St, S, N, U))
            fail(N, "a register has two writers in its packet under one condition");
        }
        S.New[U] = Value;
        Writer[U] = N;
      }
    }
  }

  /// Whether N and the packet's earlier writer of U are under opposite conditions.
  bool Opposite(const State &St, const Step &S, unsigned N, unsigned U) {
    unsigned Other = Writer[U];
    return HII.isPredicated(*R.Instrs[Other]) &&
           predicate(St, S, N) == predicate(St, S, Other) &&
           HII.isPredicatedTrue(*R.Instrs[N]) != HII.isPredicatedTrue(*R.Instrs[Other]);
  }

  void clobber(Step &S, unsigned N, Term Event) {
    for (const MachineOperand &Op : R.Instrs[N]->operands())
      if (Op.isRegMask())
        for (unsigned Reg = 1; Reg != HRI.getNumRegs(); ++Reg)
          if (Op.clobbersPhysReg(Reg))
            for (MCRegUnit U : HRI.regunits(Reg))
              S.New[U] = Terms.make({TermTable::Clobber, Event, U});
  }

  void executeOne(State &St, Step &S, unsigned N) {
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

  void execute(State &St, const std::vector<unsigned> &Members, Step &S) {
    S.StoresBefore = St.Stores.size();
    NewOverflow.clear();
    Writer.clear();
    if (!S.Original)
      for (unsigned N : Members)
        if (HII.isDotCurInst(*R.Instrs[N]) && R.Instrs[N]->mayLoad())
          S.Current.push_back(N);
    for (unsigned N : S.Current)
      executeOne(St, S, N);
    for (unsigned N : Members)
      if (!llvm::is_contained(S.Current, N))
        executeOne(St, S, N);
    for (auto [U, T] : S.New) {
      St.Units[U] = T;
      if (U == OverflowUnit)
        St.Overflow.clear();
    }
    St.Overflow.insert(NewOverflow.begin(), NewOverflow.end());
  }

  void compare(State &Sequential, State &Packed) {
    std::set<unsigned> Units;
    for (auto [U, T] : Sequential.Units)
      Units.insert(U);
    for (auto [U, T] : Packed.Units)
      Units.insert(U);
    for (unsigned U : Units)
      if (LiveOut[U] && unit(Sequential, U) != unit(Packed, U)) {
        Error = "register " + std::string(HRI.getName(*MCRegUnitRootIterator(U, &HRI))) +
                " ends with another value";
        return;
      }
    if (Sequential.Overflow != Packed.Overflow)
      Error = "the overflow flag differs";
    for (auto [N, T] : Sequential.Events)
      if (Packed.Events[N] != T)
        return fail(N, "a store, side effect or branch sees another state");
  }

  const HexagonRegion &R;
  const BitVector &LiveOut;
  AAResults *AA;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  const unsigned OverflowUnit;
  DenseMap<const MachineInstr *, unsigned> NodeOf;
  TermTable Terms;
  /// Of the packet that executes: new contributors to the overflow bit; last writer of each unit.
  std::set<Term> NewOverflow;
  std::map<unsigned, unsigned> Writer;
  std::string Error;
};

} // namespace

std::string llvm::verifyHexagonRegion(const HexagonRegion &R, const BitVector &LiveOut,
                                      AAResults *AA) {
  return Replay(R, LiveOut, AA).run();
}
