// SPDX-License-Identifier: Apache-2.0
// The grid of formats outlives the program: its cells are there again with their accuracies, nothing computes by
// itself, and going on runs what is missing and nothing else. The first cells come from the real worker (its runs are
// completed configurations with names of their own), the later ones from the scripted one, which writes down what it
// was told to start.
#include <QJsonDocument>
#include <QJsonObject>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>

#include "engine/run/presets.h"
#include "engine/store/library.h"
#include "tests/ui/desk.h"
#include "ui/charts/format_heat_map.h"
#include "ui/models/format_grid.h"
#include "ui/pages/range_page.h"
#include "ui/setup/setup_model.h"
#include "ui/shell/page_tabs.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

using Bits = HeatMapData::Bits;
using Cells = std::map<Bits, double>;

constexpr int kAll = 121;  // cells of a grid

/// What Desk::open() does, on the real worker.
void openReal(Desk& desk) {
    qputenv("MANTISSA_STATE_DIR", desk.folder.path().toUtf8());
    ProgramOptions options;
    options.worker.program = MANTISSA_WORKER;
    options.worker.maxRestarts = 0;
    desk.program = std::make_unique<Program>(*qApp, options);
    desk.window().show();
    QVERIFY(QTest::qWaitForWindowExposed(&desk.window()));
}

/// The page with a grid of short runs; their length is no setting that is kept.
RangePage& shortGrid(Desk& desk) {
    desk.window().pages().open("Range");
    RangePage& page = desk.window().pages().range();
    page.steps().setValue(10);
    return page;
}

const Cells& cellsOf(RangePage& page) {
    return page.map().shown().values;
}

QString progressOf(RangePage& page) {
    return page.findChild<QProgressBar*>()->format();
}

QString doneOf(std::size_t done) {
    return QStringLiteral("%1 of %2").arg(done).arg(kAll);
}

/// The formats that scripted workers were told to start, in that order.
std::vector<Bits> begun(Desk& desk) {
    std::vector<Bits> formats;
    for (const QString& line : desk.told({"\"start\""})) {
        const QJsonObject config = QJsonDocument::fromJson(line.toUtf8())["command"]["start"]["config"].toObject();
        run::RunConfig cell;
        cell.set_exponent_bits(static_cast<std::uint32_t>(config["exponent_bits"].toInt()));
        cell.set_fraction_bits(static_cast<std::uint32_t>(config["fraction_bits"].toInt()));
        run::Operands operands = run::OPERANDS_NONE;
        run::Operands_Parse(config["operand_recipe"].toString().toStdString(), &operands);
        cell.set_operand_recipe(operands);
        formats.push_back(placeOf(cell));
    }
    return formats;
}

/// The grids' library holds a run that was evaluated and has no end.
bool holdsARunWithoutEnd(Desk& desk) {
    const auto library = Library::open(desk.folder.filePath("grids.mantissa").toStdString(), Access::read_only);
    for (const RunSummary& run : library->runs())
        if (!run.finished && run.test_accuracy) return true;
    return false;
}

}  // namespace

class GridKeptTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup() { qunsetenv("MANTISSA_FAKE_RUNS_END"); }

    void cellsOutliveTheProgramAndOnlyTheMissingOnesRun();
};

void GridKeptTest::cellsOutliveTheProgramAndOnlyTheMissingOnesRun() {
    std::vector<Bits> order;
    for (const run::RunConfig& cell : gridCells(default_config(), {})) order.push_back(placeOf(cell));
    QCOMPARE(order.size(), std::size_t{kAll});
    Desk desk;
    desk.close();

    openReal(desk);
    desk.setup().edit(run::RunConfig::kWidthFieldNumber, EditKind::Choice, [](run::RunConfig& c) {
        c.set_width(8);
        c.set_depth(1);
    });
    Cells kept;
    {
        RangePage& page = shortGrid(desk);
        QCOMPARE(progressOf(page), doneOf(0));
        page.button().click();
        TRY_VERIFY(cellsOf(page).size() >= 3);
        page.button().click();
        TRY_COMPARE(page.button().text(), QString("Continue"));
        kept = cellsOf(page);
        QCOMPARE(progressOf(page), doneOf(kept.size()));
    }
    const std::size_t first = kept.size();
    QVERIFY(first + 3 <= order.size());
    for (std::size_t i = 0; i < first; ++i) QVERIFY(kept.contains(order[i]));
    desk.close();

    qputenv("MANTISSA_FAKE_RUNS_END", "2");  // the third stays under way
    desk.open("hello serve");
    {
        RangePage& page = shortGrid(desk);
        QVERIFY(cellsOf(page) == kept);
        QCOMPARE(progressOf(page), doneOf(first));
        // A grid that goes on by itself would offer to stop it.
        QCOMPARE(page.button().text(), QString("Continue"));
        TRY_COMPARE(desk.program->client().state(), WorkerState::ready);
        QCOMPARE(page.button().text(), QString("Continue"));
        QVERIFY(begun(desk).empty());

        page.button().click();
        kept[order[first]] = kept[order[first + 1]] = static_cast<double>(0.945f);  // as every run of the script ends
        TRY_VERIFY(cellsOf(page) == kept);
        QVERIFY2(progressOf(page).startsWith(doneOf(first + 2)), qPrintable(progressOf(page)));
        TRY_COMPARE(begun(desk).size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(begun(desk)[i] == order[first + i]);
        TRY_VERIFY(holdsARunWithoutEnd(desk));
    }
    desk.close();

    // The cell that the program's end cut off has an accuracy in the library, but it is not the cell's.
    desk.open("hello serve");
    RangePage& page = shortGrid(desk);
    QVERIFY(cellsOf(page) == kept);
    QCOMPARE(progressOf(page), doneOf(first + 2));
    QCOMPARE(page.button().text(), QString("Continue"));
    TRY_COMPARE(desk.program->client().state(), WorkerState::ready);
    QCOMPARE(begun(desk).size(), std::size_t{3});
    // Another length is another grid.
    page.steps().setValue(20);
    QVERIFY(cellsOf(page).empty());
    QCOMPARE(page.button().text(), QString("Run the grid"));
}

QTEST_MAIN(GridKeptTest)
#include "grid_kept_test.moc"
