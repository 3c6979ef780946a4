// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emit/Interface.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

std::string pointerTo(const Graph &G, const ArenaPlan &Arena, TensorId T, bool IsConst) {
  const Place &P = Arena.Tensors[T];
  const std::string Cast = strf("(%s%s *)", IsConst ? "const " : "", cType(G.Tensors[T].Type));
  const auto Offset = static_cast<long long>(P.Offset);
  switch (P.Where) {
  case Place::Arena:
    return Cast + strf("(memory + %lld)", Offset);
  case Place::Input:
    return Cast + strf("inputs[%lld]", Offset);
  case Place::Output:
    return Cast + strf("outputs[%lld]", Offset);
  case Place::State:
    return Cast + strf("(kept + %lld)", Offset);
  case Place::None:
    break;
  }
  throw InternalError("activation without a place");
}

std::string stateCopies(const Graph &G, const ArenaPlan &Arena, WeightsFile &Weights) {
  std::string Text;
  for (size_t I = 0; I < G.States.size(); ++I) {
    const TensorId T = G.Outputs[G.ownOutputs() + I];
    const Tensor &Next = G.Tensors[T];
    if (!Next.isConst() && Arena.Tensors[T] == Place{Place::State, Arena.StateOffset[I]})
      continue;
    const std::string From =
        Next.isConst() ? strf("W(uint8_t, %lld)", static_cast<long long>(Weights.add(*Next.Data)))
                       : pointerTo(G, Arena, T, true);
    Text += strf("  __builtin_memcpy(kept + %lld, %s, %lld);\n",
                 static_cast<long long>(Arena.StateOffset[I]), From.c_str(),
                 static_cast<long long>(Next.bytes()));
  }
  return Text;
}

std::string resetFunction(const Graph &G, const ArenaPlan &Arena, WeightsFile &Weights) {
  if (G.States.empty())
    return "";
  std::string Text = strf("\nint %s_reset(void *state) {\n"
                          "  const int status = hl_check_state(state, %lld, %lld);\n"
                          "  if (status != HL_OK)\n    return status;\n"
                          "  uint8_t *const kept = state;\n"
                          "  __builtin_memset(kept, 0, %lld);\n",
                          G.Name.c_str(), static_cast<long long>(Arena.StateBytes),
                          static_cast<long long>(Arena.StateBytes), static_cast<long long>(Arena.StateBytes));
  for (size_t I = 0; I < G.States.size(); ++I) {
    const Tensor &First = G.Tensors[G.States[I]];
    const auto Offset = static_cast<long long>(Arena.StateOffset[I]);
    const Bytes &Data = *First.Data;
    const bool IsUniform = std::all_of(Data.begin(), Data.end(), [&](uint8_t B) { return B == Data.front(); });
    if (IsUniform && (Data.empty() || Data.front() == 0))
      continue;
    if (IsUniform)
      Text += strf("  __builtin_memset(kept + %lld, %d, %zu);\n", Offset, Data.front(), Data.size());
    else
      Text += strf("  __builtin_memcpy(kept + %lld, W(uint8_t, %lld), %zu);\n", Offset,
                   static_cast<long long>(Weights.add(Data)), Data.size());
  }
  return Text + "  return HL_OK;\n}\n";
}

static std::string tensorTable(const Graph &G, const char *Table, size_t Count, const std::vector<TensorId> &Ids,
                               const std::vector<std::string> &Names) {
  std::string Text = strf("\nstatic const hl_tensor_info %s_%s[] = {\n", G.Name.c_str(), Table);
  for (size_t I = 0; I < Count; ++I) {
    const Tensor &T = G.Tensors[Ids[I]];
    std::string Dims;
    for (int32_t Dim : T.Dims)
      Dims += (Dims.empty() ? "" : ", ") + std::to_string(Dim);
    const bool Quantized = T.Quant.present() && !T.Quant.perChannel();
    Text += strf("  {%s, %s, %d, {%s}, %lld, %af, %d},\n", cString(Names.at(I)).c_str(),
                 hlType(T.Type), T.rank(), Dims.empty() ? "0" : Dims.c_str(),
                 static_cast<long long>(T.elements() * bytesOf(T.Type)),
                 Quantized ? T.Quant.scale() : 0.0, Quantized ? T.Quant.zeroPoint() : 0);
  }
  return Text + "};\n";
}

std::string infoText(const Graph &G, const ArenaPlan &Arena) {
  const char *Name = G.Name.c_str();
  const std::string Functions =
      G.States.empty() ? strf("%s_run, 0, 0, 0", Name)
                       : strf("0, %lld, %s_reset, %s_run",
                              static_cast<long long>(Arena.StateBytes), Name, Name);
  return tensorTable(G, "inputs", G.ownInputs(), G.Inputs, G.InputNames) +
         tensorTable(G, "outputs", G.ownOutputs(), G.Outputs, G.OutputNames) +
         strf("\nconst hl_model_info %s_info = {\"%s\", %zu, %zu, %s_inputs, %s_outputs, %lld, "
              "%s};\n",
              Name, Name, G.ownInputs(), G.ownOutputs(), Name, Name,
              static_cast<long long>(Arena.Bytes), Functions.c_str());
}

} // namespace hexloom
