// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes of the networks of SmartMem's table 7: which variant the paper means follows from its parameters and multiply-accumulates. The
// reduced ones have the same operators in the same order, with fewer stages where stages are alike.
#include "SmartMem.h"
#include "Zoo.h"

namespace zoo {

namespace {

using Layers = std::function<void(Simulation &, Net &)>;

/// A builder with one size.
template <typename Size> Layers of(void (*Build)(Simulation &, Net &, const Size &), Size Chosen) {
  return [=](Simulation &S, Net &N) { Build(S, N, Chosen); };
}
/// A builder that takes so many tokens, or an image of this side, besides.
template <typename Size> Layers of(void (*Build)(Simulation &, Net &, int32_t, const Size &), int32_t Extent, Size Chosen) {
  return [=](Simulation &S, Net &N) { Build(S, N, Extent, Chosen); };
}

struct Row {
  const char *Name, *Description;
  Layers Full, Reduced; ///< Reduced: null where another row has it
  Layers Calibration = nullptr; ///< the same layers on less data; null: the network itself
  bool IsLong = false;          ///< even the reduced one is compiled for half a minute
};

const TextSize Clip = {49408, 768, 12, 12}, Pythia1b = {50304, 2048, 16, 8}, PythiaLayer = {1024, 2048, 1, 8};
const DiffusionSize Unet = {320, {1, 2, 4, 4}, 2, 32, 8, 77, 768}, Decoder = {128, {1, 2, 4, 4}, 2, 32, 1, 0, 0};

const Row Rows[] = {
    {"swin_tiny", "Swin-T", of(swin, {224, 96, 32, {2, 2, 6, 2}, {7, 7, 7, 7}, 1000}), of(swin, {24, 32, 16, {2, 1}, {3, 3}, 10})},
    {"vit_base", "ViT-B/16, 21,843 classes", of(visionTransformer, {224, 768, 12, 64, 21843}), of(visionTransformer, {48, 64, 1, 32, 10})},
    {"vit_small", "ViT-S/16", of(visionTransformer, {224, 384, 12, 64, 1000}), nullptr},
    {"convnext_tiny", "ConvNeXt-T", of(convNext, {224, {96, 192, 384, 768}, {3, 3, 9, 3}, 1000, false}),
     of(convNext, {32, {16, 32}, {1, 1}, 10, false})},
    {"convnext_tiny_nchw", "ConvNeXt-T as exported in NCHW", of(convNext, {224, {96, 192, 384, 768}, {3, 3, 9, 3}, 1000, true}),
     of(convNext, {32, {16, 32}, {1, 1}, 10, true})},
    {"cswin_small", "CSwin-S", of(cswin, {224, 64, 32, {2, 4, 32, 2}, {1, 2, 7, 7}, 1000}), of(cswin, {32, 32, 8, {1, 1}, {2, 4}, 10})},
    {"efficientvit_b3", "EfficientViT-B3", of(efficientVit, {256, 32, {32, 64, 128, 256, 512}, {1, 4, 6, 6, 9}, 2304, 2560, 1000}),
     of(efficientVit, {64, 8, {8, 16, 24, 32}, {1, 2, 1, 1}, 48, 64, 10})},
    {"crossformer_small", "CrossFormer-S", of(crossFormer, {224, 96, 32, 7, {2, 2, 6, 2}, 1000}), of(crossFormer, {24, 32, 16, 3, {2, 1}, 10})},
    {"resnext_50", "ResNeXt-50, 32 groups of 4", of(resNext, {224, 64, 128, 32, {3, 4, 6, 3}, 1000}), of(resNext, {32, 16, 32, 8, {2, 1}, 10})},
    {"regnety_032", "RegNetY of 3.2 GMAC", of(regNet, {224, 32, 24, {72, 216, 576, 1512}, {2, 5, 13, 1}, 1000}),
     of(regNet, {32, 16, 8, {16, 32}, {1, 2}, 10})},
    {"yolov8n", "YOLOv8n in int8, 640x640", of(yoloV8, {640, 16, 80}), of(yoloV8, {64, 8, 4}), of(yoloV8, {320, 16, 80})},
    {"autoformer_v2_tiny", "AutoFormerV2-T", of(swin, {224, 96, 32, {2, 2, 6, 2}, {7, 7, 14, 7}, 1000}),
     of(swin, {48, 16, 8, {2, 1}, {3, 6}, 10})},
    {"smt_small", "SMT-S", of(smt, {224, 64, {3, 4, 18, 2}, {0, 0, 8, 16}, {4, 4, 4, 2}, 1000}),
     of(smt, {32, 16, {2, 1}, {2, 4}, {2, 2}, 10})},
    {"biformer_small", "BiFormer-S", of(biFormer, {224, 64, 32, 7, {4, 4, 18, 4}, {1, 4, 16, 0}, 1000}),
     of(biFormer, {32, 16, 8, 2, {1, 1}, {2, 0}, 10})},
    {"flatten_pvt_medium", "FLatten-PVT-M", of(flatten, {224, {64, 128, 320, 512}, {3, 4, 18, 3}, {1, 2, 5, 8}, {8, 8, 4, 4}, 1000}),
     of(flatten, {32, {16, 32}, {1, 1}, {2, 4}, {2, 2}, 10})},
    {"sd_text_encoder", "Stable Diffusion's text encoder, 77 tokens", of(clipText, 77, Clip), of(clipText, 9, {40, 32, 1, 4})},
    {"sd_vae_decoder", "Stable Diffusion's decoder of latents, 32x32", of(diffusionDecoder, 32, Decoder),
     of(diffusionDecoder, 4, {16, {1, 2}, 1, 4, 1, 0, 0}), of(diffusionDecoder, 8, Decoder)},
    {"sd_unet", "Stable Diffusion's denoising network, latents of 32x32", of(diffusionUnet, 32, Unet),
     of(diffusionUnet, 8, {16, {1, 2}, 1, 4, 2, 5, 12}), of(diffusionUnet, 8, Unet), true},
    {"pythia_1b", "Pythia-1B, 128 tokens", of(pythia, 128, Pythia1b), of(pythia, 9, {40, 64, 1, 2}), of(pythia, 16, Pythia1b)},
    {"pythia_1b_layer", "a layer of Pythia-1B, 128 tokens of 1,024", of(pythia, 128, PythiaLayer), nullptr, of(pythia, 16, PythiaLayer)},
};

void build(Net &N, const Layers &Full, const Layers &Calibration) {
  if (!Calibration) {
    Simulation S(N, TensorType::INT8);
    return Full(S, N);
  }
  Net Smaller(N.name());
  Simulation First(Smaller, TensorType::INT8);
  Calibration(First, Smaller);
  Simulation Second(N, TensorType::INT8, &First.chosen());
  Full(Second, N);
}

} // namespace

void addSmartMem(std::vector<Entry> &Zoo) {
  for (const Row &R : Rows) {
    const std::string Name = R.Name, Description = R.Description;
    Zoo.push_back({Name + "_int8", Description + ", at its real size", [&R](Net &N) { build(N, R.Full, R.Calibration); }, true, R.Full});
    if (R.Reduced) // run_zoo.py --published takes what is large and "reduced to"
      Zoo.push_back({Name + "_reduced_int8", Description + (R.IsLong ? ", reduced to" : " with") + " few channels and blocks",
                     [&R](Net &N) { build(N, R.Reduced, nullptr); }, R.IsLong, R.Reduced});
  }
}

} // namespace zoo
