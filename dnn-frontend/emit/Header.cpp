// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emit/Header.h"
#include "nests/LayerWriter.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

static std::string upper(std::string Text) {
  std::transform(Text.begin(), Text.end(), Text.begin(),
                 [](unsigned char C) { return std::toupper(C); });
  return Text;
}

static std::string describeTensors(const Graph &G, const char *Role, size_t Count,
                                   const std::vector<TensorId> &Ids,
                                   const std::vector<std::string> &Names) {
  std::string Text;
  for (size_t I = 0; I < Count; ++I) {
    const Tensor &T = G.Tensors[Ids[I]];
    Text += strf(" *   %ss[%zu] '%s': %s[%s], row-major, %lld bytes", Role, I,
                 commentText(Names.at(I)).c_str(), cType(T.Type), text(T.Dims).c_str(),
                 static_cast<long long>(T.elements() * bytesOf(T.Type)));
    if (T.Quant.present() && !T.Quant.perChannel())
      Text +=
          strf(";\n *     real = %.9g * (quantized - %d)", T.Quant.scale(), T.Quant.zeroPoint());
    Text += "\n";
  }
  return Text;
}

static std::string sizeMacros(const Graph &G, const std::string &Prefix, const char *Role,
                              size_t Count, const std::vector<TensorId> &Ids) {
  std::string Text = strf("#define %s_NUM_%sS %zu\n", Prefix.c_str(), Role, Count);
  for (size_t I = 0; I < Count; ++I)
    Text += strf(
        "#define %s_%s%zu_BYTES %lld\n", Prefix.c_str(), Role, I,
        static_cast<long long>(G.Tensors[Ids[I]].elements() * bytesOf(G.Tensors[Ids[I]].Type)));
  return Text;
}

std::string runPrototype(const Graph &G) {
  const char *Name = G.Name.c_str();
  if (G.States.empty())
    return strf("int %s_run(const void *const *inputs, void *const *outputs, void *arena, "
                "size_t arena_bytes)",
                Name);
  return strf("int %s_run(const void *const *inputs, void *const *outputs, void *arena, "
              "size_t arena_bytes,\n    void *state, size_t state_bytes)",
              Name);
}

/// What a caller must know of a network that keeps something from one run to the next.
static std::string stateComment(const Graph &G, int64_t StateBytes) {
  if (G.States.empty())
    return "";
  std::string Text =
      strf(" *\n * state, %lld bytes, is what a run leaves to the next one on the same sequence: "
           "%s_reset prepares it before the\n"
           " * first, each sequence has its own, and its bytes may be copied. Aligned as the others; "
           "HL_ERROR_STATE if it is too small.\n",
           static_cast<long long>(StateBytes), G.Name.c_str());
  for (size_t I = G.ownInputs(); I < G.Inputs.size(); ++I)
    Text += strf(" *   '%s': %s[%s]\n", commentText(G.InputNames[I]).c_str(),
                 cType(G.Tensors[G.Inputs[I]].Type), text(G.Tensors[G.Inputs[I]].Dims).c_str());
  return Text;
}

std::string headerText(const Graph &G, int64_t ArenaBytes, int64_t StateBytes) {
  const std::string Prefix = upper(G.Name), Guard = Prefix + "_H";
  const char *Name = G.Name.c_str();
  std::string Text = strf("/* %s: interface of the compiled network.\n *\n", Name);
  Text += describeTensors(G, "input", G.ownInputs(), G.Inputs, G.InputNames) +
          describeTensors(G, "output", G.ownOutputs(), G.Outputs, G.OutputNames);
  Text += strf(" *\n * %s_run reads inputs[], writes outputs[] and uses arena, %lld bytes, for "
               "everything between. Each of these\n"
               " * buffers starts at a multiple of HL_ALIGN (128) bytes, and the memory behind it "
               "reaches to the next multiple.\n"
               " * Nothing is allocated and no global is written: calls with arenas of their own "
               "may run at the same time.\n"
               " * Returns HL_OK, or HL_ERROR_NULL, HL_ERROR_ALIGNMENT, HL_ERROR_ARENA, HL_ERROR_WEIGHTS before "
               "anything is written.\n",
               Name, static_cast<long long>(ArenaBytes));
  Text += stateComment(G, StateBytes) + " */\n";
  Text += strf("#ifndef %s\n#define %s\n\n#include <hexloom/model.h>\n\n#ifdef __cplusplus\nextern "
               "\"C\" {\n#endif\n\n",
               Guard.c_str(), Guard.c_str());
  Text += sizeMacros(G, Prefix, "INPUT", G.ownInputs(), G.Inputs) +
          sizeMacros(G, Prefix, "OUTPUT", G.ownOutputs(), G.Outputs);
  Text +=
      strf("#define %s_ARENA_BYTES %lld\n", Prefix.c_str(), static_cast<long long>(ArenaBytes));
  if (!G.States.empty())
    Text += strf("#define %s_STATE_BYTES %lld\n", Prefix.c_str(), static_cast<long long>(StateBytes));
  Text += "\n" + runPrototype(G) + ";\n";
  if (!G.States.empty())
    Text += strf("int %s_reset(void *state);\n", Name);
  Text += strf("extern const hl_model_info %s_info;\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
               Name);
  return Text;
}

} // namespace hexloom
