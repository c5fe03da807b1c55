// SPDX-License-Identifier: Apache-2.0
// One identity per run: the same number, marker, colour and name in the Runs dock, on every page that shows a run, on
// Compare and in the legends; names carry what differs; the colour follows the format when it is switched.
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QTest>
#include <set>
#include <tuple>
#include <utility>

#include "engine/run/phrase_record.h"
#include "tests/ui/run_records.h"
#include "ui/charts/line_chart.h"
#include "ui/models/pace.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/compare_table.h"
#include "ui/pages/follow_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/live_page.h"
#include "ui/pages/network_page.h"
#include "ui/pages/run_chips.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/scale_page.h"
#include "ui/pages/underflow_page.h"
#include "ui/pages/updates_page.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

run::Record begun(const std::string& id, run::Precision precision, double lr = 0.1, std::uint64_t seed = 1) {
    run::Record made = started(id, precision);
    made.mutable_started()->mutable_config()->set_lr(lr);
    made.mutable_started()->mutable_config()->set_seed(seed);
    return made;
}

run::Record lane(const std::string& id, run::Precision precision, std::uint32_t number, run::Scaling scaling) {
    run::Record made = begun(id, precision);
    made.set_lane(number);
    made.mutable_started()->mutable_identity()->set_race_id("RACE");
    made.mutable_started()->mutable_config()->set_scaling(scaling);
    return made;
}

run::Record switched(const std::string& id, std::uint32_t at, run::Precision precision) {
    run::Record made = record(at, id);
    made.mutable_event()->set_kind(run::EventRecord::CHANGED);
    made.mutable_event()->mutable_change()->set_precision(precision);
    set_text(*made.mutable_event(), say("changed"));
    return made;
}

/// The colours of the pixels in an icon that are neither transparent nor nearly so.
bool hasColor(const QIcon& icon, const QColor& wanted) {
    const QImage image = icon.pixmap(14, 14).toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).alpha() > 250 && image.pixelColor(x, y).rgb() == wanted.rgb()) return true;
    return false;
}

class IdentityTest : public QObject {
    Q_OBJECT

  private slots:
    void namesCarryWhatDiffers() {
        SessionModel session;
        session.apply({begun("A", run::FP16)});
        QCOMPARE(session.face(QString("A")).name, QString("FP16 · dynamic · batch 256"));
        session.apply({begun("B", run::FP16, 0.2), begun("C", run::FP16, 0.2, 7)});
        QCOMPARE(session.face(QString("A")).name, QString("FP16 · dynamic · batch 256 · lr 0.1 · seed 1"));
        QCOMPARE(session.face(QString("B")).name, QString("FP16 · dynamic · batch 256 · lr 0.2 · seed 1"));
        QCOMPARE(session.face(QString("C")).name, QString("FP16 · dynamic · batch 256 · lr 0.2 · seed 7"));
        // Alike in every setting: only then they are counted.
        session.apply({begun("D", run::FP16, 0.2, 7)});
        QCOMPARE(session.face(QString("D")).name, QString("FP16 · dynamic · batch 256 · lr 0.2 · seed 7 (2)"));
        session.setName("B", "mine");
        QCOMPARE(session.face(QString("B")).name, QString("mine"));

        // A preset that is called as its network says both.
        SessionModel networks;
        for (const auto& [id, preset, model] :
             {std::tuple("A", "transformer", run::TRANSFORMER), std::tuple("B", "resnet", run::RESNET)}) {
            run::Record r = begun(id, run::FP16);
            r.mutable_started()->mutable_config()->set_preset(preset);
            r.mutable_started()->mutable_config()->set_model(model);
            networks.apply({r});
        }
        QCOMPARE(networks.face(QString("B")).name, QString("FP16 · dynamic · batch 256 · resnet"));

        // A network of one's own by its name, not by its text.
        SessionModel own;
        for (const char* name : {"alpha", "beta"}) {
            run::Record r = begun(name, run::FP16);
            r.mutable_started()->mutable_config()->set_model(run::NETWORK_FILE);
            r.mutable_started()->mutable_config()->set_network(
                std::string("{\"name\": \"") + name + "\", \"operations\": [{\"op\": \"linear\", \"out\": 10}]}");
            own.apply({r});
        }
        const QString beta = own.face(QString("beta")).name;
        QVERIFY2(beta.contains("beta") && !beta.contains('{'), qPrintable(beta));

        // In words, not as flags have it.
        SessionModel scalers;
        for (const auto& [id, interval] : {std::pair("A", 50u), std::pair("B", 200u)}) {
            run::Record r = begun(id, run::FP16);
            r.mutable_started()->mutable_config()->set_growth_interval(interval);
            scalers.apply({r});
        }
        QCOMPARE(scalers.face(QString("B")).name, QString("FP16 · dynamic · batch 256 · growth interval 200"));
    }

    void aControlThatIsCalledSoIsNotCalledSoTwice() {
        SessionModel session;
        for (const char* name : {"control", "control-seed3", "controller"}) {
            run::Record one = begun(name, run::FP32);
            one.mutable_started()->mutable_config()->set_name(name);
            one.mutable_started()->mutable_config()->set_one_ulp(true);
            session.apply({one});
        }
        QCOMPARE(session.face(QString("control")).name, QString("control"));
        QCOMPARE(session.face(QString("control-seed3")).name, QString("control-seed3"));
        QCOMPARE(session.face(QString("controller")).name, QString("controller, control"));
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        QTRY_COMPARE(list.rowCount(), 3);
        QCOMPARE(list.index(list.rowOf("control"), RunList::NameColumn).data().toString(), QString("control"));
    }

    void numbersAreNeverGivenTwice() {
        SessionModel session;
        session.apply({begun("A", run::FP16), finished(1, run::RunFinished::STOPPED, "A"), begun("B", run::BF16)});
        QCOMPARE(session.face(QString("B")).number, 2);
        session.remove("A");
        QCOMPARE(session.face(QString("B")).number, 2);
        session.apply({begun("C", run::FP32)});
        QCOMPARE(session.face(QString("C")).number, 3);
    }

    void oneIdentityEverywhere() {
        SessionModel session;
        session.apply({begun("0", run::FP32), finished(1, run::RunFinished::STOPPED, "0"),
                       lane("A", run::FP32, 0, run::NONE), lane("B", run::FP16, 1, run::NONE),
                       lane("C", run::FP16, 2, run::DYNAMIC)});
        for (std::uint32_t i = 1; i <= 12; ++i)
            for (const char* id : {"A", "B", "C"}) session.apply({step(i, 2.3F, id)});
        session.setCurrentRun("C");
        const RunFace face = session.face(QString("C"));
        QCOMPARE(face.number, 4);
        QCOMPARE(face.variant, 1);  // the second lane of its format: another marker
        const QString title = "4  FP16 · dynamic · batch 256";

        RunList list(session, nullptr, std::chrono::milliseconds(0));
        QTRY_VERIFY(list.rowOf("C") >= 0);
        const QModelIndex row = list.index(list.rowOf("C"), RunList::NameColumn);
        QCOMPARE(row.data(RunList::NumberRole).toInt(), 4);
        QCOMPARE(row.data(RunList::VariantRole).toInt(), 1);
        QCOMPARE(row.data(RunList::PrecisionRole).toInt(), static_cast<int>(run::FP16));
        QCOMPARE(row.data().toString(), face.name);

        LivePage live(session);
        live.refreshNow();
        const PrecisionStyle style = runStyle(ChartPalette::fromWidget(&live), face);
        const RunChip& chip = live.chips().runs().front();
        QVERIFY(chip.current);
        QCOMPARE(chip.number + "  " + chip.name, title);
        QCOMPARE(chip.style.color, style.color);
        QCOMPARE(static_cast<int>(chip.style.marker), static_cast<int>(style.marker));
        QVERIFY(style.marker != ChartPalette::fromWidget(&live).precision(u"FP16").marker);
        // Beside it the others, with their whole names where there is room for all.
        live.resize(1700, 700);
        live.show();
        QVERIFY(QTest::qWaitForWindowExposed(&live));
        for (const auto* box : live.chips().findChildren<QCheckBox*>()) {
            const QString id = box->property("run").toString();
            if (!id.isEmpty()) QCOMPARE(box->text().section("  ", 1), session.face(id).name);
        }

        HealthPage health(session);
        UnderflowPage underflow(session);
        ScalePage scale(session);
        UpdatesPage updates(session);
        FollowPage follow(session);
        NetworkPage network(session);
        for (RunPage* page :
             std::initializer_list<RunPage*>{&health, &underflow, &scale, &updates, &follow, &network}) {
            page->refreshNow();
            QCOMPARE(page->heading().runText(), title);
            QVERIFY2(page->heading().stateText().contains("step 12"), qPrintable(page->heading().stateText()));
            QVERIFY(hasColor(page->heading().box().itemIcon(page->heading().box().currentIndex()), style.color));
        }
        // Another run can be chosen where it is read which one is shown.
        health.heading().box().setCurrentIndex(health.heading().box().findData("B"));
        emit health.heading().box().activated(health.heading().box().currentIndex());
        QCOMPARE(session.currentRun()->runId(), std::string("B"));
        scale.refreshNow();
        QCOMPARE(scale.heading().runText(), QString("3  FP16 · no scaling · batch 256"));

        ComparePage compare(session, [] { return run::RunConfig(); });
        compare.refreshNow();
        const CompareTable& table = compare.lanes();
        QCOMPARE(table.rowCount(), 3);
        for (int i = 0; i < 3; ++i) {
            const RunFace& lane = session.face(table.runId(i));
            QCOMPARE(table.index(i, CompareTable::Name).data().toString(),
                     QString::number(lane.number) + ' ' + lane.name);
            QVERIFY(hasColor(table.index(i, CompareTable::Name).data(Qt::DecorationRole).value<QIcon>(),
                             runStyle(ChartPalette::fromWidget(&compare), lane).color));
        }
    }

    void theFourRunsOfARaceInOneFormatAreToldApart() {
        SessionModel session;
        for (std::uint32_t number = 0; number < 4; ++number)
            session.apply({lane(std::string(1, "ABCD"[number]), run::FP16, number, run::DYNAMIC)});
        LivePage live(session);
        live.refreshNow();
        std::set<std::pair<QString, int>> looks;
        for (const RunChip& chip : live.chips().runs())
            looks.emplace(chip.style.color.name(), static_cast<int>(chip.style.marker));
        QCOMPARE(live.chips().runs().size(), std::size_t{4});
        QCOMPARE(looks.size(), std::size_t{4});
        std::set<int> markers;  // of themselves: two quiet lines have one colour
        for (const auto& [color, marker] : looks) markers.insert(marker);
        QCOMPARE(markers.size(), std::size_t{4});
    }

    void theColourFollowsTheFormat() {
        SessionModel session;
        session.apply({begun("A", run::FP16), step(1, 1, "A")});
        LivePage live(session);
        live.refreshNow();
        const ChartPalette palette = ChartPalette::fromWidget(&live);
        QCOMPARE(live.chips().runs().front().style.color, palette.precision(u"FP16").color);
        session.apply({switched("A", 1, run::BF16)});
        live.refreshNow();
        QCOMPARE(live.chips().runs().front().style.color, palette.precision(u"BF16").color);
        QCOMPARE(static_cast<int>(live.chips().runs().front().style.marker),
                 static_cast<int>(palette.precision(u"BF16").marker));
        QVERIFY(live.chips().runs().front().name.startsWith("FP16→BF16"));
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        QTRY_VERIFY(list.rowOf("A") >= 0);
        QCOMPARE(list.index(list.rowOf("A"), RunList::NameColumn).data(RunList::PrecisionRole).toInt(),
                 static_cast<int>(run::BF16));
    }

    void hues() {
        QWidget widget;
        const ChartPalette palette = ChartPalette::fromWidget(&widget);
        QCOMPARE(palette.precision(u"FP32").color, palette.text);
        QCOMPARE(palette.precision(u"TF32").color.name(), QString("#0072b2"));
        QCOMPARE(palette.precision(u"FP16").color.name(), QString("#d55e00"));
        QCOMPARE(palette.precision(u"BF16").color.name(), QString("#009e73"));
    }

    void timeLeftIsThatOfTheClock() {
        Pace pace;
        QVERIFY(!pace.secondsFor(10));
        pace.note("A", 0, 0, false);
        pace.note("A", 5, 500, false);
        QVERIFY(!pace.secondsFor(10));  // half a second tells little
        pace.note("A", 10, 2000, false);
        QCOMPARE(*pace.secondsFor(100), 20.0);  // slow motion: two tenths of a second a step
        pace.note("A", 10, 60000, true);        // a pause is no pace
        QVERIFY(!pace.secondsFor(100));
        pace.note("A", 10, 61000, false);
        pace.note("A", 110, 63000, false);
        QCOMPARE(*pace.secondsFor(100), 2.0);
        for (int second = 64; second < 100; ++second)
            pace.note("A", 110 + static_cast<std::uint32_t>(second - 63), second * 1000, false);
        QCOMPARE(*pace.secondsFor(7), 7.0);  // only the last ten seconds count
        pace.note("B", 0, 100000, false);
        QVERIFY(!pace.secondsFor(1));
    }
};

}  // namespace

QTEST_MAIN(IdentityTest)
#include "identity_test.moc"
