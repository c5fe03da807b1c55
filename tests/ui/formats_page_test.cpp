// SPDX-License-Identifier: Apache-2.0
// The Formats page: what is typed is rounded into every format, bits toggle by mouse and keyboard, the experiments
// follow their inputs, everything has a name and fits.
#include "ui/pages/formats_page.h"

#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "ui/charts/bit_fields.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/models/format_facts.h"
#include "ui/pages/formats_bits.h"
#include "ui/pages/formats_formula.h"
#include "ui/pages/formats_ruler.h"
#include "ui/pages/formats_sums.h"
#include "ui/pages/formats_table.h"

namespace mantissa::ui {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr int kFp16 = 2;  // row of the page

/// Whether this very colour is painted somewhere in the widget.
bool paints(QWidget& widget, const QColor& color) {
    const QImage image = widget.grab().toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).rgb() == color.rgb()) return true;
    return false;
}

}  // namespace

class FormatsPageTest : public QObject {
    Q_OBJECT

  private slots:
    void typing();
    void toggling();
    void everyBitToggles();
    void theFormulaHasTheBitsTones();
    void nanKeepsItsBits();
    void keyboard();
    void specials();
    void rulerTable();
    void sumSection();
    void dotSection();
    void tablesCopy();
    void everythingHasAName();
    void fits_data();
    void fits();
};

void FormatsPageTest::typing() {
    FormatsPage page;
    page.show();
    page.field().selectAll();
    QTest::keyClicks(&page.field(), QStringLiteral("1+0.0001"));
    QCOMPARE(page.number(), 1.0 + 0.0001);
    QCOMPARE(page.problem(), QString());
    QCOMPARE(page.facts().cell(3, 0), QStringLiteral("BF16"));
    QCOMPARE(page.facts().cell(3, 1), QStringLiteral("1"));
    QCOMPARE(page.facts().cell(0, 1), QStringLiteral("1.00010002"));
    QCOMPARE(page.facts().cell(0, 2), QStringLiteral("normal"));
    QCOMPARE(page.facts().cell(kFp16, 5), powerOfTwo(-10));
    page.field().selectAll();
    QTest::keyClicks(&page.field(), QStringLiteral("1e6"));
    QCOMPARE(page.facts().cell(kFp16, 1), QStringLiteral("∞"));
    QCOMPARE(page.facts().cell(kFp16, 6), QStringLiteral("overflow"));
    QCOMPARE(page.facts().cell(0, 6), QStringLiteral("exact"));
    // What cannot be read is said, and the number stays.
    page.field().selectAll();
    QTest::keyClicks(&page.field(), QStringLiteral("x"));
    QVERIFY(!page.problem().isEmpty());
    QCOMPARE(page.number(), 1e6);
}

void FormatsPageTest::toggling() {
    FormatsPage page;
    page.setNumber(1.0);
    BitStrip& strip = page.strip(kFp16);
    QCOMPARE(strip.bits(), 0x3C00u);
    QTest::mouseClick(strip.button(9), Qt::LeftButton);  // worth a half of 1
    QCOMPARE(page.number(), 1.5);
    QCOMPARE(page.field().text(), QStringLiteral("1.5"));
    QCOMPARE(page.strip(0).bits(), 0x3FC00000u);
    QTest::mouseClick(strip.button(15), Qt::LeftButton);
    QCOMPARE(page.number(), -1.5);
    QTest::mouseClick(strip.button(14), Qt::LeftButton);  // exponent 15 becomes 31: NaN, since the fraction is not zero
    QVERIFY(std::isnan(page.number()));
    QCOMPARE(page.facts().cell(kFp16, 2), QStringLiteral("NaN"));
    page.setNumber(1.0);
    page.selectFormat(0);
    QTest::mouseClick(page.strip(0).button(0), Qt::LeftButton);
    QCOMPARE(page.number(), 1.0 + 0x1p-23);
    QCOMPARE(page.facts().cell(kFp16, 1), QStringLiteral("1"));
    QVERIFY(page.formula().text().contains(QStringLiteral("1.00000011920928955078125")));
}

void FormatsPageTest::theFormulaHasTheBitsTones() {
    for (const bool dark : {false, true}) {
        FormatsPage page;
        QPalette palette;
        palette.setColor(QPalette::Base, dark ? QColor(0x16, 0x1a, 0x20) : QColor(Qt::white));
        palette.setColor(QPalette::Text, dark ? QColor(Qt::white) : QColor(Qt::black));
        palette.setColor(QPalette::Window, palette.color(QPalette::Base));
        palette.setColor(QPalette::WindowText, palette.color(QPalette::Text));
        page.setPalette(palette);
        page.resize(1000, 800);
        page.show();
        page.selectFormat(kFp16);
        page.setNumber(-1.6667);  // ones in all three parts
        const ChartPalette tones = ChartPalette::fromWidget(&page.formula());
        QCOMPARE(tones.dark, dark);
        std::set<QRgb> different;
        for (const BitField field : {BitField::Sign, BitField::Exponent, BitField::Fraction}) {
            const QColor tone = fieldTone(field, tones);
            different.insert(tone.rgb());
            QVERIFY2(paints(page.formula(), tone), qPrintable(fieldName(field)));
            QVERIFY2(paints(page.strip(kFp16), tone), qPrintable(fieldName(field)));
        }
        QCOMPARE(different.size(), std::size_t{3});
    }
}

void FormatsPageTest::everyBitToggles() {
    FormatsPage page;
    for (int row = 0; row < 4; ++row) {
        const FloatFormat& format = kPageFormats[static_cast<std::size_t>(row)];
        for (int bit = 0; bit < format.bits(); ++bit) {
            page.setNumber(1.0);
            const std::uint32_t before = page.strip(row).bits();
            page.strip(row).button(bit)->click();
            QCOMPARE(page.strip(row).bits(), before ^ (1u << bit));
            const double value = static_cast<double>(decode(before ^ (1u << bit), format));
            QVERIFY(page.number() == value || std::isnan(value));
        }
    }
}

void FormatsPageTest::nanKeepsItsBits() {
    FormatsPage page;
    page.setNumber(kInf);
    page.strip(kFp16).button(0)->click();
    QCOMPARE(page.strip(kFp16).bits(), 0x7C01u);
    QVERIFY(std::isnan(page.number()));
    page.strip(kFp16).button(0)->click();
    QCOMPARE(page.number(), kInf);
    QCOMPARE(page.strip(3).bits(), 0x7F80u);
}

void FormatsPageTest::keyboard() {
    FormatsPage page;
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setNumber(1.0);
    BitStrip& strip = page.strip(3);
    strip.button(15)->setFocus();
    QCOMPARE(page.selectedFormat(), 3);
    QTest::keyClick(strip.button(15), Qt::Key_Right);
    QVERIFY(strip.button(14)->hasFocus());
    QTest::keyClick(strip.button(14), Qt::Key_End);
    QVERIFY(strip.button(0)->hasFocus());
    QTest::keyClick(strip.button(0), Qt::Key_Right);
    QVERIFY(strip.button(0)->hasFocus());
    QTest::keyClick(strip.button(0), Qt::Key_Space);
    QCOMPARE(page.number(), 1.0 + 0x1p-7);
    QVERIFY(strip.button(0)->accessibleName().endsWith(QStringLiteral(": 1")));
    QTest::keyClick(strip.button(0), Qt::Key_Home);
    QTest::keyClick(strip.button(15), Qt::Key_Space);
    QCOMPARE(page.number(), -1.0 - 0x1p-7);
    // One stop of the Tab key for a whole strip.
    int stops = 0;
    for (int bit = 0; bit < 16; ++bit) stops += strip.button(bit)->focusPolicy() & Qt::TabFocus ? 1 : 0;
    QCOMPARE(stops, 1);
}

void FormatsPageTest::specials() {
    FormatsPage page;
    page.selectFormat(kFp16);
    const auto press = [&page](const char* text) {
        for (QPushButton* button : page.findChildren<QPushButton*>())
            if (button->text() == QLatin1String(text)) return button->click(), true;
        return false;
    };
    QVERIFY(press("largest"));
    QCOMPARE(page.number(), 65504.0);
    QVERIFY(press("smallest normal"));
    QCOMPARE(page.number(), 0x1p-14);
    QVERIFY(press("smallest subnormal"));
    QCOMPARE(page.number(), 0x1p-24);
    QVERIFY(press("1"));
    QCOMPARE(page.number(), 1.0);
    QVERIFY(press("1 + ulp"));
    QCOMPARE(page.number(), 1.0 + 0x1p-10);
    QVERIFY(press("inf"));
    QCOMPARE(page.number(), kInf);
    QVERIFY(press("NaN"));
    QVERIFY(std::isnan(page.number()));
    page.selectFormat(3);
    QVERIFY(press("1 + ulp"));
    QCOMPARE(page.number(), 1.0 + 0x1p-7);
    QCOMPARE(page.onePlusTable().cell(3, 4), QStringLiteral("lost"));
    QCOMPARE(page.onePlusTable().cell(0, 4), QStringLiteral("kept"));
}

void FormatsPageTest::rulerTable() {
    FormatsPage page;
    page.setNumber(0x1p-30);
    const std::unique_ptr<ChartTable> table(page.ruler().makeTable());
    QCOMPARE(table->rowCount(), 4);
    const auto number = [&table](int row, int column) {
        return table->data(table->index(row, column), Qt::UserRole).toDouble();
    };
    QCOMPARE(number(kFp16, 1), 0x1p-24);
    QCOMPARE(number(kFp16, 3), 65504.0);
    QCOMPARE(number(kFp16, 4), 0.0);
    QCOMPARE(number(3, 4), 0x1p-30);
    QVERIFY(page.ruler().accessibleDescription().contains(QStringLiteral("FP16: 0")));
}

void FormatsPageTest::sumSection() {
    FormatsPage page;
    RunningSums& sums = page.sums();
    QCOMPARE(sums.table().cell(kFp16, 1), QStringLiteral("0.25"));
    QVERIFY(sums.finding().contains(QStringLiteral("FP16 at 0.25")));
    QCOMPARE(sums.chart().seriesIds().size(), 7);
    sums.term().setText(QStringLiteral("1"));
    sums.count().setValue(5000);
    QCOMPARE(sums.table().cell(kFp16, 1), QStringLiteral("2048"));
    QCOMPARE(sums.table().cell(kFp16, 3), QStringLiteral("5000"));
    QCOMPARE(sums.table().cell(0, 2), QStringLiteral("no"));
    // TF32 has FP16's fraction and goes on from the tie at 2048.
    QCOMPARE(sums.table().cell(1, 1), QStringLiteral("4096"));
    QVERIFY2(sums.finding().contains(QStringLiteral("or half of it where ties round to even (not in TF32)")),
             qPrintable(sums.finding()));
    sums.term().setText(QStringLiteral("?"));
    QVERIFY(sums.finding().contains(QStringLiteral("cannot be read")));
    QCOMPARE(sums.table().cell(kFp16, 1), QStringLiteral("–"));
    QCOMPARE(sums.chart().seriesIds().size(), 0);
}

void FormatsPageTest::dotSection() {
    FormatsPage page;
    DotProducts& dots = page.dots();
    QCOMPARE(dots.table().cell(0, 1), QStringLiteral("2048"));
    QCOMPARE(dots.table().cell(1, 1), QStringLiteral("4096"));
    QCOMPARE(dots.table().cell(2, 2), QStringLiteral("none"));
    for (int i = 0; i < dots.preset().count(); ++i) {
        dots.preset().setCurrentIndex(i);
        QVERIFY(!parseNumbers(dots.first().text()).empty());
        QVERIFY(!parseNumbers(dots.second().text()).empty());
    }
    dots.preset().setCurrentIndex(0);
    dots.first().selectAll();
    QTest::keyClicks(&dots.first(), QStringLiteral("2, 3"));
    QCOMPARE(dots.preset().currentText(), QStringLiteral("Your own numbers"));
    dots.count().setValue(3);
    QCOMPARE(dots.table().cell(3, 1), QStringLiteral("7"));
    dots.first().selectAll();
    QTest::keyClicks(&dots.first(), QStringLiteral("2,,3"));
    QVERIFY(dots.message().contains(QStringLiteral("cannot be read")));
}

void FormatsPageTest::tablesCopy() {
    FormatsPage page;
    page.setNumber(1.0);
    QTest::keySequence(&page.facts(), QKeySequence::Copy);
    const QString text = QApplication::clipboard()->text();
    QVERIFY(text.startsWith(QStringLiteral("format\tvalue\t")));
    QVERIFY(text.contains(QStringLiteral("\nBF16\t1\tnormal\t")));
}

void FormatsPageTest::everythingHasAName() {
    FormatsPage page;
    int checked = 0;
    for (const QWidget* widget : page.findChildren<QWidget*>()) {
        // Qt's own insides (a spin box's line, a combo box's list) speak through their owner.
        if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QStringLiteral("qt_"))) continue;
        if (widget->focusProxy() || qobject_cast<const QComboBox*>(widget->parentWidget())) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(named, widget->metaObject()->className());
        ++checked;
    }
    QVERIFY(checked > 32 + 19 + 16 + 16 + 10);
}

void FormatsPageTest::fits_data() {
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("wide");
    QTest::newRow("usual text") << 9.0 << true;
    QTest::newRow("large text") << 18.0 << false;
}

void FormatsPageTest::fits() {
    QFETCH(double, points);
    QFETCH(bool, wide);
    FormatsPage page;
    QFont font = page.font();
    font.setPointSizeF(points);
    page.setFont(font);
    page.resize(800, 560);
    page.show();
    QCoreApplication::processEvents();
    const auto* area = page.findChild<QScrollArea*>();
    QVERIFY(area);
    if (wide) QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    for (int row = 0; row < 4; ++row) QVERIFY(page.strip(row).width() >= page.strip(row).minimumSizeHint().width());
    QVERIFY(page.formula().width() >= page.formula().sizeHint().width());
    QVERIFY(page.ruler().width() >= page.ruler().minimumSizeHint().width());
    for (const FormatsTable* table : page.findChildren<FormatsTable*>()) {
        if (wide) QVERIFY2(!table->horizontalScrollBar()->isVisible(), qPrintable(table->accessibleName()));
        QVERIFY2(table->width() >= table->sizeHint().width() || table->horizontalScrollBar()->isVisible(),
                 qPrintable(table->accessibleName()));
    }
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        const int height = label->wordWrap() ? label->heightForWidth(label->width()) : label->sizeHint().height();
        QVERIFY2(label->height() >= height, qPrintable(label->text()));
        if (!label->wordWrap()) QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::FormatsPageTest)
#include "formats_page_test.moc"
