// SPDX-License-Identifier: Apache-2.0
// Export the network… of a run that the window has trained with the real worker: from the menus, into a file of each
// kind, and what is said of it and of a run whose weights are not kept.
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTableView>
#include <QTest>
#include <memory>

#include "engine/report/safetensors.h"
#include "tests/ui/real_desk.h"
#include "ui/models/run_list.h"
#include "ui/runs/runs_dock.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

class NetworkExportTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { speak(*qApp, "en"); }

    void aFinishedRunIsExportedFromItsMenu() {
        Desk desk("");
        desk.close();
        openReal(desk);
        desk.setup().edit(run::RunConfig::kStepsFieldNumber, EditKind::Whole, [](run::RunConfig& c) {
            c.set_steps(5);
            c.set_eval_interval(0);
            c.set_train_eval_images(100);
        });
        auto* fromFile = desk.find<QAction>("exportNetwork");
        QVERIFY(fromFile && !fromFile->isEnabled());
        QCOMPARE(fromFile->statusTip(), QString("There is no run: train one, or open one of the Runs dock."));
        TRY_VERIFY(desk.window().actions().run->isEnabled());
        desk.window().actions().run->trigger();
        TRY_VERIFY(desk.run() && desk.run()->state() == RunState::finished);

        auto* dock = desk.window().findChild<RunsDock*>();
        TRY_VERIFY(dock->table()->model()->rowCount() == 1);
        dock->table()->selectRow(0);
        const QString folder = desk.folder.path();
        // Its end is told before its last state is written.
        TRY_VERIFY(
            QFile::exists(QString("%1/checkpoints/ended/%2.checkpoint").arg(folder, desk.run()->runId().c_str())));
        const std::unique_ptr<QMenu> menu(dock->makeMenu());
        auto* entry = menu->findChild<QAction*>("exportRunNetwork");
        QVERIFY(entry && entry->isEnabled());
        for (const QString& name :
             {QStringLiteral("net.safetensors"), QStringLiteral("net.onnx"), QStringLiteral("net.py")}) {
            entry->trigger();
            auto* dialog = desk.find<QFileDialog>("networkDialog");
            QVERIFY(dialog);
            QCOMPARE(dialog->nameFilters(), QStringList({"Weights (*.safetensors)", "ONNX model (*.onnx)",
                                                         "PyTorch module, without weights (*.py)"}));
            emit dialog->fileSelected(folder + '/' + name);
            delete dialog;
            TRY_VERIFY(desk.window().statusBar()->currentMessage().endsWith(name));
            QVERIFY(desk.window().statusBar()->currentMessage().contains(" after step 5: "));
            QVERIFY(QFile::exists(folder + '/' + name));
        }
        QCOMPARE(read_safetensors((folder + "/net.safetensors").toStdString()).at("fc1.weight").shape.size(),
                 std::size_t{2});

        // Its weights are gone: the entries say so.
        QVERIFY(QDir(folder + "/checkpoints").removeRecursively());
        const QString why =
            "No weights of this run are kept on this computer. They are kept when a run that was trained here ends, of "
            "the newest runs only.";
        const std::unique_ptr<QMenu> later(dock->makeMenu());
        auto* gone = later->findChild<QAction*>("exportRunNetwork");
        QVERIFY(!gone->isEnabled());
        QCOMPARE(gone->toolTip(), why);
        auto* file = desk.window().menuBar()->findChild<QMenu*>("fileMenu");
        emit file->aboutToShow();
        QVERIFY(!fromFile->isEnabled());
        QCOMPARE(fromFile->toolTip(), why);
        QVERIFY(file->toolTipsVisible());
        entry->trigger();  // of a menu that was open before
        TRY_VERIFY(desk.window().findChild<QFileDialog*>("networkDialog") == nullptr);
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::NetworkExportTest)
#include "network_export_test.moc"
