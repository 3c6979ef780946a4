//===- SwiftDSPAsmParser.cpp - Assembly -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One instruction a line or separated by `;`. What stands in braces is a packet, an instruction
// outside of them is one by itself. Packets are checked: slots and dependences, with a message that
// says what is wrong.
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/SwiftDSPInstPrinter.h"
#include "MCTargetDesc/SwiftDSPMCExpr.h"
#include "MCTargetDesc/SwiftDSPMCTargetDesc.h"
#include "MCTargetDesc/SwiftDSPPackets.h"
#include "TargetInfo/SwiftDSPTargetInfo.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include "llvm/MC/MCParser/MCParsedAsmOperand.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace {

class SwiftDSPOperand;

class SwiftDSPAsmParser : public MCTargetAsmParser {
public:
  SwiftDSPAsmParser(const MCSubtargetInfo &STI, MCAsmParser &Parser, const MCInstrInfo &MII,
                    const MCTargetOptions &Options)
      : MCTargetAsmParser(Options, STI, MII) {
    MCAsmParserExtension::Initialize(Parser);
    // As the compiler writes them (SwiftDSPMCAsmInfo).
    Parser.addAliasForDirective(".half", ".2byte");
    Parser.addAliasForDirective(".word", ".4byte");
    setAvailableFeatures(ComputeAvailableFeatures(STI.getFeatureBits()));
  }

  enum SwiftDSPMatchResultTy {
    Match_Dummy = FIRST_TARGET_MATCH_RESULT_TY,
#define GET_OPERAND_DIAGNOSTIC_TYPES
#include "SwiftDSPGenAsmMatcher.inc"
  };

private:
#define GET_ASSEMBLER_HEADER
#include "SwiftDSPGenAsmMatcher.inc"

  bool parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) override;
  ParseStatus tryParseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) override;
  bool ParseInstruction(ParseInstructionInfo &Info, StringRef Name, SMLoc NameLoc,
                        OperandVector &Operands) override;
  bool MatchAndEmitInstruction(SMLoc Loc, unsigned &Opcode, OperandVector &Operands,
                               MCStreamer &Out, uint64_t &ErrorInfo,
                               bool MatchingInlineAsm) override;
  unsigned validateTargetOperandClass(MCParsedAsmOperand &Op, unsigned Kind) override;
  void doBeforeLabelEmit(MCSymbol *Symbol, SMLoc Loc) override;
  ParseStatus parseDirective(AsmToken Directive) override;
  void onEndOfFile() override;

  bool parseOperands(OperandVector &Operands);
  bool parseOperand(OperandVector &Operands);
  bool parseAddress(OperandVector &Operands);
  bool parseRegisterOrNumber(OperandVector &Operands);
  bool takeToken(OperandVector &Operands, AsmToken::TokenKind Kind, const char *Problem);
  bool isAtEnd();
  bool parseHalf(const MCExpr *&Expr);
  bool parseExpression(const MCExpr *&Expr);
  bool emit(MCInst Inst, SMLoc Loc, MCStreamer &Out);
  bool endPacket(SMLoc Loc, MCStreamer &Out);

  bool matchInstruction(SMLoc Loc, OperandVector &Operands, MCStreamer &Out, uint64_t &ErrorInfo,
                        bool MatchingInlineAsm);

  /// The packet whose braces are open; broken: an error in it is reported already.
  bool InPacket = false, IsBroken = false;
  SMLoc PacketStart;
  SmallVector<MCInst, SwiftDSP::NumSlots> Packet;
};

/// A token, a register or an expression.
class SwiftDSPOperand : public MCParsedAsmOperand {
public:
  enum KindTy { Token, Register, Immediate };

  SwiftDSPOperand(KindTy Kind, SMLoc Start, SMLoc End) : Kind(Kind), Start(Start), End(End) {}

  KindTy Kind;
  SMLoc Start, End;
  StringRef Text;
  MCRegister Reg;
  const MCExpr *Expr = nullptr;

  bool isToken() const override { return Kind == Token; }
  bool isImm() const override { return Kind == Immediate; }
  bool isReg() const override { return Kind == Register; }
  bool isMem() const override { return false; }
  MCRegister getReg() const override { return Reg; }
  StringRef getToken() const { return Text; }
  SMLoc getStartLoc() const override { return Start; }
  SMLoc getEndLoc() const override { return End; }
  void print(raw_ostream &OS) const override {
    if (Kind == Token)
      OS << Text;
    else if (Kind == Register)
      OS << SwiftDSPInstPrinter::getRegisterName(Reg);
    else
      OS << *Expr;
  }

  std::optional<int64_t> constant() const {
    if (Kind != Immediate)
      return std::nullopt;
    if (auto *C = dyn_cast<MCConstantExpr>(Expr))
      return C->getValue();
    return std::nullopt;
  }

  /// A constant that the field can hold, or a half of an address where it has 16 bits.
  template <bool Signed, int Width, int Scale> bool isImmediate() const {
    if (Kind != Immediate)
      return false;
    if (auto C = constant())
      return *C % Scale == 0 &&
             (Signed ? isIntN(Width, *C / Scale) : *C >= 0 && isUIntN(Width, *C / Scale));
    return Width == 16 && isa<SwiftDSPMCExpr>(Expr);
  }

  template <int Width> bool isTarget() const {
    if (Kind != Immediate)
      return false;
    auto C = constant();
    return C ? *C % 4 == 0 && isIntN(Width + 2, *C) : !isa<SwiftDSPMCExpr>(Expr);
  }

  void addRegOperands(MCInst &Inst, unsigned) const {
    Inst.addOperand(MCOperand::createReg(Reg));
  }
  void addImmediate(MCInst &Inst, unsigned) const {
    if (auto C = constant())
      Inst.addOperand(MCOperand::createImm(*C));
    else
      Inst.addOperand(MCOperand::createExpr(Expr));
  }

  static std::unique_ptr<SwiftDSPOperand> token(StringRef Text, SMLoc Loc) {
    auto Op = std::make_unique<SwiftDSPOperand>(Token, Loc, Loc);
    Op->Text = Text;
    return Op;
  }
};

} // namespace

#ifdef NDEBUG
// What the generated code prints has names in builds with assertions only.
#undef DEBUG_WITH_TYPE
#define DEBUG_WITH_TYPE(TYPE, X)
#endif
#define GET_REGISTER_MATCHER
#define GET_SUBTARGET_FEATURE_NAME
#define GET_MATCHER_IMPLEMENTATION
#define GET_MNEMONIC_SPELL_CHECKER
#include "SwiftDSPGenAsmMatcher.inc"

static MCRegister registerIn(const AsmToken &Token) {
  if (Token.isNot(AsmToken::Identifier))
    return MCRegister();
  return SwiftDSPInstPrinter::registerNamed(Token.getIdentifier());
}

ParseStatus SwiftDSPAsmParser::tryParseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) {
  const AsmToken &Token = getTok();
  Start = Token.getLoc();
  End = Token.getEndLoc();
  Reg = registerIn(Token);
  if (!Reg)
    return ParseStatus::NoMatch;
  Lex();
  return ParseStatus::Success;
}

bool SwiftDSPAsmParser::parseRegister(MCRegister &Reg, SMLoc &Start, SMLoc &End) {
  return !tryParseRegister(Reg, Start, End).isSuccess();
}

/// lo(x) or hi(x), of which nothing more can be computed: a relocation takes x itself.
bool SwiftDSPAsmParser::parseHalf(const MCExpr *&Expr) {
  auto Half = getTok().getIdentifier() == "lo" ? SwiftDSPMCExpr::Low : SwiftDSPMCExpr::High;
  Lex();
  Lex();
  if (getParser().parseExpression(Expr) || getParser().parseToken(AsmToken::RParen, "needs ')'"))
    return true;
  Expr = SwiftDSPMCExpr::create(Half, Expr, getContext());
  // A half of a constant is a constant; li takes it as signed.
  int64_t Value;
  if (Expr->evaluateAsAbsolute(Value))
    Expr = MCConstantExpr::create(Half == SwiftDSPMCExpr::Low ? SignExtend64<16>(Value) : Value,
                                  getContext());
  return false;
}

/// An expression, or half of one.
bool SwiftDSPAsmParser::parseExpression(const MCExpr *&Expr) {
  if (getTok().is(AsmToken::Identifier) && getLexer().peekTok().is(AsmToken::LParen)) {
    StringRef Name = getTok().getIdentifier();
    if (Name == "lo" || Name == "hi")
      return parseHalf(Expr);
  }
  if (getParser().parseExpression(Expr))
    return true;
  // -3 is one number.
  int64_t Value;
  if (Expr->evaluateAsAbsolute(Value))
    Expr = MCConstantExpr::create(Value, getContext());
  return false;
}

/// A token of the instruction's own, such as the parenthesis of an address.
bool SwiftDSPAsmParser::takeToken(OperandVector &Operands, AsmToken::TokenKind Kind,
                                  const char *Problem) {
  if (getTok().isNot(Kind))
    return Error(getTok().getLoc(), Problem);
  Operands.push_back(SwiftDSPOperand::token(getTok().getString(), getTok().getLoc()));
  Lex();
  return false;
}

bool SwiftDSPAsmParser::parseRegisterOrNumber(OperandVector &Operands) {
  SMLoc Start = getTok().getLoc(), End;
  MCRegister Reg;
  if (tryParseRegister(Reg, Start, End).isSuccess()) {
    auto Op = std::make_unique<SwiftDSPOperand>(SwiftDSPOperand::Register, Start, End);
    Op->Reg = Reg;
    Operands.push_back(std::move(Op));
    return false;
  }
  if (isAtEnd() || getTok().is(AsmToken::Comma))
    return Error(Start, "an operand is missing here");
  const MCExpr *Expr;
  if (parseExpression(Expr))
    return true;
  auto Op = std::make_unique<SwiftDSPOperand>(SwiftDSPOperand::Immediate, Start, getTok().getLoc());
  Op->Expr = Expr;
  Operands.push_back(std::move(Op));
  return false;
}

/// (register), (register)+offset, (register)%offset.
bool SwiftDSPAsmParser::parseAddress(OperandVector &Operands) {
  if (takeToken(Operands, AsmToken::LParen, "needs '('") || parseRegisterOrNumber(Operands) ||
      takeToken(Operands, AsmToken::RParen, "needs ')' behind the register"))
    return true;
  if (getTok().isNot(AsmToken::Plus) && getTok().isNot(AsmToken::Percent))
    return false;
  return takeToken(Operands, getTok().getKind(), "") || parseRegisterOrNumber(Operands);
}

/// A register, a number, or an address: what stands between two commas.
bool SwiftDSPAsmParser::parseOperand(OperandVector &Operands) {
  if (getTok().is(AsmToken::LParen) && registerIn(getLexer().peekTok()))
    return parseAddress(Operands);
  if (parseRegisterOrNumber(Operands))
    return true;
  const bool IsNumber = static_cast<SwiftDSPOperand &>(*Operands.back()).isImm();
  return IsNumber && getTok().is(AsmToken::LParen) && parseAddress(Operands);
}

bool SwiftDSPAsmParser::isAtEnd() {
  return getTok().is(AsmToken::EndOfStatement) || getTok().is(AsmToken::RCurly) ||
         getTok().is(AsmToken::Eof);
}

bool SwiftDSPAsmParser::parseOperands(OperandVector &Operands) {
  if (isAtEnd())
    return false;
  do
    if (parseOperand(Operands))
      return true;
  while (parseOptionalToken(AsmToken::Comma));
  return !isAtEnd() && Error(getTok().getLoc(), "needs ',' or the instruction's end");
}

bool SwiftDSPAsmParser::ParseInstruction(ParseInstructionInfo &, StringRef Name, SMLoc NameLoc,
                                         OperandVector &Operands) {
  Operands.push_back(SwiftDSPOperand::token(Name, NameLoc));
  // A brace is a statement of its own; what follows on its line is the next one.
  if (Name == "{" || Name == "}")
    return false;
  if (parseOperands(Operands)) {
    IsBroken = InPacket;
    return true;
  }
  if (getTok().is(AsmToken::EndOfStatement))
    Lex();
  return false;
}

/// What stands in braces is one packet: nothing else can begin or end there.
void SwiftDSPAsmParser::doBeforeLabelEmit(MCSymbol *, SMLoc Loc) {
  if (InPacket && !IsBroken)
    IsBroken = getParser().printError(Loc, "a label within a packet");
}

/// Takes within braces only those directives that repeat instructions.
ParseStatus SwiftDSPAsmParser::parseDirective(AsmToken Directive) {
  const bool Repeats = StringSwitch<bool>(Directive.getIdentifier())
                           .Cases(".rept", ".rep", ".irp", ".irpc", ".endr", true)
                           .Default(false);
  if (!InPacket || Repeats)
    return ParseStatus::NoMatch;
  IsBroken = true;
  return Error(Directive.getLoc(), "a directive within a packet");
}

/// A general register names a pair, a vector register the first of several.
unsigned SwiftDSPAsmParser::validateTargetOperandClass(MCParsedAsmOperand &AsmOp, unsigned Kind) {
  auto &Op = static_cast<SwiftDSPOperand &>(AsmOp);
  if (!Op.isReg())
    return Match_InvalidOperand;
  unsigned Class;
  switch (Kind) {
  case MCK_GP: Class = SwiftDSP::GPRegClassID; break;
  case MCK_V2: Class = SwiftDSP::V2RegClassID; break;
  case MCK_V3: Class = SwiftDSP::V3RegClassID; break;
  case MCK_V4: Class = SwiftDSP::V4RegClassID; break;
  default: return Match_InvalidOperand;
  }
  const MCRegisterInfo &MRI = *getContext().getRegisterInfo();
  unsigned First = Class == SwiftDSP::GPRegClassID ? SwiftDSP::gsub0 : SwiftDSP::sub0;
  for (MCPhysReg Tuple : MRI.getRegClass(Class))
    if (MRI.getSubReg(Tuple, First) == Op.Reg) {
      Op.Reg = Tuple;
      return Match_Success;
    }
  return Match_InvalidOperand;
}

bool SwiftDSPAsmParser::endPacket(SMLoc Loc, MCStreamer &Out) {
  SmallVector<SwiftDSP::Member, SwiftDSP::NumSlots> Members;
  SmallVector<const SwiftDSP::Member *, SwiftDSP::NumSlots> Pointers;
  for (const MCInst &Inst : Packet)
    Members.push_back(SwiftDSP::memberOf(Inst, MII, *getContext().getRegisterInfo()));
  for (const SwiftDSP::Member &M : Members)
    Pointers.push_back(&M);
  if (IsBroken) {
    // Reported already.
    IsBroken = false;
    Packet.clear();
    return false;
  }
  if (Packet.empty())
    return Error(Loc, "a packet without instructions");
  if (auto Violation = SwiftDSP::findViolation(Pointers)) {
    Packet.clear();
    return Error(Loc, *Violation);
  }
  if (Packet.size() == 1) {
    Out.emitInstruction(Packet.front(), getSTI());
  } else {
    MCInst Bundle;
    Bundle.setOpcode(SwiftDSP::BUNDLE);
    Bundle.setLoc(Loc);
    for (const MCInst &Inst : Packet) {
      MCInst *Member = getContext().createMCInst();
      *Member = Inst;
      Bundle.addOperand(MCOperand::createInst(Member));
    }
    SwiftDSP::visitSymbols(Bundle, Out);
    Out.emitInstruction(Bundle, getSTI());
  }
  Packet.clear();
  return false;
}

bool SwiftDSPAsmParser::emit(MCInst Inst, SMLoc Loc, MCStreamer &Out) {
  Inst.setLoc(Loc);
  Packet.push_back(Inst);
  return InPacket ? false : endPacket(Loc, Out);
}

bool SwiftDSPAsmParser::MatchAndEmitInstruction(SMLoc Loc, unsigned &, OperandVector &Operands,
                                                MCStreamer &Out, uint64_t &ErrorInfo,
                                                bool MatchingInlineAsm) {
  StringRef Name = static_cast<SwiftDSPOperand &>(*Operands[0]).getToken();
  if (Name == "{") {
    // After an error the packet's end may not have been read.
    if (InPacket && !IsBroken)
      return Error(Loc, "a packet within a packet");
    InPacket = true;
    IsBroken = false;
    Packet.clear();
    PacketStart = Loc;
    return false;
  }
  if (Name == "}") {
    if (!InPacket)
      return Error(Loc, "no packet is open here");
    InPacket = false;
    return endPacket(PacketStart, Out);
  }
  return matchInstruction(Loc, Operands, Out, ErrorInfo, MatchingInlineAsm);
}

bool SwiftDSPAsmParser::matchInstruction(SMLoc Loc, OperandVector &Operands, MCStreamer &Out,
                                         uint64_t &ErrorInfo, bool MatchingInlineAsm) {
  StringRef Name = static_cast<SwiftDSPOperand &>(*Operands[0]).getToken();
  MCInst Inst;
  unsigned Result = MatchInstructionImpl(Operands, Inst, ErrorInfo, MatchingInlineAsm);
  switch (Result) {
  case Match_Success:
    return emit(Inst, Loc, Out);
  default:
    IsBroken = InPacket;
    break;
  }
  switch (Result) {
  case Match_MnemonicFail:
    return Error(Loc, "no instruction '" + Name + "'" +
                          SwiftDSPMnemonicSpellCheck(Name, getAvailableFeatures(), 0));
  case Match_MissingFeature:
    return Error(Loc, "this processor does not have the instruction");
  default:
    break;
  }
  SMLoc Where = Loc;
  if (ErrorInfo != ~0ULL) {
    if (ErrorInfo >= Operands.size())
      return Error(Loc, "too few operands for '" + Name + "'");
    Where = static_cast<SwiftDSPOperand &>(*Operands[ErrorInfo]).getStartLoc();
  }
  if (const char *Reason = getMatchKindDiag(SwiftDSPMatchResultTy(Result)))
    return Error(Where, Reason);
  return Error(Where, "'" + Name + "' has no form with this operand");
}

void SwiftDSPAsmParser::onEndOfFile() {
  if (InPacket && !IsBroken)
    Error(PacketStart, "this packet has no end");
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeSwiftDSPAsmParser() {
  RegisterMCAsmParser<SwiftDSPAsmParser> X(getTheSwiftDSPTarget());
}
