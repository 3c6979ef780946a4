// Exact minimisation of a sum of small tables over discrete variables, by eliminating one variable
// at a time (bucket elimination, cheapest first). Exponential only in the treewidth, which for
// chains is 1 and for residual networks 2 to 3.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

namespace hexloom {

class Minimizer {
public:
  /// Adds a variable with values 0 .. Size-1; returns its number.
  int addVariable(int Size);
  /// Adds a term that depends on `Variables` (distinct); the last variable's value varies fastest
  /// in Costs. Infinite costs forbid a combination.
  void addTerm(std::vector<int> Variables, std::vector<double> Costs);

  struct Result {
    double Cost;
    std::vector<int> Values;
    bool Exact; ///< false: a table grew past the limit and a variable was fixed by its own cost
  };
  Result solve(size_t TableLimit = size_t(1) << 20);

private:
  struct Term {
    std::vector<int> Variables;
    std::vector<double> Costs;
  };
  struct Decision { ///< how an eliminated variable follows from those that were still there
    int Variable;
    std::vector<int> Others;
    std::vector<int> Best;
  };

  std::vector<int> Sizes;
  std::vector<std::set<int>> Neighbours; ///< by variable: those it shares a term with
  std::vector<Term> Terms;

  double valueOf(const Term &T, const std::vector<int> &Values) const;
  void connect(const std::vector<int> &Variables);
  void disconnect(int Variable);
  size_t tableSize(const std::vector<int> &Variables) const;
  Decision eliminate(int Variable);
  void fix(int Variable);
};

} // namespace hexloom
