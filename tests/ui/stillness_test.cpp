// SPDX-License-Identifier: Apache-2.0
// Nothing moves under the pointer, and what is said beside the pointer can be read: controls keep their places while
// their neighbours' values change, messages lie over the pages instead of pushing them, tool tips have contrast. And
// what an edit leaves behind: undo by the person's words, the preset taken up by what trains, the agreement of Setup,
// status bar and title with the worker.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTest>
#include <QToolTip>

#include "tests/ui/desk.h"
#include "tests/ui/run_records.h"
#include "ui/charts/palette.h"
#include "ui/setup/field_grid.h"
#include "ui/setup/precision_picker.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// Where the controls of the Setup dock are that can be seen, by their names.
QMap<QString, QRect> places(Desk& desk) {
    QCoreApplication::processEvents();
    QMap<QString, QRect> found;
    auto* dock = desk.find<SetupDock>("setupDock");
    for (const QWidget* widget : dock->findChildren<QWidget*>())
        if (!widget->objectName().isEmpty() && !widget->objectName().startsWith("qt_") && widget->isVisible())
            found[widget->objectName()] = QRect(widget->mapTo(dock, QPoint(0, 0)), widget->size());
    return found;
}

/// The greatest contrast of two colours in a picture.
double contrastIn(const QImage& image) {
    double least = 1, most = 0;
    for (int y = 4; y < image.height() - 4; ++y)
        for (int x = 4; x < image.width() - 4; ++x) {
            const double here = luminanceOf(image.pixelColor(x, y));
            least = std::min(least, here);
            most = std::max(most, here);
        }
    return (most + 0.05) / (least + 0.05);
}

void choose(Desk& desk, const QString& name, const QString& text) {
    auto* box = desk.find<QComboBox>(name);
    const int index = box->findText(text);
    QVERIFY2(index >= 0, qPrintable(name + ' ' + text));
    box->setCurrentIndex(index);
    emit box->activated(index);
}

class StillnessTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void noControlMovesWhileAnotherChanges() {
        Desk desk;
        desk.window().resize(1280, 1000);
        const QMap<QString, QRect> before = places(desk);
        QVERIFY(before.size() > 15);
        const auto still = [&](const char* what) {
            const QMap<QString, QRect> now = places(desk);
            for (auto at = before.begin(); at != before.end(); ++at) {
                // They come and go in their room, and the preset's text has what is left of its own.
                if (at.key() == "backToPreset" || at.key() == "setupApply" || at.key() == "presetDescription") continue;
                QVERIFY2(now.value(at.key()) == at.value(), qPrintable(at.key() + " moved: " + what));
            }
        };
        desk.find<QSpinBox>("batch")->setValue(77);  // one setting changed: a way back is offered
        QVERIFY(desk.find<QPushButton>("backToPreset")->isVisible());
        still("batch");
        choose(desk, "scaling", "Dynamic");
        still("loss scaling");
        choose(desk, "scaling", "None");
        still("no loss scaling");
        choose(desk, "optimizer", "SGD");
        still("optimizer");
        for (const run::Precision precision : {run::FP32, run::BF16, run::PYTORCH_DEFAULT}) {
            QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(precision), Qt::LeftButton);
            still("precision");
        }
        desk.setup().edit(run::RunConfig::kLrFieldNumber, EditKind::Choice, [](run::RunConfig& c) { c.set_lr(0); });
        QVERIFY(!desk.find<LinesLabel>("setupProblem")->whole().isEmpty());  // a value that cannot be
        still("a problem");
        for (const run::Preset& preset : desk.setup().presets()) {
            if (preset.config().model() != run::MLP) continue;  // another network has other rows, below all others
            desk.setup().applyPreset(QString::fromStdString(preset.name()));
            still(preset.name().c_str());
        }
        desk.startRun();
        still("a run");
        desk.find<QSpinBox>("batch")->setValue(128);
        still("a live change");
    }

    void runPauseAndResumeHaveOneWidth() {
        Desk desk;
        const Actions& actions = desk.window().actions();
        const auto at = [&] {
            return std::pair(desk.toolButton(actions.run)->geometry(), desk.toolButton(actions.step)->geometry());
        };
        const auto ready = at();
        desk.startRun();
        QCoreApplication::processEvents();
        QCOMPARE(actions.run->text(), QString("Pause"));
        QCOMPARE(at(), ready);
        desk.click(actions.run);
        TRY_COMPARE(actions.run->text(), QString("Resume"));
        QCoreApplication::processEvents();
        QCOMPARE(at(), ready);
    }

    void messagesLieOverThePages() {
        Desk desk;
        QCoreApplication::processEvents();
        const QRect before = desk.window().pages().geometry();
        desk.window().showError("one", "Something is wrong.", "Mend it.");
        QCoreApplication::processEvents();
        QVERIFY(desk.window().banners().isVisible());
        QVERIFY(desk.window().banners().height() > 20);
        QCOMPARE(desk.window().pages().geometry(), before);
        desk.window().banners().dismiss("one");
        QCoreApplication::processEvents();
        QVERIFY(!desk.window().banners().isVisible());
        QCOMPARE(desk.window().pages().geometry(), before);
        // Presenter mode has none, also of those that come while it is on.
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        desk.window().showError("two", "Something else is wrong.", {});
        QVERIFY(!desk.window().banners().isVisible());
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        TRY_VERIFY(desk.window().banners().isVisible());
    }

    void toolTipsCanBeRead_data() {
        QTest::addColumn<int>("mode");
        QTest::newRow("light") << static_cast<int>(ThemeMode::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeMode::Dark);
    }
    void toolTipsCanBeRead() {
        QFETCH(int, mode);
        Desk desk;
        desk.program->theme().setMode(static_cast<ThemeMode>(mode));
        auto* control = desk.find<QSpinBox>("batch");
        QToolTip::showText(control->mapToGlobal(QPoint(5, 5)), control->toolTip(), control);
        QWidget* tip = nullptr;
        TRY_VERIFY([&] {
            for (QWidget* top : QApplication::topLevelWidgets())
                if (top->inherits("QTipLabel") && top->isVisible()) tip = top;
            return tip != nullptr;
        }());
        const double contrast = contrastIn(tip->grab().toImage());
        QVERIFY2(contrast >= 4.5, qPrintable(QString::number(contrast)));
        QToolTip::hideText();
        desk.program->theme().setMode(ThemeMode::Light);
    }

    /// The lines of the batch, of ghosts and of earlier runs, and the text beside them.
    void faintLinesCanBeSeen_data() { toolTipsCanBeRead_data(); }
    void faintLinesCanBeSeen() {
        QFETCH(int, mode);
        const bool dark = mode == static_cast<int>(ThemeMode::Dark);
        QWidget widget;
        widget.setPalette(Theme::palette(dark));
        const ChartPalette palette = ChartPalette::fromWidget(&widget);
        QCOMPARE(palette.dark, dark);
        for (const char* format : {"FP32", "TF32", "FP16", "BF16"}) {
            const QColor full = palette.precision(QString(format)).color;
            const double line = contrastOf(palette.faintLine(full), palette.background);
            QVERIFY2(line >= (dark ? 3.0 : 2.0), qPrintable(QString("%1: %2").arg(format).arg(line)));
            QVERIFY2(line < contrastOf(full, palette.background), format);  // still quieter than the run's own line
        }
        for (const QColor& text : {palette.text, palette.muted}) QVERIFY(contrastOf(text, palette.background) >= 4.5);
    }

    void undoNamesWhatItUndoesAndDoesNotMergeAcrossPauses() {
        Desk desk;
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setValue(before + 1);
        batch->setValue(before + 2);
        QCOMPARE(desk.setup().undoStack().undoText(), QString("batch %1 → %2").arg(before).arg(before + 2));
        desk.setup().endTyping();  // what the pause does
        batch->setValue(before + 9);
        choose(desk, "scaling", "Dynamic");
        QCOMPARE(desk.setup().undoStack().undoText(), QString("loss scaling none → dynamic"));  // words, not names
        QAction* undo = desk.window().actions().undo;
        QVERIFY2(undo->text().contains("loss scaling none → dynamic"), qPrintable(undo->text()));
        undo->trigger();
        undo->trigger();
        QCOMPARE(batch->value(), before + 2);
        undo->trigger();
        QCOMPARE(batch->value(), before);
    }

    void undoWorksWithTheCursorInAField() {
        Desk desk;
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setFocus();
        batch->selectAll();
        QTest::keyClicks(batch, "99");
        QTest::keyClick(batch, Qt::Key_Return);
        QCOMPARE(batch->value(), 99);
        QVERIFY(batch->hasFocus());
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(batch->value(), before);
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(batch->value(), 99);
        // What is typed and not taken yet is the field's own affair.
        batch->selectAll();
        QTest::keyClicks(batch, "12");
        QTest::keyClick(batch, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(batch->value(), 99);
        QVERIFY(desk.setup().undoStack().canUndo());
    }

    /// "Type your scale, press Space", a lesson says.
    void spaceTrainsWithTheNumberThatIsBeingTyped() {
        Desk desk;
        auto* batch = desk.find<QSpinBox>("batch");
        batch->setFocus();
        batch->selectAll();
        QTest::keyClicks(batch, "99");
        QTest::keyClick(batch, Qt::Key_Space);
        TRY_COMPARE(desk.told({"\"start\"", "\"batch\":99"}).size(), 1);
        QCOMPARE(batch->value(), 99);
    }

    void escNeverEndsARun() {
        Desk desk;
        desk.startRun();
        for (QWidget* widget :
             {static_cast<QWidget*>(&desk.window()), static_cast<QWidget*>(desk.find<QSpinBox>("batch")),
              desk.window().pages().currentWidget()})
            QTest::keyClick(widget, Qt::Key_Escape);
        QCOMPARE(desk.told({"\"stop\""}).size(), 0);
        QTest::keyClick(&desk.window(), Qt::Key_Period, Qt::ControlModifier);
        TRY_COMPARE(desk.told({"\"stop\""}).size(), 1);
    }

    /// Back to preset while it trains: what can be taken up is, and all say the same.
    void backToPresetReachesWhatTrains() {
        Desk desk;
        QVERIFY(desk.setup().applyPreset("underflow"));
        desk.startRun();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.run()->currentConfig().precision(), run::BF16);
        TRY_VERIFY(desk.find<QLabel>("statusPrecision")->text().contains("BF16"));
        TRY_VERIFY(desk.window().windowTitle().contains("BF16"));
        QTest::mouseClick(desk.find<QPushButton>("backToPreset"), Qt::LeftButton);
        QCOMPARE(desk.setup().config().precision(), run::FP16);
        TRY_COMPARE(desk.run()->currentConfig().precision(), run::FP16);
        auto* dock = desk.find<SetupDock>("setupDock");
        TRY_COMPARE(dock->whose(), QString("The run in training has these settings."));
        TRY_VERIFY(desk.find<QLabel>("statusPrecision")->text().contains("FP16"));
        TRY_VERIFY(desk.window().windowTitle().startsWith("FP16"));
    }

    void undoBeginsWithWhatTheCommandLineChose() {
        Desk desk;
        desk.close();
        qputenv("MANTISSA_STATE_DIR", desk.folder.path().toUtf8());
        ProgramOptions options;
        options.worker.program = MANTISSA_FAKE_WORKER;
        options.worker.maxRestarts = 0;
        options.preset = "underflow";
        desk.program = std::make_unique<Program>(*qApp, options);
        desk.window().show();
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));
        QVERIFY(!desk.window().actions().undo->isEnabled());
        desk.window().actions().undo->trigger();
        QCOMPARE(desk.setup().config().preset(), std::string("underflow"));
    }

    /// The record of a change comes after the worker's answer to it, and a paused run's state stays what it was.
    void theStatusBarFollowsAChangeWhilePaused() {
        Desk desk;
        QVERIFY(desk.setup().applyPreset("underflow"));
        desk.startRun();
        desk.click(desk.window().actions().run);
        TRY_COMPARE(desk.run()->state(), RunState::paused);
        TRY_VERIFY(desk.find<QLabel>("statusPrecision")->text().contains("FP16"));
        run::Record changed = record(desk.run()->step(), desk.run()->runId());
        changed.mutable_event()->set_kind(run::EventRecord::CHANGED);
        changed.mutable_event()->mutable_change()->set_precision(run::BF16);
        desk.program->session().apply({changed});
        TRY_VERIFY(desk.find<QLabel>("statusPrecision")->text().startsWith("Training in: BF16"));
    }

    /// Settings for the next run are called that, and the status bar goes on telling of what trains.
    void anotherPresetIsForTheNextRun() {
        Desk desk;
        QVERIFY(desk.setup().applyPreset("underflow"));
        desk.startRun();
        auto* dock = desk.find<SetupDock>("setupDock");
        TRY_COMPARE(dock->whose(), QString("The run in training has these settings."));
        QVERIFY(!desk.find<QPushButton>("setupApply")->isVisible());
        // A format that is set to none is no other than one that is not set, as a lesson's settings leave it.
        run::RunConfig mine = desk.setup().config(), running = mine;
        mine.set_eval_precision(run::PRECISION_UNSET);
        running.clear_eval_precision();
        desk.setup().restore(mine);
        dock->setRunning(&running);
        QCOMPARE(dock->whose(), QString("The run in training has these settings."));
        QVERIFY(desk.setup().applyPreset("lost-updates"));
        QVERIFY2(dock->whose().startsWith("For the next run"), qPrintable(dock->whose()));
        QVERIFY2(dock->whose().contains("precision"), qPrintable(dock->whose()));
        QVERIFY(desk.find<QLabel>("statusPrecision")->text().contains("FP16"));
        QCOMPARE(desk.told({"\"change\""}).size(), 0);
        QTest::mouseClick(desk.find<QPushButton>("setupApply"), Qt::LeftButton);
        TRY_COMPARE(desk.run()->currentConfig().precision(), run::BF16);
        TRY_COMPARE(dock->whose(), QString("The run in training has these settings."));
        TRY_VERIFY(desk.find<QLabel>("statusPrecision")->text().contains("BF16"));
    }

    void theLayoutCanBeResetAndPresenterModeLeavesIt() {
        Desk desk;
        desk.window().resize(1280, 800);
        QCoreApplication::processEvents();
        auto* setup = desk.find<QWidget>("setupDock");
        auto* runs = desk.find<QWidget>("runsDock");
        const int left = setup->width(), right = runs->width();
        desk.window().resizeDocks({qobject_cast<QDockWidget*>(setup)}, {420}, Qt::Horizontal);
        runs->hide();
        QCoreApplication::processEvents();
        QVERIFY(setup->width() > left);
        const int wide = setup->width();
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        QVERIFY(!setup->isVisible());
        QTest::keyClick(&desk.window(), Qt::Key_F11);
        TRY_COMPARE(setup->width(), wide);
        QVERIFY(!runs->isVisible());
        desk.window().actions().resetLayout->trigger();
        TRY_COMPARE(setup->width(), left);
        TRY_COMPARE(runs->width(), right);
        QVERIFY(runs->isVisible());
    }
};

}  // namespace

QTEST_MAIN(StillnessTest)
#include "stillness_test.moc"
