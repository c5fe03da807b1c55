// SPDX-License-Identifier: Apache-2.0
// What the page Underflow recommends and what it calls "now": no best scale for a gradient that loses nothing, though
// another one of the network does, and a scale of an earlier step by its step.
#include <QPushButton>
#include <QTest>

#include "tests/ui/live_records.h"
#include "ui/charts/rescue_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/underflow_page.h"

namespace mantissa::ui {

namespace {

/// Two gradients in FP16: fc1's lies below the range and is lost, fc2's lies within it.
run::Record gradients(std::uint32_t number, float scale = 1, bool lost = true) {
    run::Record r = record("A", number);
    for (const char* tensor : {"fc1.weight", "fc2.weight"}) {
        const bool below = lost && tensor[2] == '1';
        addHistogram(r, tensor, run::ROLE_WEIGHT_GRADIENT, below ? -30 : -2, 0);
        run::Histogram& histogram = *r.mutable_histograms()->mutable_histograms()->rbegin();
        histogram.set_scale(scale);
        run::Shadow& shadow = *histogram.mutable_shadow();
        shadow.set_first_bin(below ? -30 : -2);
        shadow.add_bins(100);
        shadow.set_nonzero(100);
        shadow.set_norm(1.0);
        shadow.set_norm_lost(below ? 1.0 : 0.0);
        shadow.set_cosine(below ? 0.0 : 1.0);
    }
    return r;
}

struct Shown {
    SessionModel session;
    UnderflowPage page{session};

    Shown() { session.apply({started("A", run::FP16)}); }
    void look(const char* tensor) {
        page.chooseTensor(QString::fromLatin1(tensor), run::ROLE_WEIGHT_GRADIENT);
        page.refreshNow();
    }
    QPushButton& button() const { return *page.findChild<QPushButton*>("bestScale"); }
    QString curve() { return page.rescue().accessibleDescription(); }
};

}  // namespace

class BestScaleTest : public QObject {
    Q_OBJECT

  private slots:
    void noneForAGradientThatLosesNothing() {
        Shown shown;
        shown.session.apply({step("A", 10, 2, 0, 1), gradients(10)});
        shown.look("fc2.weight");
        QCOMPARE(shown.button().text(), QStringLiteral("This gradient loses nothing"));
        QVERIFY(!shown.button().isEnabled());
        QVERIFY2(!shown.curve().contains("best"), qPrintable(shown.curve()));
        QVERIFY2(!shown.page.note().text().contains("best scale"), qPrintable(shown.page.note().text()));
        shown.look("fc1.weight");
        QCOMPARE(shown.button().text(), QStringLiteral("Set the best scale, 2¹⁷"));
        QVERIFY(shown.button().isEnabled());
        QVERIFY2(shown.curve().startsWith("The best power of two, 2¹⁷"), qPrintable(shown.curve()));
    }

    void anEarlierScaleIsCalledByItsStep() {
        Shown shown;
        shown.session.apply({step("A", 10, 2, 0, 1), gradients(10)});
        shown.look("fc2.weight");
        QCOMPARE(shown.page.rescue().markOfZero(), QStringLiteral("now 1"));
        // The scale has risen since that histogram.
        shown.session.apply({step("A", 20, 2, 0, 16)});
        shown.page.refreshNow();
        QCOMPARE(shown.page.rescue().markOfZero(), QStringLiteral("step 10: 1"));
        QVERIFY2(shown.curve().startsWith("The scale of step 10, 1,"), qPrintable(shown.curve()));
        // The next histogram has it; going back to the first one, that one's is not of now.
        shown.session.apply({gradients(20, 16)});
        shown.page.refreshNow();
        QCOMPARE(shown.page.rescue().markOfZero(), QStringLiteral("now 2⁴"));
        shown.page.showStep(15);
        shown.page.refreshNow();
        QCOMPARE(shown.page.rescue().markOfZero(), QStringLiteral("step 10: 1"));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::BestScaleTest)
#include "best_scale_test.moc"
