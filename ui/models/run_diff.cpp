// SPDX-License-Identifier: GPL-3.0-or-later
// See run_diff.h. By protobuf's reflection, so that a new setting needs no line here.
#include "ui/models/run_diff.h"

#include <algorithm>
#include <cmath>

#include "engine/report/field_text.h"
#include "engine/run/presets.h"
#include "engine/run/tasks.h"
#include "ui/words/metric_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {
namespace {

using google::protobuf::FieldDescriptor;

/// What tells values apart: exact, where a person's words may be rounded.
std::string exactly(const run::RunConfig& config, const FieldDescriptor& field) {
    return field.number() == run::RunConfig::kLayerOverridesFieldNumber ? overrides_text(config)
                                                                        : field_text(config, field);
}

}  // namespace

QString distanceText(const std::optional<double>& accuracy, const std::optional<double>& baseline, run::Task task) {
    if (!accuracy || !baseline) return {};
    const double points = (*accuracy - *baseline) * metric_of(task).scale;
    if (points == 0) return tr("the same");
    const int digits = metricDecimals(task, std::abs(points) < 0.1 ? 2 : 1);
    return (points < 0 ? QChar(0x2212) : QChar('+')) + QString::number(std::abs(points), 'f', digits) +
           (metric_of(task).unit == QLatin1String("%") ? tr(" points") : metricSuffix(task));
}

RunDiff differingSettings(const std::vector<DiffRun>& runs, const SettingWords& words,
                          const std::optional<DiffRun>& base) {
    RunDiff diff;
    std::vector<run::RunConfig> configs;
    for (const DiffRun& run : runs) {
        diff.names << run.name;
        configs.push_back(complete(run.config));
    }
    const auto* const type = run::RunConfig::descriptor();
    for (int i = 0; i < type->field_count() && !runs.empty(); ++i) {
        const FieldDescriptor& field = *type->field(i);
        if (field.number() == run::RunConfig::kNameFieldNumber) continue;
        const std::string first = exactly(configs.front(), field);
        if (std::all_of(configs.begin(), configs.end(),
                        [&](const run::RunConfig& config) { return exactly(config, field) == first; }))
            continue;
        RunDiff::Row row{field.number(), words.label(field.number()), {}};
        for (const run::RunConfig& config : configs) row.values << words.value(config, field.number());
        diff.settings.push_back(std::move(row));
    }
    if (runs.empty()) return diff;
    RunDiff::Row result{0, testMetricName(runs.front().config.task()), {}};
    for (const DiffRun& run : runs) {
        result.values << (run.accuracy ? metricText(run.config.task(), *run.accuracy, 1).replace(QChar(0xA0), u' ')
                                       : QString());  // as it can be pasted elsewhere
    }
    diff.results.push_back(result);
    const auto among = std::find_if(runs.begin(), runs.end(), [](const DiffRun& run) { return run.baseline; });
    const DiffRun* const from = among != runs.end() ? &*among : base ? &*base : nullptr;
    if (from == nullptr) return diff;
    RunDiff::Row distance{0, tr("against baseline"), {}};
    for (const DiffRun& run : runs) {
        distance.values << (run.id == from->id ? tr("baseline")
                                               : distanceText(run.accuracy, from->accuracy, run.config.task()));
    }
    diff.results.push_back(distance);
    return diff;
}

QString asText(const RunDiff& diff) {
    const auto cell = [](QString text) { return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' '); };
    QString all = tr("setting");
    for (const QString& name : diff.names) all += '\t' + cell(name);
    for (const auto* rows : {&diff.settings, &diff.results}) {
        for (const RunDiff::Row& row : *rows) {
            all += '\n' + cell(row.label);
            for (const QString& value : row.values) all += '\t' + cell(value);
        }
    }
    return all + '\n';
}

}  // namespace mantissa::ui
