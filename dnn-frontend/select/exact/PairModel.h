// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum of tables over one and two variables: what the exact solver reduces. Variables are operators and, where a layout of a value
// is wanted by several readers, whether the value is there in that layout.
#pragma once

#include "select/ChoiceProblem.h"

#include <map>

namespace hexloom {

struct PairModel {
  struct Edge {
    int A, B;                  ///< variables, A < B
    std::vector<double> Costs; ///< [place of A's value * values of B + place of B's value]
  };
  struct Variable {
    std::vector<int> Values;    ///< those that are left, by their numbers in the beginning
    std::vector<double> Costs;  ///< of each
    std::map<int, int> Edges;   ///< by neighbour: number of the edge
    bool IsGone = false;
  };

  std::vector<Variable> Variables;
  std::vector<Edge> Edges; ///< those of gone variables are empty
  double Constant = 0;
  double Forbidden = 0; ///< stands for infinite costs: more than all that a possible choice can cost

  int add(int Values);
  void addUnary(int V, const std::vector<double> &Costs);
  /// Costs as an edge has them, for A and B in any order.
  void addPair(int A, int B, const std::vector<double> &Costs);
  /// Replaces infinite costs, so that differences of costs can be had everywhere.
  void boundCosts();

  size_t size(int V) const { return Variables[static_cast<size_t>(V)].Values.size(); }
  double cost(const Edge &E, size_t A, size_t B) const { return E.Costs[A * size(E.B) + B]; }
  /// The edge's cost of the value at place `Own` of V with the one at place `Other` of V's neighbour.
  double cost(int Edge, int V, size_t Own, size_t Other) const {
    const struct Edge &E = Edges[static_cast<size_t>(Edge)];
    return E.A == V ? cost(E, Own, Other) : cost(E, Other, Own);
  }
  int other(int Edge, int V) const {
    const struct Edge &E = Edges[static_cast<size_t>(Edge)];
    return E.A == V ? E.B : E.A;
  }

  void removeEdge(int Edge);
  /// Keeps only those of V's values that Keep marks, by their places.
  void keepValues(int V, const std::vector<char> &Keep);
  /// The cost of an assignment, as numbers that the values had in the beginning. Entries of variables that are gone are not read.
  double cost(const std::vector<int> &Values) const;
  /// The place of a value among those that are left; -1: it is not.
  int placeOf(int V, int Value) const;
};

/// The variables 0, 1, ... are the problem's operators; the sum's least is the problem's.
PairModel pairModel(const ChoiceProblem &P);

} // namespace hexloom
