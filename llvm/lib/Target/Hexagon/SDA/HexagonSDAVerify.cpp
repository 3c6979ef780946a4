//===- HexagonSDAVerify.cpp - Translation validation of a region ----------===//

#include "HexagonSDAVerify.h"
#include "HexagonPacketVerifier.h"
#include "HexagonRegisterInfo.h"
#include "HexagonSubtarget.h"
#include "HexagonSymbolicMachine.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

using namespace llvm;
using namespace HexagonSymbolic;

namespace {

class Replay {
public:
  Replay(const HexagonRegion &R, const BitVector &LiveOut, AAResults *AA)
      : R(R), LiveOut(LiveOut), M(R, AA),
        HII(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getInstrInfo()),
        HRI(*R.MBB->getParent()->getSubtarget<HexagonSubtarget>().getRegisterInfo()) {
    for (unsigned N = 0; N != R.Instrs.size(); ++N)
      NodeOf[R.Instrs[N]] = N;
  }

  /// Compares program order with the packets in the function.
  std::string comparePackets() {
    State Sequential = program(), Packed;
    unsigned Found = 0;
    for (auto &[Members, NoShuffle] : readPackets()) {
      Step S;
      S.NoShuffle = NoShuffle;
      M.execute(Packed, Members, S);
      if (!isPacket(Members, NoShuffle))
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
        Packets.push_back({{}, Head->isBundle() && HII.getBundleNoShuf(*Head)});
      Packets.back().first.push_back(It->second);
    }
    return Packets;
  }

  bool sameBundle(ArrayRef<unsigned> Members, const MachineInstr &Head) const {
    return &*getBundleStart(R.Instrs[Members.back()]->getIterator()) == &Head;
  }

  bool isPacket(ArrayRef<unsigned> Members, bool NoShuffle) const {
    SmallVector<const MachineInstr *, 4> Instrs;
    SmallVector<unsigned, 4> Opcodes;
    for (unsigned N : Members) {
      Instrs.push_back(R.Instrs[N]);
      Opcodes.push_back(R.Instrs[N]->getOpcode());
    }
    return Members.size() == 1 ||
           HexagonPacketVerifier(*R.MBB->getParent()).isLegal(Instrs, Opcodes, NoShuffle);
  }

  std::string difference(const State &Sequential, const State &Packed) {
    std::set<unsigned> Units;
    for (auto [U, T] : Sequential.Units)
      Units.insert(U);
    for (auto [U, T] : Packed.Units)
      Units.insert(U);
    for (unsigned U : Units)
      if (LiveOut[U] && M.unit(Sequential, U) != M.unit(Packed, U))
        return "register " + std::string(HRI.getName(*MCRegUnitRootIterator(U, &HRI))) +
               " ends with another value";
    if (Sequential.Overflow != Packed.Overflow)
      return "the overflow flag differs";
    for (auto [N, T] : Sequential.Events)
      if (auto It = Packed.Events.find(N); It == Packed.Events.end() || It->second != T) {
        M.fail(N, "a store, side effect or branch sees another state");
        return M.error();
      }
    return "";
  }

  const HexagonRegion &R;
  const BitVector &LiveOut;
  Machine M;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  DenseMap<const MachineInstr *, unsigned> NodeOf;
};

} // namespace

std::string llvm::verifyHexagonRegion(const HexagonRegion &R, const BitVector &LiveOut,
                                      AAResults *AA) {
  return Replay(R, LiveOut, AA).comparePackets();
}

std::string llvm::verifyHexagonOrder(const HexagonRegion &R, ArrayRef<unsigned> Order,
                                     const BitVector &LiveOut, AAResults *AA) {
  return Replay(R, LiveOut, AA).compareOrder(Order);
}

std::string llvm::verifyHexagonRepeat(const HexagonRegion &R, ArrayRef<unsigned> Again,
                                      const BitVector &LiveAtExit, AAResults *AA) {
  return Replay(R, LiveAtExit, AA).compareRepeat(Again);
}

std::string llvm::verifyHexagonRewrite(const HexagonRegion &Before, const HexagonRegion &After,
                                       const BitVector &LiveOut, AAResults *AA) {
  HexagonRegion Both;
  Both.MBB = Before.MBB;
  DenseMap<const MachineInstr *, unsigned> NodeOf;
  auto Nodes = [&](const HexagonRegion &R) {
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
  return Replay(Both, LiveOut, AA).comparePrograms(Old, New);
}
