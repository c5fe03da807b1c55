// SPDX-License-Identifier: GPL-3.0-or-later
// See run_names.h. By protobuf's reflection, so that a new setting needs no line here.
#include "ui/models/run_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

#include "engine/report/field_text.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/preset_text.h"
#include "engine/run/presets.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

bool saysControl(const QString& name) {
    static const QRegularExpression word("\\bcontrol\\b");
    const QString translated = QCoreApplication::translate("mantissa::ui::SessionModel", ", control");
    return name.contains(word) || name.endsWith(translated);
}

namespace {

using run::RunConfig;

constexpr int kMostWords = 3;

/// What describe() says of a run, and what is no setting of the training.
constexpr int kSaidElsewhere[] = {
    RunConfig::kNameFieldNumber,
    RunConfig::kDataFieldNumber,
    RunConfig::kDeviceFieldNumber,
    RunConfig::kThreadsFieldNumber,
    RunConfig::kPrecisionFieldNumber,
    RunConfig::kScalingFieldNumber,
    RunConfig::kLossScaleFieldNumber,
    RunConfig::kBatchFieldNumber,
    RunConfig::kMasterWeightsFieldNumber,
    RunConfig::kOneUlpFieldNumber,
    // What only watches.
    RunConfig::kEvalIntervalFieldNumber,
    RunConfig::kEvalImagesFieldNumber,
    RunConfig::kHistogramIntervalFieldNumber,
    RunConfig::kShadowIntervalFieldNumber,
    RunConfig::kTrainEvalImagesFieldNumber,
    RunConfig::kCheckpointIntervalFieldNumber,
};

}  // namespace

std::vector<QStringList> whatSetsApart(const std::vector<RunConfig>& configs) {
    std::vector<QStringList> words(configs.size());
    std::vector<RunConfig> whole;
    for (const RunConfig& config : configs) whole.push_back(complete(config));
    const auto* const type = RunConfig::descriptor();
    for (int i = 0; i < type->field_count() && !whole.empty(); ++i) {
        const auto& field = *type->field(i);
        if (std::count(std::begin(kSaidElsewhere), std::end(kSaidElsewhere), field.number()) > 0) continue;
        std::vector<QString> values;
        for (const RunConfig& config : whole) {
            if (field.number() == RunConfig::kPresetFieldNumber) {
                values.push_back(inWords(preset_phrase(config)));
                continue;
            }
            const bool file = field.number() == RunConfig::kNetworkFieldNumber && !config.network().empty();
            values.push_back(QString::fromStdString(file                  ? network_name(config)
                                                    : field.is_repeated() ? overrides_text(config)
                                                                          : field_text(config, field)));
        }
        if (std::count(values.begin(), values.end(), values.front()) == static_cast<int>(values.size())) continue;
        for (std::size_t run = 0; run < words.size(); ++run) {
            if (words[run].size() >= kMostWords || values[run].isEmpty()) continue;
            // as long as its epochs, as most are
            if (field.number() == RunConfig::kStepsFieldNumber && whole[run].steps() < 0) continue;
            if (field.number() == RunConfig::kModelFieldNumber && whole[run].model() == run::NETWORK_FILE) continue;
            if (words[run].contains(values[run])) continue;  // the preset "resnet", and that its network is one
            const bool itself = field.number() == RunConfig::kPresetFieldNumber;
            // In English a setting's phrase is its flag's name.
            const QString name = itself ? QString() : inWords(setting_phrase(field.name())).replace(u'_', u' ') + u' ';
            words[run] << name + values[run];
        }
    }
    return words;
}

}  // namespace mantissa::ui
