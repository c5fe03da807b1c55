// SPDX-License-Identifier: Apache-2.0
// What the fields of Setup show: a word where 0 means that something is off, a preset's text in all the room that it
// has, edges that can be seen in the dark.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include "engine/run/presets.h"
#include "ui/charts/palette.h"
#include "ui/setup/precision_picker.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"
#include "ui/widgets/number_inputs.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

template <typename Box>
Box* boxOf(SetupDock& dock, const char* name) {
    return dock.findChild<Box*>(name);
}

/// The best contrast to the ground, inside and outside, that a row of pixels through the left edge has; above the text.
double edgeContrast(QWidget& widget, int y) {
    QWidget ground;
    ground.resize(300, 120);
    widget.setParent(&ground);
    widget.setGeometry(40, 40, 200, widget.sizeHint().height());
    ground.show();
    const QImage picture = ground.grab().toImage();
    const QColor outside = picture.pixelColor(20, 40 + y), inside = picture.pixelColor(40 + 6, 40 + y);
    double best = 0;
    for (int x = 38; x < 44; ++x) {
        const QColor here = picture.pixelColor(x, 40 + y);
        best = std::max(best, std::min(contrastOf(here, outside), contrastOf(here, inside)));
    }
    widget.setParent(nullptr);
    return best;
}

}  // namespace

class SetupWordsTest : public QObject {
    Q_OBJECT

  private slots:
    /// What a run tells of a change calls its settings as Setup does, not as flags or fields of a record.
    void aChangeIsToldInTheWordsOfSetup() {
        run::RunConfig before = default_config(), after = before;
        after.set_precision(run::FP16);
        after.set_scaling(run::STATIC);
        after.set_loss_scale(1024);
        QCOMPARE(inWords(change_phrase(before, after)),
                 QString::fromUtf8("precision: FP32 → FP16, loss scaling: none → static, loss scale: 65536 → 1024"));
    }

    /// Who types a decimal comma means one: 0,1 is never 1.
    void aCommaIsADecimalPoint() {
        const RateSpinBox rate(1e-8, 100);
        QCOMPARE(rate.valueFromText("0,1"), 0.1);
        QCOMPARE(rate.valueFromText("0,0005"), 0.0005);
        QCOMPARE(rate.valueFromText("1,5e-3"), 1.5e-3);
        int at = 0;
        for (QString text : {QString("1,234.5"), QString("1,2,3")})
            QVERIFY2(rate.validate(text, at) != QValidator::Acceptable, qPrintable(text));
        const ScaleSpinBox scale;
        QCOMPARE(scale.valueFromText("0,5"), 0.5);
    }

    /// A custom format is none of the tiles.
    void aCustomFormatIsNoTile() {
        SetupModel model;
        SetupDock dock(model);
        run::RunConfig config = default_config();
        config.set_precision(run::FP16);
        model.restore(config);
        auto* picker = dock.findChild<PrecisionPicker*>();
        QVERIFY(picker->button(run::FP16)->isChecked());
        config.set_precision(run::CUSTOM);
        config.set_exponent_bits(5);
        config.set_fraction_bits(2);
        model.restore(config);
        for (const auto precision : {run::FP32, run::TF32, run::FP16, run::BF16, run::PYTORCH_DEFAULT})
            QVERIFY(!picker->button(precision)->isChecked());
        config.set_precision(run::BF16);
        model.restore(config);
        QVERIFY(picker->button(run::BF16)->isChecked());
        QVERIFY(!picker->button(run::FP16)->isChecked());
    }

    void aWordStandsForOff() {
        SetupModel model;
        SetupDock dock(model);
        run::RunConfig config = default_config();
        config.set_clip_norm(0);
        config.set_warmup_steps(0);
        config.set_min_scale(0);
        config.set_max_scale(0);
        config.set_scaling(run::DYNAMIC);
        model.restore(config);
        QCOMPARE(boxOf<QSpinBox>(dock, "warmup_steps")->text(), QStringLiteral("off"));
        for (const char* name : {"clip_norm", "min_scale", "max_scale"}) {
            auto* box = boxOf<QDoubleSpinBox>(dock, name);
            QCOMPARE(box->text(), QStringLiteral("off"));
            auto* line = box->findChild<QLineEdit*>();
            line->setText("2");
            box->interpretText();
            QCOMPARE(box->value(), 2.0);
            QCOMPARE(box->text(), QStringLiteral("2"));
            line->setText("off");
            box->interpretText();
            QCOMPARE(box->value(), 0.0);
            line->setText("0");
            box->interpretText();
            QCOMPARE(box->text(), QStringLiteral("off"));
        }
        QCOMPARE(model.config().clip_norm(), 0.0);
    }

    /// Where no way back is offered, its room belongs to the text; and the room of both never changes.
    void aPresetsTextUsesItsRoom() {
        SetupModel model;
        model.setPresets(shipped_presets());
        SetupDock dock(model);
        dock.resize(270, 900);
        dock.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dock));
        auto* about = dock.findChild<LinesLabel*>("presetDescription");
        auto* back = dock.findChild<QPushButton*>("backToPreset");
        int cut = 0;
        for (const run::Preset& preset : model.presets()) {
            model.applyPreset(QString::fromStdString(preset.name()));
            QCoreApplication::processEvents();
            const int bottom = about->parentWidget()->geometry().bottom();
            QVERIFY(back->isHidden());
            const int line = about->fontMetrics().lineSpacing();
            if (about->text().endsWith(u'…')) {
                ++cut;
                const int below = about->parentWidget()->height() - about->geometry().top() -
                                  line * static_cast<int>(about->text().split('\n').size());
                QVERIFY2(below < line + 2, qPrintable(QString("%1: %2 px left").arg(about->text()).arg(below)));
            }
            model.edit(run::RunConfig::kBatchFieldNumber, EditKind::Choice,
                       [](run::RunConfig& c) { c.set_batch(c.batch() + 1); });
            QCoreApplication::processEvents();
            QVERIFY(back->isVisible());
            QVERIFY(about->geometry().bottom() < back->geometry().top());
            QVERIFY(about->parentWidget()->rect().contains(back->geometry()));
            QCOMPARE(about->parentWidget()->geometry().bottom(), bottom);
        }
        QVERIFY(cut > 0);
    }

    void aPresetsTextIsNotReadAsThatOfAnotherNetwork() {
        SetupModel model;
        model.setPresets(shipped_presets());
        SetupDock dock(model);
        const auto* about = dock.findChild<LinesLabel*>("presetDescription");
        model.applyPreset("classic");  // two convolutions
        const QString own = about->whole();
        QVERIFY2(own.startsWith("Two convolutions"), qPrintable(own));
        model.edit(run::RunConfig::kBatchFieldNumber, EditKind::Choice, [](run::RunConfig& c) { c.set_batch(17); });
        QCOMPARE(about->whole(), own);
        model.edit(run::RunConfig::kModelFieldNumber, EditKind::Choice,
                   [](run::RunConfig& c) { c.set_model(run::MLP); });
        QCOMPARE(about->whole(), "The preset's own network is another one. " + own);
    }

    void edgesAreSeenInTheDark() {
        Theme theme(*qApp);
        theme.dress();
        theme.setMode(ThemeMode::Dark);
        QLineEdit line;
        QSpinBox count;
        QDoubleSpinBox number;
        QComboBox choice;
        choice.addItem("FP16");
        QPushButton button("MNIST");
        QPlainTextEdit note;
        for (QWidget* widget : std::initializer_list<QWidget*>{&line, &count, &number, &choice, &button, &note}) {
            const double seen = edgeContrast(*widget, 5);
            QVERIFY2(seen >= 3.0, qPrintable(QString("%1: %2").arg(widget->metaObject()->className()).arg(seen)));
        }
        QSlider slider(Qt::Horizontal);
        slider.setValue(50);
        slider.resize(200, slider.sizeHint().height());
        const QImage picture = slider.grab().toImage();
        const QColor ground = slider.palette().color(QPalette::Window);
        int groove = 0;  // columns beside the handle in which it can be seen
        for (int x = 130; x < 190; ++x) {
            double best = 0;
            for (int y = 0; y < picture.height(); ++y)
                best = std::max(best, contrastOf(picture.pixelColor(x, y), ground));
            groove += best >= 3.0;
        }
        QCOMPARE(groove, 60);
        double handle = 0;
        for (int x = 90; x < 110; ++x) handle = std::max(handle, contrastOf(picture.pixelColor(x, 2), ground));
        QVERIFY2(handle >= 3.0, qPrintable(QString::number(handle)));
        theme.setMode(ThemeMode::System);
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::SetupWordsTest)
#include "setup_words_test.moc"
