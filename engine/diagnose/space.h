// SPDX-License-Identifier: Apache-2.0
// What a search may make wider: every cast of every operation that is narrower than FP32, and the run's switches.
#pragma once

#include <string>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/nn/network.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// One thing that can be widened, apart from all others.
struct Widening {
    std::string layer;  ///< empty: a switch of the run
    run::LayerCast cast = run::CAST_UNSET;
    run::RunConfig change;    ///< of a switch: the fields that it sets
    Phrase text;              ///< "fc3: operands in FP32", "dynamic loss scaling"
    bool stands_out = false;  ///< the cast is narrower than those of the run's own format
};

/// All of them, for `config` (complete).
std::vector<Widening> widenings_of(const Network& network, const run::RunConfig& config);

/// `config` with these applied.
run::RunConfig widened(const run::RunConfig& config, const std::vector<Widening>& all,
                       const std::vector<std::size_t>& chosen);

/// In PyTorch, line by line, what `chosen` stand for in a training of `config`.
std::vector<std::string> pytorch_lines(const run::RunConfig& config, const std::vector<Widening>& all,
                                       const std::vector<std::size_t>& chosen);

}  // namespace mantissa
