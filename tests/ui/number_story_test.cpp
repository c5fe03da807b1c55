// SPDX-License-Identifier: Apache-2.0
// One number's way as a story: which stages a trace has, where it ends, what the formats make of it, and its words.
#include "ui/models/number_story.h"

#include <QLineEdit>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/ui/trace_records.h"
#include "ui/pages/follow_bin.h"
#include "ui/pages/follow_words.h"

namespace mantissa::ui {

class NumberStoryTest : public QObject {
    Q_OBJECT

  private slots:
    void formatsOfATie();
    void formatsAtTheEnds();
    void everyDeathEndsWhereItStrikes_data();
    void everyDeathEndsWhereItStrikes();
    void wordsNameTheFormatsLimits();
    void wordsOfAnArrival();
    void texts();
    void binsAsText();
};

void NumberStoryTest::formatsOfATie() {
    // 2^-25 is FP16's tie between zero and its smallest number: to even, zero. The other three have it.
    const auto all = inAllFormats(0x1p-25f);
    QCOMPARE(all[2].value, 0.0);
    QCOMPARE(all[2].bits, 0u);
    QCOMPARE(all[2].error, -0x1p-25);
    QCOMPARE(all[2].relative, 1.0);
    for (const std::size_t i : {0u, 1u, 3u}) {
        QCOMPARE(all[i].value, 0x1p-25);
        QCOMPARE(all[i].error, 0.0);
        QCOMPARE(all[i].relative, 0.0);
    }
    // 1 + 2^-9: FP16 has it, BF16 rounds it to 1.
    const auto other = inAllFormats(1.0f + 0x1p-9f);
    QCOMPARE(other[2].bits, 0x3C02u);
    QCOMPARE(other[3].bits, 0x3F80u);
    QCOMPARE(other[3].error, -0x1p-9);
    QCOMPARE(bitsText(other[2].bits, fp16), QStringLiteral("0 01111 0000000010"));
}

void NumberStoryTest::formatsAtTheEnds() {
    const auto large = inAllFormats(65520.0f);
    QVERIFY(std::isinf(large[2].value) && std::isinf(large[2].relative));
    QCOMPARE(large[3].value, 65536.0);
    const auto nan = inAllFormats(std::numeric_limits<float>::quiet_NaN());
    for (const NumberInFormat& at : nan) QVERIFY(std::isnan(at.value) && std::isnan(at.error));
    const auto zero = inAllFormats(-0.0f);
    for (const NumberInFormat& at : zero) QVERIFY(at.error == 0.0 && at.relative == 0.0);
}

void NumberStoryTest::everyDeathEndsWhereItStrikes_data() {
    QTest::addColumn<int>("death");
    QTest::addColumn<int>("last");
    QTest::addColumn<bool>("died");
    QTest::addColumn<int>("rest");
    using T = run::TraceRecord;
    const auto row = [](const char* name, T::Death death, StageKind last, bool died, int rest) {
        QTest::newRow(name) << static_cast<int>(death) << static_cast<int>(last) << died << rest;
    };
    row("weight changed", T::DEATH_UNSET, StageKind::Working, false, 0);
    row("zero before the cast", T::BORN_ZERO, StageKind::Backward, true, 6);
    row("flushed", T::FLUSHED, StageKind::Cast, true, 5);
    row("overflowed", T::OVERFLOWED, StageKind::Cast, true, 5);
    row("skipped", T::STEP_SKIPPED, StageKind::Check, true, 5);
    row("lost", T::UPDATE_LOST, StageKind::Stored, true, 1);
    row("zero", T::UPDATE_ZERO, StageKind::Optimizer, true, 2);
    row("copy", T::WORKING_COPY, StageKind::Working, true, 0);
    row("passed on", T::PASSED_ON, StageKind::PassedOn, false, 0);
}

void NumberStoryTest::everyDeathEndsWhereItStrikes() {
    QFETCH(int, death);
    QFETCH(int, last);
    QFETCH(bool, died);
    QFETCH(int, rest);
    const run::TraceRecord trace = traceOf(static_cast<run::TraceRecord::Death>(death));
    const NumberStory story = storyOf(trace);
    QCOMPARE(static_cast<int>(story.stages.back().kind), last);
    QCOMPARE(story.stages.back().died, died);
    QCOMPARE(static_cast<int>(story.notReached.size()), rest);
    for (std::size_t i = 0; i + 1 < story.stages.size(); ++i) QVERIFY(!story.stages[i].died);
    const WayData way = wayOf(story, trace);
    QCOMPARE(way.stages.size(), story.stages.size());
    QCOMPARE(way.rest.isEmpty(), rest == 0);
    QVERIFY(way.stages.back().verdict.contains(deathName(trace.death())));
    QVERIFY(!headline(trace, 7, false).isEmpty());
    for (const WayStage& stage : way.stages) {
        QVERIFY(!stage.name.isEmpty() && !stage.value.isEmpty() && !stage.comment.isEmpty());
        QVERIFY2(!stage.comment.contains(u'%') || stage.comment.contains(QChar(0xA0)), "an argument was not filled in");
        QCOMPARE(stage.cells.size(), way.tableColumns.size());
    }
}

void NumberStoryTest::wordsNameTheFormatsLimits() {
    run::TraceRecord flushed = traceOf(run::TraceRecord::FLUSHED);
    const auto castComment = [](const run::TraceRecord& trace) {
        return wayOf(storyOf(trace), trace).stages[3].comment;
    };
    QVERIFY(castComment(flushed).contains(QStringLiteral("2⁻²⁴")) &&
            castComment(flushed).contains(QStringLiteral("2⁻²⁵")));
    flushed.set_format("BF16");
    QVERIFY(castComment(flushed).contains(QStringLiteral("2⁻¹³³")));
    run::TraceRecord large = traceOf(run::TraceRecord::OVERFLOWED);
    QVERIFY2(
        castComment(large).contains(QStringLiteral("65504")) && castComment(large).contains(QStringLiteral("65520")),
        qPrintable(castComment(large)));
    // 3 · 2^-24: two significant bits of FP16's eleven.
    run::TraceRecord subnormal = traceOf(run::TraceRecord::DEATH_UNSET);
    subnormal.set_before_cast(3.25f * 0x1p-24f);
    subnormal.set_after_cast(3.0f * 0x1p-24f);
    QVERIFY2(castComment(subnormal).contains(QStringLiteral("2 of 11")), qPrintable(castComment(subnormal)));
    QVERIFY(castComment(subnormal).contains(QStringLiteral("7.7")));
    run::TraceRecord lost = traceOf(run::TraceRecord::UPDATE_LOST);
    lost.set_update(-0x1p-10f);
    const QString stored = wayOf(storyOf(lost), lost).stages.back().comment;
    // BF16 numbers from 1/2 to 1 are 2^-8 apart; the update is a quarter of that.
    QVERIFY2(stored.contains(QStringLiteral("0.003906")) || stored.contains(QStringLiteral("0.00391")),
             qPrintable(stored));
    QVERIFY2(stored.contains(QStringLiteral("25")), qPrintable(stored));
    const QString born = wayOf(storyOf(traceOf(run::TraceRecord::BORN_ZERO)), traceOf(run::TraceRecord::BORN_ZERO))
                             .stages.back()
                             .comment;
    QVERIFY2(born.contains(QStringLiteral("2⁻²⁰")), qPrintable(born));  // the shadow, 2^-30, times S = 2^10
}

void NumberStoryTest::wordsOfAnArrival() {
    run::TraceRecord trace = traceOf(run::TraceRecord::DEATH_UNSET);
    const WayData way = wayOf(storyOf(trace), trace);
    QCOMPARE(way.stages.size(), std::size_t{9});
    QVERIFY(way.stages[1].comment.contains(QStringLiteral("2¹⁰")));
    QVERIFY(way.stages[5].comment.startsWith(QStringLiteral("Not clipped")));
    trace.set_clip_factor(0.5f);
    QVERIFY(wayOf(storyOf(trace), trace).stages[5].comment.startsWith(QStringLiteral("× 0.5")));
    trace.set_optimizer("Adam");
    QCOMPARE(wayOf(storyOf(trace), trace).stages[6].name, QStringLiteral("Adam"));
    trace.set_optimizer("AdamW");
    QCOMPARE(wayOf(storyOf(trace), trace).stages[6].name, QStringLiteral("AdamW"));
    QVERIFY(wayOf(storyOf(trace), trace).stages[6].comment.contains(QStringLiteral("−lr · weight decay · weight")));
    trace.set_from_bin(false);
    QVERIFY(headline(trace, 7, false).contains(QStringLiteral("2⁻¹⁹")));
    QVERIFY(headline(trace, 7, false).startsWith(QStringLiteral("fc1.weight[3, 17] in step 7.")));
    run::TraceRecord infinite = traceOf(run::TraceRecord::OVERFLOWED);
    infinite.clear_weight_after();
    QVERIFY(headline(infinite, 7, true).contains(QStringLiteral("whole step was skipped")));
    infinite.set_role(run::ROLE_ACTIVATION_GRADIENT);  // without scaling nobody looks
    QVERIFY(!headline(infinite, 7, false).contains(QStringLiteral("skipped")));
    run::TraceRecord spoiled = traceOf(run::TraceRecord::OVERFLOWED);
    spoiled.set_weight_after(std::numeric_limits<float>::infinity());
    QCOMPARE(static_cast<int>(storyOf(spoiled).stages.back().kind), static_cast<int>(StageKind::Stored));
}

void NumberStoryTest::texts() {
    QCOMPARE(binaryText(0x1.8p-27), QStringLiteral("1.5 · 2⁻²⁷"));
    QCOMPARE(binaryText(-0x1p-24), QStringLiteral("−1 · 2⁻²⁴"));
    QCOMPARE(binaryText(0.0), QStringLiteral("0"));
    QCOMPARE(binaryText(std::numeric_limits<double>::infinity()), QStringLiteral("∞"));
    QCOMPARE(binText(-27), QStringLiteral("2⁻²⁷"));
    QCOMPARE(binText(kZeroBin), QStringLiteral("exactly zero"));
    QCOMPARE(binText(kNonfiniteBin), QStringLiteral("inf or NaN"));
}

void NumberStoryTest::binsAsText() {
    BinBox box;
    const auto typed = [&box](const QString& text) {
        box.setValue(5);
        box.setFocus();
        auto* edit = box.findChild<QLineEdit*>();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        box.interpretText();
        return box.value();
    };
    QCOMPARE(typed(QStringLiteral("-24")), -24);
    QCOMPARE(typed(QStringLiteral("2^-31")), -31);
    QCOMPARE(typed(QStringLiteral("1e-3")), -10);
    QCOMPARE(typed(QStringLiteral("rubbish")), 5);
    box.setValue(kZeroBin);
    QCOMPARE(box.text(), QStringLiteral("exactly zero"));
    box.stepUp();
    QCOMPARE(box.text(), QStringLiteral("2⁻⁶⁴"));
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::NumberStoryTest)
#include "number_story_test.moc"
