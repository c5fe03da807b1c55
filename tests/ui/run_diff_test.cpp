// SPDX-License-Identifier: Apache-2.0
// Only what differs stands in the table, and the distance is from the baseline.
#include "ui/models/run_diff.h"

#include <QLocale>
#include <QTest>

#include "engine/report/field_text.h"
#include "engine/run/presets.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

const google::protobuf::FieldDescriptor& fieldOf(int field) {
    return *run::RunConfig::descriptor()->FindFieldByNumber(field);
}

const SettingWords plain{[](int field) { return QString::fromStdString(fieldOf(field).name()); },
                         [](const run::RunConfig& config, int field) {
                             return QString::fromStdString(field == run::RunConfig::kLayerOverridesFieldNumber
                                                               ? overrides_text(config)
                                                               : field_text(config, fieldOf(field)));
                         }};

DiffRun aRun(const QString& name, std::optional<double> accuracy, const run::RunConfig& change = {}) {
    return {name, name, change, accuracy, false};
}

}  // namespace

class RunDiffTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void onlyWhatDiffersIsListed() {
        run::RunConfig half;
        half.set_name("another name is no setting");
        half.set_precision(run::FP16);
        half.set_scaling(run::DYNAMIC);
        half.set_batch(default_config().batch());  // said, but the default all the same
        run::RunConfig layers = half;
        auto& layer = *layers.add_layer_overrides();
        layer.set_layer("fc1");
        layer.set_precision(run::BF16);
        const RunDiff diff =
            differingSettings({aRun("plain", 0.9), aRun("half", 0.875, half), aRun("layers", {}, layers)}, plain);
        QCOMPARE(diff.names, QStringList({"plain", "half", "layers"}));
        QStringList fields;
        for (const RunDiff::Row& row : diff.settings) fields << row.label;
        fields.sort();
        QCOMPARE(fields, QStringList({"layer_overrides", "precision", "scaling"}));
        for (const RunDiff::Row& row : diff.settings) {
            if (row.label == "precision") QCOMPARE(row.values, QStringList({"fp32", "fp16", "fp16"}));
            if (row.label == "scaling") QCOMPARE(row.values, QStringList({"none", "dynamic", "dynamic"}));
            if (row.label == "layer_overrides") QCOMPARE(row.values, QStringList({"", "", "fc1=bf16"}));
        }
        QCOMPARE(diff.results.size(), std::size_t{1});  // no baseline, no distance
        QCOMPARE(diff.results[0].values, QStringList({"90.0 %", "87.5 %", ""}));
    }

    void theDistanceIsFromTheBaseline() {
        std::vector<DiffRun> runs{aRun("a", 0.9), aRun("b", 0.875), aRun("c", 0.9004), aRun("d", 0.9), aRun("e", {})};
        runs[0].baseline = true;
        const RunDiff among = differingSettings(runs, plain);
        QCOMPARE(among.results.at(1).values, QStringList({"baseline", "−2.5 points", "+0.04 points", "the same", ""}));
        runs[0].baseline = false;
        const RunDiff outside = differingSettings(runs, plain, aRun("base", 0.85));
        QCOMPARE(outside.results.at(1).values.first(), QString("+5.0 points"));
        QVERIFY(differingSettings({}, plain).results.empty());
    }

    void asTextItCanBePasted() {
        run::RunConfig half;
        half.set_precision(run::FP16);
        const RunDiff diff = differingSettings({aRun("with\ttab", 0.5), aRun("two\nlines", 0.25, half)}, plain);
        QCOMPARE(asText(diff), QString("setting\twith tab\ttwo lines\n"
                                       "precision\tfp32\tfp16\n"
                                       "test accuracy\t50.0 %\t25.0 %\n"));
    }
};

QTEST_GUILESS_MAIN(RunDiffTest)
#include "run_diff_test.moc"
