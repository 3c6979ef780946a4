// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomProblem.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace hexloom {

namespace {

/// Variables: the operators, then for each value and layout whether it is there.
class Writer {
public:
  explicit Writer(const ChoiceProblem &P) : P(P) {}

  std::string run() {
    for (size_t I = 0; I < P.Operators.size(); ++I) {
      Sizes.push_back(P.Operators[I].Costs.size());
      std::ostringstream Tuples;
      for (size_t J = 0; J < Sizes[I]; ++J)
        Tuples << J << " " << units(P.Operators[I].Costs[J]) << "\n";
      Functions << "1 " << I << " 0 " << Sizes[I] << "\n" << Tuples.str();
      ++Count;
      Top += largest(P.Operators[I].Costs);
    }
    for (const ChoiceProblem::Value &V : P.Values)
      for (int L = 0; L < P.Layouts; ++L)
        add(V, L);
    return head() + body();
  }

private:
  const ChoiceProblem &P;
  std::vector<size_t> Sizes;
  std::ostringstream Functions;
  size_t Count = 0;
  int64_t Top = 1; ///< more than any choice costs
  static constexpr const char *kTop = "TOP";

  static int64_t largest(const std::vector<double> &Costs) {
    int64_t Most = 0;
    for (double C : Costs)
      if (std::isfinite(C))
        Most = std::max<int64_t>(Most, std::llround(C / kCostUnit));
    return Most;
  }

  static std::string units(double Cost) { return std::isfinite(Cost) ? std::to_string(std::llround(Cost / kCostUnit)) : kTop; }

  void add(const ChoiceProblem::Value &V, int L) {
    const size_t IsThere = Sizes.size();
    Sizes.push_back(2);
    std::vector<double> Costs;
    for (int From : V.Made)
      Costs.push_back(P.conversion(V, From, L));
    Top += largest(Costs);
    if (V.Maker < 0) {
      Functions << "1 " << IsThere << " 0 1\n1 " << units(Costs[0]) << "\n";
    } else {
      Functions << "2 " << V.Maker << " " << IsThere << " 0 " << Costs.size() << "\n";
      for (size_t J = 0; J < Costs.size(); ++J)
        Functions << J << " 1 " << units(Costs[J]) << "\n";
    }
    ++Count;
    if (V.Kept >> L & 1) {
      Functions << "1 " << IsThere << " 0 1\n0 " << kTop << "\n";
      ++Count;
    }
    for (const ChoiceProblem::Reader &R : V.Readers) {
      std::ostringstream Tuples;
      size_t Wanting = 0;
      for (size_t J = 0; J < R.Wants.size(); ++J)
        if (R.Wants[J] >> L & 1) {
          Tuples << J << " 0 " << kTop << "\n";
          ++Wanting;
        }
      Functions << "2 " << R.Operator << " " << IsThere << " 0 " << Wanting << "\n" << Tuples.str();
      ++Count;
    }
  }

  std::string head() const {
    std::ostringstream Out;
    Out << "layouts " << Sizes.size() << " " << *std::max_element(Sizes.begin(), Sizes.end()) << " " << Count << " " << Top << "\n";
    for (size_t Size : Sizes)
      Out << Size << " ";
    Out << "\n";
    return Out.str();
  }

  std::string body() const {
    std::string Text = Functions.str();
    const std::string Number = std::to_string(Top);
    for (size_t At = Text.find(kTop); At != std::string::npos; At = Text.find(kTop, At))
      Text.replace(At, 3, Number);
    return Text;
  }
};

} // namespace

std::string wcsp(const ChoiceProblem &P) { return Writer(P).run(); }

} // namespace hexloom
