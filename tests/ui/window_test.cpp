// SPDX-License-Identifier: Apache-2.0
// The window as a person uses it, offscreen, on a scripted worker: what is clicked must show in the models and in what
// the worker received. No sleeps: QTRY_* waits for what must come.
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QWheelEvent>
#include <memory>

#include "tests/ui/desk.h"
#include "ui/client/engine_client.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/runs/runs_dock.h"
#include "ui/setup/precision_picker.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/actions.h"
#include "ui/shell/log.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"
#include "ui/shell/settings.h"
#include "ui/shell/timeline.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/number_inputs.h"
#include "ui/widgets/text_label.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

/// What a person using a screen reader hears of a widget.
QString spokenName(QWidget* widget) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    return face ? face->text(QAccessible::Name) : QString();
}

bool isControl(const QWidget* widget) {
    if (widget->objectName().startsWith("qt_")) return false;
    const QWidget* parent = widget->parentWidget();
    if (qobject_cast<const QLineEdit*>(widget) && qobject_cast<const QAbstractSpinBox*>(parent)) return false;
    if (parent && parent->inherits("QComboBoxPrivateContainer")) return false;
    if (parent && parent->inherits("QTableView") && !qobject_cast<const QTableView*>(widget)) return false;
    if (parent && parent->inherits("QLineEdit")) return false;  // the clear button
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
           qobject_cast<const QTableView*>(widget) || (qobject_cast<const QSlider*>(widget)) ||
           qobject_cast<const Timeline*>(widget);
}

}  // namespace

class WindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void runAndPauseReachTheWorkerAndTheModel() {
        Desk desk;
        desk.startRun();
        QCOMPARE(desk.told({"\"start\""}).size(), 1);
        QCOMPARE(desk.run()->state(), RunState::running);
        QCOMPARE(desk.window().actions().run->text(), QString("Pause"));
        desk.click(desk.window().actions().run);
        TRY_COMPARE(desk.run()->state(), RunState::paused);
        QCOMPARE(desk.told({"\"pause\""}).size(), 1);
        QCOMPARE(desk.window().actions().run->text(), QString("Resume"));
        desk.click(desk.window().actions().step);
        TRY_COMPARE(desk.run()->step(), 21u);
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.run()->state(), RunState::stopped);
        QCOMPARE(desk.window().actions().run->text(), QString("Run"));
        QVERIFY(!desk.window().actions().stop->isEnabled());
    }

    void startSendsTheSettingsOfTheDock() {
        Desk desk;
        QVERIFY(desk.setup().applyPreset("lost-updates"));
        desk.find<QSpinBox>("epochs")->setValue(5);
        desk.startRun();
        QCOMPARE(desk.run()->config().epochs(), 5u);
        QCOMPARE(desk.run()->config().preset(), std::string("lost-updates"));
        QCOMPARE(desk.run()->config().optimizer(), run::SGD);
    }

    void aPrecisionClickedWhileTrainingSendsThatFieldOnly() {
        Desk desk;
        desk.startRun();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(desk.run()->currentPrecision(), run::BF16);
        const QStringList changes = desk.told({"\"change\""});
        QCOMPARE(changes.size(), 1);
        QVERIFY2(changes.first().contains(R"({"change":{"precision":"BF16"})"), qPrintable(changes.first()));
        QCOMPARE(desk.setup().config().precision(), run::BF16);
        TRY_VERIFY(desk.window().statusBar()->currentMessage().contains("precision"));
    }

    void theLossScaleIsSentOnceItRests() {
        Desk desk;
        desk.startRun();
        auto* kind = desk.find<QComboBox>("scaling");
        auto* scale = desk.find<ScaleSpinBox>("loss_scale");
        QVERIFY(!scale->isEnabled());  // it has no effect yet, and keeps its place
        const QPoint place = scale->mapTo(&desk.window(), QPoint(0, 0));
        kind->setCurrentIndex(kind->findText("Dynamic"));
        emit kind->activated(kind->currentIndex());
        QVERIFY(scale->isEnabled());
        QCoreApplication::processEvents();
        QCOMPARE(scale->mapTo(&desk.window(), QPoint(0, 0)), place);
        TRY_COMPARE(desk.run()->currentConfig().scaling(), run::DYNAMIC);
        scale->stepUp();
        scale->stepUp();
        scale->stepUp();
        TRY_COMPARE(desk.run()->currentConfig().loss_scale(), 524288.0);
        const QStringList changes = desk.told({"\"change\"", "loss_scale"});
        QCOMPARE(changes.size(), 1);  // three steps, one message
        QVERIFY2(changes.first().contains(R"({"change":{"loss_scale":524288})"), qPrintable(changes.first()));
    }

    void whatCannotChangeNowIsNotSent() {
        Desk desk;
        desk.startRun();
        desk.find<QSpinBox>("width")->setValue(64);
        QVERIFY(desk.setup().applyPreset("overflow"));
        desk.find<QSpinBox>("batch")->setValue(100);
        TRY_COMPARE(desk.run()->currentConfig().batch(), 100u);
        const QStringList changes = desk.told({"\"change\""});
        QCOMPARE(changes.size(), 1);
        QVERIFY(changes.first().contains(R"({"change":{"batch":100})"));
    }

    void aRefusedChangeIsTakenBackAndExplained() {
        Desk desk("hello await:start run:20 reply await:change refuse serve");
        desk.startRun();
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setValue(9999);
        TRY_COMPARE(batch->value(), before);
        QCOMPARE(int(desk.setup().config().batch()), before);
        QVERIFY(desk.setup().problem(run::RunConfig::kBatchFieldNumber).contains("does not fit"));
        bool shown = false;
        for (const TextLabel* label : desk.window().findChildren<TextLabel*>()) {
            shown |= label->text().contains("does not fit") && label->isVisibleTo(&desk.window());
        }
        QVERIFY(shown);
        QVERIFY2(!desk.setup().undoStack().canUndo(), qPrintable(desk.setup().undoStack().undoText()));
        QVERIFY(!desk.setup().undoStack().canRedo());                    // it is gone, not only taken back
        QVERIFY(desk.window().banners().sentence("refused").isEmpty());  // told once, beside the control
    }

    void undoTakesBackASettingAndALiveChange() {
        Desk desk;
        desk.find<QCheckBox>("keepGhost")->setChecked(false);  // with one, undo adopts it: race_window_test
        auto* batch = desk.find<QSpinBox>("batch");
        const int before = batch->value();
        batch->setValue(before + 1);
        batch->setValue(before + 2);
        desk.window().actions().undo->trigger();
        QCOMPARE(batch->value(), before);  // one undo step for what was typed in one go
        desk.window().actions().redo->trigger();
        QCOMPARE(batch->value(), before + 2);
        desk.startRun();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::TF32), Qt::LeftButton);
        TRY_COMPARE(desk.run()->currentPrecision(), run::TF32);
        const run::Precision original = desk.run()->precision();
        desk.window().actions().undo->trigger();
        TRY_COMPARE(desk.run()->currentPrecision(), original);
        QCOMPARE(desk.told({"\"change\""}).size(), 2);
    }

    void aDeadWorkerIsExplainedAndStartedAgain() {
        Desk desk("hello await:start run:20 reply crash");
        click(desk);
        TRY_VERIFY(!desk.window().banners().sentence("worker").isEmpty());
        QCOMPARE(desk.run()->step(), 20u);  // what was received stays
        QCOMPARE(desk.run()->state(), RunState::interrupted);
        QCOMPARE(desk.window().controller().state(), TrainingState::NoWorker);
        QVERIFY(!desk.window().actions().run->isEnabled());
        auto* again = desk.find<QPushButton>("bannerAction");
        QCOMPARE(again->text(), QString("Start again"));
        QTest::mouseClick(again, Qt::LeftButton);
        TRY_COMPARE(desk.program->client().state(), WorkerState::ready);
        QCOMPARE(desk.told({"launch"}).size(), 2);
        QVERIFY(desk.window().actions().run->isEnabled());
        QVERIFY(desk.window().banners().sentence("worker").isEmpty());
    }

    void aMessageOfTheLostWorkerGoesWhenItIsBackByItself() {
        Desk desk("hello await:start run:20 reply crash");
        click(desk);
        TRY_VERIFY(!desk.window().banners().sentence("worker").isEmpty());
        desk.program->client().startAgain();  // nobody pressed the button of the message
        TRY_COMPARE(desk.program->client().state(), WorkerState::ready);
        QVERIFY(desk.window().banners().sentence("worker").isEmpty());
    }

    void theWheelChangesNumbersThatHaveTheKeyboardAndNoList() {
        Desk desk;
        QVERIFY(desk.window().pages().open("Compare"));
        auto* seeds = desk.find<QSpinBox>("raceSeeds");
        auto* precision = desk.find<QComboBox>("lane1precision");
        auto* preset = desk.find<QComboBox>("presets");
        desk.window().centralWidget()->setFocus();
        QVERIFY(!seeds->hasFocus() && seeds->focusPolicy() == Qt::StrongFocus);
        const auto turn = [](QWidget* over) {
            const QPointF at(over->rect().center());
            QWheelEvent wheel(at, over->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                              false);
            QApplication::sendEvent(over, &wheel);
        };
        precision->setCurrentIndex(1);  // the wheel could go either way
        const int shown = preset->currentIndex();
        for (QWidget* input : std::initializer_list<QWidget*>{seeds, seeds->findChild<QLineEdit*>(), precision, preset})
            turn(input);
        QCOMPARE(seeds->value(), 1);
        QCOMPARE(precision->currentIndex(), 1);
        QCOMPARE(preset->currentIndex(), shown);
        QVERIFY(!seeds->hasFocus());
        seeds->setFocus();
        turn(seeds);
        QCOMPARE(seeds->value(), 2);
        precision->setFocus();  // as after a choice
        turn(precision);
        QCOMPARE(precision->currentIndex(), 1);
    }

    void aReportIsOfTheRunsSelected() {
        Desk desk;
        desk.startRun();
        for (int runs = 2; runs <= 3; ++runs) {
            const RunModel* before = desk.run();
            desk.click(desk.window().actions().reset);
            TRY_VERIFY(desk.run() != before && desk.run()->live());
        }
        auto* dock = desk.find<RunsDock>("runsDock");
        TRY_COMPARE(dock->table()->model()->rowCount(), 3);
        const auto title = [&desk] {
            desk.window().actions().saveReport->trigger();
            auto* dialog = desk.find<QFileDialog>("reportDialog");
            const QString text = dialog ? dialog->windowTitle() : QString();
            delete dialog;
            return text;
        };
        dock->table()->selectRow(1);  // one is selected by every click
        QCOMPARE(title(), QString("Save report of the 3 runs on the charts"));
        dock->table()->selectionModel()->select(dock->table()->model()->index(2, 0),
                                                QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(title(), QString("Save report of the 2 selected runs"));
    }

    void everyControlHasAName() {
        Desk desk;
        desk.find<QToolButton>("advancedToggle")->setChecked(true);
        int controls = 0;
        for (QWidget* widget : desk.window().findChildren<QWidget*>()) {
            if (!isControl(widget)) continue;
            ++controls;
            QVERIFY2(!spokenName(widget).isEmpty(),
                     qPrintable(QString("%1 “%2” in “%3” has no accessible name")
                                    .arg(widget->metaObject()->className(), widget->objectName(),
                                         widget->parentWidget()->objectName())));
        }
        QVERIFY(controls > 35);
    }

    void everySettingSaysWhenItApplies() {
        Desk desk;
        const auto* type = run::RunConfig::descriptor();
        int settings = 0;
        for (int i = 0; i < type->field_count(); ++i) {
            const QWidget* editor = desk.find<QWidget>(QString::fromStdString(type->field(i)->name()));
            if (!editor) continue;
            ++settings;
            const QString when = appliesNow(type->field(i)->number()) ? "applies now" : "applies to the next run";
            QVERIFY2(editor->toolTip().contains(when), qPrintable(editor->objectName()));
            QVERIFY2(editor->accessibleDescription().contains(when), qPrintable(editor->objectName()));
        }
        QVERIFY(settings > 20);
    }

    void howOftenToLookReachesARunningTraining() {
        Desk desk;
        desk.startRun();
        desk.find<QToolButton>("advancedToggle")->setChecked(true);
        auto* histograms = desk.find<QSpinBox>("histogram_interval");
        QCOMPARE(histograms->value(), 10);
        histograms->setValue(25);
        TRY_COMPARE(desk.told({"\"change\"", "\"histogram_interval\":25"}).size(), 1);
        desk.find<QSpinBox>("shadow_interval")->setValue(0);
        TRY_COMPARE(desk.told({"\"change\"", "\"shadow_interval\":0"}).size(), 1);
    }

    void shortcutsAreUnique() {
        Desk desk;
        QMap<QString, QString> owners;
        QSet<QAction*> seen;
        for (QAction* action : desk.window().findChildren<QAction*>()) {
            if (seen.contains(action)) continue;
            seen.insert(action);
            for (const QKeySequence& key : action->shortcuts()) {
                const QString text = key.toString();
                QVERIFY2(!owners.contains(text), qPrintable(text + ": " + owners.value(text) + ", " + action->text()));
                owners[text] = action->text();
            }
        }
        for (const char* key : {"Space", "S", "L", "R", "Ctrl+.", "Ctrl+Z", "Ctrl+Shift+Z", "Alt+1", "Alt+2", "Alt+3",
                                "Ctrl+Shift+1", "Ctrl+Shift+3"}) {
            QVERIFY2(owners.contains(key), key);
        }
        QVERIFY(!owners.contains("Esc"));  // it goes back from something, and never ends a run
    }

    void spaceRunsUnlessAControlWantsIt() {
        Desk desk;
        QTest::keyClick(&desk.window(), Qt::Key_Space);
        TRY_VERIFY(desk.run() && desk.run()->step() == 20);
        desk.find<QToolButton>("advancedToggle")->setChecked(true);
        auto* box = desk.find<QCheckBox>("stochastic_rounding");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(box->isChecked());
        QCOMPARE(desk.told({"\"pause\""}).size(), 0);
        // A list to choose from has the keyboard once something was chosen in it: Space runs all the same.
        auto* presets = desk.find<QComboBox>("presets");
        presets->setFocus();
        QTest::keyClick(presets, Qt::Key_Space);
        QVERIFY(!presets->view()->isVisible());
        TRY_COMPARE(desk.told({"\"pause\""}).size(), 1);
    }

    void slowMotionIsSentWithItsDelay() {
        Desk desk;
        desk.startRun();
        desk.find<QSlider>("slowDelay")->setValue(300);
        desk.click(desk.window().actions().slow);
        TRY_COMPARE(desk.told({"slow_motion", "\"delay_ms\":300"}).size(), 1);
        desk.click(desk.window().actions().slow);
        TRY_COMPARE(desk.told({"slow_motion", "\"delay_ms\":0"}).size(), 1);
    }

    void resetRepeatsTheRun() {
        Desk desk;
        QVERIFY(!desk.window().actions().reset->isEnabled());
        desk.startRun();
        const std::string first = desk.run()->runId();
        desk.click(desk.window().actions().reset);
        TRY_VERIFY(desk.run()->runId() != first);
        QCOMPARE(desk.told({"\"reset\""}).size(), 1);
        QCOMPARE(desk.program->session().runs().size(), std::size_t{2});
    }

    void theTimelineShowsAndScrubs() {
        Desk desk;
        desk.startRun();
        Timeline& line = desk.window().timeline();
        TRY_COMPARE(line.data().step, 20u);
        QCOMPARE(line.data().totalSteps, 400u);
        QCOMPARE(line.data().skips.size(), std::size_t{2});
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::BF16), Qt::LeftButton);
        TRY_COMPARE(line.data().bookmarks.size(), std::size_t{1});
        QSignalSpy scrubbed(&line, &Timeline::scrubbed);
        line.setFocus();
        QTest::keyClick(&line, Qt::Key_Left);
        QCOMPARE(line.scrubStep(), std::optional<std::uint32_t>(19));
        QTest::keyClick(&line, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(line.scrubStep(), std::optional<std::uint32_t>(9));
        QCOMPARE(scrubbed.size(), 2);
        QTest::keyClick(&line, Qt::Key_Escape);  // ends the scrubbing, not the run
        QVERIFY(!line.scrubStep());
        QCOMPARE(desk.told({"\"stop\""}).size(), 0);
    }

    void runsAreHiddenDeletedAndBroughtBack() {
        Desk desk;
        desk.startRun();
        desk.click(desk.window().actions().stop);
        TRY_COMPARE(desk.run()->state(), RunState::stopped);
        auto* dock = desk.window().findChild<RunsDock*>();
        QTableView* table = dock->table();
        TRY_COMPARE(table->model()->rowCount(), 1);
        desk.find<QLineEdit>("runFilter")->setText("no such run");
        QCOMPARE(table->model()->rowCount(), 0);
        desk.find<QLineEdit>("runFilter")->clear();
        QCOMPARE(table->model()->rowCount(), 1);
        TRY_VERIFY(!table->model()->index(0, 0).data(RunList::LiveRole).toBool());
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(table->model()->rowCount(), 0);
        QTest::mouseClick(desk.find<QPushButton>("undoDelete"), Qt::LeftButton);
        QCOMPARE(table->model()->rowCount(), 1);
        TRY_VERIFY(!desk.window().findChild<QPushButton*>("undoDelete"));
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        QVERIFY(desk.find<QPushButton>("undoDelete"));
        QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);  // the offer goes with what it offers
        TRY_VERIFY(!desk.window().findChild<QPushButton*>("undoDelete"));
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Delete);
        TRY_COMPARE(desk.program->runs().rowCount(), 0);
    }

    void theSessionComesBack() {
        Desk desk;
        desk.find<QSpinBox>("batch")->setValue(123);
        desk.window().actions().themeDark->trigger();
        desk.window().actions().textLarger->trigger();
        desk.close();
        desk.open("hello serve");
        QCOMPARE(desk.setup().config().batch(), 123u);
        QVERIFY2(!desk.setup().undoStack().canUndo(), qPrintable(desk.setup().undoStack().undoText()));
        QVERIFY(desk.program->theme().isDark());
        QCOMPARE(desk.program->theme().textPercent(), 110);
        desk.close();
        QFile file(desk.folder.filePath("settings.ini"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("version=999\n");
        file.close();
        desk.open("hello serve");
        QVERIFY(desk.program->settings().notice().contains("set aside"));
        QVERIFY(QFile::exists(desk.folder.filePath("settings.ini.v999")));
        desk.window().actions().textNormal->trigger();
    }

    void theResolvedLineSaysWhatWillRun() {
        Desk desk;
        auto* dock = desk.window().findChild<SetupDock*>();
        QTest::mouseClick(desk.window().findChild<PrecisionPicker*>()->button(run::FP16), Qt::LeftButton);
        QTRY_VERIFY2(dock->resolvedText(desk.setup().config()).contains("FP16, emulated exactly"),
                     qPrintable(dock->resolvedText(desk.setup().config())));
    }

    void theIconFilesAreWhatTheCodeDraws() {
        for (const int size : {16, 32, 48, 64, 128, 256}) {
            const QImage kept(QString(MANTISSA_RESOURCES "/icons/mantissa-%1.png").arg(size));
            QCOMPARE(kept.size(), QSize(size, size));
            const QImage drawn = applicationImage(size).convertToFormat(QImage::Format_ARGB32);
            const QImage file = kept.convertToFormat(QImage::Format_ARGB32);
            double difference = 0;
            for (int y = 0; y < size; ++y) {
                for (int x = 0; x < size; ++x)
                    difference += std::abs(qGray(drawn.pixel(x, y)) - qGray(file.pixel(x, y)));
            }
            QVERIFY2(difference / (size * size) < 2, qPrintable(QString::number(size)));
        }
    }

    void scalesArePowersOfTwo_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("caret") << "2^12" << 4096.0;
        QTest::newRow("negative") << "2^-3" << 0.125;
        QTest::newRow("superscript") << "2¹⁶" << 65536.0;
        QTest::newRow("plain") << "1000" << 1000.0;
    }
    void scalesArePowersOfTwo() {
        QFETCH(QString, text);
        QFETCH(double, value);
        const ScaleSpinBox box;
        QCOMPARE(box.valueFromText(text), value);
        QCOMPARE(box.valueFromText(box.textFromValue(value)), value);
    }

    void stepsOfNumbersAreFactors() {
        ScaleSpinBox scale;
        scale.setValue(1000);
        scale.stepUp();
        QCOMPARE(scale.value(), 1024.0);
        RateSpinBox rate(1e-8, 100);
        rate.setValue(1e-3);
        rate.stepUp();
        QCOMPARE(rate.value(), 2e-3);
        rate.stepDown();
        rate.stepDown();
        QCOMPARE(rate.value(), 5e-4);
    }

  private:
    static void click(Desk& desk) { desk.click(desk.window().actions().run); }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
