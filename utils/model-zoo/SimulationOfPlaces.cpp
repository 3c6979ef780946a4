// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has several results, or is chosen by places that are data.
#include "Samples.h"
#include "Simulation.h"

#include <algorithm>
#include <numeric>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;

std::vector<Map> Simulation::split(const Map &In, int32_t Axis, int32_t Count) {
  const auto A = static_cast<size_t>(Axis);
  Shape Part = In.Dims;
  Part[A] /= Count;
  tfl::SplitOptionsT Options;
  Options.num_splits = Count;
  const TensorSpec Spec{Type, Part, N.spec(In.V).Quantization};
  const std::vector<Value> Values =
      N.op(Op::SPLIT, {N.intScalar(Axis), In.V}, std::vector<TensorSpec>(size_t(Count), Spec), options(Options));
  std::vector<Map> Parts;
  for (const Value &V : Values)
    Parts.push_back({V, Part, {}});
  if (!IsKnown)
    forEach(In.Dims, [&](size_t I, const std::vector<int32_t> &At) { // in order within each part
      Parts[size_t(At[A] / Part[A])].Sample.push_back(In.Sample[I]);
    });
  return Parts;
}

Map Simulation::largest(const Map &In, int32_t Count) {
  Shape Out = In.Dims;
  const auto Row = static_cast<size_t>(Out.back());
  Out.back() = Count;
  const TensorSpec Best{Type, Out, N.spec(In.V).Quantization}, Places{TensorType::INT32, Out, {}};
  Map M{N.op(Op::TOPK_V2, {In.V, N.intScalar(Count)}, {Best, Places})[1], Out, {}};
  std::vector<int32_t> Order(Row);
  for (size_t Start = 0; Start < In.Sample.size(); Start += Row) {
    std::iota(Order.begin(), Order.end(), 0);
    std::stable_sort(Order.begin(), Order.end(), [&](int32_t A, int32_t B) { return In.Sample[Start + size_t(A)] > In.Sample[Start + size_t(B)]; });
    M.Sample.insert(M.Sample.end(), Order.begin(), Order.begin() + Count);
  }
  return M;
}

Map Simulation::gather(const Map &In, const Map &Places) {
  Shape Out = Places.Dims;
  Out.insert(Out.end(), In.Dims.begin() + 1, In.Dims.end());
  const auto Entry = static_cast<size_t>(elementsOf(In.Dims) / In.Dims[0]);
  const auto Sample = [&] {
    std::vector<float> Results;
    for (const float Place : Places.Sample) {
      const auto From = In.Sample.begin() + long(static_cast<size_t>(Place) * Entry);
      Results.insert(Results.end(), From, From + long(Entry));
    }
    return Results;
  };
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Op::GATHER, {In.V, Places.V}, Out, Sample, options(tfl::GatherOptionsT()), &Same);
}

Map Simulation::words(int32_t Tokens, int32_t Vocabulary, int32_t Channels) {
  const Value Ids = N.input({TensorType::INT32, {Tokens}, {}});
  const Map Table = noise({Vocabulary, Channels}, 0, 1);
  const auto Sample = [&] { return std::vector<float>(Table.Sample.begin(), Table.Sample.begin() + long(Tokens) * Channels); };
  const Quantization Same = N.spec(Table.V).Quantization;
  return finish(Op::EMBEDDING_LOOKUP, {Ids, Table.V}, {Tokens, Channels}, Sample, {}, &Same);
}

} // namespace zoo
