//===- SDA/Replay.cpp - Translation validation of a region ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/CodeGen/SDA/Replay.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/SDA/SymbolicMachine.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include <numeric>

namespace llvm::sda {

namespace {

class Replay {
public:
  Replay(const SDATarget &T, const Region &R, const BitVector &LiveOut, SymbolicMachine &M)
      : T(T), R(R), LiveOut(LiveOut), M(M) {
    for (unsigned N = 0; N != R.Instrs.size(); ++N)
      NodeOf[R.Instrs[N]] = N;
  }

  /// Compares program order with the packets in the function.
  std::string comparePackets() {
    State Sequential = program(), Packed;
    unsigned Found = 0;
    for (auto &[Members, InOrder] : readPackets()) {
      Step S;
      S.InOrder = InOrder;
      M.execute(Packed, Members, S);
      if (!isPacket(Members, InOrder))
        M.fail(Members.front(), "the assembler refuses a packet");
      Found += Members.size();
    }
    if (Found != R.Instrs.size())
      return "instructions are missing from the block";
    return M.error().empty() ? difference(Sequential, Packed) : M.error();
  }

  /// Compares program order with another order.
  std::string compareOrder(ArrayRef<unsigned> Order) {
    State Sequential = program(), Other = run(Order, /*Original=*/false);
    return M.error().empty() ? difference(Sequential, Other) : M.error();
  }

  /// Compares two programs of the region's instructions as they were.
  std::string comparePrograms(ArrayRef<unsigned> Before, ArrayRef<unsigned> After) {
    State A = run(Before, /*Original=*/true), B = run(After, /*Original=*/true);
    if (A.Events.size() != B.Events.size())
      return "the programs do not have the same effects";
    return M.error().empty() ? difference(A, B) : M.error();
  }

  /// Compares program order with itself and some nodes once more.
  std::string compareRepeat(ArrayRef<unsigned> Again) {
    std::vector<unsigned> Order(R.Instrs.size());
    std::iota(Order.begin(), Order.end(), 0);
    Order.insert(Order.end(), Again.begin(), Again.end());
    return compareOrder(Order);
  }

private:
  State run(ArrayRef<unsigned> Order, bool Original) {
    State St;
    for (unsigned N : Order) {
      Step S;
      S.Alone = true;
      S.Original = Original;
      M.execute(St, {N}, S);
    }
    return St;
  }

  State program() {
    std::vector<unsigned> Order(R.Instrs.size());
    std::iota(Order.begin(), Order.end(), 0);
    return run(Order, /*Original=*/true);
  }

  /// The packets as they stand in the function.
  std::vector<std::pair<std::vector<unsigned>, bool>> readPackets() const {
    std::vector<std::pair<std::vector<unsigned>, bool>> Packets;
    for (auto I = R.MBB->instr_begin(); I != R.End; ++I) {
      auto It = NodeOf.find(&*I);
      if (It == NodeOf.end())
        continue;
      auto Head = getBundleStart(I);
      bool First = !I->isBundledWithPred() || &*std::prev(I) == &*Head || Packets.empty() ||
                   !sameBundle(Packets.back().first, *Head);
      if (First)
        Packets.push_back({{}, Head->isBundle() && T.isInOrder(*Head)});
      Packets.back().first.push_back(It->second);
    }
    return Packets;
  }

  bool sameBundle(ArrayRef<unsigned> Members, const MachineInstr &Head) const {
    return &*getBundleStart(R.Instrs[Members.back()]->getIterator()) == &Head;
  }

  bool isPacket(ArrayRef<unsigned> Members, bool InOrder) const {
    SmallVector<const MachineInstr *, 8> Instrs;
    for (unsigned N : Members)
      Instrs.push_back(R.Instrs[N]);
    return Members.size() == 1 || T.isPacket(Instrs, InOrder);
  }

  std::string difference(const State &Sequential, const State &Packed) {
    std::set<unsigned> Units;
    for (auto [U, T] : Sequential.Units)
      Units.insert(U);
    for (auto [U, T] : Packed.Units)
      Units.insert(U);
    for (unsigned U : Units)
      if (LiveOut[U] && M.unit(Sequential, U) != M.unit(Packed, U))
        return "register " + std::string(T.TRI.getName(*MCRegUnitRootIterator(U, &T.TRI))) +
               " ends with another value";
    if (Sequential.Sticky != Packed.Sticky)
      return "a sticky flag differs";
    for (auto [N, T] : Sequential.Events)
      if (auto It = Packed.Events.find(N); It == Packed.Events.end() || It->second != T) {
        M.fail(N, "a store, side effect or branch sees another state");
        return M.error();
      }
    return "";
  }

  const SDATarget &T;
  const Region &R;
  const BitVector &LiveOut;
  SymbolicMachine &M;
  DenseMap<const MachineInstr *, unsigned> NodeOf;
};

} // namespace

template <typename Function>
static std::string replay(const SDATarget &T, const Region &R, const BitVector &LiveOut,
                          Function Compare) {
  std::unique_ptr<SymbolicMachine> M = T.machine(R);
  if (!M)
    return "";
  Replay Run(T, R, LiveOut, *M);
  return Compare(Run);
}

std::string verifyRegion(const SDATarget &T, const Region &R, const BitVector &LiveOut) {
  return replay(T, R, LiveOut, [](Replay &Run) { return Run.comparePackets(); });
}

std::string verifyOrder(const SDATarget &T, const Region &R, ArrayRef<unsigned> Order,
                        const BitVector &LiveOut) {
  return replay(T, R, LiveOut, [&](Replay &Run) { return Run.compareOrder(Order); });
}

std::string verifyRepeat(const SDATarget &T, const Region &R, ArrayRef<unsigned> Again,
                         const BitVector &LiveAtExit) {
  return replay(T, R, LiveAtExit, [&](Replay &Run) { return Run.compareRepeat(Again); });
}

std::string verifyRewrite(const SDATarget &T, const Region &Before, const Region &After,
                          const BitVector &LiveOut) {
  Region Both;
  Both.MBB = Before.MBB;
  DenseMap<const MachineInstr *, unsigned> NodeOf;
  auto Nodes = [&](const Region &R) {
    std::vector<unsigned> Order;
    for (unsigned N = 0; N != R.Instrs.size(); ++N) {
      auto [It, New] = NodeOf.try_emplace(R.Instrs[N], Both.Instrs.size());
      bool Changed = !New && !(R.Original[N] == Both.Original[It->second]);
      if (Changed)
        It->second = Both.Instrs.size(); // another one, whose effects are not the first one's
      if (New || Changed) {
        Both.Instrs.push_back(R.Instrs[N]);
        Both.Original.push_back(R.Original[N]);
      }
      Order.push_back(It->second);
    }
    return Order;
  };
  std::vector<unsigned> Old = Nodes(Before), New = Nodes(After);
  return replay(T, Both, LiveOut, [&](Replay &Run) { return Run.comparePrograms(Old, New); });
}

} // namespace llvm::sda
