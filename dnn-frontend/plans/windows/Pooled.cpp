// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/Pooled.h"
#include "plans/windows/Pool.h"

namespace hexloom {

namespace {

Value loaded(int Row, int Vector) { return Value("row")[Row][Vector]; }

class Maxima : public Pooled {
public:
  explicit Maxima(DType Type) : Type(Type) {}
  int vectors() const override { return 1; }
  Value neutral() const override { return call("Q6_Vb_vsplat_R", {call("hl_type_min", {hlType(Type)})}); }
  Value two(const Value &A, const Value &B) const override { return call("hl_vmax", {hlType(Type), A, B}); }
  void constants(NestBuilder &) override {}
  void variables(NestBuilder &, int) const override {}
  std::vector<Value> rows(NestBuilder &, int Rows, int Loaded, int) const override {
    Value Most = loaded(0, Loaded);
    for (int I = 1; I < Rows; ++I)
      Most = two(Most, loaded(I, Loaded));
    return {Most};
  }
  Value bytes(const std::vector<Value> &Windows, int, int) const override { return Windows[0]; }

private:
  const DType Type;
};

/// Signed bytes are added with 128 more, as hl_pool_divide expects.
class Sums : public Pooled {
public:
  Sums(const WindowShape &S, DType Type, LayerWriter &W) : S(S), Type(Type), W(W) {}
  int vectors() const override { return 2; }
  Value neutral() const override { return call("Q6_V_vzero", {}); }
  Value two(const Value &A, const Value &B) const override { return call("Q6_Vh_vadd_VhVh", {A, B}); }
  void constants(NestBuilder &N) override {
    const Division D = findDivision(countsOf(S)).value();
    std::vector<uint16_t> Table;
    for (int Y = 0; Y < S.Out.H; ++Y)
      for (int X = 0; X < S.Out.W; X += 4)
        if (const std::vector<int> Four = countsOfFour(S, rowsOf(S, Y), X); Divisors.emplace(Four, Divisors.size()).second)
          addDivisor(D, Four, Table);
    W.structure("hl_pool", "p", {{"type", hlType(Type)}});
    W.structure("hl_pool_tiling", "t", {field("prescale", D.Prescale), field("shift", D.Shift)});
    N.declare("const hl_pool_divisor *", "divisors", cast("const hl_pool_divisor *", N.constantOf(Table, "uint8_t", "reciprocals")));
    if (isSigned())
      N.declare("const HVX_Vector", "flip", call("Q6_Vb_vsplat_R", {-128}));
  }
  void variables(NestBuilder &N, int Columns) const override { N.array("HVX_VectorPair", "sum", {Columns}); }
  /// Two rows are added at a time.
  std::vector<Value> rows(NestBuilder &N, int Rows, int Loaded, int Column) const override {
    const auto Row = [&](int I) {
      return I >= Rows ? "neutral" : isSigned() ? call("Q6_V_vxor_VV", {loaded(I, Loaded), "flip"}) : loaded(I, Loaded);
    };
    Value Sum = call("Q6_Wh_vadd_VubVub", {Row(0), Row(1)});
    for (int I = 2; I < Rows; I += 2)
      Sum = call("Q6_Wh_vaddacc_WhVubVub", {Sum, Row(I), Row(I + 1)});
    const Value Kept = Value("sum")[Column];
    N.set(Kept, Sum);
    return {does(*instructionNamed("vlo.w"), {Kept}), does(*instructionNamed("vhi.w"), {Kept})};
  }
  Value bytes(const std::vector<Value> &Windows, int Rows, int X) const override {
    const std::vector<int> Four = countsOfFour(S, Rows, X);
    const auto Divided = [&](const Value &Sum) {
      return call("hl_pool_divide", {"&t", Sum, "divisors" + Value(Divisors.at(Four)), hasHalves(Type, Four)});
    };
    return call("hl_pool_averages", {"&p", Divided(Windows[0]), Divided(Windows[1])});
  }

private:
  bool isSigned() const { return Type == DType::Int8; }

  const WindowShape S;
  const DType Type;
  LayerWriter &W;
  std::map<std::vector<int>, int> Divisors; ///< places in the table, by the elements of four windows
};

} // namespace

std::unique_ptr<Pooled> pooledOf(const Graph &G, const Op &O, LayerWriter &W) {
  const DType Type = G.in(O, 0).Type;
  if (isAverage(O))
    return std::make_unique<Sums>(windowOf(G, O), Type, W);
  return std::make_unique<Maxima>(Type);
}

} // namespace hexloom
