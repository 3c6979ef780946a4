// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the makers of random kernel tests share: random tensors and operators, and the writer of a Hexagon program that compares
// every plan of every Hexagon kernel with the portable kernel.
#pragma once

#include "emit/Emit.h"
#include "plans/Plan.h"
#include "support/Error.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <random>
#include <tuple>

namespace hexloom {

inline std::mt19937 Random;

inline int uniform(int Min, int Max) { return std::uniform_int_distribution<int>(Min, Max)(Random); }
inline int oneOf(std::vector<int> Values) { return Values[uniform(0, static_cast<int>(Values.size()) - 1)]; }
inline float real(double Min, double Max) { return static_cast<float>(std::uniform_real_distribution<double>(Min, Max)(Random)); }

inline Tensor activation(DType Type, Shape Dims, float Scale) {
  Tensor T;
  T.Name = "t";
  T.Type = Type;
  T.Dims = std::move(Dims);
  T.Quant.Scales = {Scale};
  T.Quant.ZeroPoints = {Type == DType::Int16 ? 0 : Type == DType::UInt8 ? uniform(0, 255) : uniform(-128, 127)};
  return T;
}

inline void fill(Tensor &T, const std::vector<uint8_t> &Data) { T.Data = std::make_shared<const Bytes>(Data); }

inline Graph withOp(OpKind Kind, std::vector<Tensor> Inputs, std::vector<Tensor> Outputs) {
  Graph G;
  G.File = "random";
  Op O;
  O.Kind = Kind;
  O.Name = "op";
  for (Tensor &T : Inputs) {
    const bool Const = T.isConst();
    O.Inputs.push_back(G.addTensor(std::move(T)));
    if (!Const) {
      G.Inputs.push_back(O.Inputs.back());
      G.InputNames.push_back("in");
    }
  }
  for (Tensor &T : Outputs) {
    O.Outputs.push_back(G.addTensor(std::move(T)));
    G.OutputNames.push_back("out");
  }
  G.Outputs = O.Outputs;
  G.Ops.push_back(std::move(O));
  return G;
}

inline Graph withOp(OpKind Kind, std::vector<Tensor> Inputs, Tensor Output) {
  return withOp(Kind, std::move(Inputs), std::vector<Tensor>{std::move(Output)});
}

inline const char *randomActivation() {
  static const char *const Names[] = {"none", "none", "relu", "relu6"};
  return Names[uniform(0, 3)];
}

/// LAYOUT_CONVERT between two tensors of the graph, by the first kernel that serves.
inline Op conversion(const Graph &G, TensorId From, TensorId To, Target For) {
  Op C;
  C.Kind = OpKind::LayoutConvert;
  C.Name = "convert";
  C.Inputs = {From};
  C.Outputs = {To};
  Compilation Shared("net", 0);
  for (const Plan &P : plansFor(G, C, For, Shared))
    if (P.Rejected.empty() && C.Kernel.empty() && P.Kernel->isPlainC() == (For == Target::Portable)) {
      C.Kernel = P.Kernel->Name;
      C.Schedule = P.Schedule;
    }
  HEXLOOM_CHECK(!C.Kernel.empty(), "no kernel converts this layout");
  return C;
}

/// The graph with this plan and the conversions that it needs around it; inputs and outputs stay row-major.
inline Graph withPlan(Graph G, const Plan &P) {
  Op O = G.Ops[0];
  std::vector<Op> Ops;
  const auto Convert = [&](TensorId From, TensorId To) {
    Ops.push_back(conversion(G, From, To, Target::Hexagon));
  };
  const auto InLayout = [&](TensorId T, Layout L) {
    Tensor Copy = G.Tensors[T];
    Copy.Layout = L;
    return G.addTensor(Copy);
  };
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (!G.Tensors[O.Inputs[I]].isConst() && P.Inputs[I] != Layout::RowMajor) {
      const TensorId From = O.Inputs[I];
      O.Inputs[I] = InLayout(From, P.Inputs[I]);
      Convert(From, O.Inputs[I]);
    }
  O.Kernel = P.Kernel->Name;
  O.Schedule = P.Schedule;
  const std::vector<TensorId> Outs = O.Outputs;
  for (size_t I = 0; I < Outs.size(); ++I)
    if (P.Outputs[I] != Layout::RowMajor)
      O.Outputs[I] = InLayout(Outs[I], P.Outputs[I]);
  Ops.push_back(O);
  for (size_t I = 0; I < Outs.size(); ++I)
    if (O.Outputs[I] != Outs[I])
      Convert(O.Outputs[I], Outs[I]);
  G.Ops = Ops;
  return G;
}

/// Writes, for each case, one network per plan and the portable one, all with the same constants; and main.c, which runs them on
/// random inputs between guard pages and compares the outputs byte for byte.
class Writer {
public:
  /// `Runs`: of each network; more than one: with extreme inputs. `OnePlan`: a random one of each operator's instead of all. `Kernels`: of
  /// those only whose name has that in it, wide products among them, which no others are.
  explicit Writer(std::string Folder, int Runs = 1, bool OnePlan = false, std::string Kernels = "")
      : Folder(std::move(Folder)), Runs(Runs), OnePlan(OnePlan), Kernels(std::move(Kernels)) {}
  void add(Graph G);
  /// Compares networks of one interface, their plans chosen, with the first one.
  void addAll(const std::vector<std::tuple<std::string, Target, Graph>> &Networks);
  void finish();
  int variants() const { return Variants; }

private:
  std::string Folder, Declarations, Calls;
  int Runs;
  bool OnePlan;
  std::string Kernels;
  int Cases = 0, Variants = 0;

  void write(const std::string &File, const std::string &Text) { std::ofstream(Folder + "/" + File, std::ios::binary) << Text; }
  void emit(Graph G, const std::string &Name, Target For);
};

inline void Writer::emit(Graph G, const std::string &Name, Target For) {
  G.Name = Name;
  EmitOptions Options;
  Options.Target = For;
  Options.HeaderName = Name + ".h";
  Options.WeightsName = Name + ".weights";
  Compilation Shared(Name, 0);
  const EmittedFiles Files = emitC(G, Options, Shared);
  std::ofstream Source(Folder + "/" + Name + ".c", std::ios::binary);
  Files.Source([&](const void *Data, size_t Size) { Source.write(static_cast<const char *>(Data), static_cast<std::streamsize>(Size)); });
  write(Name + ".h", Files.Header);
  write(Name + ".weights", std::string(Files.Weights.begin(), Files.Weights.end()));
  Declarations += "extern const hl_model_info " + Name + "_info;\n";
}

inline void Writer::add(Graph G) {
  const std::string Base = strf("case%03d", Cases++);
  Compilation Shared(Base, 0);
  Shared.WideProducts = !Kernels.empty();
  std::vector<Plan> Portable = plansFor(G, G.Ops[0], Target::Portable, Shared);
  const auto Serves = [](const Plan &P) { return P.Rejected.empty(); };
  const auto First = std::find_if(Portable.begin(), Portable.end(), Serves);
  HEXLOOM_CHECK(First != Portable.end(), strf("no portable kernel serves %s", text(G.Ops[0].Kind)));
  emit(withPlan(G, *First), Base, Target::Portable);
  int Number = 0;
  std::vector<Plan> Plans = plansFor(G, G.Ops[0], Target::Hexagon, Shared);
  Plans.erase(std::remove_if(Plans.begin(), Plans.end(),
                             [&](const Plan &P) {
                               const bool IsNamed = std::string(P.Kernel->Name).find(Kernels) != std::string::npos;
                               return !Serves(P) || P.Kernel->isPlainC() || !IsNamed;
                             }),
              Plans.end());
  if (OnePlan && !Plans.empty())
    Plans = {Plans[uniform(0, static_cast<int>(Plans.size()) - 1)]};
  for (const Plan &P : Plans) {
    const std::string Name = strf("%s_%s_%d", Base.c_str(), P.Kernel->Name, Number++);
    emit(withPlan(G, P), Name, Target::Hexagon);
    std::string Layouts;
    for (size_t I = 0; I < P.Inputs.size(); ++I)
      if (!G.in(G.Ops[0], I).isConst())
        Layouts += std::string(text(P.Inputs[I])) + " ";
    Calls += strf("  for (int i = 0; i < %d; ++i)\n    compare(&%s_info, &%s_info, \"%s %s-> %s %s\");\n", Runs, Base.c_str(),
                  Name.c_str(), Name.c_str(), Layouts.c_str(), text(P.Outputs[0]), P.Stage.c_str());
    ++Variants;
  }
  if (!Number)
    std::printf("%s: no vector kernel serves this %s of type %s\n", Base.c_str(), text(G.Ops[0].Kind), text(G.in(G.Ops[0], 0).Type));
}

inline void Writer::addAll(const std::vector<std::tuple<std::string, Target, Graph>> &Networks) {
  const std::string Base = strf("case%03d", Cases++);
  for (size_t I = 0; I < Networks.size(); ++I) {
    const auto &[What, For, G] = Networks[I];
    const std::string Name = I ? strf("%s_%zu", Base.c_str(), I) : Base;
    emit(G, Name, For);
    if (I) {
      Calls += strf("  compare(&%s_info, &%s_info, \"%s %s\");\n", Base.c_str(), Name.c_str(), Name.c_str(), What.c_str());
      ++Variants;
    }
  }
}

inline void Writer::finish() {
  write("main.c", std::string(Runs > 1 ? "#define EXTREME_INPUTS\n" : "") + "#include \"compare.h\"\n\n" + Declarations + "\nint main(void) {\n" + Calls + "  return finish();\n}\n");
}

} // namespace hexloom
