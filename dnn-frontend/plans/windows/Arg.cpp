// ARG_MAX and ARG_MIN: the portable kernel.
#include "plans/windows/Arg.h"

namespace hexloom {

ArgShape argShape(const Graph &G, const Op &O) {
  const Shape &Dims = G.in(O, 0).Dims;
  const int64_t Axis = O.i(Attr::Axis);
  ArgShape S;
  for (int64_t I = 0; I < static_cast<int64_t>(Dims.size()); ++I)
    (I < Axis ? S.Outer : I == Axis ? S.Axis : S.Inner) *= Dims[I];
  return S;
}

std::string argProblem(const Graph &G, const Op &O) {
  const DType In = G.in(O, 0).Type, Out = G.out(O, 0).Type;
  if (!isQuantizedInteger(In) && In != DType::Int32)
    return unservedType(G.in(O, 0));
  if (Out != DType::Int32 && Out != DType::Int64)
    return unservedType(G.out(O, 0));
  return "";
}

Fields argFields(const Graph &G, const Op &O) {
  const ArgShape S = argShape(G, O);
  return {{"type", hlType(G.in(O, 0).Type)},  {"out_type", hlType(G.out(O, 0).Type)},
          field("outer", S.Outer),            field("axis", S.Axis),
          field("inner", S.Inner),            field("largest", O.Kind == OpKind::ArgMax)};
}

void planArgPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = argProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  Plans.add(O, Layout::RowMajor,
            cost::ScalarLayer + cost::ScalarElement * static_cast<double>(G.in(O, 0).elements()));
}

void emitArgPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/arg.h");
  W.structure("hl_arg", "p", argFields(G, O));
  W.line(strf("hl_arg_portable(&p, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
