// SPDX-License-Identifier: Apache-2.0
// What is typed into the search field of the Runs dock, and the runs that it finds.
#include "ui/models/run_filter.h"

#include <QTest>

#include "tests/ui/run_records.h"
#include "ui/models/run_list.h"
#include "ui/models/session_model.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

RunRow aRun() {
    RunRow row;
    row.name = "Third Try";
    row.note = "the gradients <b>vanish</b>\nlook at fc1";
    row.tags = {"homework", "for the report"};
    row.preset = "underflow";
    row.device = "cpu: AMD EPYC";
    row.scaling = "dynamic";
    row.model = "MLP 6×128";
    row.precision = run::FP16;
    row.config.set_precision(run::FP16);
    row.state = RunState::interrupted;
    return row;
}

}  // namespace

class RunFilterTest : public QObject {
    Q_OBJECT

  private slots:
    void whatIsTypedFindsWhatItSays_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("found");
        const auto row = [](const char* typed, bool found) { QTest::newRow(typed) << QString(typed) << found; };
        row("", true);
        row("   ", true);
        row("third", true);
        row("THIRD try", true);
        row("try third", true);  // every word, in any order
        row("third fourth", false);
        row("vanish fc1", true);
        row("homework", true);
        row("underflow fp16 epyc", true);
        row("dynamic 6×128 interrupted", true);
        row("tag:homework", true);
        row("tag:home", true);  // as one types
        row("TAG:Homework", true);
        row("tag:third", false);
        row("tag:", true);  // still being typed
        row("tag:\"for the report\"", true);
        row("\"for the report\"", true);
        row("\"report for\"", false);
        row("\"third tr", true);  // a quote still open
        row("precision:fp16", true);
        row("precision:bf16", false);
        row("precision:fp16 tag:homework third", true);
        row("precision:fp16 tag:nothing third", false);
        row("preset:underflow device:amd note:gradients name:third state:interrupted", true);
        row("name:homework", false);
        row("device:fp16", false);
        row("unknown:third", false);
        row("<b>vanish", true);  // text, not markup
        row(".*", false);        // nor a pattern
    }
    void whatIsTypedFindsWhatItSays() {
        QFETCH(QString, typed);
        QFETCH(bool, found);
        QCOMPARE(RunQuery(typed).matches(aRun()), found);
    }

    void theListIsFilteredAndPinnedRunsStayOnTop() {
        SessionModel session;
        RunList list(session, nullptr, std::chrono::milliseconds(0));
        session.apply({started("A", run::FP32, 100), step(1, 1, "A")});
        session.apply({started("B", run::FP16, 200), step(1, 1, "B")});
        session.apply({started("C", run::FP16, 300), step(1, 1, "C")});
        RunFilter filter;
        filter.setSourceModel(&list);
        filter.setSortRole(RunList::SortRole);
        filter.setText("precision:fp16");
        const auto ids = [&] {
            QString all;
            for (int i = 0; i < filter.rowCount(); ++i) all += filter.index(i, 0).data(RunList::RunIdRole).toString();
            return all;
        };
        QCOMPARE(ids(), QString("CB"));
        QVERIFY(list.setData(list.index(list.rowOf("B"), 0), true, RunList::PinnedRole));
        filter.sort(RunList::WhenColumn, Qt::DescendingOrder);
        QCOMPARE(ids(), QString("BC"));
        filter.sort(RunList::WhenColumn, Qt::AscendingOrder);
        QCOMPARE(ids(), QString("BC"));
        QVERIFY(list.setData(list.index(list.rowOf("C"), RunList::TagsColumn), QString("x, y ,, x")));
        filter.setText("tag:y");
        QCOMPARE(ids(), QString("C"));
        QCOMPARE(list.row(list.rowOf("C")).tags, QStringList({"x", "y"}));
        filter.setText("");
        QCOMPARE(ids().size(), 3);
    }
};

QTEST_GUILESS_MAIN(RunFilterTest)
#include "run_filter_test.moc"
