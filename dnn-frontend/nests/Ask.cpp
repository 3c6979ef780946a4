// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Ask.h"
#include "nests/Marks.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <numeric>

namespace hexloom {

using namespace nest;

bool initializesByConstants(const Block &Body) {
  return std::any_of(Body.begin(), Body.end(), [](const Statement &S) {
    const auto *Its = std::get_if<Structure>(&S.Is);
    return Its && std::any_of(Its->Fields.begin(), Its->Fields.end(), [](const auto &Field) { return markIn(Field.second).has_value(); });
  });
}

namespace {

bool isInWord(char C) { return C == '_' || std::isalnum(static_cast<unsigned char>(C)); }

class Inputs {
public:
  std::set<size_t> Named;

  void block(const Block &Body) {
    for (const Statement &S : Body)
      std::visit([&](const auto &Each) { read(Each); }, S.Is);
  }

private:
  void text(const std::string &C);
  void value(const Value &V) {
    if (V.is(Value::Kind::Name) || V.is(Value::Kind::Text))
      text(V.text());
    for (const Value &Each : V.of())
      value(Each);
  }
  void walks(const std::vector<Walk> &Walks) {
    for (const Walk &W : Walks)
      value(W.Pointer);
  }
  void read(const Loop &L) {
    walks(L.Walks);
    block(L.Body);
  }
  void read(const Guard &G) {
    value(G.Condition);
    block(G.Then);
    block(G.Otherwise);
  }
  void read(const Scope &S) { block(S.Body); }
  void read(const Declare &D) {
    for (const Declarator &Each : D.Names)
      if (Each.Begin)
        value(*Each.Begin);
  }
  void read(const Structure &) {} // parameters known before any input is
  void read(const Assign &A) {
    value(A.Place);
    value(A.What);
  }
  void read(const Run &R) {
    if (R.Call)
      value(*R.Call);
    walks(R.Walks);
  }
  void read(const Hide &H) {
    for (const std::vector<Value> *Places : {&H.Vectors, &H.Scalars})
      for (const Value &Each : *Places)
        value(Each);
  }
  void read(const Raw &R) { text(R.Text); }
};

/// The numbers N of all words inN.
void Inputs::text(const std::string &C) {
  for (size_t At = C.find("in"); At != std::string::npos; At = C.find("in", At + 2)) {
    size_t End = At + 2, Number = 0;
    for (; End < C.size() && End < At + 10 && std::isdigit(static_cast<unsigned char>(C[End])); ++End)
      Number = Number * 10 + static_cast<size_t>(C[End] - '0');
    if (End > At + 2 && (At == 0 || !isInWord(C[At - 1])) && (End == C.size() || !isInWord(C[End])))
      Named.insert(Number);
  }
}

} // namespace

std::set<size_t> inputsNamed(const Block &Body) {
  Inputs All;
  All.block(Body);
  return All.Named;
}

static int64_t vectorsOf(const Declare &D) {
  const int64_t Each = D.Type == "HVX_VectorPair" ? 2 : D.Type == "HVX_Vector" || D.Type == "vector" ? 1 : 0;
  int64_t Sum = 0;
  for (const Declarator &Name : D.Names)
    if (!Name.Extents.empty() && !Name.IsAligned) // what is aligned is memory
      Sum += std::accumulate(Name.Extents.begin(), Name.Extents.end(), Each, std::multiplies<>());
  return Sum;
}

int64_t vectorsInArrays(const Block &Body) {
  int64_t Here = 0, Within = 0;
  for (const Statement &S : Body) {
    if (const auto *D = std::get_if<Declare>(&S.Is))
      Here += vectorsOf(*D);
    else if (const auto *L = std::get_if<Loop>(&S.Is))
      Within = std::max(Within, vectorsInArrays(L->Body));
    else if (const auto *Its = std::get_if<Scope>(&S.Is))
      Within = std::max(Within, vectorsInArrays(Its->Body));
    else if (const auto *G = std::get_if<Guard>(&S.Is))
      Within = std::max({Within, vectorsInArrays(G->Then), vectorsInArrays(G->Otherwise)});
  }
  return Here + Within;
}

} // namespace hexloom
