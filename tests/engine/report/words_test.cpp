// SPDX-License-Identifier: Apache-2.0
// Every word of a report goes through the reader's language: with one that brackets what it is given, no word stands
// outside of brackets but names.
#include "engine/report/words.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "engine/base/error.h"
#include "engine/report/advisor_text.h"
#include "engine/report/decision_message.h"
#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "engine/report/markdown.h"
#include "engine/run/names.h"
#include "tests/engine/report/report_testing.h"
#include "tests/engine/report/whole_report.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;
using ::testing::HasSubstr;

/// The words of a sentence in brackets, its values outside.
std::string bracketed(const Phrase& phrase) {
    if (!phrase.sentence) return phrase.text;
    std::string out = "⟦";
    for (std::size_t i = 0; i < phrase.text.size(); ++i) {
        const char next = i + 1 < phrase.text.size() ? phrase.text[i + 1] : '\0';
        if (phrase.text[i] != '%' || next < '1' || next > '9') {
            out += phrase.text[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(next - '1');
        out += "⟧" + (place < phrase.values.size() ? bracketed(phrase.values[place]) : std::string{'%', next}) + "⟦";
        ++i;
    }
    return out + "⟧";
}

const Words brackets("xx", bracketed);

/// Names that are the same in every language: settings and their values, formats, what the runs here are called.
std::set<std::string> names() {
    std::set<std::string> all{"Mantissa", "mantissa", "MNIST", "cpu", "UTC", "KiB", "MiB", "MLP", "ReLU", "SGD", "Adam",
                              "NaN", "inf", "on", "off", "fc1", "bf16", "fp16", "weight", "TF32", "FP32", "FP16",
                              "BF16",
                              // torch.set_float32_matmul_precision("high"); of "reduction", cut off
                              "torch", "high", "reduct"};
    const auto* config = run::RunConfig::descriptor();
    for (int i = 0; i < config->field_count(); ++i) {
        all.insert(config->field(i)->name());
        if (const auto* choices = config->field(i)->enum_type())
            for (const std::string& name : flag_names(*choices)) all.insert(name);
    }
    for (const run::Preset& preset : shipped_presets()) all.insert(preset.name());
    return all;
}

/// `page` without what stands from a `begin` to the next `end`.
std::string without(const std::string& page, std::string_view begin, std::string_view end) {
    std::string rest;
    std::size_t at = 0;
    for (std::size_t from; (from = page.find(begin, at)) != std::string::npos;) {
        rest += page.substr(at, from - at) + " ";
        const std::size_t to = page.find(end, from + begin.size());
        if (to == std::string::npos) return rest;
        at = to + end.size();
    }
    return rest + page.substr(at);
}

/// Words of `page` that are neither in brackets nor names.
std::set<std::string> bare_words(std::string page) {
    for (const auto& [begin, end] : {std::pair("<head>", "</head>"), std::pair("<code>", "</code>"),
                                     std::pair("```", "```"), std::pair("<", ">"), std::pair("⟦", "⟧")})
        page = without(page, begin, end);
    for (const auto& [mark, plain] : {std::pair("&quot;", "\""), std::pair("&#39;", "'"), std::pair("\\", "")})
        for (std::size_t at; (at = page.find(mark)) != std::string::npos;)
            page.replace(at, std::string_view(mark).size(), plain);
    static const std::set<std::string> known = names();
    std::set<std::string> bare;
    static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-0123456789";
    for (std::size_t at = page.find_first_of(letters); at != std::string::npos;) {
        const std::size_t end = std::min(page.find_first_not_of(letters, at), page.size());
        const std::string word = page.substr(at, end - at);
        const bool letters_only = word.size() > 2 && word.find_first_of("0123456789") == std::string::npos;
        if (letters_only && word != "---" && !known.contains(word))
            bare.insert(word + " in: " + page.substr(std::max<std::size_t>(at, 40) - 40, 100));
        at = page.find_first_of(letters, end);
    }
    return bare;
}

TEST(Words, AreEnglishUnlessATranslatorIsGiven) {
    EXPECT_EQ(Words()("%1 of %2", {2, say("%1 steps", {count_text(3000)})}), "2 of 3,000 steps");
    EXPECT_EQ(Words().language(), "en");
    EXPECT_EQ(brackets("%1 of %2", {"%2", say("all")}), "⟦⟧%2⟦ of ⟧⟦all⟧⟦⟧");
    EXPECT_EQ(brackets.count(1234567), "1,234,567");
    EXPECT_EQ(brackets.all({say("a"), say("b")}), "⟦a⟧ ⟦b⟧");
}

TEST(Words, EveryWordOfAReportIsTheirs) {
    ReportLibrary library;
    const std::vector<std::string> ids = write_whole_runs(*library);
    for (const std::vector<std::string>& some : {ids, {ids[0]}, {ids[1]}}) {
        ReportData data = read_report(*library, some);
        data.words = brackets;
        const std::string page = html_report(data);
        EXPECT_EQ(markup_fault(page), "");
        EXPECT_THAT(page, HasSubstr("<html lang=\"xx\""));
        EXPECT_THAT(bare_words(page), ::testing::IsEmpty());
        EXPECT_THAT(bare_words(markdown_table(data)), ::testing::IsEmpty());
        EXPECT_EQ(html_seeds(data).empty(), some.size() == 1);
    }
}

TEST(Words, EveryWordOfADecisionSheetIsTheirs) {
    DecisionSheet sheet = whole_sheet();
    sheet.words = brackets;
    EXPECT_EQ(markup_fault(decision_html(sheet)), "");
    EXPECT_THAT(bare_words(decision_html(sheet)), ::testing::IsEmpty());
    EXPECT_THAT(bare_words(decision_markdown(sheet)), ::testing::IsEmpty());
    EXPECT_THAT(decision_json(sheet), ::testing::Not(HasSubstr("⟦"))) << "data for programs";
}

TEST(DecisionMessage, CarriesTheWholeSheet) {
    const DecisionSheet sheet = whole_sheet();
    DecisionSheet read = read_sheet_message(sheet_message(sheet));
    EXPECT_EQ(decision_html(read), decision_html(sheet));
    EXPECT_EQ(decision_json(read), decision_json(sheet));
    read.words = brackets;
    EXPECT_THAT(bare_words(decision_html(read)), ::testing::IsEmpty()) << "its sentences are still sentences";
    DecisionSheet empty = read_sheet_message("{}");
    EXPECT_EQ(markup_fault(decision_html(empty)), "");
    EXPECT_THROW(read_sheet_message("<!DOCTYPE html>"), Error);
    EXPECT_THROW(read_sheet_message(""), Error);
}

TEST(DecisionMessage, WhateverItHoldsASheetCanBeMadeOfIt) {
    const DecisionSheet claimed = read_sheet_message(R"({"modes": [{"difference": {"pairs": 7}}]})");
    EXPECT_TRUE(claimed.modes[0].difference->low && claimed.modes[0].difference->high) << "a verdict reads both";
    for (const char* text :
         {R"({"modes": [{}, {"difference": {"pairs": 7}, "config": {"precision": "FP16"}}]})",
          R"({"modes": [{"step_seconds": [1e300, -1], "accuracies": [{"accuracy": "NaN"}]}]})",
          R"({"made_unix": "NaN", "modes": [{"warnings": [{"title": {"text": "<b>"}, "runs": 3}]}]})"}) {
        const DecisionSheet sheet = read_sheet_message(text);
        EXPECT_EQ(markup_fault(decision_html(sheet)), "") << text;
        EXPECT_NE(decision_markdown(sheet), "") << text;
    }
}

TEST(DecisionMessage, MoreThanASheetCanHaveIsRefused) {
    const auto many = [](int count) {
        std::string list = "{}";
        for (int i = 1; i < count; ++i) list += ",{}";
        return "[" + list + "]";
    };
    for (const std::string& text :
         {R"({"modes": )" + many(20000) + "}", R"({"modes": [{"warnings": )" + many(65) + "}]}",
          R"({"modes": [{"warnings": [{"reason": )" + many(65) + "}]}]}",
          std::string(R"({"modes": [{"step_seconds": ["NaN"]}]})")})
        EXPECT_THROW(read_sheet_message(text), Error) << text.substr(0, 60);
    EXPECT_EQ(read_sheet_message(R"({"modes": )" + many(16) + "}").modes.size(), 16u);
}

}  // namespace
}  // namespace mantissa
