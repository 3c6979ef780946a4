// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Work.h"
#include "nests/Guards.h"
#include "nests/Print.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

using namespace nest;

namespace {

/// Intrinsics whose operands are those of a row, in order, by their names.
std::map<std::string, std::string> intrinsicsOf(Target T) {
  std::map<std::string, std::string> Rows;
  for (const Instruction &I : allInstructions())
    if (const InstructionTemplate *How = I.on(T)) {
      const std::string C = How->C;
      const size_t Open = C.find('('), Operands = C.find_first_not_of("(abcd, )", Open);
      if (Open != 0 && Operands == std::string::npos)
        Rows.emplace(C.substr(0, Open), I.Name);
    }
  return Rows;
}

/// A variable: its type, and how many subscripts make an element of it.
struct Variable {
  std::string Type;
  size_t Dimensions;
};
using Scope = std::map<std::string, Variable>;

/// What a pointer of this type points to, in the words of Part.
std::string pointee(const std::string &Pointer) {
  const size_t Begin = Pointer.rfind("const ", 0) == 0 ? 6 : 0;
  const std::string Type = Pointer.substr(Begin, Pointer.find(" *") - Begin);
  return Type == "HVX_Vector" ? "vector" : Type == "unaligned_vector" ? "unaligned vector" : Type;
}

/// The variable that an expression begins with, or "".
std::string rootOf(const Value &V) {
  if (V.is(Value::Kind::Name))
    return V.text().substr(0, V.text().find('.'));
  const bool IsPlace = V.is(Value::Kind::Element) || V.is(Value::Kind::Address) || V.is(Value::Kind::Parentheses);
  return IsPlace ? rootOf(V.of()[0]) : "";
}

bool isConstant(const std::string &Type) { return Type.rfind("const ", 0) == 0 && Type.find('*') == std::string::npos; }

/// " narrow31 two-sided", or "".
std::string formOf(const Structure &S) {
  std::string Form;
  for (const auto &[Field, Text] : S.Fields)
    if (Field == "form" && Text.rfind('_') != std::string::npos)
      Form += " " + Text.substr(Text.rfind('_') + 1);
    else if (Field == "two_sided" && Text == "1")
      Form += " two-sided";
  std::transform(Form.begin(), Form.end(), Form.begin(), [](char C) { return std::tolower(static_cast<unsigned char>(C)); });
  return Form;
}

class Reader {
public:
  Reader(Target T, const GuardShares &Guards) : T(T), Guards(Guards), Rows(intrinsicsOf(T)) {}

  void block(const Block &Body, Part &To) {
    const Scope Outer = Known;
    const std::set<std::string> Around = std::exchange(Own, {}), ChangedAround = std::exchange(Hidden, {});
    for (const Statement &Each : Body)
      std::visit([&](const auto &It) { read(It, To); }, Each.Is);
    for (const std::string &Name : Own)
      Changed.erase(Name);
    Changed.insert(Hidden.begin(), Hidden.end());
    Known = Outer, Own = Around, Hidden = ChangedAround;
  }

private:
  const Target T;
  const GuardShares &Guards;
  const std::map<std::string, std::string> Rows;
  Scope Known;
  std::map<std::string, std::string> Forms; ///< of structures
  std::set<std::string> Changed;
  std::set<std::string> Own, Hidden; ///< names that the block at hand declares, and those that it hides of changed variables

  std::optional<Variable> variable(const Value &V) const;
  std::string accessed(const Value &V) const;
  void value(const Value &V, Part &To, bool IsPlace = false);
  void changes(const Value &Place) {
    const std::string Name = rootOf(Place);
    if (const auto Found = Known.find(Name); Found != Known.end() && !isConstant(Found->second.Type))
      Changed.insert(Name);
  }

  void read(const Loop &L, Part &To);
  void read(const Guard &G, Part &To);
  void read(const nest::Scope &S, Part &To) { block(S.Body, To); }
  void read(const Declare &D, Part &To);
  void read(const Structure &S, Part &) { Forms[S.Name] = formOf(S); }
  void read(const Assign &A, Part &To);
  void read(const Run &R, Part &To);
  void read(const Hide &H, Part &) {
    for (const Value &Each : H.Places)
      changes(Each);
  }
  void read(const Raw &, Part &To) { To.add("raw"); }
};

/// What an expression is an element of.
std::optional<Variable> Reader::variable(const Value &V) const {
  if (const auto Found = Known.find(V.text()); V.is(Value::Kind::Name) && Found != Known.end())
    return Found->second;
  if (!V.is(Value::Kind::Element) && !V.is(Value::Kind::Binary) && !V.is(Value::Kind::Parentheses))
    return std::nullopt;
  std::optional<Variable> Of = variable(V.of()[0]);
  if (Of && Of->Dimensions && V.is(Value::Kind::Element))
    --Of->Dimensions;
  return Of;
}

/// The type of the memory that it is, or "": it is a register.
std::string Reader::accessed(const Value &V) const {
  if (!V.is(Value::Kind::Load) && !V.is(Value::Kind::Element))
    return "";
  if (!V.text().empty())
    return pointee(V.text());
  const std::optional<Variable> Of = variable(V.of()[0]);
  return Of && Of->Dimensions == 0 && Of->Type.find('*') != std::string::npos ? pointee(Of->Type) : "";
}

void Reader::value(const Value &V, Part &To, bool IsPlace) {
  if (const std::string Type = accessed(V); !Type.empty())
    To.add((IsPlace ? "store " : "load ") + Type);
  if (V.is(Value::Kind::Instruction))
    To.add(V.row()->Name);
  if (V.is(Value::Kind::Call)) {
    const auto Row = Rows.find(V.text());
    const auto Form = V.of().empty() ? Forms.end() : Forms.find(rootOf(V.of()[0]));
    To.add(Row != Rows.end() ? Row->second : V.text() + (Form == Forms.end() ? "" : Form->second));
    for (const Value &Each : V.of())
      if (Each.is(Value::Kind::Address))
        changes(Each);
  }
  for (const Value &Each : V.of())
    value(Each, To);
}

void Reader::read(const Declare &D, Part &To) {
  for (const Declarator &Each : D.Names) {
    if (Each.Begin)
      value(*Each.Begin, To);
    Known[Each.Name] = {D.Type, Each.Extents.size()};
    Own.insert(Each.Name);
    if (Changed.erase(Each.Name))
      Hidden.insert(Each.Name);
  }
}

void Reader::read(const Assign &A, Part &To) {
  value(A.What, To);
  value(A.Place, To, true);
  if (accessed(A.Place).empty())
    changes(A.Place);
}

void Reader::read(const Run &R, Part &To) {
  if (R.Call)
    value(*R.Call, To);
  for (const Walk &W : R.Walks)
    changes(W.Pointer);
}

void Reader::read(const Loop &L, Part &To) {
  Part P;
  P.Is = Part::Kind::Loop, P.Head = L.Counter, P.Turns = L.trips();
  P.Unrolled = L.Unroll.Turns == Unrolling::How::Times ? L.Unroll.Count : 0;
  P.IsWrittenOut = L.Unroll.Turns == Unrolling::How::All;
  P.Of = &L;
  const std::set<std::string> Before = std::exchange(Changed, {});
  block(L.Body, P);
  P.Keeps = Changed;
  for (const Walk &W : L.Walks)
    if (W.Step)
      Changed.insert(rootOf(W.Pointer));
  Changed.insert(Before.begin(), Before.end());
  To.add(std::move(P));
}

void Reader::read(const Guard &G, Part &To) {
  value(G.Condition, To);
  Part P;
  P.Is = Part::Kind::Guard, P.Head = cText(G.Condition, T), P.Inside = {Part(), Part()};
  block(G.Then, P.Inside[0]);
  block(G.Otherwise, P.Inside[1]);
  P.Inside[0].Of = &G.Then, P.Inside[1].Of = &G.Otherwise;
  if (const auto Found = Guards.find(&G); Found != Guards.end())
    P.Inside[0].Share = Found->second, P.Inside[1].Share = 1 - Found->second;
  To.add(std::move(P));
}

void add(Work &To, const Work &More, int64_t Times) {
  for (const auto &[What, A] : More) {
    To[What].Least += A.Least * Times;
    To[What].Most += A.Most * Times;
  }
}

/// The amounts of one of two alternatives: the lesser least, and the greater most.
Work eitherOf(Work A, Work B) {
  for (const auto &[What, Its] : A)
    B[What];
  for (auto &[What, Its] : B) {
    const Amount Other = A[What];
    Its = {std::min(Its.Least, Other.Least), std::max(Its.Most, Other.Most)};
  }
  return B;
}

class Writer {
public:
  std::string Text;
  void part(const Part &P, size_t Depth, int64_t Times) {
    if (P.Is == Part::Kind::Guard) {
      line(Depth, "if " + P.Head, P.Inside[0]);
      inside(P.Inside[0], Depth + 1, Times);
      line(Depth, "else", P.Inside[1]);
      return inside(P.Inside[1], Depth + 1, Times);
    }
    line(Depth, "loop " + P.Head + ", " + std::to_string(P.Turns) + " of " + std::to_string(Times * P.Turns) + " turns" + (P.IsWrittenOut ? ", written out" : ""), P);
    inside(P, Depth + 1, Times * P.Turns);
  }
  void list(const char *Before, const std::string &Each, bool IsFirst) { Text += (IsFirst ? Before : ", ") + Each; }
  void line(size_t Depth, const std::string &Head, const Part &P) {
    Text += std::string(2 * Depth, ' ') + Head;
    for (const auto &[What, Number] : P.Own)
      list(": ", std::to_string(Number) + " " + What, What == P.Own.begin()->first);
    for (const std::string &Each : P.Keeps)
      list("; keeps ", Each, Each == *P.Keeps.begin());
    Text += "\n";
  }
  void inside(const Part &P, size_t Depth, int64_t Times) {
    for (const Part &Each : P.Inside)
      part(Each, Depth, Times);
  }
};

} // namespace

Part partOf(const Block &Body, Target T) {
  Part All;
  const GuardShares Guards = guardShares(Body);
  Reader(T, Guards).block(Body, All);
  return All;
}

Work workOf(const Part &P) {
  if (P.Is == Part::Kind::Guard)
    return eitherOf(workOf(P.Inside[0]), workOf(P.Inside[1]));
  Work All;
  for (const auto &[What, Number] : P.Own)
    All[What] = {Number, Number};
  for (const Part &Each : P.Inside)
    add(All, workOf(Each), Each.Turns);
  return All;
}

std::string workText(const Part &P) {
  Writer W;
  const Work All = workOf(P);
  for (const auto &[What, A] : All)
    W.list("  in all: ", std::to_string(A.Least) + (A.Least == A.Most ? "" : " to " + std::to_string(A.Most)) + " " + What,
           What == All.begin()->first);
  W.Text += "\n";
  if (!P.Own.empty())
    W.line(1, "once", P);
  W.inside(P, 1, 1);
  return std::move(W.Text);
}

} // namespace hexloom
