// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks of table IV of GCD2 (Niu et al., 2022) and ShuffleNet v2, one file each.
#pragma once

#include "Simulation.h"

namespace zoo {

/// Builders, by the height and width of the image.
void mobileNetV3(Simulation &S, Net &N, int32_t Height, int32_t Width);
void efficientNet(Simulation &S, Net &N, int32_t Height, int32_t Width);
void styleTransfer(Simulation &S, Net &N, int32_t Height, int32_t Width);
void cycleGan(Simulation &S, Net &N, int32_t Height, int32_t Width);
void superResolution(Simulation &S, Net &N, int32_t Height, int32_t Width);
void efficientDet(Simulation &S, Net &N, int32_t Height, int32_t Width);
void pixor(Simulation &S, Net &N, int32_t Height, int32_t Width);
void tinyBert(Simulation &S, Net &N, int32_t Height, int32_t Tokens); ///< Height: 1
void conformer(Simulation &S, Net &N, int32_t Frames, int32_t Bands);
void shuffleNetV2(Simulation &S, Net &N, int32_t Height, int32_t Width);

} // namespace zoo
