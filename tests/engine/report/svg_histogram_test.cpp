// SPDX-License-Identifier: Apache-2.0
// Histograms as charts: zones where the format has them, what lies at their edges, and whatever a file may hold; the
// tables beside charts and what compared runs have in common.
#include "engine/report/svg_histogram.h"

#include <gmock/gmock.h>

#include <limits>

#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

run::Histogram gradient(std::int32_t first, std::vector<std::uint32_t> bins, const std::string& format = "FP16") {
    run::Histogram h;
    h.set_tensor("fc1.weight");
    h.set_role(run::ROLE_WEIGHT_GRADIENT);
    h.set_format(format);
    h.set_first_bin(first);
    for (const std::uint32_t count : bins) h.add_bins(count);
    return h;
}

std::vector<std::string> zones_of(const run::Histogram& h) {
    std::vector<std::string> zones;
    for (const HistogramRow& row : histogram_rows(h)) zones.push_back(english(row.zone));
    return zones;
}

TEST(SvgHistogram, ZonesAreTheFormatsOwn) {
    // FP16: zero up to 2^-25, subnormal to 2^-14, largest below 2^16. A bin e holds 2^e to 2^(e+1).
    EXPECT_THAT(zones_of(gradient(-26, {1, 1})), ElementsAre("becomes zero", "subnormal"));
    EXPECT_THAT(zones_of(gradient(-15, {1, 1})), ElementsAre("subnormal", "normal"));
    EXPECT_THAT(zones_of(gradient(15, {1, 1})), ElementsAre("normal", "overflows"));
    EXPECT_THAT(zones_of(gradient(-64, {1}, "BF16")), ElementsAre("normal"));
    EXPECT_THAT(zones_of(gradient(-20, {1}, "E4M3")), ElementsAre("becomes zero"));
    EXPECT_THAT(zones_of(gradient(3, {1}, "no format")), ElementsAre(""));
    const std::string svg = svg_histogram(gradient(-30, {5, 9, 2}), "h");
    EXPECT_EQ(markup_fault(svg), "");
    for (const char* label : {"becomes zero", "subnormal", "normal", "overflows", ">zero<", "flushed", "inf NaN"})
        EXPECT_THAT(svg, HasSubstr(label));
    EXPECT_THAT(svg, HasSubstr("Magnitudes from 2⁻³⁰ to 2⁻²⁷."));
    EXPECT_THAT(svg_histogram(gradient(0, {1}, "?"), "h"), Not(HasSubstr("subnormal")));
}

TEST(SvgHistogram, RowsHoldEveryElement) {
    run::Histogram h = gradient(-2, {0, 4, 0, 6, 0});
    h.mutable_counts()->set_zero(3);
    h.mutable_counts()->set_nan(1);
    h.mutable_counts()->set_infinite(1);
    const std::vector<HistogramRow> rows = histogram_rows(h);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(english(rows[0].magnitude), "zero");
    EXPECT_EQ(english(rows[1].magnitude), "2⁻¹ to 2⁰");
    EXPECT_EQ(rows[1].count, 4u);
    EXPECT_EQ(rows[3].count, 6u);
    EXPECT_EQ(rows[4].count, 2u);
    EXPECT_TRUE(histogram_rows(gradient(0, {})).empty());
    EXPECT_EQ(english(histogram_rows(gradient(-64, {1})).front().magnitude), "below 2⁻⁶³");
}

TEST(SvgHistogram, StandsWhateverComes) {
    run::Histogram huge = gradient(2000000000, {std::numeric_limits<std::uint32_t>::max()});
    huge.mutable_counts()->set_zero(std::numeric_limits<std::uint64_t>::max());
    run::Histogram low = gradient(-2000000000, {1, 2});
    run::Histogram hostile = gradient(0, {1}, "<b>\"FP16");
    hostile.set_tensor("<script>\x1b\xFF\u202E" + std::string(300, 'x'));
    hostile.set_scale(std::numeric_limits<float>::quiet_NaN());
    for (const run::Histogram& h : {huge, low, hostile, run::Histogram()}) {
        const std::string svg = svg_histogram(h, "h");
        EXPECT_EQ(markup_fault(svg), "") << h.ShortDebugString();
        EXPECT_EQ(count_of(svg, "="), count_of(svg, "=\"")) << "every attribute is quoted";
        EXPECT_THAT(svg, Not(HasSubstr("nan")));
    }
    EXPECT_THAT(svg_histogram(run::Histogram(), "h"), HasSubstr("No values were recorded."));
    EXPECT_EQ(english(histogram_rows(low).back().magnitude), "below 2⁻⁶³");
}

TEST(HtmlReport, DrawsTheLatestGradientsWithTheirTables) {
    ReportLibrary library;
    const std::string id = library.add_run("gradients", 40);
    for (const std::uint32_t at : {10u, 40u}) {
        run::Record record;
        record.set_run_id(id);
        record.set_lane(0);
        record.set_step(at);
        *record.mutable_histograms()->add_histograms() = gradient(-30, {at, 1});
        run::Histogram weight = gradient(-3, {1});
        weight.set_role(run::ROLE_WEIGHT);
        *record.mutable_histograms()->add_histograms() = weight;
        library.add(record);
    }
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_EQ(count_of(page, "<title id=\"h1-"), 1u) << "weights are in the table only";
    EXPECT_THAT(page, HasSubstr("weight gradient, step 40, cast to <bdi>FP16</bdi>"));
    EXPECT_THAT(page, HasSubstr("<th scope=\"row\">2⁻³⁰ to 2⁻²⁹</th><td>40</td>"));
    // Beside each chart a table: accuracy, loss, scale, and the one histogram.
    EXPECT_EQ(count_of(page, "<details>"), count_of(page, "<svg class=\"chart\""));
}

TEST(HtmlReport, ChartTablesLeaveNoValueOut) {
    Chart chart{"c", "A chart", "y", Chart::Axis::linear, {}, {}};
    ChartLine& line = chart.lines.emplace_back();
    line.name = "<b>1";
    for (std::uint32_t step = 1; step <= 400; ++step)
        line.nodes.push_back(SeriesNode::of(step, step == 333   ? 77.5f
                                                  : step == 111 ? std::numeric_limits<float>::quiet_NaN()
                                                                : 1.0f));
    const std::string table = html_chart_table(Words(), chart);
    EXPECT_EQ(markup_fault(table), "");
    EXPECT_LE(count_of(table, "<tr>"), most_table_rows + 1);
    EXPECT_THAT(table, HasSubstr("<td>77.5</td>"));
    EXPECT_THAT(table, HasSubstr("1 NaN"));
    EXPECT_THAT(table, HasSubstr("<td>391 to 400</td>"));
    EXPECT_EQ(markup_fault(html_chart_table(Words(), Chart{})), "");
}

TEST(HtmlReport, SaysWhatComparedRunsHaveInCommon) {
    ReportLibrary library;
    const auto add = [&](const char* weights, const char* race, std::uint32_t batch = 64) {
        const std::string id = make_ulid();
        run::Record begin = started(id);
        begin.mutable_started()->mutable_config()->set_batch(batch);
        run::RunIdentity& identity = *begin.mutable_started()->mutable_identity();
        identity.set_initial_weights_sha256(weights);
        identity.set_batch_order_sha256("batches");
        identity.set_race_id(race);
        library.add(begin);
        return id;
    };
    const std::string a = add("w", "<race>"), b = add("w", "<race>"), c = add("v", "another");
    const std::string same = html_common(read_report(*library, {a, b}));
    EXPECT_EQ(markup_fault(same), "");
    EXPECT_THAT(same, HasSubstr("runs of the race <bdi>&lt;race&gt;</bdi>"));
    EXPECT_THAT(same, HasSubstr("the same (SHA-256 equal)"));
    const std::string other = html_common(read_report(*library, {a, c}));
    EXPECT_THAT(other, HasSubstr("different: they may cause a part of any difference"));
    EXPECT_THAT(other, Not(HasSubstr("runs of the race")));
    EXPECT_THAT(other, Not(HasSubstr("single steps cannot be compared")));
    EXPECT_THAT(html_common(read_report(*library, {a, add("w", "<race>", 128)})),
                HasSubstr("different: single steps cannot be compared"));
    EXPECT_EQ(html_common(read_report(*library, {a})), "");
}

TEST(HtmlReport, TakesRunsThatDifferOnlyInTheSeedTogether) {
    ReportLibrary library;
    std::vector<std::string> ids;
    for (const run::Precision precision : {run::FP32, run::FP16})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const std::string id = ids.emplace_back(make_ulid());
            run::Record begin = started(id, "<b>" + std::to_string(seed));
            begin.mutable_started()->mutable_config()->set_precision(precision);
            begin.mutable_started()->mutable_config()->set_seed(seed);
            begin.mutable_started()->mutable_config()->set_histogram_interval(static_cast<std::uint32_t>(seed));
            library.add(begin);
            const float accuracy = 0.9f + 0.01f * static_cast<float>(seed) - (precision == run::FP16 ? 0.02f : 0.0f);
            library.add(finished(id, 0, run::RunFinished::COMPLETED, accuracy + (seed == 1 ? 0.001f : 0.0f)));
        }
    const std::string page = html_seeds(read_report(*library, ids));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_EQ(count_of(page, "<tr>"), 3u) << page;
    EXPECT_THAT(page, HasSubstr("<td class=\"text\">6, 7, 8, 9, 10</td><td>5</td><td>91.02 %</td>"));
    EXPECT_THAT(page, HasSubstr("2.00 percentage points below"));
    EXPECT_EQ(html_seeds(read_report(*library, {ids[0], ids[5]})), "") << "two settings, one seed: nothing to say";
}

}  // namespace
}  // namespace mantissa
