// SPDX-License-Identifier: Apache-2.0
// Help › Glossary: what the window says is in it, each term is one sentence, and leads to the page where it is seen.
#include "ui/shell/glossary.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QTableView>

#include "tests/ui/desk.h"
#include "ui/shell/page_tabs.h"

using namespace mantissa;
using namespace mantissa::ui;

class GlossaryTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }

    void everyTermIsOneSentenceAndHasItsPage() {
        Desk desk;
        QSet<QString> terms;
        for (const GlossaryEntry& entry : glossary()) {
            QVERIFY2(!terms.contains(entry.term), qPrintable(entry.term));
            terms << entry.term;
            QVERIFY2(entry.sentence.endsWith('.') && entry.sentence.size() > 20, qPrintable(entry.sentence));
            if (entry.term == "settings") continue;  // those of the Setup dock, on no page
            QVERIFY2(desk.window().pages().open(entry.page), qPrintable(entry.term + " on " + entry.page));
        }
        // The words that pages, advisor and reports use without saying what they mean.
        for (const char* term : {"BF16",
                                 "FP16",
                                 "FP32",
                                 "TF32",
                                 "cosine",
                                 "degraded",
                                 "diverged",
                                 "emulated",
                                 "flushed",
                                 "ghost",
                                 "gradient norm kept",
                                 "growth interval",
                                 "headroom",
                                 "loss scaling",
                                 "lost update",
                                 "master weights",
                                 "overflow",
                                 "shadow",
                                 "skipped step",
                                 "starved",
                                 "subnormal",
                                 "ulp",
                                 "underflow",
                                 "upstream underflow",
                                 "zero before the cast"})
            QVERIFY2(terms.contains(term), term);
    }

    void aTermIsFoundAndLeadsToItsPage() {
        Desk desk;
        desk.window().actions().glossary->trigger();
        auto* dialog = desk.find<QDialog>("glossaryDialog");
        QVERIFY(dialog && dialog->isVisible());
        auto* search = dialog->findChild<QLineEdit*>();
        auto* table = dialog->findChild<QTableView*>("glossaryTable");
        auto* show = dialog->findChild<QPushButton*>("glossaryShow");
        QVERIFY(!show->isEnabled());
        QTest::keyClicks(search, "headroom");
        QVERIFY(table->model()->rowCount() >= 1);
        int row = 0;
        while (row < table->model()->rowCount() && table->model()->index(row, 0).data().toString() != "headroom") ++row;
        table->selectRow(row);
        QVERIFY(show->isEnabled());
        QTest::mouseClick(show, Qt::LeftButton);
        QVERIFY(desk.window().pages().isAt("Scale"));
        dialog->close();
    }

    /// Each page has its line and its key in View › Page, and Help › Keyboard names the keys.
    void everyPageHasAKey() {
        Desk desk;
        PageTabs& pages = desk.window().pages();
        const QList<QAction*> lines = desk.find<QMenu>("pageMenu")->actions();
        QCOMPARE(lines.size(), pages.count());
        for (int i = 0; i < pages.count(); ++i) {
            QVERIFY2(lines[i]->text().endsWith(pages.tabText(i)), qPrintable(lines[i]->text()));
            QVERIFY2(!lines[i]->shortcut().isEmpty(), qPrintable(lines[i]->text()));
        }
        QTest::keyClick(&desk.window(), Qt::Key_3, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(pages.isAt("Ranks"));
        desk.window().actions().keyboard->trigger();
        QStringList told;
        for (const QLabel* label : desk.window().findChildren<QLabel*>()) told << label->text();
        QVERIFY(told.join(u'\n').contains("Ctrl+Shift+1 to 3"));
    }
};

QTEST_MAIN(GlossaryTest)
#include "glossary_test.moc"
