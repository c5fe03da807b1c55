// SPDX-License-Identifier: Apache-2.0
// The page: what users wrote stays text, what is not finite stays visible, and the file needs nothing beside itself.
#include "engine/report/html.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <regex>

#include "engine/report/markdown.h"
#include "engine/report/markup_text.h"
#include "engine/report/svg_chart.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

Chart chart_of(std::vector<SeriesNode> nodes, Chart::Axis axis = Chart::Axis::linear) {
    Chart chart{"c", "A chart", "y", axis, {}, {}};
    ChartLine line;
    line.name = "1 (FP16)";
    line.end_text = "1";
    line.style = style_of(run::FP16, 0);
    line.nodes = std::move(nodes);
    chart.lines.push_back(line);
    return chart;
}

/// The line itself, not axes or markers: the one path with round joins.
std::string line_path(const std::string& svg) {
    std::smatch match;
    return std::regex_search(svg, match, std::regex("<path d=\"([^\"]*)\"[^>]*stroke-linejoin")) ? match[1].str() : "";
}

TEST(Markup, IsEscapedEverywhere) {
    EXPECT_EQ(escaped("<a href=\"x\">&'</a>"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;&lt;/a&gt;");
    EXPECT_EQ(escaped(std::string("a\0b\x1b[31m\r", 9)), "a\uFFFDb\uFFFD[31m\uFFFD");
    EXPECT_EQ(escaped("\xFF\xFE"), "??");
    EXPECT_EQ(escaped("\uFFFE!"), "\uFFFD!");
    EXPECT_EQ(isolated("\u202Eabc"), "<bdi>\u202Eabc</bdi>");
    EXPECT_EQ(shortened("äöüß", 4), "äöüß");
    EXPECT_EQ(shortened("äöüßa", 4), "äöü…");
}

TEST(Chart, BreaksAtWhatIsNotFiniteAndMarksIt) {
    const std::string svg =
        svg_chart(chart_of({SeriesNode::of(1, 1.0f), SeriesNode::of(2, 2.0f), SeriesNode::of(3, nan_value),
                            SeriesNode::of(4, infinity), SeriesNode::of(5, 1.5f), SeriesNode::of(6, -infinity)}));
    EXPECT_EQ(markup_fault(svg), "");
    EXPECT_EQ(count_of(line_path(svg), "M"), 2u) << line_path(svg);
    EXPECT_THAT(svg, HasSubstr("NaN or infinity from step 3 to 4"));
    EXPECT_THAT(svg, HasSubstr("-infinity from step 6 to 6"));
    EXPECT_THAT(svg, HasSubstr("3 values are NaN or infinite"));
    EXPECT_THAT(line_path(svg), Not(HasSubstr("nan")));
    EXPECT_THAT(line_path(svg), Not(HasSubstr("inf")));
}

TEST(Chart, DrawsTheExtremesOfANode) {
    SeriesNode node = SeriesNode::of(1, 1.0f);
    node.append(SeriesNode::of(2, 100.0f));
    node.append(SeriesNode::of(3, 2.0f));
    const std::string path = line_path(svg_chart(chart_of({node})));
    // The axis is 0 to 100 over 230 pixels from 16 on.
    EXPECT_THAT(path, HasSubstr(" 16.0"));
    EXPECT_THAT(path, HasSubstr(" 243.7"));
}

TEST(Chart, HoldsOnALogarithmicAxisWhateverComes) {
    const std::string svg =
        svg_chart(chart_of({SeriesNode::of(1, 65536.0f), SeriesNode::of(2, 0.0f), SeriesNode::of(3, -1.0f),
                            SeriesNode::of(4, infinity), SeriesNode::of(5, std::numeric_limits<float>::max()),
                            SeriesNode::of(6, std::numeric_limits<float>::denorm_min())},
                           Chart::Axis::log2));
    EXPECT_EQ(markup_fault(svg), "");
    EXPECT_THAT(svg, HasSubstr("zero or less from step 2 to 3"));
    EXPECT_EQ(count_of(line_path(svg), "M"), 2u);
    EXPECT_THAT(line_path(svg), Not(HasSubstr("n")));
}

TEST(Chart, SaysSoWhereThereIsNothing) {
    for (const Chart& chart :
         {chart_of({}), chart_of({SeriesNode::of(1, std::nullopt)}), Chart{"c", "", "", {}, {}, {}}})
        EXPECT_THAT(svg_chart(chart), HasSubstr("No values were recorded."));
    const std::string only_nan = svg_chart(chart_of({SeriesNode::of(7, nan_value)}));
    EXPECT_EQ(markup_fault(only_nan), "");
    EXPECT_THAT(only_nan, HasSubstr("no finite value"));
    EXPECT_EQ(line_path(only_nan), "");
}

TEST(Chart, HasATitleADescriptionAndMarkersForEveryPrecision) {
    const std::string svg = svg_chart(chart_of({SeriesNode::of(1, 1.0f)}));
    EXPECT_THAT(svg, HasSubstr("role=\"img\""));
    EXPECT_THAT(svg, HasSubstr("<title id=\"c-title\">A chart</title>"));
    EXPECT_EQ(style_of(run::TF32, 0).color, "#0072B2");
    EXPECT_EQ(style_of(run::FP16, 0).color, "#D55E00");
    EXPECT_EQ(style_of(run::BF16, 0).color, "#009E73");
    EXPECT_EQ(style_of(run::FP32, 0).color, "currentColor");
    EXPECT_NE(style_of(run::FP32, 0).marker, style_of(run::PYTORCH_DEFAULT, 0).marker);
    EXPECT_NE(svg_swatch(style_of(run::FP16, 0)), svg_swatch(style_of(run::FP16, 1)));
}

TEST(HtmlReport, IsOneWellFormedFileThatAsksForNothing) {
    ReportLibrary library;
    const std::vector<std::string> ids{library.add_run("first"), library.add_run("second")};
    const std::string page = html_report(read_report(*library, ids));
    EXPECT_EQ(markup_fault(page), "");
    for (const char* forbidden : {"<script", " src=", "href", "url(", "@import", "<iframe", "<link", "javascript:"})
        EXPECT_THAT(page, Not(HasSubstr(forbidden)));
    // The only addresses are names of markup languages.
    EXPECT_EQ(count_of(page, "http"), count_of(page, "xmlns=\"http://www.w3.org/") + count_of(page, "http-equiv"));
    for (const char* part : {"<html lang=\"en\"", "<title>2 runs", "@media print", "prefers-color-scheme: dark",
                             "<th scope=\"col\"", "<th scope=\"row\"", "role=\"img\"", "mantissa-worker</bdi>"})
        EXPECT_THAT(page, HasSubstr(part));
}

TEST(HtmlReport, PointsOfOtherSamplesAreSaidToBe) {
    ReportLibrary library;
    const auto run_with = [&](std::uint32_t last) {
        const std::string id = make_ulid();
        library.add(started(id, "run"));
        library.add(steps(id, 1, 20));
        for (const auto& [step, images] : {std::pair(10u, 2000u), std::pair(20u, last)}) {
            run::Record point = evaluation(id, step, 0.5f);
            point.mutable_evaluated()->set_images(images);
            library.add(point);
        }
        library.add(finished(id, 20, run::RunFinished::COMPLETED, 0.9f));
        return html_report(read_report(*library, {id}));
    };
    EXPECT_THAT(run_with(10000), HasSubstr("Some points are of 2,000 of its samples, others of 10,000:"));
    EXPECT_THAT(run_with(2000), Not(HasSubstr("Some points are of")));
}

TEST(HtmlReport, LeavesOutSettingsWithoutEffect) {
    ReportLibrary library;
    const std::string page = html_report(read_report(*library, {library.add_run("first")}));
    EXPECT_THAT(page, HasSubstr("<th scope=\"row\">depth</th>")) << "an MLP has it";
    EXPECT_THAT(page, Not(HasSubstr("<th scope=\"row\">heads</th>"))) << "a Transformer's";
}

TEST(HtmlReport, NamesAndNotesAreText) {
    const std::string hostile[] = {"<script>alert(1)</script>",
                                   "../x",
                                   "\u202Egnp.exe\u2067",
                                   std::string(255, 'x'),
                                   "\"><img onerror=1>",
                                   "]]>",
                                   "--><!--",
                                   "=1+1|\n\x1b[2J"};
    ReportLibrary library;
    std::vector<std::string> ids;
    for (const std::string& name : hostile) {
        ids.push_back(library.add_run(name, 20));
        library->set_note(ids.back(), name);
        library->set_tags(ids.back(), {name});
        library.add(event(ids.back(), 3, run::EventRecord::CHANGED, name));
        const std::string page = html_report(read_report(*library, {ids.back()}));
        EXPECT_EQ(markup_fault(page), "") << name;
        EXPECT_THAT(page, HasSubstr("<h1><bdi>" + escaped(name) + "</bdi></h1>"));
        EXPECT_THAT(page, HasSubstr("dir=\"auto\">" + escaped(name) + "</div>"));
    }
    const std::string page = html_report(read_report(*library, ids));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
    EXPECT_EQ(count_of(page, "\u202E"), count_of(page, "\u202Egnp"));
}

TEST(HtmlReport, TellsHowManyEventsItLeavesOut) {
    ReportLibrary library;
    const std::string id = library.add_run("many", 20);
    std::vector<run::Record> events;
    for (int i = 0; i < 503; ++i)
        events.push_back(event(id, 5, run::EventRecord::PAUSED, "pause number " + std::to_string(i)));
    library.add(events);
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(count_of(page, "pause number"), 500u);
    EXPECT_THAT(page, HasSubstr("3 more events are not shown here"));
}

TEST(HtmlReport, OfARunWithoutASingleStepStands) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id, ""));
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(page, HasSubstr("No values were recorded."));
    EXPECT_THAT(page, HasSubstr("not ended"));
}

TEST(HtmlReport, OfARunThatBecameNaNStands) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id, "ruined"));
    for (std::uint32_t at = 1; at <= 30; ++at) {
        run::Record record = step(id, at);
        if (at > 10) record.mutable_step_done()->set_loss(at % 2 == 0 ? nan_value : infinity);
        if (at == 10) record.mutable_step_done()->set_loss(1e30f);
        library.add(record);
    }
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(page, HasSubstr("NaN or infinity from step 11 to 30"));
    EXPECT_THAT(page, HasSubstr("loss (cross-entropy), log scale"));
}

/// A PSNR is told in dB wherever it stands, on an axis of its own, and never beside a share of images.
TEST(HtmlReport, RunsOfAnotherMetricHaveAChartOfTheirOwn) {
    ReportLibrary library;
    const std::string decibels = make_ulid(), percent = make_ulid();
    for (const std::string& id : {decibels, percent}) {
        run::Record begin = started(id, id == decibels ? "cleans" : "names");
        if (id == decibels) begin.mutable_started()->mutable_config()->set_task(run::DENOISE);
        library.add(begin);
        for (std::uint32_t at = 1; at <= 2; ++at) {
            library.add(step(id, at));
            library.add(evaluation(id, at, id == decibels ? 0.1739f : 0.9754f));
        }
    }
    const std::string alone = html_report(read_report(*library, {decibels}));
    EXPECT_EQ(markup_fault(alone), "");
    EXPECT_THAT(alone, HasSubstr("17.39 dB at the end"));
    EXPECT_THAT(alone, HasSubstr("<td>17.39 dB</td>"));
    EXPECT_THAT(alone, Not(HasSubstr("17.39 %")));
    EXPECT_THAT(alone, HasSubstr(">20 dB</text>"));
    EXPECT_THAT(alone, Not(HasSubstr("100 dB")));
    EXPECT_THAT(alone, HasSubstr("loss (squared error)"));
    const std::string both = html_report(read_report(*library, {decibels, percent}));
    EXPECT_EQ(markup_fault(both), "");
    for (const char* text : {"PSNR over training steps", "Accuracy over training steps", "17.39 dB at the end",
                             "97.54 % at the end", "id=\"accuracy-2-title\""})
        EXPECT_THAT(both, HasSubstr(text));
    for (const char* text : {"97.54 dB", "17.39 %", "loss (cross-entropy)"}) EXPECT_THAT(both, Not(HasSubstr(text)));
}

TEST(HtmlReport, TellsTheLastAnswerOfTheSearchForTheCause) {
    ReportLibrary library;
    const std::string id = library.add_run("failed", 20);
    EXPECT_THAT(html_report(read_report(*library, {id})), Not(HasSubstr("The cause")));
    for (const char* answer : {"an earlier answer", "The cause: <fc2>, 3 of 18,496 results passed 65504."}) {
        run::Record record;
        record.set_run_id(id);
        record.set_step(7);
        run::Diagnosis& diagnosis = *record.mutable_diagnosis();
        diagnosis.add_text(answer);
        diagnosis.add_others()->set_text("fc3 has lost 4 % of its norm");
        diagnosis.set_flags("--layer fc2=fp32");
        diagnosis.add_pytorch("y = model.fc2(x.float())");
        diagnosis.set_tests(1400);
        diagnosis.set_space(29);
        diagnosis.set_seconds(2.5);
        diagnosis.set_processor_seconds(3.5);
        library.add(record);
    }
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(page, Not(HasSubstr("an earlier answer")));
    for (const char* text :
         {"<h3>The cause</h3>", "The cause: &lt;fc2&gt;, 3 of 18,496 results passed 65504.",
          "fc3 has lost 4 % of its norm", "--layer fc2=fp32", "y = model.fc2(x.float())",
          "1,400 trainings over 29 casts and switches, not counting those of FP32 and the control, 2.5 s "
          "(3.5 s of processor time)."})
        EXPECT_THAT(page, HasSubstr(text));
}

TEST(HtmlReport, TellsThePrecisionBudget) {
    ReportLibrary library;
    const std::string id = library.add_run("budgeted", 20);
    EXPECT_THAT(html_report(read_report(*library, {id})), Not(HasSubstr("Precision budget")));
    run::Record record;
    record.set_run_id(id);
    run::PrecisionBudget& budget = *record.mutable_budget();
    budget.set_steps(1200);
    for (const char* operation : {"<fc1>", ""}) {
        run::PrecisionBudget::Need& need = *budget.add_needs();
        need.set_operation(operation);
        need.set_exponent_bits(5);
        need.set_fraction_bits(3);
        need.set_keeps_up(*operation != '\0');
    }
    library.add(record);
    const std::string page = html_report(read_report(*library, {id}));
    EXPECT_EQ(markup_fault(page), "");
    for (const char* text :
         {"Precision budget", "&lt;fc1&gt;", "E5M3", "all at once", "falls behind FP32", "one seed, 1,200 steps"})
        EXPECT_THAT(page, HasSubstr(text));
    EXPECT_THAT(page, Not(HasSubstr("other operations are not known")));
}

/// A histogram of a weight gradient with its shadow of norm 1.
void add_shadow(run::Record& record, const std::string& tensor, double lost, double cosine, double error) {
    run::Histogram& one = *record.mutable_histograms()->add_histograms();
    one.set_tensor(tensor);
    one.set_role(run::ROLE_WEIGHT_GRADIENT);
    one.set_format("FP16");
    one.set_norm(1);
    one.mutable_counts()->set_elements(1000);
    one.mutable_counts()->set_flushed(30);
    one.mutable_shadow()->set_norm(1);
    one.mutable_shadow()->set_norm_lost(lost);
    one.mutable_shadow()->set_cosine(cosine);
    one.mutable_shadow()->set_error_norm(error);
    one.mutable_shadow()->set_nonzero(1000);
    one.mutable_shadow()->set_starved(static_cast<std::uint64_t>(lost * 1000));
}

TEST(HtmlReport, NormLostAndCosineComeBeforeSharesOfElements) {
    ReportLibrary library;
    const std::string id = library.add_run("starved"), plain = library.add_run("plain");
    run::Record early = step(id, 20), late = step(id, 30), without = step(id, 40);
    add_shadow(early, "fc1.weight", 0.5, 0.1, 0.9);  // a later shadow takes its place
    add_shadow(late, "fc3.weight", 0.001, 0.9999, 0.01);
    add_shadow(late, "fc1.weight", 0.97, 0.2, 0.98);
    add_shadow(late, "fc2.weight", 0.3, 0.9, 0);
    add_shadow(late, "fc4.weight", 0, 0.5, 1);   // nothing is lost, but it points elsewhere
    add_shadow(without, "fc2.weight", 0, 0, 0);  // the last histogram has no shadow: the one before it still counts
    without.mutable_histograms()->mutable_histograms(0)->clear_shadow();
    library.add({early, late, without});
    const ReportData data = read_report(*library, {id, plain});
    ASSERT_EQ(data.runs[0].shadows.size(), 4u);
    EXPECT_EQ(data.runs[0].shadows[0].histogram.tensor(), "fc1.weight") << "worst first";
    EXPECT_EQ(data.runs[0].shadows[0].step, 30u);
    EXPECT_EQ(data.runs[0].shadows[1].histogram.tensor(), "fc4.weight") << "as severe as what its cosine lacks";
    EXPECT_EQ(data.runs[0].shadows[2].histogram.tensor(), "fc2.weight");
    ASSERT_TRUE(data.runs[0].gradients);
    EXPECT_EQ(data.runs[0].gradients->lost_tensor, "fc1.weight");
    EXPECT_FALSE(data.runs[1].gradients);

    const std::string page = html_report(data);
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_LT(page.find(">Norm lost<"), page.find(">Flushed gradients<"));
    EXPECT_THAT(page, HasSubstr("<td>97 %</td><td>0.200 (0.2 dB)</td>"));
    EXPECT_THAT(page, HasSubstr("<td>97 %</td><td>0.200</td><td>0.2 dB</td><td>97 %</td><td>3.0 %</td>"));
    EXPECT_THAT(page, HasSubstr("<td>30 %</td><td>0.900</td><td>∞ dB</td>"));
    EXPECT_THAT(page, HasSubstr("<td>&gt; 0.999</td><td>40.0 dB</td>"));
    EXPECT_EQ(count_of(page, "at their last shadow, worst first"), 1u) << "the plain run has none";

    const std::string table = markdown_table(data);
    EXPECT_LT(table.find("Norm lost"), table.find("Flushed gradients"));
    EXPECT_THAT(table, HasSubstr("| 97 % | 0.200 (0.2 dB) |"));
    EXPECT_THAT(table, HasSubstr("| – | – | – |"));
}

/// As in the window: no "nan", no share of nothing where something was lost, no heading with a small letter.
TEST(HtmlReport, SaysItsFiguresAsTheWindowDoes) {
    ReportLibrary library;
    const std::string id = make_ulid();
    run::Record begin = started(id, "pixels");
    begin.mutable_started()->mutable_config()->set_task(run::CLASSIFY_PIXELS);
    run::Record tested = evaluation(id, 1, 0.5f);
    tested.mutable_evaluated()->set_loss(nan_value);
    run::Record end = finished(id, 1, run::RunFinished::COMPLETED, 0.5f);
    end.mutable_finished()->set_test_loss(nan_value);
    end.mutable_finished()->set_flushed_share(0.00001f);
    library.add({begin, step(id, 1), tested, end});
    const ReportData data = read_report(*library, {id});
    const std::string page = html_report(data);
    EXPECT_EQ(count_of(page, "<td>NaN</td>"), 2u);
    EXPECT_THAT(page, Not(HasSubstr("<td>nan</td>")));
    EXPECT_THAT(page, HasSubstr("<td>&lt; 0.01 %</td>"));
    EXPECT_THAT(page, HasSubstr(">Pixel accuracy over training steps<"));
    EXPECT_THAT(markdown_table(data), HasSubstr("| &lt; 0.01 % |"));
}

/// Such as one that was stopped, or diverged, before its first evaluation after the beginning.
TEST(HtmlReport, AResultOfAnEarlierStepIsOneOfThatStep) {
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id, "cut"));
    run::Record tested, done, end;
    for (run::Record* one : {&tested, &done, &end}) one->set_run_id(id);
    tested.mutable_evaluated()->set_accuracy(0.105f);
    tested.mutable_evaluated()->set_images(200);
    done.set_step(5);
    done.mutable_step_done()->set_loss(3);
    end.set_step(5);
    end.mutable_finished()->set_outcome(run::RunFinished::STOPPED);
    end.mutable_finished()->set_steps(5);
    for (const run::Record& one : {tested, done, end}) library.add(one);
    const ReportData data = read_report(*library, {id});
    EXPECT_THAT(html_report(data), HasSubstr("10.50 % (step 0)"));
    EXPECT_THAT(markdown_table(data), HasSubstr("10.50 % (step 0)"));
}

TEST(HtmlReport, SaysWhichOfSeveralRunsWereChangedOnTheWay) {
    ReportLibrary library;
    const std::string plain = library.add_run("plain"), other = make_ulid();
    library.add(started(other, "other"));
    run::Record done, change;
    for (run::Record* one : {&done, &change}) {
        one->set_run_id(other);
        one->set_step(50);
    }
    done.mutable_step_done()->set_loss(1);
    change.mutable_event()->set_kind(run::EventRecord::CHANGED);
    change.mutable_event()->set_text("learning rate 0.003 to <0.01>");
    change.mutable_event()->mutable_change()->set_lr(0.01);
    library.add(done);
    library.add(change);
    const std::string page = html_report(read_report(*library, {plain, other}));
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(page, HasSubstr("Run 2 began so and was changed while it trained: "));
    EXPECT_THAT(page, HasSubstr("learning rate 0.003 to &lt;0.01&gt;"));
    EXPECT_THAT(page, HasSubstr("(step 50)"));
    EXPECT_THAT(page, Not(HasSubstr("Run 1 began so")));
    EXPECT_THAT(html_report(read_report(*library, {other})), Not(HasSubstr("began so")));
}

TEST(MarkdownTable, HasOneLineARunWhateverItsName) {
    ReportLibrary library;
    const std::string id = library.add_run("a|b\\c\n<script>`x` [l](u) \u202Egnp");
    const std::string table = markdown_table(read_report(*library, {id, library.add_run("plain")}));
    EXPECT_EQ(count_of(table, "\n"), 4u);
    EXPECT_THAT(table, HasSubstr("\u2068a\\|b\\\\c &lt;script\\>\\`x\\` \\[l\\](u) \u202Egnp\u2069"));
    const std::string head = table.substr(0, table.find('\n'));
    const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
    EXPECT_EQ(count_of(head, "|"), count_of(last, "|"));
}

/// Another program's run has no sums over its steps: its last samples tell, or it is said that they cannot.
TEST(MarkdownTable, WhatARecordingHoldsIsInItsRow) {
    ReportLibrary library;
    const auto table = [&](bool known) {
        const std::string id = make_ulid();
        run::Record begin = started(id);
        begin.mutable_started()->mutable_foreign();
        library.add(begin);
        library.add(step(id, 1));
        run::Record last = step(id, 1);
        run::HistogramRecord& frame = *last.mutable_histograms();
        run::Histogram& gradient = *frame.add_histograms();
        gradient.set_tensor("fc.weight");
        gradient.set_role(run::ROLE_WEIGHT_GRADIENT);
        gradient.set_shadow_tier(run::TIER_PROBE);
        gradient.mutable_shadow()->set_norm(2);
        gradient.mutable_shadow()->set_norm_lost(0.5);
        gradient.mutable_shadow()->set_cosine(0.9);
        run::Histogram& dead = *frame.add_histograms();
        dead = gradient;
        dead.set_tensor("dead.weight");
        dead.mutable_shadow()->set_norm(0);
        dead.mutable_shadow()->set_norm_lost(0);
        dead.mutable_shadow()->set_cosine(0);
        run::Histogram& update = *frame.add_histograms();
        update.set_tensor("fc.weight");
        update.set_role(run::ROLE_UPDATE);
        update.mutable_updates()->set_nonzero(100);
        if (known) update.mutable_updates()->set_lost(53);
        library.add(last);
        return markdown_table(read_report(*library, {id}));
    };
    EXPECT_THAT(table(true), HasSubstr("| 25 % | 0.900 | – | 53.00 % |"));
    EXPECT_THAT(table(false), HasSubstr("| 25 % | 0.900 | – | unknown |"));
}

TEST(HtmlReport, ShowsWhatAnotherProgramLoggedBesideItsLoss) {
    ReportLibrary library;
    const std::string id = make_ulid();
    run::Record begin = started(id);
    begin.mutable_started()->mutable_foreign();
    library.add(begin);
    for (std::uint32_t at = 1; at <= 3; ++at) {
        run::Record one = step(id, at);
        run::Scalar& logged = *one.mutable_step_done()->add_scalars();
        logged.set_name("val/<acc>");
        logged.set_value(0.25 * at);
        library.add(one);
    }
    const ReportData data = read_report(*library, {id});
    const std::string page = html_report(data);
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_THAT(page, HasSubstr("val/&lt;acc&gt; over training steps"));
    EXPECT_THAT(page, HasSubstr("As the training logged it."));
    const std::string table = markdown_table(data);
    EXPECT_THAT(table, HasSubstr("val/&lt;acc\\>, last"));
    EXPECT_THAT(table, HasSubstr("| 0.75 |"));
    EXPECT_EQ(markdown_table(read_report(*library, {library.add_run("ours")})).find("last"), std::string::npos);
}

}  // namespace
}  // namespace mantissa
