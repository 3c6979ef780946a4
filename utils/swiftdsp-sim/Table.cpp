// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Table.h.
#include "Table.h"
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace swiftdsp;

const TimingRow swiftdsp::TimingRows[] = {
#define TIMING(Name, Slots, Read, Late, Result, Pointer) {#Name, Slots, Read, Late, Result, Pointer},
#include "ISA.def"
};

const char *swiftdsp::registerName(unsigned Address) {
  switch (Address) {
#define REG(Name, Address, ...)                                                                    \
  case Address:                                                                                    \
    return #Name;
#include "ISA.def"
  default:
    return "?";
  }
}

namespace {
struct FieldPlace {
  uint8_t Low, Bits;
};
} // namespace

/// The place of a field in a format; no bits if the format has no such field.
static FieldPlace place(Format F, Field At) {
  switch (At) {
  case Ra:
    return F == Format::I ? FieldPlace{0, 0} : FieldPlace{20, 6};
  case Rb:
    return F == Format::I || F == Format::RI ? FieldPlace{0, 0} : FieldPlace{14, 6};
  case Rc:
    return F == Format::R3 ? FieldPlace{8, 6} : FieldPlace{0, 0};
  default:
    switch (F) {
    case Format::R2I:
      return {4, 10};
    case Format::RI:
      return {4, 16};
    case Format::I:
      return {4, 22};
    case Format::A:
      return {0, 14};
    default:
      return {0, 0};
    }
  }
}

static unsigned functionBits(Format F) { return F == Format::R3 ? 8 : F == Format::A ? 0 : 4; }

/// Whether an operand such as "rb:GR*" or "imm:s10x4" stands here.
static bool startsOperand(const char *T) {
  return (T[0] == 'r' && T[1] >= 'a' && T[1] <= 'c' && T[2] == ':') || !std::strncmp(T, "imm:", 4);
}

/// Parses an operand and moves \p Text behind it.
static Operand parseOperand(const char *&Text, bool Hidden) {
  Operand O{};
  O.Hidden = Hidden;
  O.At = Text[0] == 'i' ? Imm : Text[1] == 'a' ? Ra : Text[1] == 'b' ? Rb : Rc;
  Text = std::strchr(Text, ':') + 1;
  const char *End = Text;
  while (std::isalnum((unsigned char)*End))
    ++End;
  std::string Kind(Text, End);
  Text = End;
  O.Reads = *Text != '=';
  O.Writes = *Text == '=' || *Text == '*';
  if (O.Writes)
    ++Text;
#define CLASS(Name, TheFirst, TheLast, TheStep, TheCount)                                          \
  if (Kind == #Name) {                                                                             \
    O.IsRegister = true;                                                                           \
    O.First = TheFirst, O.Last = TheLast, O.Step = TheStep, O.Count = TheCount;                    \
    O.Writable = Kind == "SW";                                                                     \
    return O;                                                                                      \
  }
#include "ISA.def"
  O.Signed = Kind[0] == 's';
  char *Rest;
  O.Bits = uint8_t(std::strtoul(Kind.c_str() + 1, &Rest, 10));
  O.Scale = *Rest == 'x' ? uint8_t(std::atoi(Rest + 1)) : 1;
  return O;
}

static Instruction makeInstruction(Opcode Code, const char *Mnemonic, Format Form, uint8_t Op,
                                   uint8_t Function, TimingClass Timing, unsigned Flags,
                                   const char *Syntax) {
  Instruction I{Code, Mnemonic, Form, Op, Function, Timing, Flags, Syntax, {}, 0, 0};
  bool Hidden = false;
  for (const char *T = Syntax; *T;) {
    Hidden = *T == '{' ? true : *T == '}' ? false : Hidden;
    if (startsOperand(T))
      I.Operands.push_back(parseOperand(T, Hidden));
    else
      ++T;
  }
  I.Mask = 7u << 26 | ((1u << functionBits(Form)) - 1);
  I.Match = uint32_t(Op) << 26 | Function;
  for (unsigned F = 0; F != NumFields; ++F) {
    FieldPlace P = place(Form, Field(F));
    bool Used = false;
    for (const Operand &O : I.Operands)
      Used |= O.At == F;
    if (!Used)
      I.Mask |= ((1u << P.Bits) - 1) << P.Low;
  }
  return I;
}

const std::vector<Instruction> &swiftdsp::instructions() {
  static const std::vector<Instruction> All = {
#define INST(Id, Mnemonic, Form, Op, Function, Timing, Flags, Syntax, Semantics)                   \
  makeInstruction(Opcode::Id, Mnemonic, Format::Form, Op, Function, TimingClass::Timing, Flags,    \
                  Syntax),
#include "ISA.def"
  };
  return All;
}

/// The value of an operand's field; false if it is not of its class.
static bool fieldValue(const Operand &O, uint32_t Bits, int32_t &Value) {
  if (O.IsRegister) {
    Value = int32_t(Bits);
    bool ReadOnly = Bits == CycleCounter || Bits == PacketCounter;
    return Bits >= O.First && Bits <= O.Last && (Bits - O.First) % O.Step == 0 &&
           !(O.Writable && ReadOnly);
  }
  if (Bits >> O.Bits)
    return false;
  int32_t Number = int32_t(Bits);
  if (O.Signed && Bits >> (O.Bits - 1))
    Number -= int32_t(1u << O.Bits);
  Value = Number * O.Scale;
  return true;
}

static bool decodeAs(const Instruction &I, uint32_t Word, Decoded &D) {
  if ((Word & I.Mask) != I.Match)
    return false;
  for (const Operand &O : I.Operands) {
    FieldPlace P = place(I.Form, O.At);
    if (!fieldValue(O, Word >> P.Low & ((1u << P.Bits) - 1), D.Values[O.At]))
      return false;
  }
  D.Inst = &I;
  return true;
}

Decoded swiftdsp::decode(uint32_t Word) {
  // Candidates by op: a program is decoded once, so this need not be fast.
  static const std::array<std::vector<const Instruction *>, 8> ByOp = [] {
    std::array<std::vector<const Instruction *>, 8> Out;
    for (const Instruction &I : instructions())
      Out[I.Op].push_back(&I);
    return Out;
  }();
  Decoded D;
  for (const Instruction *I : ByOp[Word >> 26 & 7])
    if (decodeAs(*I, Word, D))
      break;
  return D;
}

static std::string operandText(const Operand &O, const Decoded &D, uint32_t Pc) {
  int32_t V = D.Values[O.At];
  if (O.IsRegister)
    return registerName(unsigned(V));
  if (D.Inst->Op != 0 || O.At != Imm)
    return std::to_string(V);
  char Target[16];
  std::snprintf(Target, sizeof Target, "0x%x", Pc + uint32_t(V));
  return Target;
}

std::string swiftdsp::disassemble(const Decoded &D, uint32_t Pc) {
  const Instruction &I = *D.Inst;
  std::string Out = I.Mnemonic;
  if (*I.Syntax)
    Out += ' ';
  size_t Next = 0;
  for (const char *T = I.Syntax; *T;) {
    if (startsOperand(T)) {
      parseOperand(T, false);
      const Operand &O = I.Operands[Next++];
      if (!O.Hidden)
        Out += operandText(O, D, Pc);
    } else if (*T == '}') { // behind a hidden operand
      T += T[1] == ' ' ? 2 : 1;
    } else {
      if (*T != '{')
        Out += *T;
      ++T;
    }
  }
  return Out;
}
