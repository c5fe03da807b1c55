// SPDX-License-Identifier: GPL-3.0-or-later
// In which settings runs differ, and how far their results are from the baseline's: the table that is left when all
// that is the same has been left out.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// One run of a comparison.
struct DiffRun {
    QString id;
    QString name;
    run::RunConfig config;
    std::optional<double> accuracy;  ///< on the test set, 0 to 1
    bool baseline = false;
};

/// Rows are settings, columns are runs.
struct RunDiff {
    struct Row {
        int field = 0;       ///< number in run::RunConfig; 0 for a result
        QString label;       ///< what a person calls it
        QStringList values;  ///< one per run
        bool operator==(const Row& other) const { return label == other.label && values == other.values; }
    };
    QStringList names;  ///< of the runs, in their order
    std::vector<Row> settings;
    std::vector<Row> results;  ///< test accuracy and, where a baseline is among the runs, the distance from it
    bool operator==(const RunDiff& other) const {
        return names == other.names && settings == other.settings && results == other.results;
    }
};

/// How a person calls a field of run::RunConfig, by its number, and its value.
struct SettingWords {
    std::function<QString(int)> label;
    std::function<QString(const run::RunConfig&, int)> value;
};

/// The settings that are not the same in all of `runs`, an unset one counting as its default. The name of a run is no
/// setting. With `base` the distance is from that run, among `runs` or not.
RunDiff differingSettings(const std::vector<DiffRun>& runs, const SettingWords& words,
                          const std::optional<DiffRun>& base = std::nullopt);

/// "+2.1 points", "−0.3 points", "the same"; empty where one has no result.
QString distanceText(const std::optional<double>& accuracy, const std::optional<double>& baseline,
                     run::Task task = run::CLASSIFY);

/// Columns separated by tabs, for pasting into a sheet. Tabs and line breaks within a cell become spaces.
QString asText(const RunDiff& diff);

}  // namespace mantissa::ui
