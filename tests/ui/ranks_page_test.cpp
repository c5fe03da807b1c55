// SPDX-License-Identifier: Apache-2.0
// The Ranks page: its curves are what a computation in double gives and stay under their bounds, it says where a format
// overflows, starves and comes to a halt, and it does not keep the window waiting.
#include "ui/pages/ranks_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <cmath>
#include <map>
#include <memory>

#include "ui/charts/chart_readout.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/line_chart.h"

using namespace mantissa;
using namespace mantissa::ui;

namespace {

constexpr std::size_t kFp32 = 0, kFp16 = 1, kBf16 = 2;
constexpr std::size_t kRing = 0, kTree = 1, kDoubling = 2;
constexpr int kBefore = 0, kAfter = 1;

double rounded(double x, const FloatFormat& format) {
    if (x == 0) return 0;
    const int exponent = std::max(std::ilogb(x), static_cast<int>(format.min_exponent()));
    const double spacing = std::ldexp(1.0, exponent - format.fraction_bits);
    return std::nearbyint(x / spacing) * spacing;
}

/// The page's error of sums of neighbours, of fours, of eights, in double, divided last.
double pairwiseError(const FloatFormat& format, int exponent, std::uint32_t ranks) {
    std::vector<std::vector<float>> all(ranks, std::vector<float>(SpreadGradients::count));
    for (std::uint32_t rank = 0; rank < ranks; ++rank) SpreadGradients{exponent}.fill(rank, all[rank]);
    double total = 0;
    for (std::size_t i = 0; i < SpreadGradients::count; ++i) {
        double exact = 0;
        std::vector<double> sums;
        for (const auto& own : all) {
            sums.push_back(rounded(static_cast<double>(own[i]), format));
            exact += sums.back();
        }
        for (; sums.size() > 1; sums.resize(sums.size() / 2))
            for (std::size_t k = 0; k < sums.size() / 2; ++k) sums[k] = rounded(sums[2 * k] + sums[2 * k + 1], format);
        total += std::abs(rounded(sums[0] / ranks, format) * ranks - exact) / exact;
    }
    return total / SpreadGradients::count;
}

/// What the chart's table has, by series and ranks.
std::map<QString, std::map<int, double>> tableOf(const LineChart& chart) {
    const std::unique_ptr<ChartTable> table(chart.makeTable());
    std::map<QString, std::map<int, double>> values;
    for (int row = 0; row < table->rowCount(); ++row) {
        const auto cell = [&](int column) { return table->index(row, column).data(); };
        values[cell(0).toString()][cell(1).toInt()] = cell(2).toDouble();
    }
    return values;
}

/// The page in a window, its first curves drawn.
std::unique_ptr<RanksPage> shownPage() {
    auto page = std::make_unique<RanksPage>();
    page->resize(900, 620);
    page->show();
    return page;
}

bool settled(RanksPage& page) {
    return QTest::qWaitFor([&] { return !page.curves().busy() && page.curves().question() == page.question(); }, 60000);
}

}  // namespace

class RanksPageTest : public QObject {
    Q_OBJECT

  private slots:
    void nothingIsComputedBeforeItIsSeen() {
        RanksPage page;
        page.size().setValue(3);
        QVERIFY(!page.curves().busy());
        page.show();
        QVERIFY(page.curves().busy());
        QVERIFY(settled(page));
        QCOMPARE(page.curves().question().exponent, 3);
    }

    /// What is drawn meanwhile answers another question, and says so.
    void whileCurvesAreComputedNothingIsClaimed() {
        const auto page = shownPage();
        QVERIFY(settled(*page));
        QCOMPARE(page->chart().title(), QString("Error"));
        QVERIFY(page->findings().contains("FP16"));
        page->size().setValue(3);
        QCOMPARE(page->findings(), QString::fromUtf8("Computing …"));
        QCOMPARE(page->chart().title(), QString::fromUtf8("Error (computing …)"));
        QVERIFY(settled(*page));
        QVERIFY(page->findings().contains("FP16"));
        QCOMPARE(page->chart().title(), QString("Error"));
    }

    /// As every page writes them, and as one may type them.
    void powersOfTwoAreRaised() {
        const auto page = shownPage();
        QSpinBox& size = page->size();
        size.setValue(9);
        QCOMPARE(size.text(), QString("2⁹"));
        size.setValue(-12);
        QCOMPARE(size.text(), QString("2⁻¹²"));
        for (const auto& [typed, value] : {std::pair("2^9", 9), std::pair("2^-3", -3), std::pair("2⁴", 4),
                                           std::pair("2⁻⁸", -8), std::pair("12", 12), std::pair("2", 2)}) {
            size.findChild<QLineEdit*>()->setText(QString::fromUtf8(typed));
            size.interpretText();
            QCOMPARE(size.value(), value);
        }
        size.findChild<QLineEdit*>()->setText("2^99");  // beyond what FP16 has
        size.interpretText();
        QCOMPARE(size.value(), 2);
    }

    void theLastPointIsWhatDoubleGives() {
        const auto page = shownPage();
        QVERIFY(settled(*page));
        const auto values = tableOf(page->chart());
        QCOMPARE(values.at("BF16, doubling").rbegin()->first, 4096);
        const double expected = pairwiseError(bf16, page->size().value(), 4096);
        QVERIFY(expected > 1e-4);
        QVERIFY(std::abs(values.at("BF16, doubling").at(4096) / expected - 1) < 1e-6);
        QVERIFY(std::abs(values.at("FP16, doubling").at(64) / pairwiseError(fp16, page->size().value(), 64) - 1) <
                1e-6);
    }

    void boundsLieAboveTheCurves() {
        const auto page = shownPage();
        page->order(kTree).setChecked(true);
        for (const bool wide : {false, true}) {
            page->wide().setChecked(wide);
            page->size().setValue(2);  // FP16's sums neither overflow nor underflow
            for (int divide = 0; divide < page->divide().count(); ++divide) {
                page->divide().setCurrentIndex(divide);
                QVERIFY(settled(*page));
                const auto values = tableOf(page->chart());
                int compared = 0;
                for (const char* curve : {"FP32, ring", "FP32, tree", "FP32, doubling", "FP16, ring", "FP16, tree",
                                          "FP16, doubling", "BF16, ring", "BF16, tree", "BF16, doubling"}) {
                    const auto bound = values.find(QString("bound of %1").arg(curve));
                    QVERIFY2(bound != values.end(), curve);
                    if (divide != kAfter && QString(curve).startsWith("FP16")) continue;  // it underflows
                    for (const auto& [ranks, limit] : bound->second) {
                        const double error = values.at(curve).at(ranks);
                        QVERIFY2(error <= limit, qPrintable(QString("%1 %2: %3").arg(curve).arg(ranks).arg(error)));
                        ++compared;
                    }
                }
                QVERIFY(compared > 60);
            }
        }
    }

    void itSaysWhereFp16OverflowsAndFp32DoesNot() {
        const auto page = shownPage();
        QVERIFY(settled(*page));
        QVERIFY2(page->findings().contains("FP16: the sum overflows from 256 ranks on"), qPrintable(page->findings()));
        QVERIFY(page->findings().contains("FP32: the error stays below 2⁻²⁰"));
        QVERIFY(page->findings().contains("BF16, ring: the sum of 4096 ranks is off by 86\u00a0%"));
        const auto values = tableOf(page->chart());
        QVERIFY(std::isfinite(values.at("FP16, ring").at(128)) && std::isinf(values.at("FP16, ring").at(256)));
        // A triangle at the upper edge for each number of ranks that overflows.
        QCOMPARE(page->chart().drawnMarks(RanksPage::seriesOf(fp16, RankOrder::ring)), std::size_t{5});
        QCOMPARE(page->chart().drawnMarks(RanksPage::seriesOf(fp32, RankOrder::ring)), std::size_t{0});
        page->divide().setCurrentIndex(kBefore);
        QVERIFY(settled(*page));
        QVERIFY2(!page->findings().contains("overflows"), qPrintable(page->findings()));
    }

    void itSaysWhatTheDivisionMakesZero() {
        const auto page = shownPage();
        page->size().setValue(-8);
        page->divide().setCurrentIndex(kBefore);
        page->format(kBf16).setChecked(false);
        QVERIFY(settled(*page));
        QVERIFY2(page->findings().contains(
                     "the division makes gradients zero before they are summed; of 256 ranks 44\u00a0% "
                     "of them"),
                 qPrintable(page->findings()));
        QVERIFY(!page->findings().contains("BF16"));
        QVERIFY(tableOf(page->chart()).at("FP16, ring").at(256) > 0.4);
        page->divide().setCurrentIndex(kAfter);
        page->size().setValue(-4);
        QVERIFY(settled(*page));
        QVERIFY2(!page->findings().contains("zero"), qPrintable(page->findings()));
        page->size().setValue(-16);
        QVERIFY(settled(*page));
        QVERIFY2(page->findings().contains("averages are too small for the format"), qPrintable(page->findings()));
    }

    void partialSumsInFp32LetBf16Go() {
        const auto page = shownPage();
        page->wide().setChecked(true);
        QVERIFY(settled(*page));
        QVERIFY2(!page->findings().contains("BF16"), qPrintable(page->findings()));
        QVERIFY(tableOf(page->chart()).at("BF16, ring").at(4096) < 0.005);
    }

    void whatIsChosenIsDrawn() {
        const auto page = shownPage();
        for (const std::size_t i : {kFp16, kBf16}) page->format(i).setChecked(false);
        page->order(kDoubling).setChecked(false);
        QVERIFY(settled(*page));
        QCOMPARE(page->chart().seriesIds(),
                 QStringList({RanksPage::seriesOf(fp32, RankOrder::ring), RanksPage::boundOf(fp32, RankOrder::ring)}));
        page->format(kFp32).setChecked(false);
        QVERIFY(settled(*page));
        QVERIFY(page->chart().seriesIds().isEmpty());
        QCOMPARE(page->findings(), QString());
        QCOMPARE(page->chart().accessibleDescription(), QString("Choose a format and an order"));
    }

    void theKeyboardReadsOff() {
        const auto page = shownPage();
        QVERIFY(settled(*page));
        page->chart().setFocus();
        for (int i = 0; i < 20; ++i) QTest::keyClick(&page->chart(), Qt::Key_Left);
        QTest::keyClick(&page->chart(), Qt::Key_Right);
        auto* readout = page->findChild<ChartReadout*>();
        QVERIFY(readout && readout->isVisible());
        QCOMPARE(readout->head(), QString("ranks 4"));
        QVERIFY(readout->lines().size() >= 6);
        QVERIFY2(readout->lines()[0].text.startsWith("FP32, ring"), qPrintable(readout->lines()[0].text));
        QList<QWidget*> controls{&page->divide(), &page->size(), &page->wide(), &page->chart()};
        for (std::size_t i = 0; i < 3; ++i) controls << &page->format(i) << &page->order(i);
        for (const QWidget* control : controls) {
            QVERIFY(control->focusPolicy() & Qt::TabFocus);
            const QString name = control->accessibleName();
            QVERIFY2(!name.isEmpty() || !control->property("text").toString().isEmpty(),
                     control->metaObject()->className());
        }
    }

    void theWindowDoesNotWait() {
        auto page = shownPage();
        page->order(kTree).setChecked(true);
        for (int i = 0; i < 8; ++i) {
            page->size().setValue(i);
            QVERIFY(page->curves().busy());  // asked, and not answered before the event loop had its turn
            QCoreApplication::processEvents();
        }
        QVERIFY(settled(*page));
        QCOMPARE(page->curves().question().exponent, 7);
        page->divide().setCurrentIndex(kBefore);
        page.reset();  // while it computes
    }
};

QTEST_MAIN(RanksPageTest)
#include "ranks_page_test.moc"
