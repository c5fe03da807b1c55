// SPDX-License-Identifier: Apache-2.0
// How fast a device is: products, convolutions, memory, whole training steps. Figures are of this machine, now; only
// ratios within one sitting mean something on a machine that does other things too.
#pragma once

#include <functional>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Measures what `bench` asks for; for ROUNDING, finds out how the device's units round by themselves. A card trains
/// its steps in stretches, as in a run (Trainer::steps): each of their steps has their mean time, and the least is that
/// of the fastest stretch. `poll` is called between repetitions; true ends the measurement early. Throws Error(usage)
/// for a size or a time out of range, or no kind.
run::BenchResult run_bench(Device& device, const run::Bench& bench, const std::function<bool()>& poll);

/// What watching costs a run, measured by turns in one sitting: as many steps watched as `config` says, then as many
/// that count no histograms, then the other way round, since a machine that does other things falsifies what is
/// measured apart.
struct WatchingCost {
    bool emulated = false;              ///< as BenchResult's
    double watched = 0, unwatched = 0;  ///< images a second, over all turns
    double kept = 0;  ///< of the speed of the steps that are not watched, 0.97 = 97 %: median of the turns
    std::uint32_t turns = 0;
};

/// Measures it for at least `seconds` and three turns, unless `poll` says to end. `config` complete, with a histogram
/// interval; a turn has as many steps as from one shadow to the next, or from one histogram where there is no shadow.
/// What counting costs depends on the numbers, so they are those of real images: the training set of `images`; what
/// training is told of the test set is not measured. Throws Error(usage) where nothing is watched or `config` is not
/// valid.
WatchingCost measure_watching(Device& device, const Dataset& images, const run::RunConfig& config, double seconds,
                              const std::function<bool()>& poll);

/// Random images and labels, the same each time: `count` images of MNIST's size in ten classes.
Dataset synthetic_dataset(std::int64_t count);

}  // namespace mantissa
