// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Print.h"

#include <algorithm>

namespace hexloom {

using namespace nest;

namespace {

/// How tightly C binds what an expression is made of.
enum Tightness { kLoosest, kChoice, kOr, kAnd, kCompared, kAdded, kMultiplied, kPrefixed, kPostfixed, kWhole };

Tightness tightnessOf(const Value &V) {
  switch (V.kind()) {
  case Value::Kind::Choice:
    return kChoice;
  case Value::Kind::Binary:
    return V.text() == "*" ? kMultiplied : V.text() == "+" || V.text() == "-" ? kAdded : V.text() == "&&" ? kAnd : V.text() == "||" ? kOr : kCompared;
  case Value::Kind::Load:
  case Value::Kind::Cast:
  case Value::Kind::Address:
    return kPrefixed;
  case Value::Kind::Element:
    return kPostfixed;
  default:
    return kWhole;
  }
}

class Printer {
public:
  Printer(Target T, const ConstantText &InPlace, Lines *Where = nullptr) : M(T), InPlace(InPlace), Where(Where) {}
  void block(const Block &Body) {
    for (const Statement &S : Body)
      std::visit([&](const auto &Each) { print(Each); }, S.Is);
  }
  void value(const Value &V, Tightness Least = kLoosest);
  std::string C;

private:
  const Machine M;
  const ConstantText &InPlace;
  Lines *const Where;
  size_t Depth = 1, Counted = 0; ///< text whose lines are counted
  int64_t Line = 1;

  int64_t here() {
    Line += std::count(C.begin() + static_cast<long>(Counted), C.end(), '\n');
    Counted = C.size();
    return Line;
  }
  /// What `Print` writes is of `Of`.
  template <typename Write> void tell(const void *Of, const Write &Print) {
    if (!Where)
      return Print();
    const int64_t First = here();
    Print();
    (*Where)[Of] = {First, here() - 1};
  }

  void indent() { C.append(2 * Depth, ' '); }
  void line(const std::string &Text) {
    indent();
    C += Text + "\n";
  }
  void inBraces(const Block &Body);
  void whole(const Value &V);
  void all(const std::vector<Value> &Values);
  void instruction(const Value &V);
  void lines(const std::vector<Value> &Values);
  void steps(const std::vector<Walk> &Walks, bool IsShort);
  void declarator(const Declarator &D);

  void loop(const Loop &L);
  void print(const Loop &L) {
    tell(&L, [&] { loop(L); });
  }
  void print(const Guard &G);
  void print(const Scope &S) { inBraces(S.Body); }
  void print(const Declare &D);
  void print(const Structure &S);
  void print(const Assign &A);
  void run(const Run &R);
  void print(const Run &R) {
    tell(&R, [&] { run(R); });
  }
  void print(const Hide &H);
  void print(const Raw &R) { line(R.Text); }
};

void Printer::all(const std::vector<Value> &Values) {
  for (size_t I = 0; I < Values.size(); ++I) {
    C += I ? ", " : "";
    value(Values[I]);
  }
}

void Printer::value(const Value &V, Tightness Least) {
  const bool IsLoose = tightnessOf(V) < Least;
  C += IsLoose ? "(" : "";
  whole(V);
  C += IsLoose ? ")" : "";
}

void Printer::instruction(const Value &V) {
  std::vector<std::string> Operands;
  for (const Value &Each : V.of()) {
    const size_t Begin = C.size();
    value(Each);
    Operands.push_back(C.substr(Begin));
    C.resize(Begin);
  }
  C += M.say(*V.row(), Operands);
}

void Printer::lines(const std::vector<Value> &Values) {
  C += "{\n";
  for (const Value &Each : Values) {
    C.append(2 * Depth + 4, ' ');
    value(Each);
    C += ",\n";
  }
  indent();
  C += "}";
}

void Printer::whole(const Value &V) {
  const std::vector<Value> &Of = V.of();
  switch (V.kind()) {
  case Value::Kind::Text:
  case Value::Kind::Name:
    C += V.text();
    return;
  case Value::Kind::Number:
    C += V.text().empty() ? std::to_string(V.number()) : V.text();
    return;
  case Value::Kind::Constant:
    C += constantMark(static_cast<size_t>(V.number()), V.text());
    return;
  case Value::Kind::Scratch:
    C += "(scratch + " + std::to_string(V.number()) + ")";
    return;
  case Value::Kind::Element:
    value(Of[0], kPostfixed);
    C += "[";
    value(Of[1]);
    C += "]";
    return;
  case Value::Kind::Load:
    C += V.text().empty() ? "*" : "*(" + V.text() + ")";
    return value(Of[0], kPrefixed);
  case Value::Kind::Cast:
    C += "(" + V.text() + ")";
    return value(Of[0], kPrefixed);
  case Value::Kind::Address:
    C += "&";
    return value(Of[0], kPrefixed);
  case Value::Kind::Parentheses:
    return value(Of[0], static_cast<Tightness>(kWhole + 1));
  case Value::Kind::Binary:
    value(Of[0], tightnessOf(V));
    C += " " + V.text() + " ";
    return value(Of[1], static_cast<Tightness>(tightnessOf(V) + 1));
  case Value::Kind::Choice:
    value(Of[0], kOr);
    C += " ? ";
    value(Of[1], kChoice);
    C += " : ";
    return value(Of[2], kChoice);
  case Value::Kind::Instruction:
    return instruction(V);
  case Value::Kind::Call:
    C += V.text() + "(";
    all(Of);
    C += ")";
    return;
  case Value::Kind::List:
    C += "{";
    all(Of);
    C += "}";
    return;
  case Value::Kind::Lines:
    return lines(Of);
  }
}

void Printer::inBraces(const Block &Body) {
  line("{");
  ++Depth;
  block(Body);
  --Depth;
  line("}");
}

/// Writes how pointers walk. IsShort: in a loop's head, behind an expression; a step of one is ++pointer.
void Printer::steps(const std::vector<Walk> &Walks, bool IsShort) {
  const char *Between = IsShort ? ", " : "";
  for (const Walk &W : Walks) {
    if (IsShort && W.Step == 0)
      continue;
    const bool IsOne = IsShort && W.Step == 1, IsBack = IsShort && W.Step < 0;
    C += Between;
    Between = ", ";
    C += IsOne ? "++" : "";
    value(W.Pointer);
    if (!IsOne)
      C += (IsBack ? " -= " : " += ") + std::to_string(IsBack ? -W.Step : W.Step);
  }
}

void Printer::loop(const Loop &L) {
  using How = Unrolling::How;
  const Unrolling &U = L.Unroll;
  if (U.Turns != How::Any)
    line("_Pragma(\"clang loop unroll" +
         (U.Turns == How::All ? "(full)" : U.Turns == How::One ? "(disable)" : "_count(" + std::to_string(U.Count) + ")") + "\")");
  if (!U.MayOverlap)
    line("_Pragma(\"clang loop pipeline(disable)\")");
  indent();
  C += "for (int " + L.Counter + " = " + std::to_string(L.From) + "; " + L.Counter + " < " + std::to_string(L.End) + "; ";
  C += L.Step == 1 ? "++" + L.Counter : L.Counter + " += " + std::to_string(L.Step);
  steps(L.Walks, true);
  C += ")\n";
  ++Depth;
  inBraces(L.Body);
  --Depth;
}

void Printer::print(const Guard &G) {
  indent();
  C += "if (";
  value(G.Condition);
  C += ")\n";
  tell(&G.Then, [&] { inBraces(G.Then); });
  if (G.Otherwise.empty())
    return;
  line("else");
  tell(&G.Otherwise, [&] { inBraces(G.Otherwise); });
}

void Printer::declarator(const Declarator &D) {
  C += D.Name;
  for (int64_t Extent : D.Extents)
    C += "[" + std::to_string(Extent) + "]";
  C += D.IsAligned ? " __attribute__((aligned(HL_ALIGN)))" : "";
  if (!D.Begin)
    return;
  C += " = ";
  value(*D.Begin);
}

void Printer::print(const Declare &D) {
  const bool IsPointer = D.Type.back() == '*';
  indent();
  C += (D.MaybeUnused ? "__attribute__((unused)) " : "") + D.Type + (IsPointer ? "" : " ");
  for (size_t I = 0; I < D.Names.size(); ++I) {
    C += I == 0 ? "" : IsPointer ? ", *" : ", ";
    declarator(D.Names[I]);
  }
  C += ";\n";
}

void Printer::print(const Assign &A) {
  indent();
  value(A.Place);
  C += " = ";
  value(A.What);
  C += ";\n";
}

void Printer::run(const Run &R) {
  indent();
  if (R.Call)
    value(*R.Call);
  C += R.Call && !R.Walks.empty() ? ", " : "";
  steps(R.Walks, false);
  C += ";\n";
}

void Printer::print(const Hide &H) {
  indent();
  C += "__asm__(\"\" : ";
  const char *Next = "";
  const auto Each = [&](const std::vector<Value> &Places, const char *Register) {
    for (const Value &Place : Places) {
      C += std::string(Next) + "\"+" + Register + "\"(";
      value(Place);
      C += ")";
      Next = ", ";
    }
  };
  Each(H.Vectors, "v");
  Each(H.Scalars, "r");
  C += "); /* " + H.Reason + " */\n";
}

void Printer::print(const Structure &S) {
  constexpr size_t kWidth = 100;
  const std::string Begin(2 * Depth + 3, ' ');
  line("static const " + S.Type + " " + S.Name + " = {");
  size_t Width = Begin.size();
  C += Begin;
  for (const auto &[Field, Text] : S.Fields) {
    const std::string Item = " ." + Field + " = " + Text + ",";
    const size_t Own = withMarks(Item, InPlace).size();
    if (Width + Own > kWidth) {
      C += "\n" + Begin;
      Width = Begin.size();
    }
    C += Item;
    Width += Own;
  }
  C += "\n";
  line("};");
}

} // namespace

std::string print(const Block &Body, Target T, const ConstantText &InPlace, Lines *Where) {
  Printer P(T, InPlace, Where);
  P.block(Body);
  return std::move(P.C);
}

std::string cText(const Value &V, Target T) {
  const ConstantText None;
  Printer P(T, None);
  P.value(V);
  return std::move(P.C);
}

} // namespace hexloom
