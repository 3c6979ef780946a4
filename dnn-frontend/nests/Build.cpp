// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Build.h"
#include "support/Rounding.h"

namespace hexloom {

const Unrolling Unrolling::Compiler = {How::Any}, Unrolling::Full = {How::All}, Unrolling::None = {How::One},
                Unrolling::NoneNorPipelined = {How::One, false}, Unrolling::NotPipelined = {How::Any, false};

nest::Block NestBuilder::inside(const Inside &Body) {
  nest::Block Mine;
  nest::Block *const Around = W.writeTo(&Mine);
  Body();
  W.writeTo(Around);
  return Mine;
}

void NestBuilder::declare(const char *Type, std::vector<nest::Declarator> Names, bool MaybeUnused) {
  W.add({nest::Declare{Type, std::move(Names), MaybeUnused}});
}

void NestBuilder::vectorTypes(const Machine &M) {
  declare(strf("typedef %s", M.vectorType()).c_str(), "vector");
  declare("typedef vector", "unaligned_vector __attribute__((aligned(1), unused))");
}

void NestBuilder::tensors(const char *In, const char *Out) {
  declare(In, "in", cast("const uint8_t *", input(0)));
  declare(Out, "out", cast("uint8_t *", output(0)));
}

void NestBuilder::limit(const char *Name, const Value &From, int64_t Bytes, bool MaybeUnused) {
  constexpr int kVector = 128;
  declare("const uint8_t *const", {{Name, {}, cast("const uint8_t *", From) + roundUp(Bytes, kVector)}}, MaybeUnused);
}

/// The cast is to what the pointer points to.
void NestBuilder::scratch(const char *Type, const std::string &Name, int64_t Bytes) {
  const std::string All = Type, Pointer = All.substr(0, All.rfind('*') + 1);
  declare(Type, Name, Pointer == "uint8_t *" ? scratch(Bytes) : cast(Pointer.c_str(), scratch(Bytes)));
}

void NestBuilder::set(const Value &Place, const Value &What) { W.add({nest::Assign{Place, What}}); }

void NestBuilder::run(const char *Function, std::vector<Value> Arguments, std::vector<Walk> Walks) {
  W.add({nest::Run{call(Function, std::move(Arguments)), std::move(Walks)}});
}

void NestBuilder::primitive(const std::string &Name, std::vector<Value> Arguments, OwnLoops Loops) {
  W.add({nest::Run{call(Name.c_str(), std::move(Arguments)), {}, std::move(Loops)}});
}

void NestBuilder::move(std::vector<Walk> Walks) { W.add({nest::Run{{}, std::move(Walks)}}); }

void NestBuilder::hide(const Value &Place, const char *Reason) { W.add({nest::Hide{{}, {Place}, Reason}}); }

void NestBuilder::fence(std::vector<Value> Vectors, std::vector<Value> Scalars, const char *Reason) {
  W.add({nest::Hide{std::move(Vectors), std::move(Scalars), Reason}});
}

void NestBuilder::block(const Inside &Body) { W.add({nest::Scope{inside(Body)}}); }

void NestBuilder::guard(const Value &Condition, const Inside &Then, const Inside &Otherwise) {
  nest::Block First = inside(Then);
  W.add({nest::Guard{Condition, std::move(First), inside(Otherwise)}});
}

void NestBuilder::loop(const std::string &Counter, int64_t From, int64_t End, int64_t Step, const std::vector<Walk> &Walks, Unrolling U,
                       const Inside &Body) {
  W.add({nest::Loop{Counter, From, End, Step, Walks, U, inside(Body)}});
}

} // namespace hexloom
