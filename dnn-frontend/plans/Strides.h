// What the runtime's vector kernels know of a layout: hl_strides (hexloom/hvx/layout.h).
#pragma once

#include "ir/Graph.h"
#include "plans/CText.h"

namespace hexloom {

/// The fields of hl_strides, each name behind `Prefix`: "in.", of images of that size.
Fields strideFields(const std::string &Prefix, Layout L, const Nhwc &Images, int64_t ElementBytes);

} // namespace hexloom
