// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's register allocator's solver: reductions of degree 0 to 2, exact, and the degree heuristic beyond. Its headers are all that
// is needed of LLVM (llvm-19-dev); built without them, the front end has no solver of this name.
#ifdef HEXLOOM_HAS_LLVM_PBQP
#include "select/Solvers.h"
#include "select/exact/PairModel.h"

#define LLVM_DISABLE_ABI_BREAKING_CHECKS_ENFORCING 1 // a symbol of LLVM's library, of which nothing else is linked
#include <llvm/CodeGen/PBQP/Graph.h>
#include <llvm/CodeGen/PBQP/Math.h>
#include <llvm/CodeGen/PBQP/ReductionRules.h>
#include <llvm/CodeGen/PBQP/Solution.h>

#include <map>
#include <memory>
#include <set>

namespace hexloom {

namespace {

namespace pbqp = llvm::PBQP;

/// Costs one by one: LLVM's own pool of equal ones needs its library.
struct Allocator {
  using Vector = pbqp::Vector;
  using Matrix = pbqp::Matrix;
  using VectorPtr = std::shared_ptr<const Vector>;
  using MatrixPtr = std::shared_ptr<const Matrix>;
  template <typename Costs> VectorPtr getVector(Costs V) { return std::make_shared<const Vector>(std::move(V)); }
  template <typename Costs> MatrixPtr getMatrix(Costs M) { return std::make_shared<const Matrix>(std::move(M)); }
};

/// What LLVM's graph asks of its user: it is told of every change and keeps the nodes by degree.
class Reduction {
public:
  using RawVector = pbqp::Vector;
  using RawMatrix = pbqp::Matrix;
  using Vector = pbqp::Vector;
  using Matrix = pbqp::Matrix;
  using CostAllocator = Allocator;
  using NodeId = pbqp::GraphBase::NodeId;
  using EdgeId = pbqp::GraphBase::EdgeId;
  struct NodeMetadata {};
  struct EdgeMetadata {};
  struct GraphMetadata {};
  using Graph = pbqp::Graph<Reduction>;

  explicit Reduction(Graph &G) : G(G) {}

  void handleAddNode(NodeId) {}
  void handleRemoveNode(NodeId) {}
  void handleSetNodeCosts(NodeId, const Vector &) {}
  void handleAddEdge(EdgeId Id) {
    changed(G.getEdgeNode1Id(Id));
    changed(G.getEdgeNode2Id(Id));
  }
  void handleDisconnectEdge(EdgeId, NodeId Id) { changed(Id); }
  void handleReconnectEdge(EdgeId, NodeId Id) { changed(Id); }
  void handleUpdateCosts(EdgeId, const Matrix &) {}

  pbqp::Solution solve() {
    std::vector<NodeId> Stack;
    for (NodeId Id : G.nodeIds())
      queue(Id);
    Running = true;
    while (!ByDegree.empty()) {
      // The lowest degree while it is 2 at most, else the highest: LLVM's order but for spilling.
      auto Next = ByDegree.begin();
      if (Next->first > 2)
        Next = std::prev(ByDegree.end());
      const NodeId Id = Next->second;
      ByDegree.erase(Next);
      Degree.erase(Id);
      Stack.push_back(Id);
      switch (G.getNodeDegree(Id)) {
      case 0:
        break;
      case 1:
        pbqp::applyR1(G, Id);
        break;
      case 2:
        pbqp::applyR2(G, Id);
        break;
      default:
        G.disconnectAllNeighborsFromNode(Id);
      }
    }
    return pbqp::backpropagate(G, std::move(Stack));
  }

private:
  Graph &G;
  bool Running = false;
  std::set<std::pair<unsigned, NodeId>> ByDegree;
  std::map<NodeId, unsigned> Degree;

  void queue(NodeId Id) {
    Degree[Id] = G.getNodeDegree(Id);
    ByDegree.insert({Degree[Id], Id});
  }
  void changed(NodeId Id) {
    const auto Found = Degree.find(Id);
    if (!Running || Found == Degree.end())
      return;
    ByDegree.erase({Found->second, Id});
    queue(Id);
  }
};

pbqp::Vector vectorOf(const std::vector<double> &Costs) {
  pbqp::Vector V(static_cast<unsigned>(Costs.size()));
  for (size_t I = 0; I < Costs.size(); ++I)
    V[static_cast<unsigned>(I)] = static_cast<pbqp::PBQPNum>(Costs[I]);
  return V;
}

} // namespace

Choice solvePbqp(const ChoiceProblem &P) {
  const PairModel M = pairModel(P);
  Reduction::Graph G;
  Reduction R(G);
  G.setSolver(R);
  std::vector<Reduction::NodeId> Nodes;
  for (const PairModel::Variable &V : M.Variables)
    Nodes.push_back(G.addNode(vectorOf(V.Costs)));
  Choice C;
  for (const PairModel::Edge &E : M.Edges) {
    pbqp::Matrix Costs(static_cast<unsigned>(M.size(E.A)), static_cast<unsigned>(M.size(E.B)));
    for (size_t A = 0; A < M.size(E.A); ++A)
      for (size_t B = 0; B < M.size(E.B); ++B)
        Costs[static_cast<unsigned>(A)][static_cast<unsigned>(B)] = static_cast<pbqp::PBQPNum>(M.cost(E, A, B));
    C.Steps += static_cast<int64_t>(E.Costs.size());
    G.addEdge(Nodes[E.A], Nodes[E.B], std::move(Costs));
  }
  const pbqp::Solution Solution = R.solve();
  for (size_t I = 0; I < P.Operators.size(); ++I)
    C.Options.push_back(static_cast<int>(Solution.getSelection(Nodes[I])));
  C.Cost = P.cost(C.Options);
  return C;
}

} // namespace hexloom
#endif
