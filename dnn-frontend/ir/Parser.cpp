// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Lexer.h"
#include "ir/Limits.h"
#include "ir/ParseValues.h"
#include "ir/Shapes.h"
#include "ir/Text.h"
#include "support/Base64.h"
#include "support/Error.h"
#include "support/Identifier.h"
#include "support/Quote.h"

#include <cmath>
#include <set>

namespace hexloom {

namespace {

class Parser {
public:
  explicit Parser(Lexer &L) : L(L) {}

  Graph run() {
    L.expect("graph");
    G.Name = L.word();
    if (const std::string Fault = prefixFault(G.Name); !Fault.empty())
      L.fail(Fault);
    L.expect("from");
    G.File = L.string();
    while (!L.atEnd())
      statement();
    return finish();
  }

private:
  static constexpr int32_t kMaxTensors = 1 << 17;

  Graph finish() {
    for (TensorId Id = 0; Id < static_cast<TensorId>(G.Tensors.size()); ++Id)
      if (Pending.count({"data", Id}) || Pending.count({"scales", Id}))
        L.fail(strf("%%%d has no data", Id));
    if (StateInputs != G.States.size())
      L.fail(strf("%zu states and %zu next values", StateInputs, G.States.size()));
    checkLimits(G);
    return std::move(G);
  }

  /// region { statements }: of the operator before it.
  void region() {
    if (G.Ops.empty())
      L.fail("a region without an operator");
    if (Depth == kDeepestNesting)
      L.fail(strf("regions within regions, more than %d deep", kDeepestNesting));
    Op &Owner = G.Ops.back();
    Parser Inner(L);
    Inner.Depth = Depth + 1;
    Inner.G.beRegionOf(G, Owner);
    L.expect("{");
    while (!L.take("}"))
      Inner.statement();
    Owner.Regions.push_back(Inner.finish());
  }

  void statement() {
    if (L.take("input"))
      input();
    else if (L.take("state"))
      state();
    else if (L.take("output"))
      output();
    else if (L.take("next"))
      next();
    else if (L.take("const"))
      constant();
    else if (L.take("data"))
      data();
    else if (L.take("scales"))
      scales();
    else if (L.take("region"))
      region();
    else
      op();
  }

  TensorId id() {
    L.expect("%");
    const TensorId Id = L.integer(0, kMaxTensors - 1);
    if (Id >= static_cast<TensorId>(G.Tensors.size())) {
      G.Tensors.resize(Id + 1);
      Defined.resize(Id + 1);
    }
    return Id;
  }

  /// A tensor that an earlier line defined.
  TensorId use() {
    const TensorId Id = id();
    if (!Defined[Id])
      L.fail(strf("%%%d is not defined", Id));
    return Id;
  }

  Shape shape() {
    Shape S;
    L.expect("[");
    if (L.take("]"))
      return S;
    const std::string Word = L.word();
    size_t Begin = 0;
    while (Begin <= Word.size()) {
      const size_t End = std::min(Word.find('x', Begin), Word.size());
      const std::string Dim = Word.substr(Begin, End - Begin);
      if (Dim.empty() || Dim.size() > 9 || Dim.find_first_not_of("0123456789") != std::string::npos)
        L.fail("'" + Word + "' is not a shape");
      S.push_back(std::stoi(Dim));
      Begin = End + 1;
    }
    L.expect("]");
    return S;
  }

  /// %1: u8[1x2] scale=... zero=... axis=... layout=...
  TensorId tensor() {
    const TensorId Id = id();
    if (Defined[Id])
      L.fail(strf("%%%d is defined twice", Id));
    Defined[Id] = true;
    Tensor T;
    L.expect(":");
    const std::string Type = L.word();
    if (const auto Parsed = parseDType(Type))
      T.Type = *Parsed;
    else
      L.fail("unknown type '" + Type + "'");
    T.Dims = shape();
    if (const std::string Fault = shapeFault(T.Dims, T.Type); !Fault.empty())
      L.fail(strf("%%%d ", Id) + Fault);
    quantization(Id, T.Quant);
    if (L.take("layout")) {
      L.expect("=");
      const std::string Name = L.word();
      if (const auto Parsed = parseLayout(Name))
        T.Layout = *Parsed;
      else
        L.fail("unknown layout '" + Name + "'");
    }
    G.Tensors[Id] = std::move(T);
    return Id;
  }

  void quantization(TensorId Id, Quant &Q) {
    if (!L.take("scale"))
      return;
    L.expect("=");
    if (L.take("data"))
      Pending.insert({"scales", Id});
    else if (!(peekList([&] { Q.Scales.push_back(scale()); })))
      Q.Scales.push_back(scale());
    L.expect("zero");
    L.expect("=");
    if (!peekList([&] { Q.ZeroPoints.push_back(L.integer()); }))
      Q.ZeroPoints.assign(std::max<size_t>(1, Q.Scales.size()), L.integer());
    if (L.take("axis")) {
      L.expect("=");
      Q.Axis = L.integer(0, kMaxRank - 1);
    }
  }

  /// A list in brackets, if there is one.
  template <typename Function> bool peekList(Function F) {
    if (!L.take("["))
      return false;
    do
      F();
    while (L.take(","));
    L.expect("]");
    return true;
  }

  float scale() {
    const float S = static_cast<float>(L.number());
    if (!std::isfinite(S) || S < 0)
      L.fail(strf("scale %g", S));
    return S;
  }

  /// tensor=7 name="x", or lists of as many as there are ids.
  void origins(const std::vector<TensorId> &Ids) {
    size_t I = 0;
    auto next = [&]() -> Tensor & {
      if (I >= Ids.size())
        L.fail("more entries than tensors");
      return G.Tensors[Ids[I++]];
    };
    auto each = [&](auto F) {
      L.expect("=");
      I = 0;
      if (!peekList(F))
        F();
    };
    if (L.take("tensor"))
      each([&] { next().SourceIndex = L.integer(-1, INT32_MAX); });
    if (L.take("name"))
      each([&] { next().Name = L.string(); });
  }

  std::string alias(TensorId Id) { return L.take("as") ? L.string() : G.Tensors[Id].Name; }

  void input() {
    if (StateInputs != 0)
      L.fail("inputs come before states");
    addInput();
  }

  void state() {
    addInput();
    ++StateInputs;
  }

  void addInput() {
    const TensorId Id = tensor();
    origins({Id});
    G.Inputs.push_back(Id);
    G.InputNames.push_back(alias(Id));
  }

  void output() {
    if (!G.States.empty())
      L.fail("outputs come before next values of states");
    addOutput();
  }

  /// next %9 from %4: what a run leaves to the next one, and what the first one finds.
  void next() {
    addOutput();
    L.expect("from");
    G.States.push_back(use());
  }

  void addOutput() {
    const TensorId Id = use();
    G.Outputs.push_back(Id);
    G.OutputNames.push_back(alias(Id));
  }

  void constant() {
    const TensorId Id = tensor();
    Tensor &T = G.Tensors[Id];
    L.expect("=");
    Bytes Data;
    if (L.take("data"))
      Pending.insert({"data", Id});
    else
      L.list("[", "]", [&] { appendElement(L, T.Type, Data); });
    T.Data = std::make_shared<Bytes>(std::move(Data));
    origins({Id});
  }

  TensorId pending(const char *What) {
    const TensorId Id = use();
    if (!Pending.erase({What, Id}))
      L.fail(strf("%%%d expects no %s", Id, What));
    if (L.take("elided"))
      L.fail(strf("the %s of %%%d is left out: print with --stop-after", What, Id));
    L.expect("=");
    return Id;
  }

  void data() {
    const TensorId Id = pending("data");
    L.expect("base64");
    std::optional<Bytes> Data = decodeBase64(L.block());
    if (!Data)
      L.fail("not base64");
    G.Tensors[Id].Data = std::make_shared<Bytes>(std::move(*Data));
  }

  void scales() {
    const TensorId Id = pending("scales");
    const size_t Count = L.integer(0, INT32_MAX);
    Quant &Q = G.Tensors[Id].Quant;
    for (;;) {
      Q.Scales.push_back(scale());
      if (!L.take(","))
        break;
    }
    if (Q.Scales.size() != Count)
      L.fail(strf("%zu scales where %zu are announced", Q.Scales.size(), Count));
    if (Q.ZeroPoints.size() == 1)
      Q.ZeroPoints.assign(Count, Q.ZeroPoints[0]);
  }

  void scheduleField(Schedule &S) {
    const std::string Name = L.word();
    L.expect("=");
    if (const auto F = parseScheduleField(Name); F && S.sets(*F))
      L.fail("'" + Name + "' is given twice");
    if (const std::string Fault = S.set(Name, L.word()); !Fault.empty())
      L.fail(Fault);
  }

  void op() {
    Op O;
    do
      O.Outputs.push_back(tensor());
    while (L.take(","));
    L.expect("=");
    const std::string Kind = L.word();
    if (const auto Parsed = parseOpKind(Kind))
      O.Kind = *Parsed;
    else
      L.fail("unknown operator '" + Kind + "'");
    L.list("(", ")", [&] { O.Inputs.push_back(L.take("none") ? kNoTensor : use()); });
    if (L.take("{")) {
      do {
        const std::string Name = L.word();
        const auto A = parseAttr(Name);
        if (!A)
          L.fail("unknown attribute '" + Name + "'");
        L.expect("=");
        if (!O.Attrs.emplace(*A, attributeValue(L, *A)).second)
          L.fail("attribute '" + Name + "' is given twice");
      } while (L.take(","));
      L.expect("}");
    }
    if (L.take("kernel")) {
      L.expect("=");
      O.Kernel = L.word();
    }
    if (L.take("schedule")) {
      L.expect("=");
      L.list("{", "}", [&] { scheduleField(O.Schedule); });
    }
    if (L.take("source")) {
      L.expect("=");
      O.SourceIndex = L.integer(0, INT32_MAX);
    }
    origins(O.Outputs);
    O.Name = opNameFrom(G.Tensors[O.Outputs[0]].Name);
    if (L.take("op")) {
      L.expect("=");
      O.Name = printable(L.string());
    }
    G.Ops.push_back(std::move(O));
  }

  Lexer &L;
  Graph G;
  int Depth = 0; ///< of regions around this graph
  std::vector<bool> Defined;
  size_t StateInputs = 0;
  std::set<std::pair<std::string, TensorId>>
      Pending; ///< what stands at the end: "data" or "scales" of a tensor
};

} // namespace

Graph parseGraph(const std::string &Text, const std::string &File) {
  Lexer L(Text, File);
  return Parser(L).run();
}

} // namespace hexloom
