// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a ChoiceProblem to tables over pairs. A value's layout L costs its conversion once if any reader wants it:
//   wanted in any case          a cost of the maker's options
//   wanted by one reader only   a table over maker and reader
//   wanted by several           a variable "is there in L": a table with the maker (the conversion, if it is there), and one
//                               with each reader (if it wants L and it is not there). The latter need not be infinite: the
//                               dearest conversion into L is enough, for then it would be no dearer to have L.
#include "select/exact/PairModel.h"

#include <algorithm>

namespace hexloom {

namespace {

class Encoder {
public:
  explicit Encoder(const ChoiceProblem &P) : P(P) {}

  PairModel run() {
    for (const ChoiceProblem::Operator &O : P.Operators) {
      M.add(static_cast<int>(O.Costs.size()));
      M.addUnary(static_cast<int>(M.Variables.size() - 1), O.Costs);
    }
    for (const ChoiceProblem::Value &V : P.Values)
      for (int L = 0; L < P.Layouts; ++L)
        addLayout(V, L);
    M.boundCosts();
    return std::move(M);
  }

private:
  const ChoiceProblem &P;
  PairModel M;

  static bool wants(const ChoiceProblem::Reader &R, size_t Option, int L) { return R.Wants[Option] >> L & 1; }

  /// The costs of having the value in L, by the maker's option.
  std::vector<double> conversions(const ChoiceProblem::Value &V, int L) const {
    std::vector<double> Costs;
    for (int From : V.Made)
      Costs.push_back(P.conversion(V, From, L));
    return Costs;
  }

  void addLayout(const ChoiceProblem::Value &V, int L) {
    bool Always = V.Kept >> L & 1;
    std::vector<const ChoiceProblem::Reader *> Readers;
    for (const ChoiceProblem::Reader &R : V.Readers) {
      size_t Wanting = 0;
      for (size_t J = 0; J < R.Wants.size(); ++J)
        Wanting += wants(R, J, L);
      Always |= Wanting == R.Wants.size();
      if (Wanting > 0)
        Readers.push_back(&R);
    }
    const std::vector<double> Costs = conversions(V, L);
    const double Dearest = *std::max_element(Costs.begin(), Costs.end());
    if (Dearest == 0)
      return;
    if (Always)
      addWithMaker(V, Costs);
    else if (Readers.size() == 1)
      addForOne(V, *Readers[0], L, Costs);
    else if (Readers.size() > 1)
      addForSeveral(V, Readers, L, Costs, Dearest);
  }

  void addWithMaker(const ChoiceProblem::Value &V, const std::vector<double> &Costs) {
    if (V.Maker >= 0)
      M.addUnary(V.Maker, Costs);
    else
      M.Constant += Costs[0];
  }

  void addForOne(const ChoiceProblem::Value &V, const ChoiceProblem::Reader &R, int L, const std::vector<double> &Costs) {
    std::vector<double> Table;
    for (double C : Costs)
      for (size_t J = 0; J < R.Wants.size(); ++J)
        Table.push_back(wants(R, J, L) ? C : 0);
    if (V.Maker >= 0)
      M.addPair(V.Maker, R.Operator, Table);
    else
      M.addUnary(R.Operator, Table);
  }

  void addForSeveral(const ChoiceProblem::Value &V, const std::vector<const ChoiceProblem::Reader *> &Readers, int L,
                     const std::vector<double> &Costs, double Dearest) {
    const int IsThere = M.add(2);
    std::vector<double> Table;
    for (double C : Costs)
      Table.insert(Table.end(), {0, C});
    if (V.Maker >= 0)
      M.addPair(V.Maker, IsThere, Table);
    else
      M.addUnary(IsThere, Table);
    for (const ChoiceProblem::Reader *R : Readers) {
      std::vector<double> Missing;
      for (size_t J = 0; J < R->Wants.size(); ++J)
        Missing.insert(Missing.end(), {wants(*R, J, L) ? Dearest : 0, 0});
      M.addPair(R->Operator, IsThere, Missing);
    }
  }
};

} // namespace

PairModel pairModel(const ChoiceProblem &P) { return Encoder(P).run(); }

} // namespace hexloom
