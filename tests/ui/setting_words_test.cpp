// SPDX-License-Identifier: Apache-2.0
// Every setting and every choice has a person's words: no field's or enumerator's name reaches the window.
#include <QSet>
#include <QTest>

#include "engine/run/presets.h"
#include "ui/setup/config_fields.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Names that people write.
const QSet<QString> kNames{
    "MLP", "CNN", "GPT", "BERT", "FP32", "TF32", "FP16", "BF16", "SGD", "Keras mixed_float16", "Apex fp16_utils"};

/// Whether it is an enumerator and no word: "NATIVE_AUTO", "RELU".
bool isRaw(const QString& text, const std::string& enumerator) {
    if (kNames.contains(text)) return false;
    return text.isEmpty() || text.contains(u'_') || text == QString::fromStdString(enumerator);
}

}  // namespace

class SettingWordsTest : public QObject {
    Q_OBJECT

  private slots:
    void everySettingHasALabelOfItsOwn() {
        const auto& type = *run::RunConfig::descriptor();
        QSet<QString> labels;
        for (int i = 0; i < type.field_count(); ++i) {
            const QString label = fieldLabel(type.field(i)->number());
            QVERIFY2(!label.isEmpty() && !label.contains(u'_'), type.field(i)->name().c_str());
            QVERIFY2(!labels.contains(label), qPrintable("twice: " + label));
            labels << label;
        }
        QCOMPARE(fieldLabel(123456), QString());
    }

    void everyChoiceIsAWord() {
        const auto& type = *run::RunConfig::descriptor();
        int choices = 0;
        for (int i = 0; i < type.field_count(); ++i) {
            const auto& field = *type.field(i);
            if (field.cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_ENUM) continue;
            QSet<QString> words;
            for (int j = 0; j < field.enum_type()->value_count(); ++j) {
                const auto& value = *field.enum_type()->value(j);
                if (value.number() == 0) continue;
                run::RunConfig config = default_config();
                config.GetReflection()->SetEnumValue(&config, &field, value.number());
                const QString text = fieldValue(config, field.number());
                QVERIFY2(!isRaw(text, value.name()), qPrintable(QString::fromStdString(value.name()) + ": " + text));
                QVERIFY2(!words.contains(text), qPrintable("twice: " + text));
                words << text;
                ++choices;
            }
        }
        QVERIFY(choices > 60);
    }

    void anOverrideSaysWhichCastsItIsAbout() {
        run::RunConfig config = default_config();
        run::LayerOverride& one = *config.add_layer_overrides();
        one.set_layer("b1");
        one.set_precision(run::FP32);
        QCOMPARE(fieldValue(config, run::RunConfig::kLayerOverridesFieldNumber), QString("b1 FP32"));
        const auto& casts = *run::LayerCast_descriptor();
        for (int i = 0; i < casts.value_count(); ++i) {
            if (casts.value(i)->number() == 0) continue;
            one.clear_casts();
            one.add_casts(static_cast<run::LayerCast>(casts.value(i)->number()));
            const QString text = fieldValue(config, run::RunConfig::kLayerOverridesFieldNumber);
            QVERIFY2(text.startsWith("b1 FP32 (") && !text.contains(u'_'), qPrintable(text));
        }
        one.clear_casts();
        one.add_casts(run::CAST_SOFTMAX);
        one.add_casts(run::CAST_SUM);
        QCOMPARE(fieldValue(config, run::RunConfig::kLayerOverridesFieldNumber),
                 QString("b1 FP32 (softmax, residual sums)"));
    }

    void aNetworkFromAFileIsItsName() {
        run::RunConfig config = default_config();
        config.set_network(R"({"name": "two layers", "operations": []})");
        const QString text = fieldValue(config, run::RunConfig::kNetworkFieldNumber);
        QVERIFY2(!text.contains(u'{') && !text.isEmpty(), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(SettingWordsTest)
#include "setting_words_test.moc"
