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
  /// Tables may have so many entries each, and so many together; what is beyond is decided by own
  /// costs, so that any problem is solved in bounded time and memory.
  Result solve(size_t TableLimit = size_t(1) << 20, size_t AllTables = size_t(1) << 22);

private:
  struct Term {
    std::vector<int> Variables;
    std::vector<double> Costs; ///< empty: gone
    bool uses(int Variable) const;
  };
  struct Decision { ///< how an eliminated variable follows from those that were still there
    int Variable;
    std::vector<int> Others;
    std::vector<int> Best;
  };

  std::vector<int> Sizes;
  std::vector<std::set<int>> Neighbours; ///< by variable: those it shares a term with
  std::vector<Term> Terms;
  std::vector<std::vector<size_t>> TermsOf; ///< by variable: ascending, those that are gone included
  std::vector<int> Scratch;                 ///< values of all variables
  std::set<std::pair<size_t, int>> BySize;  ///< of the table that eliminating the variable makes
  std::set<std::pair<size_t, int>> ByDegree; ///< complement of the number of neighbours: widest first
  std::vector<size_t> SizeOf, DegreeOf;      ///< by variable: as in these

  double valueOf(const Term &T, const std::vector<int> &Values) const;
  void connect(const std::vector<int> &Variables);
  void disconnect(int Variable);
  template <typename Variables> size_t tableSize(const Variables &V) const;
  void append(Term T);
  void queue(int Variable);
  void dequeue(int Variable);
  void requeue(const std::vector<int> &Variables);
  Decision eliminate(int Variable);
  void fix(int Variable);
};

} // namespace hexloom
