// SPDX-License-Identifier: Apache-2.0
#include "engine/run/casts_table.h"

#include "engine/run/cast_settings.h"
#include "engine/run/scaler_recipes.h"

namespace mantissa {
namespace {

/// A row of what the recipes set in FP16.
template <class Text>
CastsRow row_of_settings(Phrase name, const Text& text) {
    CastsRow row{std::move(name), {}};
    const Phrase torch = text(settings_of(run::CASTS_TORCH_AMP, run::FP16));
    for (const CastsDescription& one : casts_descriptions()) {
        Phrase here = text(settings_of(one.casts, run::FP16));
        const bool differs = english(here) != english(torch);
        row.cells.push_back({std::move(here), differs});
    }
    return row;
}

}  // namespace

std::vector<CastsRow> casts_table() {
    std::vector<CastsRow> rows;
    const CastRecipe& torch = *description_of(run::CASTS_TORCH_AMP).recipe;
    for (std::size_t i = 0; i < operation_class_count; ++i) {
        const auto operation = static_cast<OperationClass>(i);
        CastsRow& row = rows.emplace_back(CastsRow{operation_phrase(operation), {}});
        for (const CastsDescription& one : casts_descriptions()) {
            const CastChoice& choice = one.recipe->of(operation);
            row.cells.push_back({cast_phrase(choice), differs(operation, choice, torch.of(operation))});
        }
    }
    rows.push_back(row_of_settings(say("weights"), [](const run::RunConfig& c) {
        return c.has_master_weights() && !c.master_weights() ? say("16 bits") : Phrase("FP32");
    }));
    rows.push_back(row_of_settings(say("loss scale"), [](const run::RunConfig& c) {
        return c.scaling() == run::DYNAMIC ? Phrase(recipe_of(c.scaler()).title) : say("none");
    }));
    return rows;
}

Phrase casts_table_legend() {
    return say("* another format than in torch.amp; given: the input's format, 16 bits after a product");
}

}  // namespace mantissa
