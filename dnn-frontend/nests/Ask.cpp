// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Ask.h"
#include "nests/Marks.h"

#include <algorithm>

namespace hexloom {

using namespace nest;

bool initializesByConstants(const Block &Body) {
  return std::any_of(Body.begin(), Body.end(), [](const Statement &S) {
    const auto *Its = std::get_if<Structure>(&S.Is);
    return Its && std::any_of(Its->Fields.begin(), Its->Fields.end(), [](const auto &Field) { return markIn(Field.second).has_value(); });
  });
}

namespace {

class Counter {
public:
  Written All;

  void block(const Block &Body) {
    for (const Statement &S : Body) {
      ++All.Statements;
      std::visit([&](const auto &Each) { count(Each); }, S.Is);
    }
  }

private:
  void value(const Value &V) {
    All.RawValues += V.is(Value::Kind::Text);
    for (const Value &Each : V.of())
      value(Each);
  }
  void count(const Loop &L) {
    for (const Walk &W : L.Walks)
      value(W.Pointer);
    block(L.Body);
  }
  void count(const Guard &G) {
    value(G.Condition);
    block(G.Then);
    block(G.Otherwise);
  }
  void count(const Scope &S) { block(S.Body); }
  void count(const Declare &D) {
    for (const Declarator &Each : D.Names)
      if (Each.Begin)
        value(*Each.Begin);
  }
  void count(const Structure &) {}
  void count(const Assign &A) {
    value(A.Place);
    value(A.What);
  }
  void count(const Run &R) {
    if (R.Call)
      value(*R.Call);
    for (const Walk &W : R.Walks)
      value(W.Pointer);
  }
  void count(const Raw &) { ++All.Raw; }
};

} // namespace

Written writtenIn(const Block &Body) {
  Counter C;
  C.block(Body);
  return C.All;
}

} // namespace hexloom
