// SPDX-License-Identifier: Apache-2.0
// File › Inspect tensors: the table, the histogram over the format's range, filter, copy, and files that are none.
#include "ui/shell/inspect_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include "tests/support/tensor_files.h"
#include "tests/ui/desk.h"
#include "ui/charts/format_text.h"
#include "ui/charts/histogram_chart.h"
#include "ui/charts/rescue_chart.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/underflow_cloud.h"
#include "ui/pages/underflow_page.h"
#include "ui/shell/page_tabs.h"

namespace mantissa::ui {

class InspectDialogTest : public QObject {
    Q_OBJECT

  private:
    QString written(const QString& name, const std::string& bytes) {
        QFile file(folder_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes.data(), static_cast<qint64>(bytes.size())) < 0)
            return {};
        return file.fileName();
    }
    QString gradients() {
        return written(
            "g.safetensors",
            safetensors_file(R"({"healthy":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                             R"("tiny":{"dtype":"F32","shape":[4],"data_offsets":[8,24]},)"
                             R"("large":{"dtype":"F32","shape":[1],"data_offsets":[24,28]},)"
                             R"("ids":{"dtype":"I32","shape":[1],"data_offsets":[28,32]}})",
                             raw(std::vector<float>{1, -0.5f, 0x1p-30f, 0x1p-10f, 0x1p-10f, 0, 70000}) + "1234"));
    }
    static void read(InspectDialog& dialog, const QStringList& files) {
        QSignalSpy finished(&dialog, &InspectDialog::finished);
        dialog.open(files);
        QVERIFY(dialog.reading());
        QVERIFY(finished.wait(20000));
    }
    static QStringList names(const InspectDialog& dialog) {
        QStringList found;
        const auto* model = dialog.findChild<QTableView*>("inspectTable")->model();
        for (int row = 0; row < model->rowCount(); ++row) found << model->index(row, 0).data().toString();
        return found;
    }
    static QString status(const InspectDialog& dialog) { return dialog.findChild<QLabel*>("inspectStatus")->text(); }
    QTemporaryDir folder_;

  private slots:
    void showsTheWorstFirstAndItsHistogramOverTheFormat() {
        auto* dialog = new InspectDialog;
        dialog->show();
        read(*dialog, {gradients()});
        QCOMPARE(names(*dialog), (QStringList{"large", "tiny", "healthy"}));
        QVERIFY2(status(*dialog).contains("FP16") && status(*dialog).contains("2 of 3"), qPrintable(status(*dialog)));
        QVERIFY2(status(*dialog).contains("Left out"), qPrintable(status(*dialog)));
        auto* view = dialog->findChild<QTableView*>("inspectTable");
        const auto* chart = dialog->findChild<HistogramChart*>();
        QCOMPARE(chart->histogram().tensor, QString("large"));
        QCOMPARE(chart->histogram().overflow, 1u);
        view->selectRow(1);
        QCOMPARE(chart->histogram().tensor, QString("tiny"));
        QCOMPARE(chart->histogram().flushed, 1u);
        QCOMPARE(chart->histogram().zones.flushedBelow, -25.0);
        QCOMPARE(view->model()->index(1, InspectionTable::Best).data().toString(), QString("2¹⁴ (2⁶ to 2²³)"));
        // Another format: another order, the same tensor, its own zones.
        dialog->findChild<QComboBox*>("inspectFormat")->setCurrentText("BF16");
        QCOMPARE(chart->histogram().tensor, QString("tiny"));
        QCOMPARE(chart->histogram().flushed, 0u);
        QCOMPARE(chart->histogram().zones.minNormal, -126.0);
        QVERIFY2(status(*dialog).startsWith("Nothing is flushed"), qPrintable(status(*dialog)));
        dialog->grab().save(folder_.filePath("inspect.png"));
        if (!qEnvironmentVariableIsEmpty("MANTISSA_PICTURES")) {
            dialog->findChild<QComboBox*>("inspectFormat")->setCurrentText("FP16");
            dialog->grab().save(qEnvironmentVariable("MANTISSA_PICTURES") + "/inspect.png");
        }
        delete dialog;
    }

    void filtersAndCopiesWhatIsShown() {
        auto* dialog = new InspectDialog;
        dialog->show();
        QVERIFY(!dialog->findChild<QPushButton*>("inspectCopy")->isEnabled());
        read(*dialog, {gradients()});
        dialog->findChild<QLineEdit*>("inspectFilter")->setText("TIN");
        QCOMPARE(names(*dialog), QStringList{"tiny"});
        QCOMPARE(dialog->findChild<HistogramChart*>()->histogram().tensor, QString("tiny"));
        dialog->findChild<QPushButton*>("inspectCopy")->click();
        const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].split('\t').size(), static_cast<int>(InspectionTable::Columns));
        QVERIFY(lines[1].startsWith("tiny\t4\t"));
        delete dialog;
    }

    void namesAFileThatIsNoneAndReadsTheOthers() {
        auto* dialog = new InspectDialog;
        read(*dialog, {written("bad.npz", "PK\x03\x04 no more"), gradients()});
        QVERIFY2(status(*dialog).contains("bad.npz"), qPrintable(status(*dialog)));
        QCOMPARE(dialog->table().rowCount(), 3);
        read(*dialog, {folder_.filePath("absent")});
        QCOMPARE(dialog->table().rowCount(), 0);
        QVERIFY(dialog->findChild<HistogramChart*>()->histogram().empty());
        delete dialog;
    }

    /// In the whole window: the Underflow page shows the chosen tensor with the table's figures, by the drag what a
    /// scale would do, and the run again afterwards.
    void theUnderflowPageShowsThem() {
        Desk desk;
        desk.startRun();
        desk.window().actions().inspect->trigger();
        auto* dialog = desk.window().findChild<InspectDialog*>();
        QVERIFY(!dialog->findChild<QPushButton*>("inspectShow")->isEnabled());
        read(*dialog, {gradients()});
        auto* view = dialog->findChild<QTableView*>("inspectTable");
        view->selectRow(1);
        auto* page = desk.window().findChild<UnderflowPage*>();
        QVERIFY(page->cloud().histogram().tensor != "tiny");  // not before it is asked for
        dialog->findChild<QPushButton*>("inspectShow")->click();
        QVERIFY(desk.window().pages().isAt("Underflow"));
        QCOMPARE(page->cloud().histogram().tensor, QString("tiny"));
        QCOMPARE(page->cloud().histogram().flushed, 1u);
        QVERIFY(!page->heading().isVisible());
        const auto* name = desk.find<QLabel>("inspectedName");
        QVERIFY2(name->isVisible() && name->text().contains("tiny of g.safetensors, in FP16"),
                 qPrintable(name->text()));
        QVERIFY2(page->note().text().contains(percentText(1.0 / 3) + " of the numbers flushed"),
                 qPrintable(page->note().text()));
        QVERIFY2(page->note().text().contains("from 2⁶ to 2²³"),
                 qPrintable(page->note().text()));  // as the table has it
        QCOMPARE(page->bestButton().text(), QString("See the best scale, 2¹⁴"));
        page->bestButton().click();
        QCOMPARE(page->cloud().shift(), 14);
        QVERIFY2(page->cloud().sentence().contains("would rescue " + percentText(1.0 / 3)) &&
                     page->cloud().sentence().contains("nothing is written"),
                 qPrintable(page->cloud().sentence()));
        QCOMPARE(desk.told({"\"change\""}).size(), 0);
        // What is chosen in the dialog from now on is shown, another format, too.
        view->selectRow(0);
        QCOMPARE(page->cloud().histogram().tensor, QString("large"));
        QVERIFY(page->rescue().rescue().best.value_or(0) < 0);
        dialog->findChild<QComboBox*>("inspectFormat")->setCurrentText("BF16");
        QVERIFY2(name->text().endsWith("in BF16"), qPrintable(name->text()));
        desk.find<QPushButton>("inspectedBack")->click();
        QVERIFY(page->heading().isVisible() && !name->isVisible());
        QVERIFY(page->cloud().histogram().tensor != "large");
        dialog->close();
    }

    void closedWhileItReadsItEnds() {
        std::vector<float> many(4000000, 0.1f);
        const QString file = written("many.npy", npy_file("<f4", "(4000000,)", raw(many)));
        auto* dialog = new InspectDialog;
        dialog->open({file, file, file, file});
        delete dialog;  // joins its thread
    }
};

}  // namespace mantissa::ui

using mantissa::ui::InspectDialogTest;
QTEST_MAIN(InspectDialogTest)
#include "inspect_dialog_test.moc"
