//===- PolynomialLoops.cpp - Loops that multiply polynomials ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is recognized by what it is, not by how the loop is written. All turns are executed on
// forms (BitForms.h), which gives each bit behind the loop as a function of the bits ahead of it. A
// formula with pmpyw is guessed from some of them, executed on forms as well, and taken if all bits
// are equal.
#include "PolynomialLoops.h"
#include "BitForms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsHexagon.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace {

constexpr unsigned MinTurns = 4, MaxTurns = 32, MaxInstructions = 64, MaxInputs = 6;
/// pmpyw multiplies 32 by 32 bits to 64.
constexpr unsigned FactorBits = 32, ProductBits = 64;

/// What a loop of one block does, turn by turn.
class LoopForms {
public:
  explicit LoopForms(Loop &L) : Block(*L.getHeader()), Preheader(*L.getLoopPreheader()) {}

  /// Executes one more turn.
  void turn();
  /// The value in the last turn, or ahead of the loop.
  MaybeWord of(Value *V);
  /// A value from ahead of the loop.
  struct Input {
    unsigned FirstBit; ///< the number of its lowest bit
    WordForm Word;
  };
  const MapVector<Value *, Input> &inputs() const { return Inputs; }

private:
  MaybeWord inputOf(Value *V);
  MaybeWord result(Instruction &I);
  MaybeWord ofBinary(unsigned Opcode, const WordForm &A, const WordForm &B);
  std::optional<BitForm> ofCompare(CmpInst::Predicate P, WordForm A, WordForm B);

  BasicBlock &Block, &Preheader;
  bool First = true;
  DenseMap<Value *, WordForm> Now;
  MapVector<Value *, Input> Inputs;
  unsigned Bits = 0; ///< of all inputs
};

/// What a value behind the loop is: sums of inputs, shifted; and a product of sums of inputs, or of
/// a remainder's quotient.
struct Formula {
  SmallVector<Value *, 2> Factors; ///< Their sum, of the low Turns bits, is what the turns test.
  uint32_t Inverse = 0;   ///< Unless 0: that sum times this, of the low Turns bits, is the factor.
  Value *Other = nullptr; ///< The other factor, or
  uint32_t Constant = 0;  ///< this one.
  unsigned Shift = 0;     ///< The product is divided by 2^Shift.
  SmallVector<Value *, 2> Kept; ///< Inputs that are added,
  unsigned KeptShift = 0;       ///< divided by 2^KeptShift.
  APInt Added;                  ///< A constant that is added.
};

/// Finds a formula for a value.
class FormulaSearch {
public:
  FormulaSearch(const LoopForms &Forms, WordForm Value, unsigned Turns)
      : Forms(Forms), Value(std::move(Value)), Turns(Turns) {}
  std::optional<Formula> find() const;

private:
  const WordForm &inputWord(llvm::Value *V) const { return Forms.inputs().find(V)->second.Word; }
  uint64_t column(unsigned Bit) const;
  bool holds(Formula &F) const;
  std::optional<Formula> byInputs() const;
  std::optional<Formula> byConstants(bool Right) const;
  /// What a loop's direction decides: to the right, all but the last turn shift the product.
  Formula shifted(bool Right) const;

  const LoopForms &Forms;
  WordForm Value;
  unsigned Turns;
};

} // namespace

MaybeWord LoopForms::inputOf(Value *V) {
  auto *Type = dyn_cast<IntegerType>(V->getType());
  if (!Type || Type->getBitWidth() > ProductBits)
    return std::nullopt;
  if (auto *Wider = dyn_cast<ZExtInst>(V))
    if (MaybeWord Narrow = of(Wider->getOperand(0)))
      return resized(*Narrow, Type->getBitWidth());
  auto At = Inputs.find(V);
  if (At != Inputs.end())
    return At->second.Word;
  if (Inputs.size() == MaxInputs)
    return std::nullopt;
  const KnownBits Known = computeKnownBits(V, Block.getDataLayout());
  WordForm Word;
  for (unsigned I = 0; I != Type->getBitWidth(); ++I)
    Word.push_back(Known.Zero[I] ? BitForm(false) : BitForm::unknown(Bits + I));
  Inputs.insert({V, {Bits, Word}});
  Bits += Type->getBitWidth();
  return Word;
}

MaybeWord LoopForms::of(Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return constantWord(C->getValue());
  if (isa<Constant>(V))
    return std::nullopt;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != &Block)
    return inputOf(V);
  auto At = Now.find(V);
  return At == Now.end() ? std::nullopt : MaybeWord(At->second);
}

void LoopForms::turn() {
  // All phis change at once.
  SmallVector<std::pair<PHINode *, MaybeWord>, 8> Phis;
  for (PHINode &Phi : Block.phis())
    if (Phi.getType()->isIntegerTy())
      Phis.push_back({&Phi, of(Phi.getIncomingValueForBlock(First ? &Preheader : &Block))});
  First = false;
  Now.clear();
  for (auto &[Phi, Word] : Phis)
    if (Word)
      Now[Phi] = std::move(*Word);
  for (Instruction &I : Block)
    if (!isa<PHINode>(I) && I.getType()->isIntegerTy())
      if (MaybeWord Word = result(I))
        Now[&I] = std::move(*Word);
}

/// True if no bit may be set in both words.
static bool areDisjoint(const WordForm &A, const WordForm &B) {
  return all_of(zip_equal(A, B),
                [](auto Bits) { return std::get<0>(Bits).isZero() || std::get<1>(Bits).isZero(); });
}

static bool isOneBit(const WordForm &Word) {
  return all_of(drop_begin(Word), [](const BitForm &Bit) { return Bit.isZero(); });
}

MaybeWord LoopForms::ofBinary(unsigned Opcode, const WordForm &A, const WordForm &B) {
  std::optional<APInt> X = asConstant(A), Y = asConstant(B);
  switch (Opcode) {
  case Instruction::Xor:
    return sumOf(A, B);
  case Instruction::And:
    return productOf(A, B);
  case Instruction::Or:
    if (MaybeWord Both = productOf(A, B))
      return sumOf(sumOf(A, B), *Both);
    return std::nullopt;
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    if (!Y || Y->uge(A.size()))
      return std::nullopt;
    if (Opcode == Instruction::Shl)
      return shiftedLeft(A, Y->getZExtValue());
    return shiftedRight(A, Y->getZExtValue(),
                        Opcode == Instruction::AShr ? A.back() : BitForm(false));
  case Instruction::Add:
    if (X && Y)
      return constantWord(*X + *Y);
    return areDisjoint(A, B) ? MaybeWord(sumOf(A, B)) : std::nullopt;
  case Instruction::Sub:
    if (X && Y)
      return constantWord(*X - *Y);
    return X && X->isZero() && isOneBit(B) ? MaybeWord(WordForm(B.size(), B[0])) : std::nullopt;
  case Instruction::Mul:
    if (X && Y)
      return constantWord(*X * *Y);
    if (isOneBit(B))
      return masked(A, B[0]);
    return isOneBit(A) ? masked(B, A[0]) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<BitForm> LoopForms::ofCompare(CmpInst::Predicate P, WordForm A, WordForm B) {
  std::optional<APInt> X = asConstant(A), Y = asConstant(B);
  if (X && Y)
    return BitForm(ICmpInst::compare(*X, *Y, P));
  if (X) {
    std::swap(A, B);
    std::swap(X, Y);
    P = CmpInst::getSwappedPredicate(P);
  }
  std::optional<BitForm> Holds;
  switch (P) {
  case CmpInst::ICMP_EQ:
  case CmpInst::ICMP_NE:
    Holds = isZeroWord(sumOf(A, B));
    break;
  case CmpInst::ICMP_ULT:
  case CmpInst::ICMP_UGE:
    if (Y && Y->isPowerOf2())
      Holds = isZeroWord(shiftedRight(A, Y->logBase2()));
    break;
  case CmpInst::ICMP_ULE:
  case CmpInst::ICMP_UGT:
    if (Y && Y->isMask())
      Holds = isZeroWord(shiftedRight(A, Y->countr_one()));
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_SGE:
    if (Y && Y->isZero())
      Holds = A.back();
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_SGT:
    if (Y && Y->isAllOnes())
      Holds = A.back();
    break;
  default:
    break;
  }
  const bool Opposite = P == CmpInst::ICMP_NE || P == CmpInst::ICMP_UGE || P == CmpInst::ICMP_UGT ||
                        P == CmpInst::ICMP_SGE || P == CmpInst::ICMP_SGT;
  if (Holds && Opposite)
    Holds = *Holds ^ true;
  return Holds;
}

MaybeWord LoopForms::result(Instruction &I) {
  SmallVector<WordForm, 3> Words;
  if (!isa<BinaryOperator, ICmpInst, SelectInst, CastInst, FreezeInst>(I))
    return std::nullopt;
  for (Value *Operand : I.operands()) {
    MaybeWord Word = of(Operand);
    if (!Word)
      return std::nullopt;
    Words.push_back(std::move(*Word));
  }
  const unsigned Width = I.getType()->getIntegerBitWidth();
  switch (I.getOpcode()) {
  case Instruction::Freeze:
    return Words[0];
  case Instruction::ZExt:
  case Instruction::Trunc:
    return resized(Words[0], Width);
  case Instruction::SExt:
    return resized(Words[0], Width, Words[0].back());
  case Instruction::ICmp:
    if (std::optional<BitForm> Bit =
            ofCompare(cast<ICmpInst>(I).getPredicate(), Words[0], Words[1]))
      return WordForm(1, *Bit);
    return std::nullopt;
  case Instruction::Select:
    if (MaybeWord Changed = masked(sumOf(Words[1], Words[2]), Words[0][0]))
      return sumOf(Words[2], *Changed);
    return std::nullopt;
  default:
    return isa<BinaryOperator>(I) ? ofBinary(I.getOpcode(), Words[0], Words[1]) : std::nullopt;
  }
}

/// The word's low Count bits as a factor of pmpyw.
static WordForm factorBits(const WordForm &Word, unsigned Count) {
  return resized(resized(Word, Count), FactorBits);
}

static WordForm constantFactor(uint32_t Value) { return constantWord(APInt(FactorBits, Value)); }

/// The polynomial whose product with Modulus, which has a constant term, is 1 in the low Count
/// bits.
static uint32_t inverseOf(uint64_t Modulus, unsigned Count) {
  uint32_t Inverse = 0;
  uint64_t Rest = 1;
  for (unsigned I = 0; I != Count; ++I)
    if (Rest >> I & 1) {
      Inverse |= 1u << I;
      Rest ^= Modulus << I;
    }
  return Inverse;
}

/// The bits of the value in which an unknown bit is a term.
uint64_t FormulaSearch::column(unsigned Bit) const {
  uint64_t Column = 0;
  for (auto [I, Form] : enumerate(Value))
    Column |= uint64_t(Form.has(Bit)) << I;
  return Column;
}

/// True if the value is the formula's; fills in what is added.
bool FormulaSearch::holds(Formula &F) const {
  WordForm Tested(FactorBits);
  for (llvm::Value *V : F.Factors)
    Tested = sumOf(Tested, factorBits(inputWord(V), Turns));
  MaybeWord Factor = Tested;
  if (F.Inverse) {
    Factor = carryless(Tested, constantFactor(F.Inverse), ProductBits);
    if (!Factor)
      return false;
    Factor = factorBits(*Factor, Turns);
  }
  MaybeWord Product = carryless(
      *Factor, F.Other ? factorBits(inputWord(F.Other), FactorBits) : constantFactor(F.Constant),
      ProductBits);
  if (!Product)
    return false;
  WordForm Rest = sumOf(Value, resized(shiftedRight(*Product, F.Shift), Value.size()));
  for (const auto &[V, In] : Forms.inputs())
    if (F.KeptShift < In.Word.size() && Rest[0].has(In.FirstBit + F.KeptShift)) {
      F.Kept.push_back(V);
      Rest = sumOf(Rest, resized(shiftedRight(In.Word, F.KeptShift), Value.size()));
    }
  std::optional<APInt> Added = asConstant(Rest);
  if (Added)
    F.Added = *Added;
  return Added.has_value();
}

Formula FormulaSearch::shifted(bool Right) const {
  Formula F;
  F.Shift = Right ? Turns - 1 : 0;
  F.KeptShift = Right ? Turns : 0;
  return F;
}

/// Products of two inputs.
std::optional<Formula> FormulaSearch::byInputs() const {
  for (const auto &[Tested, TestedIn] : Forms.inputs())
    for (const auto &[Other, OtherIn] : Forms.inputs())
      for (bool Right : {false, true}) {
        Formula F = shifted(Right);
        F.Factors = {Tested};
        F.Other = Other;
        if (Tested != Other && holds(F))
          return F;
      }
  return std::nullopt;
}

/// Products with a constant, and remainders. The factor stands in the value where the bit that is
/// tested in the last turn of a loop that shifts to the right, in the first of one that shifts to
/// the left, alone decides.
std::optional<Formula> FormulaSearch::byConstants(bool Right) const {
  const unsigned TestedBit = Right ? Turns - 1 : 0;
  MapVector<uint64_t, Formula> Guesses; // by the constant
  for (const auto &[V, In] : Forms.inputs())
    if (TestedBit < In.Word.size()) {
      const uint64_t Constant = column(In.FirstBit + TestedBit);
      if (Constant == 0 || Constant >> FactorBits)
        continue;
      Formula &F = Guesses.insert({Constant, shifted(Right)}).first->second;
      F.Constant = Constant;
      F.Factors.push_back(V);
    }
  for (const auto &[Constant, Guess] : Guesses) {
    Formula Product = Guess, Remainder = Guess;
    if (holds(Product))
      return Product;
    Remainder.Inverse = inverseOf(Constant << 1 | 1, Turns);
    if (Right && holds(Remainder))
      return Remainder;
  }
  return std::nullopt;
}

std::optional<Formula> FormulaSearch::find() const {
  if (asConstant(Value))
    return std::nullopt;
  if (any_of(Value, [](const BitForm &Bit) { return !Bit.isLinear(); }))
    return byInputs();
  std::optional<Formula> Found = byConstants(true);
  return Found ? Found : byConstants(false);
}

/// Writes the formula at the builder's place.
static Value *write(const Formula &F, unsigned Turns, IntegerType *Type, IRBuilder<> &B) {
  MapVector<Value *, Value *> Frozen;
  auto Input = [&](Value *V, llvm::Type *T) {
    Value *&One = Frozen[V];
    if (!One)
      One = B.CreateFreeze(V);
    return B.CreateZExtOrTrunc(One, T);
  };
  IntegerType *FactorType = B.getInt32Ty();
  auto LowTurns = [&](Value *V) {
    return Turns == FactorBits ? V : B.CreateAnd(V, APInt::getLowBitsSet(FactorBits, Turns));
  };
  auto Multiply = [&](Value *X, Value *Y) {
    return B.CreateIntrinsic(Intrinsic::hexagon_M4_pmpyw, {}, {X, Y});
  };

  Value *Factor = nullptr;
  for (Value *V : F.Factors)
    Factor = Factor ? B.CreateXor(Factor, Input(V, FactorType)) : Input(V, FactorType);
  Factor = LowTurns(Factor);
  if (F.Inverse)
    Factor = LowTurns(B.CreateTrunc(Multiply(Factor, B.getInt32(F.Inverse)), FactorType));
  Value *Result = Multiply(Factor, F.Other ? Input(F.Other, FactorType) : B.getInt32(F.Constant));
  Result = B.CreateTrunc(F.Shift ? B.CreateLShr(Result, F.Shift) : Result, Type);
  for (Value *V : F.Kept) {
    Value *Part = Input(V, V->getType());
    Part = B.CreateZExtOrTrunc(F.KeptShift ? B.CreateLShr(Part, F.KeptShift) : Part, Type);
    Result = B.CreateXor(Result, Part);
  }
  return F.Added.isZero() ? Result : B.CreateXor(Result, ConstantInt::get(Type, F.Added));
}

bool llvm::computePolynomialsAhead(Loop &L, ScalarEvolution &SE) {
  BasicBlock *Block = L.getHeader(), *Preheader = L.getLoopPreheader(), *Exit = L.getExitBlock();
  if (L.getNumBlocks() != 1 || !Preheader || !Exit || Block->size() > MaxInstructions)
    return false;
  const unsigned Turns = SE.getSmallConstantTripCount(&L);
  if (Turns < MinTurns || Turns > MaxTurns)
    return false;
  if (none_of(*Block, [](Instruction &I) { return I.getOpcode() == Instruction::Xor; }))
    return false;
  SmallVector<PHINode *, 4> Phis;
  for (PHINode &Phi : Exit->phis()) {
    auto *Type = dyn_cast<IntegerType>(Phi.getType());
    auto *Made = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(Block));
    if (Type && Type->getBitWidth() <= ProductBits && Made && Made->getParent() == Block)
      Phis.push_back(&Phi);
  }
  LoopForms Forms(L);
  for (unsigned Turn = 0; Turn != Turns; ++Turn) {
    Forms.turn();
    // What is not known in one turn is not known in later ones.
    llvm::erase_if(Phis,
                   [&](PHINode *Phi) { return !Forms.of(Phi->getIncomingValueForBlock(Block)); });
    if (Phis.empty())
      return false;
  }
  bool Changed = false;
  for (PHINode *Phi : Phis) {
    WordForm Value = *Forms.of(Phi->getIncomingValueForBlock(Block));
    if (std::optional<Formula> F = FormulaSearch(Forms, std::move(Value), Turns).find()) {
      IRBuilder<> B(Preheader->getTerminator());
      Phi->setIncomingValueForBlock(Block, write(*F, Turns, cast<IntegerType>(Phi->getType()), B));
      SE.forgetValue(Phi);
      Changed = true;
    }
  }
  return Changed;
}
