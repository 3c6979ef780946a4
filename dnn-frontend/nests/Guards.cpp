// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Guards.h"

#include <algorithm>
#include <optional>
#include <set>

namespace hexloom {

using namespace nest;

namespace {

using Number = std::optional<int64_t>;

/// A variable: what it has, if that is known. A tensor begins at 0: what is compared lies in one.
using Variables = std::map<std::string, Number>;

constexpr int64_t kMostTurns = 1 << 15;

bool isBytes(const std::string &Type) {
  for (const char *Each : {"const uint8_t *", "uint8_t *", "const uint8_t *const", "uint8_t *const"})
    if (Type == Each)
      return true;
  return Type.find('*') == std::string::npos; // an integer
}

std::string nameOf(const Value &V) { return V.is(Value::Kind::Parentheses) ? nameOf(V.of()[0]) : V.is(Value::Kind::Name) ? V.text() : ""; }

Number computed(const std::string &Operator, int64_t A, int64_t B) {
  using Function = int64_t (*)(int64_t, int64_t);
  static const std::map<std::string, Function> Functions = {
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

bool hasGuards(const Block &Body) {
  return std::any_of(Body.begin(), Body.end(), [](const Statement &S) {
    if (const auto *L = std::get_if<Loop>(&S.Is))
      return hasGuards(L->Body);
    if (const auto *In = std::get_if<nest::Scope>(&S.Is))
      return hasGuards(In->Body);
    return std::holds_alternative<Guard>(S.Is);
  });
}

class Runner {
public:
  struct Count {
    int64_t Turns = 0, Held = 0;
    bool IsKnown = true;
  };
  std::map<const Guard *, Count> Counts;

  void block(const Block &Body) {
    const Variables Around = Known;
    const std::set<std::string> Outer = std::exchange(Own, {});
    for (const Statement &Each : Body)
      std::visit([&](const auto &It) { run(It); }, Each.Is);
    Variables After = Around; // what the block declared is gone
    for (auto &[Name, Its] : After)
      if (!Own.count(Name))
        Its = Known[Name];
    Known = std::move(After), Own = Outer;
  }
  bool isAtEnd() const { return Turns > kMostTurns; }

private:
  Variables Known;
  std::set<std::string> Own;
  int64_t Turns = 0;

  Number value(const Value &V) const;
  void declare(const std::string &Name, Number Its) {
    Own.insert(Name);
    Known[Name] = Its;
  }
  void move(const std::vector<Walk> &Walks, int64_t Times) {
    for (const Walk &W : Walks)
      if (const auto Found = Known.find(nameOf(W.Pointer)); Found != Known.end() && Found->second)
        *Found->second += W.Step * Times;
  }
  /// Makes everything unknown that a body assigns, because it is not run.
  void forget(const Block &Body);

  void run(const Loop &L);
  void run(const Guard &G);
  void run(const nest::Scope &S) { block(S.Body); }
  void run(const Declare &D) {
    for (const Declarator &Each : D.Names)
      declare(Each.Name, Each.Begin && Each.Extents.empty() && isBytes(D.Type) ? value(*Each.Begin) : Number());
  }
  void run(const Assign &A) {
    if (const auto Found = Known.find(nameOf(A.Place)); Found != Known.end())
      Found->second = value(A.What);
  }
  void run(const Run &R) { move(R.Walks, 1); }
  void run(const Hide &) {}
  void run(const Structure &) {}
  void run(const Raw &) {}
};

Number Runner::value(const Value &V) const {
  const std::vector<Value> &Of = V.of();
  switch (V.kind()) {
  case Value::Kind::Number:
    return V.number();
  case Value::Kind::Name: {
    const auto Found = Known.find(V.text());
    return Found != Known.end() ? Found->second : isTensor(V.text()) ? Number(0) : Number();
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
  for (const Statement &S : Body) {
    if (const auto *A = std::get_if<Assign>(&S.Is); A && Known.count(nameOf(A->Place)))
      Known[nameOf(A->Place)] = {};
    const auto Forget = [&](const std::vector<Walk> &Walks) {
      for (const Walk &W : Walks)
        if (W.Step && Known.count(nameOf(W.Pointer)))
          Known[nameOf(W.Pointer)] = {};
    };
    if (const auto *R = std::get_if<Run>(&S.Is))
      Forget(R->Walks);
    if (const auto *L = std::get_if<Loop>(&S.Is))
      Forget(L->Walks), forget(L->Body);
    if (const auto *In = std::get_if<nest::Scope>(&S.Is))
      forget(In->Body);
    if (const auto *G = std::get_if<Guard>(&S.Is))
      forget(G->Then), forget(G->Otherwise);
  }
}

void Runner::run(const Loop &L) {
  if (!hasGuards(L.Body)) {
    forget(L.Body);
    return move(L.Walks, L.trips());
  }
  const Number Hidden = Known[L.Counter];
  for (int64_t At = L.From; At < L.End && !isAtEnd(); At += L.Step) {
    ++Turns;
    Known[L.Counter] = At;
    block(L.Body);
    move(L.Walks, 1);
  }
  Known[L.Counter] = Hidden;
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
  if (!hasGuards(Body))
    return Shares;
  Runner R;
  R.block(Body);
  for (const auto &[G, C] : R.Counts)
    if (C.IsKnown && !R.isAtEnd())
      Shares[G] = double(C.Held) / double(C.Turns);
  return Shares;
}

} // namespace hexloom
