// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel's emit function writes with: the body of one layer's C function.
//
//   static HL_LAYER void net_op012_CONV_2D(const int8_t *in0, int8_t *out0, uint8_t *scratch) {
//     static const hl_conv2d p = { .batches = 1, ... };
//     hl_conv2d_vrmpy(&p, in0, W(int8_t, 4096) /* filter, packed: 2304 bytes */, ..., out0);
//   }
//
// Every activation starts at a multiple of 128 bytes and owns its storage up to the next multiple
// of 128: kernels may read and write the bytes behind the tensor's last one up to there, and
// nothing else. Inputs and outputs of one layer never overlap (but for kernels that alias on
// purpose).
#pragma once

#include "instructions/Instruction.h"
#include "ir/Graph.h"
#include "stages/Memo.h"
#include "support/Error.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hexloom {

namespace nest {
struct Statement;
using Block = std::vector<Statement>;
} // namespace nest

/// "HL_INT8" and so on: the hl_type (hexloom/model.h) of a tensor type.
const char *hlType(DType Type);

/// A name within a C comment; of a name that a converter joined by ';' only the first part.
std::string commentText(const std::string &Name);

/// The weights file of a model: blobs, deduplicated, each aligned to 128 bytes.
class WeightsFile {
public:
  explicit WeightsFile(Budget &Purse) : Purse(Purse) {}
  int64_t add(const Bytes &Blob); ///< its offset
  const Bytes &bytes() const { return Data; }
  const std::vector<int64_t> &offsets() const { return Offsets; } ///< of all blobs, each once
  Bytes take() { return std::move(Data); }
  /// Appends a hash of all blobs, 8 bytes, which the emitted code compares: a file of the same size may be another
  /// network's. Nothing is added any more.
  uint64_t seal();

private:
  Budget &Purse; ///< what is new is paid from it
  Bytes Data;
  std::vector<int64_t> Offsets;
  std::map<std::pair<size_t, uint64_t>, std::vector<int64_t>> Known; ///< (size, hash) to offsets
};

/// A region of the layer's operator (Op::Regions), emitted before the layer: void Function(inputs, outputs, memory), with so
/// many bytes of memory.
struct EmittedRegion {
  std::string Function;
  int64_t Bytes = 0;
};

/// A constant of a layer.
struct LayerConstant {
  int64_t Offset;
  std::string Comment;
  std::string cText(const std::string &CType) const; ///< "W(CTYPE, OFFSET) /* COMMENT */"
};

template <typename T> Bytes asBytes(const std::vector<T> &Values) {
  const auto *First = reinterpret_cast<const uint8_t *>(Values.data());
  return Bytes(First, First + Values.size() * sizeof(T));
}

class LayerWriter {
public:
  LayerWriter(const Graph &G, const Op &O, Target T, Compilation &Shared, WeightsFile &Weights, std::vector<EmittedRegion> Regions = {});
  /// The layer is looked at and not emitted: its constants are nowhere, and not even made.
  LayerWriter(const Graph &G, const Op &O, Target T, Compilation &Shared);
  ~LayerWriter();

  LayerWriter(const LayerWriter &) = delete;

  Target target() const { return T; }
  Budget &purse() const { return Shared.Purse; }
  /// The search that finds the plan's output stage again.
  StageSearch stageSearch() const { return {Shared.Stages, O.Schedule.Stage}; }

  /// `#include <HEADER>` in the model's source, once.
  void include(const std::string &Header) { Headers.push_back(Header); }
  /// Includes the body of a vector kernel, "conv2d.h", from the target's folder (instructions/targets.def).
  void body(const std::string &Header) { include(std::string("hexloom/") + bodiesOf(T) + "/" + Header); }

  /// C expression of the operator's I-th input: the parameter "inI", or for a constant its
  /// row-major bytes in the weights.
  std::string input(size_t I);
  std::string output(size_t I) const { return strf("out%zu", I); }

  /// C expression (of type const CType *, 128-byte aligned) of constant bytes, a mark as yet (Print.h); What goes into a comment beside it.
  std::string blob(const Bytes &Data, const std::string &CType, const std::string &What);
  template <typename T>
  std::string blobOf(const std::vector<T> &Values, const std::string &CType,
                     const std::string &What) {
    return blob(asBytes(Values), CType, What);
  }
  size_t constant(const std::function<Bytes()> &Make, const std::string &What); ///< its number

  /// C expression (uint8_t *, 128-byte aligned) of memory that is the layer's own while it runs.
  std::string scratch(int64_t Size);
  int64_t reserve(int64_t Size); ///< its place

  const EmittedRegion &region(size_t I) const { return Regions.at(I); }

  /// Adds to the nest, where it is being written.
  void add(nest::Statement S);
  void line(const std::string &Text);
  /// `static const TYPE NAME = { .field = value, ... };`, wrapped at 100 columns.
  void structure(const std::string &Type, const std::string &Name,
                 const std::vector<std::pair<std::string, std::string>> &Fields);
  /// What is added goes to that block, until the one that is returned is given back.
  nest::Block *writeTo(nest::Block *B) { return std::exchange(Here, B); }

  /// The output shares the input's memory; the arena then gives both one place where it can.
  void aliasOutputToInput() { Alias = true; }

  /// The kernel may find its I-th input where it writes its K-th output: the arena may give both one
  /// place, and the pointers are then equal.
  void mayOverwrite(size_t I, size_t K) { InPlace.push_back({int(I), int(K)}); }

  const nest::Block &statements() const { return *Body; }
  std::string body() const; ///< C, with marks for constants
  const std::vector<LayerConstant> &constants() const { return Constants; }
  const std::vector<std::string> &headers() const { return Headers; }
  int64_t scratchBytes() const { return ScratchBytes; }
  bool aliases() const { return Alias; }
  const std::vector<std::pair<int, int>> &inPlace() const { return InPlace; }

private:
  const Graph &G;
  const Op &O;
  const Target T;
  Compilation &Shared;
  WeightsFile *const Weights; ///< null: they are nowhere
  const std::vector<EmittedRegion> Regions;
  std::unique_ptr<nest::Block> Body;
  nest::Block *Here;
  std::vector<LayerConstant> Constants;
  std::vector<std::string> Headers;
  int64_t ScratchBytes = 0;
  bool Alias = false;
  std::vector<std::pair<int, int>> InPlace;
};

} // namespace hexloom
