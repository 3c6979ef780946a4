// What the single-operator networks share.
#pragma once

#include "Zoo.h"

#include <algorithm>

namespace zoo {

/// A tensor spec with these parameters; ZeroPoint counts from the middle of the type's range and is 0 for int16.
/// Types that are not quantized get none.
TensorSpec quantized(TensorType T, const Shape &S, float Scale, int ZeroPoint);

} // namespace zoo
