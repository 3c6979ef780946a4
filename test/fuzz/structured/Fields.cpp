// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operator's options, each within what networks have: some must be right for the operator's shapes to hang together, of the
// others one that is usual.
#include "Mutate.h"

#include <algorithm>

namespace hexloom::fuzz {

namespace {

using tflite::BuiltinOperator;

struct Field {
  const char *Name; ///< or its end
  int Least, Count; ///< values
  int Chance;       ///< one in so many operators has it; else it is absent
};

/// The first row that fits a name counts.
const Field Usual[] = {
    {"rank", 1, 3, 1},          {"time_major", 1, 1, 1},       {"batch_dims", 0, 2, 4},       {"batch_dim", 0, 1, 1},    {"seq_dim", 1, 1, 1},
    {"exclusive", 0, 2, 1},     {"reverse", 0, 2, 1},          {"block_size", 2, 1, 1},       {"padding", 0, 2, 1},      {"fused_activation_function", 0, 4, 3},
    {"keep_dims", 0, 2, 1},     {"keep_num_dims", 0, 2, 2},    {"align_corners", 0, 2, 2},    {"half_pixel_centers", 0, 2, 2}, {"mode", 0, 2, 1},
    {"approximate", 0, 2, 1},   {"begin_mask", 0, 4, 3},       {"end_mask", 0, 4, 3},         {"ellipsis_mask", 1, 2, 12}, {"new_axis_mask", 1, 2, 12},
    {"shrink_axis_mask", 0, 4, 4}, {"offset", 0, 2, 8},        {"adj_x", 0, 2, 6},            {"adj_y", 0, 2, 6},        {"squeeze_dims", 0, 2, 3},
    {"pot_scale_int16", 0, 2, 3}, {"weights_format", 0, 2, 30}, {"diagonal_recurrent_tensors", 0, 2, 30}, {"asymmetric_quantize_inputs", 0, 2, 3}};

bool endsWith(const std::string &Name, const std::string &End) {
  return Name.size() >= End.size() && Name.compare(Name.size() - End.size(), End.size(), End) == 0;
}

std::optional<double> valueOf(const std::string &Name, Random &Draw) {
  for (const char *Part : {"stride", "dilation", "filter"})
    if (Name.find(Part) != std::string::npos)
      return 1.0 + static_cast<double>(Draw.below(3));
  if (Name == "beta" || Name == "alpha")
    return 0.5 + static_cast<double>(Draw.below(2));
  if (endsWith(Name, "_clip"))
    return Draw.below(3) ? std::optional<double>() : 0.5 * static_cast<double>(Draw.below(9));
  for (const Field &F : Usual)
    if (Name == F.Name)
      return Draw.below(static_cast<uint64_t>(F.Chance)) ? std::optional<double>() : F.Least + static_cast<double>(Draw.below(static_cast<uint64_t>(F.Count)));
  return std::nullopt;
}

} // namespace

void setFields(OpRecipe &O, Random &Draw) {
  const flatbuffers::TypeTable *Table = optionsOf(O.Code);
  for (size_t I = 0; Table && I < Table->num_elems; ++I)
    if (const std::optional<double> Value = valueOf(Table->names[I], Draw))
      O.Fields[Table->names[I]] = *Value;
}

void setAxis(OpRecipe &O, size_t Rank, Random &Draw) {
  const flatbuffers::TypeTable *Table = optionsOf(O.Code);
  for (size_t I = 0; Table && I < Table->num_elems; ++I)
    if (std::string(Table->names[I]) == "axis" && Draw.below(2))
      O.Fields["axis"] = static_cast<double>(Draw.below(Rank + 1)) - static_cast<double>(Draw.below(2) ? 0 : Rank);
}

} // namespace hexloom::fuzz
