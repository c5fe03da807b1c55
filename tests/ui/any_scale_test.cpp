// SPDX-License-Identifier: Apache-2.0
// Where a run needs no loss scale the page Underflow says which scales will do, and recommends none: what a person
// reads on the button, in the note and as the curve's description.
#include <QPushButton>
#include <QTest>

#include "tests/ui/live_records.h"
#include "ui/charts/rescue_chart.h"
#include "ui/models/session_model.h"
#include "ui/pages/underflow_page.h"

namespace mantissa::ui {

namespace {

/// Gradients between 2^`exponent` and twice that, alike in FP32.
run::Record gradient(std::uint32_t number, int exponent, const char* format = "FP16") {
    run::Record r = record("A", number);
    addHistogram(r, "fc1.weight", run::ROLE_WEIGHT_GRADIENT, exponent, 0);
    run::Histogram& histogram = *r.mutable_histograms()->mutable_histograms(0);
    histogram.set_format(format);
    run::Shadow& shadow = *histogram.mutable_shadow();
    shadow.set_first_bin(exponent);
    shadow.add_bins(100);
    shadow.set_nonzero(100);
    shadow.set_norm(1.0);
    shadow.set_cosine(1.0);
    return r;
}

struct Shown {
    SessionModel session;
    UnderflowPage page{session};

    explicit Shown(run::Precision precision) { session.apply({started("A", precision)}); }
    void apply(const Records& records) {
        session.apply(records);
        page.refreshNow();
    }
    QString button() const { return page.findChild<QPushButton*>("bestScale")->text(); }
    QString note() { return page.note().text(); }
};

}  // namespace

class AnyScaleTest : public QObject {
    Q_OBJECT

  private slots:
    void bf16TakesAnyAndNoneIsTheBest() {
        Shown shown(run::BF16);
        shown.apply({gradient(1, -2, "BF16")});
        QCOMPARE(shown.button(), QStringLiteral("Any scale will do"));
        QVERIFY2(
            shown.note().contains("Any scale will do: without one no gradient of this network loses more than 0.1 % "
                                  "of its norm in its own cast."),
            qPrintable(shown.note()));
        const QString curve = shown.page.rescue().accessibleDescription();
        QVERIFY2(curve.startsWith("The scale now, 1,") && !curve.contains("best"), qPrintable(curve));
    }

    /// Of FP16 a larger one overflows one day: below 65520 = 2^16 lies what is below 2^-1 times 2^17.
    void fp16TakesAnyUpToTheFirstOverflow() {
        Shown shown(run::FP16);
        shown.apply({step("A", 1, 2, 0, 1), gradient(1, -2)});
        QCOMPARE(shown.button(), QStringLiteral("Any scale up to 2¹⁷ will do"));
        QVERIFY2(shown.note().contains("Any scale up to 2¹⁷ will do"), qPrintable(shown.note()));
        QCOMPARE(shown.page.rescue().rescue().highest, std::optional<int>(17));  // beyond it the chart is hatched
        QVERIFY(!shown.page.rescue().rescue().best);
    }

    /// At 2^13 a step was skipped: its gradients were larger than those that are shown.
    void whereAStepWasSkippedItIsKnown() {
        Shown shown(run::FP16);
        run::Record skipped = step("A", 1, 2, 0, 8192);
        skipped.mutable_step_done()->set_skipped(true);
        shown.apply({skipped, gradient(2, -2)});
        QCOMPARE(shown.button(), QStringLiteral("Any scale up to 2¹² will do"));
    }

    /// Gradients of a trained network fit without a scale; those of its first steps did not.
    void onlyWhereItAlwaysDid() {
        Shown shown(run::FP16);
        shown.apply({gradient(10, -30)});
        shown.apply({gradient(200, -2)});
        QVERIFY2(!shown.button().contains("will do"), qPrintable(shown.button()));
        QVERIFY2(!shown.note().contains("will do"), qPrintable(shown.note()));
    }
};

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::AnyScaleTest)
#include "any_scale_test.moc"
