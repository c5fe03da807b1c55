// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits in the window: chosen in Setup, named where runs are told apart, and on the Scale
// page with what was clipped, over the steps.
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <memory>

#include "engine/run/names.h"
#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "tests/ui/live_records.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/line_chart.h"
#include "ui/models/run_model.h"
#include "ui/models/session_model.h"
#include "ui/pages/scale_operands.h"
#include "ui/pages/scale_page.h"
#include "ui/setup/setup_dock.h"
#include "ui/setup/setup_model.h"

namespace mantissa::ui {

class OperandsTest : public QObject {
    Q_OBJECT
  private slots:
    void choosingSetsTheRest();
    void thePageShowsWhatWasClippedAndWhen();
    void aScaleThatIsTooSmallIsNotSaidToHoldTheTensor();
    void blocksHaveSharesOfTheirOwn();

  private:
    static run::QuantizedOperand& add(run::Record& r, run::Role role, float amax, float scale, float wanted,
                                      std::uint64_t clipped);
};

void OperandsTest::choosingSetsTheRest() {
    SetupModel model;
    SetupDock dock(model);
    auto* box = dock.findChild<QComboBox*>("operand_recipe");
    QVERIFY(box);
    QCOMPARE(box->count(), static_cast<int>(operands_descriptions().size()) + 1);
    QCOMPARE(box->currentText(), QStringLiteral("As the precision"));
    const int index = box->findText("FP8, delayed scaling");
    QVERIFY(index > 0);
    box->setCurrentIndex(index);
    emit box->activated(index);
    QCOMPARE(model.config().operand_recipe(), run::OPERANDS_FP8_DELAYED);
    QCOMPARE(model.config().precision(), run::BF16);
    QCOMPARE(box->currentText(), QStringLiteral("FP8, delayed scaling"));
    QVERIFY2(box->toolTip().contains("Transformer Engine"), qPrintable(box->toolTip()));
    QVERIFY(model.problems().isEmpty());
    const QString name = QString::fromStdString(describe(model.config()));
    QVERIFY2(name.contains("operands in FP8, delayed scaling"), qPrintable(name));
    model.undoStack().undo();
    QCOMPARE(model.config().operand_recipe(), run::OPERANDS_NONE);
}

/// Run A in BF16 with operands of this recipe, and the page that shows it.
static void beginRun(SessionModel& session, ScalePage& page, run::Operands recipe) {
    page.resize(900, 700);
    page.show();
    run::Record begun = started("A", run::BF16);
    begun.mutable_started()->mutable_config()->MergeFrom(complete(settings_of(recipe)));
    session.apply({begun});
}

run::QuantizedOperand& OperandsTest::add(run::Record& r, run::Role role, float amax, float scale, float wanted,
                                         std::uint64_t clipped) {
    run::QuantizedOperand& one = *r.mutable_histograms()->add_operands();
    one.set_layer("fc1");
    one.set_role(role);
    one.set_product(run::PRODUCT_FORWARD);
    one.set_format("E4M3FN");
    one.set_elements(1000);
    one.set_nonzero(800);
    one.set_flushed(8);
    one.set_clipped(clipped);
    one.set_amax(amax);
    one.set_scale(scale);
    one.set_wanted_scale(wanted);
    return one;
}

void OperandsTest::thePageShowsWhatWasClippedAndWhen() {
    SessionModel session;
    ScalePage page(session);
    beginRun(session, page, run::OPERANDS_FP8_DELAYED);
    // at step 2 the input is four times as large as its scale expects
    const float amax[] = {1, 4, 4}, scale[] = {448, 448, 112}, wanted[] = {448, 112, 112};
    for (std::uint32_t i = 0; i < 3; ++i) {
        run::Record r = record("A", i + 1);
        add(r, run::ROLE_ACTIVATION, amax[i], scale[i], wanted[i], i == 1 ? 200 : 0);
        add(r, run::ROLE_WEIGHT, 1, 448, 448, 0);
        session.apply({r});
    }
    page.refreshNow();
    ScaleOperands& shown = page.operands();
    QVERIFY(shown.isVisible());
    const QAbstractItemModel& table = *shown.table().model();
    QCOMPARE(table.rowCount(), 2);
    const auto cell = [&](int row, int column) { return table.index(row, column).data().toString(); };
    QCOMPARE(cell(0, 0), QStringLiteral("fc1"));
    QCOMPARE(cell(0, 1), QStringLiteral("input"));
    QCOMPARE(cell(0, 3), QStringLiteral("E4M3FN"));
    QCOMPARE(cell(0, 4), QString("1.0\u00A0%"));
    QCOMPARE(cell(0, 5), QString("0\u00A0%"));
    QCOMPARE(cell(0, 10), QStringLiteral("0.0 bits"));
    QCOMPARE(cell(0, 11), QString("25\u00A0%, step 2"));
    QCOMPARE(cell(1, 1), QStringLiteral("weight"));
    QCOMPARE(shown.chart().seriesIds().size(), 2);
    QCOMPARE(shown.chart().seriesSize("largest"), std::size_t{3});
    QVERIFY2(!page.chart().isVisible(), "there is no loss scale");
    // how late the scale was, where the jump was, and when the scale held again
    QCOMPARE(shown.lateness().text(),
             QString("fc1, input: Its scale, of earlier steps, was too large in 1 of 3 recorded steps, most in step 2, "
                     "by 2.0 bits: 25 % of the tensor was clipped. It held the tensor again in the recorded step 3."));
    QCOMPARE(shown.chart().pins().size(), std::size_t{1});
    QCOMPARE(shown.chart().pinTip(2), QString("step 2: 4 times too large for its scale, 25\u00A0% clipped"));
    const std::unique_ptr<ChartTable> shares(shown.shares().makeTable());
    QVERIFY2(shares->toText().contains("25"), qPrintable(shares->toText()));
    QCOMPARE(shown.shares().seriesIds(), (QStringList{"clipped", "flushed"}));
    shown.table().selectRow(1);
    page.refreshNow();
    QCOMPARE(shown.lateness().text(),
             QString("fc1, weight: Its scale, of earlier steps, held the tensor in each of 3 recorded steps."));
    QVERIFY(shown.chart().pins().empty());
    // a run without them has the loss scale in that place
    session.apply({started("B", run::FP16)});
    session.setCurrentRun("B");
    page.refreshNow();
    QVERIFY(!shown.isVisible());
    QVERIFY(page.chart().isVisible());
}

/// A tensor that fell while the history kept its first magnitude; and one that fell by two bits only.
void OperandsTest::aScaleThatIsTooSmallIsNotSaidToHoldTheTensor() {
    SessionModel session;
    ScalePage page(session);
    beginRun(session, page, run::OPERANDS_FP8_DELAYED);
    const float amax[] = {1024, 1, 0x1p-10f};
    for (std::uint32_t i = 0; i < 3; ++i) {
        run::Record r = record("A", i + 1);
        add(r, run::ROLE_WEIGHT, amax[i], 448.0f / 1024, 448 / amax[i], 0).set_flushed(i == 2 ? 800 : 16);
        add(r, run::ROLE_ACTIVATION, i == 0 ? 4 : 1, 112, i == 0 ? 112 : 448, 0).set_flushed(400);
        session.apply({r});
    }
    page.refreshNow();
    ScaleOperands& shown = page.operands();
    QCOMPARE(shown.lateness().text(),
             QString("fc1, weight: Its scale, of earlier steps, was 20.0 bits too small in step 3: 100 % of the tensor "
                     "became 0, for its largest magnitude had fallen and the history remembered the old one."));
    shown.table().selectRow(1);
    page.refreshNow();
    QCOMPARE(shown.lateness().text(),
             QString("fc1, input: Its scale, of earlier steps, held the tensor in each of 3 recorded steps."));
}

void OperandsTest::blocksHaveSharesOfTheirOwn() {
    SessionModel session;
    ScalePage page(session);
    beginRun(session, page, run::OPERANDS_MXFP4_OCP);
    for (std::uint32_t i = 0; i < 2; ++i) {
        run::Record r = record("A", i + 1);
        run::QuantizedOperand& one = add(r, run::ROLE_WEIGHT, 1, 1, 1, 80);
        one.clear_scale();
        one.clear_wanted_scale();
        one.set_format("E2M1FN");
        one.set_blocks(40);
        one.set_blocks_clipped(10 * i);
        one.set_blocks_flushed(4);
        session.apply({r});
    }
    page.refreshNow();
    ScaleOperands& shown = page.operands();
    const QAbstractItemModel& table = *shown.table().model();
    QCOMPARE(table.index(0, 6).data().toString(), QString("10\u00A0%"));
    QCOMPARE(table.index(0, 7).data().toString(), QString("25\u00A0%"));
    QCOMPARE(shown.lateness().text(), QString());
    QCOMPARE(shown.shares().seriesIds().size(), 4);
    QCOMPARE(shown.shares().seriesSize("blocks clipped"), std::size_t{2});
    const std::unique_ptr<ChartTable> shares(shown.shares().makeTable());
    QVERIFY2(shares->toText().contains("blocks with clipped"), qPrintable(shares->toText()));
    QVERIFY2(shown.chart().seriesIds() == QStringList{"largest"}, "a block's scale is not the tensor's");
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::OperandsTest)
#include "operands_test.moc"
