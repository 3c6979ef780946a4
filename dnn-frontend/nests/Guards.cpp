// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Guards.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace hexloom {

using namespace nest;

namespace {

using Number = std::optional<int64_t>;

/// A variable: what it has, if that is known. A tensor begins at 0: what is compared lies in one.
struct Variable {
  std::string_view Name;
  Number Its;
};

constexpr int64_t kMostTurns = 1 << 15;

bool isBytes(const std::string &Type) {
  for (const char *Each : {"const uint8_t *", "uint8_t *", "const uint8_t *const", "uint8_t *const"})
    if (Type == Each)
      return true;
  return Type.find('*') == std::string::npos; // an integer
}

std::string_view nameOf(const Value &V) {
  return V.is(Value::Kind::Parentheses) ? nameOf(V.of()[0]) : V.is(Value::Kind::Name) ? std::string_view(V.text()) : "";
}

Number computed(const std::string &Operator, int64_t A, int64_t B) {
  using Function = int64_t (*)(int64_t, int64_t);
  static const std::unordered_map<std::string, Function> Functions = {
      {"+", [](int64_t A, int64_t B) { return A + B; }},           {"-", [](int64_t A, int64_t B) { return A - B; }},
      {"*", [](int64_t A, int64_t B) { return A * B; }},           {"<", [](int64_t A, int64_t B) { return int64_t(A < B); }},
      {"<=", [](int64_t A, int64_t B) { return int64_t(A <= B); }}, {">=", [](int64_t A, int64_t B) { return int64_t(A >= B); }},
      {"||", [](int64_t A, int64_t B) { return int64_t(A || B); }}, {"&&", [](int64_t A, int64_t B) { return int64_t(A && B); }}};
  const auto Found = Functions.find(Operator);
  return Found == Functions.end() ? Number() : Found->second(A, B);
}

/// in0, out1: LayerWriter's.
bool isTensor(const std::string &Name) {
  const size_t Digits = Name.rfind("in", 0) == 0 ? 2 : Name.rfind("out", 0) == 0 ? 3 : Name.size();
  return Digits < Name.size() && Name.find_first_not_of("0123456789", Digits) == std::string::npos;
}

/// What guards' conditions depend on, by names; and the statements that are to be run for it.
class Slice {
public:
  explicit Slice(const Block &Body) {
    for (size_t Before = 1; Before;) { // until nothing is new
      const size_t Names = Wanted.size();
      HasGuards = read(Body);
      Before = Wanted.size() - Names;
    }
  }
  bool hasGuards() const { return HasGuards; }
  bool wants(std::string_view Name) const { return Wanted.count(Name); }
  /// Whether a block has a guard, or changes anything that one depends on.
  bool counts(const Block &Body) const { return Counting.count(&Body); }
  bool hasGuards(const Block &Body) const { return Guarded.count(&Body); }

private:
  std::unordered_set<std::string_view> Wanted;
  std::unordered_set<const Block *> Counting, Guarded;
  bool HasGuards = false;

  void want(const Value &V) {
    if (V.is(Value::Kind::Name))
      Wanted.insert(V.text());
    for (const Value &Each : V.of())
      want(Each);
  }
  bool wantsAny(const std::vector<Walk> &Walks) const {
    return std::any_of(Walks.begin(), Walks.end(), [&](const Walk &W) { return wants(nameOf(W.Pointer)); });
  }
  /// Whether it has guards.
  bool read(const Block &Body) {
    bool Has = false, Counts = false;
    for (const Statement &S : Body)
      if (const auto *L = std::get_if<Loop>(&S.Is)) {
        Has |= read(L->Body);
        Counts |= counts(L->Body) || wantsAny(L->Walks);
      } else if (const auto *In = std::get_if<nest::Scope>(&S.Is)) {
        Has |= read(In->Body);
        Counts |= counts(In->Body);
      } else if (const auto *G = std::get_if<Guard>(&S.Is)) {
        want(G->Condition);
        read(G->Then), read(G->Otherwise);
        Has = true;
      } else if (const auto *D = std::get_if<Declare>(&S.Is)) {
        for (const Declarator &Each : D->Names)
          if (wants(Each.Name) && Each.Begin)
            want(*Each.Begin);
      } else if (const auto *A = std::get_if<Assign>(&S.Is); A && wants(nameOf(A->Place))) {
        want(A->What);
        Counts = true;
      } else if (const auto *R = std::get_if<Run>(&S.Is)) {
        Counts |= wantsAny(R->Walks);
      }
    if (Has)
      Guarded.insert(&Body);
    if (Has || Counts)
      Counting.insert(&Body);
    return Has;
  }
};

class Runner {
public:
  explicit Runner(const Slice &What) : What(What) {}
  struct Count {
    int64_t Turns = 0, Held = 0;
    bool IsKnown = true;
  };
  std::map<const Guard *, Count> Counts;

  void block(const Block &Body) {
    const size_t Around = Known.size();
    for (const Statement &Each : Body)
      std::visit([&](const auto &It) { run(It); }, Each.Is);
    Known.resize(Around);
  }
  bool isAtEnd() const { return Turns > kMostTurns; }

private:
  const Slice &What;
  std::vector<Variable> Known; ///< the innermost last
  int64_t Turns = 0;

  Number *find(std::string_view Name) {
    const auto Found = std::find_if(Known.rbegin(), Known.rend(), [&](const Variable &Each) { return Each.Name == Name; });
    return Found == Known.rend() ? nullptr : &Found->Its;
  }
  Number value(const Value &V);
  void move(const std::vector<Walk> &Walks, int64_t Times) {
    for (const Walk &W : Walks)
      if (Number *const Its = find(nameOf(W.Pointer)); Its && *Its)
        **Its += W.Step * Times;
  }
  /// Makes everything unknown that a body assigns, because it is not run.
  void forget(const Block &Body);

  void run(const Loop &L);
  void run(const Guard &G);
  void run(const nest::Scope &S) {
    if (What.counts(S.Body))
      block(S.Body);
  }
  void run(const Declare &D) {
    for (const Declarator &Each : D.Names)
      if (What.wants(Each.Name))
        Known.push_back({Each.Name, Each.Begin && Each.Extents.empty() && isBytes(D.Type) ? value(*Each.Begin) : Number()});
  }
  void run(const Assign &A) {
    if (Number *const Its = find(nameOf(A.Place)))
      *Its = value(A.What);
  }
  void run(const Run &R) { move(R.Walks, 1); }
  void run(const Hide &) {}
  void run(const Structure &) {}
  void run(const Raw &) {}
};

Number Runner::value(const Value &V) {
  const std::vector<Value> &Of = V.of();
  switch (V.kind()) {
  case Value::Kind::Number:
    return V.number();
  case Value::Kind::Name: {
    const Number *const Its = find(V.text());
    return Its ? *Its : isTensor(V.text()) ? Number(0) : Number();
  }
  case Value::Kind::Cast:
  case Value::Kind::Parentheses:
    return value(Of[0]);
  case Value::Kind::Choice: {
    const Number If = value(Of[0]);
    return If ? value(Of[*If ? 1 : 2]) : Number();
  }
  case Value::Kind::Binary: {
    const Number A = value(Of[0]), B = value(Of[1]);
    return A && B ? computed(V.text(), *A, *B) : Number();
  }
  default:
    return {};
  }
}

void Runner::forget(const Block &Body) {
  if (!What.counts(Body))
    return;
  const auto Forget = [&](const Value &Place) {
    if (Number *const Its = find(nameOf(Place)))
      *Its = {};
  };
  const auto ForgetAll = [&](const std::vector<Walk> &Walks) {
    for (const Walk &W : Walks)
      if (W.Step)
        Forget(W.Pointer);
  };
  for (const Statement &S : Body) {
    if (const auto *A = std::get_if<Assign>(&S.Is))
      Forget(A->Place);
    if (const auto *R = std::get_if<Run>(&S.Is))
      ForgetAll(R->Walks);
    if (const auto *L = std::get_if<Loop>(&S.Is))
      ForgetAll(L->Walks), forget(L->Body);
    if (const auto *In = std::get_if<nest::Scope>(&S.Is))
      forget(In->Body);
    if (const auto *G = std::get_if<Guard>(&S.Is))
      forget(G->Then), forget(G->Otherwise);
  }
}

void Runner::run(const Loop &L) {
  if (!What.hasGuards(L.Body)) {
    forget(L.Body);
    return move(L.Walks, L.trips());
  }
  Known.push_back({L.Counter, {}});
  const size_t Counter = Known.size() - 1;
  for (int64_t At = L.From; At < L.End && !isAtEnd(); At += L.Step) {
    ++Turns;
    Known[Counter].Its = At;
    block(L.Body);
    move(L.Walks, 1);
  }
  Known.pop_back();
}

void Runner::run(const Guard &G) {
  const Number Is = value(G.Condition);
  Count &C = Counts[&G];
  ++C.Turns;
  C.IsKnown = C.IsKnown && Is;
  C.Held += Is.value_or(0) != 0;
  if (Is)
    return block(*Is ? G.Then : G.Otherwise);
  forget(G.Then);
  forget(G.Otherwise);
}

} // namespace

GuardShares guardShares(const Block &Body) {
  GuardShares Shares;
  const Slice What(Body);
  if (!What.hasGuards())
    return Shares;
  Runner R(What);
  R.block(Body);
  for (const auto &[G, C] : R.Counts)
    if (C.IsKnown && !R.isAtEnd())
      Shares[G] = double(C.Held) / double(C.Turns);
  return Shares;
}

} // namespace hexloom
