//===- HexagonSymbolicMachine.h - Executes packets on terms -----*- C++ -*-===//
//
// Values are hash-consed terms: an operation on terms, or the value that a register unit had when
// the region was entered. A load's term names the stores before it that it may alias, in their
// order; so accesses that alias must keep their order for the terms to be equal, and others need
// not. Addresses, pointer updates and other sums are linear forms: a constant and terms with factors,
// in whatever order they were added; a pointer that moves around a circular buffer is a term of its
// own. A compound is the term of its two parts. A conditional result is
// if(predicate, new, old), kept in a normal form in which the two halves of a complementary pair
// commute.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONSYMBOLICMACHINE_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONSYMBOLICMACHINE_H

#include "HexagonSDARegion.h"
#include <map>
#include <optional>
#include <set>

namespace llvm {

class AAResults;
class HexagonRegisterInfo;

namespace HexagonSymbolic {

using Term = int;

/// Hash-consed terms: equal terms have equal numbers.
class TermTable {
public:
  enum : int64_t { Initial = -1, Select = -2, Sum = -3, Access = -4, Clobber = -5, Flags = -6,
                  Circular = -7 };

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

  Term sum(Term Base, int64_t Offset) { return linear(Base, 0, Base, Offset); }

  /// A + Factor * B + Offset, modulo 2^32.
  Term linear(Term A, int64_t Factor, Term B, int64_t Offset = 0) {
    std::map<Term, int64_t> Addends;
    Offset += collect(A, 1, Addends) + collect(B, Factor, Addends);
    std::vector<int64_t> Key = {Sum, int32_t(Offset)};
    for (auto [T, Times] : Addends)
      if (int32_t(Times)) {
        Key.push_back(T);
        Key.push_back(int32_t(Times));
      }
    bool Alone = Key.size() == 4 && !Key[1] && Key[3] == 1;
    return Alone ? Term(Key[2]) : make(std::move(Key));
  }

private:
  /// Adds Factor * T to the addends; returns its constant.
  int64_t collect(Term T, int64_t Factor, std::map<Term, int64_t> &Addends) const {
    const std::vector<int64_t> &Key = Keys[T];
    if (Key[0] != Sum) {
      Addends[T] += Factor;
      return 0;
    }
    for (size_t I = 2; I != Key.size(); I += 2)
      Addends[Term(Key[I])] += Factor * Key[I + 1];
    return Factor * Key[1];
  }

  bool isSelect(Term T, Term P) const { return Keys[T][0] == Select && Keys[T][1] == P; }

  std::map<std::vector<int64_t>, Term> Index;
  std::vector<std::vector<int64_t>> Keys;
};

using UnitTerms = std::map<unsigned, Term>;

/// The machine's symbolic state, and what has happened to memory and control flow.
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
  bool Alone = false;    // one instruction, which reads what those before it wrote
  bool Original = false; // with the form and the registers that it had
  bool NoShuffle = false;
  UnitTerms New;                    // results so far
  SmallVector<unsigned, 1> Current; // nodes that are .cur or .tmp loads
  UnitTerms Datums;                 // of theirs, as the packet reads them
  size_t StoresBefore = 0;
};

/// Executes a region's instructions, named by their nodes, by Hexagon's packet semantics.
class Machine {
public:
  Machine(const HexagonRegion &R, AAResults *AA);

  /// Executes one packet, or one instruction of a program (Step.Alone).
  void execute(State &St, ArrayRef<unsigned> Members, Step &S);

  /// The value of register unit U.
  Term unit(const State &St, unsigned U);

  /// What went wrong first, or empty.
  const std::string &error() const { return Error; }
  void fail(unsigned N, const char *What);

private:
  unsigned meaning(unsigned N, const Step &S) const;
  bool isNewValue(unsigned N, unsigned I) const;
  bool readsNew(unsigned N, unsigned I, const Step &S) const;
  Term read(const State &St, const Step &S, unsigned N, unsigned I, unsigned U);
  MCRegister reg(unsigned N, unsigned I, const Step &S) const;
  int64_t immediate(unsigned N, unsigned I, const Step &S) const;
  std::vector<int64_t> operation(const State &St, const Step &S, unsigned N);
  bool isOrdered(unsigned N) const;
  void addMemory(const State &St, const Step &S, unsigned N, std::vector<int64_t> &Key);
  Term result(const State &St, const Step &S, unsigned N, unsigned I, std::vector<int64_t> Key,
              unsigned Index);
  Term compute(std::vector<int64_t> Key);
  std::optional<Term> moved(const State &St, const Step &S, unsigned N, unsigned I);
  Term predicate(const State &St, const Step &S, unsigned N);
  void writeResults(State &St, Step &S, unsigned N, const std::vector<int64_t> &Key);
  bool underOpposite(const State &St, const Step &S, unsigned N, unsigned U);
  void clobber(Step &S, unsigned N, Term Event);
  void executeOne(State &St, Step &S, unsigned N);

  const HexagonRegion &R;
  AAResults *AA;
  const HexagonInstrInfo &HII;
  const HexagonRegisterInfo &HRI;
  const unsigned OverflowUnit;
  TermTable Terms;
  /// Of the packet that executes: new contributors to the overflow bit; last writer of each unit.
  std::set<Term> NewOverflow;
  std::map<unsigned, unsigned> Writer;
  std::string Error;
};

} // namespace HexagonSymbolic
} // namespace llvm

#endif
