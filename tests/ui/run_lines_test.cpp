// SPDX-License-Identifier: Apache-2.0
// Names in the Runs dock take the room that is left: what does not fit into the first line goes on in the second,
// before what is known of the run otherwise.
#include <QApplication>
#include <QDateTime>
#include <QFontMetricsF>
#include <QTest>

#include "ui/runs/run_delegate.h"
#include "ui/words/date_words.h"

namespace mantissa::ui {

class RunLinesTest : public QObject {
    Q_OBJECT

  private slots:
    void aShortNameLeavesTheSecondLine() {
        const QFont font = QApplication::font();
        const auto [first, second] = runLines("2  FP16 · dynamic", "MLP 6×128 · 14:03", font, font, 400);
        QCOMPARE(first, QStringLiteral("2  FP16 · dynamic"));
        QCOMPARE(second, QStringLiteral("MLP 6×128 · 14:03"));
    }

    void aLongNameGoesOn() {
        const QFont font = QApplication::font();
        QFont small = font;
        small.setPointSizeF(font.pointSizeF() * 0.88);
        const QString name = QStringLiteral("2  FP16 · dynamic · batch 256 · learning rate 0.003");
        const double width = QFontMetricsF(font).horizontalAdvance(QStringLiteral("2  FP16 · dynamic · batch 256 · l"));
        const auto [first, second] = runLines(name, "MLP 6×128", font, small, width);
        QCOMPARE(first, QStringLiteral("2  FP16 · dynamic · batch 256"));
        QVERIFY2(second.startsWith(QStringLiteral("learning rate 0.003")), qPrintable(second));
        QVERIFY(QFontMetricsF(small).horizontalAdvance(second) <= width + 1);
    }

    void whatHasNoRoomIsElided() {
        const QFont font = QApplication::font();
        const QString word(60, u'x');
        const auto [first, second] = runLines(word, "MLP", font, font, 100);
        QVERIFY(first.endsWith(u'…'));
        QVERIFY(QFontMetricsF(font).horizontalAdvance(first) <= 100);
        QVERIFY(QFontMetricsF(font).horizontalAdvance(second) <= 100);
    }

    void whenIsWrittenAsTheWindowsLanguageHasIt() {
        const QDate today = QDate::currentDate(), before = today.addDays(-2);
        const auto seconds = [](const QDate& day) { return QDateTime(day, QTime(14, 3)).toSecsSinceEpoch(); };
        setDateLocale(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(timeOrDateText(seconds(today)), QStringLiteral("14:03"));
        QCOMPARE(timeOrDateText(seconds(before)), before.toString(QStringLiteral("dd.MM.yy")));
        setDateLocale(QLocale(QLocale::English, QLocale::UnitedStates));
        QVERIFY(timeOrDateText(seconds(today)).startsWith(QStringLiteral("2:03")));
        QVERIFY(timeOrDateText(seconds(today)).endsWith(QStringLiteral("PM")));
        QCOMPARE(timeOrDateText(seconds(before)), before.toString(QStringLiteral("M/d/yy")));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::RunLinesTest)
#include "run_lines_test.moc"
