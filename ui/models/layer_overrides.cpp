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
    // An entry without a format takes the override away; a list of nothing would mean no change (engine/run/presets.h).
    if (precision != run::PRECISION_UNSET || change.layer_overrides().empty()) add(change, layer, precision);
    return change;
}

}  // namespace mantissa::ui
