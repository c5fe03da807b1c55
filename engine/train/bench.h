// SPDX-License-Identifier: Apache-2.0
// How fast a device is: products, convolutions, memory, whole training steps. Figures are of this machine, now; only
// ratios within one sitting mean something on a machine that does other things too.
#pragma once

#include <functional>

#include "engine/backend/device.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Measures what `bench` asks for. A card trains its steps in stretches, as in a run (Trainer::steps): each of their
/// steps has their mean time, and the least is that of the fastest stretch. `poll` is called between repetitions; true
/// ends the measurement early. Throws Error(usage) for a size or a time out of range, or no kind.
run::BenchResult run_bench(Device& device, const run::Bench& bench, const std::function<bool()>& poll);

/// Random images and labels, the same each time: `count` images of MNIST's size in ten classes.
Dataset synthetic_dataset(std::int64_t count);

}  // namespace mantissa
