// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C file: a banner, one function for each layer, NAME_run that calls them in order, NAME_reset of
// a network with state, and NAME_info.
#include "emit/Emit.h"
#include "emit/Arena.h"
#include "emit/Functions.h"
#include "emit/Header.h"
#include "emit/Interface.h"
#include "emit/NestText.h"
#include "ir/LayerNumbers.h"
#include "nests/Ask.h"
#include "nests/LayerWriter.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <memory>
#include <set>

namespace hexloom {

namespace {

/// What the emitters of a network and of its regions share.
struct Parts {
  const EmitOptions Options;
  Compilation &Shared;
  WeightsFile Weights;
  hexloom::Functions Functions;
  std::set<std::string> Headers;    ///< of the runtime
  std::set<std::string> OwnHeaders; ///< of custom operators
  std::string Nests;
};

/// What is kept of a layer until all are known.
struct Layer {
  Functions::Id Function;
  std::vector<LayerConstant> Constants;
};

void write(const Sink &Out, const std::string &Text) { Out(Text.data(), Text.size()); }

class Emitter {
public:
  /// Prefix: of all names.
  Emitter(const Graph &G, Parts &P, std::string Prefix)
      : G(G), Options(P.Options), P(P), Weights(P.Weights), Prefix(std::move(Prefix)), Numbers(layerNumbers(G)) {}
  EmittedFiles files();
  void writeLayers(const Sink &Out) const;

private:
  const Graph &G;
  const EmitOptions &Options;
  Parts &P;
  WeightsFile &Weights;
  const std::string Prefix;
  const std::vector<std::string> Numbers; ///< of each layer
  int64_t SealOffset = -1; ///< no weights: no seal
  uint64_t Seal = 0;
  std::vector<Layer> Layers;
  std::vector<LayerMemory> Memory; ///< of each layer
  std::vector<std::vector<std::unique_ptr<Emitter>>> Regions; ///< of each layer
  std::string Constants; ///< outputs that are
  ArenaPlan Arena;

  void makeLayers();
  void emitLayer(const Op &O, LayerWriter &W) const;
  void tellNest(const Op &O, const LayerWriter &W);
  Functions::Id function(const Op &O, const LayerWriter &W);
  std::vector<EmittedRegion> makeRegions(size_t I);
  void countFunctions();
  void writeRegion(const Sink &Out) const;
  std::string outputConstants();
  void checkSize() const;
  std::string banner() const;
  std::string customHeader(const Op &O) const;
  std::string includes() const;
  std::string weightsSymbol() const;
  std::string layerFunction(size_t I) const;
  std::string layerCall(size_t I) const;
  std::string functionName(size_t I) const;
  std::string tensorLine(const char *Role, const Tensor &T) const;
  std::string outputCopies() const;
  std::string runFunction(const std::string &StateCopies) const;
  bool isElided(size_t I) const;
};

std::string Emitter::functionName(size_t I) const { return Prefix + "_" + layerName(Numbers[I], text(G.Ops[I].Kind)); }

void Emitter::makeLayers() {
  Layers.reserve(G.Ops.size());
  Regions.resize(G.Ops.size());
  for (const Op &O : G.Ops) {
    payFor(G, O, P.Shared.Purse);
    LayerWriter W(G, O, Options.Target, P.Shared, Weights, makeRegions(Layers.size()));
    emitLayer(O, W);
    P.Headers.insert(W.headers().begin(), W.headers().end());
    if (O.Kind == OpKind::Custom)
      P.OwnHeaders.insert(customHeader(O));
    if (Options.TellNests)
      tellNest(O, W);
    Memory.push_back({W.scratchBytes(), W.aliases(), W.inPlace()});
    Layers.push_back({function(O, W), W.constants()});
  }
  Arena = placeArena(G, Memory);
  Constants = outputConstants();
}

/// What takes more than the compilation may is the matter of a layer and its plan.
void Emitter::emitLayer(const Op &O, LayerWriter &W) const {
  try {
    kernelNamed(O.Kernel).Emit(G, O, W);
  } catch (const UserError &E) {
    throw UserError(strf("%s\n  at %s, by %s", E.what(), describe(G, O).c_str(), O.Kernel.c_str()));
  }
}

void Emitter::tellNest(const Op &O, const LayerWriter &W) {
  const std::string Text = nestText(functionName(Layers.size()), O, W);
  P.Shared.Purse.write(static_cast<int64_t>(Text.size()));
  P.Nests += Text;
}

/// What is of an operator's regions comes before the operator's own layer.
std::vector<EmittedRegion> Emitter::makeRegions(size_t I) {
  std::vector<EmittedRegion> Emitted;
  for (const Graph &R : G.Ops[I].Regions) {
    const std::string Name = functionName(I) + (Emitted.empty() ? "_condition" : "_body");
    Regions[I].push_back(std::make_unique<Emitter>(R, P, Name));
    Regions[I].back()->makeLayers();
    Emitted.push_back({Name, Regions[I].back()->Arena.Bytes});
  }
  return Emitted;
}

void Emitter::countFunctions() {
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    for (const std::unique_ptr<Emitter> &Region : Regions[I])
      Region->countFunctions();
    if (!isElided(I))
      P.Functions.use(Layers[I].Function, functionName(I), Layers[I].Constants.size());
  }
}

/// A region as a function of its inputs and outputs, with its layers.
void Emitter::writeRegion(const Sink &Out) const {
  write(Out, Constants);
  writeLayers(Out);
  std::string Text = strf("\nHL_LAYER void %s(const void *const *inputs, void *const *outputs, uint8_t *memory) {\n"
                          "  (void)inputs, (void)memory;\n",
                          Prefix.c_str());
  for (size_t I = 0; I < G.Ops.size(); ++I)
    Text += layerCall(I);
  write(Out, Text + outputCopies() + "}\n");
}

void Emitter::writeLayers(const Sink &Out) const {
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    for (const std::unique_ptr<Emitter> &Region : Regions[I])
      Region->writeRegion(Out);
    write(Out, layerFunction(I));
  }
}

std::string Emitter::outputConstants() {
  std::string Text;
  for (size_t I = 0; I < G.ownOutputs(); ++I)
    if (const Tensor &T = G.Tensors[G.Outputs[I]]; T.isConst())
      Text += strf("#define %s_output%zu_constant W(uint8_t, %lld)\n", Prefix.c_str(), I,
                   static_cast<long long>(Weights.add(*T.Data)));
  return Text;
}

std::string Emitter::banner() const {
  return strf("/* %s: %zu operators for %s, made by Hexloom's dnn-frontend from %s.\n"
              " * The interface is documented in %s. Build with -I on the folders of "
              "runtime/include and of %s.\n */\n",
              G.Name.c_str(), G.Ops.size(), text(Options.Target), cComment(G.File).c_str(),
              cComment(Options.HeaderName).c_str(), cComment(Options.WeightsName).c_str());
}

std::string Emitter::customHeader(const Op &O) const {
  const auto Found = Options.CustomHeaders.find(O.s(Attr::Function));
  if (Found == Options.CustomHeaders.end())
    throw UserError(strf("%s: no header declares %s: give it with --custom", describe(G, O).c_str(),
                         O.s(Attr::Function).c_str()));
  if (O.s(Attr::Function).rfind(G.Name + "_", 0) == 0)
    throw UserError(strf("%s: names with %s_ are the network's own, %s among them: give it another with --name", describe(G, O).c_str(),
                         G.Name.c_str(), O.s(Attr::Function).c_str()));
  return Found->second;
}

std::string Emitter::includes() const {
  std::string Text = "#include \"" + Options.HeaderName + "\"\n#include <hexloom/layer.h>\n";
  for (const std::string &Header : P.Headers)
    Text += "#include <" + Header + ">\n";
  for (const std::string &Header : P.OwnHeaders) // a header's name knows no escapes (fileNameFault)
    Text += "#include \"" + Header + "\"\n";
  return Text;
}

/// Each constant has a symbol of its own: from offsets within one symbol the compiler would make addresses of each other, and a layer's
/// code would depend on what other layers keep.
std::string Emitter::weightsSymbol() const {
  const char *Name = G.Name.c_str();
  std::string Text =
      strf("HL_INCBIN(%s_weights, %s, %zu);\n", Name, cString(Options.WeightsName).c_str(), Weights.bytes().size());
  for (int64_t Offset : Weights.offsets())
    Text += strf("HL_CONSTANT(%s_weights, %lld);\n", Name, static_cast<long long>(Offset));
  return Text + strf("#define W(TYPE, OFFSET) ((const TYPE *)%s_weights_##OFFSET)\n", Name);
}

std::string Emitter::tensorLine(const char *Role, const Tensor &T) const {
  std::string Line =
      strf(" *   %-6s %s %s %s", Role, text(T.Dims).c_str(), text(T.Type), text(T.Layout));
  if (T.Quant.perChannel())
    Line += strf(", %zu scales along axis %d", T.Quant.Scales.size(), T.Quant.Axis);
  else if (T.Quant.present())
    Line += strf(", scale %.9g zero point %d", T.Quant.scale(), T.Quant.zeroPoint());
  return Line + (T.isConst() ? ", constant" : "") + strf("  '%s'\n", commentText(T.Name).c_str());
}

/// A layer whose output already lies where it belongs has nothing to do.
bool Emitter::isElided(size_t I) const {
  const Op &O = G.Ops[I];
  return Memory[I].Aliases && O.Inputs[0] != kNoTensor && !G.Tensors[O.Inputs[0]].isConst() &&
         Arena.Tensors[O.Inputs[0]] == Arena.Tensors[O.Outputs[0]];
}

std::string Emitter::layerFunction(size_t I) const {
  const Op &O = G.Ops[I];
  const Kernel &K = kernelNamed(O.Kernel);
  std::string Text =
      strf("\n/* Layer %s: %s '%s'\n", Numbers[I].c_str(), text(O.Kind), commentText(O.Name).c_str());
  for (size_t K2 = 0; K2 < O.Inputs.size(); ++K2)
    if (G.hasIn(O, K2))
      Text += tensorLine("input", G.in(O, K2));
  for (size_t K2 = 0; K2 < O.Outputs.size(); ++K2)
    Text += tensorLine("output", G.out(O, K2));
  Text += strf(" *   kernel %s (%s): %s", K.Name, K.Instruction, K.Description);
  if (const std::string Schedule = text(O.Schedule); !Schedule.empty())
    Text += "\n *   schedule " + Schedule;
  if (isElided(I))
    return Text + " */\n";
  if (const Functions::Id F = Layers[I].Function; P.Functions.isShared(F))
    return Text + "\n *   computed by " + P.Functions.nameOfShared(F) + " */\n";
  return Text + " */\nHL_LAYER void " + functionName(I) + P.Functions.own(Layers[I].Function, Layers[I].Constants);
}

/// Adds the function that computes O, as W has written it. Layers that are alike may share it (emit/Functions.h).
Functions::Id Emitter::function(const Op &O, const LayerWriter &W) {
  // Pointers that may be equal must not be called distinct.
  const auto Restrict = [&](int Input, int Output) {
    for (const auto &[In, Out] : W.inPlace())
      if (In == Input || Out == Output)
        return "";
    return "HL_RESTRICT ";
  };
  const std::set<size_t> Read = inputsNamed(W.statements());
  std::string Parameters, Unused;
  for (size_t K2 = 0; K2 < O.Inputs.size(); ++K2) {
    if (!G.hasIn(O, K2) || G.in(O, K2).isConst())
      continue;
    Parameters += strf("const %s *%sin%zu HL_ALIGNED, ", cType(G.in(O, K2).Type), Restrict(int(K2), -1), K2);
    if (!Read.count(K2)) // has no elements
      Unused += strf("  (void)in%zu;\n", K2);
  }
  for (size_t K2 = 0; K2 < O.Outputs.size(); ++K2)
    Parameters += strf("%s *%sout%zu HL_ALIGNED, ", cType(G.out(O, K2).Type), Restrict(-1, int(K2)), K2);
  if (W.scratchBytes())
    Parameters += "uint8_t *HL_RESTRICT scratch HL_ALIGNED, ";
  Parameters.resize(Parameters.size() - 2);
  return P.Functions.add(std::move(Parameters), Unused + W.body(), initializesByConstants(W.statements()));
}

std::string Emitter::layerCall(size_t I) const {
  const Op &O = G.Ops[I];
  if (isElided(I))
    return strf("  /* layer %s, %s: in place */\n", Numbers[I].c_str(), text(O.Kind));
  std::string Arguments;
  for (size_t K = 0; K < O.Inputs.size(); ++K)
    if (G.hasIn(O, K) && !G.in(O, K).isConst())
      Arguments += pointerTo(G, Arena, O.Inputs[K], true) + ", ";
  for (TensorId T : O.Outputs)
    Arguments += pointerTo(G, Arena, T, false) + ", ";
  if (Memory[I].ScratchBytes)
    Arguments += strf("memory + %lld, ", static_cast<long long>(Arena.ScratchOffset[I]));
  const bool IsShared = P.Functions.isShared(Layers[I].Function);
  for (const LayerConstant &C : Layers[I].Constants)
    if (IsShared)
      Arguments += C.cText("uint8_t") + ", ";
  Arguments.resize(Arguments.size() - 2);
  return "  " + (IsShared ? P.Functions.nameOfShared(Layers[I].Function) : functionName(I)) + "(" + Arguments + ");\n";
}

/// Outputs that are not written where they belong: graph inputs, constants, and tensors named
/// twice.
std::string Emitter::outputCopies() const {
  std::string Text;
  for (size_t I = 0; I < G.ownOutputs(); ++I) {
    const TensorId T = G.Outputs[I];
    const Tensor &Output = G.Tensors[T];
    if (!Output.isConst() && Arena.Tensors[T] == Place{Place::Output, static_cast<int64_t>(I)})
      continue;
    const std::string From =
        Output.isConst() ? strf("%s_output%zu_constant", Prefix.c_str(), I) : pointerTo(G, Arena, T, true);
    Text += strf("  __builtin_memcpy(outputs[%zu], %s, %lld);\n", I, From.c_str(),
                 static_cast<long long>(Output.bytes()));
  }
  return Text;
}

std::string Emitter::runFunction(const std::string &StateCopies) const {
  std::string Text = "\n" + runPrototype(G) + " {\n";
  Text += strf("  const int status = hl_check_buffers(inputs, %zu, outputs, %zu, arena, "
               "arena_bytes, %lld);\n"
               "  if (status != HL_OK)\n    return status;\n  uint8_t *const memory = arena;\n  "
               "(void)memory;\n",
               G.ownInputs(), G.ownOutputs(), static_cast<long long>(Arena.Bytes));
  if (!G.States.empty())
    Text += strf("  const int state_status = hl_check_state(state, state_bytes, %lld);\n"
                 "  if (state_status != HL_OK)\n    return state_status;\n"
                 "  uint8_t *const kept = state;\n",
                 static_cast<long long>(Arena.StateBytes));
  if (SealOffset >= 0)
    Text += strf("  if (!hl_sealed(%s_weights + %lld, 0x%016llxull))\n    return HL_ERROR_WEIGHTS;\n", G.Name.c_str(),
                 static_cast<long long>(SealOffset), static_cast<unsigned long long>(Seal));
  for (size_t I = 0; I < G.Ops.size(); ++I)
    Text += layerCall(I);
  return Text + outputCopies() + StateCopies + "  return HL_OK;\n}\n";
}

/// The processors' addresses have 32 bits, and the code needs room too.
void Emitter::checkSize() const {
  const auto Constants = static_cast<int64_t>(Weights.bytes().size());
  if (Options.Target != Target::Portable && Arena.Bytes + Arena.StateBytes + Constants > INT32_MAX)
    throw UserError(strf("%s: takes %lld bytes of arena and %lld of constants, 2 GiB or more together: "
                         "too large for %s",
                         printable(G.File).c_str(), static_cast<long long>(Arena.Bytes + Arena.StateBytes),
                         static_cast<long long>(Constants), text(Options.Target)));
}

/// Makes the model's files. Functions of layers are written piece by piece; all else is made at once, since it is small or adds to the
/// weights.
EmittedFiles Emitter::files() {
  for (const std::string &Name : {Options.HeaderName, Options.WeightsName})
    HEXLOOM_CHECK(fileNameFault(Name).empty(), fileNameFault(Name));
  makeLayers();
  checkSize();
  countFunctions();
  const std::string Copies = stateCopies(G, Arena, Weights), Reset = resetFunction(G, Arena, Weights);
  if (!Weights.bytes().empty()) {
    SealOffset = static_cast<int64_t>(Weights.bytes().size());
    Seal = Weights.seal();
  }
  EmittedFiles Files;
  const std::string Front = banner() + includes() + "\n" + weightsSymbol() + Constants + P.Functions.shared();
  const std::string Back = runFunction(Copies) + Reset + infoText(G, Arena);
  Files.Source = [this, Front, Back](const Sink &Out) {
    write(Out, Front);
    writeLayers(Out);
    write(Out, Back);
  };
  Files.Header = headerText(G, Arena.Bytes, Arena.StateBytes);
  Files.Weights = Weights.take();
  Files.ArenaBytes = Arena.Bytes;
  Files.Nests = std::move(P.Nests);
  return Files;
}

} // namespace

EmittedFiles emitC(const Graph &G, const EmitOptions &Options, Compilation &Shared) {
  const auto P = std::make_shared<Parts>(Parts{Options, Shared, WeightsFile(Shared.Purse), Functions(Shared.Purse), {}, {}, {}});
  const auto Root = std::make_shared<Emitter>(G, *P, G.Name);
  EmittedFiles Files = Root->files();
  Files.Source = [P, Root, Write = std::move(Files.Source)](const Sink &Out) { Write(Out); };
  return Files;
}

} // namespace hexloom
