// SPDX-License-Identifier: Apache-2.0
// Text of 200 %: the window still fits a screen of 1280x800, no page is wider than the place beside one dock, no label
// is cut off, and no window of its own is larger than the screen.
#include <QAbstractButton>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>

#include "tests/ui/desk.h"
#include "ui/charts/wrap_layout.h"
#include "ui/classroom/class_window.h"
#include "ui/classroom/command_list.h"
#include "ui/setup/setup_dock.h"
#include "ui/shell/advisor_strip.h"
#include "ui/shell/classroom.h"
#include "ui/shell/decision_dialog.h"
#include "ui/shell/hand_out_dialog.h"
#include "ui/shell/machine_dialog.h"
#include "ui/shell/page_tabs.h"
#include "ui/widgets/theme.h"
#include "ui/words/translation.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr int kScreenWidth = 1280;

QString nameOf(const QWidget& widget, const QString& text) {
    return QString("%1 %2: %3").arg(widget.metaObject()->className(), widget.objectName(), text);
}

/// Labels and buttons that are narrower than what they say. What is elided on purpose has its whole text as a tip.
QStringList cutOff(QWidget& root) {
    QStringList cut;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible()) continue;
        QString text;
        int missing = 0;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            if (label->text().contains(QChar(0x2026)) || !label->pixmap(Qt::ReturnByValue).isNull()) continue;
            text = label->text();
            missing = label->wordWrap() ? label->heightForWidth(label->width()) - label->height()
                                        : label->sizeHint().width() - label->width();
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            text = button->text();
            missing = button->sizeHint().width() - button->width();
        }
        if (text.size() > 1 && missing > 2) cut << nameOf(*widget, text.left(60)) + QString(" by %1").arg(missing);
    }
    return cut;
}

/// Which widgets ask for most of the width.
QString widest(QWidget& window) {
    QStringList all;
    for (const QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible() && widget->minimumSizeHint().width() > 280)
            all << nameOf(*widget, QString::number(widget->minimumSizeHint().width()));
    return all.join('\n');
}

}  // namespace

class TextSizeTest : public QObject {
    Q_OBJECT

    /// A run that the advisor has something to say about, with a button; then text of 200 %, as a person sets it.
    static void enlarge(Desk& desk) {
        run::RunConfig config = desk.setup().config();
        config.set_precision(run::FP16);
        config.set_scaling(run::DYNAMIC);
        config.set_growth_interval(2000000);
        config.set_width(250);
        desk.setup().restore(config);
        desk.startRun();
        desk.find<AdvisorStrip>("advisor")->refreshNow();
        for (int i = 0; i < 10; ++i) desk.window().actions().textLarger->trigger();
        QCOMPARE(desk.program->theme().textPercent(), 200);
        QVERIFY(desk.find<AdvisorStrip>("advisor")->isVisible());
    }
    QFont plain_;

    static void languages() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("German") << "de";
    }

  private slots:
    void initTestCase() {
        QApplication::setQuitOnLastWindowClosed(false);
        plain_ = QApplication::font();
    }
    void cleanup() { QApplication::setFont(plain_); }  // the next program takes it for the desktop's

    void noWindowIsLargerThanTheScreen() {
        Desk desk;
        enlarge(desk);
        MainWindow& window = desk.window();
        new HandOutDialog(window.setup(), &window);
        new CommandList(&window);
        new MachineDialog({}, &window);
        window.actions().decision->trigger();
        window.actions().keyboard->trigger();
        window.actions().workerLog->trigger();
        ClassWindow& classView = window.classroom().openClass();
        QList<QWidget*> all{&classView};
        for (auto* dialog : window.findChildren<QDialog*>()) all << dialog;
        QVERIFY(all.size() >= 7);
        const QSize room = window.screen()->availableSize();
        for (QWidget* each : all) {
            each->show();
            QVERIFY2(
                each->width() <= room.width() && each->height() <= room.height(),
                qPrintable(
                    QString("%1 %2x%3").arg(each->metaObject()->className()).arg(each->width()).arg(each->height())));
        }
        for (QWidget* each : all) each->hide();
    }

    void aRowGoesOnInTheNextLine() {
        QWidget box;
        auto* row = new WrapLayout(10, 4);
        box.setLayout(row);
        QList<QWidget*> widgets;
        for (int i = 0; i < 3; ++i) {
            auto* widget = new QWidget(&box);
            widget->setFixedSize(100, 20 + i);
            widgets << widget;
            if (i == 1) row->addGap();
            row->addWidget(widget);
        }
        QCOMPARE(row->sizeHint(), QSize(320, 22));
        QCOMPARE(row->minimumSize(), QSize(100, 22));
        QCOMPARE(row->heightForWidth(320), 22);
        QCOMPARE(row->heightForWidth(319), 21 + 4 + 22);
        QCOMPARE(row->heightForWidth(50), 20 + 4 + 21 + 4 + 22);
        row->setGeometry(QRect(0, 0, 400, 22));
        QCOMPARE(widgets[0]->x(), 0);
        QCOMPARE(widgets[1]->x(), 190);  // what is left is between the first and the second
        QCOMPARE(widgets[2]->x(), 300);
        row->setGeometry(QRect(0, 0, 300, 60));
        QCOMPARE(widgets[1]->pos(), QPoint(190 + 10, 0));
        QCOMPARE(widgets[2]->pos(), QPoint(0, 21 + 4));
        widgets[1]->hide();
        QCOMPARE(row->heightForWidth(210), 22);
    }

    void theWindowFitsTheSmallestScreenAndNothingIsCutOff_data() { languages(); }
    void theWindowFitsTheSmallestScreenAndNothingIsCutOff() {
        QFETCH(QString, language);
        speak(*qApp, language);
        Desk desk;
        enlarge(desk);
        MainWindow& window = desk.window();
        const auto* setup = desk.find<SetupDock>("setupDock");
        for (int i = 0; i < window.pages().count(); ++i) {
            window.pages().setCurrentIndex(i);
            QCoreApplication::processEvents();
            const QString page = window.pages().tabText(i);
            QVERIFY2(window.minimumSizeHint().width() <= kScreenWidth, qPrintable(page + '\n' + widest(window)));
            QVERIFY2(window.minimumSizeHint().height() <= 800,
                     qPrintable(page + QString::number(window.minimumSizeHint().height())));
            for (const auto* area : window.pages().currentWidget()->findChildren<QScrollArea*>()) {
                if (!area->isVisible() || !area->widget()) continue;
                const int wide = area->widget()->minimumSizeHint().width();
                // The page Formats has 32 bits in a row, which fit with no dock beside them.
                const bool bits = window.pages().currentWidget()->inherits("mantissa::ui::FormatsPage");
                const int dock = bits ? 0 : setup->minimumSizeHint().width();
                const int beside = kScreenWidth - dock - 20;
                QVERIFY2(wide <= beside, qPrintable(QString("%1: %2 of %3").arg(page).arg(wide).arg(beside)));
            }
        }
        window.resize(kScreenWidth, 800);
        QStringList cut;
        for (int i = 0; i < window.pages().count(); ++i) {
            window.pages().setCurrentIndex(i);
            for (int k = 0; k < 3; ++k) QCoreApplication::processEvents();  // what wraps is laid out anew
            cut << cutOff(window);
        }
        cut.removeDuplicates();
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join('\n')));
    }
};

QTEST_MAIN(TextSizeTest)
#include "text_size_test.moc"
