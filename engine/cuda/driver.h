// SPDX-License-Identifier: Apache-2.0
// The NVIDIA driver, asked through its own library (libcuda.so.1), which is opened here and not linked: what it
// supports and which cards it has. The runtime is not used for it, because it hides an absent library, an old one and a
// broken one behind one error, and because asking it for a card's memory would occupy the card.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/phrase.h"

namespace mantissa::cuda {

struct DriverCard {
    int ordinal = 0;
    std::string name;          ///< "NVIDIA H100 80GB HBM3"
    int major = 0, minor = 0;  ///< compute capability
    std::uint64_t memory_bytes = 0;
    int multiprocessors = 0;
    int clock_khz = 0;  ///< 0: not told
    Phrase reason;      ///< why this card cannot be used; empty where it can
};

struct DriverState {
    int version = 0;      ///< CUDA version it supports, as 1000 * major + 10 * minor; 0: none
    std::string release;  ///< "580.65.06" from the kernel module; empty where it does not tell
    std::vector<DriverCard> cards;
    Phrase problem;  ///< why no card can be used and what to do, one line; empty where one may
};

/// Opens the driver's library and asks it. `needed`: the CUDA version that this program was built for; only its major
/// version counts.
DriverState ask_driver(int needed);

/// "13.0" of 13000.
std::string cuda_version_text(int version);

}  // namespace mantissa::cuda
