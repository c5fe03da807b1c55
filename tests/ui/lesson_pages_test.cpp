// SPDX-License-Identifier: Apache-2.0
// Lessons played in the window with the real worker: what a page displays is the run that the text beside it speaks of,
// and where the page shows a figure of the text, it lies where the lesson says. In English and, with the same results
// on another day, in German. One lesson in the daily tests; all of them nightly (MANTISSA_LESSONS=all, or the name of
// one).
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTranslator>
#include <optional>

#include "engine/lesson/lesson_file.h"
#include "engine/lesson/measure.h"
#include "engine/lesson/result_file.h"
#include "tests/ui/real_desk.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/memory_chart.h"
#include "ui/models/health.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/compare_table.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_numbers.h"
#include "ui/pages/live_page.h"
#include "ui/pages/run_chips.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/shell/lesson_desk.h"
#include "ui/shell/page_tabs.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr int kRunPatience = 300'000;  // milliseconds; a lesson's longest race takes seconds

/// The first number of a displayed text; "< 0.1 %" is its bound.
std::optional<double> numberIn(QString text) {
    static const QRegularExpression number("[0-9]+([.,][0-9]+)?");
    const QRegularExpressionMatch found = number.match(text);
    if (!found.hasMatch()) return std::nullopt;
    return found.captured().replace(',', '.').toDouble();
}

/// The sizes in a displayed text, in MiB.
std::vector<double> mebibytesIn(const QString& text) {
    static const QRegularExpression size("([0-9.]+)\\sMiB", QRegularExpression::UseUnicodePropertiesOption);
    std::vector<double> sizes;
    for (const QRegularExpressionMatch& found : size.globalMatch(text)) sizes.push_back(found.captured(1).toDouble());
    return sizes;
}

/// One lesson from its first step to its last in one language.
class Playing {
  public:
    Playing(Desk& desk, const LessonEntry& entry) : desk_(desk), entry_(entry) {}

    void play(bool trains) {
        QVERIFY(desk_.window().lessons().open(entry_.folder));
        LessonModel& model = desk_.window().lessons().model();
        const int steps = model.lesson().content.steps_size();
        for (int i = 0; i < steps; ++i) {
            desk_.window().lessons().goTo(i);
            QCOMPARE(model.step(), i);
            QTRY_VERIFY_WITH_TIMEOUT(desk_.window().controller().state() == TrainingState::Idle, kRunPatience);
            const bool toTrain = trains && model.current().has_run();
            // Most texts speak of what was trained before, some of what this step trains.
            const std::string spoken = model.current().view().run();
            const bool later = toTrain && !spoken.empty() && idOf(spoken).isEmpty();
            if (!later) check(i);
            if (entry_.name == "09-the-detective") checkCase(i, trains);
            if (QTest::currentTestFailed()) return;
            if (!toTrain) continue;
            desk_.window().lessons().showMe();
            QTRY_COMPARE_WITH_TIMEOUT(model.runState(), LessonRun::Done, kRunPatience);
            if (later) check(i);
            if (entry_.name == "09-the-detective" && i % 4 == 0) QVERIFY2(advisorIsSilent(), qPrintable(place(i)));
            if (QTest::currentTestFailed()) return;
        }
    }

    int pages = 0;    ///< whose run was compared with the text's
    int figures = 0;  ///< of the text that were read off a page

  private:
    QString place(int step) const {
        return QString("%1, step %2").arg(QString::fromStdString(entry_.name)).arg(step + 1);
    }

    QString idOf(const std::string& name) const {
        const lesson::PlayedRun* run = played_run(desk_.window().lessons().model().result(), name);
        return run ? QString::fromStdString(run->run_id()) : QString();
    }

    void check(int index) {
        const lesson::Step step = desk_.window().lessons().model().current();
        const QString where = place(index);
        if (!step.show().empty())
            QVERIFY2(desk_.window().pages().isAt(QString::fromStdString(step.show())), qPrintable(where));
        QWidget* page = desk_.window().pages().currentWidget();
        if (!step.recording().empty())  // it is read while the window goes on
            QTRY_VERIFY2_WITH_TIMEOUT(desk_.run() && desk_.run()->foreign(), qPrintable(where), kRunPatience);
        const QString wanted = idOf(step.view().run());
        if (!step.view().run().empty()) {
            QVERIFY2(!wanted.isEmpty(), qPrintable(where));
            const auto shown = [this] {
                return desk_.run() ? QString::fromStdString(desk_.run()->runId()) : QString("no run");
            };
            QVERIFY2(QTest::qWaitFor([&] { return shown() == wanted; }, 30000),
                     qPrintable(where + ": " + shown() + " instead of " + wanted + " (" +
                                QString::fromStdString(step.view().run()) + ")"));
            if (auto* of_run = qobject_cast<RunPage*>(page)) {
                of_run->refreshNow();
                QCOMPARE(of_run->heading().runText(), runTitle(desk_.program->session().face(wanted)));
                if (step.view().has_step()) {
                    const QRegularExpression number(QString("\\b%1\\b").arg(step.view().step()));
                    QVERIFY2(number.match(of_run->heading().stateText()).hasMatch(),
                             qPrintable(where + ": " + of_run->heading().stateText()));
                }
                ++pages;
            }
            if (auto* live = qobject_cast<LivePage*>(page)) {
                live->refreshNow();
                const auto* named = live->chips().findChild<QLabel*>("current_run");
                QVERIFY2(named, qPrintable(where));
                const QString number = QString::number(desk_.program->session().face(wanted).number);
                QCOMPARE(named->text().section(' ', 0, 0), number);
                ++pages;
            }
        }
        if (auto* underflow = qobject_cast<UnderflowPage*>(page); underflow && !step.view().tensor().empty())
            QTRY_COMPARE(underflow->tensorBox().currentText(), QString::fromStdString(step.view().tensor()));
        if (auto* updates = qobject_cast<UpdatesPage*>(page); updates && !step.view().tensor().empty())
            QTRY_COMPARE(updates->tensorBox().currentText(), QString::fromStdString(step.view().tensor()));
        for (const lesson::Figure& figure : step.figures()) {
            const Measure measure = parse_measure(figure.measure());
            if (!measure.of_run()) continue;
            const std::optional<double> shown = displayed(page, measure, measure.run == step.view().run());
            if (!shown) continue;
            // What is drawn has two or three digits.
            const double least = figure.low() - std::max(0.05, std::abs(figure.low()) * 0.01);
            const double most = figure.high() + std::max(0.05, std::abs(figure.high()) * 0.01);
            QVERIFY2(*shown >= least && *shown <= most,
                     qPrintable(QString("%1: “%2” speaks of %3, the page shows %4")
                                    .arg(where, QString::fromStdString(figure.text()),
                                         QString::fromStdString(figure.measure()))
                                    .arg(*shown)));
            ++figures;
        }
    }

    bool advisorIsSilent() const {
        const auto* strip = desk_.window().findChild<QWidget*>("advisor");
        return strip && strip->accessibleDescription() ==
                            QCoreApplication::translate("mantissa::ui::AdvisorStrip",
                                                        "The advisor is silent until the outcome is seen.");
    }

    /// Four steps a case: it is trained, asked about, explained and proven. Until it was asked about nobody gives the
    /// cause away; then the evidence is on the page.
    void checkCase(int index, bool first) {
        QWidget* page = desk_.window().pages().currentWidget();
        if (index % 4 == 1 && first) QVERIFY2(advisorIsSilent(), qPrintable(place(index)));
        if (index % 4 == 2) {
            const auto* cause = desk_.window().findChild<QWidget*>("advisorCause");
            QVERIFY(cause);
            QTRY_VERIFY2(cause->isVisible() && !advisorIsSilent(), qPrintable(place(index)));
        }
        if (index == 2) {
            auto* health = qobject_cast<HealthPage*>(page);
            QVERIFY(health && health->nonfinite().isVisible());
            QVERIFY2(health->nonfinite().text().contains("fc6"), qPrintable(health->nonfinite().text()));
        }
    }

    /// What the page displays of this measure; nothing where it is not there to be read.
    std::optional<double> displayed(QWidget* page, const Measure& measure, bool ofThisRun) const {
        using Kind = Measure::Kind;
        if (auto* compare = qobject_cast<ComparePage*>(page)) {
            compare->refreshNow();
            const int row = compare->lanes().rowOf(idOf(measure.run));
            if (row < 0) return std::nullopt;
            const auto cell = [&](int column) {
                return numberIn(compare->lanes().index(row, column).data().toString());
            };
            if (measure.kind == Kind::accuracy) return cell(CompareTable::Accuracy);
            if (measure.kind == Kind::skipped) return cell(CompareTable::Skipped);
            return std::nullopt;
        }
        if (!ofThisRun) return std::nullopt;
        if (auto* live = qobject_cast<LivePage*>(page)) {
            live->refreshNow();
            if (measure.kind == Kind::accuracy) return numberIn(live->numbers().value("test_accuracy"));
            const std::vector<double> peaks = mebibytesIn(live->memoryChart().accessibleDescription());
            if (peaks.empty()) return std::nullopt;
            if (measure.kind == Kind::memory_held) return peaks.front();
            if (measure.kind == Kind::memory_native) return peaks.back();
        }
        if (auto* health = qobject_cast<HealthPage*>(page); health && measure.kind == Kind::norm_lost) {
            for (const HealthGridRow& row : health->grid().grid().rows)
                for (std::size_t i = 0; i < row.bars.size(); ++i)
                    if (kHealthRoles[i] == measure.role && row.bars[i].tensor.toStdString() == measure.tensor)
                        return row.bars[i].note.contains('%') ? numberIn(row.bars[i].note)
                                                              : std::optional(row.bars[i].normLost * 100);
        }
        if (auto* updates = qobject_cast<UpdatesPage*>(page); updates && measure.kind == Kind::lost_updates) {
            for (const BarRow& row : updates->tensors().bars().rows)
                if (row.name.toStdString() == measure.tensor && !row.texts.isEmpty())
                    return numberIn(row.texts.first());
        }
        return std::nullopt;
    }

    Desk& desk_;
    const LessonEntry& entry_;
};

}  // namespace

class LessonPagesTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void pagesShowTheRunsThatTheTextSpeaksOf() {
        const QByteArray asked = qEnvironmentVariable("MANTISSA_LESSONS", "02-small-gradients").toUtf8();
        Desk desk;
        desk.close();
        for (const LessonEntry& entry : shipped_lessons()) {
            if (asked != "all" && entry.name != asked.toStdString()) continue;
            for (const char* language : {"en", "de"}) {
                QCOMPARE(speak(*qApp, language), QString(language));
                openReal(desk);
                Playing playing(desk, entry);
                playing.play(QString(language) == "en");
                if (QTest::currentTestFailed()) return;
                qInfo("%s, %s: %d pages of a run, %d figures read off them", entry.name.c_str(), language,
                      playing.pages, playing.figures);
                if (entry.name == "02-small-gradients") {
                    QVERIFY(playing.pages >= 4);
                    QVERIFY(playing.figures >= 6);
                }
                desk.close();
                for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
            }
        }
        QCOMPARE(speak(*qApp, "en"), QString("en"));
    }

    /// What the engine's checker takes for a page is one of the window's, and the other way round.
    void everyPageCanBeShownByALesson() {
        Desk desk;
        PageTabs& pages = desk.window().pages();
        QCOMPARE(int(lesson_pages().size()), pages.count());
        for (const std::string& name : lesson_pages()) QVERIFY2(pages.open(QString::fromStdString(name)), name.c_str());
        QVERIFY(is_lesson_page("underflow") && shows_runs("underflow") && !is_lesson_page("Underflows"));
    }

    /// The same of the controls that a step points at.
    void everyPointIsThereInTheWindow() {
        Desk desk;
        // What the lesson itself is made of, a bit of a number and Qt's own parts are none.
        const QRegularExpression others("^(|qt_.*|lesson.*|Scroll.*Button|.*_bit_.*)$");
        QStringList there;
        for (const QWidget* one : desk.window().findChildren<QWidget*>())
            if (!others.match(one->objectName()).hasMatch()) there << one->objectName();
        QStringList known;
        for (const std::string& name : lesson_points()) known << QString::fromStdString(name);
        for (const QString& name : known) QVERIFY2(there.contains(name), qPrintable(name));
        for (const QString& name : there) QVERIFY2(known.contains(name), qPrintable(name));
        QVERIFY(is_lesson_point("loss_scale") && !is_lesson_point("lossScaleChart"));
    }
};

QTEST_MAIN(LessonPagesTest)
#include "lesson_pages_test.moc"
