// SPDX-License-Identifier: Apache-2.0
// The recipes as tables: operations by recipes with the differences marked, loss scalers, eight and four bits, and the
// sentence and source of the chosen one, in both languages.
#include "ui/shell/recipes_window.h"

#include <QAction>
#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTranslator>

#include "engine/run/cast_settings.h"
#include "engine/run/operand_settings.h"
#include "engine/run/scaler_recipes.h"
#include "tests/ui/control_checks.h"
#include "tests/ui/desk.h"
#include "ui/widgets/text_label.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

class RecipesWindowTest : public QObject {
    Q_OBJECT

    static QString text(const QTableView& table, int row, int column) {
        return table.model()->index(row, column).data().toString();
    }
    static int columnOf(const QTableView& table, const QString& title) {
        for (int column = 0; column < table.model()->columnCount(); ++column)
            if (table.model()->headerData(column, Qt::Horizontal).toString() == title) return column;
        return -1;
    }
    static int rowOf(const QTableView& table, const QString& name) {
        for (int row = 0; row < table.model()->rowCount(); ++row)
            if (text(table, row, 0) == name) return row;
        return -1;
    }
    static bool bold(const QTableView& table, int row, int column) {
        return table.model()->index(row, column).data(Qt::FontRole).value<QFont>().bold();
    }

  private slots:
    void operationsByRecipesWithDifferencesMarked() {
        RecipesWindow window(nullptr);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        const QTableView& casts = window.casts();
        QCOMPARE(casts.model()->columnCount(), 1 + static_cast<int>(casts_descriptions().size()));
        const int torch = columnOf(casts, "torch.amp"), o2 = columnOf(casts, "Apex O2"),
                  half = columnOf(casts, ".half()");
        const int softmax = rowOf(casts, "softmax"), loss = rowOf(casts, "loss");
        QVERIFY(torch > 0 && o2 > 0 && half > 0 && softmax >= 0 && loss >= 0);
        QCOMPARE(text(casts, softmax, torch), QString("FP32"));
        QCOMPARE(text(casts, softmax, o2), QString("* 16 bits"));
        QVERIFY(bold(casts, softmax, o2) && !bold(casts, softmax, torch));
        QCOMPARE(text(casts, loss, o2), QString("FP32"));
        QCOMPARE(text(casts, loss, half), QString("* 16 bits"));
        QCOMPARE(text(casts, rowOf(casts, "batch norm"), o2), QString("16, inside FP32"));
        QCOMPARE(text(casts, rowOf(casts, "weights"), half), QString("* 16 bits"));
        QCOMPARE(text(casts, rowOf(casts, "loss scale"), o2), QString("* Apex amp"));
        QCOMPARE(text(casts, rowOf(casts, "optimizer"), half), QString("* 16 bits"));
        window.casts().setCurrentIndex(casts.model()->index(softmax, half));
        const QString said = window.sentence().whole();
        QVERIFY2(said.startsWith(".half(): ") && said.contains("Source: torch/nn/modules/module.py"), qPrintable(said));
        for (QPushButton* button : window.findChildren<QPushButton*>())
            if (button->text().contains("Copy")) button->click();
        QVERIFY(QApplication::clipboard()->text().contains("softmax\tFP32\tFP32\t* 16 bits"));
    }

    void everyRecipeHasItsSentenceAndSource() {
        RecipesWindow window(nullptr);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        window.tabs().setCurrentIndex(1);
        QCOMPARE(window.scalers().model()->rowCount(), static_cast<int>(scaler_recipes().size()));
        for (int row = 0; row < window.scalers().model()->rowCount(); ++row) {
            window.scalers().setCurrentIndex(window.scalers().model()->index(row, 0));
            const ScalerRecipe& one = scaler_recipes()[static_cast<std::size_t>(row)];
            QVERIFY(window.sentence().whole().startsWith(QString::fromUtf8(one.title)));
            QVERIFY(window.sentence().whole().endsWith(QString::fromUtf8(one.source)));
        }
        const int megatron = rowOf(window.scalers(), "Megatron-LM");
        QCOMPARE(text(window.scalers(), megatron, 1), QStringLiteral("2³²"));
        QCOMPARE(text(window.scalers(), megatron, 2), QString("1000 steps"));
        QCOMPARE(text(window.scalers(), rowOf(window.scalers(), "Keras 3"), 4), QString("none, may be infinite"));
        window.tabs().setCurrentIndex(2);
        QCOMPARE(window.operands().model()->rowCount(), static_cast<int>(operands_descriptions().size()));
        const int nvfp4 = rowOf(window.operands(), "NVFP4");
        QCOMPARE(text(window.operands(), nvfp4, 2), QStringLiteral("E2M1FN, 16×16"));
        QCOMPARE(text(window.operands(), nvfp4, 3), QString("E2M1FN, rounded at random"));
        window.operands().setCurrentIndex(window.operands().model()->index(nvfp4, 0));
        QVERIFY(window.sentence().whole().contains("each weight gradient through a Hadamard transform"));
        QVERIFY(window.sentence().whole().endsWith("arXiv 2509.25149"));
        QVERIFY(text(window.operands(), rowOf(window.operands(), "MXFP8"), 4).contains("rounded up"));
    }

    void theViewMenuOpensOneWindowThatFits() {
        for (const char* language : {"en", "de"}) {
            QCOMPARE(speak(*qApp, language), language);
            Desk desk;
            QAction* action = desk.find<QAction>("recipes");
            QVERIFY(action && desk.find<QMenu>("viewMenu")->actions().contains(action));
            QVERIFY(desk.window().actions().all().contains(action));
            action->trigger();
            action->trigger();
            const auto windows = desk.window().findChildren<RecipesWindow*>();
            QCOMPARE(windows.size(), 1);
            QVERIFY(QTest::qWaitForWindowExposed(windows[0]));
            for (int tab = 0; tab < windows[0]->tabs().count(); ++tab) {
                windows[0]->tabs().setCurrentIndex(tab);
                const QStringList cut = cutTexts(*windows[0]) + sharedKeys(*windows[0]);
                QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
            }
            if (qstrcmp(language, "de") == 0) {
                windows[0]->tabs().setCurrentIndex(0);
                QVERIFY(rowOf(windows[0]->casts(), "Optimierer") >= 0);
                QVERIFY(windows[0]->sentence().whole().contains("Quelle: "));
            }
            for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
        }
        QCOMPARE(speak(*qApp, "en"), "en");
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::RecipesWindowTest)
#include "recipes_window_test.moc"
