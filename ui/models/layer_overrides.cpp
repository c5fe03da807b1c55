// SPDX-License-Identifier: GPL-3.0-or-later
// See layer_overrides.h.
#include "ui/models/layer_overrides.h"

#include "ui/models/run_model.h"

namespace mantissa::ui {
namespace {

void add(run::RunConfig& change, const std::string& layer, run::Precision precision) {
    run::LayerOverride& entry = *change.add_layer_overrides();
    entry.set_layer(layer);
    entry.set_precision(precision);
}

/// The format that the run gives this layer by itself. PyTorch's default has two: TF32 for convolutions, whose weights
/// have four dimensions, FP32 for the rest.
run::Precision ownPrecision(const RunModel& run, const std::string& layer) {
    if (run.currentPrecision() != run::PYTORCH_DEFAULT) return run.currentPrecision();
    for (const run::TensorInfo& tensor : run.tensors())
        if (tensor.layer() == layer && tensor.shape_size() == 4) return run::TF32;
    return run::FP32;
}

}  // namespace

run::Precision layerPrecision(const run::RunConfig& config, const std::string& layer) {
    for (const run::LayerOverride& entry : config.layer_overrides()) {
        if (entry.layer() != layer) continue;
        return entry.precision() == config.precision() ? run::PRECISION_UNSET : entry.precision();
    }
    return run::PRECISION_UNSET;
}

run::RunConfig layerChange(const RunModel& run, const std::string& layer, run::Precision precision) {
    run::RunConfig change;
    for (const run::LayerOverride& entry : run.currentConfig().layer_overrides())
        if (entry.layer() != layer) add(change, entry.layer(), entry.precision());
    if (precision != run::PRECISION_UNSET) {
        add(change, layer, precision);
    } else if (change.layer_overrides_size() == 0) {
        add(change, layer, ownPrecision(run, layer));
    }
    return change;
}

}  // namespace mantissa::ui
