// SPDX-License-Identifier: Apache-2.0
// What a screen reader finds in a chart: a child for each row, line or cell that is painted, in words.
#include <QAccessible>
#include <QTest>

#include "ui/charts/bar_list.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/memory_by_batch.h"
#include "ui/charts/speed_bars.h"

using namespace mantissa::ui;

namespace {

/// The names of a chart's children that are no widgets, in their order.
QStringList partsOf(ChartWidget& chart) {
    QAccessibleInterface* const seen = QAccessible::queryAccessibleInterface(&chart);
    QStringList names;
    for (int i = 0; seen && i < seen->childCount(); ++i) {
        QAccessibleInterface* const child = seen->child(i);
        if (child && !child->object()) names << child->text(QAccessible::Name);
    }
    return names;
}

BarListData bars(const QStringList& sentences) {
    BarListData data;
    for (const QString& sentence : sentences) {
        BarRow row;
        row.name = sentence.section(u' ', 0, 0);
        row.length = 0.5;
        row.sentence = sentence;
        data.rows.push_back(row);
    }
    return data;
}

}  // namespace

class ChartAccessibleTest : public QObject {
    Q_OBJECT

  private slots:
    void aRowIsAChildWithItsSentence() {
        BarList list(QStringLiteral("Lost"));
        list.resize(300, 200);
        list.show();
        QVERIFY(partsOf(list).isEmpty());
        list.setBars(bars({QStringLiteral("fc1 loses 98 %"), QStringLiteral("fc2 loses 3 %")}), Qt::red);
        QCOMPARE(partsOf(list), QStringList({"fc1 loses 98 %", "fc2 loses 3 %"}));

        QAccessibleInterface* const seen = QAccessible::queryAccessibleInterface(&list);
        QCOMPARE(seen->text(QAccessible::Name), QStringLiteral("Lost"));
        QCOMPARE(seen->role(), QAccessible::Chart);
        const int last = seen->childCount() - 1;
        QAccessibleInterface* const child = seen->child(last);
        QCOMPARE(child->text(QAccessible::Name), QStringLiteral("fc2 loses 3 %"));
        QCOMPARE(child->role(), QAccessible::ListItem);
        QVERIFY(child->parent() == seen);
        QCOMPARE(seen->indexOfChild(child), last);
        QVERIFY(seen->child(last) == child);
        QVERIFY(!child->state().invisible && child->state().readOnly);
        QVERIFY(list.rect().contains(QRect(list.mapFromGlobal(child->rect().topLeft()), child->rect().size())));
        QVERIFY(!seen->child(last + 1) && !seen->child(-1));

        list.setBars(bars({QStringLiteral("fc1 loses 1 %")}), Qt::red);  // as of now, not as of then
        QCOMPARE(partsOf(list), QStringList({"fc1 loses 1 %"}));
        QVERIFY(!child->isValid());
        QVERIFY(child->text(QAccessible::Name).isEmpty());
        list.hide();
        QVERIFY(seen->child(last - 1)->state().invisible);
    }

    void theSelectedPartIsTheDescription() {
        BarList list(QStringLiteral("Lost"));
        list.resize(300, 200);
        list.setBars(bars({QStringLiteral("fc1 loses 98 %"), QStringLiteral("fc2 loses 3 %")}), Qt::red);
        list.show();
        QCOMPARE(list.accessibleDescription(), QStringLiteral("fc1 loses 98 %"));
        for (const auto& [key, part] : {std::pair(Qt::Key_Down, 0),
                                        {Qt::Key_Down, 1},
                                        {Qt::Key_Down, 1},
                                        {Qt::Key_Up, 0},
                                        {Qt::Key_Up, 0},
                                        {Qt::Key_Down, 1},
                                        {Qt::Key_Left, 1}}) {
            QTest::keyClick(&list, key);
            QCOMPARE(list.selected(), part);
            QCOMPARE(list.accessibleDescription(),
                     part == 1 ? QStringLiteral("fc2 loses 3 %") : QStringLiteral("fc1 loses 98 %"));
        }
        for (int y = 0; y < list.height() && list.selected() != 1; ++y) QTest::mouseMove(&list, {50, y});
        QCOMPARE(list.selected(), 1);  // the second row was found below the first
        QAccessibleInterface* const seen = QAccessible::queryAccessibleInterface(&list);
        for (int y = 0; y < list.height(); ++y) {
            const QPoint there = list.mapToGlobal(QPoint(50, y));
            const int part = list.partAt({50, static_cast<double>(y)});
            QAccessibleInterface* const child = seen->childAt(there.x(), there.y());
            QCOMPARE(child ? child->text(QAccessible::Name) : QString(), part < 0 ? QString() : list.partText(part));
        }
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&list, &leave);
        QCOMPARE(list.selected(), -1);
        QTest::keyClick(&list, Qt::Key_Up);
        QTest::keyClick(&list, Qt::Key_Down);
        QCOMPARE(list.selected(), 1);
        list.setBars(bars({QStringLiteral("fc1 loses 1 %")}), Qt::red);  // the row that was selected has gone
        QCOMPARE(list.selected(), 0);
        list.setBars({}, Qt::red);
        QCOMPARE(list.selected(), -1);
        QTest::keyClick(&list, Qt::Key_Down);
        QCOMPARE(list.selected(), -1);
    }

    void aChartThatGoesTakesItsChildrenAlong() {
        auto list = std::make_unique<BarList>(QStringLiteral("Lost"));
        list->setBars(bars({QStringLiteral("fc1 loses 98 %")}), Qt::red);
        QAccessibleInterface* const seen = QAccessible::queryAccessibleInterface(list.get());
        QAccessibleInterface* const child = seen->child(seen->childCount() - 1);
        const QAccessible::Id id = QAccessible::uniqueId(child);
        QVERIFY(QAccessible::accessibleInterface(id) == child);
        list.reset();
        QVERIFY(!QAccessible::accessibleInterface(id));
    }

    void aLineSaysItsLastValue() {
        LineChart chart(QStringLiteral("Loss"), QStringLiteral("step"));
        const std::vector<double> steps{1, 2}, losses{2.5, 0.25}, others{3, 1};
        SeriesStyle style;
        style.label = QStringLiteral("FP16");
        chart.setSeries(QStringLiteral("a"), style, steps, losses);
        style.label = QStringLiteral("FP32");
        chart.setSeries(QStringLiteral("b"), style, steps, others);
        QCOMPARE(partsOf(chart), QStringList({"FP16: 0.25 at step 2", "FP32: 1 at step 2"}));
        chart.setSeriesVisible(QStringLiteral("b"), false);
        QCOMPARE(partsOf(chart), QStringList({"FP16: 0.25 at step 2"}));
    }

    void aCellSaysItsRowAndColumn() {
        HealthGrid grid(QStringLiteral("Health"));
        HealthGridData data;
        data.columns = {QStringLiteral("Activations"), QStringLiteral("Weight gradients")};
        HealthBar fine, lost;
        fine.text = QStringLiteral("all is kept.");
        lost.text = QStringLiteral("98 % is lost.");
        data.rows.push_back({QStringLiteral("fc1"), {fine, lost}});
        grid.setGrid(data);
        QCOMPARE(partsOf(grid),
                 QStringList({"fc1, Activations: all is kept.", "fc1, Weight gradients: 98 % is lost."}));
    }

    void aBarSaysItsSentenceAndABatchItsPeak() {
        SpeedBars speed(QStringLiteral("Speed"));
        SpeedBarsData data;
        SpeedBar bar;
        bar.precision = QStringLiteral("FP16");
        bar.sentence = QStringLiteral("FP16 is 0.9 times as fast");
        data.groups.push_back({QStringLiteral("product"), {bar}});
        speed.setBars(data);
        QCOMPARE(partsOf(speed), QStringList({"FP16 is 0.9 times as fast"}));

        MemoryByBatch memory(QStringLiteral("Memory"));
        MemoryByBatchData plans;
        BatchPoint point;
        point.batch = 64;
        point.peak = 3 << 20;
        plans.series.push_back({QStringLiteral("FP16"), {point}});
        memory.setMemory(plans);
        QCOMPARE(partsOf(memory).size(), 1);
        QVERIFY2(partsOf(memory).front().startsWith(QStringLiteral("batch 64: FP16 3")),
                 qPrintable(partsOf(memory).front()));
        QCOMPARE(memory.accessibleDescription(), partsOf(memory).front());
    }
};

QTEST_MAIN(ChartAccessibleTest)
#include "chart_accessible_test.moc"
