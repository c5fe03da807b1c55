// SPDX-License-Identifier: Apache-2.0
// What a run is called by in reports: every format that it had, and that it is a control.
#include "engine/report/run_formats.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sstream>

#include "engine/report/csv.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/run/presets.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;
using ::testing::Not;

run::RunConfig of(run::Precision precision) {
    run::RunConfig config = default_config();
    config.set_precision(precision);
    return config;
}

/// A change of the format at `step`, as the trainer records it.
run::Record to(run::Precision precision, std::uint32_t step = 5, const std::string& id = "id") {
    run::Record record = event(id, step, run::EventRecord::CHANGED, "precision");
    record.mutable_event()->mutable_change()->set_precision(precision);
    return record;
}

TEST(RunFormats, AreAllThatItHadInOrder) {
    EXPECT_EQ(formats_text(of(run::FP16), {}), "FP16");
    const std::vector<run::Record> one{to(run::BF16)};
    EXPECT_EQ(formats_text(of(run::FP16), one), "FP16→BF16");
    EXPECT_EQ(english(changed_summary(of(run::FP16), one)), "FP16→BF16 · no scale · batch 64");
    EXPECT_EQ(formats_text(of(run::FP16), std::vector<run::Record>{to(run::BF16), to(run::FP16)}), "FP16→BF16→FP16");
    const std::vector<run::Record> many{to(run::BF16), to(run::FP16), to(run::TF32), to(run::FP32)};
    EXPECT_EQ(formats_text(of(run::FP16), many), "FP16→…→FP32");

    run::Record other = event("id", 5, run::EventRecord::CHANGED, "lr");
    other.mutable_event()->mutable_change()->set_lr(0.5);
    EXPECT_EQ(formats_text(of(run::FP16), std::vector<run::Record>{other}), "FP16");
    run::Record bits = to(run::CUSTOM);
    bits.mutable_event()->mutable_change()->set_exponent_bits(5);
    bits.mutable_event()->mutable_change()->set_fraction_bits(2);
    EXPECT_EQ(formats_text(of(run::FP32), std::vector<run::Record>{bits}), "FP32→E5M2");

    run::RunConfig control = of(run::FP32);
    control.set_one_ulp(true);
    EXPECT_EQ(formats_text(control, {}), "FP32, control");
}

TEST(RunFormats, EmulatedIsWhatTrainedEmulated) {
    const auto was = [](bool begun, std::uint32_t step, bool after) {
        run::RunStarted started;
        started.set_emulated(begun);
        std::vector<run::Record> events{to(run::FP32, step)};
        events[0].mutable_event()->set_emulated(after);
        return was_emulated(started, events);
    };
    EXPECT_TRUE(was(true, 5, false)) << "five steps were";
    EXPECT_FALSE(was(true, 0, false)) << "changed before the first";
    EXPECT_TRUE(was(false, 5, true));
    EXPECT_FALSE(was(false, 5, false));
}

TEST(RunFormats, NameRunsInEveryKindOfReport) {
    ReportLibrary library;
    const auto add = [&](run::RunConfig config) {
        const std::string id = make_ulid();
        run::Record begin = started(id);
        config.clear_name();
        *begin.mutable_started()->mutable_config() = config;
        library.add(begin);
        library.add(steps(id, 1, 20));
        return id;
    };
    run::RunConfig control = of(run::FP32);
    control.set_one_ulp(true);
    const std::vector<std::string> ids{add(of(run::FP32)), add(control), add(of(run::FP16))};
    library.add(to(run::BF16, 12, ids[2]));
    for (const std::string& id : ids) library.add(finished(id, 20, run::RunFinished::COMPLETED, 0.9f));

    const ReportData data = read_report(*library, ids);
    const std::string page = html_report(data), table = markdown_table(data);
    std::ostringstream csv;
    write_runs_csv(csv, *library, ids);
    EXPECT_THAT(page, HasSubstr("<td class=\"text\">FP16→BF16</td>"));
    EXPECT_THAT(page, HasSubstr("<td class=\"text\">FP32, control</td>"));
    EXPECT_THAT(page, HasSubstr("one_ulp on: a control run."));
    EXPECT_THAT(table, HasSubstr("| FP16→BF16 |"));
    EXPECT_THAT(table, HasSubstr("| FP32, control |"));
    EXPECT_THAT(csv.str(), HasSubstr(",FP16→BF16,"));
    EXPECT_THAT(csv.str(), HasSubstr(",\"FP32, control\","));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(html_report(read_report(*library, {ids[0], ids[2]})), Not(HasSubstr("one_ulp on")));
}

TEST(RunFormats, AChangedRunIsNoRepetitionOverSeeds) {
    ReportLibrary library;
    std::vector<std::string> ids;
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        run::Record begin = started(ids.emplace_back(make_ulid()));
        run::RunConfig config = of(run::FP16);
        config.set_seed(seed);
        *begin.mutable_started()->mutable_config() = config;
        library.add(begin);
        library.add(steps(ids.back(), 1, 20));
        if (seed == 3) library.add(to(run::BF16, 12, ids.back()));
        library.add(finished(ids.back(), 20, run::RunFinished::COMPLETED, 0.9f));
    }
    const std::string page = html_report(read_report(*library, ids));
    EXPECT_THAT(page, HasSubstr("<h2>Over seeds</h2>"));
    EXPECT_THAT(page, HasSubstr("<td class=\"text\">1, 2</td><td>2</td>"));
    EXPECT_THAT(page, HasSubstr("Not here, since they were changed on the way, begin at a step of another run or are "
                                "damaged: 3."));
}

/// A control's initial weights are other ones: its seeds are what it shares with the run that it controls.
TEST(RunFormats, AControlIsComparedSeedBySeed) {
    ReportLibrary library;
    std::vector<std::string> ids;
    const auto add = [&](std::uint64_t seed, bool control, run::Precision precision, float accuracy) {
        run::Record begin = started(ids.emplace_back(make_ulid()));
        run::RunConfig config = of(precision);
        config.set_seed(seed);
        if (control) config.set_one_ulp(true);
        *begin.mutable_started()->mutable_config() = config;
        begin.mutable_started()->mutable_identity()->set_initial_weights_sha256(
            fmt::format("{}{}", seed, control ? "moved" : ""));
        library.add(begin);
        library.add(steps(ids.back(), 1, 20));
        library.add(finished(ids.back(), 20, run::RunFinished::COMPLETED, accuracy));
    };
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        add(seed, false, run::FP32, 0.9f + 0.001f * static_cast<float>(seed));
        add(seed, true, run::FP32, 0.9f + 0.001f * static_cast<float>(7 - seed));
        add(seed + 20, false, run::BF16, 0.9f);
    }
    const std::string page = html_report(read_report(*library, ids));
    EXPECT_THAT(page, HasSubstr("no difference between FP32, control and FP32 can be resolved here (6 paired seeds"));
    EXPECT_THAT(page, HasSubstr("no run of the first row with the same seed and initial weights has a result"));
    EXPECT_THAT(page, Not(HasSubstr("nothing measured")));
}

}  // namespace
}  // namespace mantissa
