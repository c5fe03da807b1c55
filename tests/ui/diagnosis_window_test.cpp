// SPDX-License-Identifier: Apache-2.0
// The laboratory's pages in the whole window, used with the mouse and the keyboard as the windowing system tells of
// them: the cloud dragged on the page Underflow sets the worker's loss scale, Esc takes it back before it is let go,
// and the jump to the first inf on the page Health takes every page to that step and that tensor.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "tests/ui/desk.h"
#include "tests/ui/live_records.h"
#include "tests/ui/trace_records.h"
#include "tests/ui/update_records.h"
#include "ui/charts/bar_list.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/number_way.h"
#include "ui/charts/ratio_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/follow_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_histogram.h"
#include "ui/pages/live_page.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/speed_page.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"
#include "ui/shell/actions.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page_tabs.h"
#include "ui/shell/program.h"
#include "ui/shell/timeline.h"

namespace mantissa::ui {

namespace {

/// Weight gradients of both layers with this loss scale in them, fc1's the worse, and their shadows.
run::Record gradients(const std::string& id, std::uint32_t number, double scale) {
    run::Record r = record(id, number);
    for (const char* tensor : {"fc1.weight", "fc2.weight"}) {
        const int bin = tensor[2] == '1' ? -26 : -20;
        addHistogram(r, tensor, run::ROLE_WEIGHT_GRADIENT, bin + std::ilogb(scale), 0);
        run::Histogram& h = *r.mutable_histograms()->mutable_histograms()->rbegin();
        h.set_scale(static_cast<float>(scale));
        h.set_norm_lost(bin < -25 ? 0.25 : 0.0);
        run::Shadow& s = *h.mutable_shadow();
        s.set_first_bin(bin);
        s.add_bins(100);
        s.set_nonzero(100);
        s.set_norm(1.0);
        s.set_norm_lost(h.norm_lost());
        s.set_cosine(0.9);
    }
    return r;
}

/// The hand on the mouse: presses the middle of the cloud and drags it by bins, through the window, so that whatever
/// lies there gets the events.
class Hand {
  public:
    Hand(MainWindow& window, UnderflowCloud& cloud) : window_(window) {
        const QRectF plot = cloud.plotArea();
        from_ = cloud.mapTo(&window, plot.center().toPoint());
        bin_ = plot.width() / (cloud.exponents().max - cloud.exponents().min);
    }
    QPoint from() const { return from_; }
    void press() { QTest::mousePress(window_.windowHandle(), Qt::LeftButton, {}, from_); }
    void move(int bins) { QTest::mouseMove(window_.windowHandle(), at(bins)); }
    void release(int bins) { QTest::mouseRelease(window_.windowHandle(), Qt::LeftButton, {}, at(bins)); }

  private:
    QPoint at(int bins) const { return from_ + QPoint(static_cast<int>(std::lround(bins * bin_)), 0); }

    MainWindow& window_;
    QPoint from_;
    double bin_ = 0;
};

/// A run in FP16 trains with this scaling, and the page Underflow shows a gradient with this scale in it. Null if not.
UnderflowCloud* showCloud(Desk& desk, run::Scaling scaling, double scale) {
    MainWindow& window = desk.window();
    window.resize(1280, 800);
    desk.find<QCheckBox>("keepGhost")->setChecked(false);  // it would be asked for in the same command
    run::RunConfig config = desk.setup().config();
    config.set_precision(run::FP16);
    config.set_scaling(scaling);
    if (scaling != run::NONE) config.set_loss_scale(scale);
    desk.setup().replace(config, QStringLiteral("a test"));
    if (!window.pages().open(QStringLiteral("Underflow"))) return nullptr;
    desk.startRun();
    if (!desk.run() || desk.run()->config().scaling() != scaling) return nullptr;
    // The scripted worker knows no shadow: this comes as if it had sent it.
    const std::string id = desk.run()->runId();
    desk.program->session().apply({step(id, 21, 2, 0, static_cast<float>(scale)), gradients(id, 21, scale)});
    auto* page = window.findChild<UnderflowPage*>();
    page->refreshNow();
    page->findChild<QScrollArea*>()->ensureWidgetVisible(&page->cloud());
    QCoreApplication::processEvents();
    return &page->cloud();
}

}  // namespace

class DiagnosisWindowTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void aDragReachesTheWorker_data();
    void aDragReachesTheWorker();
    void escDuringTheDragSendsNothing();
    void theJumpTakesEveryPageThere();
    void aBudgetReachesTheAdvisor();
};

void DiagnosisWindowTest::aDragReachesTheWorker_data() {
    QTest::addColumn<int>("scaling");
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("bins");
    QTest::addColumn<QString>("change");
    // A dynamic scale goes on from there and stays dynamic; without one it becomes static.
    QTest::newRow("static") << int{run::STATIC} << 1024.0 << 3 << R"({"scaling":"STATIC","loss_scale":8192})";
    QTest::newRow("dynamic") << int{run::DYNAMIC} << 65536.0 << -4 << R"({"loss_scale":4096})";
    QTest::newRow("none") << int{run::NONE} << 1.0 << 10 << R"({"scaling":"STATIC","loss_scale":1024})";
}

void DiagnosisWindowTest::aDragReachesTheWorker() {
    QFETCH(int, scaling);
    QFETCH(double, scale);
    QFETCH(int, bins);
    QFETCH(QString, change);
    Desk desk;
    UnderflowCloud* cloud = showCloud(desk, static_cast<run::Scaling>(scaling), scale);
    QVERIFY(cloud && cloud->isVisible());
    QCOMPARE(cloud->title(), QStringLiteral("fc1.weight, step 21"));
    Hand hand(desk.window(), *cloud);
    QCOMPARE(desk.window().childAt(hand.from()), static_cast<QWidget*>(cloud));  // nothing lies over it
    hand.press();
    hand.move(1);
    hand.move(bins);
    QCOMPARE(cloud->shift(), bins);
    hand.release(bins);
    QCOMPARE(cloud->shift(), 0);
    const double wanted = std::ldexp(scale, bins);
    TRY_COMPARE(desk.run()->currentConfig().loss_scale(), wanted);
    const QStringList changes = desk.told({"\"change\""});
    QCOMPARE(changes.size(), 1);  // of the whole drag
    QVERIFY2(changes.first().contains(QStringLiteral("\"change\":") + change), qPrintable(changes.first()));
    QCOMPARE(desk.run()->currentConfig().scaling(), scaling == run::DYNAMIC ? run::DYNAMIC : run::STATIC);

    // The next one begins at what the next histogram contains.
    const std::string id = desk.run()->runId();
    desk.program->session().apply({gradients(id, 22, wanted)});
    desk.window().findChild<UnderflowPage*>()->refreshNow();
    Hand again(desk.window(), *cloud);
    again.press();
    again.move(-1);
    again.release(-1);
    TRY_COMPARE(desk.run()->currentConfig().loss_scale(), wanted / 2);
    QCOMPARE(desk.told({"\"change\""}).size(), 2);
}

void DiagnosisWindowTest::escDuringTheDragSendsNothing() {
    Desk desk;
    UnderflowCloud* cloud = showCloud(desk, run::STATIC, 1024);
    QVERIFY(cloud && cloud->isVisible());
    TRY_VERIFY(desk.window().isActiveWindow());  // or there are no shortcuts
    Hand hand(desk.window(), *cloud);
    QCOMPARE(desk.window().childAt(hand.from()), static_cast<QWidget*>(cloud));
    hand.press();
    hand.move(3);
    QCOMPARE(cloud->shift(), 3);
    QTest::keyClick(desk.window().windowHandle(), Qt::Key_Escape);
    QCOMPARE(cloud->shift(), 0);
    hand.move(5);  // the button is still down
    QCOMPARE(cloud->shift(), 0);
    hand.release(5);
    // Commands arrive in their order: with this one there, none came before it. Esc is also the window's key for Stop.
    desk.click(desk.window().actions().run);
    TRY_COMPARE(desk.run()->state(), RunState::paused);
    for (const char* command : {"\"change\"", "\"stop\"", "\"trace\""})
        QVERIFY2(desk.told({QLatin1String(command)}).isEmpty(), command);
    QCOMPARE(desk.run()->currentConfig().loss_scale(), 1024.0);
}

void DiagnosisWindowTest::theJumpTakesEveryPageThere() {
    Desk desk;
    desk.startRun();
    MainWindow& window = desk.window();
    window.resize(1280, 800);
    const std::string id = desk.run()->runId();
    std::vector<run::Record> records;
    for (std::uint32_t number = 21; number <= 40; ++number) {
        records.push_back(step(id, number, 2, 0.5f, 1024));
        if (number == 33) {
            run::StepRecord& s = *records.back().mutable_step_done();
            s.set_skipped(true);
            s.set_nonfinite_tensor("fc2");
            s.set_nonfinite_role(run::ROLE_ACTIVATION);
        }
        if (number % 10 == 0) {
            records.push_back(gradients(id, number, 1024));
            addHistogram(records.back(), "fc2", run::ROLE_ACTIVATION, 3, 0);
            addUpdates(records.back(), {"fc1.weight", "FP16", "FP32", 830, 3, 830});
            addUpdates(records.back(), {"fc2.weight", "FP16", "FP32", 20, 3, 20});
        }
        if (number % 10 == 8) {
            records.push_back(record(id, number));
            *records.back().mutable_trace() = traceOf(run::TraceRecord::FLUSHED);
        }
    }
    desk.program->session().apply(records);
    TRY_COMPARE(window.timeline().data().step, 40u);

    // What each page is about once it is in front; all have a histogram of steps 30 and 40, or a number of 28 and 38.
    using Says = std::function<QString()>;
    const std::vector<std::pair<QString, Says>> pages{
        {"Live", [&] { return window.findChild<LivePage*>()->histogram().chart().title(); }},
        {"Underflow", [&] { return window.findChild<UnderflowPage*>()->cloud().title(); }},
        {"Follow", [&] { return window.findChild<FollowPage*>()->way().title(); }},
        {"Health",
         [&] {
             const HealthGridData& grid = window.findChild<HealthPage*>()->grid().grid();
             return grid.rows.empty() ? QString() : QStringLiteral("step %1").arg(grid.rows.front().bars[3].step);
         }},
        {"Scale", [&] { return window.findChild<ScalePage*>()->headroom().title(); }},
        {"Updates", [&] { return window.findChild<UpdatesPage*>()->chart().title(); }}};
    const auto allAt = [&](const QString& histogram, const QString& number) {
        for (const auto& [name, says] : pages) {
            QVERIFY(window.pages().open(name));
            const QString wanted = name == QLatin1String("Follow") ? number : histogram;
            if (!QTest::qWaitFor([&] { return says().endsWith(wanted); },
                                 30000))  // the page in front keeps its own time
                QFAIL(qPrintable(name + ": " + says()));
        }
    };
    allAt("step 40", "step 38");
    if (QTest::currentTestFailed()) return;
    const auto tensor = [&](std::size_t page) { return pages[page].second().section(u',', 0, 0); };
    constexpr std::size_t live = 0, underflow = 1, updates = 5;
    QCOMPARE(tensor(live), QStringLiteral("fc1.weight"));  // the worst
    QCOMPARE(tensor(underflow), QStringLiteral("fc1.weight"));
    QCOMPARE(tensor(updates), QStringLiteral("fc1.weight"));

    QVERIFY(window.pages().open(QStringLiteral("Health")));
    QPushButton& jump = window.findChild<HealthPage*>()->jumpButton();
    TRY_VERIFY(jump.isVisible());
    QCOMPARE(jump.text(), QStringLiteral("Jump to step 33"));
    QTest::mouseClick(&jump, Qt::LeftButton);
    QCOMPARE(window.timeline().scrubStep(), std::optional<std::uint32_t>(33));
    allAt("step 30", "step 28");
    if (QTest::currentTestFailed()) return;
    QCOMPARE(tensor(live), QStringLiteral("fc2"));
    QCOMPARE(tensor(underflow), QStringLiteral("fc2"));
    QCOMPARE(tensor(updates), QStringLiteral("fc2.weight"));
    QCOMPARE(window.findChild<UnderflowPage*>()->findChild<QComboBox*>()->currentData().toInt(),
             int{run::ROLE_ACTIVATION});
    QVERIFY(window.pages().open(QStringLiteral("Updates")));
    // The page in front follows without being opened again.
    QTest::keyClick(&window.timeline(), Qt::Key_End);
    QVERIFY(!window.timeline().scrubStep());
    TRY_COMPARE(pages.back().second(), QStringLiteral("fc2.weight, step 40"));
    allAt("step 40", "step 38");
    if (QTest::currentTestFailed()) return;

    // From a cell of the page Health to its histogram.
    QVERIFY(window.pages().open(QStringLiteral("Health")));
    auto* health = window.findChild<HealthPage*>();
    health->grid().select(QStringLiteral("fc1"), 3);
    QTest::keyClick(&health->grid(), Qt::Key_Return);
    QCOMPARE(window.pages().currentWidget(), static_cast<QWidget*>(window.findChild<UnderflowPage*>()));
    TRY_COMPARE(pages[underflow].second(), QStringLiteral("fc1.weight, step 40"));
    QVERIFY(window.pages().open(QStringLiteral("Health")));
    QTest::mouseDClick(&health->grid(), Qt::LeftButton, {},
                       health->grid().cellArea(QStringLiteral("fc2"), 3).center().toPoint());
    QCOMPARE(window.pages().currentWidget(), static_cast<QWidget*>(window.findChild<UnderflowPage*>()));
    TRY_COMPARE(pages[underflow].second(), QStringLiteral("fc2.weight, step 40"));
    QVERIFY(window.pages().open(QStringLiteral("Health")));
    health->grid().select(QStringLiteral("fc1"), 3);
    QTest::mouseClick(&health->histogramButton(), Qt::LeftButton);
    TRY_COMPARE(pages[underflow].second(), QStringLiteral("fc1.weight, step 40"));
}

void DiagnosisWindowTest::aBudgetReachesTheAdvisor() {
    Desk desk;
    desk.startRun();
    MainWindow& window = desk.window();
    run::Record plan = record(desk.run()->runId(), 0);
    plan.mutable_memory()->set_peak_held(1000);
    desk.program->session().apply({plan});
    auto* strip = window.findChild<AdvisorStrip*>();
    const auto told = [strip] {
        strip->refreshNow();
        return std::any_of(strip->findings().begin(), strip->findings().end(),
                           [](const Finding& finding) { return finding.rule == "batch_can_double"; });
    };
    QVERIFY(!told());  // of what the slider begins with nobody said that it is what they have
    QVERIFY(window.pages().open(QStringLiteral("Speed")));
    QTest::keyClick(&window.pages().speed().budget(), Qt::Key_PageDown);
    QVERIFY(told());
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::DiagnosisWindowTest)
#include "diagnosis_window_test.moc"
