//===- SDA/SymbolicMachine.h - Executes packets on terms --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What -sda-verify runs a region on, once in program order and once packet by packet. A target
// derives its own and says what its instructions mean, where that is more than "some result of the
// operands":
//
//   class ToyMachine : public sda::SymbolicMachine {
//     std::optional<Term> value(...) override { ... } // sums, moves of pointers
//   };
//
// Without that it is right, but takes some programs that are the same for different ones. A machine
// whose packets do not read everything before they write anything overrides source() as well.
//
//===----------------------------------------------------------------------===//
#ifndef LLVM_CODEGEN_SDA_SYMBOLICMACHINE_H
#define LLVM_CODEGEN_SDA_SYMBOLICMACHINE_H

#include "llvm/CodeGen/SDA/SDATarget.h"
#include "llvm/CodeGen/SDA/Terms.h"
#include <set>

namespace llvm::sda {

/// The machine's symbolic state, and what has happened to memory and control flow.
struct State {
  UnitTerms Units;
  /// Who may have set a sticky register since it was last written, by unit.
  std::map<unsigned, std::set<Term>> Sticky;
  /// Nodes that stored, with the stores' terms, in the order of execution.
  std::vector<std::pair<unsigned, Term>> Stores;
  /// Nodes that accessed memory or have side effects, in the order of execution.
  std::vector<unsigned> Accesses;
  /// The address of an access, by node, where it is one operand and a constant.
  std::map<unsigned, Term> Places;
  /// What stores, ordered accesses and control flow did, by node.
  std::map<unsigned, Term> Events;
};

/// The state of a packet while it executes.
struct Step {
  bool Alone = false;    // one instruction, which reads what those before it wrote
  bool Original = false; // with the form and the registers that it had
  bool InOrder = false;  // see PacketForms
  ArrayRef<unsigned> Members;
  UnitTerms New;         // results so far
  UnitTerms Datums;      // of what feeds the packet, as the packet reads them
  size_t StoresBefore = 0;
};

/// Executes a region's instructions, named by their nodes.
class SymbolicMachine {
public:
  SymbolicMachine(const SDATarget &T, const Region &R);
  virtual ~SymbolicMachine();

  /// Executes one packet, or one instruction of a program (Step.Alone).
  void execute(State &St, ArrayRef<unsigned> Members, Step &S);

  /// The value of register unit U.
  Term unit(const State &St, unsigned U);

  /// What went wrong first, or empty.
  const std::string &error() const { return Error; }
  void fail(unsigned N, const char *What);

protected:
  // --- What instructions mean ---

  /// What N computes: its opcode without what only the packet asks for (forms, hints). The default:
  /// the opcode that it had.
  virtual unsigned meaning(unsigned N, const Step &S) const;

  /// Sources of an operand. Outside: what was there before the packet. Packet: what a member makes;
  /// there has to be one. Latest: what a member ahead of it has made, or else what was there
  /// before.
  enum class Source { Outside, Packet, Latest };
  /// Where operand I of N comes from in a packet. The default: outside, but for what control flow
  /// reads implicitly.
  virtual Source source(unsigned N, unsigned I) const;

  /// The operand that decides whether N does anything (~0: none is found), and when.
  struct Condition {
    unsigned OpIdx;
    bool Holds;
  };
  virtual std::optional<Condition> condition(unsigned N) const { return std::nullopt; }

  /// What explicit result I of N is, if more is known than that it follows from Key: the operation
  /// and its operands, terms and immediates.
  virtual std::optional<Term> value(const State &St, const Step &S, unsigned N, unsigned I,
                                    const std::vector<int64_t> &Key) {
    return std::nullopt;
  }

  /// A register that any number of instructions set in any order.
  virtual bool isSticky(MCRegister Reg) const { return false; }
  /// Whether two accesses, of which one stores, may touch. The default: as the target says.
  virtual bool mayAlias(unsigned A, unsigned B) const;
  /// Whether two accesses may change places although one of them is a call.
  virtual bool areFree(unsigned A, unsigned B) const { return false; }
  /// Whether N sees what the packet has stored ahead of it. The default: what is no mere load.
  virtual bool seesItsPacket(unsigned N, const Step &S) const;
  /// A load whose datum the packet reads: it comes first.
  virtual bool feedsPacket(unsigned N) const { return false; }
  /// The order in which a packet's effects happen, members of one turn in program order. The
  /// default: control flow last.
  virtual unsigned turn(unsigned N) const { return isControlFlow(N); }

  // --- For those who answer ---

  MCRegister reg(unsigned N, unsigned I, const Step &S) const;
  int64_t immediate(unsigned N, unsigned I, const Step &S) const;
  bool isControlFlow(unsigned N) const;
  bool isOrdered(unsigned N) const;
  /// The first unit of operand I of N before the packet.
  Term before(const State &St, const Step &S, unsigned N, unsigned I);
  /// The first unit of operand I of N behind the packet's earlier members; as before() if none
  /// writes it.
  Term latest(const State &St, const Step &S, unsigned N, unsigned I);

  const SDATarget &T;
  const Region &R;
  const TargetRegisterInfo &TRI;
  TermTable Terms;

private:
  bool isPassable(unsigned N) const;
  bool isInvariant(unsigned N) const;
  bool stayInOrder(unsigned A, unsigned B) const;
  Term read(const State &St, const Step &S, unsigned N, unsigned I, unsigned U);
  std::vector<int64_t> operation(const State &St, const Step &S, unsigned N);
  void addMemory(const State &St, const Step &S, unsigned N, std::vector<int64_t> &Key);
  std::optional<Term> place(const State &St, const Step &S, unsigned N);
  bool sees(const State &St, unsigned N, unsigned Store);
  bool isConditional(unsigned N) const;
  Term predicate(const State &St, const Step &S, unsigned N);
  void writeResults(State &St, Step &S, unsigned N, const std::vector<int64_t> &Key);
  bool underOpposite(const State &St, const Step &S, unsigned N, unsigned U);
  void clobber(Step &S, unsigned N, Term Event);
  void executeOne(State &St, Step &S, unsigned N);

  /// State of the packet that executes, by register unit: what sets sticky registers; the last
  /// writer.
  std::map<unsigned, std::set<Term>> NewSticky;
  std::map<unsigned, unsigned> Writer;
  std::string Error;
};

} // namespace llvm::sda

#endif
