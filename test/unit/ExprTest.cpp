// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions: text, canonical form and evaluation, by hand-written cases and by all rows of the table of instructions. That
// canonical forms say what the machine does is for test/kernels/instructions.
#include "instructions/Machine.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <random>

using namespace hexloom;

namespace {

/// Parses an expression on vectors of 128 bytes. `Tensors` are the bytes of d, a, b and c.
Definition parse(const std::string &Text, const std::vector<int64_t> &Tensors = {128, 128, 128, 128}) {
  return parseDefinition(Text, Tensors, 128);
}

bool areEqual(const std::string &A, const std::string &B) { return parse(A).canonical() == parse(B).canonical(); }

using Bytes = std::vector<uint8_t>;

std::vector<Bytes> randomTensors(const Definition &D, std::mt19937 &Random) {
  std::vector<Bytes> All;
  for (const int64_t Size : D.Tensors) {
    All.emplace_back(static_cast<size_t>(Size));
    for (uint8_t &Byte : All.back())
      Byte = static_cast<uint8_t>(Random() % 4 ? Random() : Random() % 2 ? 0x80 : 0x7f);
  }
  return All;
}

/// Evaluates the row `Name` on random operands. Returns the tensors as they were: d, then the operands. `Result` gets the results, one
/// after the other.
std::vector<Bytes> runRow(const char *Name, std::mt19937 &Random, Bytes &Result) {
  const Definition &D = instructionNamed(Name)->Computes;
  std::vector<Bytes> Given = randomTensors(D, Random);
  Result = D.evaluate(Given);
  return Given;
}

int32_t wordAt(const Bytes &Of, int I) {
  const auto At = static_cast<size_t>(4 * I);
  return static_cast<int32_t>(Of[At] | Of[At + 1] << 8 | Of[At + 2] << 16 | uint32_t(Of[At + 3]) << 24);
}
int16_t halfAt(const Bytes &Of, int I) { return static_cast<int16_t>(Of[static_cast<size_t>(2 * I)] | Of[static_cast<size_t>(2 * I + 1)] << 8); }

} // namespace

TEST(Expr, TextComesBack) {
  for (const Instruction &I : allInstructions())
    for (const Definition &D : {I.Computes, I.Canonical}) {
      SCOPED_TRACE(D.text());
      EXPECT_EQ(parseDefinition(D.text(), D.Tensors, Machine(I.Templates[0].Target).vectorBytes()), D);
    }
  EXPECT_EQ(parse("d.w[i] += SUM(4, a.ub[4*i+j] * b.b[j])").text(), "d.w[i] += SUM(4, a.ub[i*4 + j] * b.b[j])");
  EXPECT_EQ(parse("d.h[i] = SAT16(i%2 ? a.w[i/2] : b.w[i/2])").text(), "d.h[i] = SAT16(i % 2 ? a.w[i/2] : b.w[i/2])");
  EXPECT_EQ(parse("d.ub[i] = a.ub[(i - (b.ub[0] - 1)) % V]").text(), "d.ub[i] = a.ub[(i - (b.ub[0] - 1)) % 128]");
}

TEST(Expr, CanonicalFormsAreTheSameFunctions) {
  std::mt19937 Random(1);
  for (const Instruction &I : allInstructions()) {
    SCOPED_TRACE(I.Name);
    EXPECT_EQ(I.Canonical.canonical(), I.Canonical);
    for (int Round = 0; Round < 5; ++Round) {
      const std::vector<Bytes> Given = randomTensors(I.Computes, Random);
      EXPECT_EQ(I.Computes.evaluate(Given), I.Canonical.evaluate(Given));
    }
  }
}

TEST(Expr, EvaluatesAsWritten) {
  std::mt19937 Random(2);
  Bytes Got;
  std::vector<Bytes> Of = runRow("vrmpy.ub.b", Random, Got);
  for (int I = 0; I < 32; ++I) {
    int32_t Sum = wordAt(Of[0], I);
    for (int J = 0; J < 4; ++J)
      Sum += Of[1][static_cast<size_t>(4 * I + J)] * static_cast<int8_t>(Of[2][static_cast<size_t>(J)]);
    EXPECT_EQ(wordAt(Got, I), Sum);
  }
  Of = runRow("vadd.h.h", Random, Got);
  for (int I = 0; I < 64; ++I)
    EXPECT_EQ(halfAt(Got, I), std::min(std::max(halfAt(Of[1], I) + halfAt(Of[2], I), -32768), 32767));
  Of = runRow("valign.ub.ub", Random, Got);
  for (size_t I = 0, By = Of[3][0] % 128; I < 128; ++I)
    EXPECT_EQ(Got[I], I + By < 128 ? Of[2][I + By] : Of[1][I + By - 128]);
  Of = runRow("vcmp.w.w", Random, Got);
  for (int I = 0; I < 32; ++I)
    EXPECT_EQ(wordAt(Got, I), wordAt(Of[1], I) > wordAt(Of[2], I) ? -1 : 0);
  Of = runRow("vtmpy.ub.b", Random, Got);
  const auto Weight = [&](int I) { return static_cast<int8_t>(Of[2][static_cast<size_t>(I)]); };
  const auto Byte = [&](int I) { return Of[1][static_cast<size_t>(I)]; };
  for (int I = 0; I < 64; ++I) { // even bytes, odd ones
    EXPECT_EQ(halfAt(Got, I), int16_t(halfAt(Of[0], I) + Byte(2 * I) * Weight(I % 2 * 2) + Byte(2 * I + 1) * Weight(I % 2 * 2 + 1) + Byte(2 * I + 128)));
    EXPECT_EQ(halfAt(Got, 64 + I), int16_t(halfAt(Of[0], 64 + I) + Byte(2 * I + 1) * Weight(I % 2 * 2) + Byte(2 * I + 128) * Weight(I % 2 * 2 + 1) + Byte(2 * I + 129)));
  }
}

TEST(Expr, SpellingsOfOneMeaning) {
  const std::pair<const char *, const char *> Same[] = {
      {"d.w[i] += SUM(4, a.ub[4*i+j] * b.b[j])", "d.w[i] = SUM(4, b.b[j] * a.ub[j+i*4]) + d.w[i]"},
      {"d.w[i] = SUM(2, a.h[2*i+j] * b.h[j])", "d.w[i] = b.h[1] * a.h[1+2*i] + a.h[i*2] * b.h[0]"},
      {"d.w[i] = a.w[i] + b.w[i] + c.w[i]", "d.w[i] = c.w[i] + (b.w[i] + a.w[i])"},
      {"d.w[i] = a.w[i] - (b.w[i] - c.w[i])", "d.w[i] = c.w[i] + a.w[i] - b.w[i]"},
      {"d.w[i] = 2 * (a.w[i] + 3 * b.w[i])", "d.w[i] = b.w[i] * 6 + a.w[i] + a.w[i]"},
      {"d.w[i] = (a.w[i] + 1) * 4 - 4", "d.w[i] = a.w[i] * 4"},
      {"d.ub[i] = a.ub[i] > b.ub[i] ? a.ub[i] : b.ub[i]", "d.ub[i] = MAX(b.ub[i], a.ub[i])"},
      {"d.ub[i] = a.ub[i] < b.ub[i] ? b.ub[i] : a.ub[i]", "d.ub[i] = MAX(a.ub[i], b.ub[i])"},
      {"d.ub[i] = a.ub[i] > b.ub[i] ? b.ub[i] : a.ub[i]", "d.ub[i] = MIN(a.ub[i], b.ub[i])"},
      {"d.ub[i] = i < 64 ? a.ub[i] : b.ub[i-64]", "d.ub[i] = i > 63 ? b.ub[i-64] : a.ub[i]"},
      {"d.ub[i] = i < 128 ? a.ub[i] : b.ub[i]", "d.ub[i] = a.ub[i]"},
      {"d.ub[i] = a.ub[i%2 ? i-1 : i+1]", "d.ub[i] = a.ub[1 + i - i%2*2]"},
      {"d.ub[i] = a.ub[(4*i + 3) / 4]", "d.ub[i] = a.ub[i]"},
      {"d.ub[i] = a.ub[i] ^ (b.ub[i] ^ c.ub[i])", "d.ub[i] = c.ub[i] ^ a.ub[i] ^ b.ub[i]"},
      {"d.ub[i] = a.ub[(i + b.ub[0]) % 128]", "d.ub[i] = a.ub[(b.ub[0] + i) % V]"},
      {"d.w[i] = (SUM(2, a.w[i] * b.w[j])) * 1", "d.w[i] = a.w[i] * b.w[1] + a.w[i] * b.w[0]"},
      {"d.w[i] = a.w[i] + 3 - 3", "d.w[i] = a.w[i]"},
  };
  for (const auto &[A, B] : Same)
    EXPECT_TRUE(areEqual(A, B)) << A << " is " << parse(A).canonical().text() << "\n" << B << " is " << parse(B).canonical().text();
  const std::pair<const char *, const char *> Other[] = {
      {"d.w[i] = a.w[i] - b.w[i]", "d.w[i] = b.w[i] - a.w[i]"},
      {"d.w[i] = a.w[i] + b.w[i]", "d.uw[i] = a.w[i] + b.w[i]"},
      {"d.w[i] = a.w[i] + b.w[i]", "d.w[i] = a.w[i] + b.uw[i]"},
      {"d.w[i] = a.w[i] + b.w[i]", "d.w[i] = SAT32(a.w[i] + b.w[i])"},
      {"d.w[i] = SAT8(a.w[i])", "d.w[i] = USAT8(a.w[i])"},
      {"d.w[i] = a.w[i] >> b.w[i]", "d.w[i] = b.w[i] >> a.w[i]"},
      {"d.w[i] += a.w[i]", "d.w[i] = a.w[i]"},
      {"d.w[i] = a.w[i] * b.w[0]", "d.w[i] = a.w[i] * b.w[1]"},
      {"d.w[i] = a.w[i] > b.w[i] ? a.w[i] : b.w[i]", "d.w[i] = a.w[i] > b.w[i] ? b.w[i] : a.w[i]"},
      {"d.ub[i] = i < 64 ? a.ub[i] : b.ub[i-64]", "d.ub[i] = i > 64 ? b.ub[i-64] : a.ub[i]"},
      {"d.ub[i] = a.ub[i/2*2]", "d.ub[i] = a.ub[i]"},
  };
  for (const auto &[A, B] : Other)
    EXPECT_FALSE(areEqual(A, B)) << A << "\n" << B;
  EXPECT_FALSE(parse("d.ub[i] = a.ub[i]", {128, 128}) == parse("d.ub[i] = a.ub[i]", {128, 256})); // the lower vector of a pair
}

TEST(Expr, WordProductsByStructure) {
  const auto Product = [](const char *Text) {
    Instruction I = *instructionNamed("vrmpy.ub.b");
    I.Canonical = definitionOf(I.Operands, Text, 128).canonical();
    return wordProductBy(I);
  };
  for (const char *Text : {"d.w[i] = SUM(4, b.b[j] * a.ub[j+i*4]) + d.w[i]",
                           "d.w[i] += a.ub[4*i+2]*b.b[2] + a.ub[4*i]*b.b[0] + b.b[3]*a.ub[3+4*i] + a.ub[4*i+1]*b.b[1]"}) {
    const std::optional<WordProduct> Found = Product(Text);
    ASSERT_TRUE(Found) << Text;
    EXPECT_EQ(Found->Terms, 4);
    EXPECT_TRUE(Found->UnsignedLanes);
    EXPECT_FALSE(Found->UnsignedWord);
  }
  for (const char *Text : {"d.w[i] = SUM(4, a.ub[4*i+j] * b.b[j])", "d.w[i] += SUM(3, a.ub[4*i+j] * b.b[j])",
                           "d.w[i] += SUM(4, a.ub[4*i+j] * b.b[3-j])", "d.w[i] += SUM(4, a.ub[4*j+i] * b.b[j])",
                           "d.w[i] += SUM(2, a.h[2*i+j] * b.h[j])", "d.h[i] += SUM(4, a.ub[i+j] * b.b[j])",
                           "d.w[i] += a.ub[4*i]*b.b[0] + a.b[4*i+1]*b.b[1] + a.ub[4*i+2]*b.b[2] + a.ub[4*i+3]*b.b[3]",
                           "d.w[i] = SAT32(d.w[i] + SUM(4, a.ub[4*i+j] * b.b[j]))"})
    EXPECT_FALSE(Product(Text)) << Text;
}

TEST(Expr, AccessesAreMapsUnlessDataDecide) {
  std::string Others;
  for (const Instruction &I : allInstructions())
    Others += I.Computes.isMapped() ? "" : std::string(I.Name) + " ";
  EXPECT_EQ(Others, "vlut32.ub.b vlut16.ub.h vror.ub valign.ub.ub vshuff.bit vperm2.b.b.b ");
  const std::vector<Definition::Access> All = instructionNamed("vtmpy.ub.b")->Computes.accesses();
  ASSERT_EQ(All.size(), 6u); // the result, and of three terms two products
  EXPECT_EQ(All[3].Tensor, 1);
  EXPECT_EQ((*All[3].Map)({2})[0], 3);
  EXPECT_EQ((*All[3].Map)({3})[0], 130);
  const Definition Dot = parse("d.w[i] += SUM(4, a.ub[4*i+j] * b.b[j])");
  EXPECT_EQ(Dot.Axes, (std::vector<int64_t>{32, 4}));
  EXPECT_EQ(Dot.accesses()[1].Map->text(), "[32x4] -> (d0 * 4 + d1)");
  EXPECT_TRUE(Dot.readsResult());
  EXPECT_FALSE(parse("d.w[i] = a.w[i]").readsResult());
}

TEST(Expr, IllFormedTextIsAnError) {
  const std::pair<std::string, const char *> Cases[] = {
      {"", "the result is d"},
      {"a.w[i] = b.w[i]", "the result is d"},
      {"d.w[i]", "'=' is missing"},
      {"d.w[i] = ", "no number"},
      {"d.w[i] = a.w[i] +", "no number"},
      {"d.w[i] = a.w[i] b.w[i]", "more than a definition at 'b.w[i]'"},
      {"d.w[i] = a.q[i]", "no type of elements: 'q'"},
      {"d.w[i] = e.w[i]", "no operand is named 'e'"},
      {"d.w[i] = aa.w[i]", "no operand is named 'aa'"},
      {"d.w[i] = a.w[i", "']' is missing"},
      {"d.w[i] = (a.w[i]", "')' is missing"},
      {"d.w[i] = a.w[i] ? 1", "':' is missing"},
      {"d.w[i] = a.w[j]", "j outside of a SUM"},
      {"d.w[i] = SUM(2, a.w[i]) + j", "j outside of a SUM"},
      {"d.w[i] = SUM(2, SUM(2, a.w[j]))", "a SUM within a SUM"},
      {"d.w[i] = SUM(0, a.w[i])", "a SUM of 1 to 64 terms"},
      {"d.w[i] = SUM(999999, a.w[i])", "a SUM of 1 to 64 terms"},
      {"d.w[i] = SUM(a.w[0], a.w[i])", "no number"},
      {"d.w[i] = SAT99(a.w[i])", "saturation to 1 to 32 bits"},
      {"d.w[i] = SAT(a.w[i])", "no number"},
      {"d.w[i] = SIN(a.w[i])", "nothing is named 'SIN'"},
      {"d.w[i] = x", "'(' is missing"},
      {"d.w[i] = MAX(a.w[i])", "',' is missing"},
      {"d.w[i] = 99999999999999999999", "no number of up to nine digits"},
      {"d.w[i/2] = a.w[i]", "made twice"},
      {"d.w[i+1] = a.w[i]", "is not there"},
      {"d.w[a.w[i]] = b.w[i]", "where the result is depends on data"},
      {"d.w[i] = " + std::string(100, '(') + "1" + std::string(100, ')'), "nested too deeply"},
      {"d.w[i] = " + std::string(100, '-') + "1", "nested too deeply"},
      {"d.w[i] = " + std::string(3000, '1'), "longer than any definition"},
      {"d.w[i] = 999999999 * 999999999 * 999999999 * i", "no room in 64 bits"},
  };
  for (const auto &[Text, Message] : Cases)
    try {
      ADD_FAILURE() << Text << " is " << parse(Text).canonical().text();
    } catch (const UserError &E) {
      EXPECT_NE(std::string(E.what()).find(Message), std::string::npos) << E.what();
    }
}

TEST(Expr, WhatHasNoValueIsAnError) {
  for (const char *Text : {"d.w[i] = a.w[i+1]", "d.w[i] = a.w[b.ub[i]]", "d.w[i] = a.w[0 - 1]", "d.w[i] = 1 / (a.w[i] * 0)", "d.w[i] = 1 % a.w[i]",
                           "d.w[i] = 1 << 63 + a.w[i]", "d.w[i] = 1 >> a.w[i] - 1"}) {
    const Definition D = parse(Text);
    EXPECT_THROW(D.evaluate({Bytes(128), Bytes(128), Bytes(128, 255), Bytes(128)}), UserError) << Text;
  }
}
