// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Work.h"
#include "nests/Guards.h"
#include "nests/Print.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace hexloom {

using namespace nest;

namespace {

/// Intrinsics whose operands are those of a row, in order, by their names.
std::map<std::string, std::string> readIntrinsics(Target T) {
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

const std::map<std::string, std::string> &intrinsicsOf(Target T) {
  static std::map<Target, std::map<std::string, std::string>> Known;
  const auto [At, IsNew] = Known.try_emplace(T);
  if (IsNew)
    At->second = readIntrinsics(T);
  return At->second;
}

/// A variable: its type, and how many subscripts make an element of it.
struct Variable {
  std::string Name, Type;
  size_t Dimensions;
  int DeclaredIn, ChangesIn; ///< the innermost loop around, and the innermost in whose turns its values differ; 0: none
  bool IsChanged = false;    ///< in the loop at hand
};

/// What a pointer of this type points to, in the words of Part.
std::string pointee(const std::string &Pointer) {
  const size_t Begin = Pointer.rfind("const ", 0) == 0 ? 6 : 0;
  const std::string Type = Pointer.substr(Begin, Pointer.find(" *") - Begin);
  return Type == "HVX_Vector" ? "vector" : Type == "unaligned_vector" ? "unaligned vector" : Type;
}

/// The variable that an expression begins with, or "".
std::string_view rootOf(const Value &V) {
  if (V.is(Value::Kind::Name))
    return std::string_view(V.text()).substr(0, V.text().find('.'));
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
    const size_t Outer = Known.size();
    for (const Statement &Each : Body)
      std::visit([&](const auto &It) { read(It, To); }, Each.Is);
    Known.resize(Outer);
  }

private:
  const Target T;
  const GuardShares &Guards;
  const std::map<std::string, std::string> &Rows;
  std::vector<Variable> Known; ///< the innermost last
  std::map<std::string, std::string, std::less<>> Forms; ///< of structures
  int Depth = 0;                                         ///< loops around that have turns

  int changesIn(const Value &V);
  /// What is the same in all turns of the loop around need not be done in each.
  void execute(const std::string &What, const Value &V, Part &To) { To.add(What + (changesIn(V) < Depth ? kKept : "")); }
  void isChanged(const Value &Place, int By);
  Variable *find(std::string_view Name);
  /// What an expression is an element of, and how many subscripts it lacks.
  std::pair<Variable *, size_t> variable(const Value &V);
  std::string accessed(const Value &V);
  void value(const Value &V, Part &To, bool IsPlace = false);
  void changes(const Value &Place) {
    if (Variable *const Its = find(rootOf(Place)); Its && !isConstant(Its->Type))
      Its->IsChanged = true;
  }

  void read(const Loop &L, Part &To);
  void read(const Guard &G, Part &To);
  void read(const nest::Scope &S, Part &To) { block(S.Body, To); }
  void read(const Declare &D, Part &To);
  void read(const Structure &S, Part &) { Forms[S.Name] = formOf(S); }
  void read(const Assign &A, Part &To);
  void read(const Run &R, Part &To);
  void read(const Hide &H, Part &) {
    for (const std::vector<Value> *Places : {&H.Vectors, &H.Scalars})
      for (const Value &Each : *Places)
        changes(Each);
  }
  void read(const Raw &, Part &To) { To.add("raw"); }
};

Variable *Reader::find(std::string_view Name) {
  const auto Found = std::find_if(Known.rbegin(), Known.rend(), [&](const Variable &Each) { return Each.Name == Name; });
  return Found == Known.rend() ? nullptr : &*Found;
}

std::pair<Variable *, size_t> Reader::variable(const Value &V) {
  if (V.is(Value::Kind::Name)) {
    Variable *const Its = find(V.text());
    return {Its, Its ? Its->Dimensions : 0};
  }
  if (!V.is(Value::Kind::Element) && !V.is(Value::Kind::Binary) && !V.is(Value::Kind::Parentheses))
    return {nullptr, 0};
  auto Of = variable(V.of()[0]);
  if (Of.second && V.is(Value::Kind::Element))
    --Of.second;
  return Of;
}

/// The type of the memory that it is, or "": it is a register.
std::string Reader::accessed(const Value &V) {
  if (!V.is(Value::Kind::Load) && !V.is(Value::Kind::Element))
    return "";
  if (!V.text().empty())
    return pointee(V.text());
  const auto [Of, Dimensions] = variable(V.of()[0]);
  return Of && Dimensions == 0 && Of->Type.find('*') != std::string::npos ? pointee(Of->Type) : "";
}

int Reader::changesIn(const Value &V) {
  constexpr int kAlways = 1 << 20; // the layer's own memory has something else at any time
  int In = V.is(Value::Kind::Scratch) ? kAlways : 0;
  if (V.is(Value::Kind::Name))
    if (const Variable *Its = find(rootOf(V)))
      In = Its->ChangesIn;
  for (const Value &Each : V.of())
    In = std::max(In, changesIn(Each));
  return In;
}

/// By a value that changes in that loop, in the turns of the one at hand.
void Reader::isChanged(const Value &Place, int By) {
  if (Variable *const Its = find(rootOf(Place)))
    Its->ChangesIn = std::max({Its->ChangesIn, By, Its->DeclaredIn < Depth ? Depth : 0});
}

void Reader::value(const Value &V, Part &To, bool IsPlace) {
  if (const std::string Type = accessed(V); !Type.empty()) {
    if (IsPlace)
      To.add("store " + Type);
    else
      execute("load " + Type, V, To);
  }
  if (V.is(Value::Kind::Instruction))
    execute(V.row()->Name, V, To);
  if (V.is(Value::Kind::Call)) {
    const auto Row = Rows.find(V.text());
    const auto Form = V.of().empty() ? Forms.end() : Forms.find(rootOf(V.of()[0]));
    const std::string What = Row != Rows.end() ? Row->second : V.text() + (Form == Forms.end() ? "" : Form->second);
    if (IsPlace) // for its effect
      To.add(What);
    else
      execute(What, V, To);
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
    Known.push_back({Each.Name, D.Type, Each.Extents.size(), Depth, Each.Begin ? changesIn(*Each.Begin) : Depth});
  }
}

void Reader::read(const Assign &A, Part &To) {
  value(A.What, To);
  value(A.Place, To, true);
  if (accessed(A.Place).empty()) {
    changes(A.Place);
    isChanged(A.Place, changesIn(A.What));
  }
}

void Reader::read(const Run &R, Part &To) {
  if (!R.Loops.empty())
    addLoops(To, R.Loops, &R);
  else if (R.Call)
    value(*R.Call, To, true);
  for (const Walk &W : R.Walks) {
    changes(W.Pointer);
    isChanged(W.Pointer, 0);
  }
}

void Reader::read(const Loop &L, Part &To) {
  Part P;
  P.Is = Part::Kind::Loop, P.Head = L.Counter, P.Turns = L.trips();
  P.Unrolled = L.Unroll.Turns == Unrolling::How::Times ? L.Unroll.Count : 0;
  P.IsWrittenOut = L.Unroll.Turns == Unrolling::How::All;
  P.Of = &L;
  std::vector<std::pair<bool, int>> Before;
  for (Variable &Each : Known) {
    Before.emplace_back(Each.IsChanged, Each.ChangesIn);
    Each.IsChanged = false;
  }
  const bool HasTurns = !P.IsWrittenOut && P.Turns > 1; // else what walks is a place apart
  Depth += HasTurns;
  for (const Walk &W : L.Walks)
    if (W.Step) {
      if (!find(rootOf(W.Pointer)))
        Known.push_back({std::string(rootOf(W.Pointer)), "", 0, 0, 0});
      isChanged(W.Pointer, 0);
    }
  Known.push_back({L.Counter, "const int", 0, Depth, HasTurns ? Depth : 0});
  block(L.Body, P);
  Depth -= HasTurns;
  Known.resize(Before.size());
  for (size_t I = 0; I < Known.size(); ++I) {
    if (Known[I].IsChanged)
      P.Keeps.insert(Known[I].Name);
    Known[I].IsChanged |= Before[I].first;
    Known[I].ChangesIn = Before[I].second;
  }
  for (const Walk &W : L.Walks)
    if (W.Step) {
      changes(W.Pointer);
      isChanged(W.Pointer, 0);
    }
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

void addLoops(Part &To, const OwnLoops &Loops, const void *Of) {
  for (const OwnLoop &L : Loops) {
    Part P;
    P.Is = Part::Kind::Loop, P.Head = "within", P.Turns = L.Turns, P.OwnEntries = L.Entries;
    P.Of = Of;
    P.add(L.What);
    if (L.Turns > 0)
      To.add(std::move(P));
  }
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
