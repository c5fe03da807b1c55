// SPDX-License-Identifier: Apache-2.0
// The grid of formats: what its cells are, what it says, and a small grid through the real worker.
#include "ui/pages/range_page.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QHelpEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <cmath>
#include <set>

#include "engine/run/operand_settings.h"
#include "engine/run/presets.h"
#include "ui/charts/format_heat_map.h"
#include "ui/client/sweep_runner.h"

using namespace mantissa;
using namespace mantissa::ui;

class RangePageTest : public QObject {
    Q_OBJECT

    static run::RunConfig base() {
        run::RunConfig config = default_config();
        config.set_width(8);
        config.set_depth(1);
        config.add_layer_overrides()->set_layer("fc1");
        config.mutable_layer_overrides(0)->set_precision(run::FP32);
        return config;
    }

  private slots:
    void everyCellOnceNamedOnesFirst();
    void aCellIsTheSetupInThatFormat();
    void verdictsOfKnownGrids();
    void verdictsOfAPsnr();
    void resultsBelongToTheirNetwork();
    void keysMoveTheSelectionAndTheTableHoldsAll();
    void theTitleSaysWhatTheTaskIsJudgedBy();
    void recipesAreARowOfTheirOwn();
    void runsStopsAndGoesOn();
};

void RangePageTest::theTitleSaysWhatTheTaskIsJudgedBy() {
    run::RunConfig config = base();
    RangePage page([&config] { return config; });
    page.show();
    QCOMPARE(page.findChild<FormatHeatMap*>()->title(), QStringLiteral("Test accuracy (%) by format"));
    page.hide();
    config.set_task(run::CLASSIFY_PIXELS);
    page.show();
    QCOMPARE(page.findChild<FormatHeatMap*>()->title(), QStringLiteral("Test pixel accuracy (%) by format"));
}

void RangePageTest::everyCellOnceNamedOnesFirst() {
    const std::vector<FloatFormat> order = gridOrder();
    std::set<std::pair<int, int>> seen;
    for (const FloatFormat& f : order) seen.insert({f.exponent_bits, f.fraction_bits});
    QCOMPARE(order.size(), std::size_t{5 * 22});
    QCOMPARE(seen.size(), order.size());
    QVERIFY(order.front() == fp32);
    QCOMPARE(formatName(order[3]), QStringLiteral("FP16"));
    QCOMPARE(formatName({6, 9}), QStringLiteral("E6M9"));
    const std::vector<run::RunConfig> cells = gridCells(base(), {});
    std::set<GridPlace> places;
    for (const run::RunConfig& cell : cells) places.insert(placeOf(cell));
    QCOMPARE(places.size(), cells.size());
    QCOMPARE(cells.size(), std::size_t{110 + 11});
    QCOMPARE(placeOf(cells[5]), (GridPlace{4, 3}));
    for (int i = 0; i < 11; ++i) QCOMPARE(placeOf(cells[static_cast<std::size_t>(6 + i)]), (GridPlace{0, i}));
    run::RunConfig card = base();
    card.set_device("cuda");
    QVERIFY2(gridCells(card, {}).size() == 110, "recipes do not run on a card");
}

void RangePageTest::aCellIsTheSetupInThatFormat() {
    const run::RunConfig cell = cellConfig(base(), {123, true}, {5, 2});
    QCOMPARE(cell.precision(), run::CUSTOM);
    QVERIFY(formatOf(cell) == (FloatFormat{5, 2}));
    QCOMPARE(cell.steps(), 123);
    QCOMPARE(cell.scaling(), run::DYNAMIC);
    QCOMPARE(cell.layer_overrides_size(), 0);
    QCOMPARE(cell.width(), 8u);
    QVERIFY(QString::fromStdString(cell.name()).contains("E5M2"));
    QCOMPARE(cellConfig(base(), {123, false}, fp16).scaling(), run::NONE);
    run::RunConfig eight = base();
    eight.set_operand_recipe(run::OPERANDS_MXFP4);
    QVERIFY2(!has_operands(cellConfig(eight, {123, false}, fp16)), "a format's cell is of that format");
    const run::RunConfig recipe = cellConfig(base(), {123, false}, run::OPERANDS_NVFP4);
    QCOMPARE(recipe.precision(), run::BF16);
    QCOMPARE(recipe.operand_recipe(), run::OPERANDS_NVFP4);
    QCOMPARE(cellName(recipe), QStringLiteral("NVFP4"));
    QVERIFY(recipe.master_weights());
}

void RangePageTest::verdictsOfKnownGrids() {
    // A network that learns wherever there are enough bits of both.
    const auto grid = [](int needsExponent, int needsFraction) {
        std::map<std::pair<int, int>, double> cells;
        for (const FloatFormat& f : gridOrder())
            cells[{f.exponent_bits, f.fraction_bits}] =
                f.exponent_bits >= needsExponent && f.fraction_bits >= needsFraction
                    ? 0.94 - 0.01 * (f.fraction_bits % 3)
                    : 0.11;
        return cells;
    };
    QVERIFY(gridVerdict(run::CLASSIFY, grid(6, 3)).contains("needs range: BF16"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(6, 3)).contains("6 exponent bits are enough (93.0"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(5, 9)).contains("needs precision: FP16"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(5, 7)).contains("FP16 and BF16 both"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(6, 8)).contains("range and precision"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(6, 11)).contains("more than 10 fraction bits"));
    QVERIFY(gridVerdict(run::CLASSIFY, grid(99, 99))
                .contains(QString("No cell reaches 50%1% in so few steps").arg(QChar(0xA0))));
    auto unfinished = grid(6, 3);
    unfinished.erase({7, 10});
    QCOMPARE(gridVerdict(run::CLASSIFY, unfinished), QString());
    auto recipes = grid(5, 7);
    QCOMPARE(recipesVerdict(run::CLASSIFY, recipes), QString());
    for (int i = 0; i < 11; ++i) recipes[{0, i}] = 0.95;
    QVERIFY(recipesVerdict(run::CLASSIFY, recipes).contains("by every recipe"));
    QCOMPARE(gridVerdict(run::CLASSIFY, recipes), gridVerdict(run::CLASSIFY, grid(5, 7)));
    recipes[{0, 0}] = 0.098;
    recipes[{0, 8}] = 0.5;
    QVERIFY(
        recipesVerdict(run::CLASSIFY, recipes).contains("are enough: FP8, E5M2 without a scale; FP8, current scaling"));
    QVERIFY(recipesVerdict(run::CLASSIFY, recipes).endsWith("Not enough: FP8 without a scale; MXFP4."));
}

/// An autoencoder's cells are compared in dB: nobody reaches 50 dB, and 10 dB are not guessing.
void RangePageTest::verdictsOfAPsnr() {
    std::map<GridPlace, double> cells;
    for (const FloatFormat& f : gridOrder())
        cells[{f.exponent_bits, f.fraction_bits}] = f.exponent_bits >= 6 && f.fraction_bits >= 3 ? 0.148 : 0.064;
    cells[{6, 10}] = 0.1391;
    QVERIFY2(gridVerdict(run::RECONSTRUCT, cells).contains(QStringLiteral("6 exponent bits are enough (13.9\u00a0dB)")),
             qPrintable(gridVerdict(run::RECONSTRUCT, cells)));
    QVERIFY(gridVerdict(run::RECONSTRUCT, cells).contains("needs range: BF16"));
    cells[{6, 10}] = 0.1379;  // more than 1 dB below the best
    QVERIFY(gridVerdict(run::RECONSTRUCT, cells).contains("7 exponent bits are enough (14.8"));
    for (auto& [place, value] : cells)
        if (place.first < 6) value = std::nan("");  // it diverged there
    QVERIFY2(gridVerdict(run::RECONSTRUCT, cells).contains("7 exponent bits are enough (14.8"),
             qPrintable(gridVerdict(run::RECONSTRUCT, cells)));
    QCOMPARE(gridShades(run::RECONSTRUCT, cells).least, 0.064);
    QCOMPARE(gridShades(run::RECONSTRUCT, cells).most, 0.148);
    // Of pixels most may be background: cells are compared with each other, not with guessing.
    for (auto& [place, value] : cells) value = place.first >= 6 && place.second >= 3 ? 0.91 : 0.88;
    QVERIFY(gridVerdict(run::CLASSIFY_PIXELS, cells).contains("needs range: BF16"));

    run::RunConfig config = base();
    config.set_task(run::RECONSTRUCT);
    RangePage page([&config] { return config; });
    page.addResults(
        {{cellConfig(config, {400, false}, fp32), 0.1472}, {cellConfig(config, {400, false}, {5, 2}), 0.064}});
    page.show();
    FormatHeatMap& map = page.map();
    QVERIFY2(map.accessibleDescription().contains("14.72 dB test PSNR"), qPrintable(map.accessibleDescription()));
    const std::unique_ptr<ChartTable> table(map.makeTable());
    QCOMPARE(table->headerData(3, Qt::Horizontal).toString(), QStringLiteral("Test PSNR (dB)"));
    QCOMPARE(table->data(table->index(21, 3)).toDouble(), 14.72);
    QCOMPARE(map.shown().palest, 0.064);
    QCOMPARE(map.shown().darkest, 0.1472);
}

void RangePageTest::resultsBelongToTheirNetwork() {
    FormatGrid grid;
    const GridOptions options{50, false};
    grid.add(cellConfig(base(), options, fp16), 0.5);
    // As the worker records it: completed, and without what does not matter.
    run::RunConfig recorded = merge(default_config(), cellConfig(base(), options, bf16));
    recorded.set_threads(2);
    grid.add(recorded, 0.25);
    QCOMPARE(grid.cells(base(), options).size(), std::size_t{2});
    QCOMPARE(grid.cells(base(), options).at({8, 7}), 0.25);
    grid.add(merge(default_config(), cellConfig(base(), options, run::OPERANDS_MXFP8)), 0.75);
    QCOMPARE(grid.cells(base(), options).at({0, 4}), 0.75);
    QCOMPARE(grid.missing(base(), options).size(), gridCells(base(), options).size() - 3);
    run::RunConfig wider = base();
    wider.set_width(9);
    QVERIFY(grid.cells(wider, options).empty());
    QVERIFY(grid.cells(base(), {51, false}).empty());
    QVERIFY(grid.cells(base(), {50, true}).empty());
}

void RangePageTest::keysMoveTheSelectionAndTheTableHoldsAll() {
    RangePage page([] { return base(); });
    page.addResults({{cellConfig(base(), {400, false}, fp32), 0.9}, {cellConfig(base(), {400, false}, {7, 23}), 0.8}});
    FormatHeatMap& map = page.map();
    QCOMPARE(map.selected(), (std::pair{8, 23}));
    QTest::keyClick(&map, Qt::Key_Right);  // at the edge
    QCOMPARE(map.selected(), (std::pair{8, 23}));
    QTest::keyClick(&map, Qt::Key_Down);
    QTest::keyClick(&map, Qt::Key_Left);
    QCOMPARE(map.selected(), (std::pair{7, 22}));
    QVERIFY(map.accessibleDescription().contains("not run yet"));
    QTest::keyClick(&map, Qt::Key_Right);
    QVERIFY(map.accessibleDescription().contains("80.00"));
    const std::unique_ptr<ChartTable> table(map.makeTable());
    QCOMPARE(table->rowCount(), 121);
    QCOMPARE(table->data(table->index(21, 2)).toString(), QStringLiteral("FP32"));
    QCOMPARE(table->data(table->index(21, 3)).toDouble(), 90.0);
    QVERIFY(!page.button().isEnabled());  // nobody computes
}

/// The row of recipes: what is drawn, its tool tips, its place for the keyboard and in the table.
void RangePageTest::recipesAreARowOfTheirOwn() {
    RangePage page([] { return base(); });
    page.addResults({{cellConfig(base(), {400, false}, run::OPERANDS_MXFP8), 0.9132},
                     {cellConfig(base(), {400, false}, run::OPERANDS_FP8_UNSCALED), 0.098}});
    page.resize(1000, 800);
    page.show();
    FormatHeatMap& map = page.map();
    const QTemporaryDir folder;
    QVERIFY(map.savePictureTo(folder.filePath("map.svg")));
    QFile file(folder.filePath("map.svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString drawn = QString::fromUtf8(file.readAll());
    for (const char* text : {">MXFP8<", ">91<", ">FP8<", ">unscaled<", ">10<", ">NVFP4<", ">OCP<",
                             "operands in eight or fewer bits, everything else in BF16"})
        QVERIFY2(drawn.contains(QLatin1String(text)), text);
    for (int i = 0; i < 5; ++i) QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.selected(), (std::pair{0, 10}));
    QVERIFY2(map.accessibleDescription().contains("Operands in NVFP4: not run yet"),
             qPrintable(map.accessibleDescription()));
    for (int i = 0; i < 6; ++i) QTest::keyClick(&map, Qt::Key_Left);
    QVERIFY2(map.accessibleDescription().contains("Operands in MXFP8: 91.32"), qPrintable(map.accessibleDescription()));
    QTest::keyClick(&map, Qt::Key_Down);
    QCOMPARE(map.selected(), (std::pair{0, 4}));
    QTest::keyClick(&map, Qt::Key_Up);
    QCOMPARE(map.selected().first, 4);
    // the tool tip of the cell under the pointer, and a click that chooses it
    bool found = false;
    for (int y = map.height() - 1; y > 0 && !found; y -= 4) {
        QTest::mouseClick(&map, Qt::LeftButton, {}, {map.width() / 20, y});
        QTest::mouseClick(&map, Qt::LeftButton, {}, {map.width() / 2, y});
        found = map.selected().first == 0;
        if (!found) continue;
        QHelpEvent help(QEvent::ToolTip, {map.width() / 2, y}, map.mapToGlobal(QPoint(map.width() / 2, y)));
        QApplication::sendEvent(&map, &help);
        QTRY_VERIFY(QToolTip::text().contains("Operands in MXFP8, OCP floor: not run yet"));
        QVERIFY(QToolTip::text().contains("OCP Microscaling Formats"));
    }
    QVERIFY(found);
    const std::unique_ptr<ChartTable> table(map.makeTable());
    QCOMPARE(table->data(table->index(114, 2)).toString(), QStringLiteral("MXFP8"));
    QCOMPARE(table->data(table->index(114, 3)).toDouble(), 91.32);
    QCOMPARE(table->data(table->index(114, 0)).toString(), QString());
}

void RangePageTest::runsStopsAndGoesOn() {
    SweepRunner runner([] {
        WorkerOptions options;
        options.program = QStringLiteral(MANTISSA_WORKER);
        return options;
    }());
    RangePage page([] { return base(); });
    page.setRunner(&runner);
    page.steps().setValue(10);
    QSignalSpy finished(&runner, &SweepRunner::finished);
    QSignalSpy ended(&runner, &SweepRunner::ended);
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QVERIFY(runner.running());
    QCOMPARE(page.button().text(), QStringLiteral("Stop"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count() >= 18, true, 60000);
    QVERIFY(page.map().shown().values.contains({8, 23}));
    for (int i = 0; i < 11; ++i) QVERIFY2(page.map().shown().values.contains({0, i}), "every recipe ran");
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
    QVERIFY(!runner.running());
    const std::size_t known = page.map().shown().values.size();
    QCOMPARE(known, static_cast<std::size_t>(finished.count()));
    QVERIFY(known < 121);
    QCOMPARE(page.button().text(), QStringLiteral("Continue"));
    QTest::mouseClick(&page.button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page.map().shown().values.size() > known, 60000);
    runner.stop();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 60000);
}

QTEST_MAIN(RangePageTest)
#include "range_page_test.moc"
