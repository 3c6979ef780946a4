// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a layer's nest (Nest.h), with the sizes filled in.
//
//   N.loop("x", 4, {{"from", 128}}, Unrolling::None, [&] { N.set(Value("sums")[0], ...); });
#pragma once

#include "nests/LayerWriter.h"
#include "nests/Nest.h"

#include <functional>

namespace hexloom {

class NestBuilder {
public:
  using Inside = std::function<void()>;

  explicit NestBuilder(LayerWriter &W) : W(W) {}

  /// Declares a variable: TYPE NAME = BEGIN;
  void declare(const char *Type, const std::string &Name, const Value &Begin) { declare(Type, {{Name, {}, Begin}}); }
  void declare(const char *Type, const std::string &Name) { declare(Type, {{Name, {}, {}}}); }
  void declare(const char *Type, std::vector<nest::Declarator> Names, bool MaybeUnused = false);
  /// As declare(), for a variable that not every form of the nest reads.
  void offer(const char *Type, const std::string &Name, const Value &Begin) { declare(Type, {{Name, {}, Begin}}, true); }
  /// Declares an array: TYPE NAME[EXTENT]...;
  void array(const char *Type, const std::string &Name, std::vector<int64_t> Extents) { declare(Type, {{Name, std::move(Extents), {}}}); }
  void set(const Value &Place, const Value &What);
  void run(const char *Function, std::vector<Value> Arguments, std::vector<Walk> Walks = {});
  /// Calls a primitive that has loops of its own.
  void primitive(const std::string &Name, std::vector<Value> Arguments, OwnLoops Loops);
  void move(std::vector<Walk> Walks);
  void hide(const Value &Place, const char *Reason);
  /// Vectors that change ahead of here and are read behind: the compiler does not mix the two.
  void fence(std::vector<Value> Vectors, std::vector<Value> Scalars, const char *Reason);

  void block(const Inside &Body); ///< { ... }
  void guard(const Value &Condition, const Inside &Then, const Inside &Otherwise);
  /// for (int COUNTER = 0; ...; ++COUNTER, WALKS); the body may name the counter.
  void loop(const std::string &Counter, int64_t Turns, const std::vector<Walk> &Walks, Unrolling U, const Inside &Body) {
    loop(Counter, 0, Turns, 1, Walks, U, Body);
  }
  /// As loop(), with a counter from `From` on, below `End`, in steps of `Step`.
  void loop(const std::string &Counter, int64_t From, int64_t End, int64_t Step, const std::vector<Walk> &Walks, Unrolling U,
            const Inside &Body);

  /// Declares the types vector and unaligned_vector.
  void vectorTypes(const Machine &M);
  /// Declares in and out, where the first input and output begin.
  void tensors(const char *In = "const uint8_t *", const char *Out = "uint8_t *");
  /// Declares const uint8_t *const NAME: where the whole vectors of so many bytes end.
  void limit(const char *Name, const Value &From, int64_t Bytes, bool MaybeUnused = false);
  /// Declares TYPE NAME: memory that is the layer's own while it runs.
  void scratch(const char *Type, const std::string &Name, int64_t Bytes);

  /// `Make` gives a vector of anything, where somebody looks at its bytes.
  template <typename Function> Value constantBy(const Function &Make, const char *CType, const std::string &What) {
    return {Value::Kind::Constant, {}, CType, static_cast<int64_t>(W.constant([&] { return asBytes(Make()); }, What))};
  }
  template <typename T> Value constantOf(const std::vector<T> &Values, const char *CType, const std::string &What) {
    return constantBy([&]() -> const std::vector<T> & { return Values; }, CType, What);
  }
  Value scratch(int64_t Bytes) { return {Value::Kind::Scratch, {}, "", W.reserve(Bytes)}; }
  Value input(size_t I) { return W.input(I); }
  Value output(size_t I) { return W.output(I); }

  LayerWriter &writer() { return W; }

private:
  LayerWriter &W;

  nest::Block inside(const Inside &Body);
};

} // namespace hexloom
