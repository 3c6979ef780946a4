// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a definition: one pass, by precedence. Sums and products of several are one node, as the printer writes them.
#include "expr/Definition.h"
#include "support/Checked.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

namespace {

struct Infix {
  std::string Text;
  ExprKind Kind;
  int Precedence;
};

/// The infix operators, those of two characters first. `-` is an addition, and `>` a `<` the other way round.
const std::vector<Infix> &infixes() {
  static const std::vector<Infix> All = [] {
    std::vector<Infix> Rows = {
#define INFIX(KIND, TEXT, PRECEDENCE, COMMUTES) {TEXT, ExprKind::KIND, PRECEDENCE},
#include "expr/nodes.def"
    };
    const std::vector<Infix> Own = Rows;
    for (const Infix &Row : Own)
      if (Row.Kind == ExprKind::Add || Row.Kind == ExprKind::Less)
        Rows.push_back({Row.Kind == ExprKind::Add ? "-" : ">", Row.Kind, Row.Precedence});
    std::stable_sort(Rows.begin(), Rows.end(), [](const Infix &A, const Infix &B) { return A.Text.size() > B.Text.size(); });
    return Rows;
  }();
  return All;
}

struct Call {
  const char *Text;
  ExprKind Kind;
  size_t Arguments;
};
constexpr Call Calls[] = {
#define CALL(KIND, TEXT, ARGUMENTS, COMMUTES) {TEXT, ExprKind::KIND, ARGUMENTS},
#include "expr/nodes.def"
};

constexpr size_t kLongest = 2000, kDeepest = 64;
constexpr int64_t kMostTerms = 64, kMostElements = 1 << 20;

Expr negated(Expr E) {
  if (E.isNumber())
    return Expr::number(checkedMul(E.Value, -1));
  if (E.Kind != ExprKind::Multiply)
    return Expr::of(ExprKind::Multiply, {Expr::number(-1), std::move(E)});
  if (E.Operands[0].isNumber())
    E.Operands[0].Value = checkedMul(E.Operands[0].Value, -1);
  else
    E.Operands.insert(E.Operands.begin(), Expr::number(-1));
  return E;
}

class Parser {
public:
  Parser(const std::string &Given, const std::vector<int64_t> &Bytes, int64_t Vector) : Text(Given), Tensors(Bytes), VectorBytes(Vector) {}

  Definition definition() {
    if (Text.size() > kLongest)
      fail("longer than any definition");
    D.Tensors = Tensors;
    D.Result = element(true);
    const bool Adds = takes("+=");
    if (!Adds)
      want("=");
    D.Body = choice();
    if (Adds)
      D.Body = Expr::of(ExprKind::Add, {D.Result, std::move(D.Body)});
    skip();
    if (At != Text.size())
      fail("more than a definition");
    writesAll();
    return std::move(D);
  }

private:
  const std::string &Text;
  const std::vector<int64_t> &Tensors;
  const int64_t VectorBytes;
  size_t At = 0, Depth = 0;
  Definition D;
  std::optional<size_t> Summed; ///< j

  [[noreturn]] void fail(const std::string &What) const {
    throw UserError("definition '" + Text.substr(0, kLongest) + "': " + What +
                    (At < Text.size() ? " at '" + Text.substr(At, 20) + "'" : " at its end"));
  }
  void skip() {
    while (At < Text.size() && Text[At] == ' ')
      ++At;
  }
  bool takes(const std::string &What) {
    skip();
    const bool Is = Text.compare(At, What.size(), What) == 0;
    At += Is ? What.size() : 0;
    return Is;
  }
  void want(const char *What) {
    if (!takes(What))
      fail(strf("'%s' is missing", What));
  }
  std::string word() {
    skip();
    const size_t Begin = At;
    while (At < Text.size() && std::isalnum(static_cast<unsigned char>(Text[At])))
      ++At;
    return Text.substr(Begin, At - Begin);
  }
  /// Up to nine digits.
  int64_t number(const std::string &Digits) const {
    if (Digits.empty() || Digits.size() > 9 || !std::all_of(Digits.begin(), Digits.end(), [](unsigned char C) { return std::isdigit(C); }))
      fail("no number of up to nine digits: '" + Digits + "'");
    return std::stoll(Digits);
  }

  Expr choice() {
    if (++Depth > kDeepest)
      fail("nested too deeply");
    Expr E = chain(1);
    if (takes("?")) {
      Expr Then = choice();
      want(":");
      E = Expr::of(ExprKind::Select, {std::move(E), std::move(Then), choice()});
    }
    --Depth;
    return E;
  }

  const Infix *infix(int Precedence) {
    skip();
    for (const Infix &Each : infixes())
      if (Text.compare(At, Each.Text.size(), Each.Text) == 0)
        return Each.Precedence >= Precedence ? (At += Each.Text.size(), &Each) : nullptr;
    return nullptr;
  }

  Expr chain(int Precedence) {
    Expr Left = primary();
    std::optional<ExprKind> Last;
    while (const Infix *Each = infix(Precedence)) {
      Expr Right = chain(Each->Precedence + 1);
      if (Each->Text == "-")
        Right = negated(std::move(Right));
      if (Each->Text == ">")
        std::swap(Left, Right);
      if (Last == Each->Kind && commutes(Each->Kind))
        Left.Operands.push_back(std::move(Right));
      else
        Left = Expr::of(Each->Kind, {std::move(Left), std::move(Right)});
      Last = Each->Kind;
    }
    return Left;
  }

  Expr primary() {
    if (takes("(")) {
      Expr E = choice();
      want(")");
      return E;
    }
    if (takes("-")) {
      if (++Depth > kDeepest)
        fail("nested too deeply");
      Expr E = negated(primary());
      --Depth;
      return E;
    }
    const size_t Begin = At;
    const std::string Word = word();
    if (At < Text.size() && Text[At] == '.') {
      At = Begin;
      return element(false);
    }
    if (Word == "i")
      return Expr::axis(0);
    if (Word == "j")
      return Expr::axis(Summed ? *Summed : (fail("j outside of a SUM"), size_t(0)));
    if (Word == "V")
      return Expr::number(VectorBytes);
    if (Word.empty() || std::isdigit(static_cast<unsigned char>(Word[0])))
      return Expr::number(number(Word));
    return call(Word);
  }

  Expr call(const std::string &Name) {
    want("(");
    const bool IsUnsigned = Name.rfind("USAT", 0) == 0;
    Expr E;
    if (Name == "SUM") {
      E = sum();
    } else if (IsUnsigned || Name.rfind("SAT", 0) == 0) {
      const int64_t Bits = number(Name.substr(IsUnsigned ? 4 : 3));
      if (Bits < 1 || Bits > 32)
        fail("saturation to 1 to 32 bits");
      E = Expr::of(ExprKind::Saturate, {choice()});
      E.Value = IsUnsigned ? -Bits : Bits;
    } else {
      const Call *const Its = std::find_if(std::begin(Calls), std::end(Calls), [&](const Call &C) { return Name == C.Text; });
      if (Its == std::end(Calls))
        fail("nothing is named '" + Name + "'");
      for (E.Kind = Its->Kind; E.Operands.size() < Its->Arguments; E.Operands.push_back(choice()))
        if (!E.Operands.empty())
          want(",");
    }
    want(")");
    return E;
  }

  Expr sum() {
    if (Summed)
      fail("a SUM within a SUM");
    const int64_t Terms = number(word());
    if (Terms < 1 || Terms > kMostTerms)
      fail(strf("a SUM of 1 to %d terms", int(kMostTerms)));
    want(",");
    Summed = D.Axes.size();
    D.Axes.push_back(Terms);
    Expr E = Expr::of(ExprKind::Sum, {choice()});
    E.Value = static_cast<int64_t>(*Summed);
    Summed.reset();
    return E;
  }

  ElementType type() {
    const std::string Name = word();
    for (const int Bits : {8, 16, 32})
      for (const bool IsSigned : {true, false})
        if (Name == hexloom::text(ElementType{Bits, IsSigned}))
          return {Bits, IsSigned};
    fail("no type of elements: '" + Name + "'");
  }

  Expr element(bool IsResult) {
    const std::string Name = word();
    const auto Which = Name == "d" ? size_t(0) : Name.size() == 1 ? static_cast<size_t>(Name[0] - 'a' + 1) : Tensors.size();
    if (Which >= Tensors.size() || (IsResult && Which))
      fail(IsResult ? "the result is d" : "no operand is named '" + Name + "'");
    want(".");
    Expr E;
    E.Kind = ExprKind::Element;
    E.Value = static_cast<int64_t>(Which);
    E.Type = type();
    if (IsResult) {
      D.Axes = {Tensors[0] / E.Type.bytes()};
      if (D.Axes[0] < 1 || D.Axes[0] > kMostElements)
        fail("a result without elements, or of too many");
    }
    want("[");
    Expr Index = choice();
    want("]");
    E.Place = indexSum(Index, D.Axes);
    if (!E.Place)
      E.Operands.push_back(std::move(Index));
    return E;
  }

  /// Fails unless the definition writes each element of the result once.
  void writesAll() const {
    if (!D.Result.Place)
      fail("where the result is depends on data");
    if (*D.Result.Place == IndexMap::Sum{0, {{0}}}) // in order
      return;
    const IndexMap Map(D.Axes, {*D.Result.Place});
    std::vector<bool> Written(static_cast<size_t>(D.Axes[0]));
    IndexMap::Index I(D.Axes.size());
    for (; I[0] < D.Axes[0]; ++I[0]) {
      const int64_t Place = Map.at(0, I);
      if (Place < 0 || Place >= D.Axes[0] || Written[static_cast<size_t>(Place)])
        fail(strf("element %lld of the result is not there, or made twice", (long long)Place));
      Written[static_cast<size_t>(Place)] = true;
    }
  }
};

} // namespace

Definition parseDefinition(const std::string &Text, const std::vector<int64_t> &Tensors, int64_t VectorBytes) {
  HEXLOOM_CHECK(!Tensors.empty(), "a definition without a result");
  return Parser(Text, Tensors, VectorBytes).definition();
}

} // namespace hexloom
