// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/Pooled.h"
#include "plans/windows/Pool.h"

namespace hexloom {

namespace {

std::string loaded(int Row, int Vector) { return strf("row[%d][%d]", Row, Vector); }

class Maxima : public Pooled {
public:
  explicit Maxima(DType Type) : Type(Type) {}
  int vectors() const override { return 1; }
  std::string neutral() const override { return strf("Q6_Vb_vsplat_R(hl_type_min(%s))", hlType(Type)); }
  std::string two(const std::string &A, const std::string &B) const override {
    return strf("hl_vmax(%s, %s, %s)", hlType(Type), A.c_str(), B.c_str());
  }
  void constants(Nest &) override {}
  void variables(Nest &, int) const override {}
  std::vector<std::string> rows(Nest &, int Rows, int Loaded, int) const override {
    std::string Text = loaded(0, Loaded);
    for (int I = 1; I < Rows; ++I)
      Text = two(Text, loaded(I, Loaded));
    return {Text};
  }
  std::string bytes(const std::vector<std::string> &Windows, int, int) const override { return Windows[0]; }

private:
  const DType Type;
};

/// Signed bytes are added with 128 more, as hl_pool_divide expects.
class Sums : public Pooled {
public:
  Sums(const WindowShape &S, DType Type, LayerWriter &W) : S(S), Type(Type), W(W) {}
  int vectors() const override { return 2; }
  std::string neutral() const override { return "Q6_V_vzero()"; }
  std::string two(const std::string &A, const std::string &B) const override {
    return strf("Q6_Vh_vadd_VhVh(%s, %s)", A.c_str(), B.c_str());
  }
  void constants(Nest &N) override {
    const Division D = findDivision(countsOf(S)).value();
    std::vector<uint16_t> Table;
    for (int Y = 0; Y < S.Out.H; ++Y)
      for (int X = 0; X < S.Out.W; X += 4)
        if (const std::vector<int> Four = countsOfFour(S, rowsOf(S, Y), X); Divisors.emplace(Four, Divisors.size()).second)
          addDivisor(D, Four, Table);
    W.structure("hl_pool", "p", {{"type", hlType(Type)}});
    W.structure("hl_pool_tiling", "t", {field("prescale", D.Prescale), field("shift", D.Shift)});
    N.line("const hl_pool_divisor *divisors = (const hl_pool_divisor *)" + W.blobOf(Table, "uint8_t", "reciprocals") + ";");
    if (isSigned())
      N.line("const HVX_Vector flip = Q6_Vb_vsplat_R(-128);");
  }
  void variables(Nest &N, int Columns) const override { N.line(strf("HVX_VectorPair sum[%d];", Columns)); }
  /// Two rows are added at a time.
  std::vector<std::string> rows(Nest &N, int Rows, int Loaded, int Column) const override {
    const auto Row = [&](int I) {
      const std::string Text = I < Rows ? loaded(I, Loaded) : "neutral";
      return isSigned() && I < Rows ? strf("Q6_V_vxor_VV(%s, flip)", Text.c_str()) : Text;
    };
    std::string Sum = strf("Q6_Wh_vadd_VubVub(%s, %s)", Row(0).c_str(), Row(1).c_str());
    for (int I = 2; I < Rows; I += 2)
      Sum = strf("Q6_Wh_vaddacc_WhVubVub(%s, %s, %s)", Sum.c_str(), Row(I).c_str(), Row(I + 1).c_str());
    N.line(strf("sum[%d] = %s;", Column, Sum.c_str()));
    return {strf("Q6_V_lo_W(sum[%d])", Column), strf("Q6_V_hi_W(sum[%d])", Column)};
  }
  std::string bytes(const std::vector<std::string> &Windows, int Rows, int X) const override {
    const std::vector<int> Four = countsOfFour(S, Rows, X);
    const auto Divided = [&](const std::string &Sum) {
      return strf("hl_pool_divide(&t, %s, divisors + %d, %d)", Sum.c_str(), Divisors.at(Four), hasHalves(Type, Four));
    };
    return strf("hl_pool_averages(&p, %s, %s)", Divided(Windows[0]).c_str(), Divided(Windows[1]).c_str());
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
