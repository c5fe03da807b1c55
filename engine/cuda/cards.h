// SPDX-License-Identifier: Apache-2.0
// What is known about the cards before one is opened.
#pragma once

#include <optional>
#include <string>

#include "engine/cuda/cuda_device.h"
#include "engine/cuda/cudnn_library.h"
#include "engine/cuda/driver.h"
#include "engine/cuda/library.h"

namespace mantissa::cuda {

/// The driver, its cards, and the libraries that multiply and convolve on them.
struct Surroundings {
    DriverState driver;
    std::optional<CublasLt> lt;         ///< looked for only where there is a card that may be used
    std::optional<CudnnLibrary> cudnn;  ///< looked for only where it is asked for as well
    ConvolutionWay convolutions = ConvolutionWay::patches;
    Phrase library_problem;  ///< why one is missing and what to do, one line
};

Surroundings look_around();

/// Whether tensor cores of this card take TF32 and BF16.
bool takes_tf32_and_bf16(const DriverCard& card);

/// `card` as the program shows it.
CudaCard describe(const DriverCard& card, const Surroundings& surroundings);

}  // namespace mantissa::cuda
